"""Answers in files: the npz format of docs/formats.md, 2 to 10 bytes a position."""

from __future__ import annotations

import numpy as np

from graphgame import archive
from graphgame.errors import GraphGameError, SolutionFileError
from graphgame.graphs.files import _labels_from_json, _labels_to_json
from graphgame.graphs.symmetry import Symmetry
from graphgame.outcome import MOST_POSITIONS, Play
from graphgame.solving import _sorting
from graphgame.solving.positions import ClassPositions, CodePositions, ListedPositions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeAlias

    from graphgame.rules.kind import Rules
    from graphgame.solving.answers import Answers
    from graphgame.types import AnyArray, File

    # The parts of answers, in the order in which `Answers` takes them.
    Positions: TypeAlias = CodePositions | ListedPositions | ClassPositions
    Parts: TypeAlias = tuple[Positions, AnyArray, Play, Any, Rules | None, bool]

FORMAT = "graphgame answers"
# With classes of positions, or with starts as bits, which readers of version 1 would not see, the
# second; without positions that have a preset, the third.
PLAIN, MORE, VERSION = 1, 2, 3
# In the bytes of `answers`: the label is the next entry of `far`.
_FAR = 253
# Starts in more bytes than this, and a bit for each position, are kept as bits.
_FEW = 64
# Of a file that is opened with its symmetry, so many positions are compared with it.
_SAMPLES = 256


def save(answers: Answers[Any], file: File) -> None:
    """Write answers; see `Answers.save`."""
    positions, labels = answers._positions, answers._labels
    known = positions.classes if isinstance(positions, ClassPositions) else positions
    arrays: dict[str, AnyArray] = {}
    starts = answers._starts
    if isinstance(positions, ClassPositions) and positions.symmetry.represent and len(starts):
        starts = positions.symmetry.represent(starts)
    if isinstance(known, CodePositions):
        arrays["codes"] = np.asarray(_sorting.pack(known.array))
        arrays["starts"] = np.array(starts, dtype=np.int64)
        places = np.searchsorted(known.array, arrays["starts"])
    else:
        arrays["labels"] = archive.text_array(_labels_to_json(known.labels))
        arrays["starts"] = np.array([known.index(start) for start in starts], dtype=np.int64)
        places = arrays["starts"]
    if arrays["starts"].nbytes > _FEW + len(known) // 8:
        marks = np.zeros(len(known), dtype=np.bool_)
        marks[places] = True
        arrays["start_bits"], arrays["starts"] = np.packbits(marks), arrays["starts"][:1]
    most = np.iinfo(labels.dtype).max
    far = (labels >= _FAR) & (labels < most - 1)
    # The two labels of draws are the greatest in a byte, too: 255 and 254.
    arrays["answers"] = np.where(far, _FAR, labels).astype(np.uint8)
    arrays["far"] = labels[far].astype(np.uint32)
    header: dict[str, Any] = {"play": str(answers.play), "n": len(answers)}
    if known is not positions:
        header["classes"] = True
    version = MORE if "classes" in header or "start_bits" in arrays else PLAIN
    if answers._undecided:
        header["undecided"], version = True, VERSION
    archive.save(file, FORMAT, version, header, arrays)


def load(file: File, rule: Any, presets: Any, canonical: Any) -> Parts:
    """Read the parts of answers; see `Answers.load`."""

    def parts(header: dict[str, Any], arrays: Any) -> tuple[Any, ...]:
        positions = _positions(arrays, header["n"])
        starts = _starts(_all_starts(arrays, positions), positions)
        has_classes = header.get("classes", False) is True
        undecided = header.get("undecided", False) is True
        # A preset may be further away than there are positions.
        most = MOST_POSITIONS if undecided else len(positions)
        labels = _read_labels(arrays["answers"], arrays["far"], len(positions), most)
        return positions, labels, Play(header["play"]), starts, has_classes, undecided

    found = archive.load(file, FORMAT, VERSION, parts)
    positions, labels, play, starts, has_classes, undecided = found
    rules = None
    if rule is not None:
        from graphgame.rules.kind import NONE
        from graphgame.rules.plain import read_rules

        rules = read_rules(rule, starts[0] if len(starts) else NONE, presets, canonical)
    represent = _represent(rules, canonical, positions)
    if not has_classes:
        _require_positions(represent)
        return positions, labels, play, starts, rules, undecided
    if represent is None and rules is not None:
        raise GraphGameError("canonical: expected the symmetry that the game was solved with")
    _check_classes(positions, represent)
    classes = ClassPositions(positions, Symmetry(represent))
    return classes, labels, play, starts, rules, undecided


