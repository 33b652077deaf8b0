"""Periods of values: what `HeapGame.period` returns, and how a table is searched for one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from graphgame import checks
from graphgame.heaps import _periods

if TYPE_CHECKING:
    from graphgame.heaps.table import Table


class Period(NamedTuple):
    """The values of a heap game repeat: ``value(n + period) == value(n) + saltus``.

    Heaps count from 0, the empty heap.

    Attributes
    ----------
    preperiod : int
        The least heap from which on this holds.
    period : int
        The least length of which this holds.
    saltus : int
        0 for a period; what an arithmetic period adds each time.
    last_exception : int or None
        The greatest heap for which this does not hold, ``preperiod - 1``; None if there is none.
    proven : bool
        Whether a theorem says that this holds for ever: see docs/periods.md.
    checked : int
        The values were compared up to this heap.  If the period is proven, the theorem needs no
        heap beyond it; else this is the greatest heap that was asked for, at least half of the
        values up to it repeat, three times at least, and nothing is known of greater heaps.

    See Also
    --------
    HeapGame.period

    Examples
    --------
    >>> import graphgame as gg
    >>> gg.octal("0.77").period()
    Period(preperiod=71, period=12, saltus=0, last_exception=70, proven=True, checked=167)
    >>> gg.octal("0.77").period().fold(1000)
    (76, 0)
    """

    preperiod: int
    period: int
    saltus: int
    last_exception: int | None
    proven: bool
    checked: int

    def fold(self, heap: int) -> tuple[int, int]:
        """Return the heap before the end of the first period that stands for this one.

        Parameters
        ----------
        heap : int

        Returns
        -------
        (stands, added) : int, int
            The value of `heap` is the value of `stands` plus `added`.

        See Also
        --------
        HeapGame.value
        """
        n = checks.size(heap, "heap")
        if n < self.preperiod + self.period:
            return n, 0
        turns, rest = divmod(n - self.preperiod, self.period)
        return self.preperiod + rest, turns * self.saltus


def search(
    values: Any, *, parts: int, slack: int, proven: bool, arithmetic: bool = False
) -> Period | None:
    """Search the end of a table for its least period.

    How much of the table must repeat, `_periods.least_period` says of parts and slack, and the
    caller whether that is a proof.  If values may rise by a saltus each time, an arithmetic period,
    the window counts differences of neighbours.  O(k) time, and 4 bytes per value for differences.
    """
    if len(values) < 2:
        return None
    sequence = _periods.differences(values) if arithmetic else values
    preperiod, period = _periods.least_period(sequence, parts, slack)
    if period == 0:
        return None
    saltus = values[preperiod + period] - values[preperiod]
    checked = len(values) - 1
    if proven:  # the shortest table in which the window of the theorem is full
        needed = max(parts * (preperiod + period) + slack, period + 1)
        checked = needed - 1 + arithmetic
    return Period(preperiod, period, saltus, preperiod - 1 if preperiod else None, proven, checked)


def guy_smith(table: Table, parts: int, longest: int) -> Period | None:
    """Return the period that a table proves of a rule that asks for numbers of heaps alone.

    A move takes at most `longest` tokens and leaves at most so many heaps, `parts`; whether it is
    allowed depends on these two numbers alone, at least for all heaps above `longest`.  If values
    agree for all n from n0 >= 1 up to parts n0 + (parts - 1) p + longest - 1 with those p further,
    they do for ever: docs/periods.md has the proof, which does not use that parts is 2.

    References
    ----------
    R. K. Guy and C. A. B. Smith, "The G-values of various games", Proc. Cambridge Philosophical
    Society 52, 1956, for at most two heaps.
    """
    slack = longest + parts - 1
    found = search(table.view[1:], parts=parts, slack=slack, proven=True)
    if found is None:
        return None
    start = found.preperiod + 1
    if start == 1 and table.view[found.period] == table.view[0]:
        start = 0
    return found._replace(
        preperiod=start,
        last_exception=start - 1 if start else None,
        checked=found.checked + 1,
    )
