"""The least period of a sequence for which there is evidence."""

from __future__ import annotations

from itertools import islice, pairwise

import numpy as np

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from graphgame.types import BoolArray, Int64Array

# The least number of entries that a period foretells, if it has a pre-period.
FORETOLD = 8
# The least number of them that differ from the entry before, unless the whole tail is equal.
CHANGES = 8
# A tail of equal entries is this many times longer than any gap between other entries before it.
# The gaps of powers, squares or Fibonacci numbers grow, and the last one is no pattern.
GAPS = 8


def _borders(word: Sequence[Hashable]) -> list[int]:
    """Return the longest proper border of every prefix (Knuth, Morris and Pratt 1977).

    Invariant: `k` is the length of the longest border that may still grow by `x`.  Every fall of k
    was paid for by a rise, hence O(n).
    """
    borders, k = [0] * len(word), 0
    for place, x in enumerate(islice(word, 1, None), 1):
        while k and word[k] != x:
            k = borders[k - 1]
        if word[k] == x:
            k += 1
        borders[place] = k
    return borders


def least_period(word: Sequence[Hashable]) -> tuple[int, int] | None:
    """Return the pre-period p and the period q with the least p + q for which there is evidence.

    The evidence: two full periods; and behind a pre-period also a quarter of the word, `FORETOLD`
    entries beyond the first period, of which `CHANGES` differ from the one before, or a long tail
    of equal entries.

    An end of the word, of length t and with longest border b, has the least period t - b.  So
    p + q = (n - t) + (t - b) = n - b: the greatest border wins; among equals, the least period.

    >>> least_period([9, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1]), least_period([0, 1, 0])
    ((1, 2), None)
    """
    n = len(word)
    border, end = np.array(_borders(word[::-1]), dtype=np.int64), np.arange(1, n + 1)
    shown = (border >= FORETOLD) & (4 * end >= n) & _is_no_gap(word, border, end)
    enough = (2 * border >= end) & ((end == n) | shown)
    score = np.where(enough, border, 0)
    if not score.any():
        return None
    best = int(score.argmax())
    return n - best - 1, best + 1 - int(border[best])


def _is_no_gap(word: Sequence[Hashable], border: Int64Array, end: Int64Array) -> BoolArray:
    """Return for each end of a word whether it is more than a gap between sparse entries."""
    n = len(word)
    changed = np.array([x != y for x, y in pairwise(word)][::-1], dtype=bool)
    changes = np.concatenate(
        ([0], np.cumsum(changed))
    )  # behind the first of the last 1, 2, … entries
    if n == 0:
        return changed
    others = [place for place, x in enumerate(word) if x != word[-1]]
    gaps = np.diff([-1, *others])
    long = bool(others) and n - 1 - others[-1] > GAPS * gaps.max()
    constant = border == end - 1
    enough: BoolArray = np.where(constant, long, changes[border] >= CHANGES)
    return enough
