"""The manifest of a folder that holds a database or is to hold one, and the lock of the folder."""

from __future__ import annotations

import json
import os
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from graphgame import archive
from graphgame.answers.folder import LOCK, NAME, Survey, refused, remove_work
from graphgame.archive import sync
from graphgame.checks import MOST_JSON, open_regular, read_json
from graphgame.errors import (
    FullDiskError,
    GraphGameError,
    SolutionFileError,
    TooLargeError,
    shown_path,
)
from graphgame.graphs.form import read_loader

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

FORMAT = "graphgame database"
VERSION = 1
COMPLETE = "complete"
# Two rules have built it, as the comparison after the build has shown: nothing reads it again.
MIXED = "mixed"
# What is to be done where a folder is finished, and not of this rule.
CURE = "give another folder, or the rule, the presets and the symmetry that were solved"
# What is to be done where a disk is full.
KEPT = "what was finished is kept: make room, and call again to go on"


class Manifest:
    """What a folder holds: fields of JSON, and a checksum of them all.

    Parameters
    ----------
    folder : path
    fields : dict, optional
        By default those of an empty folder: the format and its version.

    Attributes
    ----------
    folder : Path
    fields : dict
        Everything but the checksum; ``manifest["state"]`` reads and writes one.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     manifest = Manifest(folder)
    ...     manifest["state"] = "exploring"
    ...     manifest.save()
    ...     Manifest.load(folder)["state"]
    'exploring'
    """

    __slots__ = ("fields", "folder")

    def __init__(
        self, folder: str | os.PathLike[str], fields: dict[str, Any] | None = None
    ) -> None:
        self.folder: Path = Path(folder)
        self.fields: dict[str, Any] = {"format": FORMAT, "version": VERSION}
        self.fields.update(fields or {})

    def __getitem__(self, name: str) -> Any:
        return self.fields[name]

    def __setitem__(self, name: str, value: Any) -> None:
        self.fields[name] = value

    def get(self, name: str, default: Any = None) -> Any:
        """Return a field, or `default` if there is none."""
        return self.fields.get(name, default)

    @property
    def is_complete(self) -> bool:
        """Whether the folder holds a whole database."""
        return self.fields.get("state") == COMPLETE

    def text(self) -> str:
        """Return the text of the file; equal fields have equal texts."""
        body = _canonical(self.fields)
        return _canonical({**self.fields, "crc32": zlib.crc32(body.encode())}) + "\n"

    def save(self) -> None:
        """Replace the file in one step, and force it and the names in the folder onto the disk."""
        sync(self.folder)  # the names of the parts
        text = self.text().encode()
        if len(text) > MOST_JSON:
            raise TooLargeError(
                f"{shown_path(self.folder / NAME)}: expected at most {MOST_JSON:,} bytes for all "
                f"starts and parts, got {len(text):,}"
            )
        with archive.replacing(self.folder / NAME, within=True) as file:
            file.write(text)
        sync(self.folder)

    @classmethod
    def load(cls, folder: str | os.PathLike[str]) -> Manifest:
        """Read the manifest of a folder.

        Raises
        ------
        SolutionFileError
            If there is none, or it is damaged, of another format or of a later version, or if two
            rules have built what is in the folder.
        """
        path = Path(folder) / NAME
        try:
            file = open_regular(path)
        except (FileNotFoundError, NotADirectoryError):
            raise SolutionFileError(
                f"{shown_path(folder)}: expected the folder of a database, with a file {NAME}, "
                f"got {_found(folder)}"
            ) from None
        try:
            with file:
                text = read_json(file)
            fields = json.loads(text.decode())
            if not isinstance(fields, dict):
                raise ValueError("no object")  # noqa: TRY004 -- as any other damage
            fields.pop("crc32", None)
            manifest = cls(folder, fields)
            expected = manifest.text().encode()
        except (ValueError, RecursionError) as error:
            raise SolutionFileError(
                f"{shown_path(path)}: not a manifest, or a damaged one: {error}"
            ) from None
        _check_format(path, fields)
        if expected != text:
            raise SolutionFileError(
                f"{shown_path(path)}: expected the checksum of its fields, got another: a "
                "damaged file"
            )
        if manifest.get("state") == MIXED:
            raise SolutionFileError(
                f"{shown_path(folder)}: expected answers of one rule, got a build that one rule "
                "began and another ended: remove the folder, and build again"
            )
        return manifest

    @staticmethod
    def exists(folder: str | os.PathLike[str]) -> bool:
        """Return whether a folder has a manifest."""
        return (Path(folder) / NAME).is_file()


def _found(folder: str | os.PathLike[str]) -> str:
    """Return what stands where a folder with a manifest was expected, and what reads it."""
    if not os.path.isfile(folder):
        return "none"
    kind = read_loader(os.fspath(folder))
    return "a file" if kind is None else f"a file; {kind.__name__}.load reads it"


