"""What has an index, listed in the order of the indices."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, permutations, product


def digits(bases: Sequence[int]) -> list[tuple[int, ...]]:
    """List the rows of digits as nested loops meet them."""
    return list(product(*map(range, bases)))


def cells(n: int, k: int) -> list[tuple[int, ...]]:
    """List the sets of k of n cells: the greatest cell decides, then the next one."""
    return sorted(combinations(range(n), k), key=lambda found: found[::-1])


def pieces(counts: Sequence[int]) -> list[tuple[int, ...]]:
    """List the arrangements of pieces in lexicographic order."""
    row = [kind for kind, count in enumerate(counts) for _ in range(count)]
    return sorted(set(permutations(row)))
