"""Cops and robbers on graphs: who catches whom, and how many cops it takes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import overload

from graphgame import checks
from graphgame.cops import _hunt, _numbers as _subsets
from graphgame.cops.solution import CopsSolution
from graphgame.errors import GraphGameError, ParseError, TooLargeError
from graphgame.graphs import _rows
from graphgame.memory import check_memory
from graphgame.outcome import MOST_POSITIONS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeAlias

    import numpy as np
    import numpy.typing as npt

    from graphgame.graphs.graph import GameGraph

    Rows: TypeAlias = tuple[npt.NDArray[np.int64], npt.NDArray[np.int32]]

# The most rounds that fit into times of 2 and of 4 bytes, beside "never".
_MOST_ROUNDS = {0: 2**63 - 1, 2: 2**16 - 2, 4: 2**31 - 2}


def cops_and_robbers(
    graph: Any,
    cops: int = 1,
    *,
    directed: bool | None = None,
    times: bool = True,
    memory: int | None = None,
) -> CopsSolution:
    """Solve cops and robbers with k cops: the winner, the capture time, a strategy for both sides.

    The cops choose their vertices, several may share one; then the robber, who sees them, chooses
    his.  Then they take turns: all cops move, each along an edge or staying, then the robber in the
    same way.  The cops win once one of them is where the robber is.

    Parameters
    ----------
    graph : anything that `as_game_graph` takes, without preset outcomes
    cops : int
        How many, at least 1.
    directed : bool, optional
        True: moves follow the arcs.  False: every edge goes both ways.  If not given, only a graph
        of another library (NetworkX, igraph, rustworkx) that is directed counts as directed: edges,
        options, CSR, tables and a `GameGraph` go both ways.
    times : bool
        Whether to keep the capture time of every state.  Without them the solution knows who wins
        from where, but neither moves nor lines, and it takes an eighth of the memory.
    memory : int, optional
        The most bytes that it may take; what the system has to give if not given.

    Returns
    -------
    CopsSolution

    Raises
    ------
    TooLargeError
        If it would take more memory; nothing has been allocated then.
    GraphGameError
        If the graph is not one, or has no vertex, or there is no cop.

    Notes
    -----
    With P = C(n + k - 1, k) placements of the cops, w = ⌈n / 64⌉ and d the mean degree plus one, a
    round takes O(P d w Σ C(k, j)) word operations at the worst, j = 1 … k: the vertices of the
    robber are bits, and the cops move one after the other, not in all combinations.  There are as
    many rounds as the longest capture takes.  Memory: P (2 n + 16 w + 17) bytes and less for
    the rest, of which P · 2 n are kept, or P · 16 w without times.

    Sources: R. Nowakowski and P. Winkler, "Vertex-to-vertex pursuit in a graph", Discrete Math. 43,
    1983; A. Quilliot's thesis, 1978; M. Aigner and M. Fromme, "A game of cops and robbers",
    Discrete Appl. Math. 8, 1984, for k cops; A. Bonato et al., "The capture time of a graph",
    Discrete Math. 309, 2009.

    >>> s = cops_and_robbers([(0, 1), (1, 2), (2, 3), (3, 4)])
    >>> s.winner, s.start, s.capture_time, s.robber_start
    ('cops', (2,), 2, 0)
    >>> cops_and_robbers([(0, 1), (1, 2), (2, 3), (3, 0)]).winner
    'robber'
    """
    k = checks.at_least_1(cops, "cops")
    board, both_ways = _board(graph, directed)
    if board.n == 0:
        raise GraphGameError("graph: expected at least one vertex, got none to start from")
    rows, back = _closed(board.n, _edges(board), both_ways)
    import numpy as np

    members = np.arange(board.n, dtype=np.int32)
    for width in (2, 4) if times else (0,):
        needed = _bytes(board.n, k, len(rows[1]), width)
        check_memory(needed, memory, "cops", lambda: f"{k} on {board.n} vertices")
        try:
            game = _hunt.hunt(*rows, *back, members, k, width, _MOST_ROUNDS[width])
        except OverflowError as error:
            if width != 2:
                raise TooLargeError(
                    f"cops: expected a game within limits, got that {error}"
                ) from None
        else:
            break
    return CopsSolution(board, rows, k, game)


@overload
def cop_number(
    graph: Any, most: None = None, *, directed: bool | None = None, memory: int | None = None
) -> int: ...
@overload
def cop_number(
    graph: Any, most: int, *, directed: bool | None = None, memory: int | None = None
) -> int | None: ...
def cop_number(
    graph: Any, most: int | None = None, *, directed: bool | None = None, memory: int | None = None
) -> int | None:
    """Find the least number of cops that win.

    Parameters
    ----------
    graph, directed
        As for `cops_and_robbers`.  A graph without vertices has cop number 0.
    most : int, optional
        No more cops than this are tried.
    memory : int, optional
        As for `cops_and_robbers`.

    Returns
    -------
    int or None
        None if it is more than `most`.

    Raises
    ------
    TooLargeError
        If the cops that have to be tried would take more memory.
    GraphGameError
        If the graph is not one.

    Notes
    -----
    Tries 1, 2, … cops on every component by itself, each until one placement has won everywhere:
    the cop number of a graph is the sum of those of its components.  Time and memory are those of
    `cops_and_robbers` without times.

    >>> cop_number([(u, (u + 1) % 5) for u in range(5)])
    2
    """
    import numpy as np

    board, both_ways = _board(graph, directed)
    ends = np.array([0, board.n], dtype=np.int64)
    number = int(_numbers(ends, _edges(board), both_ways, most, memory)[0])
    return None if number < 0 else number


def cop_numbers(
    graphs: Any, most: int | None = None, *, directed: bool = False, memory: int | None = None
) -> npt.NDArray[np.int64]:
    r"""Find the cop numbers of many graphs at once.

    Parameters
    ----------
    graphs : str or bytes, iterable of str or bytes, or (number, n) array_like of uint64
        Text in graph6, one graph in a line, as nauty's ``geng`` writes it; or the lines, with or
        without their ends, such as an open file; or adjacency bits: bit j of row i of a graph says
        whether there is an edge from i to j, n at most 64.
    most : int, optional
        No more cops than this are tried.
    directed : bool
        Whether adjacency bits are arcs; if not, every edge goes both ways.
    memory : int, optional
        As for `cops_and_robbers`.

    Returns
    -------
    (number,) int64 array
        -1 where it is more than `most`, 0 for a graph without vertices.

    Raises
    ------
    ParseError
        If a graph is not graph6: its number as the line, and the column, both from 1.
    GraphGameError
        If the array does not hold adjacency bits.

    Notes
    -----
    As `cop_number`; all graphs in one pass for each number of cops, in compiled code.

    >>> cop_numbers("D?{\nDhc\n"), cop_numbers([[0b0110, 0b1001, 0b1001, 0b0110]])
    (array([1, 2]), array([2]))
    """
    import numpy as np

    from graphgame.cops import _graph6

    if isinstance(graphs, Iterable) and not isinstance(
        graphs, str | bytes | bytearray | np.ndarray
    ):
        graphs = list(graphs)
    text = _graph6_text(graphs)
    if text is None:
        bits = _bit_rows(graphs)
        number, n = bits.shape
        graph_ptr = n * np.arange(number + 1, dtype=np.int64)
        edges = np.asarray(_graph6.read_bit_rows(bits))
        return _numbers(graph_ptr, edges, not directed, most, memory)
    try:
        arrays = _graph6.read_graph6(text)
    except _graph6.Graph6Error as error:
        where = error.line, error.column, error.expected, error.found
        raise ParseError("graphs", *where) from None
    except OverflowError as error:
        raise TooLargeError(
            f"graphs: expected at most {MOST_POSITIONS} vertices, got {error}"
        ) from None
    graph_ptr, edges = map(np.asarray, arrays)
    if isinstance(graphs, list) and len(graphs) != len(graph_ptr) - 1:
        raise GraphGameError(
            f"graphs: expected one graph in each of {len(graphs)} strings, got {len(graph_ptr) - 1}"
        )
    return _numbers(graph_ptr, edges, True, most, memory)


# -- what comes in --------------------------------------------------------------------------------


def _board(graph: Any, directed: bool | None) -> tuple[GameGraph, bool]:
    """Return the graph, and whether its edges still have to be made to go both ways."""
    from graphgame.graphs.convert import as_game_graph

    if directed is None:
        directed = _says_directed(graph)
    board = as_game_graph(graph)
    if board.presets is not None:
        raise GraphGameError("graph: expected no preset outcomes, got a GameGraph that has some")
    return board, not directed


def _says_directed(graph: Any) -> bool:
    says = getattr(graph, "is_directed", None)  # NetworkX, igraph
    if callable(says):
        return bool(says())
    # rustworkx: only a directed graph has predecessors.
    return hasattr(graph, "edge_list") and hasattr(graph, "predecessors")


def _graph6_text(graphs: Any) -> bytes | None:
    """Return graph6 lines as one text; None for what is neither text nor a list of lines."""
    if isinstance(graphs, str):
        return graphs.encode(errors="surrogatepass")
    if isinstance(graphs, bytes | bytearray):
        return bytes(graphs)
    kinds = set(map(type, graphs)) if isinstance(graphs, list) else {None}
    if kinds <= {bytes}:
        return b"".join(map(b"%s\n".__mod__, map(bytes.rstrip, graphs)))
    if kinds <= {str}:
        return "".join(map("{}\n".format, map(str.rstrip, graphs))).encode(errors="surrogatepass")
    return None


def _bit_rows(graphs: Any) -> npt.NDArray[np.uint64]:
    import numpy as np

    array = checks.unsigned(graphs, "graphs")
    if array.ndim != 2 or array.shape[1] > 64:
        raise GraphGameError(
            "graphs: expected graph6, or adjacency bits of shape (number, n) with n at most 64, "
            f"got an array of shape {array.shape}"
        )
    n = array.shape[1]
    wrong = array < 0
    if n < 64:
        wrong |= array >> n != 0
    if wrong.any():
        place = [int(i) for i in np.argwhere(wrong)[0]]
        found = array[tuple(place)]
        raise GraphGameError(f"graphs{place}: expected bits 0 to {n - 1}, got {found}")
    return np.ascontiguousarray(array, dtype=np.uint64)


# -- what the kernels take ------------------------------------------------------------------------


def _edges(board: GameGraph) -> npt.NDArray[np.int32]:
    import numpy as np

    blocks = [np.column_stack(pair) for pair in board.edge_blocks()]
    return np.concatenate([np.empty((0, 2), np.int32), *blocks])


def _closed(n: int, edges: npt.NDArray[np.int32], both_ways: bool) -> tuple[Rows, Rows]:
    """Return closed out- and in-neighbourhoods, each row ascending and without repetition."""
    import numpy as np

    stay = np.repeat(np.arange(n, dtype=np.int32), 2).reshape(n, 2)
    arcs = np.concatenate([edges, edges[:, ::-1], stay] if both_ways else [edges, stay])
    # Grouped by target, then turned round: the rows come out ascending.
    ptr, idx = map(np.asarray, _rows.transpose(*_rows.group_edges(arcs, n, True)))
    first = np.empty(len(idx), dtype=np.bool_)
    np.not_equal(idx[1:], idx[:-1], out=first[1:])
    first[ptr[:-1]] = True  # no row is empty
    rows = np.concatenate([[0], np.cumsum(first)])[ptr], idx[first]
    if both_ways:
        return rows, rows
    back_ptr, back_idx = map(np.asarray, _rows.transpose(*rows))
    return rows, (back_ptr, back_idx)


def _placements(n: int, k: int) -> int:
    """Return C(n + k - 1, k), or 2^63 if it is more."""
    result = 1
    for i in range(1, min(k, n - 1) + 1):
        result = result * (max(k, n - 1) + i) // i
        if result >= 2**63:
            return 2**63
    return result


def _bytes(n: int, k: int, arcs: int, times_width: int) -> int:
    """Estimate what a hunt takes."""
    words = (n + 63) // 64
    placements = _placements(n, k) * (16 * words + 17 + n * times_width)
    # Fewer cops on the same vertices, 1 to k - 1 of them: the layers.
    layers = (_placements(n + 1, k - 1) - 1) * (8 * words + 1)
    return placements + layers + 8 * (k * (n + 1) + n * words) + 8 * arcs + 16 * n


def _numbers(
    graph_ptr: npt.NDArray[np.int64],
    edges: npt.NDArray[np.int32],
    both_ways: bool,
    most: int | None,
    memory: int | None,
) -> npt.NDArray[np.int64]:
    """Return the cop number of every graph, -1 where it is more than `most`."""
    import numpy as np

    limit = None if most is None else checks.at_least_1(most, "most")
    rows, back = _closed(int(graph_ptr[-1]), edges, both_ways)
    part_ptr, members, local = map(np.asarray, _subsets.parts(*rows, *back))
    sizes = np.diff(part_ptr[:-1])
    numbers = np.zeros(len(sizes), dtype=np.int32)
    k, left = 0, len(sizes)
    while left and (limit is None or k < limit):
        k += 1
        n = int(sizes[numbers == 0].max())
        needed = _bytes(n, k, n * n, 0)
        check_memory(needed, memory, "cops", lambda: f"{k} on {n} vertices")  # noqa: B023
        left = _subsets.try_cops(*rows, *back, part_ptr, members, local, numbers, n, k)
    # The part where a graph begins, and the one where the next begins; an empty graph has none.
    starts = np.concatenate([[0], np.cumsum(numbers, dtype=np.int64)])
    unknown = np.concatenate([[0], np.cumsum(numbers == 0)])
    at = np.searchsorted(members[part_ptr[:-2]], graph_ptr) if len(sizes) else 0 * graph_ptr
    total = np.diff(starts[at])
    too_many = np.diff(unknown[at]) > 0
    if limit is not None:
        too_many |= total > limit
    return np.where(too_many, -1, total)
