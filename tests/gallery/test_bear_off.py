"""Bearing off in backgammon against an enumeration of its own, and the table of two checkers.

Pinned here: all positions of small races have the fractions of a recursion over numbers of checkers
by point and 36 ordered rolls; a checker on point 6 takes 5/4 rolls; the table is the known one; the
position in which the fewest rolls on average do not win most.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from itertools import permutations, product
from pathlib import Path

import pytest

from tools.gallery.games import example

bear_off = example("bear_off")

# How many checkers are on points 1 to 6.
Board = tuple[int, ...]
EMPTY: Board = (0,) * 6
DICE = [*product(range(1, 7), repeat=2)]


def board(checkers: Iterable[int]) -> Board:
    points = [*checkers]
    return tuple(points.count(point) for point in range(1, 7))


@cache
def boards(start: Board, dice: tuple[int, int]) -> frozenset[Board]:
    """Return the boards after a roll; each order of its numbers is tried."""
    numbers = dice * 2 if dice[0] == dice[1] else dice
    found = set()
    for order in {*permutations(numbers)}:
        reached = {start}
        for number in order:
            reached = {after for before in reached for after in moved(before, number)}
        found |= reached
    return frozenset(found)


def moved(before: Board, number: int) -> Iterable[Board]:
    if before == EMPTY:
        yield before
    for point, count in enumerate(before, start=1):
        farthest = not any(before[point:])
        if count and (point >= number or farthest):
            after = [*before]
            after[point - 1] -= 1
            if point > number:
                after[point - number - 1] += 1
            yield tuple(after)


@cache
def average(start: Board) -> Fraction:
    """Return the least number of rolls on average."""
    if start == EMPTY:
        return Fraction(0)
    return 1 + sum(min(average(x) for x in boards(start, dice)) for dice in DICE) / Fraction(36)


@cache
def winning(own: Board, other: Board) -> Fraction:
    """Return how likely who rolls wins."""
    if other == EMPTY:
        return Fraction(0)
    return sum(
        max(1 - winning(other, after) for after in boards(own, dice)) for dice in DICE
    ) / Fraction(36)


def test_one_player_takes_the_fewest_rolls() -> None:
    solution = bear_off.alone([(6, 5, 4), (6,)])
    before = [checkers for checkers, roll in solution if not roll]
    assert len(before) > 60
    for checkers in before:
        assert solution.exact((checkers, ())) == average(board(checkers))
    assert solution.exact(((6,), ())) == Fraction(5, 4)
    assert solution.verify()


@pytest.mark.parametrize(("a", "b"), [((6, 5), (6, 5)), ((5, 5, 4), (6, 2)), ((3, 2, 1, 1), (6,))])
def test_two_players_win_as_an_enumeration_says(a: tuple[int, ...], b: tuple[int, ...]) -> None:
    solution = bear_off.race(a, b)
    checked = 0
    for position in solution:
        mine, theirs, player, roll = position
        if roll or not mine or not theirs:
            continue
        own, other = (theirs, mine) if player else (mine, theirs)
        worth = winning(board(own), board(other))
        lower, upper = solution.bounds(position)
        assert lower <= (1 - worth if player else worth) <= upper
        assert upper - lower <= 1e-9
        checked += 1
    assert checked > 30


def test_the_table_of_two_checkers_is_the_known_one() -> None:
    table = bear_off.at_once()
    rows = [[table[far, near] for near in range(1, far + 1)] for far in range(1, 7)]
    assert rows == [
        [36],
        [36, 26],
        [34, 25, 17],
        [29, 23, 17, 11],
        [23, 19, 14, 10, 6],
        [15, 13, 10, 8, 6, 4],
    ]
    counted = {
        pair: sum(EMPTY in boards(board(pair), dice) for dice in DICE) for pair in bear_off.PAIRS
    }
    assert table == counted


def test_the_fewest_rolls_do_not_always_win_most() -> None:
    a, b = (5, 5, 4), (6, 2)
    ((cost, position, best, few),) = bear_off.exceptions(
        bear_off.race(a, b), bear_off.alone([a, b])
    )
    assert position == (a, b, 0, (2, 1))
    ways = boards(board(a), (2, 1))
    wins = {way: 1 - winning(board(b), way) for way in ways}
    assert max(wins, key=wins.__getitem__) == board(best[0])
    assert min(ways, key=average) == board(few[0])
    assert cost == pytest.approx(float(wins[board(best[0])] - wins[board(few[0])]), abs=1e-8)


def test_options_are_all_ways_to_play_a_roll() -> None:
    for checkers in [(6,), (6, 6, 1), (4, 2), (5, 4, 3, 1), (1, 1, 1, 1)]:
        for roll in bear_off.ROLLS:
            found = [board(x) for x in bear_off.after(checkers, roll)]
            assert {*found} == boards(board(checkers), roll)
            assert len(found) == len({*found})
    assert sum(bear_off.ROLLS.values()) == 36


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = tmp_path / "rolls.svg"
    bear_off.main(["2", "4", "--other", "3", "--table", str(table)])
    assert "A has 4 2: " in capsys.readouterr().out
    assert "<title>4 and 3: 17 of 36</title>" in table.read_text(encoding="utf-8")
    with pytest.raises(SystemExit):
        bear_off.main(["7"])
    assert "a point is one of 1 to 6, got 7" in capsys.readouterr().err
