"""The files in which tiers wait: what is still to be explored, and what is done, line by line.

All stand in the folder `WORK` of a database that is being built.  Tier t has the files ``t.in``,
codes that higher tiers and starts have put there, in sorted runs; ``t.codes``, its positions,
ascending; and ``t.labels``, their answers.  The journal has a line for each tier that is explored,
and one for each that is solved: what no line speaks of is done again.
"""

from __future__ import annotations

import json
import mmap
import os
import zlib
from contextlib import suppress
from pathlib import Path
from time import monotonic

import numpy as np

from graphgame.answers.labels import dtype
from graphgame.archive import sync, sync_all
from graphgame.big.partitions.files import member, write_all
from graphgame.checks import open_regular
from graphgame.errors import SolutionFileError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from graphgame.types import AnyArray, Int64Array

JOURNAL = "tiers.log"
# Seconds between two writes of the journal; they take at most one part in so many of the time.
_EVERY, _SHARE = 1.0, 20
# Codes read at a time; bytes of a line of the journal, of which longer ones count as damaged.
_CHUNK, _LONGEST = 1 << 20, 1 << 28


class Journal:
    """Lines of JSON, each after its checksum, appended as something is done.

    Lines are written about every second.  The files that they speak of are forced onto the disk
    before, and those that they make superfluous are removed after them: whatever stops the machine,
    what the lines say is true.  A last line that is cut off or damaged does not count and is
    overwritten.

    Parameters
    ----------
    path : Path
    files : TierFiles
        What the lines speak of.

    Attributes
    ----------
    records : list of dict
        What the file said when it was opened.
    """

    def __init__(self, path: Path, files: TierFiles) -> None:
        self.records: list[dict[str, Any]] = []
        self._files = files
        self._lines: list[bytes] = []
        self._last, self._took = monotonic(), 0.0
        self._file = open_regular(path, "a+b", within=True)  # closed by `close`
        self._file.seek(0)
        end = 0
        while line := self._file.readline(_LONGEST):
            record = _record(line)
            if record is None:
                break
            self.records.append(record)
            end += len(line)
        self._end = end

    def append(self, record: dict[str, Any]) -> None:
        """Append a line, and write all that wait if it is time."""
        body = json.dumps(record, separators=(",", ":")).encode()
        self._lines.append(b"%08x %s\n" % (zlib.crc32(body), body))
        if monotonic() - self._last >= max(_EVERY, _SHARE * self._took):
            self.write()

    def write(self) -> None:
        """Write the lines that wait; when this returns, they are on the disk."""
        began = monotonic()
        self._files.sync()
        self._file.truncate(self._end)  # Ctrl-C may have ended a call that had written these lines
        lines = b"".join(self._lines)
        self._file.write(lines)
        self._file.flush()
        os.fsync(self._file.fileno())
        self._end, self._lines = self._end + len(lines), []
        self._files.remove_dropped()
        self._last = monotonic()
        self._took = self._last - began

    def close(self) -> None:
        """Close the file, after an error too: lines that wait are written if they can be."""
        try:
            with suppress(OSError):
                self.write()
        finally:
            self._file.close()


def _record(line: bytes) -> dict[str, Any] | None:
    """Return what a whole line says; None if it is damaged."""
    checksum, _, body = line.rstrip(b"\n").partition(b" ")
    if not line.endswith(b"\n") or checksum != b"%08x" % zlib.crc32(body):
        return None
    record: dict[str, Any] = json.loads(body)
    return record


class TierFiles:
    """The files of the tiers in a folder.

    Parameters
    ----------
    folder : Path
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._start = os.path.join(folder, "")
        # Those written since `sync`, and those to be removed by `remove_dropped`.
        self._unsynced: set[str] = set()
        self._dropped: set[str] = set()

    def _path(self, tier: int, kind: str) -> str:
        return f"{self._start}{tier}.{kind}"

    def put(self, tier: int, codes: Int64Array) -> int:
        """Append codes to those that wait in a tier; return how many bytes these take now."""
        path = self._path(tier, "in")
        self._unsynced.add(path)
        with member(path, "ab") as file:
            write_all(file, _bytes(codes))
            size: int = file.tell()
            return size

    def cut(self, tier: int, size: int) -> None:
        """Forget what was put into a tier after its first `size` bytes."""
        path = self._path(tier, "in")
        found = _size(path)
        if found < size:
            raise _damaged(path, size, found)
        if found > size:
            with member(path, "r+b") as file:
                file.truncate(size)

    def waiting(self, tier: int) -> Iterator[Int64Array]:
        """Yield the codes that wait in a tier, some at a time."""
        with member(self._path(tier, "in")) as file:
            while len(codes := np.fromfile(file, np.int64, _CHUNK)):
                yield codes

    def write_codes(self, tier: int, codes: Int64Array) -> None:
        """Write the positions of a tier."""
        self._write(tier, "codes", codes)

    def write_labels(self, tier: int, labels: AnyArray) -> None:
        """Write the answers of a tier."""
        self._write(tier, "labels", labels)

    def _write(self, tier: int, kind: str, array: AnyArray) -> None:
        beside = self._path(tier, f"{kind}.new")
        with member(beside, "wb") as file:
            write_all(file, _bytes(array))
        path = self._path(tier, kind)
        os.replace(beside, path)
        self._unsynced.add(path)

    def codes(self, tier: int, count: int) -> Int64Array:
        """Return the positions of a tier, mapped."""
        codes: Int64Array = self._mapped(tier, "codes", count, np.dtype(np.int64))
        return codes

    def labels(self, tier: int, count: int, width: int) -> AnyArray:
        """Return the answers of a tier, mapped."""
        return self._mapped(tier, "labels", count, np.dtype(dtype(width)))

    def _mapped(self, tier: int, kind: str, count: int, of: np.dtype[Any]) -> AnyArray:
        path = self._path(tier, kind)
        size = _size(path)
        if size != count * of.itemsize:
            raise _damaged(path, count * of.itemsize, size)
        with member(path) as file:
            view = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        return np.frombuffer(view, of)

    def drop(self, tier: int, *kinds: str) -> None:
        """Remove files of a tier at the next `remove_dropped`: the journal may still need them."""
        self._dropped.update(self._path(tier, kind) for kind in kinds)

    def sync(self) -> None:
        """Write files and their names through to the disk."""
        sync_all(self._unsynced - self._dropped)
        self._unsynced.clear()
        sync(self.folder)
        sync(self.folder.parent)

    def remove_dropped(self) -> None:
        """Remove the files that are dropped, where they are."""
        for path in self._dropped:
            with suppress(FileNotFoundError):
                os.unlink(path)
        self._dropped.clear()


def _bytes(array: AnyArray) -> memoryview:
    """Return the bytes of an array that is contiguous."""
    values: Any = array
    return memoryview(values).cast("B")


def _size(path: str) -> int:
    """Return the bytes of a file; 0 if there is none."""
    try:
        return os.stat(path).st_size
    except FileNotFoundError:
        return 0


def _damaged(path: str, expected: int, found: int) -> SolutionFileError:
    return SolutionFileError(
        f"{path}: expected {expected} bytes, got {found}: a damaged file; to build this database "
        "from the beginning, remove its folder"
    )
