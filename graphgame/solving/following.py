"""What solved games have in common that ask their rule for moves: results, lines, labels."""

from __future__ import annotations

from graphgame.arrays import Generic, P, types
from graphgame.errors import GraphGameError
from graphgame.graphs.solved import START
from graphgame.line import Label, Line
from graphgame.outcome import Outcome

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Followed(Generic[P]):
    """A solved game that tells outcomes, remoteness and best moves; they are followed here."""

    __slots__ = ()

    # What a class that follows has beside.
    if TYPE_CHECKING:
        start: Any
        outcome: Any
        remoteness_of: Any
        best_move: Any

    @property
    def result(self) -> Outcome:
        """The outcome of `start` for the player to move.

        Raises
        ------
        GraphGameError
            If the game has no start.
        """
        result: Outcome = self.outcome(self._started())
        return result

    def line(self, position: types.P = START) -> Line[P]:
        """Follow best moves from a position to a terminal or, in a draw, to the first repetition.

        Parameters
        ----------
        position : hashable, optional
            By default `start`.

        Returns
        -------
        Line

        See Also
        --------
        best_move, Line
        """
        at: Any = self._started() if position is START else position
        line, seen = [at], {at: 0}
        while (move := self.best_move(line[-1])) is not None:
            line.append(move)
            if move in seen:
                return Line(line, seen[move])
            seen[move] = len(line) - 1
        return Line(line)

    def __getitem__(self, position: types.P) -> Label[P]:
        best = self.best_move(position)
        return Label(self.outcome(position), self.remoteness_of(position), best)

    def _started(self) -> P:
        start: P | None = self.start
        if start is None:
            raise GraphGameError("start: expected a game that begins somewhere, got no start")
        return start
