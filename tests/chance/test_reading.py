"""Values, bounds, moves and certain positions of games of chance, against definitions.

Pinned here: of random games, of those of others, and of families with known values: the value is
within the bounds, these are as near as they should be and have a proof, both players' moves are
optimal, and what is certain is so exactly.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import graphgame as gg
from graphgame.chance.bounds import _values, reading as module
from graphgame.chance.bounds.reading import Solved, solve_pays, solve_win
from graphgame.errors import TooLargeError
from tests.chance.games import (
    READINGS,
    as_rows,
    carousel,
    falling_back,
    gambler,
    listed,
    random_game,
    read,
    tug,
    verify,
)
from tests.reference.chance import ChanceGame

WIDTH = 1e-9


def solved(game: ChanceGame, **given: Any) -> tuple[Solved, int]:
    """Solve a game and check its proof."""
    rows, pays, scale = as_rows(game)
    found = solve_pays(rows, pays, WIDTH, **given)
    verify(rows, pays, found)
    return found, scale


def check(game: ChanceGame, wanted: list[Fraction], found: Solved, scale: int = 1) -> None:
    """Compare values with those that are wanted."""
    for v, x in enumerate(wanted):
        right = (x - game.endless) * scale
        low, high = Fraction(float(found.lower[v])), Fraction(float(found.upper[v]))
        assert low <= right <= high, v
        assert high - low <= Fraction(WIDTH), v
        assert low <= Fraction(float(found.values[v])) <= high, v


def moves(found: Solved) -> dict[int, int]:
    return {v: w for v, w in enumerate(found.moves.tolist()) if w >= 0}


@pytest.mark.boundary
@pytest.mark.parametrize("points", [False, True], ids=["ends", "points"])
@pytest.mark.parametrize("in_fractions", [False, True], ids=["floats", "fractions"])
def test_random_games_have_the_values_of_the_definition(points: bool, in_fractions: bool) -> None:
    for seed in range(150):
        game = random_game(seed, points=points)
        found, scale = solved(game, in_fractions=in_fractions)
        check(game, game.values, found, scale)
        for player in (0, 1):
            assert game.is_optimal(player, moves(found)), seed
        if in_fractions:
            for v, (low, high) in found.exact.items():
                assert low == high == (game.values[v] - game.endless) * scale


@pytest.mark.parametrize("reading", READINGS)
@pytest.mark.parametrize("file", ["named.jsonl", "small.jsonl"])
def test_games_of_others(file: str, reading: str) -> None:
    for game in listed(file):
        read_ = read(game, reading)
        sign = -1 if reading == "win1" else 1
        wanted = [sign * Fraction(x) for x in game["expected"][reading]]
        found, scale = solved(read_)
        check(read_, wanted, found, scale)


@pytest.mark.parametrize("player", [0, 1])
def test_what_is_certain_is_so_exactly(player: int) -> None:
    seen = set()
    for seed in range(200):
        game = random_game(seed)
        rows, _, _ = as_rows(game)
        wins = np.array([v in game.ends and game.ends[v] > 0 for v in range(game.n)])
        won = ChanceGame(
            game.kind,
            game.options,
            game.chances,
            {v: Fraction((1 if player == 0 else -1) * bool(wins[v])) for v in game.ends},
        )
        mine = rows if player == 0 else rows.turned()
        found = solve_win(mine, wins, WIDTH)
        values = [abs(x) for x in won.values]
        assert found.zero is not None
        assert found.one is not None
        assert found.zero.tolist() == [x == 0 for x in values], seed
        assert found.one.tolist() == [x == 1 for x in values], seed
        check(won, values, found)
        for one in (0, 1):
            assert won.is_optimal(one, moves(found)), (seed, one)
        verify(mine, wins.astype(np.int64), found)
        seen |= {*values}
    assert len(seen) > 8


KNOWN: dict[str, tuple[ChanceGame, Any]] = {
    "falling back": (falling_back(60), lambda v: Fraction(1)),
    "tug": (
        tug(50),
        lambda v: (
            Fraction(1, 2)
            + (0 if v == 50 else Fraction((v > 50) - (v < 50), 2 ** (51 - abs(v - 50))))
        ),
    ),
    "gambler": (gambler(1000), lambda v: Fraction(v, 1000)),
    "gambler with 1/3": (
        gambler(1000, Fraction(1, 3)),
        lambda v: Fraction(2**v - 1, 2**1000 - 1),
    ),
    "carousel of 0": (
        carousel(100, 0),
        lambda v: (
            Fraction(99, 100)
            if v < 100
            else Fraction(v - 100, 100)
            if v < 200
            else Fraction(v == 200)
        ),
    ),
    "carousel of 1": (
        carousel(100, 1),
        lambda v: (
            Fraction(0) if v < 100 else Fraction(v - 100, 100) if v < 200 else Fraction(v == 200)
        ),
    ),
}


@pytest.mark.boundary
@pytest.mark.parametrize("name", KNOWN)
def test_games_that_iteration_finds_hard(name: str) -> None:
    game, value = KNOWN[name]
    wanted = [value(v) for v in range(game.n)]
    found, _ = solved(game)
    check(game, wanted, found)
    rows, pays, _ = as_rows(game)
    win = solve_win(rows, pays > 0, WIDTH)
    check(game, wanted, win)
    assert win.one is not None
    assert win.one.tolist() == [x == 1 for x in wanted]


def test_values_below_the_least_number_are_not_called_zero() -> None:
    n = 2000
    half = Fraction(1, 2)
    game = falling_back(1)
    game = ChanceGame(
        (*(-1,) * n, 0, 0),
        (*((v + 1, n + 1) for v in range(n)), (), ()),
        (*((half, half),) * n, (), ()),
        {n: Fraction(1), n + 1: Fraction(0)},
    )
    rows, pays, _ = as_rows(game)
    found = solve_win(rows, pays > 0, WIDTH)
    assert found.lower[0] == 0 < found.upper[0]
    assert found.zero is not None
    assert not found.zero[:n].any()


def test_bounds_are_as_near_as_was_asked_for() -> None:
    rows, pays, _ = as_rows(gambler(10))
    near, far = (solve_pays(rows, pays, width) for width in (1e-15, 1e-9))
    assert 1e-15 < (far.upper - far.lower).max() <= 1e-9
    assert (near.upper - near.lower).max() <= 1e-15
    assert near.exact


def test_a_component_takes_over_how_wide_the_bounds_behind_it_are() -> None:
    # Two positions of chance lead to each other, to an end worth 0, and to one of nearly 1/2.
    ptr = np.array([0, 3, 6, 6, 6], np.int64)
    idx = np.array([1, 2, 3, 0, 2, 3], np.int32)
    kind = np.array([-1, -1, 2, 2], np.int8)
    p = np.full(6, 1 / 3)
    order, starts = np.array([2, 3, 0, 1], np.int32), np.array([0, 1, 2, 4], np.int64)
    part, stays = np.array([2, 2, 0, 1], np.int32), np.zeros(3, np.int8)
    x, lower, upper = (np.array([0, 0, 0, y]) for y in (0.5, 0.4, 0.7))
    moves, none, h = np.full(4, -1, np.int32), np.zeros(0), np.zeros(4)
    done = _values.solve(
        *(order, starts, 0, ptr, idx, kind, p, none, part, stays, x, lower, upper, h, moves),
        *(1e3, 1.0, np.zeros(2)),
    )
    assert done == 3
    assert abs(x[:2] - 0.25).max() < 1e-12
    # The mean of this end, which is reached with probability 1/2.
    assert (lower[:2] <= 0.2).all() and (lower[:2] > 0.05).all()
    assert (upper[:2] >= 0.35).all() and (upper[:2] < 0.5).all()


# Each position has two moves: where play goes on, with 4, 9 or 24 times the weight of the end, and
# whether the first player has won there.
ANSWERS = [
    (
        [0, 0, 1, 0, 0, 1, 1, 0],
        [
            *[((6, 9, 0), (6, 24, 0)), ((1, 4, 1), (3, 24, 0)), ((1, 9, 0), (3, 9, 1))],
            *[((2, 9, 1), (7, 24, 0)), ((5, 24, 0), (2, 24, 1)), ((5, 24, 1), (4, 4, 1))],
            *[((0, 9, 0), (3, 4, 1)), ((5, 4, 1), (5, 4, 0))],
        ],
    ),
    (
        [1, 0, 0, 0, 0, 1, 1, 1],
        [
            *[((2, 9, 0), (4, 24, 1)), ((1, 4, 1), (3, 4, 0)), ((5, 9, 1), (6, 4, 0))],
            *[((3, 9, 0), (0, 9, 0)), ((0, 24, 0), (5, 9, 0)), ((5, 24, 1), (7, 9, 1))],
            *[((6, 4, 1), (0, 24, 0)), ((3, 24, 1), (7, 24, 0))],
        ],
    ),
]


@pytest.mark.parametrize(("owner", "moves"), ANSWERS)
def test_players_may_answer_each_other_for_ever(owner: list[int], moves: list[Any]) -> None:
    # Moves that are best against the last moves of all come round after some choices, as long as
    # values follow them for many sweeps: floats settle all the same.
    n = len(owner)
    won, lost = 3 * n, 3 * n + 1
    idx, weights = [*range(n, 3 * n)], [0] * 2 * n
    for u, weight, is_won in (move for pair in moves for move in pair):
        idx += [u, won if is_won else lost]
        weights += [weight, 1]
    graph = gg.GameGraph.from_csr([*range(0, 6 * n + 1, 2), 6 * n, 6 * n], idx)
    who = [*owner, *[-1] * (2 * n), 1, 0]
    s = gg.solve_chance(graph, owner=who, probabilities=weights)
    assert not s._solved.exact  # nothing needed fractions
    exact = gg.solve_chance(graph, owner=who, probabilities=weights, exact=True)
    for v in range(n):
        lower, upper = s.bounds(v)
        assert lower <= exact.exact(v) <= upper
    assert s.verify()


def test_a_component_too_large_for_fractions_may_take_more_sweeps(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "_MOST_EXACT", 50)
    monkeypatch.setattr(module, "PATIENCE", 10.0)
    ring: dict[Any, Any] = {v: {(v + 1) % 99: 97, "won": 2, "lost": 1} for v in range(99)} | {
        "won": {},
        "lost": {},
    }
    s = gg.solve_chance(ring, owner={"won": 1, "lost": 0})
    assert (s.upper - s.lower).max() <= 1e-9 and s.verify()
    assert s.lower[0] <= 2 / 3 <= s.upper[0] and s.exact(0) is None


def test_a_component_too_large_for_fractions_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_MOST_EXACT", 50)
    monkeypatch.setattr(module, "_LONG_PATIENCE", 100.0)
    with pytest.raises(TooLargeError, match="groups of at most 50 positions .* got 99 positions"):
        solved(tug(50))
