"""Many graphs: graph6 text, or rows of adjacency bits, in blocks of graphs side by side."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import Any

import numpy as np
import numpy.typing as npt

from graphgame import checks
from graphgame.cops import _graph6
from graphgame.errors import GraphGameError, ParseError, TooLargeError
from graphgame.outcome import MOST_POSITIONS
from graphgame.reading import incoming, texts
from graphgame.types import Int32Array, Int64Array

# Graphs, and characters of a text, that are read at a time.
BLOCK = 1 << 16
# What graphs of this library and of others have, and no text, row or array has.
_MARKS = ("is_directed", "edge_list", "edge_blocks")
# What else a user may have meant by rows, and the calls for it.
_OTHERWISE = (
    "; gg.cop_number(edges) takes the edges of one graph, "
    "gg.cop_number(gg.GameGraph.from_adjacency(matrix)) an adjacency matrix"
)


def blocks(graphs: Any, directed: bool = False) -> Iterator[tuple[Int64Array, Int32Array, bool]]:
    """Read many graphs, in the forms that `cop_numbers` takes, some at a time.

    Yields
    ------
    graph_ptr : (number + 1,) int64
        Graph g of the block has the vertices ``graph_ptr[g]`` to ``graph_ptr[g + 1] - 1``.
    edges : (m, 2) int32
        In the order of the graphs.
    is_text : bool
        Whether it was graph6, which has undirected graphs only.
    """
    if isinstance(graphs, str | bytes | bytearray):
        text = graphs.encode(errors="surrogatepass") if isinstance(graphs, str) else bytes(graphs)
        yield from text_blocks(_pieces(incoming.plain(text, "graphs")))
        return
    if hasattr(graphs, "read"):  # in pieces: a file may be one line without an end
        yield from text_blocks(incoming.line_pieces(_Bytes(graphs), "graphs"))
        return
    graphs = checks.unviewed(graphs)
    if isinstance(graphs, Mapping) or any(hasattr(graphs, name) for name in _MARKS):
        raise GraphGameError(
            "graphs: expected many graphs, as graph6 or as rows of adjacency bits, "
            f"got one {type(graphs).__name__}; gg.cop_number(graph) takes one graph in any form"
        )
    if isinstance(graphs, Iterable) and not isinstance(graphs, np.ndarray):
        lines = iter(graphs)
        first = list(islice(lines, BLOCK))
        if _as_text(first) is not None:
            yield from text_blocks(chain([first], iter(lambda: list(islice(lines, BLOCK)), [])))
            return
        graphs = first + list(lines)
        _check_elements(graphs)
    bits = _bit_rows(graphs)
    n = bits.shape[1]
    for at in range(0, len(bits), BLOCK):
        block = _checked(bits[at : at + BLOCK], at, directed)
        edges = np.asarray(_graph6.read_bit_rows(block))
        yield n * np.arange(len(block) + 1, dtype=np.int64), edges, False


class _Bytes:
    """A file of text, or a binary one, as a binary file."""

    def __init__(self, file: Any) -> None:
        self.file = file

    def read(self, size: int) -> Any:
        """Read the next bytes."""
        found = self.file.read(size)
        return found.encode(errors="surrogatepass") if isinstance(found, str) else found


def _pieces(text: bytes) -> Iterator[bytes]:
    """Split a text into pieces of whole lines."""
    at = 0
    while at < len(text):
        stop = text.find(b"\n", at + BLOCK) + 1 or len(text)
        yield text[at:stop]
        at = stop


def text_blocks(
    pieces: Iterable[bytes | list[Any]], source: str = "graphs"
) -> Iterator[tuple[Int64Array, Int32Array, bool]]:
    """Read texts, or lists of one line each, that follow each other; refuse what is no graph6."""
    lines = 0
    piece: bytes | list[Any] = b""
    for piece in pieces:
        text = piece if isinstance(piece, bytes) else _as_text(piece)
        if text is None:
            _check_elements([*piece], lines)
            _bit_rows(piece)  # raises: what is no text after texts is no array either
            raise GraphGameError("graphs: expected graph6 in every string")
        if lines == 0 and isinstance(piece, list):
            text = incoming.plain(text, source)
        graph_ptr, edges = _read_text(text, lines, source)
        found = len(graph_ptr) - 1
        if isinstance(piece, list) and len(piece) != found:
            raise GraphGameError(
                f"graphs: expected one graph in each of {len(piece)} strings, got {found}"
            )
        lines += found
        yield graph_ptr, edges, True
    if lines == 0 and piece == b"":
        raise ParseError(source, 1, 1, "a graph6 string", "the end of the text")


def _read_text(text: bytes, lines: int, source: str) -> tuple[Int64Array, Int32Array]:
    """Read graph6 after so many lines of a text."""
    try:
        graph_ptr, edges = _graph6.read_graph6(text)
    except _graph6.Graph6Error as error:
        raise texts.refusal(error, source, lines) from None
    except OverflowError as error:
        raise TooLargeError(
            f"graphs: expected at most {MOST_POSITIONS} vertices, got {error}"
        ) from None
    return np.asarray(graph_ptr), np.asarray(edges)


def _as_text(graphs: list[Any]) -> bytes | None:
    """Return graph6 lines as one text; None if they are not all text or all bytes."""
    kinds = set(map(type, graphs))
    if kinds <= {bytes}:
        return b"".join(map(b"%s\n".__mod__, map(bytes.rstrip, graphs)))
    if kinds <= {str}:
        return "".join(map("{}\n".format, map(str.rstrip, graphs))).encode(errors="surrogatepass")
    return None


def _check_elements(graphs: list[Any], at: int = 0) -> None:
    """Refuse elements that are neither text nor rows: NumPy would read a graph's vertices as bits.

    The error names the first such element, counted from `at`.
    """
    others = {kind for kind in set(map(type, graphs)) if not _is_text_or_row(kind)}
    if others:
        place, found = next((i, x) for i, x in enumerate(graphs, at) if type(x) in others)
        raise GraphGameError(
            "graphs: expected graph6, or a row of integers that are adjacency bits, for each "
            f"graph, got {type(found).__name__} at place {place}; "
            "[gg.cop_number(G) for G in graphs] takes graphs in any form"
        )


def _is_text_or_row(kind: type) -> bool:
    return issubclass(kind, Sequence | np.ndarray) or (
        hasattr(kind, "__array__") or hasattr(kind, "__array_interface__")
    )


def _bit_rows(graphs: Any) -> npt.NDArray[Any]:
    """Return adjacency bits as a (number, n) array of integers, which `_checked` is to check."""
    array = checks.unsigned(graphs, "graphs")
    if array.ndim != 2 or array.shape[1] > 64:
        raise GraphGameError(
            "graphs: expected graph6, or adjacency bits of shape (number, n) with n at most 64, "
            f"got an array of shape {array.shape}; "
            "[gg.cop_number(G) for G in graphs] takes graphs in any form"
        )
    return array


def _checked(block: npt.NDArray[Any], at: int, directed: bool) -> npt.NDArray[np.uint64]:
    """Return some graphs as uint64; refuse what cannot be the adjacency bits of graphs.

    The first of them is graph number `at`.  Edges or an adjacency matrix have the shape of
    adjacency bits, but seldom their symmetry, and no bits on the diagonal.
    """
    n = block.shape[1]
    wrong = block < 0
    bits = np.ascontiguousarray(block, dtype=np.uint64)
    if n < 64:
        wrong |= bits >> np.uint64(n) != 0
    if wrong.any():
        g, i = map(int, np.argwhere(wrong)[0])
        raise GraphGameError(
            f"graphs[{at + g}, {i}]: expected bits 0 to {n - 1}, got {block[g, i]}{_OTHERWISE}"
        )
    odd = _odd(bits, directed)
    if odd.any():
        g = int(np.argmax(odd))
        _refuse([int(row) for row in bits[g]], at + g)
    return bits


def _odd(bits: npt.NDArray[np.uint64], directed: bool) -> npt.NDArray[np.bool_]:
    """Return which graphs have loops or, if they are undirected, are not symmetric.

    The matrices of all graphs are transposed together, in the shortest words that hold n bits:
    O(graphs n log n) word operations.
    """
    number, n = bits.shape
    size = next(size for size in (8, 16, 32, 64) if n <= size)
    word = np.dtype(f"u{size // 8}")
    rows = np.zeros((size, number), dtype=word)
    rows[:n] = bits.T
    diagonal = rows >> np.arange(size, dtype=word)[:, None]
    odd: npt.NDArray[np.bool_] = (diagonal & word.type(1)).any(axis=0)
    if directed:
        return odd
    columns = rows.copy()
    step = size
    # Quarters of blocks of 2 step rows and columns: those off the diagonal change places.
    while step > 1:
        step //= 2
        mask = word.type((2**size - 1) // (2**step + 1))  # the first `step` of each 2 step bits
        low, high = np.moveaxis(columns.reshape(size // step // 2, 2, step, number), 1, 0)
        swapped = low >> word.type(step)
        swapped ^= high
        swapped &= mask
        high ^= swapped
        low ^= swapped << word.type(step)
    odd |= (rows != columns).any(axis=0)
    return odd


def _refuse(rows: list[int], g: int) -> None:
    """Raise an error for graph g, which has a loop, or an edge on one side only."""
    n = len(rows)
    loop = next((i for i in range(n) if rows[i] >> i & 1), None)
    if loop is not None:
        raise GraphGameError(
            f"graphs[{g}, {loop}]: expected bit {loop} clear, since bit j of row i is an edge from "
            f"i to j, and no loop is needed to stay, got {rows[loop]}{_OTHERWISE}"
        )
    i, j = next((i, j) for i in range(n) for j in range(n) if rows[i] >> j & 1 > rows[j] >> i & 1)
    raise GraphGameError(
        f"graphs[{g}, {j}]: expected bit {i} set as bit {j} of row {i} is, since bit j of row i "
        f"and bit i of row j are one edge, got {rows[j]}{_OTHERWISE}, "
        "gg.cop_numbers(graphs, directed=True) reads arcs"
    )
