"""What every kind of solved game says of play: a label, a line of positions, a move in a sum."""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Hashable, Iterable

from graphgame.outcome import Outcome

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Generic, NamedTuple, Self

    from graphgame.types import P

    class Label(NamedTuple, Generic[P]):
        """What is known of one position; see below."""

        outcome: Outcome
        remoteness: int
        best_move: P | None

    class Move(NamedTuple, Generic[P]):
        """A move in a sum; see below."""

        component: int
        to: P

else:
    # typing.NamedTuple would load typing, which costs the command more than solving a small graph.
    class Label(namedtuple("Label", "outcome remoteness best_move")):
        """What is known of one position of a solved game: ``s[position]``.

        Attributes
        ----------
        outcome : Outcome
            For the player to move.
        remoteness : int
            Plies to the end; -1 if play never ends.
        best_move : position or None
            The position after the best move; None where the game is over.
        """

        __slots__ = ()

        def __class_getitem__(cls, _: object) -> type:
            return cls

    class Move(namedtuple("Move", "component to")):
        """A move in a sum of games: which component moves, and what it becomes.

        Attributes
        ----------
        component : int
            Where the component stands in the sum, from 0.
        to : position
            Its new position; of a heap game the heaps that it becomes, a tuple.
        """

        __slots__ = ()

        def __class_getitem__(cls, _: object) -> type:
            return cls


class Line(tuple["Hashable", ...]):  # noqa: SLOT001 -- a tuple that holds more has no slots
    """The positions from a start along best moves: to a terminal, or to the first repetition.

    Attributes
    ----------
    closes_at : int or None
        Where in the line its last position stands for the first time, if play repeats; None if
        the line ends at a terminal.
    """

    closes_at: int | None

    def __new__(cls, positions: Iterable[Hashable], closes_at: int | None) -> Self:
        """Make a line of its positions."""
        line = super().__new__(cls, positions)
        line.closes_at = closes_at
        return line

    def __getnewargs__(self) -> tuple[tuple[Hashable, ...], int | None]:
        return tuple(self), self.closes_at
