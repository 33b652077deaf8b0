"""`Solution`: the answer for every position of a solved game."""

from __future__ import annotations

from graphgame.arrays import Later, P, overload, types
from graphgame.errors import GraphGameError
from graphgame.graphs.solved import START
from graphgame.line import Label, Line
from graphgame.solving.columns import Columns
from graphgame.solving.display import Display

TYPE_CHECKING = False
if TYPE_CHECKING:
    from graphgame import outcome as terms
else:
    # The command solves a graph without them: to import `enum`, which outcomes are made with, takes
    # longer than to solve a small graph.
    terms = Later("graphgame.outcome")


class Solution(Display[P], Columns[P]):
    """A solved game: the outcome, the remoteness and the best move of every position.

    `solve` makes one, `Solution.load` reads one from a file.  A solution is a container of
    positions: ``s[position]`` is a `Label`, ``position in s``, ``iter(s)`` and ``len(s)`` work as
    those of a dict.

    Attributes
    ----------
    game : GameGraph
        The game, with its preset outcomes.
    play : Play

    See Also
    --------
    solve, verify, GrundyValues

    Examples
    --------
    >>> import graphgame as gg
    >>> s = gg.solve([(0, 1), (1, 0), (1, 2), (2, 3)])
    >>> s
    Solution(n=4, m=4, play='normal': 1 WIN, 1 LOSE, 2 DRAW)
    >>> s.outcomes, s.remoteness
    (array([ 0,  0,  1, -1], dtype=int8), array([-1, -1,  1,  0], dtype=int32))
    >>> s[2]
    Label(outcome=<Outcome.WIN: 1>, remoteness=1, best_move=3)
    >>> s.winning_moves(2), s.remoteness_of(2)
    ([3], 1)
    >>> [(str(outcome), number) for outcome, number in s.counts().items()]
    [('WIN', 1), ('LOSE', 1), ('DRAW', 2)]
    >>> s.longest()[gg.WIN], s.graph().options(2), s.verify()
    (1, [3], True)
    """

    __slots__ = ()

    # -- one position -------------------------------------------------------------------------

    @overload
    def outcome(self, position: list[P] | types.AnyArray) -> types.Int8Array: ...
    @overload
    def outcome(self, position: P) -> terms.Outcome: ...
    def outcome(self, position: P | list[P] | types.AnyArray) -> terms.Outcome | types.Int8Array:
        """Return the outcome of a position for the player to move, or the outcomes of many.

        Parameters
        ----------
        position : hashable, or list or array of hashable
            A tuple is one position; a list or an array is many.

        Returns
        -------
        Outcome, or int8 array of the shape of the positions

        Raises
        ------
        UnknownPositionError
            If the game does not have the position; of many, the first one and its place are named.
            The other methods raise it, too.

        See Also
        --------
        remoteness_of, best_move, outcomes

        Examples
        --------
        >>> import graphgame as gg
        >>> s = gg.solve({"a": ["b", "c"], "b": ["c"]})
        >>> s.outcome("a"), s.outcome(["a", "c"]), s.remoteness_of(["a", "c"])
        (<Outcome.WIN: 1>, array([ 1, -1], dtype=int8), array([1, 0], dtype=int32))
        """
        v = self.game.index(position)
        return self._outcome_at(v) if isinstance(v, int) else self.outcomes[v]

    @overload
    def remoteness_of(self, position: list[P] | types.AnyArray) -> types.Int32Array: ...
    @overload
    def remoteness_of(self, position: P) -> int: ...
    def remoteness_of(self, position: P | list[P] | types.AnyArray) -> int | types.Int32Array:
        """Return the remoteness of a position: 0 at a terminal, -1 at any other draw.

        That of a list or an array of positions is an int32 array of the same shape.

        See Also
        --------
        outcome, remoteness, longest
        """
        v = self.game.index(position)
        return self._remoteness_at(v) if isinstance(v, int) else self.remoteness[v]

    @overload
    def best_move(self, position: list[P] | types.AnyArray) -> types.AnyArray: ...
    @overload
    def best_move(self, position: P) -> P | None: ...
    def best_move(self, position: P | list[P] | types.AnyArray) -> P | types.AnyArray | None:
        """Return the position after the best move, None at a terminal.

        WIN: a LOSE option of least remoteness.  LOSE: an option of greatest remoteness.  DRAW: a
        DRAW option.  TIE: a TIE option of least remoteness.  Where a position says who moves, an
        option that is a WIN for the same player is as a LOSE.  Of several, the one of lowest index;
        in a game with a symmetry, the first in the order of the rule.  O(number of options) time.

        The best moves of a list or an array of positions are an array of the same shape: int32, -1
        at a terminal, where positions are indices; a `numpy.ma.MaskedArray` of int64, masked at a
        terminal, where they are codes, as any integer may be a code; else objects, None at a
        terminal.  All best moves are computed for it, in O(n + m) time, and kept.

        See Also
        --------
        winning_moves, line, best_moves

        Examples
        --------
        >>> import graphgame as gg
        >>> import numpy as np
        >>> s = gg.solve([(0, 1), (1, 2)])
        >>> s.best_move(0), s.best_move(np.array([0, 2]))
        (1, array([ 1, -1], dtype=int32))
        """
        v = self.game.index(position)
        if isinstance(v, int):
            return self._best_move_from(position, v)  # type: ignore[arg-type]
        from graphgame.solving.many import best_moves_at

        return best_moves_at(self, position, v)

    def winning_moves(self, position: P) -> list[P]:
        """Return all options that win, in the order of their indices; none at a terminal.

        They are a LOSE; or a WIN, where the same player moves again.  In a game with a symmetry, in
        the order of the rule.  O(number of options) time.

        See Also
        --------
        best_move, outcome
        """
        import numpy as np

        v = self.game._find(position)
        if self.game._symmetry is not None:
            from graphgame.solving.many import winning_real_moves

            return winning_real_moves(self, position, v)
        if self._turns is not None:
            return self.game.positions(self._turns.winning(self, v))
        if self.remoteness[v] == 0:
            return []
        ptr, idx = self.game.option_ptr, self.game.option_idx
        options = np.unique(idx[ptr[v] : ptr[v + 1]])
        losing = options[self.outcomes[options] == terms.Outcome.LOSE]
        return self.game.positions(losing.tolist())

    def line(self, position: P = START) -> Line[P]:
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

        Examples
        --------
        >>> import graphgame as gg
        >>> gg.solve([(0, 1), (1, 2)]).line(0)
        (0, 1, 2)
        """
        start = self._started() if position is START else position
        v = self.game._find(start)
        if self.game._symmetry is not None:
            from graphgame.solving.many import real_line

            return real_line(self, start)
        try:
            line = self._reader().line(*self._labelled_options(), v)
        except ValueError as error:
            raise GraphGameError(str(error)) from None
        indices = memoryview(line).tolist()
        closes = self._remoteness_at(indices[-1]) == terms.NEVER_ENDS
        return Line(self.game.positions(indices), indices.index(indices[-1]) if closes else None)

    def __getitem__(self, position: P) -> Label[P]:
        v = self.game._find(position)
        move = self._best_move_from(position, v)
        return Label(self._outcome_at(v), self._remoteness_at(v), move)

    def _outcome_at(self, v: int) -> terms.Outcome:
        return terms.Outcome(memoryview(self._outcomes)[v])  # type: ignore[arg-type]

    def _remoteness_at(self, v: int) -> int:
        return int(memoryview(self._remoteness)[v])  # type: ignore[arg-type]

    def _best_move_from(self, position: P, v: int) -> P | None:
        if self.game._symmetry is not None:
            from graphgame.solving.many import best_real_move

            return best_real_move(self, position, v)  # type: ignore[no-any-return]
        if self._best_moves is not None:
            w = memoryview(self._best_moves)[v]  # type: ignore[arg-type]
        else:
            w = self._reader().best_move(*self._labelled_options(), v)
        return None if w == terms.NO_MOVE else self.game.position(w)

    def without_symmetry(self, *, limit: int | None = None) -> Solution[P]:
        """Return the solution of all positions of a game that was solved with `canonical`.

        The rule is explored without the symmetry, and each position gets the label of its class:
        `verify` then checks the symmetry too, by all moves of the rule.  A solution without a
        symmetry is returned as it is.

        Parameters
        ----------
        limit : int, optional
            The most positions.

        See Also
        --------
        verify, check_rule

        Examples
        --------
        >>> import graphgame as gg
        >>> def rule(heaps):
        ...     return [heaps[:i] + (k,) + heaps[i + 1 :] for i in (0, 1) for k in range(heaps[i])]
        >>> s = gg.solve(rule, start=(2, 3), canonical=lambda heaps: tuple(sorted(heaps)))
        >>> len(s), len(s.without_symmetry()), s.without_symmetry().verify()
        (9, 12, True)
        """
        if self.game._symmetry is None:
            return self
        from graphgame.solving.many import without_symmetry

        game, outcomes, remoteness, turns = without_symmetry(self, limit)
        return Solution(game, self._play, outcomes, remoteness, turns)

    # -- keeping and checking -----------------------------------------------------------------

    def verify(self) -> bool:
        """Check that the solution is a proof, from the moves and presets of the game alone.

        Of a game with a symmetry, the graph of classes is checked; `check_rule` checks the symmetry
        on a sample, and ``s.without_symmetry().verify()`` on all positions.

        Returns
        -------
        bool
            True.

        Raises
        ------
        VerificationError
            If it is not, with the first position found that breaks a rule.

        See Also
        --------
        graphgame.verify : The rules that are checked.
        """
        from graphgame.solving.verify import verify

        return verify(self.game, self)

    def _save(self, file: types.File) -> None:
        from graphgame.solving.files import save

        save(self, file)

    @classmethod
    def load(
        cls,
        file: types.File,
        *,
        rule: types.Anything = None,
        canonical: types.Anything = None,
    ) -> Solution[types.Anything]:
        """Read a solution that `save` wrote.

        Nothing but the file is needed: the game with its labels, presets and start is in it, so
        that ``Solution.load(file).verify()`` checks the whole answer.

        Parameters
        ----------
        file : path or binary file
        rule, canonical : optional
            What a game with a symmetry was solved with.  Its file keeps classes: without
            `canonical` only representatives are known, and without `rule` no moves.  Both are
            compared with a sample of the classes.

        Raises
        ------
        SolutionFileError
            If the file is damaged, is something else, or comes from a later version.
        OSError
            If the file cannot be read.

        See Also
        --------
        save, verify

        Examples
        --------
        >>> import io
        >>> import graphgame as gg
        >>> file = io.BytesIO()
        >>> gg.solve([(0, 1), (1, 2)]).save(file)
        >>> _ = file.seek(0)
        >>> gg.Solution.load(file).line(0)
        (0, 1, 2)
        """
        from graphgame.solving.files import load

        return cls(*load(file, rule, canonical))