def _canonical(fields: dict[str, Any]) -> str:
    return json.dumps(fields, sort_keys=True, separators=(",", ":"), allow_nan=False)


def _check_format(path: Path, fields: dict[str, Any]) -> None:
    found = fields.get("format")
    if found != FORMAT:
        raise SolutionFileError(
            f"{shown_path(path)}: expected the format {FORMAT!r}, got {found!r}"
        )
    version = fields.get("version")
    if type(version) is not int or not 1 <= version <= VERSION:
        raise SolutionFileError(
            f"{shown_path(path)}: expected version {VERSION} of the format, got {version!r}; "
            "a later graphgame may read it"
        )


def complete(
    folder: str | os.PathLike[str],
    *,
    kind: str,
    rule: tuple[str, str],
    play: str,
    starts: list[int],
    parts: list[dict[str, Any]],
    tally: Any,
    moves: int,
    symmetric: bool = False,
    more: dict[str, Any] | None = None,
) -> Manifest:
    """Write the manifest of a complete database; what it says of building is gone.

    Parameters
    ----------
    folder : path
    kind : {"indexed", "hashed", "tiers"}
        How parts are found: by ranges of indices; by `mix` of a code; by ranges of codes.
    rule : (str, str)
        Its name and its digest.
    play : {"normal", "misere"}
    starts : list of int
    parts : list of dict
        The rows that writers of parts returned.
    tally : Tally
    moves : int
    symmetric : bool
        Whether positions stand for classes.
    more : dict, optional
        Fields that only this kind has.

    Returns
    -------
    Manifest
    """
    counts = {str(outcome): count for outcome, count in tally.counts().items()}
    fields = {
        **(more or {}),
        "graphgame": package_version(),
        "state": COMPLETE,
        "kind": kind,
        "rule": {"name": rule[0], "digest": rule[1]},
        "play": str(play),
        "start": [int(start) for start in starts],
        "symmetric": symmetric,
        "parts": parts,
        "positions": tally.positions,
        "moves": int(moves),
        "counts": counts,
        "remoteness": tally.to_json(),
    }
    manifest = Manifest(folder, fields)
    manifest.save()
    return manifest


def package_version() -> str:
    """Return the version of the package; "unknown" where it is not installed."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("graphgame-solver")
    except PackageNotFoundError:
        return "unknown"


@contextmanager
def locked(folder: str | os.PathLike[str]) -> Iterator[Path]:
    """Make a folder, if there is none, and keep other builds out of it until the block is left.

    What a killed build left is removed, as far as no build goes on from it.

    Raises
    ------
    GraphGameError
        If another process builds in it, which is named; if the folder is neither empty nor of a
        database, or has something else where a build has its files; or if it cannot be written.
        Nothing has been changed then.
    FullDiskError
        If there is no room for the build.
    """
    path = Path(folder)
    with archive.full_disk(path, KEPT):
        with _writable(path):
            if not os.path.lexists(path / LOCK):
                _survey(path)
            path.mkdir(parents=True, exist_ok=True)
            file = open_regular(path / LOCK, "a+b", within=True)
        with file:
            if not archive.take_lock(file):
                file.seek(0)
                owner = file.read(32).decode(errors="replace").strip()
                raise GraphGameError(
                    f"{shown_path(folder)}: expected no other build in this folder, got one by "
                    f"process {owner if owner.isdecimal() else 'unknown'}"
                )
            with _writable(path):
                survey = _survey(path)
            file.truncate(0)
            file.write(f"{os.getpid()}\n".encode())
            file.flush()
            try:
                for left in survey.unfinished:
                    left.unlink()
                if Manifest.exists(path) and Manifest.load(path).is_complete:
                    remove_work(path)
                yield path
            finally:
                file.truncate(0)  # the system lets go of the lock when the file is closed


def _survey(path: Path) -> Survey:
    """Return what a folder holds; refuse one that is neither empty nor of a database."""
    survey = Survey(path)
    if Manifest.exists(path):
        Manifest.load(path)
    elif survey.other:
        raise refused(path, "an empty one, or one of a database", f"{_listed(survey.other)} in")
    return survey


def _listed(names: list[str]) -> str:
    return ", ".join(map(shown_path, sorted(names)[:3])) + (", …" if len(names) > 3 else "")


@contextmanager
def _writable(path: Path) -> Iterator[None]:
    """Describe in one sentence what keeps a folder from being made, read or written."""
    try:
        with archive.full_disk(path, "make room, and call again"):
            yield
    except FullDiskError:
        raise
    except OSError as error:
        raise GraphGameError(
            f"folder {shown_path(path)}: expected one that can be made, read and written, got: "
            f"{error.strerror or error}"
        ) from error
