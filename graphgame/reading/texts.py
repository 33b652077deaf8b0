"""Texts that come in, told by their first bytes; and how a part of one is quoted.

A text is compressed (gzip, bz2, xz) or not, and in UTF-8, UTF-16 or UTF-32.  Its lines end with
LF, CR LF, or CR alone.  What is none of these, but known, is named in the error.
"""

from __future__ import annotations

from itertools import chain

from graphgame.errors import ParseError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any, TypeAlias

    # Returns the next bytes of a text; none at its end.
    Read: TypeAlias = Callable[[], bytes]

# The most bytes that are decompressed at a time.
_STEP = 1 << 18
# The bytes of text that may come out of each compressed byte, and how many there may be whatever
# went in.  A text that is decompressed before may have any length: decision 013.
_RATIO = 100
_FREE = 1 << 24
# The memory that xz may take for its dictionary: of the strongest preset, 65 MiB.
_DICTIONARY = 1 << 27

_COMPRESSED = {
    b"\x1f\x8b": "gzip",
    b"\xfd7zXZ\0": "xz",
    **dict.fromkeys((b"BZh%d1AY&SY" % level for level in range(1, 10)), "bz2"),
    **dict.fromkeys((b"BZh%d\x17rE8P\x90" % level for level in range(1, 10)), "bz2"),  # no block
}
# What marks an encoding; UTF-32 first, since its mark begins with the one of UTF-16.
_ENCODED = {
    b"\xff\xfe\0\0": "UTF-32",
    b"\0\0\xfe\xff": "UTF-32",
    b"\xff\xfe": "UTF-16",
    b"\xfe\xff": "UTF-16",
    b"\xef\xbb\xbf": "UTF-8",
}
# Which of the first four bytes are NUL, in texts of these encodings that have no mark.
_UNMARKED = {
    (False, True, True, True): "UTF-32-LE",
    (True, True, True, False): "UTF-32-BE",
    (False, True, False, True): "UTF-16-LE",
    (True, False, True, False): "UTF-16-BE",
    (False, True): "UTF-16-LE",
    (True, False): "UTF-16-BE",
}
# Other files, and what makes a text of them.
_OTHERS = {
    b"PK\x03\x04": "a zip archive; unzip -p FILE prints its text, and .load reads what was saved",
    b"PK\x05\x06": "an empty zip archive",
    b"7z\xbc\xaf\x27\x1c": "a 7z archive; 7z x -so FILE prints its text",
    b"\x28\xb5\x2f\xfd": "a file compressed by zstd; zstd -dc FILE prints its text",
    b"\x04\x22\x4d\x18": "a file compressed by lz4; lz4 -dc FILE prints its text",
    b"\x1f\x9d": "a file compressed by compress; gzip -dc FILE prints its text",
    b"\x1f\xa0": "a file compressed by compress; gzip -dc FILE prints its text",
    b"]\0\0": "a file compressed by lzma; xz -dc FILE prints its text",
    b"\x93NUMPY": "a NumPy array; numpy.load reads it",
    b"\x89HDF\r\n": "an HDF5 file",
    b"PAR1": "a Parquet file",
    b"%PDF-": "a PDF document",
    b"\x89PNG\r\n": "a picture, PNG",
    b"\x7fELF": "a program, ELF",
}
_MARKS = _COMPRESSED | _ENCODED | _OTHERS


def pieces(read: Read, source: str, first: bytes = b"") -> Iterator[bytes]:
    """Yield a text in UTF-8, without a byte order mark, as it comes in.

    Parameters
    ----------
    read : callable
        Returns the next bytes, none at the end.
    source : str
        The name of the text in errors.
    first : bytes
        What has been read already.

    Raises
    ------
    ParseError
        If the first bytes say that it is no text, or is compressed twice; or if what is compressed
        or encoded is damaged, cut off, or too long for what went in.
    """
    head, kind = _head(read, first)
    if kind in _COMPRESSED.values():
        read = _reading(_decompressed(kind, _reading(chain([head], iter(read, b""))), source))
        head, inner = _head(read)
        if inner in _COMPRESSED.values():
            raise ParseError(source, 1, 1, "a text", f"{inner} inside {kind}: compressed twice")
        kind = inner
    if kind in _OTHERS.values():
        raise ParseError(source, 1, 1, "a text", kind)
    if not kind and head[:4] == bytes(4):  # a device may go on so without an end
        raise ParseError(source, 1, 1, "a text", quoted(head[:1]))
    if kind == "UTF-8":
        head, kind = head[3:], ""
    whole = chain([head], iter(read, b""))
    yield from _decoded(kind, whole, source) if kind else filter(None, whole)


