"""What solutions have in common in which every position has an owner and a winner."""

from __future__ import annotations

from graphgame.arrays import P, read_only, types
from graphgame.graphs.solved import START, Outcomes, Proved
from graphgame.line import Line
from graphgame.outcome import LOSE, WIN, Outcome
from graphgame.owners.display import Display

TYPE_CHECKING = False
if TYPE_CHECKING:
    from graphgame.types import Array


class Won(Proved, Outcomes[P], Display[P]):
    """A solution that says who wins from every position, and by which moves."""

    __slots__ = ()

    # What a class has beside.
    if TYPE_CHECKING:
        _winners: Array
        _strategy: Array

    # -- all positions ------------------------------------------------------------------------

    @property
    def winners(self) -> types.Int8Array:
        """(n,) int8, read-only: who wins from each position, 0 or 1."""
        return read_only(self._winners)

    @property
    def strategy(self) -> types.Int32Array:
        """(n,) int32, read-only: the index of the move that wins; -1 where the owner loses.

        Who follows it from a position of the own region wins, whatever the other player does.  -1
        also where play is over.
        """
        return read_only(self._strategy)

    @property
    def owner(self) -> types.Int8Array:
        """(n,) int8, read-only: who moves at each position, 0 or 1."""
        assert self.game._movers is not None, "owners"
        return read_only(self.game._movers)

    @property
    def outcomes(self) -> types.Int8Array:
        """(n,) int8, read-only: `WIN` where the owner of the position wins, else `LOSE`."""
        import numpy as np

        return read_only(np.where(self.winners == self.owner, WIN, LOSE).astype(np.int8))

    def region(self, player: int) -> types.BoolArray:
        """Return where a player wins.

        Parameters
        ----------
        player : {0, 1}

        Returns
        -------
        (n,) bool array

        See Also
        --------
        winners, winner

        Examples
        --------
        >>> import graphgame as gg
        >>> gg.ParityGame([(0, 0), (1, 1)], [0, 0], [1, 2]).solve().region(0)
        array([False,  True])
        """
        from graphgame.owners.games import player_number

        inside: types.BoolArray = self.winners == player_number(player)
        return inside

    # -- one position -------------------------------------------------------------------------

    def winner(self, position: P) -> int:
        """Return who wins from a position, 0 or 1.

        Raises
        ------
        UnknownPositionError
            If the game does not have the position.  The other methods raise it, too.

        See Also
        --------
        outcome, winners
        """
        return int(self.winners[self.game._find(position)])

    def outcome(self, position: P) -> Outcome:
        """Return `WIN` if the owner of a position wins from it, else `LOSE`."""
        v = self.game._find(position)
        return Outcome.WIN if self._owner_at(v) == int(self.winners[v]) else Outcome.LOSE

    def winning_moves(self, position: P) -> list[P]:
        """Return all options from which the owner of a position can still win, by their indices.

        Where play may go on for ever, only the moves of `strategy` are sure to win.

        See Also
        --------
        best_move, outcome
        """
        v = self.game._find(position)
        owner, winners = self._owner_at(v), self.winners
        return self.game.positions([w for w in self._options_at(v) if winners[w] == owner])

    def play(self, position: P = START) -> Line[P]:
        """Follow a play from a position to its end or to the first repetition: a lasso.

        The winner follows `strategy`.  The loser delays the end, if there is one, else takes the
        option of lowest index.

        Parameters
        ----------
        position : hashable, optional
            By default `start`.

        Returns
        -------
        Line
            Its `closes_at` is the place of the last position's first visit; None if play ends.

        See Also
        --------
        best_move, Line

        Examples
        --------
        >>> import graphgame as gg
        >>> line = gg.ParityGame([(0, 1), (1, 2), (2, 1)], [0, 0, 1], [5, 2, 1]).solve().play(0)
        >>> line, line.closes_at
        ((0, 1, 2, 1), 1)
        """
        v: int | None = self.game._find(self._started() if position is START else position)
        seen: dict[int, int] = {}
        line: list[int] = []
        while v is not None:
            line.append(v)
            if v in seen:
                return Line(self.game.positions(line), seen[v])
            seen[v] = len(line) - 1
            v = self._next(v)
        return Line(self.game.positions(line), None)

    def _owner_at(self, v: int) -> int:
        return int(memoryview(self.game._movers)[v])  # type: ignore[arg-type]

    def _options_at(self, v: int) -> list[int]:
        """Return the options of a position where play goes on."""
        ptr, idx = (memoryview(array) for array in self.game._option_rows())  # type: ignore[arg-type]
        return sorted(set(idx[ptr[v] : ptr[v + 1]].tolist()))

    def _next(self, v: int) -> int | None:
        """Return where play goes from a position, None where it ends."""
        w = int(self.strategy[v])
        if w < 0:
            return next(iter(self._options_at(v)), None)
        return w
