"""What a long table of a heap game tells: its period, its sparse space, and the standard form.

The class is a base of `HeapGame`.
"""

from __future__ import annotations

from collections import namedtuple

from graphgame import checks
from graphgame.errors import GraphGameError
from graphgame.heaps.display import Display
from graphgame.heaps.periods import Period
from graphgame.heaps.split_periods import SplitPeriod

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NamedTuple

    from graphgame import types

    class _Fields(NamedTuple):
        mask: int
        parity: int | None
        rare: int
        last_rare: int | None
        greatest: int
        greatest_heap: int
        checked: int

else:
    from graphgame.arrays import types

    # typing.NamedTuple would load typing, a fifth of the start-up time of the command.
    _Fields = namedtuple(  # noqa: PYI024
        "_Fields", "mask parity rare last_rare greatest greatest_heap checked"
    )


class SparseSpace(_Fields):
    """The sparse space of a heap game, as papers on octal games give it.

    A heap is rare if its value has an even number of bits in common with the mask.  Where the
    parity of heaps counts, it is rare if that number and ``heap - parity`` are both even or both
    odd.

    Attributes
    ----------
    mask : int
        Of all masks, the least that makes the fewest heaps rare.
    parity : int or None
        That of the numbers that may be taken if two heaps are left; None where that of heaps does
        not count.
    rare : int
        How many of the heaps are rare, heap 0 with them.
    last_rare : int or None
        The last of them; None if there is none.
    greatest, greatest_heap : int
        The greatest value, and the first heap that has it.
    checked : int
        All this is said of the heaps from 0 to this one.

    See Also
    --------
    HeapGame.sparse_space

    References
    ----------
    E. R. Berlekamp, J. H. Conway and R. K. Guy, Winning Ways, chapter 4.  A. Flammenkamp, "Sparse-
    and Common-Positions of Sprague-Grundy Values of Octal-Games", for parities.

    Examples
    --------
    >>> import graphgame as gg
    >>> space = gg.octal("0.156").sparse_space(10_000)
    >>> hex(space.mask), space.rare, space.last_rare
    ('0x1b', 15, 357)
    """

    __slots__ = ()


class Survey(Display):
    """Methods of `HeapGame` that search its table."""

    @property
    def reached(self) -> int:
        """The greatest heap whose value is known: how far a search has come."""
        return len(self._known.view) - 1

    def period(
        self,
        n: int | None = None,
        *,
        work: int | None = None,
        seconds: float | None = None,
        progress: types.Progress | None = None,
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
        progress : function of (int, int), optional
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
        Period, split_period, verify, sparse_space

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
        return self._searched(n, work, seconds, progress)[0]

    def _searched(
        self,
        n: int | None,
        work: int | None,
        seconds: float | None,
        progress: types.Progress | None,
    ) -> tuple[Period | None, int]:
        """Check the bounds of a search, and return its period and the last heap it looked at."""
        last = None if n is None else checks.size(n, "n")
        if last is not None:
            self._known.table.check(last)
        most = None if work is None else checks.size(work, "work")
        if not (seconds is None or (_is_number(seconds) and seconds >= 0)):
            raise GraphGameError(f"seconds: expected a number from 0 on, got {seconds!r}")
        return self._known.search(last, progress, work=most, seconds=seconds)

    def split_period(
        self,
        n: int | None = None,
        *,
        work: int | None = None,
        seconds: float | None = None,
        progress: types.Progress | None = None,
    ) -> SplitPeriod | None:
        """Return the least split period: some values rise with each period, the others repeat.

        Papers call such values sapp regular: split arithmetic periodic, periodic.  Nothing is
        proven: this package has no theorem for them.

        Parameters
        ----------
        n, work, seconds, progress
            As in `period`; without any bound, as many heaps are looked at.

        Returns
        -------
        SplitPeriod or None
            The least split period of the values of the heaps 0 to n, if at least half of them
            follow from those one and two periods before.  None for a game with a `period`, for
            sets of numbers of which a theorem says that they have one, and where none is seen.

        Raises
        ------
        GraphGameError
            As in `period`.

        See Also
        --------
        SplitPeriod, period

        Notes
        -----
        O(n) time beside that of the values, for all periods together, and no memory.  The period is
        never a multiple of a shorter one, and its pre-period is exact.

        References
        ----------
        D. G. Horrocks and R. J. Nowakowski, "Regularity in the G-sequences of octal games with a
        pass", Integers 3 (2003), G01.

        Examples
        --------
        >>> import graphgame as gg
        >>> found = gg.octal("0.205200C").split_period(1000)
        >>> found.preperiod, found.period, found.saltus, len(found.rising), found.proven
        (4, 40, 16, 38, False)
        """
        found, last = self._searched(n, work, seconds, progress)
        return None if found is not None else self._known.split(last)

    def sparse_space(self, n: int) -> SparseSpace:
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
        rule = self._rule
        if not rule.has_pairs:
            raise GraphGameError(
                f"sparse_space: expected a game whose moves leave two heaps at most, and some two, "
                f"got {rule.text}"
            )
        from graphgame.heaps import _masks

        values, table = self._known.upto(checks.size(n, "n")), self._known.table
        table.widen(table.view[-1])
        mask, _, parity = rule.best_mask(table.values, len(values), table.width)
        rare, last, first = _masks.census(values, len(values), mask, parity)
        return SparseSpace(
            mask,
            None if parity < 0 else parity,
            rare,
            None if last < 0 else last,
            values[first],
            first,
            len(values) - 1,
        )

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
        from graphgame.heaps.standard import standard_form

        given = self._rule.given
        code = given[1].replace(".", "") if given[0] == "octal" else ""
        digits = [int(digit, 16) for digit in code]
        if not digits or max(digits) > 7:
            raise GraphGameError(f"standard_form: expected an octal code, got {self._rule.text}")
        form, shift = standard_form(digits)
        return f"{form[0]}.{''.join(map(str, form[1:]))}", shift


def _is_number(value: object) -> bool:
    return not checks.is_bool(value) and hasattr(value, "__float__")
