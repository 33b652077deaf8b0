"""`HeapGame`: values, outcomes, moves and periods of a game that is played with heaps."""

from __future__ import annotations

import json
from array import array
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from graphgame import checks
from graphgame.arrays import Later, distinct_rows, read_only, types
from graphgame.drawing.pictured import Pictured
from graphgame.errors import GraphGameError, SolutionFileError, TooLargeError, advised
from graphgame.graphs.form import Field, Form, Found, Numbers, any_length
from graphgame.graphs.graph import GameGraph
from graphgame.heaps.periods import Period
from graphgame.heaps.rules.codes import from_spec
from graphgame.heaps.rules.interface import Rule
from graphgame.heaps.table import MOST_SEARCHED, Known, Table, components
from graphgame.line import Move
from graphgame.outcome import Outcome, Play
from graphgame.playing.played import Shown

if TYPE_CHECKING:
    from graphgame.heaps import display, graphs, survey
    from graphgame.heaps.misere import outcomes, quotient
    from graphgame.playing import puzzles as riddles
    from graphgame.types import Int32Array, Int64Array
else:
    # Only those who ask for them, or read annotations, need them here.
    display, graphs = Later("graphgame.heaps.display"), Later("graphgame.heaps.graphs")
    survey = Later("graphgame.heaps.survey")
    outcomes = Later("graphgame.heaps.misere.outcomes")
    quotient = Later("graphgame.heaps.misere.quotient")
    riddles = Later("graphgame.playing.puzzles")

# This many values are computed again when a file is loaded: a table of another function, of which
# no file keeps more than the name, differs soon.
_COMPARED = 1 << 8


def _has_values(found: Found) -> None:
    if not len(found["values"]):
        raise SolutionFileError("values: expected at least one, got none")


FORM = Form(
    "graphgame heap game",
    1,
    Field("game"),
    Field("text"),
    Numbers("values", "int32", shape=any_length),
    _has_values,
    lists_arrays=False,
)


