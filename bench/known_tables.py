"""Tables whose pattern is published: 40 games, each computed here from its rule alone.

They were chosen, and committed, before the finder was changed, and are not tuned to it.  A table is
shown to the finder up to `shown`; the entries from there to `whole` say whether a claim holds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial

import numpy as np

from bench.known_rules import (
    Array,
    Cell,
    Options,
    coins,
    corners,
    cyclic_nimhoff,
    dynamic,
    dynamic_list,
    euclid,
    grid,
    half,
    heaps,
    king,
    knights,
    lasker,
    mock_ruler,
    mock_turtles,
    nim,
    octal,
    one_bits,
    ruler,
    take,
    two_rows,
    two_takes,
    welter,
    wythoff,
    wythoff_pairs,
)

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


WW = "Berlekamp, Conway, Guy, Winning Ways, 1982"
GUY_SMITH = "Guy, Smith, The G-values of various games, 1956"
FRAENKEL = "Fraenkel, How to beat your Wythoff games' opponent on three fronts, 1982"


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
