"""What a proof says of a position and its moves, in words of the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from graphgame.playing.views import MoveView, PositionView, Proven

# The names of groups of moves, by what they do for who makes them; and of those of which a proof
# says less, by the bounds of what they reach.
_GROUPS = {"win": "Winning", "draw": "Drawing", "lose": "Losing"}
_OPEN = "Not proven"


def proven_text(view: PositionView, turn: int, players: Sequence[str], *, has_scores: bool) -> str:
    """Return what a proof says of a position, for the player to move."""
    proven = view["proven"]
    mover, other = players[turn], players[1 - turn]
    if has_scores:
        found = _bounds(proven["least"], proven["greatest"])
        return f"Proven: {mover} gets {found}{_plies(proven)}." if found else _nothing()
    match proven["least"], proven["greatest"]:
        case (1, 1):
            return f"Proven: {mover} wins{_plies(proven)}."
        case (-1, -1):
            return f"Proven: {other} wins{_plies(proven)}."
        case (0, 0):
            return "Proven: a draw."
        case (0, 1):
            return f"Proven: {mover} does not lose."
        case (-1, 0):
            return f"Proven: {other} does not lose."
    return _nothing()


def _nothing() -> str:
    return "Nothing is proven here: the proof has no such position."


def _bounds(least: int | None, greatest: int | None) -> str:
    """Return bounds of a score in words, "" without any."""
    if least is not None and least == greatest:
        return str(least)
    words = {"at least": least, "at most": greatest}
    return " and ".join(f"{word} {x}" for word, x in words.items() if x is not None)


def _plies(proven: Proven, more: int = 0) -> str:
    if proven["plies"] is None:
        return ""
    number = proven["plies"] + more
    return f" in at most {number} {'ply' if number == 1 else 'plies'}"


def _for_mover(view: PositionView, move: MoveView) -> tuple[int | None, int | None]:
    """Return the bounds of what a move reaches, for who makes it."""
    proven = move["proven"]
    least, greatest = proven["least"], proven["greatest"]
    if move["turn"] is not None and move["turn"] == view["turn"]:
        return least, greatest
    return None if greatest is None else -greatest, None if least is None else -least


def move_group(view: PositionView, k: int) -> str:
    """Return the name of the group that a move belongs to."""
    move = view["moves"][k]
    if move["moveValue"] is not None:
        return _GROUPS[move["moveValue"]]
    least, greatest = _for_mover(view, move)
    if least is not None and least >= 0:
        return "Not losing"
    return "Not winning" if greatest is not None and greatest <= 0 else _OPEN


def move_bounds(view: PositionView, k: int) -> str:
    """Return what is known of the length of play after a move, that move included."""
    move = view["moves"][k]
    if move["moveValue"] in (None, "draw"):
        return ""
    return _plies(move["proven"], 1).strip()
