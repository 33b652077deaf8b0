"""Snakes and ladders with a right to pass, against fractions by rules in our own words.

Pinned here: the probability that A wins is the limit of value iteration from 0, which is right also
where play may go on for ever, and as a fraction it solves the linear equations of best moves; what
play without end is worth changes the value; where both players wait, neither gains by a move.
"""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from tools.gallery.games import example

snakes = example("snakes_and_ladders")
HALF = Fraction(1, 2)
# The squares of A and B, and who throws.
State = tuple[int, int, int]


def moved(state: State, throw: int, goal: int, jumps: dict[int, int]) -> State | None:
    """Return the state after a move, None where it would go past the goal."""
    own, other = (state[0], state[1]) if state[2] == 0 else (state[1], state[0])
    if own + throw > goal:
        return None
    own = jumps.get(own + throw, own + throw)
    other = 0 if own == other else other
    return (own, other, 1) if state[2] == 0 else (other, own, 0)


def chosen(
    worth: dict[State, float], state: State, throw: int, goal: int, jumps: dict[int, int]
) -> State:
    """Return the better state after a throw; of equals that after a move, not after a pass."""
    found = [(state[0], state[1], 1 - state[2])]
    if (after := moved(state, throw, goal, jumps)) is not None:
        found.insert(0, after)
    return (min if state[2] else max)(found, key=lambda x: round(ended(x, goal, worth), 9))


def ended(state: State, goal: int, worth: dict[State, float]) -> float:
    return 1.0 if state[0] == goal else 0.0 if state[1] == goal else worth[state]


def from_below(goal: int, jumps: dict[int, int], faces: int) -> dict[State, float]:
    """Return how likely A wins within more and more moves, until that hardly grows."""
    worth = {(a, b, who): 0.0 for a in range(goal) for b in range(goal) for who in (0, 1)}
    while True:
        after = {
            state: sum(
                ended(chosen(worth, state, throw, goal, jumps), goal, worth)
                for throw in range(1, faces + 1)
            )
            / faces
            for state in worth
        }
        grown = max(after[state] - worth[state] for state in worth)
        worth = after
        if grown < 1e-13:
            return worth


def solved(
    worth: dict[State, float], goal: int, jumps: dict[int, int], faces: int
) -> dict[State, Fraction]:
    """Return the solution of the linear equations of best moves, by Gauss and Jordan.

    States from which A never wins are 0; without them the equations have one solution.
    """
    states = [state for state, value in worth.items() if value > 1e-9]
    index = {state: k for k, state in enumerate(states)}
    rows: list[dict[int, Fraction]] = []
    right: list[Fraction] = []
    for state in states:
        row, constant = {index[state]: Fraction(1)}, Fraction(0)
        for throw in range(1, faces + 1):
            after = chosen(worth, state, throw, goal, jumps)
            if after[0] == goal:
                constant += Fraction(1, faces)
            elif after in index:
                row[index[after]] = row.get(index[after], Fraction(0)) - Fraction(1, faces)
        rows.append(row)
        right.append(constant)
    for k in range(len(states)):
        pivot = next(i for i in range(k, len(states)) if rows[i].get(k))
        rows[k], rows[pivot] = rows[pivot], rows[k]
        right[k], right[pivot] = right[pivot], right[k]
        scale = rows[k][k]
        rows[k] = {j: x / scale for j, x in rows[k].items() if x}
        right[k] /= scale
        for i, row in enumerate(rows):
            if i != k and (factor := row.get(k)):
                for j, x in rows[k].items():
                    row[j] = row.get(j, Fraction(0)) - factor * x
                right[i] -= factor * right[k]
    return dict(zip(states, right, strict=True))


@pytest.mark.parametrize(
    ("goal", "jumps", "faces"),
    [(9, {5: 8, 7: 4}, 2), (6, {1: 4, 5: 2}, 3), (8, {3: 1, 4: 6}, 2)],
)
def test_a_wins_as_often_as_linear_equations_say(
    goal: int, jumps: dict[int, int], faces: int
) -> None:
    game = snakes.SnakesAndLadders(goal, jumps, faces)
    solution = snakes.gg.solve_chance(game, start=snakes.START, exact=True)
    worth = from_below(goal, jumps, faces)
    exact = solved(worth, goal, jumps, faces)
    checked = 0
    for position in solution:
        a, b, player, throw = position
        if throw or game.is_over(position):
            continue
        assert solution.exact(position) == exact.get((a, b, player), 0)
        assert solution.value(position) == pytest.approx(worth[a, b, player], abs=1e-8)
        checked += 1
    assert checked > 20
    assert game.solve(Fraction(0), exact=True).exact(snakes.START) == exact.get((0, 0, 0), 0)
    assert solution.verify()


def test_what_play_without_end_is_worth_changes_the_value() -> None:
    game = snakes.SnakesAndLadders(9, {5: 8, 7: 4}, 2)
    lost, even, won = (game.solve(x, exact=True) for x in (Fraction(0), HALF, Fraction(1)))
    start = snakes.START
    assert lost.exact(start) < even.exact(start) < won.exact(start)
    b_wins = snakes.gg.solve_chance(game, start=start, player=1, exact=True)
    assert won.exact(start) == 1 - b_wins.exact(start)
    assert even.verify()
    assert snakes.standoffs(game, even) == [(3, 6), (6, 3)]
    for player in (0, 1):
        for throw in (1, 2):
            values = even.move_values((3, 6, player, throw))
            assert values.pop((3, 6, 1 - player, 0)) == 0.5
            assert all(value > 0.5 if player else value < 0.5 for value in values.values())
    assert snakes.never_ends(game, even) == Fraction(5, 14)
    assert snakes.never_ends(game, lost) == 0


def test_without_a_throw_to_the_goal_nothing_is_certain() -> None:
    game = snakes.SnakesAndLadders(9, {5: 8, 7: 4}, 2)
    solution = snakes.gg.solve_chance(game, start=snakes.START)
    sure = [position for position in solution if solution.is_certain(position)]
    assert sure
    assert all(a == 9 or (player == 0 and a + throw == 9) for a, _, player, throw in sure)


@pytest.mark.parametrize("jumps", [{9: 3}, {2: 12}, {0: 4}, {2: 5, 5: 8}])
def test_wrong_boards_are_refused(jumps: dict[int, int]) -> None:
    with pytest.raises(ValueError, match="ladder"):
        snakes.SnakesAndLadders(9, jumps, 2)


def test_the_picture_has_all_squares(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    board = tmp_path / "board.svg"
    snakes.main(["6", "1-4", "5-2", "--die", "3", "--board", str(board)])
    assert "6 squares: " in capsys.readouterr().out
    drawn = board.read_text(encoding="utf-8")
    assert drawn.count("<path ") == 2 and drawn.count('stroke="#555"') == 7
