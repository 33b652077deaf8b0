"""The table of values of a heap game, while it grows, and the period that it proves."""

from __future__ import annotations

from _thread import RLock
from array import array
from collections.abc import Iterable
from time import monotonic
from typing import TYPE_CHECKING, Any

from graphgame import checks
from graphgame._kernel.buffer import Buffer
from graphgame.arrays import types
from graphgame.errors import GraphGameError, TooLargeError
from graphgame.heaps import _periods
from graphgame.heaps.periods import Period
from graphgame.heaps.rules import _sparse, _taking
from graphgame.progress import Report

if TYPE_CHECKING:
    from graphgame.heaps.rules.interface import Rule

# The greatest heap of a table: no value is above the number of moves in the longest game, which is
# below 2 n, so that values and their nim-sums fit in 31 bits.
MOST_HEAP = (1 << 30) - 2
# The most positions of a search in misère play, unless the caller says otherwise.
MOST_SEARCHED = 2_000_000
# Rare heaps that a list has room for at first, beside twice those that there are.
_FEW = 1 << 8
# The values of the first table, and of the first one that a period is sought in.
_FIRST = 1 << 8
# The work of a search for a period that is given no greatest heap: operations of `Rule.work`, about
# a second.
WORK = 1 << 30
# The search itself, and the memory of a table, count as this many operations for each heap.
_WORK_OF_A_HEAP = 1 << 7
# Options are looked up in the table up to this heap; greater ones are folded into the period.
_AT_ONCE = 1 << 20
# A table this long is searched for a period each time it has grown by a quarter, not doubled.
_LONG = 1 << 20
# A step of a table that is bounded in seconds should take about this long.
_STEP_SECONDS = 0.1


def components(state: int | Iterable[int]) -> list[int]:
    """Return the heaps of a state, which is one heap or several."""
    if isinstance(state, str | bytes):
        raise GraphGameError(f"heaps: expected integers, got {state!r}")
    checks.refuse_uncounted(state, "heaps")
    if isinstance(state, Iterable):
        return checks.sizes(state, "heaps")
    return [checks.size(state, "heaps")]


class Space:
    """The sparse space of a table: a mask, and the list of the heaps that it makes rare.

    Attributes
    ----------
    mask, parity : int
        See `_sparse`; the parity is -1 where that of heaps does not count.
    heaps, values : (room,) int32 Buffer
        The rare heaps, ascending, and their values.
    listed : array of two int64
        How many there are, and the first heap that has not been looked at.
    """

    def __init__(self, mask: int, parity: int, rares: int) -> None:
        self.mask: int = mask
        self.parity: int = parity
        self.heaps: Buffer = _taking.table(2 * rares + _FEW)
        self.values: Buffer = _taking.table(2 * rares + _FEW)
        self.listed: array[int] = array("q", [0, 1])

    def make_room(self) -> None:
        """Make room for twice the rare heaps, if there is none for a few more."""
        room = len(self.heaps)
        if self.listed[0] + _FEW // 2 > room:
            _taking.enlarge(self.heaps, 2 * room)
            _taking.enlarge(self.values, 2 * room)


class Table:
    """The values of heaps 0, 1, 2, … as far as they are known.

    Attributes
    ----------
    values : (room,) int32 Buffer
        The first `count` entries are known.
    done : array of one int64
        The count, which kernels advance.
    width : int
        A power of 2 above all values; kernels stop at a value that reaches it.
    probe : int32 Buffer
        The splits that the sparse-space method found useful.
    space : Space or None
        The sparse space that was chosen last.
    sought : int
        How many values were known when a sparse space was sought last.
    """

    def __init__(self) -> None:
        self.values: Buffer = _taking.table(1)
        self.done: array[int] = array("q", [1])
        self.width: int = 32
        self.probe: Buffer = _sparse.probes()
        self.space: Space | None = None
        self.sought: int = 0

    @property
    def count(self) -> int:
        """How many values are known; that of the empty heap always is."""
        return self.done[0]

    @property
    def view(self) -> memoryview:
        """The values that are known."""
        return memoryview(self.values)[: self.count]

    @staticmethod
    def check(heap: int) -> None:
        """Refuse a heap that no table can hold."""
        if heap > MOST_HEAP:
            raise TooLargeError(
                f"heap {checks.shown(heap)}: expected at most {MOST_HEAP} in a table"
            )

    def make_room(self, rows: int) -> None:
        """Make room for this many values, at least double; views of the old room stay valid.

        While there are no views, the room is enlarged where it is, so that a long table is in
        memory once, and only as far as its values are known.
        """
        self.check(rows - 1)
        if rows > len(self.values):
            wanted = min(MOST_HEAP + 1, max(rows, 2 * len(self.values)))
            try:
                _taking.enlarge(self.values, wanted)
            except BufferError:
                room = _taking.table(wanted)
                memoryview(room)[: self.count] = self.view
                self.values = room

    def widen(self, greatest: int) -> None:
        """Make the width more than the greatest value."""
        while greatest >= self.width:
            self.width *= 2