def _represent(rules: Rules | None, canonical: Any, positions: Any) -> Any:
    """Return the symmetry of the rules, or one that was given without a rule; None for none."""
    if rules is not None:
        return rules.represent
    if canonical is None:
        return None
    from graphgame.rules.classes import represented

    return represented(canonical, not positions.are_codes, compiled=False)


def _require_positions(represent: Any) -> None:
    if represent is not None:
        raise GraphGameError(
            "canonical: expected a file with classes of positions, which canonical= makes, got one "
            "with all positions: load it without"
        )


def _check_classes(positions: CodePositions | ListedPositions, represent: Any) -> None:
    """Refuse a symmetry that has other representatives than the file, as far as a sample shows."""
    if represent is None or not len(positions):
        return
    sample = np.unique(np.linspace(0, len(positions) - 1, _SAMPLES).astype(int)).tolist()
    listed = [positions.position(v) for v in sample]
    found = represent(listed)
    for position, one in zip(listed, getattr(found, "tolist", lambda: found)(), strict=True):
        if position != one:
            raise GraphGameError(
                "canonical: expected the symmetry that the game was solved with, but the "
                f"representative {position!r} of the file has the representative {one!r}"
            )


def _positions(arrays: Any, n: Any) -> CodePositions | ListedPositions:
    if type(n) is not int:
        raise SolutionFileError(f"n: expected an integer, got {n!r}")
    if "codes" in arrays:
        _require(arrays["codes"], "codes", np.uint8, None)
        return CodePositions(np.asarray(_sorting.unpack(arrays["codes"], n)))
    positions = ListedPositions(_labels_from_json(arrays["labels"]), None)
    if not len(positions) == len(positions.numbers) == n:
        raise SolutionFileError(f"labels: expected {n} different ones")
    return positions


def _all_starts(arrays: Any, positions: CodePositions | ListedPositions) -> AnyArray:
    """Return the starts, the first one first: those listed, and those that bits say."""
    starts: AnyArray = arrays["starts"]
    if "start_bits" not in arrays:
        return starts
    _require(arrays["start_bits"], "start_bits", np.uint8, (len(positions) + 7) // 8)
    _require(starts, "starts", np.int64, 1)
    places = np.flatnonzero(np.unpackbits(arrays["start_bits"], count=len(positions)))
    others = positions.array[places] if isinstance(positions, CodePositions) else places
    return np.concatenate([starts, others[others != starts[0]]])


def _starts(array: AnyArray, positions: CodePositions | ListedPositions) -> Any:
    _require(array, "starts", np.int64, None)
    if isinstance(positions, ListedPositions):
        known = (array >= 0) & (array < len(positions))
    else:
        places = np.searchsorted(positions.array, array)
        known = places < len(positions)
        known[known] = positions.array[places[known]] == array[known]
    if not known.all():
        raise SolutionFileError(f"starts: expected positions of the game, got {array[~known][0]}")
    if isinstance(positions, ListedPositions):
        return [positions.labels[v] for v in array.tolist()]
    return array


def _read_labels(answers: AnyArray, far: AnyArray, n: int, most: int) -> AnyArray:
    """Return the labels: bytes, or uint32 where one of them does not fit in a byte."""
    _require(answers, "answers", np.uint8, n)
    escaped = answers == _FAR
    _require(far, "far", np.uint32, int(escaped.sum()))
    if len(far) and far.min() < _FAR:
        raise SolutionFileError(f"far: expected labels from {_FAR} on, got {far.min()}")
    labels = answers.copy()
    if len(far) and far.max() > _FAR:
        # 254 and 255 become the greatest numbers of the wider type.
        labels = answers.astype(np.int8).astype(np.int32).view(np.uint32)
        near = answers < _FAR
        labels[near] = answers[near]
        labels[escaped] = far
    drawn = labels >= np.iinfo(labels.dtype).max - 1
    if n and (labels[~drawn] >> 1 >= most).any():
        raise SolutionFileError(f"answers: expected a remoteness below {most}")
    return labels


def _require(array: AnyArray, name: str, dtype: type, n: int | None) -> None:
    if array.dtype != dtype or array.shape != ((len(array) if n is None else n),):
        expected = "values" if n is None else f"{n} values"
        raise SolutionFileError(
            f"{name}: expected {expected} of {np.dtype(dtype).name}, "
            f"got shape {array.shape} of {array.dtype.name}"
        )
