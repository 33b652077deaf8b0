"""Heap games in files: an npz archive with the game and its table; see docs/periods.md."""

from __future__ import annotations

import json
import os

import numpy as np

from graphgame import archive, checks
from graphgame.errors import SolutionFileError
from graphgame.heaps.codes import from_spec
from graphgame.heaps.table import Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import IO, Any

    from graphgame.heaps.rules import Rule
    from graphgame.types import File, Int32Array

FORMAT = "graphgame heap game"
VERSION = 1
# This many values are computed again when a file is loaded: a table of another function, of which
# no file keeps more than the name, differs soon.
_COMPARED = 1 << 8


def save(rule: Rule, values: memoryview, file: File) -> None:
    """Write a rule and the values that are known; see `HeapGame.save`."""
    header = {"format": FORMAT, "version": VERSION, "game": rule.spec, "text": rule.text}
    arrays = {"values": np.asarray(values), "header": archive.text_array(json.dumps(header))}
    if isinstance(file, str | os.PathLike):
        with archive.replacing(file) as target:
            archive.write_arrays(target, arrays)
    else:
        checks.binary_file(file, "write")
        archive.write_arrays(file, arrays)


def load(file: File, rule: Rule | None) -> tuple[Rule, Int32Array]:
    """Read a rule, unless one is given, and its table; see `HeapGame.load`."""
    if isinstance(file, str | os.PathLike):
        with open(file, "rb") as opened:
            return _load(opened, os.fspath(file), rule)
    checks.binary_file(file, "read")
    return _load(file, "the file", rule)


def _load(file: IO[bytes], name: str, rule: Rule | None) -> tuple[Rule, Int32Array]:
    try:
        with archive.open_archive(file, "heap game") as arrays:
            return _parts(arrays, rule)
    except SolutionFileError as error:
        raise SolutionFileError(f"{name}: {error}") from None
    except archive.DAMAGE as error:
        raise SolutionFileError(f"{name}: not a heap game, or a damaged one: {error}") from None


def _parts(arrays: Any, rule: Rule | None) -> tuple[Rule, Int32Array]:
    header = json.loads(arrays["header"].tobytes().decode())
    if header["format"] != FORMAT:
        raise SolutionFileError(f"expected the format {FORMAT!r}, got {header['format']!r}")
    if header["version"] != VERSION:
        raise SolutionFileError(
            f"expected version {VERSION} of the format, got {header['version']}"
            "; a later graphgame may read it"
        )
    if rule is None:
        if header["game"] is None:
            raise SolutionFileError(
                f"expected the argument game, as no file keeps all of {header['text']}"
            )
        rule = from_spec(header["game"])
    elif rule.spec and header["game"] and json.loads(json.dumps(rule.spec)) != header["game"]:
        # Games that differ in a late move alone have the same first values.
        raise SolutionFileError(f"expected the table of {rule.text}, got that of {header['text']}")
    values = arrays["values"]
    if values.ndim != 1 or values.dtype != np.int32 or not len(values):
        raise SolutionFileError(
            f"values: expected int32 in one dimension, got {values.dtype.name} of {values.shape}"
        )
    table = Table()
    table.make_room(min(len(values), _COMPARED))
    rule.extend(table, min(len(values), _COMPARED))
    known = np.asarray(table.view)
    wrong = values[: len(known)] != known
    if wrong.any():
        heap = int(wrong.argmax())
        raise SolutionFileError(
            f"values: expected those of {rule.text}, where heap {heap} has {known[heap]}, "
            f"got {values[heap]}"
        )
    most = 2 * len(values) if rule.bounded else 1 << 30
    if values.min() < 0 or values.max() > most:
        raise SolutionFileError(f"values: expected 0 to {most}")
    return rule, np.ascontiguousarray(values)
