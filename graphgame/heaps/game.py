"""`HeapGame`: values, outcomes, moves and periods of a game that is played with heaps."""

from __future__ import annotations

from array import array

from graphgame import checks
from graphgame.arrays import read_only
from graphgame.graphs.graph import GameGraph
from graphgame.heaps.survey import Survey
from graphgame.heaps.table import MOST_SEARCHED
from graphgame.outcome import Outcome, Play

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphgame import types
    from graphgame.heaps.rules import Rule
else:
    from graphgame.arrays import types


class HeapGame(Survey):
    """A game with heaps: a move takes from one heap, or splits it, as the rule says.

    Make one with `subtraction`, `all_but`, `taking`, `octal`, `grundys_game`,
    `couples_are_forever` or `laskers_nim`, or from any function with `HeapGame.from_rule`.  A state
    is one heap, an integer from 0 on, or several: the sum of the games of each.  In normal play
    the value of a heap is its Grundy value, and a state is lost if and only if the nim-sum of the
    values is 0.

    Attributes
    ----------
    name : str or None
        The name of the game in the literature.

    See Also
    --------
    misere_outcome : Misère play by a rule of one's own.

    Notes
    -----
    The game keeps its table of values, 4 to 8 bytes per heap, and continues it when more is asked
    for; Ctrl-C loses none of it.  Any number of threads may use one game.

    Examples
    --------
    >>> import graphgame as gg
    >>> kayles = gg.octal("0.77")
    >>> kayles.outcome((5, 8, 13)), kayles.winning_moves((5, 8, 13))
    (<Outcome.WIN: 1>, [Move(component=0, to=(2, 2)), Move(component=1, to=(5, 1))])
    >>> kayles.value(10**18)
    1
    >>> kayles.outcome((5, 8, 13), play="misere")
    <Outcome.WIN: 1>
    >>> kayles.values(9)
    array([0, 1, 2, 3, 1, 4, 3, 2, 1, 4], dtype=int32)
    """

    def values(
        self,
        n: int,
        *,
        play: types.PlayName = "normal",
        limit: int = MOST_SEARCHED,
        progress: types.Progress | None = None,
    ) -> types.Int32Array:
        """Return the values of the heaps 0 to n.

        Parameters
        ----------
        n : int
            The greatest heap, at most 2^30 - 2.
        play : {"normal", "misere"}
            For misère play, the misère nim-values of the single heaps: see `misere_values`.
        limit : int
            The most positions of the search in misère play.
        progress : function of (int, int), optional
            Called now and then with how many values are known, and how many are wanted.

        Returns
        -------
        (n + 1,) int32 array
            Read-only.  No value is above the number of moves in the longest game, below 2 n.

        Raises
        ------
        GraphGameError
            If n is not an integer from 0 on; `TooLargeError` if it is beyond the limit.

        See Also
        --------
        value, period, verify

        Notes
        -----
        Values beyond a proven period are copied.  Before that, for n heaps: taking one of s
        numbers, O(n s) time, some dozen heaps at a time; all numbers but s, O(n s); splits into two
        heaps, O(n r) by the sparse-space method where r heaps are rare and r is small against n,
        else O(n²); splits into three, O(n² v) for values up to v.  Known values are not computed
        again.

        Memory: the table keeps 4 to 8 bytes per heap, and takes 12 while it doubles.  While values
        are computed, beside these 4 to 8: taking one of s numbers, 4 bytes per heap for every 32
        values there are up to 256; all numbers but s, 8; splits into two, 8 per heap beyond the
        first half; splits into three, v / 8, with the power of 2 above all values, or 64, for v.
        """
        if Play(play) is Play.MISERE:
            from graphgame.heaps.misere import outcomes

            return outcomes.misere_values(self, n, limit=limit)
        known = self._known.upto(checks.size(n, "n"), progress)
        values: types.Int32Array = read_only(self._known.table.values)[: len(known)]
        return values

    def table(
        self, n: int, *, play: types.PlayName = "normal", limit: int = MOST_SEARCHED
    ) -> dict[str, types.AnyArray]:
        """Return the heaps 0 to n as columns, for ``pandas.DataFrame`` or ``polars.DataFrame``.

        Parameters
        ----------
        n, play, limit
            As in `values`.

        Returns
        -------
        dict
            "heap", "value" and "outcome" (1 for WIN, -1 for LOSE), arrays of n + 1 entries.

        See Also
        --------
        values, plot

        Examples
        --------
        >>> import graphgame as gg
        >>> {name: x.tolist() for name, x in gg.subtraction({1, 2}).table(3).items()}
        {'heap': [0, 1, 2, 3], 'value': [0, 1, 2, 0], 'outcome': [-1, 1, 1, -1]}
        """
        import numpy as np

        values = self.values(n, play=play, limit=limit)
        outcomes = np.where(values == 0, Outcome.LOSE, Outcome.WIN).astype(np.int8)
        return {"heap": np.arange(len(values)), "value": values, "outcome": outcomes}

    def verify(self, n: int) -> bool:
        """Check the values of the heaps 0 to n by the rule as it was given.

        Every value must be the mex of the values of its options.  A proven period whose theorem
        needs no heap above n is checked against the theorem: ``verify(period().checked)`` certifies
        the period.  NumPy only: no kernel and no derived data take part.

        Parameters
        ----------
        n : int
            The greatest heap.

        Returns
        -------
        bool
            True.

        Raises
        ------
        VerificationError
            If a value is wrong, with the least such heap and its options; or if the values do not
            prove the period.

        See Also
        --------
        values, period

        Notes
        -----
        Taking one of s numbers, O(n (s + v)) time for values up to v; all numbers but s,
        O(n (s² + s log n)); splits into two heaps, O(n²), some 20 ns for every 4 splits; splits
        into three, O(n² v).  32 bytes per heap and 40 MB; splits into three, v bytes per heap more.
        A function that says what may be taken is called again for 1 to n; of an iterator, the
        numbers that have been read are used.

        Examples
        --------
        >>> import graphgame as gg
        >>> gg.octal("0.77").verify(1000)
        True
        """
        from graphgame.heaps.verify import verify_values
        from graphgame.heaps.verify_arithmetic import verify_arithmetic
        from graphgame.heaps.verify_rules import verify_rule

        values = self.values(n)
        proven = self._known.proven
        if proven is not None and proven.checked >= len(values):
            proven = None
        verify = verify_rule if self._rule.general else verify_values
        if proven is None or not proven.saltus or self._rule.parts < 3:
            return verify(self._rule.given, values, proven)
        verify(self._rule.given, values)
        return verify_arithmetic(self._rule.given[1], values, proven)

    def graph(self, n: int, *, nimbers: bool = False, limit: int = 1_000_000) -> GameGraph:
        """Return the game as a graph, for the general solvers.

        Parameters
        ----------
        n : int
            The greatest heap.
        nimbers : bool
            Where a move leaves several heaps, let it lead to a heap of Nim that has their value.
            That is the same in normal play, and in normal play only.
        limit : int
            The most positions.

        Returns
        -------
        GameGraph
            If moves leave at most one heap, positions are the heaps 0 to n.  Else they are the sums
            that heaps up to n can become, as tuples in descending order; a sum has a move for each
            move in one of its heaps.  With `nimbers`, they are the heaps 0 to n, and ``"*0"``,
            ``"*1"``, … the heaps of Nim.

        Raises
        ------
        TooLargeError
            If there are more positions: sums are as many as partitions, 6.6 million for heaps
            up to 60.

        See Also
        --------
        solve, grundy

        Notes
        -----
        If a general solver finds the values of the table in the graph with `nimbers`, the table is
        proven: the least heap with a wrong value would have right options.

        Examples
        --------
        >>> import graphgame as gg
        >>> game = gg.octal("0.77").graph(8)
        >>> str(gg.solve(game, play="misere").outcome((8,)))
        'WIN'
        """
        from graphgame.heaps import graphs

        last, most = checks.size(n, "n"), checks.limit(limit)
        if self._rule.parts == 1 or nimbers:
            return graphs.heap_graph(self, self._rule, last, most)
        return graphs.sum_graph(self, last, most)

    def save(self, file: types.File) -> None:
        """Save the game and its table, so that a long run can be continued.

        Parameters
        ----------
        file : path or binary file
            An npz archive; see docs/periods.md.  A path is replaced as a whole or not at all.

        See Also
        --------
        load
        """
        from graphgame.heaps import files

        files.save(self._rule, self._known.view, file)

    @classmethod
    def load(cls, file: types.File, *, game: HeapGame | None = None) -> HeapGame:
        """Load a game and its table.

        Parameters
        ----------
        file : path or binary file
        game : HeapGame, optional
            Needed if what may be taken is a function or an iterator, which no file keeps: the same
            game, made anew.  Of these, the first 256 values are computed again and compared.

        Returns
        -------
        HeapGame

        Raises
        ------
        SolutionFileError
            If it is not such a file, or a damaged one, or of another game.

        See Also
        --------
        save

        Examples
        --------
        >>> import io
        >>> import graphgame as gg
        >>> file = io.BytesIO()
        >>> game = gg.octal("0.77")
        >>> game.save(file)
        >>> _ = file.seek(0)
        >>> gg.HeapGame.load(file).verify(100)
        True
        """
        from graphgame.heaps import files

        rule, values = files.load(file, None if game is None else game._rule)
        return cls._restored(rule, values)

    @classmethod
    def _restored(cls, rule: Rule, values: Any) -> HeapGame:
        """Return the game of a rule, with a table that has been checked."""
        game = cls(rule)
        game._known.restore(values)
        return game

    def __copy__(self) -> HeapGame:
        return self._restored(self._rule, self._known.view)

    def __deepcopy__(self, memo: Any) -> HeapGame:
        return self.__copy__()

    def __reduce__(self) -> Any:
        if self._rule.spec is None:
            raise TypeError(f"{self!r} cannot be pickled: a function or an iterator is part of it")
        return _unpickled, (self._rule.spec, array("i", self._known.view.tobytes()))

    def __repr__(self) -> str:
        known = f", {self.name}" if self.name and not self._rule.text.endswith("()") else ""
        return f"{self._rule.text}{known}"


def _unpickled(spec: list[Any], values: Any) -> HeapGame:
    from graphgame.heaps.codes import from_spec

    return HeapGame._restored(from_spec(spec), values)
