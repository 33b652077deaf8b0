"""What files of proofs hold."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphgame.errors import SolutionFileError
from graphgame.graphs.files import label_arrays
from graphgame.graphs.form import Field, Form, Found, Labels
from graphgame.graphs.labels import CodeLabels
from graphgame.graphs.packed import Packed, PackedLabels
from graphgame.outcome import MOST_POSITIONS, Outcome, Play
from graphgame.proving.bounds import OUTCOMES, SCORES, Claim, claims
from graphgame.proving.parts import Part


def _has_scores(found: Found) -> bool:
    return "score_bounds" in found.header


def _has_outcome(found: Found) -> bool:
    return not _has_scores(found)


def _bounds(value: Any, found: Found) -> tuple[int | None, int | None]:
    """Check two bounds of a score; None where there is none."""
    del found
    right = type(value) is list and len(value) == 2 and value != [None, None]
    right = right and all(x is None or (type(x) is int and abs(x) <= SCORES) for x in value)
    if not right or (None not in value and value[0] > value[1]):
        raise SolutionFileError(f"score_bounds: expected two scores that ascend, got {value!r}")
    return value[0], value[1]


def limits(found: Found) -> tuple[int, int]:
    """Return what the start is worth at least and at most, an outcome as a score."""
    if "score_bounds" not in found.parts:
        value = int(Outcome[found["outcome"]])
        return value, value
    least, greatest = found["score_bounds"]
    return -SCORES if least is None else least, SCORES if greatest is None else greatest


def _claims(found: Found) -> list[Claim]:
    return claims(*limits(found), SCORES if "score_bounds" in found.parts else OUTCOMES)


def _has(k: int) -> Any:
    return lambda found: len(_claims(found)) > k


def _wins(found: Found, k: int = 0) -> bool:
    """Return whether a part says that its player can force something."""
    return _has(k)(found) and _claims(found)[k].is_proof


def _length(found: Found, k: int) -> int:
    return len(found[f"positions_{k}"])


def _choosers(k: int) -> Any:
    """Return the function from what was read to at how many nodes one option is enough."""

    def shape(found: Found) -> tuple[int]:
        attacking: int = found[f"attacking_{k}"]
        return (attacking if _wins(found, k) else _length(found, k) - attacking,)

    return shape


def _below(k: int, beyond: int) -> Any:
    """Return the check of a number below that of the nodes, and of those beyond."""

    def check(value: Any, found: Found) -> int:
        most = _length(found, k) - 1 + beyond
        if type(value) is not int or not 0 <= value <= most:
            raise SolutionFileError(f"expected a number of nodes from 0 to {most}, got {value!r}")
        return value

    return check


def _is_proof(found: Found) -> None:
    """Refuse parts without positions, or without labels."""
    if found["start"] is None or len(found["start"]) != 1:
        raise SolutionFileError("start: expected one position")


def _has_positions(k: int) -> Any:
    def check(found: Found) -> None:
        if _has(k)(found) and (found[f"positions_{k}"] is None or not _length(found, k)):
            raise SolutionFileError(f"positions_{k}: expected at least one position")

    return check


def _part(k: int) -> list[Any]:
    """Return what stands in a file for a part."""
    here = _has(k)
    return [
        Field(f"attacker_{k}", (0, 1), when=here),
        PackedLabels(f"positions_{k}", f"positions_{k}_", when=here),
        _has_positions(k),
        Field(f"attacking_{k}", check=_below(k, 1), when=here),
        Field(f"first_{k}", check=_below(k, 0), when=here),
        Packed(f"moves_{k}", lambda found: _length(found, k), _choosers(k), when=here),
    ]


PROOF = Form(
    "graphgame proof",
    1,
    Field("play", Play),
    Field("score_bounds", check=_bounds, when=_has_scores),
    Field("outcome", ("WIN", "LOSE", "DRAW"), when=_has_outcome),
    Labels("start", "start_"),
    _is_proof,
    *_part(0),
    *_part(1),
    Packed("ranks_0", MOST_POSITIONS, lambda found: (_length(found, 0),), when=_wins),
)

# The parts that the check of a file reads in blocks.
LATER = ("moves_0", "moves_1")


def to_parts(k: int, part: Part | None, positions: Any) -> dict[str, Any]:
    """Return what a file holds of a part, None where there is none.

    Parameters
    ----------
    k : {0, 1}
    part : Part or None
    positions : callable
        From codes to positions: an array of codes, or a list.
    """
    names = ["attacker", "positions", "attacking", "first", "moves", "ranks"]
    names = names if k == 0 else names[:-1]  # the second part is never a proof of a win
    if part is None:
        return {f"{name}_{k}": None for name in names}
    named = positions(part.codes)
    if isinstance(named, np.ndarray):
        named = CodeLabels(named)
    else:
        part, named = _in_order(part, named)
    moves = np.asarray(part.moves) + 1
    values = (part.attacker, named, part.attacking, part.first, moves, part.ranks)
    return {f"{name}_{k}": value for name, value in zip(names, values, strict=False)}


def _in_order(part: Part, named: list[Any]) -> tuple[Part, Any]:
    """Return a part whose nodes stand in the order of what a file has for them, and positions.

    Integers are codes.  Other labels that begin alike are next to each other in the order of their
    texts, and take less of a compressed file.
    """
    are_codes = all(type(label) is int and -(2**63) <= label < 2**63 for label in named)
    keys = named
    if not are_codes:
        keys = [label_arrays([label])["labels"].tobytes() for label in named]
    order = sorted(range(len(keys)), key=lambda node: (node >= part.attacking, keys[node]))
    labels = [named[node] for node in order]
    return part.reordered(np.array(order)), CodeLabels(np.array(labels)) if are_codes else labels


def from_parts(found: Found) -> tuple[Any, tuple[Part, ...]]:
    """Return what gives the positions of codes, and the parts; moves may be blocks of them."""
    count = len(_claims(found))
    labels = [found[f"positions_{k}"] for k in range(count)]
    names: list[Any] = []
    if not all(isinstance(x, CodeLabels) for x in labels):
        names = [label for x in labels for label in x]
    parts: list[Part] = []
    for k in range(count):
        base = sum(len(part.codes) for part in parts)
        codes = np.arange(base, base + len(labels[k])) if names else labels[k].array
        moves = found[f"moves_{k}"]
        moves = _moves(moves) if isinstance(moves, np.ndarray) else map(_moves, moves)
        attacker, attacking, first = (
            found[f"{name}_{k}"] for name in ("attacker", "attacking", "first")
        )
        ranks = found.parts["ranks_0"] if k == 0 and _wins(found) else None
        parts.append(Part(attacker, codes, attacking, first, moves, ranks))

    def positions(codes: Any) -> Any:
        return [names[code] for code in codes.tolist()] if names else codes

    return positions, tuple(parts)


def _moves(read: Any) -> Any:
    return read.astype(np.int32) - 1
