"""The least period of a sequence for which there is evidence."""

from __future__ import annotations

from math import prod

import numpy as np

from graphgame.patterns._borders import borders

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphgame.types import BoolArray, Int64Array

# The least number of entries that a period foretells, if it has a pre-period.
FORETOLD = 8
# The least number of them that differ from the entry before, unless the whole tail is equal.
CHANGES = 8
# A tail of equal entries is this many times longer than any gap between other entries before it.
# The gaps of powers, squares or Fibonacci numbers grow, and the last one is no pattern.
GAPS = 8


def numbered(lines: Any) -> Int64Array:
    """Return a number for each row of a table: the same for equal rows, another for others.

    Parameters
    ----------
    lines : (n,) or (n, k) bool, int64 or object
        Integers, Python's where NumPy's do not hold them.

    Returns
    -------
    (n,) int64
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
