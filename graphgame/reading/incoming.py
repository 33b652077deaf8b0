"""How a text comes in: chunk by chunk from a file, and whole.

All readers of texts begin here.  What begins as plain text is passed on as it is; `texts` beside
this module, which the command seldom needs to import, tells what the rest is.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

# Bytes read at a time: the chunk and its edges stay in the L2 cache.
CHUNK = 1 << 18
# With one of these, and no NUL soon after it, begin the plain texts of nearly all formats.
_BEGINNINGS = b"0123456789# \t\r\n"


def chunks(file: Any, source: str, size: int = CHUNK) -> Iterator[bytes]:
    """Yield the text of a binary file in UTF-8, without a byte order mark, as it comes in.

    Parameters
    ----------
    file : binary file
    source : str
        The name of the text in errors.
    size : int
        The most bytes that are read at a time.

    Raises
    ------
    GraphGameError
        If `file` is no binary file; or as `graphgame.reading.texts.pieces`.
    BlockingIOError
        If the file has nothing yet and does not wait.
    """
    chunk = read(file, size)
    start = chunk[:4]
    if len(start) < 4 or start[0] not in _BEGINNINGS or 0 in start or not start.isascii():
        from graphgame.reading.texts import pieces

        yield from pieces(lambda: read(file, size), source, chunk)
        return
    while chunk:
        yield chunk
        chunk = read(file, size)


def line_pieces(file: Any, source: str, size: int = CHUNK) -> Iterator[bytes]:
    """Yield a text as `chunks` does, in pieces of whole lines, each of which ends with LF.

    Each read is passed on at once, so that who waits for an answer to a line gets it.
    """
    rest: list[bytes] = []
    for piece in chunks(file, source, size):
        end = piece.rfind(b"\n") + 1
        if end:
            yield with_line_ends(b"".join([*rest, piece[:end]]))
            rest = []
        rest.append(piece[end:])
    if last := b"".join(rest):
        yield with_line_ends(last)


def read(file: Any, size: int = CHUNK) -> bytes:
    """Read the next bytes of a binary file, none at its end; errors as in `chunks`."""
    method = getattr(file, "read", None)
    chunk: object = b"" if method is None else method(size)
    if chunk is None:
        from errno import EAGAIN

        raise BlockingIOError(EAGAIN, "expected a file that waits for its data")
    if method is None or not isinstance(chunk, bytes):
        from graphgame.checks import binary_file
        from graphgame.errors import GraphGameError

        binary_file(file, "read")
        raise GraphGameError(f"file: expected a path or a binary file, got {file!r}")
    return chunk


def plain(text: bytes, source: str) -> bytes:
    """Return a whole text in UTF-8, without a byte order mark, with LF at the end of each line."""
    from io import BytesIO

    return with_line_ends(b"".join(chunks(BytesIO(text), source, len(text) + 1)))


def with_line_ends(text: bytes) -> bytes:
    r"""Return a text with LF where it has CR LF or CR.

    >>> with_line_ends(b"1 2\r2 3\r\n")
    b'1 2\n2 3\n'
    """
    return text.replace(b"\r\n", b"\n").replace(b"\r", b"\n") if b"\r" in text else text
