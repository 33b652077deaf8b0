"""Part files of a database: the labels of some positions.  Their format, and writing them.

docs/formats.md describes the bytes.  A part holds either the labels of all indices from a first to
a last one, or codes in ascending order with their labels, in blocks.
"""

from __future__ import annotations

import os
import struct
import zlib
from pathlib import Path

import numpy as np

from graphgame import archive
from graphgame.answers import _blocks
from graphgame.answers.labels import WIDTHS, dtype, no_position
from graphgame.answers.page_checksums import PAGE, PageSums
from graphgame.errors import GraphGameError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import TracebackType
    from typing import IO, Any

    from graphgame.types import AnyArray, Int64Array

MAGIC = b"\x89GGpart\n"
VERSION = 1
# What a part holds: the labels of a range of indices, or codes and their labels.
INDICES, CODES = 1, 2
# Codes in a block: a look-up decodes half of one.
BLOCK = 64
# Magic, version, kind, width, codes in a block, labels, first and last code, directory, table.
HEADER = struct.Struct("<8sHHHHQqqQQ8x")
# Codes encoded at a time, whole blocks.
_CHUNK = 1 << 20


def file_name(number: int) -> str:
    """Return the name of a part file.

    >>> file_name(3)
    '000003.part'
    """
    return f"{number:06}.part"


def write_indexed(
    folder: str | os.PathLike[str], number: int, first: int, labels: AnyArray
) -> dict[str, Any]:
    """Write the labels of indices from `first` on as a part; return its row for the manifest.

    Parameters
    ----------
    folder : path
    number : int
    first : int
    labels : (k,) uint8, uint16 or uint32
        `no_position` where there is none.
    """
    writer = PartWriter(folder, number, INDICES, labels.dtype.itemsize)
    with writer:
        writer.append_labels(first, labels)
    return writer.row


def write_codes(
    folder: str | os.PathLike[str],
    number: int,
    codes: Int64Array,
    labels: AnyArray,
    *,
    forced: bool = True,
) -> dict[str, Any]:
    """Write codes in ascending order and their labels as a part; return its row.

    Parameters
    ----------
    folder : path
    number : int
    codes : (k,) int64
    labels : (k,) uint8, uint16 or uint32
    forced : bool
        False leaves it to the caller to force the part onto the disk.

    Raises
    ------
    GraphGameError
        If the codes do not ascend.
    """
    writer = PartWriter(folder, number, CODES, labels.dtype.itemsize, forced=forced)
    with writer:
        writer.append_codes(codes, labels)
    return writer.row


