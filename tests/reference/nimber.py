"""The slow arithmetic of nimbers, word for word from the definitions.

It knows nothing of the package.  Source: J. H. Conway, "On Numbers and Games", 1976, chapter 6.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


def mex(values: Iterable[int]) -> int:
    """Return the least number that is not among them."""
    values = list(values)
    return next(x for x in range(len(values) + 1) if x not in values)


def sums_by_mex(n: int) -> list[list[int]]:
    """Return all nim sums of two numbers below n: a + b is the mex of all a' + b and a + b'."""
    table = [[0] * n for _ in range(n)]
    for a in range(n):
        for b in range(n):
            reached = {table[x][b] for x in range(a)} | {table[a][y] for y in range(b)}
            table[a][b] = mex(reached)
    return table


def products_by_mex(n: int) -> list[list[int]]:
    """Return all nim products of two numbers below n.

    a b is the mex of all a' b + a b' + a' b', for a' < a and b' < b.
    """
    table = [[0] * n for _ in range(n)]
    for a in range(n):
        for b in range(a + 1):
            reached = {table[x][b] ^ table[a][y] ^ table[x][y] for x in range(a) for y in range(b)}
            least = 0
            while least in reached:
                least += 1
            table[a][b] = table[b][a] = least
    return table


def product(a: int, b: int) -> int:
    """Return the nim product of two numbers of any size, from products of two powers of 2."""
    total = 0
    for i in range(a.bit_length()):
        for j in range(b.bit_length()):
            if a >> i & 1 and b >> j & 1:
                total ^= product_of_powers(i, j)
    return total


@cache
def product_of_powers(i: int, j: int) -> int:
    """Return the nim product of 2^i and 2^j, by Conway's rules for F = 2^(2^k).

    F times a smaller number is their ordinary product, and F times F is 3 F / 2.
    """
    if i < j:
        return product_of_powers(j, i)
    if i == 0:
        return 1
    f = 1 << i.bit_length() - 1  # F = 2^f is the greatest one that is in 2^i
    if j < f:
        return product_of_powers(i - f, j) << f
    rest = product_of_powers(i - f, j - f)
    return rest << f ^ product(rest, 1 << f - 1)


def power(a: int, exponent: int) -> int:
    """Return the product of so many factors a."""
    result = 1
    for _ in range(exponent):
        result = product(result, a)
    return result
