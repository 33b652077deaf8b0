"""`HeapGame`: values, outcomes, moves and periods of a game that is played with heaps."""

from __future__ import annotations

from _thread import RLock
from array import array

from graphgame import checks
from graphgame.arrays import read_only
from graphgame.errors import TooLargeError
from graphgame.heaps import _periods
from graphgame.heaps.table import MOST_HEAP, Table
from graphgame.outcome import Outcome

TYPE_CHECKING = False
if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterable
    from typing import IO, Any, TypeAlias

    import numpy as np
    import numpy.typing as npt

    from graphgame.graphs.graph import GameGraph
    from graphgame.heaps.periods import Period
    from graphgame.heaps.rules import Rule
    from graphgame.types import Int32Array

    Heaps: TypeAlias = tuple[int, ...]
    Progress: TypeAlias = Callable[[int, int], object]

# The first table, and the first one that a period is guessed from.
_FIRST = 1 << 8
# Heaps of which all options are looked at for a reply; beyond it a table would be longer than wise.
_AT_ONCE = 1 << 20


class HeapGame:
    """A game with heaps: a move takes from one heap, or splits it, as the rules say of its size.

    Make one with `subtraction`, `all_but`, `taking`, `octal`, `grundys_game`,
    `couples_are_forever` or `laskers_nim`.  Heaps are Python integers from 0 on.  The game of
    several heaps is the sum of the games of each: the value of a heap is its Grundy value, and a
    position is lost if the nim-sum of the values is 0.  Play is normal: who cannot move loses.

    Attributes
    ----------
    name : str or None
        The name that the game is known by.

    Notes
    -----
    The game keeps its table of values, 4 to 8 bytes per heap, and continues it when more is asked
    for.  Ctrl-C loses nothing of it.

    >>> import graphgame as gg
    >>> kayles = gg.octal("0.77")
    >>> kayles.outcome([5, 8, 13]), kayles.winning_moves([5, 8, 13])
    (<Outcome.WIN: 1>, [(0, (2, 2)), (1, (5, 1))])
    >>> kayles.value(10**18)
    1
    """

    def __init__(self, rule: Rule, name: str | None = None) -> None:
        self._rule, self.name = rule, name
        self._table = Table()
        self._lock = RLock()
        self._proven: Period | None = None
        self._proof_sought = 0  # of so many values

    # -- values -------------------------------------------------------------------------------

    def grundy(self, n: int, *, progress: Progress | None = None) -> Int32Array:
        """Return the values of heaps 0 to n.

        Parameters
        ----------
        n : int
            At most 2^30 - 2.
        progress : function of (int, int), optional
            Called now and then with how many values are known, and how many are wanted.

        Returns
        -------
        (n + 1,) int32 array
            Read-only.  int32 holds all of them: no value is above the number of moves in the
            longest game, which is below 2 n.

        Raises
        ------
        GraphGameError
            If n is not an integer from 0 on; `TooLargeError` if it is beyond the limit.

        Notes
        -----
        As soon as a period is proven the rest is copied from it.  Before that, for n heaps: taking
        one of s numbers, O(n s), some dozen heaps at a time; all numbers but s, O(n s); splits into
        two heaps, O(n r) by the sparse-space method where r heaps are rare and r is small against
        n, else O(n²); splits into three, O(n² v) for values up to v.  What is known already is not
        found again.

        Memory: the table keeps 4 to 8 bytes per heap, and takes 12 while it doubles.  While values
        are found, beside these 4 to 8: taking one of s numbers, 4 bytes per heap for every 32
        values there are up to 256; all numbers but s, 8; splits into two, 8 per heap beyond the
        first half; splits into three, v / 8, with the power of 2 above all values, or 64, for v.
        """
        known = len(self._known(n, progress))
        values: Int32Array = read_only(self._table.values)[:known]
        return values

    def _known(self, n: int, progress: Progress | None = None) -> memoryview:
        """Return the values up to a heap; copied from the period, where one is proven."""
        heap, table = checks.size(n, "n"), self._table
        table.check(heap)
        with self._lock:
            self._reach(heap, progress)
            if table.count <= heap:
                assert self._proven is not None, "else the table would reach"
                table.make_room(heap + 1)
                _periods.foretell(
                    table.values, table.done, heap + 1, self._proven.period, self._proven.saltus
                )
            return table.view[: heap + 1]

    def value(self, n: int) -> int:
        """Return the value of a heap of any size, beyond every table where the period is proven.

        Raises
        ------
        GraphGameError
            If n is not an integer from 0 on; `TooLargeError` if it is above 2^30 - 2 and no period
            has been proven for that.

        Notes
        -----
        The table grows until it holds the heap or proves a period, whichever is first; for heaps
        above 2^30 - 2 at most as far as `period` looks by itself.
        """
        heap = checks.size(n, "n")
        if heap <= MOST_HEAP:
            with self._lock:
                self._reach(heap)
        else:
            self.period()
            proven = self._proven is not None
            if not proven:
                raise TooLargeError(
                    f"heap {heap}: expected at most {MOST_HEAP}, as no period is proven up to "
                    f"heaps of {self._table.count - 1}; period(most=...) looks further"
                )
        known = self._known_yet()
        if heap < len(known):
            return int(known[heap])
        assert self._proven is not None, "else the table would reach"
        stands, added = self._proven.fold(heap)
        return int(known[stands]) + added

    def period(self, most: int | None = None, *, progress: Progress | None = None) -> Period | None:
        """Find the least period of the values, and whether it is proven.

        Parameters
        ----------
        most : int, optional
            Up to which heap the table may grow for it; if not given, 2^17, or 2^12 for games that
            split into three.
        progress : function of (int, int), optional
            As in `grundy`.

        Returns
        -------
        Period or None
            None if there is no evidence of a period up to `most`.

        Notes
        -----
        The table doubles until it proves a period, in O(n) beside its own time; docs/periods.md has
        the theorems.  For codes that leave two heaps that is when twice the pre-period, twice the
        period and the length of the code are in it.  A period is never a multiple of a shorter one,
        and its pre-period is exact.  Unproven ones are given for infinite sets of numbers, for
        splits into heaps that differ, and for codes that leave three heaps, where three quarters of
        a table repeat, or half of the last one, and three times at least.
        """
        bound = self._rule.most if most is None else checks.size(most, "most")
        with self._lock:
            found = self._proven
            while found is None and self._table.count <= bound:
                found = self._reach(min(bound, max(_FIRST, 2 * self._table.count) - 1), progress)
                if found is None and self._table.count >= _FIRST:
                    found = self._rule.guess(self._table, 4)
            return found or self._rule.guess(self._table, 2)

    def _known_yet(self) -> memoryview:
        """Return the values that are known."""
        with self._lock:
            return self._table.view

    def _reach(self, heap: int, progress: Progress | None = None) -> Period | None:
        """Continue the table to a heap, or until it proves a period; return that.

        Whoever calls it holds the lock: two threads that continue one table would lose values.
        """
        table = self._table
        while table.count <= heap and self._proven is None:
            stop = min(heap + 1, max(_FIRST, 2 * table.count))
            table.make_room(stop)
            if progress is None:
                self._rule.extend(table, stop)
            while table.count < stop:
                self._rule.extend(table, min(stop, table.count + max(1 << 12, table.count // 8)))
                if progress is not None:
                    progress(table.count, heap + 1)
            self._proven = self._rule.proof(table)
        return self._proven

    def _values_of(self, heaps: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """Return the values of many heaps; those of them that a table need not hold are folded."""
        import numpy as np

        greatest = int(heaps.max(initial=0))
        if greatest >= _AT_ONCE and self._proven is None:
            self.value(greatest)
        if self._proven is None or greatest < len(self._known_yet()):
            return self.grundy(greatest)[heaps].astype(np.int64)
        p = self._proven
        beyond = np.maximum(heaps - p.preperiod, 0)
        stands = np.where(heaps >= p.preperiod, p.preperiod + beyond % p.period, heaps)
        known = self.grundy(p.preperiod + p.period)
        values: npt.NDArray[np.int64] = known[stands] + beyond // p.period * p.saltus
        return values

    # -- play ---------------------------------------------------------------------------------

    def options(self, heap: int) -> list[Heaps]:
        """Return every option of one heap: the heaps that are left, in descending order.

        Returns
        -------
        list of tuple of int
            Sorted, no option twice; an empty tuple where nothing is left.

        Raises
        ------
        TooLargeError
            If there are more than 2^25, or the heap is beyond 2^62.

        >>> import graphgame as gg
        >>> gg.octal("0.77").options(4)
        [(1, 1), (2,), (2, 1), (3,)]
        """
        return self._tuples(self._option_rows(checks.size(heap, "heap")))

    def outcome(self, heaps: Iterable[int]) -> Outcome:
        """Say who wins a sum of heaps in normal play, for the player to move.

        Parameters
        ----------
        heaps : iterable of int
            The size of each heap, from 0 on.

        Returns
        -------
        Outcome
            `WIN` or `LOSE`.
        """
        return Outcome.WIN if self._sum(checks.sizes(heaps, "heaps")) else Outcome.LOSE

    def winning_moves(self, heaps: Iterable[int]) -> list[tuple[int, Heaps]]:
        """Return the moves to sums that are lost for the opponent, in normal play.

        Parameters
        ----------
        heaps : iterable of int

        Returns
        -------
        list of (int, tuple of int)
            The index of a heap, and what it becomes: see `options`.
        """
        import numpy as np

        sizes = checks.sizes(heaps, "heaps")
        total = self._sum(sizes)
        found: list[tuple[int, Heaps]] = []
        if total == 0:
            return found
        for place, heap in enumerate(sizes):
            target = total ^ self.value(heap)
            rows = self._option_rows(heap)
            fits = np.bitwise_xor.reduce(self._values_of(rows), axis=1) == target
            found += [(place, option) for option in self._tuples(rows[fits])]
        return found

    def _sum(self, sizes: list[int]) -> int:
        total = 0
        for heap in sizes:
            total ^= self.value(heap)
        return total

    def _option_rows(self, heap: int) -> npt.NDArray[np.int64]:
        """Return the options of a heap, (m, parts), zeros behind, sorted, none twice."""
        import numpy as np

        from graphgame.arrays import distinct_rows

        if heap > 1 << 62:
            raise TooLargeError(f"heap {heap}: expected at most 2^62 where options are listed")
        _, rows = self._rule.options(np.array([heap]))
        return distinct_rows(rows)[0]

    @staticmethod
    def _tuples(rows: npt.NDArray[np.int64]) -> list[Heaps]:
        return [tuple(filter(None, row)) for row in rows.tolist()]

    # -- other forms --------------------------------------------------------------------------

    def graph(self, n: int, *, nimbers: bool = False, limit: int = 1_000_000) -> GameGraph:
        """Return the same game for the general solvers.

        Parameters
        ----------
        n : int
            The greatest heap.
        nimbers : bool
            Where a move leaves several heaps, let it lead to a heap of Nim that has their value.
            That is the same in normal play, and in normal play only.
        limit : int
            Positions at most.

        Returns
        -------
        GameGraph
            Of a game that leaves one heap at most, positions are the heaps 0 to n.  Else they are
            the sums that heaps up to n can become, as tuples in descending order; a sum has a move
            for each move in one of its heaps.  With `nimbers`, they are the heaps 0 to n, and
            "*0", "*1", … the heaps of Nim.

        Raises
        ------
        TooLargeError
            If there are more positions: sums are as many as partitions, 6.6 million for heaps
            up to 60.

        Notes
        -----
        That the values of the graph with `nimbers` are those of the table proves the table: if a
        heap were the least with a wrong value, its options would be right and give another.

        >>> import graphgame as gg
        >>> game = gg.octal("0.77").graph(8)
        >>> str(gg.solve(game, play="misere").outcome((8,)))
        'WIN'
        """
        from graphgame.heaps import graphs

        last, most = checks.size(n, "n"), checks.limit(limit)
        if self._rule.parts == 1 or nimbers:
            return graphs.of_heaps(self, self._rule, last, most)
        return graphs.of_sums(self, last, most)

    def save(self, file: str | os.PathLike[str] | IO[bytes]) -> None:
        """Save the game and its table, so that a long run can go on another day.

        Parameters
        ----------
        file : path or binary file
            An npz archive; see docs/periods.md.  A path is replaced as a whole or not at all.
        """
        from graphgame.heaps import files

        files.save(self._rule, self._known_yet(), file)

    @classmethod
    def load(
        cls, file: str | os.PathLike[str] | IO[bytes], *, game: HeapGame | None = None
    ) -> HeapGame:
        """Load a game and its table.

        Parameters
        ----------
        file : path or binary file
        game : HeapGame, optional
            Must be given if what may be taken is a function or an iterator, which no file keeps:
            the same game, made anew.

        Returns
        -------
        HeapGame

        Raises
        ------
        SolutionFileError
            If it is not such a file, or a damaged one, or of another game.
        """
        from graphgame.heaps import files

        return files.load(file, game)

    def _with_table(self, values: Any) -> HeapGame:
        """Return the same game with a table that has been checked."""
        game = HeapGame(self._rule, self.name)
        game.__setstate__(values)
        return game

    def __copy__(self) -> HeapGame:
        return self._with_table(self._known_yet())

    def __deepcopy__(self, memo: Any) -> HeapGame:
        return self.__copy__()

    def __reduce__(self) -> Any:
        if self._rule.spec is None:
            raise TypeError(f"{self!r} cannot be pickled: a function or an iterator is part of it")
        from graphgame.heaps.catalogue import of_spec

        return of_spec, (self._rule.spec,), array("i", self._known_yet().tobytes())

    def __setstate__(self, values: Any) -> None:
        table = self._table
        table.make_room(len(values))
        memoryview(table.values)[: len(values)] = memoryview(values)
        table.done[0] = len(values)
        table.widen(max(table.view))
        self._proven = self._rule.proof(table)

    def __repr__(self) -> str:
        known = f", {self.name}" if self.name and not self._rule.text.endswith("()") else ""
        return f"{self._rule.text}{known}"
