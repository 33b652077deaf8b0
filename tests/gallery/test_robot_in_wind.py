"""A robot in the wind, against fixed points of sets and iteration by rules in our own words.

Pinned here: from where the robot wins for certain, and from where never, on the grid of the text
and on others, by sets alone; values between these within 1e-9; the picture has all of it.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest

from tools.gallery.games import example

wind = example("robot_in_wind")

# Row, column, and the closed door: before the keeper's turn.
State = tuple[int, int, str]
# The robot needs to pass a pit, on the side where the wind blows to it or away from it.
NARROW = "######\n#S.1.#\n##.X.#\n#..2G#\n######"
ONE_DOOR = "######\n#S.1G#\n######"
TWO_ROOMS = "########\n#S.1.2G#\n#...X.##\n########"
GRIDS = {"text": wind.GRID, "narrow": NARROW, "one door": ONE_DOOR, "two rooms": TWO_ROOMS}
# From the worth of two results of chance, and the probability of the first, to that of both.
Joined = Callable[[list[float]], float]


class Plain:
    """The rules, by rows of text."""

    def __init__(self, grid: str, blows: float) -> None:
        self.rows, self.blows = grid.split(), blows
        self.doors = sorted({x for x in "".join(self.rows) if x.isdigit()})
        self.states = [
            (i, j, door)
            for i, row in enumerate(self.rows)
            for j, what in enumerate(row)
            for door in self.doors
            if what not in ("#", door)
        ]

    def what(self, i: int, j: int) -> str:
        return self.rows[i][j]

    def moved(self, i: int, j: int, di: int, dj: int, door: str) -> tuple[int, int]:
        blocked = self.what(i + di, j + dj) in ("#", door)
        return (i, j) if blocked else (i + di, j + dj)

    def after(self, state: State, worth: dict[State, float], mixed: Joined) -> float:
        """Return what a state is worth from what states are worth a round later."""
        i, j, door = state
        if self.what(i, j) in "GX":
            return float(self.what(i, j) == "G")

        def robot(closed: str) -> float:
            best = 0.0
            for di, dj in ((0, 0), (0, 1), (0, -1), (1, 0), (-1, 0)):
                y, x = self.moved(i, j, di, dj, closed)
                blown = self.moved(y, x, 0, 1, closed)
                here = worth[y, x, closed]
                if blown != (y, x) and self.what(y, x) not in "GX":
                    here = mixed([worth[*blown, closed], here, self.blows])
                best = max(best, here)
            return best

        others = [x for x in self.doors if x not in (door, self.what(i, j))]
        return min([robot(door), *(mixed([robot(x), robot(door), 0.5]) for x in others)])

    def fixed_point(self, worth: dict[State, float], mixed: Joined) -> dict[State, float]:
        """Return what does not change any more, by rounds."""
        while True:
            after = {state: self.after(state, worth, mixed) for state in self.states}
            if max(abs(after[x] - worth[x]) for x in self.states) < 1e-13:
                return after
            worth = after

    def possible(self) -> set[State]:
        """Return the states from which the robot wins at least sometimes."""
        nothing = dict.fromkeys(self.states, 0.0)
        found = self.fixed_point(nothing, lambda x: max(x[0], x[1]))
        return {state for state in self.states if found[state]}

    def certain(self) -> set[State]:
        """Return the states from which the robot wins for certain.

        That is the largest set in which it can stay and come nearer to the goal with luck.  2 is a
        state from which it does so, 1 another one of the set, 0 one outside.
        """
        inside = {*self.states}

        def lucky(found: list[float]) -> float:
            return max(found[:2]) if min(found[:2]) else 0.0

        while True:
            worth = {state: float(state in inside) for state in self.states}
            while True:
                reached = {
                    x
                    for x in inside
                    if self.what(*x[:2]) == "G"
                    or (self.what(*x[:2]) != "X" and self.after(x, worth, lucky) == 2)
                }
                if all(worth[x] == 2 for x in reached):
                    break
                worth |= dict.fromkeys(reached, 2.0)
            if reached == inside:
                return inside
            inside = reached


def average(found: list[float]) -> float:
    first, second, probability = found
    return probability * first + (1 - probability) * second


@pytest.mark.parametrize("grid", GRIDS.values(), ids=GRIDS)
@pytest.mark.parametrize("blows", [Fraction(1, 4), Fraction(1, 10)])
def test_values_and_what_is_certain(grid: str, blows: Fraction) -> None:
    game = wind.Windy(grid, blows)
    solution = game.solve()
    plain = Plain(grid, float(blows))
    possible, sure = plain.possible(), plain.certain()
    values = plain.fixed_point(dict.fromkeys(plain.states, 0.0), average)
    seen = set()
    for i, j, door in plain.states:
        position = game.on((i, j), door)
        certain = solution.is_certain(position)
        lower, upper = solution.bounds(position)
        worth = values[i, j, door]
        assert lower - 1e-8 <= worth <= upper + 1e-8
        assert upper - lower <= 1e-9
        assert (certain is False) == ((i, j, door) not in possible)
        assert (certain is True) == ((i, j, door) in sure) == (worth > 1 - 1e-6)
        assert certain is not True or (lower, upper) == (1, 1)
        seen.add(certain)
    assert {True, False} <= seen
    assert len(game.everywhere()) == len(plain.states)
    assert solution.verify()


def test_all_three_kinds_are_on_the_grid_of_the_text() -> None:
    game = wind.Windy()
    solution = game.solve()
    found = [solution.is_certain(position) for position in game.everywhere()]
    assert [found.count(x) for x in (True, False, None)] == [54, 11, 10]
    assert solution.is_certain(game.start) is True
    assert solution.value(game.on((5, 2), "1")) == 0.5
    assert solution.is_certain(game.on((5, 2), "3")) is False
    assert wind.GRID.strip().replace("\n", "\n    ") in wind.__doc__


def test_the_robot_waits_where_it_has_a_chance() -> None:
    game = wind.Windy(NARROW)
    assert game.solve().exact(game.start) == Fraction(15, 23)


def test_one_door_is_kept_closed() -> None:
    game = wind.Windy(ONE_DOOR)
    assert game.solve().is_certain(game.start) is False


@pytest.mark.parametrize(
    ("grid", "blows", "said"),
    [("#..#", "1/4", "one S"), ("#S1G#", "1", "between 0 and 1"), ("#SG#", "1/4", "a door")],
)
def test_wrong_grids_are_refused(grid: str, blows: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        wind.Windy(grid, Fraction(blows))


def test_the_picture_and_a_grid_in_a_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    grid, drawn = tmp_path / "grid.txt", tmp_path / "values.svg"
    grid.write_text(NARROW, encoding="utf-8")
    wind.main([str(grid), "--wind", "1/10", "--picture", str(drawn)])
    lines = capsys.readouterr().out.splitlines()
    assert lines[2] == "door 1 is closed:" and len(lines) == 2 + 2 * 6
    text = drawn.read_text(encoding="utf-8")
    assert text.count('stroke="white"') == 60 and "door 2 is closed" in text