class PartWriter:
    """Writes a part, piece by piece; the file stands there when the ``with`` block is left.

    Parameters
    ----------
    folder : path
    number : int
    kind : int
        `INDICES` or `CODES`.
    width : int
        Bytes of a label: 1, 2 or 4.
    forced : bool
        Whether the part is forced onto the disk before it has its name.

    Attributes
    ----------
    row : dict
        When it is written: what the manifest says of it.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with PartWriter(folder, 0, CODES, 1) as writer:
    ...         writer.append_codes(np.array([3, 70]), np.array([0, 3], dtype=np.uint8))
    ...     row = writer.row
    >>> row["file"], row["positions"], row["first"], row["last"]
    ('000000.part', 2, 3, 70)
    """

    kind: int

    def __init__(
        self,
        folder: str | os.PathLike[str],
        number: int,
        kind: int,
        width: int,
        *,
        forced: bool = True,
    ) -> None:
        if width not in WIDTHS:
            raise GraphGameError(f"width: expected 1, 2 or 4, got {width}")
        self.path: Path = Path(folder) / file_name(number)
        self.kind, self.width, self._forced = kind, width, forced
        self.row: dict[str, Any] = {}
        self._sums = PageSums()
        self._count = self._positions = 0
        self._first = self._last = 0
        self._firsts: list[AnyArray] = []
        self._offsets: list[AnyArray] = []
        # Codes that fill no block yet, and their labels.
        self._rest: tuple[AnyArray, AnyArray] = np.zeros(0, np.int64), np.zeros(0, dtype(width))

    def __enter__(self) -> PartWriter:  # noqa: PYI034 -- no typing at run time
        self._replacing = archive.replacing(self.path, forced=self._forced, within=True)
        self._file: IO[bytes] = self._replacing.__enter__()
        # The header is known at the end, and the checksum of the first page then.
        self._start: bytearray | None = bytearray(HEADER.size)
        self._file.write(self._start)
        self._size = HEADER.size
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if error is None:
            try:
                self._finish()
            except BaseException as own:
                self._replacing.__exit__(type(own), own, own.__traceback__)
                raise
        self._replacing.__exit__(kind, error, trace)

    def append_labels(self, first: int, labels: AnyArray) -> None:
        """Write the labels of the next indices, the first of which is `first`."""
        if not self._count:
            self._first, self._last = first, first - 1
        if first != self._last + 1:
            raise GraphGameError(f"indices: expected {self._last + 1} to be next, got {first}")
        for start in range(0, len(labels), _CHUNK):
            piece = np.ascontiguousarray(labels[start : start + _CHUNK], dtype=dtype(self.width))
            self._positions += int((piece != no_position(self.width)).sum())
            self._write(piece.view(np.uint8).data)
        self._count += len(labels)
        self._last += len(labels)

    def append_codes(self, codes: Int64Array, labels: AnyArray) -> None:
        """Write the next codes, which ascend, and their labels."""
        if len(codes) != len(labels):
            raise GraphGameError(f"labels: expected {len(codes)}, got {len(labels)}")
        for start in range(0, len(codes), _CHUNK):
            rest = self._rest
            found = np.concatenate([rest[0], codes[start : start + _CHUNK]])
            values = np.concatenate([rest[1], labels[start : start + _CHUNK].astype(rest[1].dtype)])
            whole = len(found) // BLOCK * BLOCK
            self._encode(found[:whole], values[:whole])
            self._rest = found[whole:], values[whole:]

    def _encode(self, codes: Int64Array, labels: AnyArray) -> None:
        if not len(codes):
            return
        place = 0
        try:
            if self._count and codes[0] <= self._last:
                raise _blocks.AscendingError(0)
            pieces = _blocks.encode(codes, labels.view(np.uint8), self.width, BLOCK)
        except _blocks.AscendingError as error:
            place = error.args[0]
            before = codes[place - 1] if place else self._last
            raise GraphGameError(
                f"codes: expected ascending ones, got {codes[place]} after {before}"
            ) from None
        data, firsts, offsets = map(np.asarray, pieces)
        self._firsts.append(firsts)
        self._offsets.append(offsets[:-1] + self._size)
        self._write(data.data)
        if not self._count:
            self._first = int(codes[0])
        self._last = int(codes[-1])
        self._count += len(codes)
        self._positions += len(codes)

    def _write(self, data: memoryview | bytes) -> None:
        """Write bytes, of which the first page waits for the header."""
        self._file.write(data)
        self._size += len(data)
        if self._start is not None:
            taken = data[: PAGE - len(self._start)]
            self._start += taken
            data = data[len(taken) :]
            if len(self._start) < PAGE:
                return
            # Its checksum is set when the header is known.
            self._sums.add(bytes(self._start))
            self._head, self._start = bytes(self._start), None
        self._sums.add(data)

    def _finish(self) -> None:
        """Write the directory, the table of checksums and the header."""
        self._encode(*self._rest)
        ends = self._size
        if self.kind == CODES:
            self._write(bytes(-self._size % 8))
            directory = self._size
            offsets = np.concatenate([*self._offsets, np.array([ends], np.int64)])
            firsts = np.concatenate([*self._firsts, np.zeros(0, np.int64)])
            self._write(firsts.astype("<i8").tobytes())
            self._write(offsets.astype("<i8").tobytes())
        else:
            directory = ends
        header = HEADER.pack(
            *(MAGIC, VERSION, self.kind, self.width, BLOCK if self.kind == CODES else 0),
            *(self._count, self._first, self._last, directory, self._size),
        )
        table = self._table(header)
        self._file.write(table)
        self._file.seek(0)
        self._file.write(header)
        self.row = {
            "file": self.path.name,
            "bytes": self._size + len(table),
            "positions": self._positions,
            "first": self._first,
            "last": self._last,
            "width": self.width,
            "pages_crc32": zlib.crc32(table),
        }

    def _table(self, header: bytes) -> bytes:
        """Return the table of checksums, with that of the first page with its header."""
        head = bytes(self._start) if self._start is not None else self._head
        first = PageSums()
        first.add(header + head[len(header) :])
        return first.finish() + self._sums.finish()[0 if self._start is not None else 4 :]
