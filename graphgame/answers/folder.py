"""Survey the folder of a database: which of its files are ours, and which are not.

Every builder looks before it opens or makes anything.  Ours is what has the name of a file of ours,
is a regular file, and begins as such files do.  What would be in the way is refused, and nothing
but what is ours is ever changed.
"""

from __future__ import annotations

import os
import re
from contextlib import suppress
from pathlib import Path

from graphgame.answers.part_writer import MAGIC
from graphgame.checks import open_regular
from graphgame.errors import GraphGameError, shown_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

NAME = "manifest.json"
LOCK = "lock"
# What only building needs.
WORK = "work"
_PART = re.compile(r"[0-9]{6,}\.part")
# What `archive.replacing` names a manifest or a part before it is whole.
_UNFINISHED = re.compile(rf"({re.escape(NAME)}|{_PART.pattern})\.[0-9]+-[0-9]+\.part")
# The files of partitions and of tiers in `WORK`.
_WORKING = re.compile(
    r"state\.(json|new)|tiers\.log|-?[0-9]+\.(in|codes|labels)(\.new)?"
    r"|[0-9]{6,}\.(codes|log|counters|seeds|pred|ptr(\.new)?|counts|seeded|labels[124]"
    r"|(saved|told|mail|ends)\.[0-9]+)"
)
# What a lock holds: nothing, or the number of a process.
_OWNER = re.compile(rb"([0-9]{1,20}\n)?")
# Bytes of the beginning of a file that are looked at.
_LOOK = 32


class Survey:
    """What a folder holds, which need not be there.

    Parameters
    ----------
    folder : Path

    Attributes
    ----------
    parts : list of Path
        Parts of a database.
    unfinished : list of Path
        What a killed process had not renamed to a part or a manifest.
    other : list of str
        The names of everything that no build leaves without a manifest.

    Raises
    ------
    GraphGameError
        If something else stands where a build has a file.
    """

    parts: list[Path]
    unfinished: list[Path]
    other: list[str]

    def __init__(self, folder: Path) -> None:
        self.parts, self.unfinished, self.other = [], [], []
        for entry in _entries(folder):
            name, path = entry.name, folder / entry.name
            if name == LOCK:
                _require(path, "the lock of a build", lambda start: bool(_OWNER.fullmatch(start)))
            elif name == NAME:
                _require(path, "a manifest", lambda start: start[:1] == b"{")
            elif _PART.fullmatch(name):
                _require(path, "a part of a database", _is_part)
                self.parts.append(path)
            elif _UNFINISHED.fullmatch(name) and entry.is_file(follow_symlinks=False):
                if _is_begun(path):
                    self.unfinished.append(path)
                else:
                    self.other.append(name)
            else:
                if name == WORK:
                    _require_work(path, entry)
                self.other.append(name)
        self.other += [path.name for path in self.parts]


def _entries(folder: Path) -> list[os.DirEntry[str]]:
    """Return what is in a folder, by its name."""
    try:
        with os.scandir(folder) as entries:
            return sorted(entries, key=lambda entry: entry.name)
    except FileNotFoundError:
        if os.path.lexists(folder):
            raise refused(folder, "a folder, or nothing", "a link to nothing") from None
        return []
    except NotADirectoryError:
        raise refused(folder, "a folder, or nothing", "a file") from None


def refused(path: Path, expected: str, found: str) -> GraphGameError:
    """Return the error for what stands in the way of a build."""
    return GraphGameError(
        f"folder: expected {expected}, got {found}, {shown_path(path)}; nothing is written: give "
        "another folder"
    )


def _require(path: Path, what: str, is_ours: Callable[[bytes], bool]) -> None:
    """Refuse anything but a regular file that begins as one of ours does."""
    try:
        start = _start(path)
    except IsADirectoryError:
        raise refused(path, what, "a folder") from None
    if start is not None and not is_ours(start):
        raise refused(path, what, "another file")


def _start(path: Path) -> bytes | None:
    """Return the beginning of a regular file; None if another build has just removed it."""
    with suppress(FileNotFoundError), open_regular(path, within=True) as file:
        start: bytes = file.read(_LOOK)
        return start
    return None


# A power cut leaves a file empty, or zeros in the place of what had not reached the disk.


def _is_part(start: bytes) -> bool:
    return MAGIC.startswith(start[: len(MAGIC)].rstrip(b"\0"))


def _is_begun(path: Path) -> bool:
    """Return whether a file with such a name was to become a manifest, or a part."""
    start = _start(path) or b""
    return b"{".startswith(start[:1].rstrip(b"\0")) if NAME in path.name else _is_part(start)


def _require_work(path: Path, entry: os.DirEntry[str]) -> None:
    if not entry.is_dir(follow_symlinks=False):
        raise refused(path, "a folder of a build", "a link" if entry.is_symlink() else "a file")
    for inner in _entries(path):
        if not _WORKING.fullmatch(inner.name) or not inner.is_file(follow_symlinks=False):
            raise refused(path / inner.name, f"only files of a build in {WORK}", "something else")


def remove_work(folder: Path) -> None:
    """Remove what building needs in a folder; what has come there meanwhile stays."""
    for entry in _entries(folder / WORK):
        if _WORKING.fullmatch(entry.name) and entry.is_file(follow_symlinks=False):
            os.unlink(entry.path)
    with suppress(OSError):
        os.rmdir(folder / WORK)
