"""`cop_number` and `cop_numbers`: how many cops it takes to catch the robber."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from graphgame import checks
from graphgame.cops import _numbers
from graphgame.cops.graph6 import blocks, text_blocks
from graphgame.cops.placements import all_edges, as_board, needed_bytes, neighbourhoods
from graphgame.errors import advised
from graphgame.memory import check_memory
from graphgame.types import Int8Array, Int32Array, Int64Array

# Cops for whom parts of up to 64 vertices are searched for that many which dominate them.
MOST_DOMINATING = 4


@advised
def cop_number(
    graph: object,
    max_cops: int | None = None,
    *,
    directed: bool | None = None,
    memory: int | str | None = None,
) -> int:
    """Return the least number of cops that win.

    Parameters
    ----------
    graph, directed
        As for `cops_and_robbers`.  A graph without vertices has cop number 0.
    max_cops : int, optional
        The most cops to try.
    memory : int or str, optional
        The most bytes to take for trying a number of cops, as in ``"4GiB"``; if not given, as many
        as the system has available.

    Returns
    -------
    int
        -1 if it takes more than `max_cops`.

    Raises
    ------
    TooLargeError
        If the numbers of cops to be tried would take more memory.
    GraphGameError
        If the graph is malformed.

    See Also
    --------
    cop_numbers : Cop numbers of many graphs at once.
    cops_and_robbers : Capture times and strategies for a number of cops.

    Notes
    -----
    Vertices that others dominate are taken out first: this changes no cop number, and leaves single
    vertices where one cop wins.  Then 1, 2, … cops are tried on every component, each until one
    placement wins wherever the robber starts: the cop number of a graph is the sum of those of its
    components.  On what is left, time and memory are those of `cops_and_robbers` without
    remoteness.

    References
    ----------
    R. Nowakowski and P. Winkler, "Vertex-to-vertex pursuit in a graph", Discrete Math. 43, 1983.
    M. Aigner and M. Fromme, "A game of cops and robbers", Discrete Appl. Math. 8, 1984.

    Examples
    --------
    >>> import graphgame as gg
    >>> gg.cop_number([(u, (u + 1) % 5) for u in range(5)])
    2
    """
    game, is_directed = as_board(graph, directed)
    ends = np.array([0, game.n], dtype=np.int64)
    most = checks.memory(memory)
    return int(_find(ends, all_edges(game), is_directed, max_cops, most)[0])


@advised
def cop_numbers(
    graphs: object,
    max_cops: int | None = None,
    *,
    directed: bool = False,
    memory: int | str | None = None,
) -> Int64Array:
    r"""Return the cop numbers of many graphs at once.

    Parameters
    ----------
    graphs : str or bytes, iterable of str or bytes, or (number, n) array_like of uint64
        Text in graph6, one graph per line, as nauty's ``geng`` writes it; or an iterable of such
        lines, with or without line ends, such as an open file; or adjacency bits: bit j of row i of
        a graph is set where there is an edge from i to j, for n at most 64 and without loops.
    max_cops : int, optional
        The most cops to try.
    directed : bool
        Whether adjacency bits are arcs; if not, every edge goes both ways, and is set in both rows.
    memory : int or str, optional
        The most bytes to take for trying a number of cops, as in ``"4GiB"``; if not given, as many
        as the system has available.

    Returns
    -------
    (number,) int64 array
        -1 where it takes more than `max_cops`, 0 for a graph without vertices.

    Raises
    ------
    ParseError
        If a graph is not graph6: its number as the line, and the column, both from 1.
    GraphGameError
        If the array does not hold adjacency bits, or an element is neither text nor a row of them:
        ``[gg.cop_number(G) for G in graphs]`` takes graphs in any form.

    See Also
    --------
    cop_number : The cop number of one graph, in any form.

    Notes
    -----
    As `cop_number`, on 65,536 graphs at a time: an iterable of lines, such as a file, is read while
    it is solved, and the numbers found take 9 bytes a graph.

    References
    ----------
    B. D. McKay, formats.txt of nauty, for graph6.

    Examples
    --------
    >>> import graphgame as gg
    >>> gg.cop_numbers("D?{\nDhc\n"), gg.cop_numbers([[0b0110, 0b1001, 0b1001, 0b0110]])
    (array([1, 2]), array([2]))
    """
    most = checks.memory(memory)
    found = [np.zeros(0, dtype=np.int8)]
    for graph_ptr, edges, is_text in blocks(graphs, directed):
        numbers = _find(graph_ptr, edges, directed and not is_text, max_cops, most)
        found.append(numbers.astype(np.min_scalar_type(-1 - int(numbers.max(initial=0)))))
    return np.concatenate(found, dtype=np.int64)


def find_in_pieces(
    pieces: Iterable[bytes], max_cops: int | None = None, source: str = "graphs"
) -> Iterator[Int64Array]:
    """Yield the cop numbers of each piece of a graph6 text; pieces end where lines do.

    The error for a piece that is not graph6 is that of `cop_numbers`; none of its numbers are
    yielded.
    """
    for graph_ptr, edges, _ in text_blocks(pieces, source):
        yield _find(graph_ptr, edges, False, max_cops, None)


def _find(
    graph_ptr: Int64Array,
    edges: Int32Array,
    directed: bool,
    max_cops: int | None,
    memory: int | None,
) -> Int64Array:
    """Return the cop number of every graph, -1 where it is more than `max_cops`."""
    most = None if max_cops is None else checks.at_least_1(max_cops, "max_cops")
    if directed:
        return _play(graph_ptr, edges, True, most, memory)
    numbers, kept = map(np.asarray, _numbers.retract(graph_ptr, edges))
    total = numbers.astype(np.int64)
    left = np.flatnonzero(total == 0)
    if len(left):
        total[left] = _play(*_within(graph_ptr, edges, left, kept), False, most, memory)
    return total if most is None else np.where(total > most, -1, total)


def _within(
    graph_ptr: Int64Array, edges: Int32Array, left: Int64Array, kept: Int8Array
) -> tuple[Int64Array, Int32Array]:
    """Return some of the graphs, with the vertices that are kept and the edges between these."""
    sizes = np.diff(graph_ptr)
    is_left = np.zeros(len(sizes), dtype=np.bool_)
    is_left[left] = True
    stays = (kept != 0) & np.repeat(is_left, sizes)
    place = np.cumsum(stays, dtype=np.int32) - 1
    ends = np.concatenate([[0], np.cumsum(stays)])[graph_ptr]
    counts = np.diff(ends)[left]
    edges = edges[stays[edges].all(axis=1)]
    return np.concatenate([[0], np.cumsum(counts)]), place[edges]


def _play(
    graph_ptr: Int64Array, edges: Int32Array, directed: bool, most: int | None, memory: int | None
) -> Int64Array:
    """Try 1, 2, … cops on every component of every graph."""
    rows, back = neighbourhoods(int(graph_ptr[-1]), edges, directed)
    part_ptr, members, local = map(np.asarray, _numbers.parts(*rows, *back))
    sizes = np.diff(part_ptr[:-1])
    numbers = np.zeros(len(sizes), dtype=np.int32)
    k = 0
    while (numbers == 0).any() and (most is None or k < most):
        k += 1
        if k <= MOST_DOMINATING:
            _numbers.dominate(*rows, part_ptr, members, local, numbers, k)
        n = int(sizes[numbers == 0].max(initial=0))
        if n:
            needed = needed_bytes(n, k, n * n, 0)
            check_memory(needed, memory, "cops", lambda: f"{k} on {n} vertices")  # noqa: B023
            _numbers.try_cops(*rows, *back, part_ptr, members, local, numbers, n, k)
    # `at` is the first part of each graph; an empty graph has none.
    totals = np.concatenate([[0], np.cumsum(numbers, dtype=np.int64)])
    unknown = np.concatenate([[0], np.cumsum(numbers == 0)])
    at = np.searchsorted(members[part_ptr[:-2]], graph_ptr) if len(sizes) else 0 * graph_ptr
    total = np.diff(totals[at])
    too_many = np.diff(unknown[at]) > 0
    if most is not None:
        too_many |= total > most
    return np.where(too_many, -1, total)
