"""Rules of games whose values are published, and their values, computed from the rules alone.

The modules `known_tables` and `null_tables` make their tables of these.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import reduce
from itertools import product
from operator import xor

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.int64]
Options = Callable[[int], Iterable[tuple[int, ...]]]
Cell = tuple[int, ...]
# What stands where a position is not allowed: two coins on one square.
NOWHERE = -1


def mex(values: Iterable[int]) -> int:
    """The least number from 0 on that is not among the values."""
    met, x = set(values), 0
    while x in met:
        x += 1
    return x


def heaps(options: Options, shape: tuple[int, ...], start: int) -> Array:
    """Values of heaps, where options are tuples of smaller heaps."""
    g = [0]
    for n in range(1, start + shape[0]):
        g.append(mex(reduce(xor, (g[k] for k in left), 0) for left in options(n)))
    return np.array(g[start:])


def grid(
    options: Callable[..., Iterable[Cell] | None], shape: tuple[int, ...], start: int
) -> Array:
    """Values of cells, where options have lesser sums; None for a cell that is not allowed."""
    top = [start + k for k in shape]
    g: dict[Cell, int] = {}
    for cell in sorted(product(*map(range, top)), key=sum):
        found = options(*cell)
        g[cell] = NOWHERE if found is None else mex(g[c] for c in found if c in g)
    cells = product(*(range(start, k) for k in top))
    return np.array([g[cell] for cell in cells]).reshape(shape)


def take(numbers: Iterable[int]) -> Options:
    """Take one of these numbers."""
    chosen = sorted(numbers)
    return lambda n: [(n - k,) for k in chosen if k <= n]


def octal(code: str) -> Options:
    """An octal code of the form 0.d, with at most two heaps left."""
    digits = [int(d) for d in code.replace(".", "")]

    def options(n: int) -> Iterator[tuple[int, ...]]:
        for t, digit in enumerate(digits[: n + 1]):
            rest = n - t
            if digit & 1 and rest == 0:
                yield ()
            if digit & 2 and rest > 0:
                yield (rest,)
            if digit & 4:
                yield from ((a, rest - a) for a in range(1, rest // 2 + 1))

    return options


def lasker(n: int) -> Iterator[tuple[int, ...]]:
    """Take any number, or split in two."""
    yield from ((k,) for k in range(n))
    yield from ((a, n - a) for a in range(1, n // 2 + 1))


def mock_turtles(n: int) -> Iterator[tuple[int, ...]]:
    """Coin n, and at most two to its left, are turned; coins count from 0."""
    yield ()
    yield from ((a,) for a in range(n))
    yield from ((a, b) for a in range(n) for b in range(a))


def coins(options: Options, shape: tuple[int, ...], start: int) -> Array:  # noqa: ARG001
    """Values of single coins, where coin `start` is the first one."""
    g: list[int] = []
    for n in range(shape[0]):
        g.append(mex(reduce(xor, (g[k] for k in left), 0) for left in options(n)))
    return np.array(g)


def ruler(n: int) -> Iterator[tuple[int, ...]]:
    """Any run of coins that ends at coin n is turned; coins count from 0."""
    return (tuple(range(a, n)) for a in range(n + 1))


def half(n: int) -> Iterator[tuple[int, ...]]:
    """Take at most half."""
    return ((k,) for k in range((n + 1) // 2, n))


def one_bits(n: int) -> Iterator[tuple[int, ...]]:
    """A power of 2 that occurs in the binary number n is taken."""
    return ((n ^ 1 << k,) for k in range(n.bit_length()) if n >> k & 1)


def least_wins(n: int, times: int) -> list[int]:
    """For each heap to n, the least number whose removal wins where any number may be taken."""
    least = [0] * (n + 1)
    for heap in range(1, n + 1):
        least[heap] = next(
            k for k in range(1, heap + 1) if k == heap or least[heap - k] > times * k
        )
    return least


def dynamic(times: int, shape: tuple[int, ...], start: int) -> Array:
    """0 where the first player loses who may take any number but all; then `times` as many."""
    last = start + shape[0] - 1
    least = least_wins(last, times)
    return np.array([int(least[n] != n) for n in range(start, last + 1)])


def dynamic_list(times: int, shape: tuple[int, ...], start: int) -> Array:  # noqa: ARG001
    """The heaps that the first player loses, in ascending order."""
    least = least_wins(7000, times)
    lost = [n for n in range(1, 7001) if least[n] == n]
    return np.array(lost[: shape[0]])


def wythoff_pairs(r: int, which: int, shape: tuple[int, ...], start: int) -> Array:  # noqa: ARG001
    """The lesser or greater heaps of the lost pairs of r-Wythoff, by the rule of the mex."""
    met: set[int] = set()
    found = []
    for k in range(shape[0]):
        low = mex(met)
        met |= {low, low + r * k}
        found.append((low, low + r * k)[which])
    return np.array(found)


def nim(*cell: int) -> Iterator[Cell]:
    """Take any number from one heap."""
    for place, heap in enumerate(cell):
        yield from ((*cell[:place], k, *cell[place + 1 :]) for k in range(heap))


def wythoff(r: int, i: int, j: int) -> Iterator[Cell]:
    """Take from one heap, or k and l from both where |k - l| < r."""
    yield from nim(i, j)
    for k in range(1, i + 1):
        yield from ((i - k, j - m) for m in range(max(1, k - r + 1), min(j, k + r - 1) + 1))


def welter(*cell: int) -> list[Cell] | None:
    """Move a coin to a lower square that is free."""
    if len(set(cell)) < len(cell):
        return None
    return [c for c in nim(*cell) if len(set(c)) == len(c)]


def euclid(least: int, i: int, j: int) -> Iterator[Cell]:
    """Take a multiple of the lesser number from the greater, and leave at least `least`."""
    if i and j:
        yield from ((i - k, j) for k in range(j, i + 1, j) if i - k >= least)
        yield from ((i, j - k) for k in range(i, j + 1, i) if j - k >= least)


def king(i: int, j: int) -> list[Cell]:
    """Move one step left, down, or both."""
    return [(i - 1, j), (i, j - 1), (i - 1, j - 1)]


def knight(i: int, j: int) -> list[Cell]:
    """Move as a knight does, towards the corner."""
    return [(i - 2, j - 1), (i - 2, j + 1), (i - 1, j - 2), (i + 1, j - 2)]


def two_takes(i: int, j: int) -> Iterator[Cell]:
    """Take 1 to 3 from one heap, or 1 or 2 from the other."""
    yield from ((i - k, j) for k in (1, 2, 3))
    yield from ((i, j - k) for k in (1, 2))


def chomp(i: int, j: int) -> Iterator[Cell]:
    """Two rows of Chomp: i columns of two squares, then j of one; the poisoned one counts out.

    A bite in the upper row leaves its columns with one square each; one in the lower row ends both
    there.  Who must eat the last square loses.
    """
    if (i, j) == (0, 1):
        return
    yield from ((k, i - k + j) for k in range(i))  # the upper row
    yield from ((i, k) for k in range(j) if i + k)  # the lower row, beyond the upper one
    yield from ((k, 0) for k in range(1, i))  # the lower row, below the upper one


def two_rows(shape: tuple[int, ...], start: int) -> Array:
    """Values of two rows of Chomp; a bite in the upper row may leave a longer single row."""
    top = sum(shape) + 2 * start
    part = tuple(slice(start, start + k) for k in shape)
    return grid(chomp, (top, top), 0)[part]


def knights(shape: tuple[int, ...], start: int) -> Array:
    """Values of the knight, whose path may leave the table by its far sides."""
    part = tuple(slice(start, start + k) for k in shape)
    return grid(knight, tuple(2 * (k + start) for k in shape), 0)[part]


def cyclic_nimhoff(h: int, i: int, j: int) -> Iterator[Cell]:
    """Take from one heap, or k and l from both where k + l < h."""
    yield from nim(i, j)
    for k in range(1, min(i, h) + 1):
        yield from ((i - k, j - m) for m in range(1, min(j, h - k - 1) + 1))


def corners(shape: tuple[int, ...], start: int) -> Array:
    """Turning Corners in any dimension: the corners of a box whose far corner is the cell."""
    g = np.zeros([start + k for k in shape], dtype=np.int64)
    for cell in product(*(range(1, start + k) for k in shape)):
        box = np.zeros(cell, dtype=np.int64)
        for far in product((0, 1), repeat=len(cell)):
            if not all(far):
                corner = zip(far, cell, strict=True)
                box ^= g[tuple(slice(c, c + 1) if f else slice(c) for f, c in corner)]
        g[cell] = mex(box.ravel().tolist())
    return g[tuple(slice(start, None) for _ in shape)]


def mock_ruler(shape: tuple[int, ...], start: int) -> Array:  # noqa: ARG001
    """The product of Mock Turtles and the Ruler game: all coins of a set times a run are turned."""
    g = np.zeros(shape, dtype=np.int64)
    for x, y in product(*map(range, shape)):
        met: set[int] = set()
        for a in range(y + 1):
            line = np.bitwise_xor.reduce(g[:x, a : y + 1], axis=1)
            own = reduce(xor, g[x, a:y].tolist(), 0)
            pairs = line[:, None] ^ line
            met |= {own, *(own ^ line).tolist()}
            met |= set((own ^ pairs[np.triu_indices(x, 1)]).tolist())
        g[x, y] = mex(met)
    return g
