"""Cops and robbers as an explicit graph of all states."""

from __future__ import annotations

from itertools import product

import numpy as np

from graphgame.cops.placements import captures, joint_moves, numbers, placements
from graphgame.errors import TooLargeError
from graphgame.graphs.graph import GameGraph
from graphgame.outcome import LOSE, MOST_POSITIONS, NO_PRESET, WIN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from graphgame.types import IntArray


def explicit_graph(game: GameGraph, ptr: IntArray, idx: IntArray, k: int) -> GameGraph:
    """Return the graph of all states and moves; see `CopsSolution.graph`.

    State (placement c, robber r, turn) has the index 2 (c n + r), plus 1 if the robber is to move.

    Parameters
    ----------
    game : GameGraph
        The graph of the vertices.
    ptr, idx : arrays
        Its closed out-neighbourhoods.
    k : int
        Number of cops.
    """
    n = game.n
    rows = placements(n, k)
    if 2 * n * len(rows) > MOST_POSITIONS:
        raise TooLargeError(
            f"cops: expected at most {MOST_POSITIONS} states, got {2 * n * len(rows)}"
        )
    caught = captures(rows, n)
    sources, targets = _moves_of_cops(rows, ptr, idx)
    robbers = np.arange(n)
    cops_moves = np.stack(
        [2 * (sources[:, None] * n + robbers), 2 * (targets[:, None] * n + robbers) + 1], axis=-1
    )[~caught[sources]]
    leaving = np.repeat(robbers, np.diff(ptr))
    first = n * np.arange(len(rows))[:, None]
    robber_moves = np.stack([2 * (first + leaving) + 1, 2 * (first + idx)], axis=-1)[
        ~caught[:, leaving]
    ]
    presets = np.full((len(rows), n, 2), NO_PRESET, dtype=np.int8)
    presets[caught] = WIN, LOSE
    vertices = game.positions(range(n))
    placed = [tuple(game.positions(row)) for row in rows.tolist()]
    graph = GameGraph.from_edges(
        np.concatenate([cops_moves, robber_moves]).astype(np.int32),
        labels=product(placed, vertices, ("cops", "robber")),
    )
    return graph.with_presets(presets.ravel())


def _moves_of_cops(rows: IntArray, ptr: IntArray, idx: IntArray) -> tuple[IntArray, IntArray]:
    """Return all pairs of placements that are one joint move apart, each once."""
    sources, moved = joint_moves(rows, ptr, idx)
    pairs = np.unique(sources * len(rows) + numbers(moved, len(ptr) - 1))
    return pairs // len(rows), pairs % len(rows)
