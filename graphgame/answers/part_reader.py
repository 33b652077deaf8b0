"""Reading part files of a database by mapping them: nothing is read before it is asked for."""

from __future__ import annotations

import mmap
import os
import zlib
from pathlib import Path

import numpy as np

from graphgame.answers import _blocks
from graphgame.answers.agreement import spread
from graphgame.answers.labels import WIDTHS, dtype, no_position
from graphgame.answers.page_checksums import PAGE, CheckedPages
from graphgame.answers.part_writer import BLOCK, CODES, HEADER, INDICES, MAGIC, VERSION
from graphgame.checks import open_regular
from graphgame.errors import SolutionFileError, shown_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from graphgame.types import AnyArray, Int64Array

# Blocks and labels read at a time.
_READ = 1 << 18


class Part:
    """A part file, mapped when it is first asked: nothing is read before that.

    Threads may ask one part, and close it: who is being answered keeps the map to the end.

    Parameters
    ----------
    folder : path
    row : dict
        What the manifest says of it.

    Attributes
    ----------
    first, last : int
        The least and the greatest code.
    width : int
        Bytes of a label.

    Raises
    ------
    SolutionFileError
        From every question: if the file is not there, if its size, header or table differ from the
        row, or if it is damaged where it is read.
    """

    def __init__(self, folder: str | os.PathLike[str], row: dict[str, Any]) -> None:
        self.name: str = os.fspath(Path(folder) / row["file"])
        self.row: dict[str, Any] = row
        self.first: int = int(row["first"])
        self.last: int = int(row["last"])
        self.width: int = row["width"]
        self._mapped: _MappedPart | None = None

    def _open(self) -> _MappedPart:
        mapped = self._mapped
        if mapped is None:
            mapped = self._mapped = _MappedPart(self.name, self.row)
        return mapped

    def find(self, codes: Int64Array) -> AnyArray:
        """Return the labels of codes, `no_position` where a code is not in this part."""
        return self._open().find(codes)

    def find_one(self, code: int) -> int:
        """Return the label of one code as `find` does."""
        return self._open().find_one(code)

    def read(self, most: int = _READ) -> Iterator[tuple[Int64Array, AnyArray]]:
        """Yield the codes in ascending order with their labels, about `most` at a time."""
        yield from self._open().read(most)

    def sample(self, most: int) -> tuple[Int64Array, AnyArray]:
        """Return the codes and labels of at most `most` blocks, the first and the last among them.

        The others are spread evenly.  Of labels of indices, a block are as many as of codes.
        """
        return self._open().sample(most)

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_mapped": None}  # a copy opens the file again

    def close(self) -> None:
        """Close the file; a later question opens it again."""
        self._mapped = None  # the map is closed with its last view


