"""Outcomes, kinds of play, and the sentinels that stand beside them in arrays."""

from __future__ import annotations

from enum import IntEnum, StrEnum


class Outcome(IntEnum):
    """What a position is worth to the player to move.

    The literature calls a LOSE a P-position, a WIN an N-position, a DRAW a D-position.  A TIE is a
    game that ended level; only games whose rules preset one have it.

    An outcome is an integer, and is equal to its name, too.  Its hash is that of the integer: as
    keys of a dict, or in a set, use outcomes or integers, not names.

    See Also
    --------
    Play, Solution.outcome

    Examples
    --------
    >>> Outcome.WIN, str(Outcome.LOSE), int(Outcome.DRAW)
    (<Outcome.WIN: 1>, 'LOSE', 0)
    >>> Outcome.WIN == "WIN", Outcome.WIN == 1, Outcome.WIN in ("LOSE", "DRAW")
    (True, True, False)
    """

    LOSE = -1
    DRAW = 0
    WIN = 1
    TIE = 3  # 2 is NO_PRESET

    def __eq__(self, other: object) -> bool:
        return self._name_ == other if isinstance(other, str) else int.__eq__(self, other)

    def __ne__(self, other: object) -> bool:
        return self._name_ != other if isinstance(other, str) else int.__ne__(self, other)

    __hash__ = int.__hash__

    def __str__(self) -> str:
        return self.name


class Play(StrEnum):
    """What happens to a player who cannot move: NORMAL loses, MISERE wins.

    See Also
    --------
    Outcome, solve

    Examples
    --------
    >>> Play("misere") is Play.MISERE, Play.NORMAL == "normal"
    (True, True)
    """

    NORMAL = "normal"
    MISERE = "misere"

    @classmethod
    def _missing_(cls, value: object) -> Play:
        from graphgame.errors import GraphGameError

        word = value.strip().casefold() if isinstance(value, str) else ""
        meant = next((kind for kind in ("normal", "misere") if word[:3] == kind[:3]), None)
        cure = f"; write play={meant!r}" if meant else ""
        raise GraphGameError(f"play: expected 'normal' or 'misere', got {value!r}{cure}")


LOSE, DRAW, WIN, TIE = Outcome
# To ask the class takes ten times as long.
BY_NUMBER: dict[int, Outcome] = {int(outcome): outcome for outcome in Outcome}

# In an int8 array of preset outcomes: this position has none.
NO_PRESET = 2
# In an int64 array of scores that the rules give: this position has none.
NO_SCORE = -(2**63)
# In an int32 array of best moves: this position is a terminal.
NO_MOVE = -1
# In an int32 array of remoteness: a draw that is not a terminal.
NEVER_ENDS = -1
# The largest number of positions: positions and position + 1 fit in 32 bits, and one value is left.
MOST_POSITIONS = 2**31 - 2
