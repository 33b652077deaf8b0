"""Tables whose pattern is published: 40 games, each computed here from its rule alone.

They were chosen, and committed, before the finder was changed, and are not tuned to it.  A table is
shown to the finder up to `shown`; the entries from there to `whole` say whether a claim holds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial, reduce
from itertools import product
from operator import xor

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.int64]
Options = Callable[[int], Iterable[tuple[int, ...]]]
Cell = tuple[int, ...]
# What stands where a position is not allowed: two coins on one square.
NOWHERE = -1
LOSE, WIN = -1, 1


@dataclass(frozen=True)
class Known:
    """A table with a published answer.

    Attributes
    ----------
    name, source : str
        The game, and where its answer is published.
    kind : {"values", "outcomes"}
        What the entries are; outcomes are -1 for LOSE and 1 for WIN.
    shown, whole : tuple of int
        The shape that the finder sees, and the shape that its claims are compared with.
    start : int
        The index of the first entry, in every dimension.
    make : function
        Returns the whole table.
    """

    name: str
    source: str
    kind: str
    shown: tuple[int, ...]
    whole: tuple[int, ...]
    start: int
    make: Callable[[tuple[int, ...], int], Array]

    def table(self) -> Array:
        """Compute the whole table."""
        entries = self.make(self.whole, self.start)
        return np.where(entries == 0, LOSE, WIN) if self.kind == "outcomes" else entries


# -- values from the rules ------------------------------------------------------------------------


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


def wythoff_pairs(r: int, which: int, shape: tuple[int, ...], start: int) -> Array:  # noqa: ARG001  # noqa: ARG001
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


# -- the 40 tables --------------------------------------------------------------------------------

WW = "Berlekamp, Conway, Guy, Winning Ways, 1982"
GUY_SMITH = "Guy, Smith, The G-values of various games, 1956"
FRAENKEL = "Fraenkel, How to beat your Wythoff games' opponent on three fronts, 1982"


def half(n: int) -> Iterator[tuple[int, ...]]:
    """Take at most half."""
    return ((k,) for k in range((n + 1) // 2, n))


def heap_games() -> Iterator[Known]:
    """Tables of one index."""

    def known(
        name: str, source: str, kind: str, options: Options, shown: int, start: int = 0
    ) -> Known:
        return Known(name, source, kind, (shown,), (3 * shown,), start, partial(heaps, options))

    yield known("take 1 to 3", "Bachet, 1612", "values", take([1, 2, 3]), 60)
    yield known("take 2, 5 or 7", f"{WW}, ch. 4", "values", take([2, 5, 7]), 120)
    yield known("take 1, 3 or 4", f"{WW}, ch. 4", "outcomes", take([1, 3, 4]), 60)
    yield known(
        "all but 2",
        f"{WW}, ch. 4",
        "values",
        lambda n: [(n - k,) for k in range(1, n + 1) if k != 2],
        80,
    )
    yield known("Kayles", GUY_SMITH, "values", octal("0.77"), 200)
    yield known("Dawson's Kayles", GUY_SMITH, "values", octal("0.07"), 250)
    yield known("Dawson's Chess", GUY_SMITH, "values", octal("0.137"), 250)
    yield known("Guiles", f"{WW}, ch. 4", "values", octal("0.15"), 200)
    yield known("Lasker's Nim", "Lasker, Brettspiele der Völker, 1931", "values", lasker, 80)
    yield known("take powers of 2", f"{WW}, ch. 4", "values", take(1 << k for k in range(12)), 60)
    yield known(
        "take a proper divisor", "OEIS A007814", "values",
        lambda n: [(n - k,) for k in range(1, n) if n % k == 0], 80, 1,
    )  # fmt: skip
    yield known(
        "Mark", "Fraenkel, The vile, dopey, evil and odious game players, 2012", "outcomes",
        lambda n: [(n - 1,), (n // 2,)], 120, 1,
    )  # fmt: skip
    yield known("take a bit", "OEIS A001969, the evil numbers", "outcomes", one_bits, 100)
    restricted = "Levine, Fractal sequences and restricted Nim, 2006"
    yield known("take at most half", restricted, "outcomes", half, 100)
    yield known("take at most half, values", restricted, "values", half, 100)


def coin_games() -> Iterator[Known]:
    """Coins, dynamic Nim and the sequences of pairs: other tables of one index."""
    yield Known(
        "Mock Turtles", f"{WW}, ch. 14", "values", (48,), (96,), 0, partial(coins, mock_turtles)
    )
    yield Known("Ruler", f"{WW}, ch. 14", "values", (80,), (240,), 1, partial(coins, ruler))
    whinihan = "Whinihan, Fibonacci Nim, 1963"
    yield Known("Fibonacci Nim", whinihan, "outcomes", (200,), (1200,), 1, partial(dynamic, 2))
    yield Known(
        "Fibonacci Nim, lost heaps", whinihan, "values", (12,), (18,), 0, partial(dynamic_list, 2)
    )
    yield Known(
        "take three times as many", "Schwenk, Take-away games, 1970", "outcomes",
        (500,), (2500,), 1, partial(dynamic, 3),
    )  # fmt: skip
    wythoff = "Wythoff, A modification of the game of Nim, 1907"
    yield Known(
        "Wythoff, lesser heaps", wythoff, "values", (120,), (500,), 0, partial(wythoff_pairs, 1, 0)
    )
    yield Known(
        "2-Wythoff, greater heaps",
        FRAENKEL,
        "values",
        (120,),
        (500,),
        0,
        partial(wythoff_pairs, 2, 1),
    )


def boards() -> Iterator[Known]:
    """Tables of two and three indices."""
    bouton = "Bouton, Nim, a game with a complete mathematical theory, 1901"

    def known(
        name: str, source: str, kind: str, rule: Callable[..., Iterable[Cell] | None],
        shown: int = 20, start: int = 0, two: int = 2,
    ) -> Known:  # fmt: skip
        shape, whole = (shown,) * two, (2 * shown,) * two
        return Known(name, source, kind, shape, whole, start, partial(grid, rule))

    yield known("Nim", bouton, "values", nim)
    yield known("Nim", bouton, "outcomes", nim)
    yield known(
        "Wythoff",
        "Wythoff, A modification of the game of Nim, 1907",
        "outcomes",
        partial(wythoff, 1),
    )
    yield known("2-Wythoff", FRAENKEL, "outcomes", partial(wythoff, 2), 24)
    yield known("3-Wythoff", FRAENKEL, "outcomes", partial(wythoff, 3), 30)
    yield known("Welter, two coins", "Conway, On Numbers and Games, 1976, ch. 13", "values", welter)
    yield known(
        "Euclid", "Cole, Davie, A game based on the Euclidean algorithm, 1969", "outcomes",
        partial(euclid, 0), 24, 1,
    )  # fmt: skip
    yield known(
        "Euclid to one", "Nivasch, The Sprague-Grundy function of the game Euclid, 2006", "values",
        partial(euclid, 1), 24, 1,
    )  # fmt: skip
    yield Known("Turning Corners", f"{WW}, ch. 14", "values", (18, 18), (32, 32), 1, corners)
    yield known("king to the corner", "folklore, by induction", "outcomes", king)
    yield Known(
        "knight to the corner", "folklore, by induction", "outcomes", (20, 20), (40, 40), 0, knights
    )
    yield known("take 1 to 3, take 1 or 2", "Sprague, 1935; Grundy, 1939", "values", two_takes)
    yield Known(
        "Mock Turtles times Ruler", f"{WW}, ch. 14, the Tartan theorem", "values",
        (16, 16), (24, 24), 1, mock_ruler,
    )  # fmt: skip
    yield Known(
        "Chomp, two rows", "Gale, A curious Nim-type game, 1974", "outcomes",
        (20, 20), (40, 40), 1, two_rows,
    )  # fmt: skip
    yield known(
        "cyclic Nimhoff, 3", "Blass, Fraenkel, Guelman, How far can Nim be stretched?, 1998",
        "values", partial(cyclic_nimhoff, 3),
    )  # fmt: skip
    yield known("Nim, three heaps", bouton, "values", nim, 8, 0, 3)
    yield known(
        "Welter, three coins",
        "Conway, On Numbers and Games, 1976, ch. 13",
        "values",
        welter,
        8,
        0,
        3,
    )
    yield Known(
        "Turning Corners of cubes", f"{WW}, ch. 14, the Tartan theorem", "values",
        (7, 7, 7), (11, 11, 11), 1, corners,
    )  # fmt: skip


def known_tables() -> list[Known]:
    """Return the 40 tables."""
    return [*heap_games(), *coin_games(), *boards()]
