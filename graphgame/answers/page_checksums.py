"""Checksums of the pages of a file, checked when a page is first read."""

from __future__ import annotations

import zlib
from collections.abc import Iterable

import numpy as np

from graphgame.errors import SolutionFileError, shown_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from graphgame.types import AnyArray

# Bytes of a page: large enough that its checksum is small, small enough to check in 50 µs.
PAGE = 1 << 16


class PageSums:
    """CRC-32 of the pages of a file, taken while it is written.

    Examples
    --------
    >>> sums = PageSums()
    >>> sums.add(b"graph"), sums.add(b"game")
    (None, None)
    >>> sums.finish() == zlib.crc32(b"graphgame").to_bytes(4, "little")
    True
    """

    __slots__ = ("_left", "_sum", "_sums")

    def __init__(self) -> None:
        self._left, self._sum = PAGE, 0
        self._sums: list[int] = []

    def add(self, data: bytes | memoryview) -> None:
        """Add the next bytes of the file."""
        view = memoryview(data).cast("B")
        start = 0
        while start < len(view):
            piece = view[start : start + self._left]
            self._sum = zlib.crc32(piece, self._sum)
            self._left -= len(piece)
            start += len(piece)
            if not self._left:
                self._sums.append(self._sum)
                self._left, self._sum = PAGE, 0

    def finish(self) -> bytes:
        """Return the table: 4 bytes for every page, the least first."""
        if self._left < PAGE:
            self._sums.append(self._sum)
            self._left, self._sum = PAGE, 0
        return np.array(self._sums, dtype="<u4").tobytes()


class CheckedPages:
    """The pages of a mapped file, each checked before it is used for the first time.

    Parameters
    ----------
    name : str
        The file, for messages.
    view : memoryview
        The bytes that the table is of.
    table : (p,) uint32

    Attributes
    ----------
    checked : (p,) uint8
        1 for each page that has been checked.
    """

    __slots__ = ("_name", "_table", "_view", "checked")

    def __init__(self, name: str, view: memoryview, table: AnyArray) -> None:
        self._name, self._view, self._table = name, view, table
        self.checked: AnyArray = np.zeros(len(table), dtype=np.uint8)

    def require(self, pages: Iterable[int]) -> None:
        """Check pages that have not been checked.

        Raises
        ------
        SolutionFileError
            If one of them has another checksum than when it was written.
        """
        for page in pages:
            if not self.checked[page]:
                start = page * PAGE
                found = zlib.crc32(self._view[start : start + PAGE])
                if found != int(self._table[page]):
                    raise SolutionFileError(
                        f"{shown_path(self._name)}: expected the checksum "
                        f"{int(self._table[page]):08x} of the {PAGE} bytes "
                        f"from {start} on, got {found:08x}: a damaged file; copy it "
                        "again or build the database again"
                    )
                self.checked[page] = 1

    def require_range(self, start: int, stop: int) -> None:
        """Check the pages of bytes start to `stop`."""
        if start < stop:
            pages = np.arange(start // PAGE, (stop - 1) // PAGE + 1)
            self.require(pages[self.checked[pages] == 0].tolist())

    def require_places(self, places: AnyArray) -> None:
        """Check the pages of single bytes, given by where they stand."""
        pages = places // PAGE
        missing = self.checked[pages] == 0
        if missing.any():
            self.require(np.unique(pages[missing]).tolist())
