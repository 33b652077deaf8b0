"""Games of sums as graphs: every multiset of components that can be reached is a position."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from graphgame import checks
from graphgame.arrays import read_only
from graphgame.errors import ExplorationLimitError, GraphGameError
from graphgame.graphs.graph import GameGraph
from graphgame.graphs.labels import Labels
from graphgame.graphs.sum import Sum
from graphgame.outcome import MOST_POSITIONS
from graphgame.progress import Exploring
from graphgame.rules.sums._multisets import Multisets
from graphgame.rules.sums.sum_game import SumGame, explore_sums
from graphgame.rules.sums.sum_rule import check_growth

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphgame.types import AnyArray, P, ProgressLike


class SumLabels(Labels[Sum]):
    """The positions of a game of sums; each is made when it is asked for.

    Parameters
    ----------
    game : SumGame
    found : Multisets
    rows : pair of arrays
        Where the components of each position begin, and the indices of all.
    """

    __slots__ = ("found", "game", "parts", "ptr")

    def __init__(self, game: SumGame, found: Multisets, rows: tuple[AnyArray, AnyArray]) -> None:
        self.game: SumGame = game
        self.found: Multisets = found
        self.ptr: AnyArray = read_only(rows[0])
        self.parts: AnyArray = read_only(rows[1])

    def __reduce__(self) -> Any:
        return _restored, (self.game, self.ptr, self.parts)

    def numbering(self) -> SumIndex:
        """Return the mapping from sums, and from single components, to indices."""
        return SumIndex(self)

    def __len__(self) -> int:
        return len(self.ptr) - 1

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        if not -len(self) <= index < len(self):
            raise IndexError(f"index {index} of {len(self)} positions")
        v = index % len(self)
        labels = self.game.labels
        return Sum(*(labels[w] for w in self.parts[self.ptr[v] : self.ptr[v + 1]].tolist()))

    def __iter__(self) -> Iterator[Sum[Any]]:
        return map(self.__getitem__, range(len(self)))


def _restored(game: SumGame, ptr: AnyArray, parts: AnyArray) -> SumLabels:
    """Return the labels that a pickle describes."""
    found = Multisets(game.option_ptr, game.part_ptr, game.part_idx)
    found.add_all(ptr, parts)
    return SumLabels(game, found, (ptr, parts))


class SumIndex:
    """The index of a sum, or of a component by itself, which is a sum of one."""

    __slots__ = ("labels",)

    def __init__(self, labels: SumLabels) -> None:
        self.labels: SumLabels = labels

    def __len__(self) -> int:
        return len(self.labels)

    def __getitem__(self, position: Any) -> int:
        state = position if isinstance(position, Sum) else Sum(position)
        indices = self.labels.game.indices(state)
        v = -1 if (indices < 0).any() else self.labels.found.find(indices)
        if v < 0:
            raise KeyError(position)
        return v


def explore_written_out(
    rule: Any,
    start: Any,
    presets: Any,
    owner: Any,
    canonical: Any,
    limit: int | None,
    progress: ProgressLike,
) -> GameGraph[Any]:
    """Return the graph of a rule whose options are sums; see `explore`."""
    for name, given in (("presets", presets), ("owner", owner)):
        if given is not None:
            raise GraphGameError(
                f"{name}: expected none with sums=True, as a sum goes on until nobody can move, in "
                "turns; without sums, write positions out as tuples of components"
            )
    game = explore_sums(rule, start, canonical, limit, progress)
    assert game.rule is not None
    return written_out(game, game.rule.starts, limit, progress=progress)


def written_out(
    game: SumGame, starts: Iterable[Sum[P]], limit: int | None, *, progress: ProgressLike
) -> GameGraph[Sum[P]]:
    """Return the graph of all multisets of components that can be reached from some sums.

    Raises
    ------
    ExplorationLimitError
        If there are more than `limit`.
    """
    most = checks.limit(limit, MOST_POSITIONS)
    found = Multisets(game.option_ptr, game.part_ptr, game.part_idx)

    def counts() -> tuple[int, int, int]:
        return found.count, found.expanded, found.m

    def watch(count: int, parts: int, moves: int) -> None:
        check_growth(50 * count + 8 * parts + 8 * moves, f"{count:,} sums found")

    for start in starts:
        found.add(game.indices(start))
    with Exploring(progress, counts) as report:
        found.run(most, watch, report)
    if found.count > most:
        raise ExplorationLimitError(most, *counts())
    ptr, parts, row_ptr, idx = found.finish()
    ends = read_only(ptr)[: found.count + 1]
    rows = ends, read_only(parts)[: ends[-1]]
    labels = SumLabels(game, found, rows)
    return GameGraph._from_checked(
        found.count,
        found.m,
        options=(row_ptr, idx),
        labels=labels,
        index=labels.numbering(),
        start=labels[0] if len(labels) else None,
    )
