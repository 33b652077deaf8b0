"""200 tables without a pattern that anybody knows: what is claimed of them beyond is likely false.

A table is shown up to `shown`; the entries from there to the end say whether a claim holds.  A
corrupted pattern is wrong in each third of what is shown, and as often beyond.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from math import e, factorial, pi

import numpy as np

from bench.known_rules import Array, coins, grid, heaps, mex, octal, take, wythoff
from bench.known_tables import known_tables

Draw = np.random.Generator
# How many of each kind.
EACH = 20
SEED = 19


@dataclass(frozen=True)
class Null:
    """A table without a pattern.

    Attributes
    ----------
    name : str
    whole : array
    shown : tuple of int
        The shape of the leading part that the finder sees.
    start : int
        The index of the first entry, in every dimension.
    """

    name: str
    whole: Array
    shown: tuple[int, ...]
    start: int = 0


def shapes(rng: Draw) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Draw the shape that is shown, in one to three dimensions, and the whole."""
    shown: tuple[int, ...] = (
        (int(rng.integers(30, 300)),),
        (int(rng.integers(8, 26)), int(rng.integers(8, 26))),
        tuple(int(k) for k in rng.integers(5, 9, 3)),
    )[int(rng.integers(0, 3))]
    return shown, tuple(2 * k for k in shown)


def uniform(rng: Draw) -> Null:
    """Each entry is one of some values."""
    shown, whole = shapes(rng)
    values = int(rng.integers(2, 9))
    return Null(f"uniform below {values}", rng.integers(0, values, whole), shown)


def coin_tosses(rng: Draw) -> Null:
    """Each entry is WIN or LOSE, LOSE with some probability."""
    shown, whole = shapes(rng)
    share = float(rng.uniform(0.08, 0.5))
    lost = rng.random(whole) < share
    return Null(f"tosses, {share:.2f}", np.where(lost, -1, 1), shown)


def sparse(rng: Draw) -> Null:
    """Lost positions are as rare as powers or squares, at random distances."""
    n = int(rng.integers(100, 400))
    grow = float(rng.uniform(1.05, 1.5))
    at, lost = 1.0, np.ones(2 * n, dtype=np.int64)
    while at < 2 * n:
        lost[int(at)] = -1
        at = at * float(rng.uniform(1, grow)) + 1
    return Null("sparse set", lost, (n,))


def walk(rng: Draw) -> Null:
    """Sums of random steps."""
    n = int(rng.integers(40, 300))
    low = int(rng.integers(-2, 2))
    return Null("random walk", np.cumsum(rng.integers(low, low + 4, 2 * n)), (n,))


