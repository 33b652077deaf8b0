"""What files of proofs hold."""

from __future__ import annotations

from typing import Any

from graphgame.errors import SolutionFileError
from graphgame.graphs.form import Field, Form, Found, Labels, Numbers
from graphgame.outcome import Play


def _has(k: int) -> Any:
    return lambda found: k == 0 or found["outcome"] == "DRAW"


def _wins(found: Found) -> bool:
    return bool(found["outcome"] != "DRAW")


def _nodes(k: int) -> Any:
    return lambda found: (_length(found, k),)


def _length(found: Found, k: int) -> int:
    return len(found[f"positions_{k}"])


def _last(k: int) -> Any:
    return lambda found: _length(found, k) - 1


def _is_proof(found: Found) -> None:
    """Refuse parts without positions, or without labels."""
    if found["start"] is None or len(found["start"]) != 1:
        raise SolutionFileError("start: expected one position")
    for k in (0, 1):
        if _has(k)(found) and (found[f"positions_{k}"] is None or not _length(found, k)):
            raise SolutionFileError(f"positions_{k}: expected at least one position")


def _part(k: int) -> list[Any]:
    """Return what stands in a file for a part."""
    here = _has(k)
    return [
        Field(f"attacker_{k}", (0, 1), when=here),
        Labels(f"positions_{k}", f"positions_{k}_", when=here),
        Numbers(f"attacks_{k}", "int8", 0, 1, _nodes(k), when=here),
        Numbers(f"moves_{k}", "int32", -1, _last(k), _nodes(k), when=here),
    ]


PROOF = Form(
    "graphgame proof",
    1,
    Field("play", Play),
    Field("outcome", ("WIN", "LOSE", "DRAW")),
    Labels("start", "start_"),
    *_part(0),
    *_part(1),
    Numbers("ranks_0", "int32", 0, None, _nodes(0), when=_wins),
    _is_proof,
)
