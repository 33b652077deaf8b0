"""Text to graphs."""

from __future__ import annotations

import os
from errno import EAGAIN

from graphgame.errors import GraphGameError, ParseError
from graphgame.graphs.graph import GameGraph
from graphgame.text._scan import GraphScanner, ScanError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import IO

_CHUNK = 1 << 18
_BOM = b"\xef\xbb\xbf"


def read_graph(
    file: str | os.PathLike[str] | IO[bytes],
    *,
    base: int = 1,
    source: str | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> GameGraph:
    r"""Read graph text: ``n m``, then m lines ``u v``, then lines ``v WIN|LOSE|DRAW``.

    Blank lines may stand anywhere, and comments from ``#`` to the end of a line.

    Parameters
    ----------
    file : path or binary file
    base : {1, 0}
        The number of the first position in the text.  In the graph it is always 0.
    source : str, optional
        What errors call the text; the path if not given.
    progress : callable, optional
        Called with the edges read so far and the edges announced, every 256 KiB.

    Returns
    -------
    GameGraph

    Raises
    ------
    ParseError
        If the text breaks the format: file, line, column, what was expected and what was found.
    OSError
        If the file cannot be read.

    Notes
    -----
    O(length) time; the text is never in memory whole.  8 bytes per edge, up to 16 while reading.

    >>> import io
    >>> read_graph(io.BytesIO(b"3 2\n1 2\n2 3\n3 DRAW"))
    GameGraph(n=3, m=2, with preset outcomes)
    """
    if base not in (0, 1):
        raise GraphGameError(f"base: expected 0 or 1, got {base!r}")
    if isinstance(file, str | os.PathLike):
        with open(file, "rb", buffering=0) as opened:
            return read_graph(
                opened, base=base, source=source or os.fspath(file), progress=progress
            )
    scanner = GraphScanner(base)
    name = source or str(getattr(file, "name", "<text>"))
    try:
        _feed(scanner, file, progress)
    except OSError as error:
        if error.filename is None:  # open names the file, read does not
            error.filename = name
        raise
    except ScanError as error:
        where = error.line, error.column, error.expected, error.found
        raise ParseError(name, *where) from None
    edges = scanner.edges
    return GameGraph._of_checked(scanner.n, len(edges), edges=edges, presets=scanner.presets)


def _feed(
    scanner: GraphScanner, file: IO[bytes], progress: Callable[[int, int], object] | None
) -> None:
    """Pass a file to the scanner chunk by chunk, without a byte order mark."""
    rest = b""
    beginning = True
    while chunk := _read(file):
        chunk = rest + chunk
        if beginning:
            if len(chunk) < len(_BOM) and _BOM.startswith(chunk):
                rest = chunk
                continue
            chunk = chunk.removeprefix(_BOM)
            beginning = False
        rest = chunk[scanner.feed(chunk) :]
        if progress is not None:
            progress(*scanner.progress)
    scanner.finish(rest)


def _read(file: IO[bytes]) -> bytes:
    read = getattr(file, "read", None)
    chunk: object = b"" if read is None else read(_CHUNK)
    if chunk is None:
        raise BlockingIOError(EAGAIN, "expected a file that waits for its data")
    if read is None or not isinstance(chunk, bytes):
        raise GraphGameError(f"file: expected a path or a binary file, got {file!r}")
    return chunk
