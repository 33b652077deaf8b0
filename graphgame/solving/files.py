"""`FORM`: what the file of a `Solution` holds.

It stands beside the class, which the command imports before anything of files.
"""

from __future__ import annotations

from graphgame.errors import SolutionFileError
from graphgame.graphs.form import GRAPH, Field, Form, Numbers, last
from graphgame.outcome import LOSE, MOST_POSITIONS, NEVER_ENDS, NO_PRESET, TIE, WIN, Play

TYPE_CHECKING = False
if TYPE_CHECKING:
    from graphgame.graphs.form import Found

# Readers of version 1 would ignore ties and presets of a remoteness; those of version 2 know who
# moves by another name.
PLAIN, TURNS, VERSION = 1, 2, 3


def _has_turns(found: Found) -> bool:
    """Return whether the game has owners, ties or presets of a remoteness."""
    return found.header["version"] != PLAIN or not found.game._is_plain()


def _are_outcomes(found: Found) -> None:
    if (found["outcomes"] == NO_PRESET).any():
        raise SolutionFileError("outcomes: expected LOSE, DRAW, WIN or TIE, got 2")


FORM = Form(
    "graphgame solution",
    VERSION,
    Field("play", Play),
    Field("count", ("plies", "turns"), when=_has_turns),
    Numbers("outcomes", "int8", LOSE, lambda x: TIE if _has_turns(x) else WIN),
    _are_outcomes,
    Numbers(
        "remoteness", "int32", NEVER_ENDS, lambda x: MOST_POSITIONS if _has_turns(x) else last(x)
    ),
    Numbers("plies", "int32", NEVER_ENDS, last, when=lambda x: x.parts.get("count") == "turns"),
    GRAPH,
)