class Known:
    """The values that are known of a game, and its proven period.

    Attributes
    ----------
    rule : Rule
    table : Table
    lock : RLock
        Whoever continues the table holds it: two threads that continue one table would lose values.
    proven : Period or None
    """

    def __init__(self, rule: Rule) -> None:
        self.rule = rule
        self.table: Table = Table()
        self.lock: RLock = RLock()
        self.proven: Period | None = None

    @property
    def view(self) -> memoryview:
        """The values that are known."""
        with self.lock:
            return self.table.view

    def restore(self, values: Any) -> None:
        """Restore a table from values that have been checked."""
        table = self.table
        table.make_room(len(values))
        memoryview(table.values)[: len(values)] = memoryview(values)
        table.done[0] = len(values)
        table.widen(max(table.view))
        self.proven = self.rule.proof(table)

    def reach(
        self, heap: int, report: Report | None = None, deadline: float | None = None
    ) -> Period | None:
        """Continue the table to a heap, or until it proves a period; return that period.

        At the deadline, in seconds of the monotonic clock, stop earlier.  The caller holds the
        lock.
        """
        table, late = self.table, False
        while table.count <= heap and self.proven is None and not late:
            more = table.count if table.count < _LONG else table.count // 4
            stop = min(heap + 1, max(_FIRST, table.count + more))
            table.make_room(stop)
            if report is None and deadline is None:
                self.rule.extend(table, stop)
            else:
                late = self._step(stop, heap, report, deadline)
            self.proven = self.rule.proof(table)
        return self.proven

    def _step(self, stop: int, heap: int, report: Report | None, deadline: float | None) -> bool:
        """Continue the table in steps; say whether the deadline came first."""
        table, step = self.table, 1 << 12
        while table.count < stop:
            start = monotonic()
            self.rule.extend(table, min(stop, table.count + step))
            if report is not None:
                text = "values: {done:,} of {total:,}"
                report.step("values", table.count, heap + 1, "heaps", text)
            now = monotonic()
            if deadline is not None and now >= deadline:
                return True
            if now - start < _STEP_SECONDS or deadline is None:
                step = min(2 * step, max(1 << 12, table.count // 8))
            elif now - start > 4 * _STEP_SECONDS:
                step = max(1 << 8, step // 2)
        return False

    def upto(self, heap: int, progress: types.ProgressLike = False) -> memoryview:
        """Return the values of the heaps 0 to `heap`, copied from the period where it is proven."""
        table = self.table
        table.check(heap)
        with self.lock:
            with Report(progress) as report:
                self.reach(heap, report)
            if table.count <= heap:
                assert self.proven is not None, "else the table would reach"
                table.make_room(heap + 1)
                _periods.foretell(
                    table.values, table.done, heap + 1, self.proven.period, self.proven.saltus
                )
            return table.view[: heap + 1]

    def value(self, heap: int) -> int:
        """Return the value of a heap of any size."""
        if heap <= MOST_HEAP:
            with self.lock:
                self.reach(heap)
        elif self.proven is None:
            self.search(None)
            proven = self.proven is not None
            if not proven:
                raise TooLargeError(
                    f"heap {heap}: expected at most {MOST_HEAP}, as no period is proven up to "
                    f"heaps of {self.table.count - 1}; period(n) looks further"
                )
        known = self.view
        if heap < len(known):
            return int(known[heap])
        assert self.proven is not None, "else the table would reach"
        stands, added = self.proven.fold(heap)
        return int(known[stands]) + added

    def values_at(self, heaps: types.Int64Array) -> types.Int64Array:
        """Return the values of many heaps; those that the table need not hold are folded."""
        import numpy as np

        greatest = int(heaps.max(initial=0))
        if greatest >= _AT_ONCE and self.proven is None:
            self.value(greatest)
        if self.proven is None or greatest < len(self.view):
            return np.asarray(self.upto(greatest))[heaps].astype(np.int64)
        p = self.proven
        beyond = np.maximum(heaps - p.preperiod, 0)
        stands = np.where(heaps >= p.preperiod, p.preperiod + beyond % p.period, heaps)
        known = np.asarray(self.upto(p.preperiod + p.period))
        values: types.Int64Array = known[stands] + beyond // p.period * p.saltus
        return values

    def search(
        self,
        n: int | None,
        progress: types.ProgressLike = False,
        *,
        work: int | None = None,
        seconds: float | None = None,
    ) -> tuple[Period | None, int]:
        """Search the values of the heaps 0 to n for a period; return the last heap looked at too.

        Without a bound in seconds the answer depends on the rule, n and the work alone: a proof
        that needs more heaps, or values beyond n, do not count, even if they are known.  The table
        doubles until it proves a period or reaches n, or the work that the rule estimates exceeds
        its bound, which is `WORK` where no other bound is given.
        """
        deadline = None if seconds is None else monotonic() + seconds
        if n is None and work is None and seconds is None:
            work = WORK
        with self.lock:
            last = MOST_HEAP if n is None else n
            with Report(progress) as report:
                if work is not None:
                    last = self._last(last, work, report, deadline)
                self.reach(last, report, deadline)
            if self.proven is not None and self.proven.checked <= last:
                return self.proven, last
            if self.proven is None:
                last = min(last, self.table.count - 1)
            return self.rule.guess(self.table.view[: last + 1]), last

    def _last(self, most: int, bound: int, report: Report | None, deadline: float | None) -> int:
        """Return the last heap of a search that is bounded by work, at most `most`."""
        count, work = _FIRST, 0
        while count <= most:
            found = self.reach(count - 1, report, deadline)
            if found is not None and found.checked < count:
                return count - 1
            if found is None and self.table.count < count:
                return self.table.count - 1  # the deadline has come
            work += self.rule.work(self.table.values, count) + _WORK_OF_A_HEAP * count
            if work > bound:
                return count - 1
            count *= 2
        return most
