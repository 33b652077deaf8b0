"""What is said of a position and its moves: in the JSON of the server, and to the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, NotRequired, Protocol, TypedDict

if TYPE_CHECKING:
    from graphgame.playing.style import Style


class MoveView(TypedDict):
    """A move: the position that it leads to, and what it means for the player who makes it.

    ``remoteness`` is that of the position; ``deltaRemoteness`` says how many plies later than the
    best move of the same value it wins, or how many earlier it loses, and is None in draws and
    where lengths are not known.  ``drawCost`` ranks the moves that hold a draw, where that is
    known: the less it is, the sooner the other player can make a mistake.
    """

    position: str
    name: str
    move: str | None
    moveValue: str
    remoteness: int | None
    deltaRemoteness: int | None
    turn: int | None
    board: str | None
    priority: NotRequired[int]
    drawCost: NotRequired[int]


class PositionView(TypedDict):
    """A position with its moves, best first, in the form of docs/schemas/position.json."""

    position: str
    name: str
    positionValue: str
    remoteness: int | None
    turn: int | None
    board: str | None
    priority: NotRequired[int]
    moves: list[MoveView]


class Histogram(TypedDict):
    """Positions counted by outcome and remoteness: ``win[r]`` are a WIN in r plies."""

    win: list[int]
    lose: list[int]
    draw: int


class Owners(TypedDict):
    """What a page and the terminal know of a game with owners, beside who moves where.

    ``endless`` says what play is that goes on for ever: "draw", or "priority" where the greatest
    priority of its loop decides; ``target`` is the priority of the targets, None if all are shown.
    """

    endless: str
    target: int | None


class Positions(Protocol):
    """Where positions come from: a solved game in memory, or a database.

    Attributes
    ----------
    start : str
        The key of the position where play begins.
    style : Style
        Title, languages, pieces and centres, checked.
    size : int or None
        How many positions there are; None if it is not known.
    named : bool
        Whether the author of the game names moves.
    drawn : bool
        Whether positions have boards.
    owners : Owners or None
        In a game with owners, what is said of them; None where the players alternate.
    """

    start: str
    size: int | None
    named: bool
    drawn: bool
    style: Style
    owners: Owners | None

    def view(self, key: str) -> PositionView:
        """Return a position with its moves; raise UnknownPositionError if there is none."""

    def find(self, text: str) -> str:
        """Return the key of a position that a person names, or raise UnknownPositionError."""

    def histogram(self) -> Histogram | None:
        """Return how many positions there are of each remoteness; None if they are too many."""
