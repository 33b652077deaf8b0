"""`Solution`: what is known of every position of a solved game."""

from __future__ import annotations

from graphgame.arrays import read_only
from graphgame.errors import GraphGameError
from graphgame.line import Line
from graphgame.outcome import NEVER_ENDS, NO_MOVE, Outcome, Play
from graphgame.solving import _moves

TYPE_CHECKING = False
if TYPE_CHECKING:
    import os
    from collections.abc import Hashable
    from typing import IO

    from graphgame.graphs.graph import GameGraph
    from graphgame.types import Array, Int8Array, Int32Array


class Solution:
    """A solved game; `solve` makes one, `load` reads one.

    Attributes
    ----------
    game : GameGraph
        The game, with its preset outcomes.
    play : Play

    Examples
    --------
    >>> import graphgame as gg
    >>> s = gg.solve([(0, 1), (1, 0), (1, 2), (2, 3)])
    >>> s
    Solution(n=4, m=4, play='normal': 1 WIN, 1 LOSE, 2 DRAW)
    >>> s.outcomes, s.remoteness
    (array([ 0,  0,  1, -1], dtype=int8), array([-1, -1,  1,  0], dtype=int32))
    """

    __slots__ = ("_best_moves", "_outcomes", "_remoteness", "_tally", "game", "play")

    def __init__(self, graph: GameGraph, play: Play, outcomes: Array, remoteness: Array) -> None:
        self.game = graph
        self.play = play
        self._outcomes = outcomes
        self._remoteness = remoteness
        self._best_moves: Array | None = None
        self._tally: tuple[tuple[int, ...], tuple[int, ...]] | None = None

    # -- all positions ------------------------------------------------------------------------

    @property
    def outcomes(self) -> Int8Array:
        """(n,) int8, read-only: the outcome for the player to move, `LOSE`, `DRAW` or `WIN`."""
        return read_only(self._outcomes)

    @property
    def remoteness(self) -> Int32Array:
        """(n,) int32, read-only: plies to the end if the winner hurries and the loser delays.

        0 at a terminal, a preset draw too; -1 at any other draw.
        """
        return read_only(self._remoteness)

    @property
    def best_moves(self) -> Int32Array:
        """(n,) int32, read-only: the index of the best move, -1 at a terminal; as `best_move`.

        Found when first asked for, in O(n + m), and kept.
        """
        return read_only(self._all_best_moves())

    def counts(self) -> dict[Outcome, int]:
        """Count the positions of each outcome: WIN, LOSE, DRAW."""
        return self._by_outcome(0)

    def longest(self) -> dict[Outcome, int]:
        """Return the greatest remoteness of each outcome, -1 where there is none."""
        return self._by_outcome(1)

    def _by_outcome(self, row: int) -> dict[Outcome, int]:
        if self._tally is None:
            self._tally = _moves.tally(self._outcomes, self._remoteness)
        lose, draw, win = self._tally[row]
        return {Outcome.WIN: win, Outcome.LOSE: lose, Outcome.DRAW: draw}

    def _all_best_moves(self) -> Array:
        if self._best_moves is None:
            self._best_moves = _moves.best_moves(*self._labelled_options())
        return self._best_moves

    def _labelled_options(self) -> tuple[Array, Array, Array, Array]:
        return *self.game._option_rows(), self._outcomes, self._remoteness

    def graph(self) -> GameGraph:
        """Return the game as a graph: `game` itself, which every kind of solution has."""
        return self.game

    def __len__(self) -> int:
        return self.game.n

    def __repr__(self) -> str:
        counts = ", ".join(f"{count} {outcome}" for outcome, count in self.counts().items())
        return f"Solution(n={self.game.n}, m={self.game.m}, play={str(self.play)!r}: {counts})"

    # -- one position -------------------------------------------------------------------------

    def outcome(self, position: Hashable) -> Outcome:
        """Return the outcome of a position for the player to move.

        Raises
        ------
        UnknownPositionError
            If the graph does not have the position.  So do the other methods.
        """
        v = self.game.index(position)
        return Outcome(memoryview(self._outcomes)[v])  # type: ignore[arg-type]

    def remoteness_of(self, position: Hashable) -> int:
        """Return the remoteness of a position: 0 at a terminal, -1 at any other draw."""
        v = self.game.index(position)
        return int(memoryview(self._remoteness)[v])  # type: ignore[arg-type]

    def best_move(self, position: Hashable) -> Hashable | None:
        """Return the best move, None at a terminal.

        WIN: a LOSE option of least remoteness.  LOSE: an option of greatest remoteness.  DRAW: a
        DRAW option.  Ties: the lowest index.  O(number of options) time.
        """
        v = self.game.index(position)
        if self._best_moves is not None:
            w = memoryview(self._best_moves)[v]  # type: ignore[arg-type]
        else:
            w = _moves.best_move(*self._labelled_options(), v)
        return None if w == NO_MOVE else self.game.position(w)

    def winning_moves(self, position: Hashable) -> list[Hashable]:
        """Return every option that is a LOSE, in the order of their indices; none at a terminal.

        O(number of options) time.
        """
        import numpy as np

        v = self.game.index(position)
        if self.remoteness[v] == 0:
            return []
        ptr, idx = self.game.option_ptr, self.game.option_idx
        options = np.unique(idx[ptr[v] : ptr[v + 1]])
        losing = options[self.outcomes[options] == Outcome.LOSE]
        return self.game.positions(losing.tolist())

    def line(self, position: Hashable) -> Line:
        """Follow best moves from a position to a terminal or, in a draw, to the first repetition.

        Returns
        -------
        Line
            A tuple of positions.  If play repeats, the last one is the first that comes again,
            and the attribute `closes_at` says where it stood before.

        >>> import graphgame as gg
        >>> line = gg.solve({"a": "b".split(), "b": ["c"], "c": ["b"]}).line("a")
        >>> line, line.closes_at
        (('a', 'b', 'c', 'b'), 1)
        """
        v = self.game.index(position)
        try:
            line = _moves.line(*self._labelled_options(), v)
        except ValueError as error:
            raise GraphGameError(str(error)) from None
        indices = memoryview(line).tolist()
        closes = memoryview(self._remoteness)[indices[-1]] == NEVER_ENDS  # type: ignore[arg-type]
        return Line(self.game.positions(indices), indices.index(indices[-1]) if closes else None)

    # -- keeping and checking -----------------------------------------------------------------

    def verify(self) -> bool:
        """Check that the solution is a proof; as `graphgame.verify`.

        Returns
        -------
        bool
            True.

        Raises
        ------
        VerificationError
            If it is not, with the first position found that breaks a rule.
        """
        from graphgame.solving.verify import verify

        return verify(self.game, self)

    def save(self, file: str | os.PathLike[str] | IO[bytes]) -> None:
        """Save the solution and its graph; `load` reads it.

        The format is NumPy's npz, without pickles, described in docs/formats.md.  A path is
        replaced in one step: a failure leaves the old file whole.

        Raises
        ------
        GraphGameError
            If a label is of a type that the format cannot keep.
        OSError
            If the file cannot be written.
        """
        from graphgame.solving.files import save

        save(self, file)

    @classmethod
    def load(cls, file: str | os.PathLike[str] | IO[bytes]) -> Solution:
        """Read a solution that `save` wrote.

        Raises
        ------
        SolutionFileError
            If the file is damaged, is something else, or comes from a later version.
        OSError
            If the file cannot be read.
        """
        from graphgame.solving.files import load

        return load(file)
