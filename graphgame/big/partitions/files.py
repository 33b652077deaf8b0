"""Append-only files and mailboxes of the partitions of a game that is being built."""

from __future__ import annotations

from collections import deque
from contextlib import contextmanager

import numpy as np

from graphgame.checks import open_regular
from graphgame.errors import GraphGameError, SolutionFileError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from typing import Any

# Bytes that a file collects before they are written, and of a segment of a mailbox.
_COLLECTED = 1 << 18
_SEGMENT = 1 << 21
# Bytes of the header of a chunk, and of a message.
_HEADER, _MESSAGE = 16, 12


def member(path: Path | str, mode: str = "rb") -> Any:
    """Open a file in a folder that is built, without a buffer: a regular file, and no link."""
    return open_regular(path, mode, within=True, buffering=0)


def read_numbers(path: Path | str, dtype: Any) -> Any:
    """Return the numbers in a file of the folder."""
    with member(path) as file:
        return np.fromfile(file, dtype)


def cut(path: Path, size: int) -> None:
    """Resize a file to what it was at a checkpoint; refuse one that is shorter."""
    found = path.stat().st_size if path.exists() else 0
    if found < size:
        raise SolutionFileError(
            f"{path}: expected at least {size} bytes, got {found}; the folder is damaged: remove "
            "it, and build again"
        )
    if found > size:
        if size:
            with member(path, "r+b") as file:
                file.truncate(size)
        else:
            path.unlink()


@contextmanager
def undamaged(path: Path) -> Iterator[None]:
    """Describe in one sentence what a kernel refuses in files below a path, or misses there."""
    try:
        yield
    except GraphGameError:
        raise
    except (ValueError, FileNotFoundError) as error:
        raise SolutionFileError(
            f"{path}: expected what the last checkpoint names, got {error}; the folder is damaged: "
            "remove it, and build again"
        ) from error


class Appended:
    """A file that only grows; what is added waits in memory until it is written.

    Attributes
    ----------
    path : Path
    size : int
        Bytes, with those that wait.
    waiting : int
        Bytes that wait.
    is_synced : bool
        Whether nothing was written since somebody set it: the file is on the disk.
    """

    __slots__ = ("_pieces", "is_synced", "path", "size", "waiting")
    is_synced: bool
    path: Path
    size: int
    waiting: int

    def __init__(self, path: Path, size: int = 0) -> None:
        self.path, self.size, self.waiting, self.is_synced = path, size, 0, True
        self._pieces: list[bytes] = []

    def add(self, data: bytes) -> None:
        """Append bytes."""
        if data:
            self._pieces.append(data)
            self.size += len(data)
            self.waiting += len(data)
            if self.waiting >= _COLLECTED:
                self.write()

    def write(self) -> None:
        """Write what waits."""
        if self._pieces:
            self.is_synced = False
            with member(self.path, "ab") as file:
                write_all(file, b"".join(self._pieces))
            self._pieces, self.waiting = [], 0


def write_all(file: Any, data: bytes | memoryview) -> None:
    """Write all bytes to an unbuffered file, which may take a part of them at a time."""
    done = file.write(data)
    while done < len(data):
        done += file.write(memoryview(data)[done:])


class Mailbox:
    """Messages to a partition, in the order in which they came: in segments on disk, then memory.

    Attributes
    ----------
    messages : int
        How many there are.
    waiting : int
        Bytes in memory.
    """

    head: int
    messages: int
    waiting: int

    # state is [head, offset, tail, size]: reading goes on in segment `head` at `offset`, and
    # segments up to `tail` are on disk, the last of `size` bytes.  Segments from `kept` on are:
    # those below head were read since the last checkpoint.

    def __init__(self, folder: Path, number: int, state: list[int], messages: int) -> None:
        self._folder, self._number = folder, number
        self.head, self._offset, self._tail, self._size = state
        self._kept = self.head
        self.messages, self.waiting = messages, 0
        self._chunks: deque[bytes] = deque()
        self._file: Any = None
        self._unsynced: set[int] = set()

    def path(self, segment: int) -> Path:
        """Return the path of a segment."""
        return self._folder / f"{self._number:06}.mail.{segment}"

    @property
    def state(self) -> list[int]:
        """What a checkpoint says of it, when nothing is in memory."""
        return [self.head, self._offset, self._tail, self._size]

    def add(self, chunk: bytes) -> int:
        """Append a chunk; return how many bytes more are in memory."""
        self._chunks.append(chunk)
        self.waiting += len(chunk)
        self.messages += (len(chunk) - _HEADER) // _MESSAGE
        return len(chunk)

    def spill(self) -> int:
        """Write what is in memory; return how many bytes it was."""
        written = self.waiting
        while self._chunks:
            if self._size >= _SEGMENT:
                self._tail, self._size = self._tail + 1, 0
            self._unsynced.add(self._tail)
            pieces = []
            while self._chunks and self._size < _SEGMENT:
                pieces.append(self._chunks.popleft())
                self._size += len(pieces[-1])
            data = b"".join(pieces)
            self.waiting -= len(data)
            with member(self.path(self._tail), "ab") as file:
                write_all(file, data)
        if self.head == self._tail and self._offset == self._size > 0:  # all of it is read
            self.close()
            self.head = self._tail = self._tail + 1
            self._offset = self._size = 0
        return written

    def unsynced(self) -> list[Path]:
        """Return the segments written since the last call that are still to be read."""
        found = [self.path(segment) for segment in self._unsynced if segment >= self.head]
        self._unsynced.clear()
        return found

    def take(self) -> tuple[bytes, int]:
        """Remove the first chunk; return it, empty if there is none, and the bytes of memory."""
        if self.head < self._tail or self._offset < self._size:
            chunk = self._read()
        elif self._chunks:
            chunk = self._chunks.popleft()
            self.waiting -= len(chunk)
            self.messages -= (len(chunk) - _HEADER) // _MESSAGE
            return chunk, len(chunk)
        else:
            return b"", 0
        self.messages -= (len(chunk) - _HEADER) // _MESSAGE
        return chunk, 0

    def _read(self) -> bytes:
        if self._file is None:
            self._file = open_regular(self.path(self.head), within=True)  # it stays open
            self._file.seek(self._offset)
        header = self._file.read(_HEADER)
        if not header and self.head < self._tail:
            self.close()
            self.head, self._offset = self.head + 1, 0
            return self._read()
        entries = self._file.read(_MESSAGE * int.from_bytes(header[4:8], "little"))
        if len(header) + len(entries) < _HEADER + _MESSAGE * int.from_bytes(header[4:8], "little"):
            raise SolutionFileError(f"{self.path(self.head)}: expected whole chunks, got a part")
        self._offset += len(header) + len(entries)
        return bytes(header + entries)

    def close(self) -> None:
        """Close the segment that is being read."""
        if self._file is not None:
            self._file.close()
            self._file = None

    @property
    def read(self) -> int:
        """Bytes of the segments that were read, and wait for a checkpoint to be removed."""
        return (self.head - self._kept) * _SEGMENT

    def forget(self) -> None:
        """Remove the segments that were read, when a checkpoint says that they were."""
        while self._kept < self.head:
            self.path(self._kept).unlink(missing_ok=True)
            self._kept += 1

    def remove(self) -> None:
        """Remove all segments, when a checkpoint says that everything is explored."""
        self.close()
        for segment in range(self._kept, self._tail + 1):
            self.path(segment).unlink(missing_ok=True)
