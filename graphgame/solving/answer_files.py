"""Answers in files: the npz format of docs/formats.md, 2 to 10 bytes a position."""

from __future__ import annotations

import numpy as np

from graphgame import archive
from graphgame.errors import SolutionFileError
from graphgame.graphs.files import _labels_from_json, _labels_to_json
from graphgame.outcome import Play
from graphgame.solving import _sorting
from graphgame.solving.positions import CodePositions, ListedPositions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeAlias

    from graphgame.rules.kind import Rules
    from graphgame.solving.answers import Answers
    from graphgame.types import AnyArray, File

    # The parts of answers, in the order in which `Answers` takes them.
    Parts: TypeAlias = tuple[CodePositions | ListedPositions, AnyArray, Play, Any, Rules | None]

FORMAT = "graphgame answers"
VERSION = 1
# In the bytes of `answers`: the label is the next entry of `far`.
_FAR = 253


def save(answers: Answers[Any], file: File) -> None:
    """Write answers; see `Answers.save`."""
    positions, labels = answers._positions, answers._labels
    arrays: dict[str, AnyArray] = {}
    if isinstance(positions, CodePositions):
        arrays["codes"] = np.asarray(_sorting.pack(positions.array))
        arrays["starts"] = np.array(answers._starts, dtype=np.int64)
    else:
        arrays["labels"] = archive.text_array(_labels_to_json(positions.labels))
        places = [positions.index(start) for start in answers._starts]
        arrays["starts"] = np.array(places, dtype=np.int64)
    most = np.iinfo(labels.dtype).max
    far = (labels >= _FAR) & (labels < most - 1)
    # The two labels of draws are the greatest in a byte, too: 255 and 254.
    arrays["answers"] = np.where(far, _FAR, labels).astype(np.uint8)
    arrays["far"] = labels[far].astype(np.uint32)
    header = {"play": str(answers.play), "n": len(answers)}
    archive.save(file, FORMAT, VERSION, header, arrays)


def load(file: File, rule: Any, presets: Any) -> Parts:
    """Read the parts of answers; see `Answers.load`."""

    def parts(header: dict[str, Any], arrays: Any) -> Parts:
        positions = _positions(arrays, header["n"])
        starts = _starts(arrays["starts"], positions)
        labels = _read_labels(arrays["answers"], arrays["far"], len(positions))
        rules = None
        if rule is not None:
            from graphgame.rules.kind import NONE
            from graphgame.rules.plain import read_rules

            rules = read_rules(rule, starts[0] if len(starts) else NONE, presets)
        return positions, labels, Play(header["play"]), starts, rules

    return archive.load(file, FORMAT, VERSION, parts)


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


def _read_labels(answers: AnyArray, far: AnyArray, n: int) -> AnyArray:
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
    if n and (labels[~drawn] >> 1 >= n).any():
        raise SolutionFileError(f"answers: expected a remoteness below {n}")
    return labels


def _require(array: AnyArray, name: str, dtype: type, n: int | None) -> None:
    if array.dtype != dtype or array.shape != ((len(array) if n is None else n),):
        expected = "values" if n is None else f"{n} values"
        raise SolutionFileError(
            f"{name}: expected {expected} of {np.dtype(dtype).name}, "
            f"got shape {array.shape} of {array.dtype.name}"
        )
