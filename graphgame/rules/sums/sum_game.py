"""`SumGame`: all components of a game that falls apart, and their options, which are sums."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from graphgame import checks
from graphgame.arrays import read_only
from graphgame.errors import ExplorationLimitError, GraphGameError
from graphgame.graphs.labels import CodeLabels, numbering
from graphgame.outcome import MOST_POSITIONS
from graphgame.progress import Exploring
from graphgame.rules.sums._components import CodeSums, SumRows
from graphgame.rules.sums.sum_rule import SumRule, check_growth

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphgame.graphs.sum import Sum
    from graphgame.types import AnyArray, Array, Int32Array, Int64Array, ProgressLike


# Components that a rule is asked about again.
_SAMPLE = 8


class SumGame:
    """Components, and the options of each, which are sums of components.

    Attributes
    ----------
    n, m : int
        How many components there are, and how many options they have.
    labels : sequence of hashable
        The components, breadth first.
    option_ptr : (n + 1,) int64
    part_ptr : (m + 1,) int64
    part_idx : (k,) int32
        Option i, for option_ptr[v] <= i < option_ptr[v + 1], is one of component v, and the sum of
        the components part_idx[part_ptr[i]:part_ptr[i + 1]].
    rule : SumRule or None
        What was asked; None of a game from a file.
    start : position or Sum, or None
    """

    def __init__(
        self,
        rows: tuple[Array, Array, Array],
        labels: Any,
        index: Any,
        start: Any,
        rule: SumRule | None = None,
    ) -> None:
        self.option_ptr: Int64Array = read_only(rows[0])
        self.part_ptr: Int64Array = read_only(rows[1])
        self.part_idx: Int32Array = read_only(rows[2])
        self.n: int = len(self.option_ptr) - 1
        self.m: int = len(self.part_ptr) - 1
        self.labels: Any = labels
        self.start: Any = start
        self.rule: SumRule | None = rule
        self._index = index
        self.is_represented: bool = rule is not None and rule.canonical is not None

    def __reduce__(self) -> Any:
        # Without the rule, which may be a function that cannot be pickled.
        rows = self.option_ptr, self.part_ptr, self.part_idx
        labels = self.labels if isinstance(self.labels, CodeLabels) else list(self.labels)
        return _restored, (rows, labels, self.start, self.is_represented)

    def find(self, position: Any) -> int:
        """Return the index of a component, or of its representative; -1 if it has none."""
        try:
            if self.rule is not None:
                name = self.rule.find(position)
                if name is None:
                    return -1
                return int(self._index[name]) if self.rule.is_compiled else name
            return int(self._index[position])
        except (KeyError, TypeError):
            return -1

    def indices(self, parts: Sum[Any]) -> AnyArray:
        """Return the indices of the components of a sum, ascending; -1 for those it has not."""
        import numpy as np

        return np.array(sorted(map(self.find, parts)), dtype=np.int32)

    def differing(self, rule: SumRule, sample: Iterable[int]) -> int | None:
        """Return the first index of a sample at which a rule has other options than this game."""
        for v in sample:
            found = {tuple(sorted(map(self.find, row))) for row in rule.moves(self.labels[v])}
            ends = self.part_ptr[self.option_ptr[v] : self.option_ptr[v + 1] + 1].tolist()
            if found != {tuple(self.part_idx[i:j].tolist()) for i, j in pairwise(ends)}:
                return v
        return None


def _restored(rows: Any, labels: Any, start: Any, is_represented: bool) -> SumGame:
    """Return the game that a pickle describes."""
    game = SumGame(rows, labels, numbering(labels), start)
    game.is_represented = is_represented
    return game


def explore_sums(
    rule: Any, start: Any, canonical: Any, limit: int | None, progress: ProgressLike
) -> SumGame:
    """Find all components that can be reached from a start, and their options.

    Raises
    ------
    ExplorationLimitError
        If there are more components than `limit`.
    GraphGameError
        If the rule gives what is no sum.
    """
    import numpy as np

    asked = SumRule(rule, start, canonical, keeps=False)
    most = checks.limit(limit, MOST_POSITIONS)
    names = [asked.name(part) for one in asked.starts for part in one]
    components = asked.components
    if isinstance(components, CodeSums):
        components.index.add(np.array(names, dtype=np.int64), np.empty(len(names), np.int32))
    rows = SumRows(components)

    def counts() -> tuple[int, int, int]:
        return rows.count, rows.expanded, rows.options

    def watch(found: int, parts: int) -> None:
        check_growth(140 * found + 14 * parts, f"{found:,} components found")

    with Exploring(progress, counts) as report:
        while rows.expanded < rows.count <= most:
            with asked.asking():
                rows.run(most, watch, report)
    if rows.count > most:
        raise ExplorationLimitError(most, *counts())
    arrays = rows.finish()
    labels: Any
    if isinstance(components, CodeSums):
        labels = CodeLabels(read_only(components.index.batch(0, components.index.count)))
    else:
        labels = components.positions
    game = SumGame(arrays, labels, components.index, asked.start, asked)
    _require_same_options(game, asked)
    return game


def _require_same_options(game: SumGame, asked: SumRule) -> None:
    """Ask the rule again about the first component, the last, and some between them."""
    step = max(1, (game.n - 1) // (_SAMPLE - 1))
    sample = [*range(0, game.n, step)[: _SAMPLE - 1], game.n - 1] if game.n else []
    with asked.asking():
        v = game.differing(asked, sample)
    if v is not None:
        raise GraphGameError(
            f"rule at {game.labels[v]!r}: expected the same options each time it is asked, got "
            "others later; options depend on the position alone"
        )