def slope(rng: Draw) -> Null:
    """Multiples of a random number, rounded down, a few of them wrong by one."""
    n = int(rng.integers(60, 300))
    k = np.arange(2 * n)
    entries = np.floor(k * float(rng.uniform(0.3, 4))).astype(np.int64)
    wrong = rng.random(2 * n) < 0.05
    wrong[[n // 5, n // 2, n - 3]] = True
    return Null("slope with noise", entries + wrong, (n,))


def digits(rng: Draw) -> Null:
    """Multiples of a random real number, the last digits of which are taken, as of a hash."""
    n, m = int(rng.integers(60, 300)), int(rng.integers(2, 12))
    k = np.arange(1, 2 * n + 1, dtype=np.float64)
    entries = np.floor(k * k * float(rng.uniform(1, 2)) * pi * e).astype(np.int64) % m
    return Null("hash", entries, (n,))


def trues(rng: Draw) -> tuple[Array, tuple[int, ...], int, str]:
    """Draw one of the known tables, with the shape that is shown of it."""
    chosen = TRUE[int(rng.integers(0, len(TRUE)))]
    return chosen.table(), chosen.shown, chosen.start, f"{chosen.name}, {chosen.kind}"


def shuffled(rng: Draw) -> Null:
    """The entries of a table with a pattern, in random order."""
    entries, shown, start, name = trues(rng)
    return Null(f"shuffled {name}", rng.permuted(entries, axis=None), shown, start)


def blocks(rng: Draw) -> Null:
    """The lines of a table with a pattern, in random order."""
    entries, shown, start, name = trues(rng)
    order = rng.permutation(len(entries))
    if entries.ndim == 1:  # blocks of some entries
        size = int(rng.integers(3, 8))
        order = np.argsort(rng.permutation(len(entries) // size + 1)[order // size], kind="stable")
    return Null(f"lines of {name}", entries[order], shown, start)


def corrupted(rng: Draw) -> Null:
    """A table with a pattern, wrong in each third of what is shown, and as often beyond."""
    entries, shown, start, name = trues(rng)
    size = int(np.prod(shown))
    wrong = rng.random(entries.shape) < 3 / size
    inside = np.argwhere(np.ones(shown, dtype=bool))
    inside = inside[np.argsort(inside.max(axis=1), kind="stable")]
    for third in range(3):
        place = inside[int(rng.integers(third * size // 3, (third + 1) * size // 3))]
        wrong[tuple(place)] = True
    outcomes = name.endswith("outcomes")
    changed = -entries if outcomes else entries + rng.integers(1, 4, entries.shape)
    return Null(f"corrupted {name}", np.where(wrong, changed, entries), shown, start)


TRUE = known_tables()


def split_unequal(n: int) -> Iterator[tuple[int, ...]]:
    """Split into two heaps that differ."""
    return ((a, n - a) for a in range(1, (n + 1) // 2))


def split(n: int) -> Iterator[tuple[int, ...]]:
    """Split into two heaps, but for a heap of 2."""
    return ((a, n - a) for a in range(1, n // 2 + 1)) if n != 2 else iter(())


def primes(n: int) -> list[int]:
    """The primes below n."""
    return [p for p in range(2, n) if all(p % q for q in range(2, int(p**0.5) + 1))]


def three_rows(whole: tuple[int, ...]) -> Array:
    """Values of Chomp in three rows of a, b and c more squares, the poisoned one left out."""
    a0, b0, c0 = whole
    g: dict[tuple[int, int, int], int] = {}
    top = a0 + b0 + c0
    for x in range(top):
        for y in range(x + 1):
            for z in range(y + 1):
                if x == 0:
                    continue
                met = [g[k, min(y, k), min(z, k)] for k in range(1, x)]
                met += [g[x, k, min(z, k)] for k in range(y)]
                met += [g[x, y, k] for k in range(z)]
                g[x, y, z] = mex(met)
    return np.array(
        [
            [[g.get((a + b + c, b + c, c), 0) for c in range(c0)] for b in range(b0)]
            for a in range(a0)
        ]
    )


def games() -> Iterator[Null]:
    """Games of which no pattern is known, and those whose pattern breaks late."""

    def heap_game(
        name: str, options: Callable[..., object], shown: int, whole: int
    ) -> Iterator[Null]:
        values: Array = heaps(options, (whole,), 0)  # type: ignore[arg-type]
        yield Null(name, values, (shown,))
        yield Null(f"{name}, outcomes", np.where(values == 0, -1, 1), (shown,))

    yield from heap_game("Grundy's game", split_unequal, 200, 900)
    yield from heap_game("Couples Are Forever", split, 200, 900)
    yield from heap_game("0.007", octal("0.007"), 200, 900)
    yield from heap_game("0.06", octal("0.06"), 200, 900)
    yield from heap_game("0.14", octal("0.14"), 200, 900)
    yield from heap_game("take squares", take(k * k for k in range(1, 31)), 300, 900)
    yield from heap_game("take primes", take(primes(900)), 300, 900)
    yield from heap_game("take cubes", take(k**3 for k in range(1, 12)), 300, 1400)
    yield from heap_game("take factorials", take(factorial(k) for k in range(1, 8)), 300, 5300)
    values = grid(partial(wythoff, 1), (50, 50), 0)
    yield Null("Wythoff, values", values, (24, 24))
    yield Null("Wythoff, value 1", np.where(values == 1, -1, 1), (24, 24))
    rows = three_rows((12, 12, 12))
    yield Null("Chomp, three rows", rows, (7, 7, 7))
    yield Null("Chomp, three rows, one below", rows[:, :, 1], (7, 7))
    sym = coins(symmetric, (24,), 0)
    yield Null("Sym", sym, (14,))
    yield Null("0.06, counted", np.cumsum(heaps(octal("0.06"), (900,), 0) == 0), (200,))
    for name, real in (("e", e), ("pi", pi), ("cube root of 2", 2 ** (1 / 3))):
        yield Null(f"multiples of {name}", np.floor(np.arange(900) * real).astype(np.int64), (150,))
    yield Null("primes", np.array(primes(1300)), (70,))


def symmetric(n: int) -> Iterator[tuple[int, ...]]:
    """Any symmetric set of coins whose last one is coin n is turned."""
    for first in range(n + 1):
        length = n - first + 1
        inner = [(first + k, n - k) for k in range(1, (length + 1) // 2)]
        for choice in range(1 << len(inner)):
            turned = {c for k, pair in enumerate(inner) if choice >> k & 1 for c in pair}
            yield tuple((turned | {first}) - {n})


KINDS = (uniform, coin_tosses, sparse, walk, slope, digits, shuffled, blocks, corrupted)


def null_tables() -> list[Null]:
    """Return the 200 tables: some of each kind, corrupted ones to make them 200, and the games."""
    rng = np.random.default_rng(SEED)
    found = [*games()]
    found += [kind(rng) for kind in KINDS[:-1] for _ in range(EACH - 2)]
    return found + [corrupted(rng) for _ in range(200 - len(found))]
