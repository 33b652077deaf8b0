"""Rows of different lengths, side by side: the options of many heaps at once, in NumPy."""

from __future__ import annotations

import numpy as np

from graphgame.errors import TooLargeError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from graphgame.types import Int64Array

# The most options that are listed at once: sorting them takes 2 GiB.
MOST_OPTIONS = 1 << 25


def ragged(counts: Int64Array) -> tuple[Int64Array, Int64Array]:
    """Return i and k for all k from 0 to counts[i] - 1, for all i; a negative count is 0."""
    counts = np.maximum(counts, 0)
    total = int(counts.sum(dtype=np.float64))  # a float cannot overflow
    if total > MOST_OPTIONS:
        raise TooLargeError(f"options: expected at most {MOST_OPTIONS} at once, got {total}")
    owners = np.repeat(np.arange(len(counts)), counts)
    return owners, np.arange(len(owners)) - np.repeat(counts.cumsum() - counts, counts)


def pairs_with_sum(sums: Int64Array, *, unequal: bool) -> tuple[Int64Array, Int64Array]:
    """Return the pairs of heaps of each sum: the index of the sum, and the heaps."""
    owners, k = ragged((sums - unequal) // 2)
    return owners, np.column_stack((sums[owners] - k - 1, k + 1))


def triples_with_sum(sums: Int64Array) -> tuple[Int64Array, Int64Array]:
    """Return the triples of heaps of each sum: the index of the sum, and the heaps."""
    owners, least = ragged(sums // 3)
    least += 1
    # The middle heap is from the least to half of the rest.
    firsts, k = ragged((sums[owners] - least) // 2 - least + 1)
    owners, least = owners[firsts], least[firsts]
    middle = least + k
    return owners, np.column_stack((sums[owners] - least - middle, middle, least))
