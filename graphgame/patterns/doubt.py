"""Reasons to doubt a claim that holds on the whole table: rounded lines, and damaged tables.

Multiples of an irrational number, rounded, repeat for as long as a convergent of the number is
close enough, and longer than any two periods: they repeat without being periodic.  In a damaged
table a few entries do not fit a pattern that all others have: then the positions of value 0 may fit
by chance, as far as they have been seen.
"""

from __future__ import annotations

import numpy as np

from graphgame.patterns.bases import bases

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from graphgame.patterns.bases import Array, Ranges

# A rounded line that repeats with a period q is trusted from this many times q^1.5 entries on:
# slopes that agree with n entries fill an interval of about 1 / n², and one with the denominator q
# is worth about 1 / q³ of all.  Two periods are enough for less than `_SHORT`.
_TRUSTED = 8
_SHORT = 10
# The changes that a period behind a pre-period foretells among the entries that were held back.
CHANGES_HELD = 8
# A table is damaged if at most this share of its entries is wrong.
_DAMAGED = 0.1


def is_short_line(heights: Array, period: int) -> bool:
    """Return whether heights are a line, rounded, that repeats too few times for its period.

    Parameters
    ----------
    heights : (n,) int
        With ``heights[k + period] == heights[k] + rise`` for all k.
    period : int
    """
    if period < _SHORT or not period < len(heights) < _TRUSTED * period**1.5:
        return False
    rise = heights[period] - heights[0]
    above = heights * period - rise * np.arange(len(heights))
    return bool(above.max() - above.min() < period)


def is_short_word(word: Array, period: int) -> bool:
    """Return whether a periodic word of two letters is made by a rounded line that is too short."""
    letters = np.unique(word[:period])
    if len(letters) != 2:
        return False
    return is_short_line(np.cumsum(word == letters[1]), period)


def is_quiet(word: Array, held: int) -> bool:
    """Return whether the entries that were held back, the last ones, hardly change."""
    last = word[-held - 1 :]
    changes = np.count_nonzero(last[1:] != last[:-1])
    return bool(0 < changes < min(CHANGES_HELD, held))


def is_of_two(a: Array) -> bool:
    """Return whether a table has at most two different entries."""
    others = a[a != a.flat[0]]
    return not others.size or bool((others == others[0]).all())


def is_damaged(a: Array, ranges: Ranges, periods: Sequence[int], named: Sequence[Array]) -> bool:
    """Return whether a few entries do not fit what all others fit.

    That is to repeat with one of the periods, to be a function of one quantity, or to be one of
    the named tables.
    """
    if a.ndim == 1:
        for q in periods:
            if 2 * q <= len(a) and _is_near(a[q:] != a[:-q], 2):
                return True
    if a.dtype == object:
        return False
    entries, kinds = np.unique(a, return_inverse=True)
    kinds = kinds.reshape(a.shape)
    for base, u in bases(ranges):
        low = u.min()
        if base.cost or (u.max() - low + 1) * 4 > a.size:
            continue
        if _is_near(_commonest(u - low, kinds, len(entries))[u - low] != kinds, 1):
            return True
    return any(_is_near(values != a, 1) for values in named)


def _is_near(wrong: Array, times: int) -> bool:
    """Return whether some entries are wrong, but few; each is counted so many times."""
    return bool(0 < np.count_nonzero(wrong) <= times * _DAMAGED * wrong.size)


def _commonest(u: Array, kinds: Array, n: int) -> Array:
    """Return for each u the one of n kinds that is met most often there."""
    pairs, counts = np.unique(u * n + kinds, return_counts=True)
    found = np.zeros(int(u.max()) + 1, dtype=np.int64)
    order = np.argsort(counts, kind="stable")
    found[pairs[order] // n] = pairs[order] % n  # the last one stays
    return found
