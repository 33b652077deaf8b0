"""What files of searches hold that are to go on later."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphgame.arrays import types
from graphgame.errors import GraphGameError, SolutionFileError, shown_file
from graphgame.graphs.form import Field, Form, Found, Labels, Numbers, any_length
from graphgame.outcome import MOST_POSITIONS, NO_MOVE, Play
from graphgame.proving.bounds import OUTCOMES, SCORES, Claim, claims
from graphgame.proving.parts import Part

_FIELDS = ("attacker", "attacking", "first", "codes", "moves", "ranks")


def _widest(found: Found) -> int:
    return SCORES if found["has_scores"] else OUTCOMES


def _integer(name: str, least: int, most: Any) -> Field:
    """Return a field that holds an integer."""

    def check(value: Any, found: Found) -> int:
        last = most(found) if callable(most) else most
        if type(value) is not int or not least <= value <= last:
            raise SolutionFileError(f"{name}: expected an integer up to {last}, got {value!r}")
        return value

    return Field(name, check=check)


def _limits(value: Any, found: Found) -> tuple[int, int]:
    widest = _widest(found)
    if (
        type(value) is not list
        or [type(x) for x in value] != [int, int]
        or not -widest <= value[0] <= value[1] <= widest
    ):
        raise SolutionFileError(f"limits: expected two scores that ascend, got {value!r}")
    return value[0], value[1]


def _bound(value: Any, found: Found) -> int | None:
    right = type(value) is int and found["has_scores"] and abs(value) <= SCORES
    if value is not None and not right:
        raise SolutionFileError(f"bound: expected a score or none, got {value!r}")
    return None if value is None else int(value)


def _claims(found: Found) -> list[Claim]:
    least, greatest = found["limits"]
    return claims(least, greatest, _widest(found))


def _has(k: int) -> Any:
    return lambda found: len(_claims(found)) > k


def _wins(found: Found, k: int = 0) -> bool:
    return _has(k)(found) and _claims(found)[k].is_proof


def _count(k: int, beyond: int) -> Any:
    """Return the function from what was read to the number of nodes of a part, and so many more."""
    return lambda found: len(found[f"codes_{k}"]) + beyond


def _part(k: int) -> list[Any]:
    """Return what stands in a file for a part: its positions are codes, or numbers of names."""
    here = _has(k)
    numbers = [
        _integer(f"attacking_{k}", 0, _count(k, 0)),
        _integer(f"first_{k}", 0, _count(k, -1)),
    ]
    for number in numbers:
        number.when = here

    def choosers(found: Found) -> tuple[int]:
        attacking: int = found[f"attacking_{k}"]
        return (attacking if _wins(found, k) else len(found[f"codes_{k}"]) - attacking,)

    return [
        Field(f"attacker_{k}", (0, 1), when=here),
        Numbers(f"codes_{k}", "int64", shape=any_length, when=here),
        *numbers,
        Numbers(f"moves_{k}", "int32", NO_MOVE, _count(k, -1), choosers, when=here),
    ]


def _is_search(found: Found) -> None:
    if found["start"] is None or len(found["start"]) != 1:
        raise SolutionFileError("start: expected one position")
    if found["named"] and not found["names"]:
        raise SolutionFileError("names: expected at least one position")


SEARCH = Form(
    "graphgame search",
    1,
    Field("play", Play),
    Field("has_scores", (True, False)),
    Field("bound", check=_bound),
    Field("limits", check=_limits),
    _integer("least", 1, _widest),
    _integer("nodes", 0, 2**63 - 1),
    Field("named", (True, False)),
    Labels("start", "start_"),
    Labels("names", "names_", when=lambda found: found["named"]),
    _is_search,
    Numbers("entries", "uint64", shape=any_length),
    *_part(0),
    *_part(1),
    Numbers(
        "ranks_0", "int32", 0, MOST_POSITIONS, lambda found: (len(found["codes_0"]),), when=_wins
    ),
)


def save_search(file: types.File, start: Any, play: Play, held: dict[str, Any]) -> None:
    """Write what `Prover.waiting` returns."""
    parts = (*held.pop("parts"), None, None)[:2]
    given: dict[str, Any] = {}
    for k, part in enumerate(parts):
        for name in _FIELDS if k == 0 else _FIELDS[:-1]:
            given[f"{name}_{k}"] = None if part is None else getattr(part, name)
    named = bool(held["names"])
    held |= {"named": named, "names": held["names"] if named else None}
    SEARCH.save(None, file, start=[start], play=play, **held, **given)


def load_search(
    file: types.File, start: Any, play: Play, *, has_scores: bool, bound: int | None, named: bool
) -> dict[str, Any]:
    """Read what `Prover.restore` takes.

    Raises
    ------
    SolutionFileError
        If the file is damaged, is something else, or comes from a later version.
    GraphGameError
        If another question is asked.
    """
    found = SEARCH.load(file)
    asked: dict[str, Any] = {
        "start": (start, found["start"][0]),
        "play": (str(play), str(found["play"])),
        "scores": (has_scores, found["has_scores"]),
        "bound": (bound, found["bound"]),
        "labels": (named, found["named"]),
    }
    for name, (given, held) in asked.items():
        if given != held:
            raise GraphGameError(
                f"resume: expected a search that goes on with {name} {given!r}, got one with "
                f"{held!r} in {shown_file(file)}; ask what it asks, or name another file"
            )
    parts = []
    for k in range(len(_claims(found))):
        values = {name: found.parts.get(f"{name}_{k}") for name in _FIELDS}
        if not (k == 0 and _wins(found)):
            values["ranks"] = None
        parts.append(Part(**values))
    return {
        "nodes": found["nodes"],
        "least": found["least"],
        "limits": found["limits"],
        "names": list(found["names"]) if named else [],
        "entries": np.ascontiguousarray(found["entries"], dtype=np.uint64),
        "parts": tuple(parts),
    }
