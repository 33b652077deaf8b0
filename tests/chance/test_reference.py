"""The reference of games of chance against values that others have computed."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.chance.games import HALF, READINGS, listed, read
from tests.reference.chance import CHANCE, ChanceGame


@pytest.mark.parametrize("file", ["named.jsonl", "small.jsonl"])
def test_values_are_those_of_others(file: str) -> None:
    for game in listed(file)[: 60 if file == "small.jsonl" else None]:
        for reading in (*READINGS, "above0"):
            found = read(game, reading).values
            sign = -1 if reading == "win1" else 1
            wanted = [sign * Fraction(x) for x in game["expected"][reading]]
            assert found == wanted, (game["id"], reading)


def test_points_of_a_game_by_hand() -> None:
    # 0 takes 3 points and ends, or 5 points and rolls: back to the choice, or an end that costs 9.
    game = ChanceGame(
        (0, 0, CHANCE, 1),
        ((1, 2), (), (0, 3), ()),
        ((), (), (HALF, HALF), ()),
        {1: Fraction(0), 3: Fraction(-9)},
        points=((Fraction(3), Fraction(5)), (), (Fraction(0), Fraction(0)), ()),
    )
    # Rolling once and then stopping: 5 + (3 - 9) / 2 = 2; rolling for ever: 2 * (5 - 4.5) = 1.
    assert game.values == [3, 0, -3, -9]
    assert game.is_optimal(0, {0: 1})
    assert not game.is_optimal(0, {0: 2})


def test_points_that_never_end_have_no_value() -> None:
    game = ChanceGame((0,), ((0,),), ((),), {}, points=((Fraction(1),),))
    with pytest.raises(AssertionError, match="points without end"):
        _ = game.values
