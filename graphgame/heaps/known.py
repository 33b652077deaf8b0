"""What is known of the values of a heap game: a table that grows, and the period it proves."""

from __future__ import annotations

from _thread import RLock
from time import monotonic

from graphgame.errors import TooLargeError
from graphgame.heaps import _periods
from graphgame.heaps.split_periods import search_split
from graphgame.heaps.table import MOST_HEAP, Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphgame.heaps.periods import Period
    from graphgame.heaps.rules import Rule
    from graphgame.heaps.split_periods import SplitPeriod
    from graphgame.types import Int64Array, Progress

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
        self, heap: int, progress: Progress | None = None, deadline: float | None = None
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
            if progress is None and deadline is None:
                self.rule.extend(table, stop)
            else:
                late = self._step(stop, heap, progress, deadline)
            self.proven = self.rule.proof(table)
        return self.proven

    def _step(
        self, stop: int, heap: int, progress: Progress | None, deadline: float | None
    ) -> bool:
        """Continue the table in steps; say whether the deadline came first."""
        table, step = self.table, 1 << 12
        while table.count < stop:
            start = monotonic()
            self.rule.extend(table, min(stop, table.count + step))
            if progress is not None:
                progress(table.count, heap + 1)
            now = monotonic()
            if deadline is not None and now >= deadline:
                return True
            if now - start < _STEP_SECONDS or deadline is None:
                step = min(2 * step, max(1 << 12, table.count // 8))
            elif now - start > 4 * _STEP_SECONDS:
                step = max(1 << 8, step // 2)
        return False

    def upto(self, heap: int, progress: Progress | None = None) -> memoryview:
        """Return the values of the heaps 0 to `heap`, copied from the period where it is proven."""
        table = self.table
        table.check(heap)
        with self.lock:
            self.reach(heap, progress)
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

    def values_at(self, heaps: Int64Array) -> Int64Array:
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
        values: Int64Array = known[stands] + beyond // p.period * p.saltus
        return values

    def search(
        self,
        n: int | None,
        progress: Progress | None = None,
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
            if work is not None:
                last = self._last(last, work, progress, deadline)
            self.reach(last, progress, deadline)
            if self.proven is not None and self.proven.checked <= last:
                return self.proven, last
            if self.proven is None:
                last = min(last, self.table.count - 1)
            return self.rule.guess(self.table.view[: last + 1]), last

    def split(self, last: int) -> SplitPeriod | None:
        """Search the values of the heaps 0 to `last`, which are known, for a split period.

        Where one heap is left and a long table proves every period, the values have one: rising
        and repeating ones side by side would be those of a table that is too short.
        """
        if self.rule.parts == 1 and self.rule.provable:
            return None
        return search_split(self.view[: last + 1])

    def _last(
        self, most: int, bound: int, progress: Progress | None, deadline: float | None
    ) -> int:
        """Return the last heap of a search that is bounded by work, at most `most`."""
        count, work = _FIRST, 0
        while count <= most:
            found = self.reach(count - 1, progress, deadline)
            if found is not None and found.checked < count:
                return count - 1
            if found is None and self.table.count < count:
                return self.table.count - 1  # the deadline has come
            work += self.rule.work(self.table.values, count) + _WORK_OF_A_HEAP * count
            if work > bound:
                return count - 1
            count *= 2
        return most
