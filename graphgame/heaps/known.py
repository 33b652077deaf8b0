"""What is known of the values of a heap game: a table that grows, and the period it proves."""

from __future__ import annotations

from _thread import RLock

from graphgame.errors import TooLargeError
from graphgame.heaps import _periods
from graphgame.heaps.table import MOST_HEAP, Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphgame.heaps.periods import Period
    from graphgame.heaps.rules import Rule
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

    def reach(self, heap: int, progress: Progress | None = None) -> Period | None:
        """Continue the table to a heap, or until it proves a period; return that period.

        The caller holds the lock.
        """
        table = self.table
        while table.count <= heap and self.proven is None:
            stop = min(heap + 1, max(_FIRST, 2 * table.count))
            table.make_room(stop)
            if progress is None:
                self.rule.extend(table, stop)
            while table.count < stop:
                self.rule.extend(table, min(stop, table.count + max(1 << 12, table.count // 8)))
                if progress is not None:
                    progress(table.count, heap + 1)
            self.proven = self.rule.proof(table)
        return self.proven

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

    def search(self, n: int | None, progress: Progress | None = None) -> tuple[Period | None, int]:
        """Search the values of the heaps 0 to n for a period; return the last heap looked at too.

        The answer depends on the rule and on n alone: a proof that needs more heaps, or values
        beyond n, do not count, even if they are known.  If n is None, the table doubles until it
        proves a period, or the work that the rule estimates exceeds `WORK`.
        """
        with self.lock:
            last = self._last(progress) if n is None else n
            self.reach(last, progress)
            if self.proven is not None and self.proven.checked <= last:
                return self.proven, last
            return self.rule.guess(self.table.view[: last + 1]), last

    def _last(self, progress: Progress | None) -> int:
        """Return the last heap of a search that is bounded by work."""
        count, work = _FIRST, 0
        while True:
            found = self.reach(count - 1, progress)
            if found is not None and found.checked < count:
                return count - 1
            work += self.rule.work(self.table.values, count) + _WORK_OF_A_HEAP * count
            if work > WORK:
                return count - 1
            count *= 2
