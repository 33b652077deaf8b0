"""Games of layers for the tests: random ones, and the same games with all their positions.

In the explicit game a position is (player, state) where that player is to roll, and (player, state,
roll) where that player moves; 0 and 1 are the ends that these players have won.
"""

from __future__ import annotations

import ctypes
import random
import shutil
import subprocess
import tempfile
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from graphgame.chance.layers.layer_rule import LOST, WON
from tests.reference.chance import CHANCE, ChanceGame

SOURCE = """
#include <stdint.h>
#define WON (INT64_C(1) << 62)
/* The race of `Race`: who moves has a points, the other one b; 1 to 3 more, or 1 and again. */
int64_t race(int64_t index, int64_t roll, int64_t *options, int64_t room, void *data)
{
    int64_t n = *(int64_t *)data, a = index / n, b = index % n, next = a + roll + 1;
    if (room < 2) return 2;
    options[0] = next >= n ? WON : ~(b * n + next);
    options[1] = a + 1 >= n ? WON : roll ? ~(b * n + a + 1) : index + n;
    return 2;
}
int64_t none(int64_t index, int64_t roll, int64_t *options, int64_t room, void *data) { return 0; }
int64_t fewer(int64_t index, int64_t roll, int64_t *options, int64_t room, void *data)
{
    return -5;
}
int64_t more(int64_t index, int64_t roll, int64_t *options, int64_t room, void *data)
{
    return room + 1;
}
int64_t count;
int64_t many(int64_t index, int64_t roll, int64_t *options, int64_t room, void *data)
{
    if (room < 70000) return 70000;
    for (int64_t k = 0; k < 70000; k++) options[k] = ~WON;
    if (roll) options[69999] = WON;
    return 70000;
}
"""
MOVES = (
    *(ctypes.c_int64, ctypes.c_int64, ctypes.POINTER(ctypes.c_int64)),
    *(ctypes.c_int64, ctypes.c_void_p),
)


@cache
def library() -> Any:
    """Return the functions of `SOURCE`, with argtypes."""
    gcc = shutil.which("gcc")
    if gcc is None:
        pytest.skip("needs gcc")
    folder = Path(tempfile.mkdtemp(prefix="graphgame-layers-"))
    source, built = folder / "rules.c", folder / "rules.so"
    source.write_text(SOURCE, encoding="utf-8")
    subprocess.run([gcc, "-O1", "-shared", "-fPIC", str(source), "-o", str(built)], check=True)
    found = ctypes.CDLL(str(built))
    for name in ("race", "none", "fewer", "more", "many"):
        getattr(found, name).argtypes, getattr(found, name).restype = MOVES, ctypes.c_int64
    return found


class Table:
    """A game whose options are listed: by state and roll."""

    def __init__(
        self, rolls: list[int], layers: list[int], table: list[list[list[int]]], start: int = 0
    ) -> None:
        self.rolls, self.layers, self.table, self.start = rolls, layers, table, start

    def moves(self, index: int, roll: int) -> list[int]:
        return self.table[index][roll]


class Race:
    """Who first has n points wins; a roll gives 1 to 3, or one point and perhaps another roll."""

    def __init__(self, n: int = 5) -> None:
        self.n, self.rolls, self.start = n, [1, 1, 2], 0
        self.layers = [0, n * n]

    def moves(self, index: int, roll: int) -> list[int]:
        a, b = divmod(index, self.n)
        least = WON if a + 1 >= self.n else ~(b * self.n + a + 1) if roll else index + self.n
        return [WON if a + roll + 1 >= self.n else ~(b * self.n + a + roll + 1), least]


def random_table(rng: random.Random, states: int, groups: int, rolls: int) -> Table:
    """Return a game in which play surely ends."""
    while True:
        table = _random_table(rng, states, groups, rolls)
        if surely_ends(table):
            return table


def _random_table(rng: random.Random, states: int, groups: int, rolls: int) -> Table:
    inner = sorted(rng.sample(range(1, states), groups - 1))
    layers = [0, *inner, states]
    table = []
    for v in range(states):
        first = max(x for x in layers if x <= v)
        row = []
        for _ in range(rolls):
            ends = [WON, LOST, rng.randrange(first, states)]
            found = [rng.randrange(first, states) for _ in range(rng.randrange(1, 3))]
            if rng.random() < 0.5:
                found = [rng.choice(ends)]
            row.append([x if x in (WON, LOST) or rng.random() < 0.4 else ~x for x in found])
        table.append(row)
    return Table([rng.randrange(1, 5) for _ in range(rolls)], layers, table)


def surely_ends(game: Table) -> bool:
    """Return whether play ends whatever both players do, from the definition."""
    good: set[int] = {1 << 62}
    size = game.layers[-1]

    def leaves(v: int) -> bool:
        return any(all(max(x, ~x) in good for x in row) for row in game.table[v])

    while True:
        more = {v for v in range(size) if leaves(v)} - good
        if not more:
            return len(good) == size + 1
        good |= more


def explicit(game: Any) -> ChanceGame:
    """Return the same game with all its positions; position 2 is state 0 of player 0, and so on."""
    size, rolls = int(game.layers[-1]), len(game.rolls)
    total = sum(game.rolls)
    kind = [0, 0]
    options: list[tuple[int, ...]] = [(), ()]
    chances: list[tuple[Fraction, ...]] = [(), ()]
    per = 1 + rolls

    def place(player: int, state: int) -> int:
        return 2 + (player * size + state) * per

    for player in range(2):
        for state in range(size):
            here = place(player, state)
            kind.append(CHANCE)
            options.append(tuple(here + 1 + r for r in range(rolls)))
            chances.append(tuple(Fraction(w, total) for w in game.rolls))
            for roll in range(rolls):
                found = []
                for option in game.moves(state, roll):
                    mover = player if option >= 0 else 1 - player
                    to = max(option, ~option)
                    # Who has won is player 0 at 0, player 1 at 1.
                    end = player if option == WON else 1 - player
                    found.append(end if to == WON else place(mover, to))
                kind.append(player)
                options.append(tuple(dict.fromkeys(found)))
                chances.append(())
    ends = {0: Fraction(1), 1: Fraction(0)}
    return ChanceGame(tuple(kind), tuple(options), tuple(chances), ends)
