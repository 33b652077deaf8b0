"""Many graphs at once: graph6 text, or rows of adjacency bits, as one graph of separate parts."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from graphgame import checks
from graphgame.cops import _graph6
from graphgame.errors import GraphGameError, ParseError, TooLargeError
from graphgame.outcome import MOST_POSITIONS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    import numpy.typing as npt

    from graphgame.types import Int32Array, Int64Array


def read_graphs(graphs: Any) -> tuple[Int64Array, Int32Array, bool]:
    """Read many graphs; see `graphgame.cops.numbers.cop_numbers` for their forms.

    Returns
    -------
    graph_ptr : (number + 1,) int64
        Graph g has the vertices ``graph_ptr[g]`` to ``graph_ptr[g + 1] - 1``.
    edges : (m, 2) int32
    is_text : bool
        Whether it was graph6, which has undirected graphs only.
    """
    if isinstance(graphs, Iterable) and not isinstance(
        graphs, str | bytes | bytearray | np.ndarray
    ):
        graphs = list(graphs)
    text = _as_text(graphs)
    if text is None:
        bits = _bit_rows(graphs)
        number, n = bits.shape
        edges = np.asarray(_graph6.read_bit_rows(bits))
        return n * np.arange(number + 1, dtype=np.int64), edges, False
    graph_ptr, edges = _read_text(text)
    if isinstance(graphs, list) and len(graphs) != len(graph_ptr) - 1:
        raise GraphGameError(
            f"graphs: expected one graph in each of {len(graphs)} strings, got {len(graph_ptr) - 1}"
        )
    return graph_ptr, edges, True


def _read_text(text: bytes) -> tuple[Int64Array, Int32Array]:
    try:
        graph_ptr, edges = _graph6.read_graph6(text)
    except _graph6.Graph6Error as error:
        where = error.line, error.column, error.expected, error.found
        raise ParseError("graphs", *where) from None
    except OverflowError as error:
        raise TooLargeError(
            f"graphs: expected at most {MOST_POSITIONS} vertices, got {error}"
        ) from None
    return np.asarray(graph_ptr), np.asarray(edges)


def _as_text(graphs: Any) -> bytes | None:
    """Return graph6 lines as one text; None for input that is neither text nor a list of lines."""
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
    """Return adjacency bits as a checked (number, n) array."""
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
