"""Many graphs: graph6 text, or rows of adjacency bits, in blocks of graphs side by side."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, islice

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


# Graphs, and characters of a text, that are read at a time.
BLOCK = 1 << 16


def blocks(graphs: Any) -> Iterator[tuple[Int64Array, Int32Array, bool]]:
    """Read many graphs, some at a time; see `graphgame.cops.numbers.cop_numbers` for their forms.

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
        yield from text_blocks(_pieces(graphs))
        return
    if isinstance(graphs, Iterable) and not isinstance(graphs, np.ndarray):
        lines = iter(graphs)
        first = list(islice(lines, BLOCK))
        if _as_text(first) is not None:
            yield from text_blocks(chain([first], iter(lambda: list(islice(lines, BLOCK)), [])))
            return
        graphs = first + list(lines)
    bits = _bit_rows(graphs)
    n = bits.shape[1]
    for at in range(0, len(bits), BLOCK):
        block = bits[at : at + BLOCK]
        edges = np.asarray(_graph6.read_bit_rows(block))
        yield n * np.arange(len(block) + 1, dtype=np.int64), edges, False


def _pieces(text: str | bytes | bytearray) -> Iterator[bytes]:
    """Split a text into pieces of whole lines."""
    at = 0
    end = "\n" if isinstance(text, str) else b"\n"
    while at < len(text):
        stop = text.find(end, at + BLOCK) + 1 or len(text)  # type: ignore[arg-type]
        piece = text[at:stop]
        yield piece.encode(errors="surrogatepass") if isinstance(piece, str) else bytes(piece)
        at = stop


def text_blocks(
    pieces: Iterable[bytes | list[Any]],
) -> Iterator[tuple[Int64Array, Int32Array, bool]]:
    """Read texts, or lists of one line each, that follow each other."""
    lines = 0
    for piece in pieces:
        text = piece if isinstance(piece, bytes) else _as_text(piece)
        if text is None:
            _bit_rows(piece)  # raises: what is no text after texts is no array either
            raise GraphGameError("graphs: expected graph6 in every string")
        graph_ptr, edges = _read_text(text, lines)
        found = len(graph_ptr) - 1
        if isinstance(piece, list) and len(piece) != found:
            raise GraphGameError(
                f"graphs: expected one graph in each of {len(piece)} strings, got {found}"
            )
        lines += found
        yield graph_ptr, edges, True


def _read_text(text: bytes, lines: int) -> tuple[Int64Array, Int32Array]:
    """Read graph6 after so many lines."""
    try:
        graph_ptr, edges = _graph6.read_graph6(text)
    except _graph6.Graph6Error as error:
        where = lines + error.line, error.column, error.expected, error.found
        raise ParseError("graphs", *where) from None
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
