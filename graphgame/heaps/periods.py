"""Periods of values: what `HeapGame.period` gives, and how a table is searched for one."""

from __future__ import annotations

from collections import namedtuple

from graphgame.heaps import _periods

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# `typing` would cost the command a fifth of its start-up time.
_Fields = namedtuple(  # noqa: PYI024
    "_Fields", ["preperiod", "period", "saltus", "last_exception", "proven"]
)


class Period(_Fields):
    """The values of a heap game repeat: ``value(n + period) == value(n) + saltus``.

    Heaps count from 0, the empty heap.

    Attributes
    ----------
    preperiod : int
        The least heap from which on this holds.
    period : int
        The least length of which this holds.
    saltus : int
        0 for a period, else what an arithmetic period adds each time.
    last_exception : int or None
        The greatest heap that does not fit, ``preperiod - 1``; None if all heaps do.
    proven : bool
        Whether a theorem says that this holds for ever: see docs/periods.md.  Else it holds on at
        least the second half of a table, and nothing is known beyond.

    >>> import graphgame as gg
    >>> gg.octal("0.77").period()
    Period(preperiod=71, period=12, saltus=0, last_exception=70, proven=True)
    """

    __slots__ = ()

    def fold(self, heap: int) -> tuple[int, int]:
        """Return the heap before the end of the first period that stands for this one.

        Returns
        -------
        (heap, added) : int, int
            The value of the heap asked for is that of `heap` and `added` together.
        """
        if heap < self.preperiod + self.period:
            return heap, 0
        turns, rest = divmod(heap - self.preperiod, self.period)
        return self.preperiod + rest, turns * self.saltus


def search(
    values: Any, *, parts: int, slack: int, proven: bool, arithmetic: bool = False
) -> Period | None:
    """Search the end of a table for its least period.

    Parameters
    ----------
    values : (k,) int32
    parts, slack : int
        How much of the table must repeat: see `_periods.least_period`.
    proven : bool
        Whether that is a proof.
    arithmetic : bool
        Whether values may rise by a saltus each time; then the window counts differences of
        neighbours.

    Notes
    -----
    O(k) time, 4 bytes per value, and 4 more for differences.
    """
    if len(values) < 2:
        return None
    sequence = _periods.differences(values) if arithmetic else values
    preperiod, period = _periods.least_period(sequence, parts, slack)
    if period == 0:
        return None
    saltus = values[preperiod + period] - values[preperiod]
    return Period(preperiod, period, saltus, preperiod - 1 if preperiod else None, proven)
