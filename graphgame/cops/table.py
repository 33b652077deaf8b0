"""All states of a solved game of cops and robbers, as columns."""

from __future__ import annotations

import numpy as np

from graphgame.arrays import outcome_words
from graphgame.cops.placements import captures, placements
from graphgame.cops.states import TURNS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphgame.cops.board import Rows
    from graphgame.graphs.graph import GameGraph
    from graphgame.types import AnyArray, IntArray


def table(
    game: GameGraph, k: int, rows: Rows, times: AnyArray | None, sets: tuple[Any, Any] | None
) -> dict[str, Any]:
    """Return the columns; see `CopsSolution.table`."""
    n, placed = game.n, placements(game.n, k)
    columns: dict[str, Any] = {}
    for i in range(k):
        columns[f"cop_{i}"] = _labels(game, np.repeat(placed[:, i], 2 * n))
    columns["robber"] = _labels(game, np.tile(np.repeat(np.arange(n), 2), len(placed)))
    columns["turn"] = np.tile(np.array(TURNS), n * len(placed))
    if times is not None:
        both = np.stack([times, _with_robber_to_move(times, *rows, captures(placed, n))], axis=-1)
        both = both.astype(np.int32)
        plies = np.where(both > 0, 2 * both - (1, 0), both).astype(np.int32)
        caught = both >= 0
    else:
        assert sets is not None, "a solution has times or sets"
        caught = np.stack([_unpacked(bits, len(placed), n) for bits in sets], axis=-1)
    columns["outcome"] = outcome_words((caught * np.array([1, -1])).reshape(-1))
    if times is not None:
        columns["remoteness"] = plies.reshape(-1)
    return columns


def _labels(game: GameGraph, vertices: IntArray) -> Any:
    """Return the labels of vertices: an array where the graph has none, or else a list."""
    if game.labels is None:
        return vertices.astype(np.int32)
    return game.positions(vertices.tolist())


def _with_robber_to_move(
    times: AnyArray, ptr: IntArray, idx: IntArray, caught: AnyArray
) -> AnyArray:
    """Return the times with the robber to move: the greatest of his options; never, -1, is more."""
    unsigned = times.view(times.dtype.str.replace("i", "u"))
    greatest = np.maximum.reduceat(unsigned[:, idx], ptr[:-1], axis=1)
    greatest[caught] = 0
    return greatest.view(times.dtype)


def _unpacked(bits: Any, count: int, n: int) -> AnyArray:
    """Return sets of vertices as flags, (placements, n)."""
    words = np.asarray(bits).reshape(count, -1)
    flags = np.unpackbits(words.astype("<u8").view(np.uint8), axis=1, bitorder="little")
    return flags[:, :n].astype(np.bool_)
