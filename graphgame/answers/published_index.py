"""The index of published databases, and their head; what is read is checked by what stands above.

All blocks ascend by their first codes.  A page of the index has an entry for each of its children:
the first code, the bytes it takes, and their checksum.  Children are blocks, or pages of the next
level.  The head has the facts as JSON, and the uppermost page.  docs/formats.md describes it.
"""

from __future__ import annotations

import json
import struct
import zlib
from typing import NamedTuple

import numpy as np

from graphgame.answers.labels import WIDTHS, Tally

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from graphgame.types import AnyArray, Int64Array

# The first byte is no text, and the line ends show what a transfer of text would do to them.
MAGIC = b"\x89GGDB\r\n\x1a"
VERSION = 1
FORMAT = "graphgame published database"
CONTENTS = "outcomes", "remoteness"
# Magic, version, bytes of the JSON text as deflate makes it small, bytes of the uppermost page, and
# the checksum of both.
PREFIX = struct.Struct("<8sIIII")
_ENTRY = np.dtype([("first", "<i8"), ("size", "<u4"), ("crc32", "<u4")])
# Where the children of a page begin, among the bytes of all pages or blocks of their level.
_BASE = struct.Struct("<Q")
# Entries of a page: 16 KiB.
PAGE = 1 << 10
# The most bytes of the JSON text: its histogram may have a row for each remoteness.
_MOST_TEXT = 1 << 26
# The most bytes of a head.
MOST_HEAD = PREFIX.size + _MOST_TEXT + _BASE.size + PAGE * _ENTRY.itemsize
# Levels of pages below the head: more than any file system has room for.
_MOST_LEVELS = 5


class DamagedError(ValueError):
    """What was read is not what the format says.

    Attributes
    ----------
    expected, found : str
    """

    expected: str
    found: str

    def __init__(self, expected: str, found: str) -> None:
        super().__init__(expected, found)
        self.expected, self.found = expected, found


def deflate(content: bytes) -> bytes:
    """Return bytes made small by deflate, without a header."""
    packing = zlib.compressobj(9, zlib.DEFLATED, -15)
    return packing.compress(content) + packing.flush()


def inflate(packed: bytes, most: int) -> bytes:
    """Return what deflate made small: at most so many bytes, and nothing behind them.

    Raises
    ------
    DamagedError
        If it is something else.
    """
    unpacking = zlib.decompressobj(-15)
    try:
        text = unpacking.decompress(packed, most)
    except zlib.error as error:
        raise DamagedError("what deflate made", str(error)) from None
    if not unpacking.eof or unpacking.unused_data:
        raise DamagedError(f"at most {most} bytes that deflate made small", "others")
    return text


class Entry(NamedTuple):
    """What a page says of a child: its first code, its bytes, and their checksum."""

    first: int
    size: int
    crc32: int

    def check(self, content: bytes) -> bytes:
        """Return what was read of the child, or raise DamagedError."""
        if len(content) != self.size:
            raise DamagedError(f"{self.size} bytes", f"{len(content)}")
        found = zlib.crc32(content)
        if found != self.crc32:
            raise DamagedError(f"the checksum {self.crc32:08x}", f"{found:08x}, a damaged file")
        return content


class Page:
    """A page of the index.

    Parameters
    ----------
    content : bytes

    Attributes
    ----------
    firsts : (k,) int64
        The first codes of the children.

    Raises
    ------
    DamagedError
        If it is no page.
    """

    firsts: Int64Array

    def __init__(self, content: bytes) -> None:
        count, rest = divmod(len(content) - _BASE.size, _ENTRY.itemsize)
        if rest or not 0 <= count <= PAGE:
            raise DamagedError("a page of the index", f"{len(content)} bytes")
        (base,) = _BASE.unpack_from(content)
        self._entries: AnyArray = np.frombuffer(content, _ENTRY, offset=_BASE.size)
        self.firsts = np.ascontiguousarray(self._entries["first"])
        sizes = self._entries["size"].astype(np.int64)
        if (self.firsts[1:] <= self.firsts[:-1]).any() or not sizes.all() or base >> 62:
            raise DamagedError("a page of the index with ascending codes", "another")
        self._offsets = np.cumsum(sizes) - sizes + base

    @staticmethod
    def to_bytes(base: int, entries: Sequence[Entry]) -> bytes:
        """Return the bytes of a page whose children begin at a place of their level."""
        return _BASE.pack(base) + np.array([*map(tuple, entries)], dtype=_ENTRY).tobytes()

    def __len__(self) -> int:
        return len(self._entries)

    def child(self, code: int) -> int:
        """Return the child that may have a code; -1 where all codes of the page are greater."""
        return int(np.searchsorted(self.firsts, np.int64(code), side="right")) - 1

    def entry(self, child: int) -> tuple[int, Entry]:
        """Return where a child begins among all of its level, and its entry."""
        return int(self._offsets[child]), Entry(*self._entries[child].item())


