"""The policeman and the thief as an explicit graph of all states."""

from __future__ import annotations

from collections.abc import Iterator

from graphgame.errors import TooLargeError
from graphgame.graphs.graph import GameGraph
from graphgame.graphs.labels import Labels
from graphgame.outcome import LOSE, MOST_POSITIONS, NO_PRESET, WIN
from graphgame.pursuit.grid import EXIT, WALL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    import numpy as np
    import numpy.typing as npt

    from graphgame.pursuit.grid import Cell, Grid

    State = tuple[Cell, Cell, str]

_TURNS = ("police", "thief")


class States(Labels["State"]):
    """The names of the states: (policeman, thief, turn), in this order.

    They are made when they are asked for.  It is its own index: a look-up is arithmetic.
    """

    __slots__ = ("cells", "numbers")

    def __init__(self, cells: list[Cell]) -> None:
        self.cells = cells
        self.numbers = dict(zip(cells, range(len(cells)), strict=True))

    def numbering(self) -> Numbers:
        """Return the index of every state."""
        return Numbers(self)

    def __len__(self) -> int:
        return 2 * len(self.cells) ** 2

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        if not -len(self) <= index < len(self):
            raise IndexError(index)
        pair, turn = divmod(index % len(self), 2)
        police, thief = divmod(pair, len(self.cells))
        return self.cells[police], self.cells[thief], _TURNS[turn]

    def __repr__(self) -> str:
        return f"States({len(self.cells)} cells)"


class Numbers:
    """The index of every state."""

    __slots__ = ("states",)

    def __init__(self, states: States) -> None:
        self.states = states

    def __len__(self) -> int:
        return len(self.states)

    def __iter__(self) -> Iterator[State]:
        return iter(self.states)

    def __getitem__(self, state: Any) -> int:
        try:
            police, thief, turn = state
            numbers = self.states.numbers
            pair = numbers[police] * len(numbers) + numbers[thief]
            return 2 * pair + _TURNS.index(turn)
        except ValueError:  # not three, or no turn
            raise KeyError(state) from None


def build(grid: Grid) -> GameGraph:
    """Build the graph; see `PoliceAndThief.graph`."""
    import numpy as np

    cells = np.frombuffer(grid.cells, dtype=np.uint8).reshape(grid.rows, grid.columns)
    places = np.argwhere(cells != WALL)
    k = len(places)
    if 2 * k * k > MOST_POSITIONS:
        raise TooLargeError(f"graph: expected at most {MOST_POSITIONS} states, got {2 * k * k}")
    numbers = np.full((grid.rows + 2, grid.columns + 2), -1)
    numbers[1:-1, 1:-1][cells != WALL] = np.arange(k)
    is_exit = cells[cells != WALL] == EXIT
    police, thief = np.divmod(np.arange(k * k), k)
    on = ~((police == thief) | is_exit[thief])  # the pairs where play goes on
    police, thief, pairs = police[on], thief[on], np.flatnonzero(on)
    blocks = []
    for i in (-1, 0, 1):
        for j in (-1, 0, 1):
            near = numbers[places[:, 0] + 1 + i, places[:, 1] + 1 + j]
            blocks.append(_edges(2 * pairs, near[police], near[police] * k + thief, 1))
            if i * j == 0:
                blocks.append(_edges(2 * pairs + 1, near[thief], police * k + near[thief], 0))
    presets = np.full((k, k, 2), NO_PRESET, dtype=np.int8)
    presets[:, is_exit] = LOSE, WIN
    presets[np.arange(k), np.arange(k)] = WIN, LOSE
    states = States([(row, column) for row, column in places.tolist()])
    edges = np.concatenate(blocks)
    graph = GameGraph.from_edges(edges, len(states), labels=states)
    return graph.with_presets(presets.reshape(-1))


def _edges(
    sources: npt.NDArray[np.int64], moved_to: npt.NDArray[np.int64],
    pairs: npt.NDArray[np.int64], turn: int,
) -> npt.NDArray[np.int32]:  # fmt: skip
    """Return the moves in one direction to pairs, where there is a cell to move to."""
    import numpy as np

    there = moved_to >= 0
    edges = np.empty((np.count_nonzero(there), 2), dtype=np.int32)
    edges[:, 0] = sources[there]
    edges[:, 1] = 2 * pairs[there] + turn
    return edges
