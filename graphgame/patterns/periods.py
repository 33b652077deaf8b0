"""The least period for which there is evidence; reasons to doubt a pattern: rounding, damage."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any

import numpy as np

from graphgame.patterns._borders import borders
from graphgame.patterns.bases import Array, Ranges, bases
from graphgame.types import BoolArray, Int64Array

# The least number of entries that a period foretells, if it has a pre-period.
FORETOLD = 8
# The least number of them that differ from the entry before, unless the whole tail is equal.
CHANGES = 8
# A tail of equal entries is this many times longer than any gap between other entries before it.
# The gaps of powers, squares or Fibonacci numbers grow, and the last one is no pattern.
GAPS = 8
# A rounded line that repeats with a period q is trusted from this many times q^1.5 entries on:
# slopes that agree with n entries fill an interval of about 1 / n², and one with the denominator q
# is worth about 1 / q³ of all.  Two periods are enough for less than `_SHORT`.
_TRUSTED = 8
_SHORT = 10
# The changes that a period behind a pre-period foretells among the entries that were held back.
CHANGES_HELD = 8
# A table is damaged if at most this share of its entries is wrong.
_DAMAGED = 0.1


def numbered(lines: Any) -> Int64Array:
    """Return a number for each row of a table: the same for equal rows, another for others.

    Entries are bool or int64, or Python's integers where NumPy's do not hold them.
    """
    lines = np.asarray(lines)
    found: Int64Array = np.zeros(len(lines), dtype=np.int64)
    columns = lines.reshape(len(lines), prod(lines.shape[1:])).T
    for k, column in enumerate(columns):
        if column.dtype == object or k:
            distinct, inverse = np.unique(column, return_inverse=True)
            found = found * len(distinct) + inverse
        else:
            found = column.astype(np.int64)
        if len(columns) > 1:
            distinct, found = np.unique(found, return_inverse=True)
            if len(distinct) == len(found):
                break
    return found


def least_period(word: Any) -> tuple[int, int] | None:
    """Return the pre-period p and the period q with the least p + q for which there is evidence.

    The evidence: two full periods; and behind a pre-period also a quarter of the word, `FORETOLD`
    entries beyond the first period, of which `CHANGES` differ from the one before, or a long tail
    of equal entries.

    An end of the word, of length t and with longest border b, has the least period t - b.  So
    p + q = (n - t) + (t - b) = n - b: the greatest border wins; among equals, the least period.

    >>> least_period([9, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1]), least_period([0, 1, 0])
    ((1, 2), None)
    """
    numbers = np.ascontiguousarray(numbered(word))
    n = len(numbers)
    if n == 0:
        return None
    border, end = np.asarray(borders(numbers)), np.arange(1, n + 1)
    shown = (border >= FORETOLD) & (4 * end >= n) & _is_no_gap(numbers, border, end)
    enough = (2 * border >= end) & ((end == n) | shown)
    score = np.where(enough, border, 0)
    if not score.any():
        return None
    best = int(score.argmax())
    return n - best - 1, best + 1 - int(border[best])


def _is_no_gap(word: Int64Array, border: Int64Array, end: Int64Array) -> BoolArray:
    """Return for each end of a word whether it is more than a gap between sparse entries."""
    n = len(word)
    # changes[t] counts the changes among the last t + 1 entries.
    changes = np.concatenate(([0], np.cumsum((word[1:] != word[:-1])[::-1])))
    others = np.flatnonzero(word != word[-1])
    gaps = np.diff(others, prepend=-1)
    long = len(others) > 0 and n - 1 - int(others[-1]) > GAPS * int(gaps.max())
    constant = border == end - 1
    enough: BoolArray = np.where(constant, long, changes[border] >= CHANGES)
    return enough


# -- doubt: patterns that hold on the whole table, and may not beyond it ---------------------------
#
# Multiples of an irrational number, rounded, repeat for as long as a convergent of the number is
# close enough, and longer than any two periods: they repeat without being periodic.  In a damaged
# table a few entries do not fit a pattern that all others have: then the positions of value 0 may
# fit by chance, as far as they have been seen.


def is_short_line(heights: Array, period: int) -> bool:
    """Return whether heights are a line, rounded, that repeats too few times for its period.

    With some rise ``heights[k + period] == heights[k] + rise`` for all k.
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