class HeapGame(Pictured, Shown):
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

    name: str | None

    def __init__(self, rule: Rule) -> None:
        self._rule, self.name = rule, rule.name
        self._known = Known(rule)

    @classmethod
    def from_rule(
        cls,
        options: Callable[[int], Iterable[int | Iterable[int]]],
        *,
        name: str | None = None,
        reach: int | None = None,
        parts: int | None = None,
    ) -> types.Self:
        """Make a game of one's own from a function that lists the options of a heap.

        Parameters
        ----------
        options : function of int
            Returns for each move from a heap the heaps that it leaves, a tuple of integers, or one
            integer for one heap; each must be smaller than the heap, and empty heaps may be left
            out.  They may be more tokens together than the heap had.  The function is asked about
            heaps from 1 on.  A tuple of several integers in the place of the list is refused.
        name : str, optional
            The name of the game.
        reach, parts : int, optional
            A declaration that proves periods: from heaps above `reach`, moves take at most `reach`
            tokens and leave at most `parts` heaps, and whether a move is allowed depends on how
            many tokens it takes and how many heaps it leaves alone.

        Returns
        -------
        HeapGame

        Raises
        ------
        GraphGameError
            If only one of `reach` and `parts` is given.  Later, where the options of a heap are
            asked for: if they are not as described, or not as declared.

        See Also
        --------
        octal, HeapGame.period

        Notes
        -----
        The function is called once for each heap of the table, and must always return the same.
        O(options) time and memory for each heap, some microseconds an option.

        Without a declaration a period is a guess: nothing says that heaps beyond the table have
        options like those before.  What is declared is checked for every heap that is asked for;
        that it holds for all others is the caller's word.  The theorem is that of octal games: see
        docs/periods.md.

        A game from a function has no page, cannot be pickled, and needs ``load(file, game=)``.

        Examples
        --------
        >>> import graphgame as gg
        >>> def kayles(n):
        ...     return [(k, n - t - k) for t in (1, 2) for k in range(n - t + 1)]
        >>> game = gg.HeapGame.from_rule(kayles, reach=2, parts=2)
        >>> game.values(9).tolist()
        [0, 1, 2, 3, 1, 4, 3, 2, 1, 4]
        >>> game.outcome((5, 3), play="misere"), game.winning_moves((3, 2))
        (<Outcome.WIN: 1>, [Move(component=0, to=(2,))])
        """
        from graphgame.heaps.rules.own import Own

        if not callable(options):
            raise GraphGameError(f"options: expected a function of a heap, got {options!r}")
        return cls(Own(options, name, reach, parts))

    # -- values -------------------------------------------------------------------------------

    @advised
    def values(
        self,
        n: int,
        *,
        play: types.PlayName = "normal",
        limit: int = MOST_SEARCHED,
        progress: types.ProgressLike = False,
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
        progress : bool or callable
            Show on standard error how many values are known; or call this with a `Progress`.

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
            return outcomes.misere_values(self, n, limit=limit)
        known = self._known.upto(checks.size(n, "n"), progress)
        values: types.Int32Array = read_only(self._known.table.values)[: len(known)]
        return values

    @advised
    def value(
        self,
        state: int | Iterable[int],
        *,
        play: types.PlayName = "normal",
        limit: int = MOST_SEARCHED,
    ) -> int:
        """Return the value of a heap of any size, or of several heaps together.

        Parameters
        ----------
        state : int, or iterable of int
            A heap, or heaps: the nim-sum of their values.
        play : {"normal", "misere"}
            For misère play, the misère nim-value of the heaps together: see `misere_value`.
        limit : int
            The most positions of the search in misère play.

        Raises
        ------
        GraphGameError
            If a heap is not an integer from 0 on; `TooLargeError` if it is above 2^30 - 2 and no
            period has been proven for that.

        See Also
        --------
        values, outcome

        Notes
        -----
        The table grows until it holds the heap or proves a period, whichever is first; for heaps
        above 2^30 - 2 at most as far as ``period()`` looks.
        """
        if Play(play) is Play.MISERE:
            return outcomes.misere_value(self, state, limit=limit)
        total = 0
        for heap in components(state):
            total ^= self._known.value(heap)
        return total

    @advised
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
        outcome = np.where(values == 0, Outcome.LOSE, Outcome.WIN).astype(np.int8)
        return {"heap": np.arange(len(values)), "value": values, "outcome": outcome}

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
        from graphgame.heaps.verify import verify_rule, verify_values
        from graphgame.heaps.verify_arithmetic import verify_arithmetic

        values = self.values(n)
        proven = self._known.proven
        if proven is not None and proven.checked >= len(values):
            proven = None
        verify = verify_rule if self._rule.general else verify_values
        if proven is None or not proven.saltus or self._rule.parts < 3:
            return verify(self._rule.given, values, proven)
        verify(self._rule.given, values)
        return verify_arithmetic(self._rule.given[1], values, proven)

    # -- moves and outcomes ---------------------------------------------------------------------

    def options(self, heap: int) -> list[tuple[int, ...]]:
        """Return the options of one heap: the heaps that are left, in descending order.

        Returns
        -------
        list of tuple of int
            Sorted, each option once; an empty tuple where nothing is left.

        Raises
        ------
        TooLargeError
            If there are more than 2^25, or the heap is beyond 2^62.

        See Also
        --------
        winning_moves, graph

        Examples
        --------
        >>> import graphgame as gg
        >>> gg.octal("0.77").options(4)
        [(1, 1), (2,), (2, 1), (3,)]
        """
        return self._tuples(self._option_rows(checks.size(heap, "heap")))

    @advised
    def outcome(
        self,
        state: int | Iterable[int],
        *,
        play: types.PlayName = "normal",
        limit: int = MOST_SEARCHED,
    ) -> Outcome:
        """Return the outcome of a heap or of several heaps, for the player to move.

        Parameters
        ----------
        state : int, or iterable of int
        play : {"normal", "misere"}
            In misère play, where values do not add up, all sums are searched: see `misere_outcome`.
        limit : int
            The most positions of the search in misère play.

        Returns
        -------
        Outcome
            `WIN` or `LOSE`.

        See Also
        --------
        winning_moves, value
        """
        if Play(play) is Play.MISERE:
            return outcomes.misere_outcome(self, state, limit=limit)
        return Outcome.WIN if self.value(state) else Outcome.LOSE

    @advised
    def winning_moves(
        self,
        state: int | Iterable[int],
        *,
        play: types.PlayName = "normal",
        limit: int = MOST_SEARCHED,
    ) -> list[Move[tuple[int, ...]]]:
        """Return the moves to sums that are lost for the opponent.

        Parameters
        ----------
        state, play, limit
            As in `outcome`.

        Returns
        -------
        list of Move
            The index of a heap, and the heaps that it becomes: see `options`.

        See Also
        --------
        outcome, options
        """
        if Play(play) is Play.MISERE:
            return outcomes.misere_winning_moves(self, state, limit=limit)
        import numpy as np

        heaps = components(state)
        total = self.value(heaps)
        found: list[Move[tuple[int, ...]]] = []
        if total == 0:
            return found
        for place, heap in enumerate(heaps):
            target = total ^ self._known.value(heap)
            rows = self._option_rows(heap)
            fits = np.bitwise_xor.reduce(self._known.values_at(rows), axis=1) == target
            found += [Move(place, option) for option in self._tuples(rows[fits])]
        return found

    def _option_rows(self, heap: int) -> Int64Array:
        """Return the options of a heap, (m, parts), padded with zeros, sorted, each once."""
        import numpy as np

        if heap > 1 << 62:
            found = f"heap {checks.shown(heap)}"
            raise TooLargeError(f"{found}: expected at most 2^62 where options are listed")
        _, rows = self._rule.options(np.array([heap]))
        return distinct_rows(rows)[0]

    @staticmethod
    def _tuples(rows: Int64Array) -> list[tuple[int, ...]]:
        return [tuple(filter(None, row)) for row in rows.tolist()]

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
        last, most = checks.size(n, "n"), checks.limit(limit)
        if self._rule.parts == 1 or nimbers:
            return graphs.heap_graph(self, self._rule, last, most)
        return graphs.sum_graph(self, last, most)

    # -- misère play ----------------------------------------------------------------------------

    def genus(self, heaps: int | Iterable[int], *, limit: int = MOST_SEARCHED) -> outcomes.Genus:
        """Return the genus of a heap, or of several heaps together; see `misere_genus`.

        Parameters
        ----------
        heaps : int, or iterable of int
        limit : int
            The most positions of the search.

        Returns
        -------
        Genus

        Raises
        ------
        GraphGameError
            As `misere_genus`.

        See Also
        --------
        genera, misere_quotient

        Examples
        --------
        >>> import graphgame as gg
        >>> print(gg.grundys_game().genus(18))
        4^0564
        """
        return outcomes.misere_genus(self, heaps, limit=limit)

    def genera(self, n: int, *, limit: int = MOST_SEARCHED) -> list[outcomes.Genus]:
        """Return the genera of the heaps 0 to n; see `misere_genera`.

        Parameters
        ----------
        n : int
            The greatest heap.
        limit : int
            The most positions of the search.

        Returns
        -------
        list of Genus

        Raises
        ------
        GraphGameError
            As `misere_genera`.

        See Also
        --------
        genus

        Examples
        --------
        >>> import graphgame as gg
        >>> print(*gg.octal("0.07").genera(6))
        0^120 0^120 1^031 1^031 2^20 0^120 3^31
        """
        return outcomes.misere_genera(self, n, limit=limit)

    @advised
    def misere_quotient(
        self,
        n: int | None = None,
        *,
        most: int = 1000,
        progress: types.ProgressLike = False,
    ) -> quotient.MisereQuotient:
        """Find the misère quotient of the heaps 0 to n, or of all heaps, and check it.

        Parameters
        ----------
        n : int, optional
            The greatest heap.  If not given, heaps are added until a period proves that the
            quotient is that of all heaps.
        most : int
            The most elements.
        progress : bool or callable
            Show on standard error how many heaps are done; or call this with a `Progress`.

        Returns
        -------
        MisereQuotient

        Raises
        ------
        GraphGameError
            If there are more than `most` elements; or if n is not given, and no theorem covers the
            periods of this game.

        See Also
        --------
        misere_quotient : The same for a rule of one's own.

        Examples
        --------
        >>> import graphgame as gg
        >>> quotient = gg.octal("0.77").misere_quotient()
        >>> quotient, quotient.period
        (<MisereQuotient of all heaps: order 40>, (71, 12))
        >>> str(quotient.outcome([10**9, 10**9 + 4]))
        'LOSE'
        """
        return quotient.misere_quotient(
            self, n, reach=self._rule.bounds(), most=most, progress=progress
        )

    # -- what a long table tells ------------------------------------------------------------------

    @property
    def reached(self) -> int:
        """The greatest heap whose value is known: how far a search has come."""
        return len(self._known.view) - 1

    @advised
    def period(
        self,
        n: int | None = None,
        *,
        work: int | None = None,
        seconds: float | None = None,
        progress: types.ProgressLike = False,
    ) -> Period | None:
        """Return the least period of the values, and whether it is proven.

        Parameters
        ----------
        n : int, optional
            The greatest heap to look at.  If no bound is given, neither n, work nor seconds, the
            search ends when a period is proven, or after about a second: see Notes.
        work : int, optional
            The most operations, of about a nanosecond, as they are estimated: see Notes.
        seconds : float, optional
            The most seconds.  How far they lead depends on the machine: `reached` tells.  To give
            more later goes on from there.
        progress : bool or callable
            As in `values`.

        Returns
        -------
        Period or None
            The proven period, if the values of the heaps 0 to n prove one.  Else, where no theorem
            covers all periods of such a game, the least period of which at least half of these
            values equal the one before, and which fits three times behind the pre-period; its
            `checked` is n, and its saltus is not negative.  Else None.

        Raises
        ------
        GraphGameError
            If n or the work is not an integer from 0 on, or the seconds are negative;
            `TooLargeError` if n is more than 2^30 - 2.

        See Also
        --------
        Period, verify, sparse_space

        Notes
        -----
        The table doubles until it proves a period, in O(n) time beside that of the values;
        docs/periods.md has the theorems.  For codes that leave two heaps a period is proven when
        twice the pre-period, twice the period and the length of the code are in the table.  A
        period is never a multiple of a shorter one, and its pre-period is exact.  Unproven periods
        occur for infinite sets of numbers, for splits into heaps that differ, and for codes that
        leave three heaps.

        Without a bound in seconds the answer depends on the game and on the bounds alone, not on
        what has been computed before.  A search without any bound doubles the table as long as the
        estimated work is at most 2^30 operations of about a nanosecond: 128 for each heap, and
        those of the values, counted from the numbers, the rare heaps and the greatest value.
        That is 2^22 heaps where values are cheapest, 2^15 where every split must be tried, and 2^12
        for splits into three.

        Examples
        --------
        >>> import graphgame as gg
        >>> gg.taking("powers of 2").period(10_000)
        Period(preperiod=0, period=3, saltus=0, last_exception=None, proven=False, checked=10000)
        """
        last = None if n is None else checks.size(n, "n")
        if last is not None:
            self._known.table.check(last)
        most = None if work is None else checks.size(work, "work")
        if seconds is not None:
            checks.seconds(seconds, "seconds")
        return self._known.search(last, progress, work=most, seconds=seconds)[0]

    def sparse_space(self, n: int) -> survey.SparseSpace:
        """Return the mask that makes the fewest heaps rare, and which heaps those are.

        Parameters
        ----------
        n : int
            The greatest heap to look at, at most 2^30 - 2.

        Returns
        -------
        SparseSpace

        Raises
        ------
        GraphGameError
            If n is not an integer from 0 on, or no move of the game leaves two heaps, or one
            leaves three; `TooLargeError` if n is too large.

        See Also
        --------
        period, values

        Notes
        -----
        O(n + v log v) time beside that of the values, which are below v.  Where few heaps are rare,
        the value of a heap takes as many steps as there are rare heaps, not as there are splits: if
        they end, so does the growth of that work, and if the values stay bounded too, they repeat.

        Examples
        --------
        >>> import graphgame as gg
        >>> gg.octal("0.127").sparse_space(100_000)[:4]
        (1, 1, 693, 27106)
        """
        return survey.sparse_space(self._rule, self._known, n)

    def standard_form(self) -> tuple[str, int]:
        """Reduce an octal code: games of the same standard form have the same values.

        Returns
        -------
        (code, shift) : str, int
            The value of heap n is that of heap n - shift of the game of the code, for n from
            `shift` on; smaller heaps are lost.

        Raises
        ------
        GraphGameError
            If the game has no octal code: one with digits up to 7.

        See Also
        --------
        octal

        Notes
        -----
        Moves that change no value are left out, and while heap 1 is lost, heaps count one less.
        Games with one standard form have equal values; the converse does not hold: many games of
        period 2, say, have their own.

        References
        ----------
        R. K. Guy and C. A. B. Smith, "The G-values of various games", Proc. Cambridge Philosophical
        Society 52, 1956.

        Examples
        --------
        >>> import graphgame as gg
        >>> gg.octal("0.4").standard_form(), gg.octal("0.07").standard_form()
        (('0.137', 2), ('0.137', 1))
        """
        return survey.standard_form(self._rule)

    # -- pictures and pages -----------------------------------------------------------------------

    def to_svg(self, n: int | None = None) -> str:
        """Draw the values of the heaps 0 to n as a table, as SVG.

        Heaps of value 0, which are lost, are boxes.  A period is marked, and rows are as long as a
        period where that is possible.

        Parameters
        ----------
        n : int, optional
            The greatest heap; by default 99, or the end of the second period.  The first 600 values
            are drawn.

        Returns
        -------
        str
            A whole SVG document, which can also stand in HTML.

        See Also
        --------
        plot

        Examples
        --------
        >>> import graphgame as gg
        >>> "period 12 from heap 71 on, proven" in gg.octal("0.77").to_svg()
        True
        """
        from graphgame.drawing.svg import painted

        return painted(display.picture(self, n))

    def plot(self, n: int | None = None, ax: types.Anything = None) -> types.Anything:
        """Plot the values of the heaps 0 to n, with their period marked, with matplotlib.

        Parameters
        ----------
        n : int, optional
            The greatest heap; by default 99, or the end of the second period, up to 599.
        ax : matplotlib.axes.Axes, optional
            Where to plot; new axes by default.

        Returns
        -------
        matplotlib.axes.Axes

        Raises
        ------
        ModuleNotFoundError
            If matplotlib is not installed.

        See Also
        --------
        values, to_svg

        Examples
        --------
        >>> import graphgame as gg
        >>> gg.octal("0.77").plot(40).get_xlabel()
        'heap'
        """
        return display.plot(self, n, ax)

    def _small_picture(self) -> str:
        """Return the picture of a notebook."""
        from graphgame.drawing.svg import WIDEST

        return display.picture(self, None, WIDEST)

    @advised
    def to_html(
        self,
        *,
        heaps: Iterable[int] = (3, 4, 5),
        play: types.PlayName = "normal",
        title: types.Said | None = None,
        languages: Sequence[str] | None = None,
        rules: types.Said | None = None,
        players: types.SaidPlayers | None = None,
        goal: types.SaidGoal | None = None,
        puzzles: types.PuzzleCount = None,
    ) -> str:
        """Return a page in which anybody plays this game against the perfect player.

        Parameters
        ----------
        heaps : iterable of int
            Where a match begins; the user may type other heaps, up to 100, or twice the greatest of
            these if that is more.
        play : {"normal", "misere"}
        title, languages, rules, players, goal
            As of `Solution.write_html`; the title is the name of the game by default, and the page
            says itself how one moves.
        puzzles : int or "all", optional
            How many puzzles the page has at most: heaps that can be reached from these, with one
            winning move.  "all" are a hundred.

        Raises
        ------
        TooLargeError
            If there are more than 20 heaps, one above 1000, one with more than 10,000 options, or,
            in misère play of a game other than Nim, more than 20,000 positions.
        GraphGameError
            If a parameter is not as described.

        See Also
        --------
        write_html, show

        Notes
        -----
        Values say nothing of the length of play.  The machine makes any winning move, and where it
        has lost the one that keeps the most stones.

        Examples
        --------
        >>> import graphgame as gg
        >>> gg.octal("0.77").write_html("kayles.html", heaps=[12])  # doctest: +SKIP
        >>> nim = gg.all_but()
        >>> nim.write_html("nim.html", heaps=[3, 4, 5], play="misere")  # doctest: +SKIP
        >>> nim.to_html(heaps=[1, 2, 3])[:15]
        '<!doctype html>'
        """
        from graphgame.playing.page import Sayings

        said = Sayings(title, languages, rules, players, goal, puzzles)
        return display.page(self, heaps, play, said)

    @advised
    def puzzles(
        self,
        count: int | None = 10,
        depth: None = None,
        *,
        heaps: Iterable[int] = (3, 4, 5),
        play: types.PlayName = "normal",
        seed: int = 0,
    ) -> list[riddles.Puzzle[tuple[int, ...]]]:
        """Return heaps from which exactly one move wins.

        They are met in matches at random from some heaps, and are those of the page.

        Parameters
        ----------
        count : int or None
            How many at most; None for all that the matches meet.
        depth : None
            Values say nothing of the length of play.
        heaps : iterable of int
            Where the matches begin, as of `to_html`.
        play : {"normal", "misere"}
        seed : int
            Another number gives other puzzles.

        Returns
        -------
        list of Puzzle
            Those with the fewest moves first.  A position is a tuple of the heaps in which one can
            move, from two to five; with one heap alone if the start has no more.  It has three
            moves or more.  Their remoteness is -1: not known.

        Raises
        ------
        TooLargeError
            As of `to_html`.
        GraphGameError
            If a parameter is not as described, or a depth is asked for.

        See Also
        --------
        to_html, winning_moves, Solution.puzzles

        Notes
        -----
        At most 400 matches and 60,000 moves are looked at.

        Examples
        --------
        >>> import graphgame as gg
        >>> for puzzle in gg.octal("0.77").puzzles(3, heaps=(5, 6, 4)):
        ...     print(puzzle.position, puzzle.solution)
        (1, 1, 1, 1, 2) (1, 1, 1, 1)
        (3, 4, 5) (3, 4, 3, 1)
        (4, 4, 5) (4, 4, 2, 2)
        """
        return display.puzzles(self, heaps, play, count, depth, seed)

    # -- files and copies -------------------------------------------------------------------------

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
        rule = self._rule
        FORM.save(rule, file, game=rule.spec, values=self._known.view)

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

        def parts(found: Found) -> tuple[Rule, Int32Array]:
            rule = _known_rule(found, None if game is None else game._rule)
            return rule, _checked(found["values"], rule)

        return cls._restored(*FORM.load(file, parts))

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


# -- what files keep ----------------------------------------------------------------------------


def _known_rule(found: Found, rule: Rule | None) -> Rule:
    game, text = found["game"], found["text"]
    if rule is None:
        if game is None:
            raise SolutionFileError(f"expected the argument game, as no file keeps all of {text}")
        return from_spec(game)
    if rule.spec and game and json.loads(json.dumps(rule.spec)) != game:
        # Games that differ in a late move alone have the same first values.
        raise SolutionFileError(f"expected the table of {rule.text}, got that of {text}")
    return rule


def _checked(values: Int32Array, rule: Rule) -> Int32Array:
    """Refuse values that are not those of a rule, as far as the first ones and the range show."""
    import numpy as np

    table = Table()
    table.make_room(min(len(values), _COMPARED))
    rule.extend(table, min(len(values), _COMPARED))
    known = np.asarray(table.view)
    wrong = values[: len(known)] != known
    if wrong.any():
        heap = int(wrong.argmax())
        raise SolutionFileError(
            f"values: expected those of {rule.text}, where heap {heap} has {known[heap]}, "
            f"got {values[heap]}"
        )
    most = 2 * len(values) if rule.bounded else 1 << 30
    if values.min() < 0 or values.max() > most:
        raise SolutionFileError(f"values: expected values from 0 to {most}")
    return values


def _unpickled(spec: list[Any], values: Any) -> HeapGame:
    return HeapGame._restored(from_spec(spec), values)
