"""What the kernels take: a graph, its closed neighbourhoods, and enough memory."""

from __future__ import annotations

import numpy as np

from graphgame.cops.placements import count
from graphgame.errors import GraphGameError
from graphgame.graphs import _rows
from graphgame.graphs.convert import as_game_graph
from graphgame.graphs.graph import GameGraph

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeAlias

    from graphgame.types import Int32Array, Int64Array

    # Compressed sparse rows: offsets and entries.
    Rows: TypeAlias = tuple[Int64Array, Int32Array]


def as_board(graph: Any, directed: bool | None) -> tuple[GameGraph, bool]:
    """Return the graph, and whether its moves follow the arcs.

    Raises
    ------
    GraphGameError
        If the graph is malformed, or has preset outcomes.
    """
    if directed is None:
        directed = _is_directed(graph)
    game = as_game_graph(graph)
    if game.presets is not None:
        raise GraphGameError("graph: expected no preset outcomes, got a GameGraph that has some")
    return game, directed


def _is_directed(graph: Any) -> bool:
    """Return whether the graph of another library is directed."""
    says = getattr(graph, "is_directed", None)  # NetworkX, igraph
    if callable(says):
        return bool(says())
    # rustworkx: only a directed graph has predecessors.
    return hasattr(graph, "edge_list") and hasattr(graph, "predecessors")


def all_edges(game: GameGraph) -> Int32Array:
    """Return all edges, (m, 2)."""
    blocks = [np.column_stack(pair) for pair in game.edge_blocks()]
    return np.concatenate([np.empty((0, 2), np.int32), *blocks])


def neighbourhoods(n: int, edges: Int32Array, directed: bool) -> tuple[Rows, Rows]:
    """Return closed out- and in-neighbourhoods, each row ascending and without repetition.

    Notes
    -----
    O(n + m) time.
    """
    stay = np.repeat(np.arange(n, dtype=np.int32), 2).reshape(n, 2)
    arcs = np.concatenate([edges, stay] if directed else [edges, edges[:, ::-1], stay])
    # Grouped by target, then transposed: each row comes out ascending.
    ptr, idx = map(np.asarray, _rows.transpose(*_rows.group_edges(arcs, n, True)))
    first = np.empty(len(idx), dtype=np.bool_)
    np.not_equal(idx[1:], idx[:-1], out=first[1:])
    first[ptr[:-1]] = True  # no row is empty
    rows = np.concatenate([[0], np.cumsum(first)])[ptr], idx[first]
    if not directed:
        return rows, rows
    back_ptr, back_idx = map(np.asarray, _rows.transpose(*rows))
    return rows, (back_ptr, back_idx)


def needed_bytes(n: int, k: int, arcs: int, times_width: int) -> int:
    """Return an estimate of the bytes that the kernel takes for k cops on n vertices."""
    words = (n + 63) // 64
    placements = count(n, k) * (16 * words + 17 + n * times_width)
    # The layers: placements of 1 to k - 1 cops on the same vertices.
    layers = (count(n + 1, k - 1) - 1) * (8 * words + 1)
    return placements + layers + 8 * (k * (n + 1) + n * words) + 8 * arcs + 16 * n
