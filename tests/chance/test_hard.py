"""Games of chance that take long, or lead iteration astray, are solved soundly.

Pinned here: what is known of the games of `tests.chance.hard` is what the definition says of small
ones; of large ones, it is within the bounds, and equal to the fractions; and fractions begin with
the moves that floats have found.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial

import pytest

from graphgame.chance.bounds import exact
from graphgame.chance.solve import solve_chance
from tests.chance import hard
from tests.parity import counters
from tests.reference.chance import CHANCE, ChanceGame

THIRD = Fraction(1, 3)
MAKERS: list[Callable[[int], hard.Hard]] = [
    hard.fall_back,
    hard.two_sides,
    partial(hard.gambler, p=hard.HALF),
    partial(hard.gambler, p=THIRD),
    hard.halving,
    partial(hard.carousel, player=0),
    partial(hard.carousel, player=1),
    hard.blocked,
    hard.switches,
]


def by_definition(made: hard.Hard) -> dict[object, Fraction]:
    """Return the value of each position as the definition has it."""
    rows, owner, _ = made
    names = [*rows]
    at = {name: v for v, name in enumerate(names)}
    rolls = [isinstance(rows[name], dict) for name in names]
    game = ChanceGame(
        tuple(CHANCE if roll else owner[name] for name, roll in zip(names, rolls, strict=True)),
        tuple(tuple(at[w] for w in rows[name]) for name in names),
        tuple(
            tuple(rows[name].values()) if roll else ()
            for name, roll in zip(names, rolls, strict=True)
        ),
        {at["won"]: Fraction(1), at["lost"]: Fraction(0)},
    )
    return dict(zip(names, game.values, strict=True))


@pytest.mark.parametrize("make", MAKERS)
@pytest.mark.parametrize("n", [2, 3, 4])
def test_what_is_known_is_what_the_definition_says(
    make: Callable[[int], hard.Hard], n: int
) -> None:
    made = make(n)
    assert by_definition(made) == made[2]


@pytest.mark.parametrize("in_fractions", [False, True])
@pytest.mark.parametrize("make", MAKERS)
def test_large_ones_are_solved_soundly(
    make: Callable[[int], hard.Hard], *, in_fractions: bool
) -> None:
    rows, owner, known = make(120)
    s = solve_chance(rows, owner=owner, exact=in_fractions)
    assert s.verify()
    assert (s.upper - s.lower).max() <= 1e-9
    for name, value in known.items():
        low, high = s.bounds(name)
        assert low <= value <= high
        if in_fractions:
            assert s.exact(name) == value


def test_counters_are_lost_as_their_parity_games_are() -> None:
    rows, owner, _ = hard.counter(counters.switch_all, 3)
    s = solve_chance(rows, owner=owner)
    assert s.verify()
    assert max(s.bounds(v)[1] for v in rows if type(v) is int) < hard.HALF


def test_fractions_begin_with_the_moves_of_floats(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = []
    eliminated = exact.eliminated

    def counted(*args: object) -> object:
        calls.append(args)
        return eliminated(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(exact, "eliminated", counted)
    rows, owner, known = hard.switches(40)
    s = solve_chance(rows, owner=owner, exact=True)
    assert all(s.exact(v) == x for v, x in known.items())
    assert len(calls) <= 4