def quoted(text: bytes | str, most: int = 40) -> str:
    r"""Return a part of a text in quotes, for an error message, as Python writes it.

    Characters that do not print are escaped.  What is no UTF-8 is quoted as bytes, so that no two
    texts look alike.  Beyond `most` characters, an ellipsis behind the quotes says that there is
    more.

    >>> print(quoted(rb"\xa0"), quoted(b"\xa0"), quoted("\xa0"), quoted(b"123456", 4))
    '\\xa0' b'\xa0' '\xa0' '1234'…
    """
    if isinstance(text, str):
        return repr(text[:most]) + "…" * (len(text) > most)
    start = text[: 4 * most].decode(errors="surrogateescape")[:most]
    part = start.encode(errors="surrogateescape")
    try:
        shown = repr(part.decode())
    except UnicodeDecodeError:
        shown = repr(part)
    return shown + "…" * (len(text) > len(part))


def first_character(text: bytes) -> bytes:
    """Return the bytes of the first character of a text; one byte where that is no UTF-8."""
    return text[:4].decode(errors="surrogateescape")[:1].encode(errors="surrogateescape")


def refusal(error: Any, source: str, lines: int = 0) -> ParseError:
    """Return the error of a kernel as a ParseError.

    Parameters
    ----------
    error : Exception
        With line, column, expected and found; what was found is a text, or bytes to quote.
    source : str
    lines : int
        How many lines of the text the kernel did not see.
    """
    found = quoted(error.found) if isinstance(error.found, bytes) else error.found
    return ParseError(source, lines + error.line, error.column, error.expected, found)


# -- what a text is -------------------------------------------------------------------------------


def _reading(chunks: Iterable[bytes]) -> Read:
    """Return what reads the next of some chunks, none at their end."""
    iterator = filter(None, chunks)
    return lambda: next(iterator, b"")


def _head(read: Read, head: bytes = b"") -> tuple[bytes, str]:
    """Return the first bytes, as many as tell what a text is, and what it is: "" if plain."""
    while _is_open(head) and (more := read()):
        head += more
    for mark, kind in _MARKS.items():
        if head.startswith(mark):
            return head, kind
    nul = tuple(byte == 0 for byte in head[:4])
    return head, _UNMARKED.get(nul, "")


def _is_open(head: bytes) -> bool:
    """Return whether more bytes may change what a text is."""
    if len(head) < 2 or (len(head) < 4 and 0 in head):
        return True
    return any(len(head) < len(mark) and mark.startswith(head) for mark in _MARKS)


# -- what is read ---------------------------------------------------------------------------------


def _decompressed(kind: str, read: Read, source: str) -> Iterator[bytes]:
    """Yield what members of gzip, bz2 or xz hold, which follow each other.

    Not by gzip.open and its kin: these take what memory the file asks for.
    """
    make, damage = _machine(kind)
    arrived = left = 0

    def counted() -> bytes:
        nonlocal arrived
        chunk = read()
        arrived += len(chunk)
        return chunk

    data = counted()
    machine = make()
    while True:
        try:
            out = machine.decompress(data, _STEP)
        except damage as error:
            raise ParseError(source, 1, 1, f"a whole {kind} file", str(error)) from None
        left += len(out)
        if left > _FREE + _RATIO * arrived:
            expected = f"at most {_RATIO} bytes of text for each byte of a {kind} file"
            found = f"{left} for {arrived}; a file that is decompressed before has no such bound"
            raise ParseError(source, 1, 1, expected, found)
        if out:
            yield out
        elif not data and not machine.eof:
            raise ParseError(source, 1, 1, f"a whole {kind} file", "one that ends too early")
        if machine.eof:
            data = machine.unused_data.lstrip(b"\0")  # members may be padded
            while not data and (more := counted()):
                data = more.lstrip(b"\0")
            if not data:
                return
            machine = make()
        else:
            data = getattr(machine, "unconsumed_tail", b"")
            if not data and getattr(machine, "needs_input", True):
                data = counted()


def _machine(kind: str) -> tuple[Callable[[], Any], tuple[type[Exception], ...]]:
    """Return what decompresses one member, and the errors of a damaged one."""
    if kind == "gzip":
        import zlib

        return lambda: zlib.decompressobj(31), (zlib.error,)
    if kind == "bz2":
        import bz2

        return bz2.BZ2Decompressor, (OSError, ValueError)
    import lzma

    return lambda: lzma.LZMADecompressor(memlimit=_DICTIONARY), (lzma.LZMAError,)


def _decoded(encoding: str, chunks: Iterable[bytes], source: str) -> Iterator[bytes]:
    """Yield a text of UTF-16 or UTF-32 in UTF-8; its mark, if it has one, is left out."""
    from codecs import getincrementaldecoder

    decoder = getincrementaldecoder(encoding)()
    try:
        for chunk in chain(chunks, [b""]):
            if text := decoder.decode(chunk, not chunk):
                yield text.encode()
    except UnicodeError as error:
        found = str(getattr(error, "reason", error))
        raise ParseError(source, 1, 1, f"text in {encoding[:6]}", found) from None