class _MappedPart:
    """The contents of a part file; see `Part`."""

    def __init__(self, name: str, row: dict[str, Any]) -> None:
        """Map the file, and check everything but its labels and blocks."""
        self.name, self.row = name, row
        self.first, self.last = int(row["first"]), int(row["last"])
        view = self._map()
        size = len(view)
        if size < HEADER.size or bytes(view[:8]) != MAGIC:
            raise self._damaged("a part of a database", "something else")
        fields = HEADER.unpack(view[: HEADER.size])
        _, version, kind, width, block, count, first, last, directory, table = fields
        if version != VERSION:
            raise self._damaged(f"version {VERSION} of the format", f"{version}")
        pages = (table + PAGE - 1) // PAGE
        if table < HEADER.size or size != table + 4 * pages:
            raise self._damaged("a whole file", f"{size} bytes, not {table} and a table of pages")
        if zlib.crc32(view[table:]) != self.row["pages_crc32"]:
            raise self._damaged("the table of checksums that the manifest names", "another")
        sums = np.frombuffer(view, "<u4", pages, table)
        self._pages = CheckedPages(self.name, view[:table], sums)
        self._pages.require_range(0, HEADER.size)
        found = kind, width, first, last
        expected = kind, self.row["width"], self.first, self.last
        if found != expected or kind not in (INDICES, CODES) or width not in WIDTHS:
            raise self._damaged("the part that the manifest names", "another")
        self.kind, self.width, self.count = kind, width, count
        self._dtype = np.dtype(dtype(width))
        self._map_sections(view, block, directory, table)

    def _map(self) -> memoryview:
        try:
            with open_regular(self.name) as file:
                size = os.fstat(file.fileno()).st_size
                if size != self.row["bytes"] or not size:
                    raise self._damaged(f"{self.row['bytes']} bytes", f"{size}")
                self._mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except FileNotFoundError:
            raise self._damaged("this part of the database", "no file") from None
        return memoryview(self._mapped)

    def _map_sections(self, view: memoryview, block: int, directory: int, table: int) -> None:
        if self.kind == INDICES:
            ends = HEADER.size + self.count * self.width
            if ends != table or self.last - self.first + 1 != self.count:
                raise self._damaged(f"{self.count} labels", "a file of another size")
            self._labels = np.frombuffer(view, self._dtype, self.count, HEADER.size)
            return
        blocks = -(-self.count // block) if block else -1
        if blocks < 0 or directory % 8 or directory + 16 * blocks + 8 != table:
            raise self._damaged(f"a directory of {blocks} blocks", "another")
        self._pages.require_range(directory, table)
        firsts = np.frombuffer(view, "<i8", blocks, directory)
        self._offsets = np.frombuffer(view, "<i8", blocks + 1, directory + 8 * blocks)
        self._blocks = blocks
        self._block = block
        self._reader = _blocks.BlockReader(
            np.frombuffer(view, np.uint8, directory), firsts, self._offsets,
            self._pages.checked, self.count, block, self.width,
        )  # fmt: skip

    def _damaged(self, expected: str, found: str) -> SolutionFileError:
        return SolutionFileError(f"{shown_path(self.name)}: expected {expected}, got {found}")

    def find(self, codes: Int64Array) -> AnyArray:
        found = np.full(len(codes), no_position(self.width), dtype=self._dtype)
        if self.kind == INDICES:
            inside = (codes >= self.first) & (codes <= self.last)
            whole = bool(inside.all())
            places = (codes if whole else codes[inside]) - self.first
            self._pages.require_places(places * self.width + HEADER.size)
            found[... if whole else inside] = self._labels[places]
            return found
        codes = np.ascontiguousarray(codes, dtype=np.int64)
        done = 0
        view = found.view(np.uint8)
        while True:
            done, block = self._asked(self._reader.find, codes, view, done)
            if block < 0:
                return found
            self._require_blocks(block, block + 1)

    def find_one(self, code: int) -> int:
        missing = no_position(self.width)
        if self.kind == INDICES:
            if not self.first <= code <= self.last:
                return missing
            place = HEADER.size + (code - self.first) * self.width
            self._pages.require((place // PAGE,))
            return int(self._labels[code - self.first])
        label: int = self._asked(self._reader.find_one, code)
        while label < -1:
            self._require_blocks(-2 - label, -1 - label)
            label = self._asked(self._reader.find_one, code)
        return missing if label < 0 else label

    def _asked(self, function: Any, *arguments: Any) -> Any:
        try:
            return function(*arguments)
        except _blocks.DamagedBlockError as error:
            raise self._damaged("codes and labels in every block", f"none in {error}") from None

    def _require_blocks(self, first: int, stop: int) -> None:
        """Check the pages of blocks; the reader refuses those that are not inside the file."""
        start, end = int(self._offsets[first]), int(self._offsets[stop])
        if not HEADER.size <= start <= end <= len(self._reader_data()):
            raise self._damaged("blocks inside the file", f"bytes {start} to {end}")
        self._pages.require_range(start, end)

    def _reader_data(self) -> memoryview:
        return self._pages._view

    def read(self, most: int) -> Iterator[tuple[Int64Array, AnyArray]]:
        if self.kind == INDICES:
            for start in range(0, self.count, most):
                stop = min(start + most, self.count)
                self._pages.require_range(
                    HEADER.size + start * self.width, HEADER.size + stop * self.width
                )
                labels = self._labels[start:stop]
                there = np.flatnonzero(labels != no_position(self.width))
                yield there + (self.first + start), labels[there]
            return
        step = most // self._block or 1
        for first in range(0, self._blocks, step):
            stop = min(first + step, self._blocks)
            self._require_blocks(first, stop)
            codes, labels = self._asked(self._reader.read, first, stop)
            yield np.asarray(codes), np.asarray(labels).view(self._dtype)

    def sample(self, most: int) -> tuple[Int64Array, AnyArray]:
        block = self._block if self.kind == CODES else BLOCK
        blocks = -(-self.count // block)
        chosen = spread(blocks, most)
        chosen[-1:], chosen[:1] = blocks - 1, 0
        found = [self._read_block(k, block) for k in chosen.tolist()]
        codes = np.concatenate([np.zeros(0, np.int64), *(some for some, _ in found)])
        return codes, np.concatenate([np.zeros(0, self._dtype), *(labels for _, labels in found)])

    def _read_block(self, k: int, size: int) -> tuple[Int64Array, AnyArray]:
        if self.kind == CODES:
            self._require_blocks(k, k + 1)
            codes, labels = self._asked(self._reader.read, k, k + 1)
            return np.asarray(codes), np.asarray(labels).view(self._dtype)
        start, stop = k * size, min((k + 1) * size, self.count)
        self._pages.require_range(HEADER.size + start * self.width, HEADER.size + stop * self.width)
        labels = self._labels[start:stop]
        there = np.flatnonzero(labels != no_position(self.width))
        return there + (self.first + start), labels[there]
