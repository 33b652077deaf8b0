"""Split periods of values, of which some rise and others repeat: `HeapGame.split_period`."""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Sequence

from graphgame import checks
from graphgame.heaps import _periods

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NamedTuple

    from graphgame import types

    class _Fields(NamedTuple):
        preperiod: int
        period: int
        saltus: int
        rising: tuple[int, ...]
        last_exception: int | None
        proven: bool
        checked: int

else:
    from graphgame.arrays import types

    # typing.NamedTuple would load typing, a fifth of the start-up time of the command.
    _Fields = namedtuple(  # noqa: PYI024
        "_Fields", "preperiod period saltus rising last_exception proven checked"
    )


class SplitPeriod(_Fields):
    """Some values of a heap game rise by a saltus with each period, and the others repeat.

    ``value(n + period)`` is ``value(n) + saltus`` if ``n % period`` is in `rising`, else
    ``value(n)``.  Papers call such values sapp regular: split arithmetic periodic, periodic.

    Heaps count from 0, the empty heap.

    Attributes
    ----------
    preperiod : int
        The least heap from which on this holds.
    period : int
        The least length of which this holds.
    saltus : int
        What is added each time where values rise; above 0.
    rising : tuple of int
        The residues of the heaps whose values rise, modulo the period, ascending.  At least one
        residue is here, and at least one is not.
    last_exception : int or None
        The greatest heap for which this does not hold, ``preperiod - 1``; None if there is none.
    proven : bool
        False: this package has no theorem for such values.
    checked : int
        The values were compared up to this heap.  At least half of the values up to it follow from
        those one and two periods before, so that each residue has four values at least.  Nothing is
        known of greater heaps.

    See Also
    --------
    HeapGame.split_period, Period

    References
    ----------
    D. G. Horrocks and R. J. Nowakowski, "Regularity in the G-sequences of octal games with a pass",
    Integers 3 (2003), G01.

    Examples
    --------
    >>> import graphgame as gg
    >>> found = gg.octal("0.1[303]").split_period(1000)
    >>> found.period, found.saltus, found.rising
    (3, 1, (1, 2))
    >>> found.fold(1000), gg.octal("0.1[303]").value(1000)
    ((1, 333), 334)
    """

    __slots__ = ()

    def fold(self, heap: int) -> tuple[int, int]:
        """Return the heap before the end of the first period that stands for this one.

        Parameters
        ----------
        heap : int

        Returns
        -------
        (stands, added) : int, int
            The value of `heap` is the value of `stands` plus `added`, if `heap` is at most
            `checked`; for greater heaps that is a guess.

        See Also
        --------
        Period.fold
        """
        n = checks.size(heap, "heap")
        if n < self.preperiod + self.period:
            return n, 0
        turns, rest = divmod(n - self.preperiod, self.period)
        rises = n % self.period in self.rising
        return self.preperiod + rest, turns * self.saltus * rises

    def verify(self, values: types.AnyArray | Sequence[int]) -> bool:
        """Check this against the values of the heaps from 0 to `checked`, with NumPy alone.

        Parameters
        ----------
        values : (n,) array_like of int
            Those of the heaps 0, 1, 2, …, to `checked` at least; what follows is not looked at.

        Returns
        -------
        bool
            True.

        Raises
        ------
        VerificationError
            If these values do not have this split period, have a shorter one, or have it from an
            earlier heap on.
        GraphGameError
            If they are no integers.

        See Also
        --------
        HeapGame.verify : Check the values themselves.

        Notes
        -----
        O(n d) time for n values and d divisors of the period, 40 bytes per value.

        Examples
        --------
        >>> import graphgame as gg
        >>> game = gg.octal("0.205200C")
        >>> game.split_period(1000).verify(game.values(1000))
        True
        """
        from graphgame.heaps.verify_split_period import verify_split_period

        return verify_split_period(values, self)


def search_split(values: Any) -> SplitPeriod | None:
    """Search a table for its least split period.

    Parameters
    ----------
    values : (k,) int32

    Notes
    -----
    O(k) time, and memory for the residues alone: see `_periods.split_period`.
    """
    preperiod, period, saltus = _periods.split_period(values)
    if period == 0:
        return None
    last = len(values) - 1
    heaps = range(last - period + 1, last + 1)
    rising = sorted(n % period for n in heaps if values[n] != values[n - period])
    exception = preperiod - 1 if preperiod else None
    return SplitPeriod(preperiod, period, saltus, tuple(rising), exception, False, last)
