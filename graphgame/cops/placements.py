"""A graph as kernels take it, and placements of the cops: multisets of vertices, numbered.

The order is colexicographic.  A placement is an ascending row of vertices a_0 ≤ a_1 ≤ …, and has
the number C(a_0, 1) + C(a_1 + 1, 2) + … + C(a_i + i, i + 1), as in the kernel.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeAlias

import numpy as np

from graphgame.graphs import _rows
from graphgame.graphs.convert import as_game_graph
from graphgame.graphs.graph import GameGraph
from graphgame.graphs.libraries import is_directed, require_moves_alone
from graphgame.types import BoolArray, Int32Array, Int64Array, IntArray

# Compressed sparse rows: offsets and entries.
Rows: TypeAlias = tuple[Int64Array, Int32Array]


# -- the graph ------------------------------------------------------------------------------------


def as_board(graph: Any, directed: bool | None) -> tuple[GameGraph, bool]:
    """Return the graph, and whether its moves follow the arcs; refuse what is more than a graph."""
    if directed is None:
        directed = bool(is_directed(graph))
    game = as_game_graph(graph)
    require_moves_alone(game, "graph", "cops and robber move in turn, and end no game at a vertex")
    return game, directed


def all_edges(game: GameGraph) -> Int32Array:
    """Return all edges, (m, 2)."""
    blocks = [np.column_stack(pair) for pair in game.edge_blocks()]
    return np.concatenate([np.empty((0, 2), np.int32), *blocks])


def neighbourhoods(n: int, edges: Int32Array, directed: bool) -> tuple[Rows, Rows]:
    """Return closed out- and in-neighbourhoods, each row ascending and without repetition."""
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


# -- placements -----------------------------------------------------------------------------------


def count(n: int, k: int) -> int:
    """Return the number of placements of k cops on n vertices, C(n + k - 1, k), at most 2^63.

    Examples
    --------
    >>> count(3, 2)
    6
    """
    result = 1
    for i in range(1, min(k, n - 1) + 1):
        result = result * (max(k, n - 1) + i) // i
        if result >= 2**63:
            return 2**63
    return result


def placements(n: int, k: int) -> Int64Array:
    """Return all placements of k cops on n vertices, (C(n + k - 1, k), k), in their order.

    Examples
    --------
    >>> placements(3, 2).tolist()
    [[0, 0], [0, 1], [1, 1], [0, 2], [1, 2], [2, 2]]
    """
    rows = np.arange(n, dtype=np.int64).reshape(n, 1)
    fewer = np.arange(1, n + 1)  # the number of placements of one cop less on vertices 0 to x
    for _ in range(1, k):
        # A placement with highest vertex x begins with any placement of the others on 0 to x.
        others = counting(fewer)
        rows = np.column_stack([rows[others], np.repeat(np.arange(n), fewer)])
        fewer = np.cumsum(fewer)
    return rows


def in_order(n: int, k: int) -> Iterator[tuple[int, ...]]:
    """Yield all placements as tuples, in their order, in O(k) memory.

    Examples
    --------
    >>> [*in_order(2, 3)]
    [(0, 0, 0), (0, 0, 1), (0, 1, 1), (1, 1, 1)]
    """
    cops = [0] * k
    while cops[-1] < n:
        yield tuple(cops)
        i = 0
        while i + 1 < k and cops[i] == cops[i + 1]:
            i += 1
        cops[i] += 1
        cops[:i] = [0] * i


def numbers(rows: IntArray, n: int) -> Int64Array:
    """Return the numbers of placements, the cops in any order along the last axis."""
    ordered = np.sort(rows, axis=-1)
    place = np.arange(n)  # what cop i adds to the number when he is at x: C(x + i, i + 1)
    total = place[ordered[..., 0]]
    for i in range(1, rows.shape[-1]):
        place = np.cumsum(place)
        total = total + place[ordered[..., i]]
    return total


def captures(rows: IntArray, n: int) -> BoolArray:
    """Return on which vertices the robber is caught, (placements, n)."""
    caught = np.zeros((len(rows), n), dtype=np.bool_)
    np.put_along_axis(caught, rows, True, axis=1)
    return caught


def counting(lengths: IntArray) -> IntArray:
    """Return 0, 1, … up to each of the lengths, one after the other."""
    ends = np.cumsum(lengths)
    return np.arange(ends[-1] if len(ends) else 0) - np.repeat(ends - lengths, lengths)


def joint_moves(rows: IntArray, ptr: IntArray, idx: IntArray) -> tuple[IntArray, IntArray]:
    """Return all joint moves of cops who are at `rows`, (p, k), in any order.

    Returns
    -------
    sources : (moves,) array
        The row that each move starts from.
    moved : (moves, k) array
        Where the cops are then; the moves of a row are in lexicographic order.
    """
    sources, moved = np.arange(len(rows)), rows
    for i in range(rows.shape[1]):
        at = moved[:, i]
        choices = ptr[at + 1] - ptr[at]
        places = np.repeat(ptr[at], choices) + counting(choices)
        sources, moved = np.repeat(sources, choices), np.repeat(moved, choices, axis=0)
        moved[:, i] = idx[places]
    return sources, moved
