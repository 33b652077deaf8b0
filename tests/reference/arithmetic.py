"""The theorem of docs/periods.md on values that rise, condition by condition, with loops."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement


def proves(digits: list[int], g: list[int], n0: int, p: int, s: int) -> int:
    """Return the last heap that the theorem looks at, for an even period; 0 if it proves nothing.

    Bit j of digits[t] says that t may be taken if j heaps are left.
    """
    k = len(digits) - 1
    first = 3 * (n0 + p) + k
    low = 1
    while s % (2 * low) == 0:
        low *= 2
    if first + p > len(g) or not excluded(digits, g, n0, p, s, low):
        return 0
    limit = max(g[1 : n0 + p]) + 1
    for n in range(first, first + p):
        paired, paired_large, going_on = set[int](), set[int](), set[int]()
        for t, digit in enumerate(digits):
            if digit & 4 and (n - t) % 2 == 0:
                paired.add(0)
            if digit & 8:
                for half in range(1, (n - t - 1) // 2 + 1):
                    heap = n - t - 2 * half
                    paired.add(g[heap])
                    if heap >= n0:
                        paired_large.add(g[heap])
            for others in beside(digit, n0 + p):
                heap, x = n - t - sum(others), nim_sum(g, others)
                if heap >= n0 and x < low:
                    going_on.add(g[heap] ^ x)
        if g[n] < limit + s:
            return 0
        for v in range(g[n]):
            if v < limit + s and v not in paired:
                return 0
            if limit <= v < limit + s and v not in paired_large:
                return 0
            if v >= limit + s and v not in paired_large | going_on:
                return 0
    return first + p - 1


def excluded(digits: list[int], g: list[int], n0: int, p: int, s: int, low: int) -> bool:
    """Return whether the first condition holds."""
    for t, digit in enumerate(digits):
        for j in (1, 2, 3):
            for heaps in combinations_with_replacement(range(1, n0 + p), j):
                small = [g[heap] for heap in heaps if heap < n0]
                if not digit >> j & 1 or len(small) == j:
                    continue
                size, v = t + sum(heaps), 0
                while size < n0:
                    size, v = size + p, v - s
                while size >= n0 + p:
                    size, v = size - p, v + s
                v += g[size]
                excess = sum(g[heap] for heap in heaps) - v
                most = sum(small) + nim_sum(small, range(len(small)))
                if (
                    excess >= 0
                    and excess % 2 == 0
                    and nim_sum(g, heaps) % low == v % low
                    and (len(small) < j - 1 or excess <= most)
                ):
                    return False
    return True


def beside(digit: int, end: int) -> Iterator[tuple[int, ...]]:
    """Yield the heaps below `end` that a digit allows beside one more."""
    for j in (1, 2, 3):
        if digit >> j & 1:
            yield from combinations_with_replacement(range(1, end), j - 1)


def nim_sum(g: list[int], places: Iterator[int] | range | tuple[int, ...]) -> int:
    """Return the nim-sum of some entries."""
    x = 0
    for place in places:
        x ^= g[place]
    return x
