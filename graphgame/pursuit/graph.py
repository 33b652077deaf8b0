"""The policeman and the thief as an explicit graph of all states."""

from __future__ import annotations

from graphgame.errors import TooLargeError
from graphgame.graphs.graph import GameGraph
from graphgame.outcome import LOSE, MOST_POSITIONS, NO_PRESET, WIN
from graphgame.pursuit.grid import EXIT, WALL
from graphgame.pursuit.states import States

TYPE_CHECKING = False
if TYPE_CHECKING:
    from graphgame.pursuit.grid import Grid
    from graphgame.types import Int32Array, Int64Array


def build(grid: Grid) -> GameGraph:
    """Build the graph of a grid; see `PoliceAndThief.graph`."""
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


def _edges(sources: Int64Array, moved_to: Int64Array, pairs: Int64Array, turn: int) -> Int32Array:
    """Return the moves in one direction, from states to pairs, where there is a cell to move to."""
    import numpy as np

    there = moved_to >= 0
    edges = np.empty((np.count_nonzero(there), 2), dtype=np.int32)
    edges[:, 0] = sources[there]
    edges[:, 1] = 2 * pairs[there] + turn
    return edges
