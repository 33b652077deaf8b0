"""Values and bounds of a game of layers in the files of a folder: write them, and map them.

docs/formats.md describes the bytes.  A part holds groups of states that follow each other.  Parts
are written from the last group to the first, and a build goes on behind the last that is named in
the manifest.
"""

from __future__ import annotations

import mmap
import os
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import Any

import numpy as np

from graphgame import archive
from graphgame.answers.folder import NAME
from graphgame.answers.manifest import COMPLETE, KEPT, MIXED, Manifest, locked
from graphgame.answers.page_checksums import PAGE, CheckedPages, PageSums
from graphgame.answers.part_writer import HEADER, MAGIC, VERSION, file_name
from graphgame.checks import open_regular
from graphgame.errors import GraphGameError, RuleMismatchError, SolutionFileError, shown_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from graphgame.chance.layers.layer_rule import LayerRule
    from graphgame.errors import VerificationError
    from graphgame.types import AnyArray, Float64Array, Int64Array

# In the manifest, and in the header of a part.
KIND, VALUES = "chance", 3
# Bytes of a state: its value; and with bounds its length and rank.
_PLAIN, _BOUNDED = 8, 12
# A part is written when it has so many states, or when so many seconds have passed since the last.
_STATES, _SECONDS = 1 << 20, 10.0


class Part:
    """Groups of states that follow each other, in memory.

    Attributes
    ----------
    first, stop : int
        Their states.
    first_group : int
    values : (n,) float64
    lengths, ranks : (n,) uint16, or empty
    outside, errors : (groups,) float64
    """

    def __init__(
        self,
        first: int,
        first_group: int,
        values: Float64Array,
        lengths: AnyArray,
        ranks: AnyArray,
        outside: Float64Array,
        errors: Float64Array,
    ) -> None:
        self.first: int = first
        self.stop: int = first + len(values)
        self.first_group: int = first_group
        self.values: Float64Array = values
        self.lengths: AnyArray = lengths
        self.ranks: AnyArray = ranks
        self.outside: Float64Array = outside
        self.errors: Float64Array = errors

    def require(self, places: Int64Array) -> None:
        """Check what is read of some states; in memory there is nothing to be checked."""

    def value(self, place: int) -> float:
        """Return the value of the state at a place."""
        return float(self.values[place])

    def width(self, place: int, group: int) -> float:
        """Return what the value of the state at a place, in a group of the part, may be off."""
        return float(self.outside[group]) + float(self.errors[group]) * int(self.lengths[place])