class Head:
    """The head: what is known of all positions, and the uppermost page of the index.

    Parameters
    ----------
    fields : dict
    page : bytes

    Attributes
    ----------
    fields : dict
        As docs/formats.md has them, with `positions`, `counts` and so on.
    page : Page
    size : int
        How many bytes the head has.
    """

    def __init__(self, fields: dict[str, Any], page: bytes) -> None:
        self.fields: dict[str, Any] = fields
        self.page: Page = Page(page)
        self._content = page
        self.size: int = len(self.to_bytes())

    def to_bytes(self) -> bytes:
        """Return the bytes of the head."""
        text = json.dumps(self.fields, sort_keys=True, separators=(",", ":"), allow_nan=False)
        body = deflate(text.encode()) + self._content
        crc = zlib.crc32(body)
        sizes = len(body) - len(self._content), len(self._content)
        return PREFIX.pack(MAGIC, VERSION, *sizes, crc) + body

    @staticmethod
    def read_size(start: bytes) -> int:
        """Return how many bytes a head has, from its first `PREFIX.size` ones.

        Raises
        ------
        DamagedError
            If it is something else, or of another version.
        """
        if len(start) < PREFIX.size or not start.startswith(MAGIC):
            raise DamagedError("a published database", "something else")
        _, version, text, page, _ = PREFIX.unpack_from(start)
        if version != VERSION:
            raise DamagedError(
                f"version {VERSION} of published databases",
                f"version {version}; a later graphgame may read it",
            )
        if text > _MOST_TEXT or page > _BASE.size + PAGE * _ENTRY.itemsize:
            raise DamagedError("the head of a published database", "one of too many bytes")
        return PREFIX.size + int(text) + int(page)

    @classmethod
    def from_bytes(cls, content: bytes) -> Head:
        """Read a head, and check it.

        Raises
        ------
        DamagedError
            If it is damaged, or does not say what docs/formats.md describes.
        """
        size = cls.read_size(content)
        if len(content) != size:
            raise DamagedError(f"{size} bytes of the head", f"{len(content)}")
        _, _, text, _, crc = PREFIX.unpack_from(content)
        body = content[PREFIX.size :]
        if zlib.crc32(body) != crc:
            raise DamagedError("the checksum of the head", "another, a damaged file")
        try:
            fields = json.loads(inflate(body[:text], _MOST_TEXT).decode())
        except DamagedError:
            raise
        except (ValueError, RecursionError) as error:
            raise DamagedError("the head of a published database", str(error)) from None
        _require_fields(fields)
        head = cls(fields, body[text:])
        head.size = size  # another program may write the same text in another way
        if (len(head.page) > 0) != (fields["positions"] > 0):
            raise DamagedError("a page of the index with all positions", "another")
        return head


def _is_count(value: Any, least: int = 0, most: int = 2**63 - 1) -> bool:
    return type(value) is int and least <= value <= most


def _are_rows(rows: Any) -> bool:
    return isinstance(rows, list) and all(
        isinstance(row, list) and len(row) == 2 and _is_count(row[0], -1) and _is_count(row[1])
        for row in rows
    )


def _require_fields(fields: Any) -> None:
    """Refuse fields of a head that are not those that docs/formats.md describes."""
    if not isinstance(fields, dict) or fields.get("format") != FORMAT:
        raise DamagedError(f"the format {FORMAT!r}", "another")
    rule: Any = fields.get("rule")
    tally: Any = fields.get("remoteness")
    counted = isinstance(tally, dict) and {*tally} == {"WIN", "LOSE", "DRAW"}
    counted = counted and all(map(_are_rows, tally.values()))
    levels, starts = fields.get("levels"), fields.get("start")
    codes = [fields.get("first"), fields.get("last")]
    good = {
        "content": fields.get("content") in CONTENTS,
        "kind": fields.get("kind") in ("indexed", "codes"),
        "play": fields.get("play") in ("normal", "misere"),
        "rule": isinstance(rule, dict) and type(rule.get("name")) is str
        and (rule.get("digest") is None or type(rule["digest"]) is str),
        "start": isinstance(starts, list) and all(_is_count(x, -(2**63)) for x in starts),
        "starts": fields.get("starts") is None or _is_entry(fields["starts"]),
        "symmetric": type(fields.get("symmetric")) is bool,
        "undecided": type(fields.get("undecided")) is bool,
        "split": type(fields.get("split")) is bool,
        "width": fields.get("width") in WIDTHS,
        "positions": _is_count(fields.get("positions")),
        "blocks": _is_count(fields.get("blocks"), 0, PAGE**_MOST_LEVELS),
        "moves": fields.get("moves") is None or _is_count(fields["moves"]),
        "last": codes == [None, None] or all(_is_count(x, -(2**63)) for x in codes),
        "levels": isinstance(levels, list) and 1 <= len(levels) <= _MOST_LEVELS
        and all(map(_is_count, levels)),
        "remoteness": counted,
    }  # fmt: skip
    if counted:
        found = Tally.from_json(tally)
        good["positions"] &= found.positions == fields["positions"]
        counts = {str(outcome): count for outcome, count in found.counts().items()}
        good["counts"] = fields.get("counts") == counts
    for name, is_good in good.items():
        if not is_good:
            found_text = str(fields.get(name))[:60]
            raise DamagedError(f"{name} as docs/formats.md describes it", found_text)


def _is_entry(row: Any) -> bool:
    """Return whether a field is a number, bytes and a checksum, as of an entry."""
    return isinstance(row, list) and len(row) == 3 and all(map(_is_count, row))
