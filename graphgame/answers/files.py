"""Databases in one file: the npz format of docs/formats.md, 2 to 10 bytes a position."""

from __future__ import annotations

import numpy as np

from graphgame.answers import _sorting
from graphgame.answers.labels import longest, no_position, preset_draw, widen
from graphgame.answers.listed import Listed
from graphgame.answers.storage import MemoryStorage
from graphgame.arrays import read_only
from graphgame.errors import SolutionFileError
from graphgame.graphs.form import Field, Form, Found, Labels, Numbers, any_length
from graphgame.outcome import MOST_POSITIONS, Play

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphgame.types import AnyArray, File, Int64Array

# With classes of positions, or with starts as bits, which readers of version 1 would not see, the
# second; without positions that have a preset, the third.
PLAIN, MORE, VERSION = 1, 2, 3
# In the bytes of `answers`: the label is the next entry of `far`.
_FAR = 253
# Starts in more bytes than this, and a bit for each position, are kept as bits.
_FEW = 64


def _n(n: Any, _: Found) -> int:
    if type(n) is not int:
        raise SolutionFileError(f"n: expected an integer, got {n!r}")
    return n


def _escaped(found: Found) -> tuple[int]:
    return (int((found["answers"] == _FAR).sum()),)


FORM = Form(
    "graphgame answers",
    VERSION,
    Field("play", Play),
    Field("n", check=_n),
    Field("classes", when=lambda x: "classes" in x.header),
    Field("undecided", when=lambda x: "undecided" in x.header),
    Numbers("codes", "uint8", shape=any_length, when=lambda x: "codes" in x.arrays),
    Labels("labels", when=lambda x: "codes" not in x.arrays),
    Numbers("starts", "int64", shape=any_length),
    Numbers(
        "start_bits",
        "uint8",
        shape=lambda x: ((x.n + 7) // 8,),
        when=lambda x: "start_bits" in x.arrays,
    ),
    Numbers("answers", "uint8"),
    Numbers("far", "uint32", _FAR, shape=_escaped),
)


def save_answers(
    database: Any,
    file: File,
    codes: Int64Array,
    labels: AnyArray,
    starts: Int64Array,
    listed: Listed | None,
) -> None:
    """Write a database; see `Database.save`.

    Parameters
    ----------
    database : Database
    file : path or binary file
    codes : (n,) int64
        All of them, ascending.
    labels : (n,) uint8, uint16 or uint32
    starts : (k,) int64
        The codes of the starts, or of their representatives.
    listed : Listed, optional
    """
    arrays: dict[str, Any] = dict.fromkeys(("codes", "labels", "start_bits"))
    arrays["starts"], places = starts, starts
    if listed is None:
        arrays["codes"] = np.asarray(_sorting.pack(codes))
        places = np.searchsorted(codes, starts)
    else:
        arrays["labels"] = listed.labels
    if starts.nbytes > _FEW + len(codes) // 8:
        marks = np.zeros(len(codes), dtype=np.bool_)
        marks[places] = True
        arrays["start_bits"], arrays["starts"] = np.packbits(marks), starts[:1]
    far = (labels >= _FAR) & (labels < no_position(labels.dtype.itemsize))
    # The two labels of draws are the greatest in a byte, too: 255 and 254.
    arrays["answers"] = np.where(far, _FAR, labels).astype(np.uint8)
    arrays["far"] = labels[far].astype(np.uint32)
    classes = database._fields["symmetric"] or None
    undecided = database._fields.get("undecided") or None
    version = MORE if classes or arrays["start_bits"] is not None else PLAIN
    if undecided:
        version = VERSION
    facts = {"play": database.play, "n": len(codes), "classes": classes, "undecided": undecided}
    FORM.save(database, file, version=version, **facts, **arrays)


def read_answers(file: File) -> tuple[MemoryStorage, dict[str, Any], Listed | None]:
    """Read the answers, the fields and the positions of a database; see `Database.load`."""

    def parts(found: Found) -> tuple[Any, ...]:
        codes, listed = _positions(found)
        starts = _starts(_all_starts(found, codes), found.n if codes is None else codes)
        classes, undecided = (found.parts.get(x) is True for x in ("classes", "undecided"))
        # A preset may be further away than there are positions.
        labels = _labels(found["answers"], found["far"], MOST_POSITIONS if undecided else found.n)
        named: Any = starts if listed is None else [listed.labels[v] for v in starts.tolist()]
        fields = {
            "play": str(found["play"]),
            "start": named,
            "moves": None,
            "symmetric": classes,
            "undecided": undecided,
        }
        return MemoryStorage(labels, codes), fields, listed

    storage, fields, listed = FORM.load(file, parts)
    return storage, fields, listed


def _positions(found: Found) -> tuple[Int64Array | None, Listed | None]:
    if "codes" in found.parts:
        return read_only(np.asarray(_sorting.unpack(found["codes"], found.n))), None
    listed = Listed(found["labels"])
    if not len(listed) == len(listed.numbers) == found.n:
        raise SolutionFileError(f"labels: expected {found.n} different ones")
    return None, listed


def _all_starts(found: Found, codes: Int64Array | None) -> AnyArray:
    """Return the starts, the first one first: those listed, and those that bits say."""
    starts: AnyArray = found["starts"]
    if "start_bits" not in found.parts:
        return starts
    if len(starts) != 1:
        raise SolutionFileError(f"starts: expected 1 beside start_bits, got {len(starts)}")
    places = np.flatnonzero(np.unpackbits(found["start_bits"], count=found.n))
    others = places if codes is None else codes[places]
    return np.concatenate([starts, others[others != starts[0]]])


def _starts(starts: AnyArray, positions: Int64Array | int) -> AnyArray:
    """Return starts; refuse those that are no codes, or no places in a list of so many."""
    if isinstance(positions, int):
        known = (starts >= 0) & (starts < positions)
    else:
        places = np.searchsorted(positions, starts)
        known = places < len(positions)
        known[known] = positions[places[known]] == starts[known]
    if not known.all():
        raise SolutionFileError(f"starts: expected positions of the game, got {starts[~known][0]}")
    return starts


def _labels(answers: AnyArray, far: AnyArray, most: int) -> AnyArray:
    """Return the labels: bytes, or uint32 where one of them does not fit in a byte."""
    labels = answers
    # A LOSE in 126 has a byte in files, and none in memory.
    if len(far) or (answers == 2 * longest(1) + 2).any():
        labels = widen(answers, 4)
        labels[answers == _FAR] = far
    drawn = labels >= preset_draw(labels.dtype.itemsize)
    if (labels[~drawn] >> 1 >= most).any():
        raise SolutionFileError(f"answers: expected a remoteness below {most}")
    return read_only(labels)