class MappedPart(Part):
    """A part in a file, which is mapped: a page is read, and checked, when it is asked for.

    Raises
    ------
    SolutionFileError
        If the file is not the one that the manifest names, or is damaged where it is read.
    """

    def __init__(self, folder: Path, row: dict[str, Any], *, bounded: bool) -> None:
        self.name: str = os.fspath(folder / row["file"])
        view = self._map(row)
        groups, count = row["groups"][1] - row["groups"][0], row["last"] - row["first"] + 1
        begins = HEADER.size + 16 * groups
        table = begins + count * (_BOUNDED if bounded else _PLAIN)
        pages = -(-table // PAGE)
        if len(view) != table + 4 * pages or zlib.crc32(view[table:]) != row["pages_crc32"]:
            raise self._damaged("the table of checksums that the manifest names", "another")
        self.pages: CheckedPages = CheckedPages(
            self.name, view[:table], np.frombuffer(view, "<u4", pages, table)
        )
        self.pages.require_range(0, begins)
        if bytes(view[: HEADER.size]) != _header(row["first"], count, begins, table, bounded):
            raise self._damaged("the part that the manifest names", "another")
        rest = begins + 8 * count
        small = count if bounded else 0
        super().__init__(
            row["first"],
            row["groups"][0],
            np.frombuffer(view, "<f8", count, begins),
            np.frombuffer(view, "<u2", small, rest if bounded else 0),
            np.frombuffer(view, "<u2", small, rest + 2 * count if bounded else 0),
            np.frombuffer(view, "<f8", groups, HEADER.size),
            np.frombuffer(view, "<f8", groups, HEADER.size + 8 * groups),
        )
        self._begins: int = begins

    def _map(self, row: dict[str, Any]) -> memoryview:
        try:
            with open_regular(self.name) as file:
                size = os.fstat(file.fileno()).st_size
                if size != row["bytes"] or size <= HEADER.size:
                    raise self._damaged(f"{row['bytes']} bytes", f"{size}")
                return memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
        except FileNotFoundError:
            raise self._damaged("this part of the database", "no file") from None

    def _damaged(self, expected: str, found: str) -> SolutionFileError:
        return SolutionFileError(f"{shown_path(self.name)}: expected {expected}, got {found}")

    def value(self, place: int) -> float:
        """Return the value of the state at a place, whose pages are checked."""
        start = self._begins + 8 * place
        self.pages.require((start // PAGE, (start + 7) // PAGE))
        return float(self.values[place])

    def width(self, place: int, group: int) -> float:
        """Return what a value may be off; the page of its length is checked."""
        self.pages.require(((self._begins + 8 * len(self.values) + 2 * place) // PAGE,))
        return super().width(place, group)

    def require(self, places: Int64Array) -> None:
        """Check the pages that some states are read from."""
        begins = self._begins
        self.pages.require_places(begins + 8 * places)
        # A page ends within a number where the sizes of the sections are odd.
        self.pages.require_places(begins + 8 * places + 7)
        if len(self.lengths):
            begins += 8 * len(self.values)
            for section in (begins, begins + 2 * len(self.values)):
                self.pages.require_places(section + 2 * places)


def _header(first: int, count: int, begins: int, table: int, bounded: bool) -> bytes:
    width = _BOUNDED if bounded else _PLAIN
    return HEADER.pack(
        MAGIC, VERSION, VALUES, width, 0, count, first, first + count - 1, begins, table
    )


class LayerFolder:
    """The folder of a game that is being solved, or is solved.

    Parameters
    ----------
    manifest : Manifest

    Examples
    --------
    ``with LayerFolder.locked(folder, rule, width) as place: ...``
    """

    def __init__(self, manifest: Manifest) -> None:
        self.manifest: Manifest = manifest
        self._since: float = monotonic()
        # The groups that are solved and not written: those from the first of these on to the
        # second less 1; and the first group of all that is written.
        written = len(manifest["layers"]) - 1
        if manifest["parts"]:
            written = manifest["parts"][-1]["groups"][0]
        self._first = self._stop = self._written = written
        self._parts: list[MappedPart] = []

    @classmethod
    @contextmanager
    def locked(
        cls, folder: str | os.PathLike[str], rule: LayerRule, width: float | None
    ) -> Iterator[LayerFolder]:
        """Keep others out of a folder, and go on with what is in it.

        Raises
        ------
        RuleMismatchError
            If it was begun with another rule.
        GraphGameError
            If it has something else, or bounds of another precision.
        """
        with locked(folder) as path:
            fields = {
                "kind": KIND,
                "state": "solving",
                "rule": {"name": rule.name, "digest": rule.digest()},
                "rolls": rule.weights.tolist(),
                "layers": rule.offsets.tolist(),
                "start": rule.start,
                "precision": width,
                "parts": [],
            }
            if Manifest.exists(path):
                manifest = Manifest.load(path)
                require_same(manifest, fields)
            else:
                manifest = Manifest(path, fields)
                manifest.save()
            with archive.full_disk(path, KEPT):
                yield cls(manifest)

    @property
    def is_complete(self) -> bool:
        """Whether all groups are written."""
        return self.manifest.is_complete

    @property
    def is_resumed(self) -> bool:
        """Whether an earlier call has written groups."""
        return self._written < len(self.manifest["layers"]) - 1

    def refuse(self, error: VerificationError) -> None:
        """Record that two rules have built the folder, and raise what says so."""
        self.manifest["state"] = MIXED
        self.manifest.save()
        raise RuleMismatchError(
            "rule",
            str(self.manifest.folder),
            "the rule that began the build",
            f"another one, as the state {error.position} shows: remove the folder, and build again",
            {},
        ) from error

    def has(self, group: int) -> bool:
        """Return whether a group was written by an earlier call."""
        return group >= self._written

    def read(self, group: int, part: slice, found: Any) -> None:
        """Read a group that was written into the arrays of who solves the game."""
        mapped = next((x for x in self._parts if x.first <= part.start < x.stop), None)
        if mapped is None:
            row = next(x for x in self.manifest["parts"] if x["groups"][0] <= group)
            bounded = self.manifest["precision"] is not None
            mapped = MappedPart(self.manifest.folder, row, bounded=bounded)
            self._parts = [mapped]
        mapped.pages.require_range(0, len(mapped.pages._view))
        inner = slice(part.start - mapped.first, part.stop - mapped.first)
        found.values[part] = mapped.values[inner]
        if len(mapped.lengths):
            found.lengths[part], found.ranks[part] = mapped.lengths[inner], mapped.ranks[inner]
        found.outside[group] = mapped.outside[group - mapped.first_group]
        found.errors[group] = mapped.errors[group - mapped.first_group]

    def write(self, group: int, part: slice, found: Any) -> None:
        """Write a group that is solved, or keep it for a part of several groups."""
        self._parts = []
        self._first = group
        states = self.manifest["layers"][self._stop] - part.start
        if group == 0 or states >= _STATES or monotonic() - self._since > _SECONDS:
            self._write(found)
            self._since = monotonic()

    def _write(self, found: Any) -> None:
        layers, rows = self.manifest["layers"], self.manifest["parts"]
        groups = slice(self._first, self._stop)
        states = slice(layers[self._first], layers[self._stop])
        count, bounded = states.stop - states.start, self.manifest["precision"] is not None
        begins = HEADER.size + 16 * (groups.stop - groups.start)
        table = begins + count * (_BOUNDED if bounded else _PLAIN)
        arrays = [found.outside[groups], found.errors[groups], found.values[states]]
        if bounded:
            arrays += [found.lengths[states], found.ranks[states]]
        path, sums = self.manifest.folder / file_name(len(rows)), PageSums()
        with archive.replacing(path, within=True) as file:
            start = np.frombuffer(_header(states.start, count, begins, table, bounded), "u1")
            for data in (start, *arrays):
                ordered = data.astype(data.dtype.newbyteorder("<"), copy=False)
                view = ordered.view("u1").data
                file.write(view)
                sums.add(view)
            sums_table = sums.finish()
            file.write(sums_table)
        row = {
            "file": path.name,
            "bytes": table + len(sums_table),
            "first": states.start,
            "last": states.stop - 1,
            "groups": [groups.start, groups.stop],
            "pages_crc32": zlib.crc32(sums_table),
        }
        self.manifest["parts"] = [*rows, row]
        self.manifest.save()
        self._stop = self._first

    def complete(self) -> None:
        """Record in the manifest that all groups are written."""
        self.manifest["state"] = COMPLETE
        self.manifest.save()


def require_same(manifest: Manifest, fields: dict[str, Any]) -> None:
    """Refuse a folder of another game, or with other bounds.

    Raises
    ------
    RuleMismatchError, GraphGameError, SolutionFileError
    """
    where = shown_path(manifest.folder)
    if manifest.get("kind") != KIND:
        raise GraphGameError(
            f"folder: expected an empty one, or one of a game of chance, got {where} with another "
            "database; nothing is written: give another folder"
        )
    check_fields(manifest)
    for name in ("rolls", "layers", "start"):
        if manifest[name] != fields[name]:
            raise RuleMismatchError(
                name, str(manifest.folder), _shortly(manifest[name]), _shortly(fields[name]), {}
            )
    known, own = manifest["rule"], fields["rule"]
    if known["digest"] != own["digest"]:
        raise RuleMismatchError(
            "rule",
            str(manifest.folder),
            f"{known['name']}, whose moves have the digest {known['digest'][:12]}",
            f"{own['name']}, whose moves have {own['digest'][:12]}; nothing is written: give "
            "another folder",
            {},
        )
    if "precision" in fields and manifest["precision"] != fields["precision"]:
        raise GraphGameError(
            f"precision: expected {manifest['precision']}, as in {where}, got "
            f"{fields['precision']}; give another folder"
        )


def _shortly(value: Any) -> str:
    text = str(value)
    return text if len(text) <= 60 else f"{text[:50]}… ({len(value)} numbers)"


def check_fields(manifest: Manifest) -> None:
    """Refuse a manifest whose fields are not those of a game of layers.

    Raises
    ------
    SolutionFileError
    """
    fields = manifest.fields
    rule: Any = fields.get("rule")
    layers: Any = fields.get("layers")
    rows: Any = fields.get("parts")
    good = {
        "rule": isinstance(rule, dict) and all(type(rule.get(x)) is str for x in _OF_RULE),
        "rolls": _are_ints(fields.get("rolls"), 1),
        "layers": _are_ints(layers, 0) and layers[:1] == [0] and sorted({*layers}) == layers,
        "start": fields.get("start") is None or _are_ints([fields["start"]], 0),
        "precision": fields.get("precision") is None or type(fields["precision"]) is float,
    }
    good["parts"] = good["layers"] and _are_rows(rows, layers, whole=manifest.is_complete)
    for name, is_good in good.items():
        if not is_good:
            raise SolutionFileError(
                f"{shown_path(manifest.folder / NAME)}: expected {name} as docs/formats.md "
                f"describes it, got {str(fields.get(name))[:60]}"
            )


_OF_RULE = "name", "digest"


def _are_ints(values: Any, least: int) -> bool:
    return (
        isinstance(values, list)
        and len(values) > 0
        and all(type(value) is int and least <= value < 2**63 for value in values)
    )


def _are_rows(rows: Any, layers: list[int], *, whole: bool) -> bool:
    """Return whether rows are of parts with the last groups, or with all groups."""
    if not isinstance(rows, list):
        return False
    stop = len(layers) - 1
    for number, row in enumerate(rows):
        if not _is_row(row, number, layers, stop):
            return False
        stop = row["groups"][0]
    return stop == 0 or not whole


def _is_row(row: Any, number: int, layers: list[int], stop: int) -> bool:
    """Return whether a row is of the part that ends before a group."""
    if not isinstance(row, dict) or row.get("file") != file_name(number):
        return False
    numbers = [row.get(x) for x in ("bytes", "first", "last", "pages_crc32")]
    groups: Any = row.get("groups")
    if not _are_ints(numbers, 0) or not _are_ints(groups, 0) or len(groups) != 2:
        return False
    if not groups[0] < groups[1] == stop:
        return False
    return bool(row["first"] == layers[groups[0]] and row["last"] == layers[stop] - 1)
