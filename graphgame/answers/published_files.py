"""Published databases on this machine: one file, or a folder with a file for each block.

Both give the head, and the bytes of a block or a page by where they stand: its place in the one
file, or its name in the folder.
"""

from __future__ import annotations

import mmap
import os
from pathlib import Path

from graphgame.answers.published_index import MAGIC, PREFIX, DamagedError, Head
from graphgame.checks import open_regular

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    class Source(Protocol):
        """Where the bytes of a published database come from."""

        name: str
        is_remote: bool

        def head(self) -> tuple[bytes, int | None]:
            """Return the head, and the bytes of the whole file if they are known."""

        def fetch(self, at: int, size: int, file: str) -> bytes:
            """Return so many bytes from a place of the one file, or those of a file by its name."""

        def close(self) -> None:
            """Close what is open; a later question opens it again."""


# A file that begins so was one, whatever came over its line ends.
_BEGINNING = MAGIC[:5]
# The files of a folder: the head, blocks and pages by level and number, and starts.
HEAD, STARTS, CHILD = "answers.ggdb", "starts.ggdb", "{level}-{number:06}.ggdb"
# What lies beside them with a page to play in: the page, one that has all answers, its worker.
INDEX, OFFLINE, WORKER = "index.html", "offline.html", "worker.js"


def is_published(path: str | os.PathLike[str]) -> bool:
    """Return whether a path is a published database by its name or its first bytes."""
    place = Path(path)
    if place.is_dir():
        return (place / HEAD).is_file()
    if not place.is_file():
        return False
    with open_regular(place) as file:
        start: bytes = file.read(PREFIX.size)
    return start.startswith(_BEGINNING)


def folder_source(path: str | os.PathLike[str]) -> Source:
    """Return where a folder has its answers: in a file a block, or in one file beside a page."""
    with open_regular(Path(path) / HEAD) as file:
        start: bytes = file.read(PREFIX.size)
        try:
            start += file.read(Head.read_size(start) - len(start))
            is_split = Head.from_bytes(start).fields["split"]
        except DamagedError:  # which is said with the place, when it is read again
            is_split = True
    return FolderSource(path) if is_split else FileSource(Path(path) / HEAD)


class FileSource:
    """One file.

    Parameters
    ----------
    path : path
    """

    is_remote = False

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.name: str = os.fspath(path)
        self._map: mmap.mmap | bytes | None = None

    def head(self) -> tuple[bytes, int | None]:
        """Return the head, and the bytes of the file."""
        start = self.fetch(0, PREFIX.size, "")
        return self.fetch(0, Head.read_size(start), ""), len(self._mapped())

    def fetch(self, at: int, size: int, file: str) -> bytes:  # noqa: ARG002
        """Return bytes from a place on; fewer where the file ends."""
        return self._mapped()[at : at + size]

    def _mapped(self) -> mmap.mmap | bytes:
        mapped = self._map
        if mapped is None:
            with open_regular(self.name) as file:
                # An empty file cannot be mapped.
                whole = os.fstat(file.fileno()).st_size
                mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) if whole else b""
            self._map = mapped
        return mapped

    def close(self) -> None:
        """Forget the file; who is being answered keeps it to the end."""
        self._map = None


class FolderSource:
    """A folder with a file for each block.

    Parameters
    ----------
    path : path
    """

    is_remote = False

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.name: str = os.fspath(path)

    def head(self) -> tuple[bytes, int | None]:
        """Return the head, which has a file of its own."""
        with open_regular(Path(self.name) / HEAD) as file:
            start = file.read(PREFIX.size)
            # A byte more shows that there are more.
            return start + file.read(Head.read_size(start) - len(start) + 1), None

    def fetch(self, at: int, size: int, file: str) -> bytes:  # noqa: ARG002
        """Return the bytes of a file; one more than expected where it has more."""
        try:
            with open_regular(Path(self.name) / file) as opened:
                content: bytes = opened.read(size + 1)
                return content
        except FileNotFoundError:
            raise DamagedError(f"a file {file}", "none") from None

    def close(self) -> None:
        """Keep nothing open."""
