"""Solve a rule and keep its answers alone: explore, store the options once, and let them go."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from graphgame import _core, checks
from graphgame.errors import ExplorationLimitError
from graphgame.graphs.labels import codes as as_codes
from graphgame.graphs.symmetry import Symmetry
from graphgame.memory import check_memory
from graphgame.rules.explorer import Explorer
from graphgame.rules.kind import POSITIONS, Rules
from graphgame.rules.plain import read_rules, require_plain
from graphgame.rules.rows import RowExplorer
from graphgame.rules.starts import starting
from graphgame.rules.symmetry import representatives
from graphgame.solving import _answers, _sorting
from graphgame.solving.answers import Answers
from graphgame.solving.positions import ClassPositions, CodePositions, ListedPositions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeAlias

    from graphgame import types
    from graphgame._kernel.buffer import Buffer
    from graphgame.rules._compact import CompactRows
    from graphgame.types import Array, Int64Array

    Positions: TypeAlias = CodePositions | ListedPositions | ClassPositions

# Options that take less memory than this are moved at once; others in so many parts.
_FEW, _PARTS = 1 << 22, 8


class AnswersExplorer:
    """Explores a rule to solve it without its graph; goes on where a limit has stopped it.

    ``error.explorer`` of the `ExplorationLimitError` of ``solve(…, keep="answers")`` is one.  The
    parameters are those of `solve`, but for `label`, which gives the outcomes and the remoteness of
    a graph, as `solve` does.

    Examples
    --------
    >>> import graphgame as gg
    >>> def take(n):
    ...     return [n - k for k in (1, 2, 3) if n >= k]
    >>> try:
    ...     gg.solve(take, start=1000, keep="answers", limit=100)
    ... except gg.ExplorationLimitError as error:
    ...     print(error.explorer.run().answers())
    Answers(n=1001, play='normal': 750 WIN, 251 LOSE, 0 DRAW)
    """

    def __init__(
        self,
        rule: Any,
        start: Any,
        *,
        play: types.PlayName,
        presets: Any,
        size: int | None,
        expect: int | None,
        threads: int,
        label: Callable[..., tuple[Buffer, Buffer]],
        canonical: Any,
    ) -> None:
        from graphgame import outcome

        self._play, self._label = outcome.Play(play), label
        expect = None if expect is None else checks.at_least_1(expect, "expect")
        first, starts = starting(start, codes=hasattr(start, "__array__"))
        self._rules = rules = read_rules(rule, first, presets, canonical)
        self._taken: list[Any] | None = None
        if isinstance(starts, Iterator):
            self._taken = []
            starts = _recorded(starts, self._taken)
        self._explorer: Explorer[Any] | RowExplorer
        if rules.kind == POSITIONS:
            self._starts = starting(starts)[1] if hasattr(starts, "__array__") else starts
            self._explorer = Explorer(
                rules.options,
                self._starts,
                presets=rules.preset,
                canonical=rules.canonical,
                expect=expect,
            )
            return
        self._starts = starts if self._taken is not None else _own_codes(starts)
        taken = self._starts
        if rules.represent is not None:
            taken = representatives(rules, taken)[1]
        self._explorer = RowExplorer(rules, taken, size=size, expect=expect, threads=threads)

    def run(self, *, limit: int | None = None, progress: bool = False) -> AnswersExplorer:
        """Explore until all positions are expanded; see `Explorer.run`.

        Returns
        -------
        AnswersExplorer
            This one.

        Raises
        ------
        ExplorationLimitError
            If there are more positions than `limit`.
        """
        try:
            self._explorer.run(limit=limit, progress=progress)
        except ExplorationLimitError as error:
            error.explorer = self
            raise
        return self

    def answers(self) -> Answers[Any]:
        """Return the answers, when all positions are expanded; can be called once."""
        misere, explorer = self._play == "misere", self._explorer
        if isinstance(explorer, RowExplorer):
            return self._solved_codes(explorer, misere=misere)
        game = explorer.graph()
        require_plain(game.presets, game.preset_remoteness)
        labels = _answers.pack_labels(*self._label(game, misere=misere))
        positions = ListedPositions(list(game.labels or ()), game._index)
        starts = self._starts if self._taken is None else self._taken
        return Answers(by_class(positions, self._rules), labels, self._play, starts, self._rules)

    def _solved_codes(self, explorer: RowExplorer, *, misere: bool) -> Answers[int]:
        import numpy as np

        index, presets, ends, rows = explorer.finish()
        del explorer, self._explorer
        require_plain(presets, ends)
        labels = solve_rows(rows, presets, misere=misere)
        del rows, presets
        codes = index.finish()
        del index
        _sorting.sort_labels(codes, labels)
        positions = by_class(CodePositions(np.asarray(codes)), self._rules)
        starts = self._starts if self._taken is None else as_codes(self._taken, "start")
        return Answers(positions, labels, self._play, starts, self._rules)


def _own_codes(starts: Any) -> Int64Array:
    """Return starts as codes of our own: the caller may change what it gave."""
    import numpy as np

    found = as_codes(starts, "start")
    return found.copy() if np.may_share_memory(found, starts) else found


def by_class(positions: CodePositions | ListedPositions, rules: Rules) -> Positions:
    """Return positions that are found by their classes, if the rules have a symmetry."""
    if rules.represent is None:
        return positions
    return ClassPositions(positions, Symmetry(rules.represent))


def _recorded(starts: Iterator[Any], taken: list[Any]) -> Iterator[Any]:
    """Return an iterator of the same positions, which appends each to a list."""
    for position in starts:
        taken.append(position)
        yield position


def solve_rows(rows: CompactRows, presets: Array | None, *, misere: bool) -> Buffer:
    """Return the labels of a game; its rows hold nothing afterwards, or are not needed any more.

    Notes
    -----
    Where every option is above its position, one pass over the options.  Else the predecessors take
    the place of the options part by part, and counters propagate: 18 bytes per position and 4 per
    edge, and an eighth of these more meanwhile.  The options have taken less, and are gone then.
    """
    if rows.rising:
        return _answers.solve_rising(rows, presets, misere)
    n, m = rows.n, rows.m
    parts = _PARTS if m > _FEW else 1
    check_memory(
        18 * n + 4 * m + 4 * m // parts - rows.nbytes,
        None,
        "rule",
        lambda: f"{n} positions and {m} moves, to solve them",
    )
    predecessors_ptr, predecessors, degrees = _answers.take_predecessors(rows, parts)
    outcomes, remoteness = _core.propagate(predecessors_ptr, predecessors, degrees, presets, misere)
    del predecessors_ptr, predecessors, degrees
    return _answers.pack_labels(outcomes, remoteness)
