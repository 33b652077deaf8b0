"""Games of chance for the tests: random ones, those beside the checkout, and families."""

from __future__ import annotations

import json
import random
from fractions import Fraction
from math import lcm
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from graphgame.chance.bounds.reading import Solved
from graphgame.chance.bounds.rows import Rows
from graphgame.chance.bounds.verify import verify_bound
from tests.reference.chance import CHANCE, ChanceGame

# Games with exact values, beside the checkout; tests skip where they are not.
DATA = Path(__file__).parents[3] / "shared" / "chance"
READINGS = ("win0", "win1", "score", "score_endless")
HALF = Fraction(1, 2)


# -- games of others -------------------------------------------------------------------------------


def listed(name: str) -> list[dict[str, Any]]:
    """Return the games of a file."""
    if not (DATA / name).exists():
        pytest.skip("the games of chance beside the checkout, ../shared/chance, are missing")
    return [json.loads(line) for line in (DATA / name).read_text("utf-8").splitlines()]


def read(game: dict[str, Any], reading: str) -> ChanceGame:
    """Return a game of a file, with what one reading of it pays to player 0."""
    kind = [CHANCE if k == "chance" else k for k in game["kind"]]
    ends: dict[int, tuple[int | None, Fraction]] = {
        v: (1 - kind[v], Fraction(-1 if kind[v] == 0 else 1))
        for v in range(len(kind))
        if not game["options"][v]
    }
    ends |= {int(v): (end["winner"], Fraction(end["score"])) for v, end in game["terminal"].items()}

    def pay(winner: int | None, score: Fraction) -> Fraction:
        if reading.startswith("score"):
            return score
        return -Fraction(winner == 1) if reading == "win1" else Fraction(winner == 0)

    endless = {"above0": Fraction(1), "score_endless": Fraction(game["endless"])}
    return ChanceGame(
        tuple(kind),
        tuple(map(tuple, game["options"])),
        tuple(tuple(map(Fraction, chances or ())) for chances in game["prob"]),
        {v: pay(*end) for v, end in ends.items()},
        endless.get(reading, Fraction(0)),
    )


# -- random games ----------------------------------------------------------------------------------


def random_game(seed: int, *, points: bool = False) -> ChanceGame:
    """Return a game of 2 to 7 positions; with points, no move leads back."""
    rng = random.Random(seed)
    n = rng.randint(2, 7)
    kind = [rng.choice([0, 1, CHANCE]) for _ in range(n)]
    ends = {v: Fraction(rng.randint(-3, 3)) for v in range(n) if rng.random() < 0.3 or v == n - 1}
    options, chances, paid = [], [], []
    for v in range(n):
        least = v + 1 if points and v not in ends else 0
        row = rng.sample(range(least, n), rng.randint(1, min(3, n - least))) if least < n else []
        weights = [rng.randint(1, 3) for _ in row]
        options.append(tuple(row))
        chances.append(tuple(Fraction(w, sum(weights)) for w in weights))
        paid.append(tuple(Fraction(rng.randint(-4, 4)) for _ in row))
    return ChanceGame(
        tuple(kind),
        tuple(options),
        tuple(chances),
        ends,
        Fraction(0) if points else Fraction(rng.randint(-2, 2)),
        tuple(paid) if points else None,
    )


def as_rows(game: ChanceGame) -> tuple[Rows, Any, int]:
    """Return a game as the solver takes it, with what ends pay beyond endless play, and the scale.

    All of it is multiplied by the scale.
    """
    scale = lcm(game.endless.denominator, *(x.denominator for x in game.ends.values()))
    ptr, idx, weights, totals, points = [0], [], [], [], []
    for v in range(game.n):
        row: dict[int, Fraction] = {}
        paid: dict[int, Fraction] = {}
        if v not in game.ends:
            of_chance = game.kind[v] == CHANCE
            for k, w in enumerate(game.options[v]):
                row[w] = row.get(w, Fraction(0)) + game.chances[v][k] if of_chance else Fraction(1)
                paid[w] = game.points[v][k] if game.points else Fraction(0)
        total = lcm(*(p.denominator for p in row.values()))
        totals.append(total)
        for w in sorted(row):
            idx.append(w)
            weights.append(int(row[w] * total))
            points.append(int(paid[w] * scale))
        ptr.append(len(idx))
    kind = [2 if v in game.ends else k for v, k in enumerate(game.kind)]
    pays = [
        int((game.ends[v] - game.endless) * scale) if v in game.ends else 0 for v in range(game.n)
    ]
    rows = Rows(
        np.array(ptr, np.int64),
        np.array(idx, np.int32),
        np.array(kind, np.int8),
        np.array(weights, np.int64),
        np.array(totals, np.int64),
        np.array(points, np.int64) if game.points else None,
    )
    return rows, np.array(pays, np.int64), scale


def verify(rows: Rows, pays: Any, solved: Solved) -> None:
    """Check both bounds of a solution."""
    assert solved.ranks is not None
    for side, bound in enumerate((solved.lower, solved.upper)):
        exact = {v: x[side] for v, x in solved.exact.items()}
        verify_bound(rows, pays, bound, exact, solved.moves, solved.ranks[side], side)


# -- games of any size with known values -----------------------------------------------------------


def of_rows(
    rows: dict[int, tuple[int, list[tuple[int, Fraction]]]], ends: dict[int, int]
) -> ChanceGame:
    """Return a game from (kind, moves) of positions; the probabilities of players mean nothing."""
    n = len(rows) + len(ends)
    return ChanceGame(
        tuple(rows[v][0] if v in rows else 0 for v in range(n)),
        tuple(tuple(w for w, _ in rows[v][1]) if v in rows else () for v in range(n)),
        tuple(tuple(p for _, p in rows[v][1]) if v in rows else () for v in range(n)),
        {v: Fraction(pay) for v, pay in ends.items()},
    )


def falling_back(n: int) -> ChanceGame:
    """One step on, or back to the beginning, with 1/2 each; the last position wins: always 1."""
    return of_rows({v: (CHANCE, [(v + 1, HALF), (0, HALF)]) for v in range(n)}, {n: 1})


def tug(n: int) -> ChanceGame:
    """From the middle to a side; further out, or back to the middle: 1/2 there, and near 1/2."""
    rows = {n: (CHANCE, [(n - 1, HALF), (n + 1, HALF)])}
    for k in range(1, n):
        rows[n + k] = CHANCE, [(n + k + 1, HALF), (n, HALF)]
        rows[n - k] = CHANCE, [(n - k - 1, HALF), (n, HALF)]
    return of_rows(rows, {0: 0, 2 * n: 1})


def gambler(n: int, p: Fraction = HALF) -> ChanceGame:
    """One step up with probability p, else one down; 0 loses and n wins."""
    return of_rows({v: (CHANCE, [(v + 1, p), (v - 1, 1 - p)]) for v in range(1, n)}, {0: 0, n: 1})


def carousel(n: int, player: int) -> ChanceGame:
    """A ring of one player, with an exit at position k that wins with probability k / n."""
    rows: dict[int, Any] = {}
    for k in range(n):
        rows[k] = player, [((k + 1) % n, HALF), (n + k, HALF)]
        p = Fraction(k, n)
        rows[n + k] = CHANCE, [(2 * n, p), (2 * n + 1, 1 - p)] if k else [(2 * n + 1, Fraction(1))]
    return of_rows(rows, {2 * n: 1, 2 * n + 1: 0})
