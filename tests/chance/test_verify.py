"""The certificate of games of chance accepts a bound exactly when it follows from the game.

Pinned here: each change of one bound, move, rank, fraction or probability of a right solution is
judged as the rules of the certificate, written out slowly, judge it; and a bound that is wrong is
never accepted.
"""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from graphgame.chance.bounds.reading import Solved, solve_pays
from graphgame.chance.bounds.rows import Rows
from graphgame.errors import VerificationError
from tests.chance.games import as_rows, random_game, verify


def is_accepted(rows: Rows, pays: Any, solved: Solved) -> bool:
    try:
        verify(rows, pays, solved)
    except VerificationError:
        return False
    return True


def changed(rng: random.Random, rows: Rows, pays: Any, found: Solved) -> tuple[Rows, Any, Solved]:
    """Return a game and its solution with one change."""
    v = rng.randrange(rows.n)
    assert found.ranks is not None
    other = Solved(
        found.values.copy(),
        found.lower.copy(),
        found.upper.copy(),
        found.moves.copy(),
        dict(found.exact),
        (found.ranks[0].copy(), found.ranks[1].copy()),
    )
    assert other.ranks is not None
    pays = pays.copy()
    what = rng.randrange(6)
    if what == 0:
        bound = (other.lower, other.upper)[rng.randrange(2)]
        bound[v] += rng.choice([-1, 1]) * rng.choice([1e-12, 0.25, 3])
    elif what == 1:
        other.moves[v] = rng.randrange(rows.n)
    elif what == 2:
        other.ranks[rng.randrange(2)][v] = rng.randrange(-1, rows.n)
    elif what == 3 and other.exact:
        v = rng.choice([*other.exact])
        low, high = other.exact[v]
        other.exact[v] = low + rng.choice([-1, 0, 1]), high + rng.choice([-1, 0, 1])
    elif what == 4:
        pays[v] += rng.choice([-1, 1])
    elif len(rows.weights):
        weights = rows.weights.copy()
        e = rng.randrange(len(weights))
        weights[e] += 1
        totals = rows.totals.copy()
        totals[rows.sources()[e]] += 1
        rows = replace(rows, weights=weights, totals=totals)
    return rows, pays, other


def test_what_is_accepted_is_right() -> None:
    rng = random.Random(0)
    accepted = refused = 0
    for seed in range(180):
        game = random_game(seed)
        rows, pays, _ = as_rows(game)
        found = solve_pays(rows, pays, 1e-9)
        assert is_accepted(rows, pays, found)
        for _ in range(12):
            new_rows, new_pays, new = changed(rng, rows, pays, found)
            if not is_accepted(new_rows, new_pays, new):
                refused += 1
                continue
            accepted += 1
            # The bounds hold in the game as it is now, by the definition.
            right = values(game, new_rows, new_pays)
            for v, x in enumerate(right):
                low, high = Fraction(float(new.lower[v])), Fraction(float(new.upper[v]))
                assert low <= x <= high, (seed, v)
    assert accepted > 400
    assert refused > 400


def values(game: Any, rows: Rows, pays: Any) -> list[Fraction]:
    """Return the values of a game by the definition, from the arrays of the solver."""
    total, row = rows.totals.tolist(), rows.ptr.tolist()
    options = [tuple(rows.idx[row[v] : row[v + 1]].tolist()) for v in range(rows.n)]
    chances = [
        tuple(Fraction(int(w), total[v]) for w in rows.weights[row[v] : row[v + 1]])
        for v in range(rows.n)
    ]
    ends = {v: Fraction(int(pays[v])) for v in game.ends}
    changed = replace(
        game, options=tuple(options), chances=tuple(chances), ends=ends, endless=Fraction(0)
    )
    return list(changed.values)


def test_a_bound_that_agrees_with_all_moves_and_is_wrong() -> None:
    # 0 stays, or leaves for a coin: staying for ever is worth nothing.
    rows = Rows(
        np.array([0, 2, 4, 4, 4], np.int64),
        np.array([0, 1, 2, 3], np.int32),
        np.array([0, -1, 2, 2], np.int8),
        np.array([1, 1, 1, 1], np.int64),
        np.array([1, 2, 1, 1], np.int64),
    )
    pays = np.array([0, 0, 1, 0], np.int64)
    found = solve_pays(rows, pays, 1e-9, in_fractions=True)
    assert found.exact[0] == (Fraction(1, 2), Fraction(1, 2))
    assert is_accepted(rows, pays, found)
    found.exact = {}
    found.lower[0] = found.upper[0] = 1
    found.moves[0] = 0
    for rank in range(3):
        assert found.ranks is not None
        found.ranks[0][0] = rank
        assert not is_accepted(rows, pays, found)


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_what_is_no_number_is_refused(bad: float) -> None:
    rows, pays, _ = as_rows(random_game(3))
    found = solve_pays(rows, pays, 1e-9)
    found.lower[0] = bad
    assert not is_accepted(rows, pays, found)
