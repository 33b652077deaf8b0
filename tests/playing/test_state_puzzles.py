"""Puzzles of Left and Right, of the policeman and the thief, and of cops, by brute force.

Pinned here: all puzzles are those of the definition, with moves and outcomes of the slow
references; their states are those of the solution, and agree with what it says; depths, boards,
seeds; what is refused where lengths are not known.
"""

from __future__ import annotations

import random
from collections.abc import Hashable
from typing import Any

import pytest

import graphgame as gg
from graphgame.errors import GraphGameError
from tests.reference import owners as partizan, puzzles as reference
from tests.reference.cops import Chase
from tests.reference.pursuit import Answer, random_board

Known = dict[Any, tuple[int, int]]


def check(s: Any, options: dict[Any, list[Any]], known: Known) -> int:
    """Compare all puzzles with the definition; return how many there are."""
    worth = {state: int(outcome) for state, (outcome, _) in known.items()}
    every = reference.puzzles(options, worth)
    expected: dict[Hashable, Hashable] = {
        state: solution
        for state, solution in every.items()
        if worth[state] == gg.DRAW or known[state][1] >= 3
    }
    found = s.puzzles(None)
    assert {puzzle.position: puzzle.solution for puzzle in found} == expected
    assert len(found) == len(expected)
    for state, outcome, plies, _ in found:
        assert (outcome, plies) == known[state]
    lengths = [plies if plies >= 0 else 1 << 30 for _, _, plies, _ in found]
    assert lengths == sorted(lengths)
    wins = {plies for outcome, plies in known.values() if outcome == gg.WIN and plies > 0}
    for plies in sorted(wins)[:4]:
        of_depth = {state for state in every if known[state][1] == plies}
        assert {puzzle.position for puzzle in s.puzzles(None, plies)} == of_depth
    some = s.puzzles(3)
    assert len(some) == min(3, len(found)) and {*some} <= {*found}
    assert some == s.puzzles(3, seed=0)
    return len(found)


def test_puzzles_of_the_policeman_and_the_thief() -> None:
    count = 0
    for seed in range(40):
        rng = random.Random(seed)
        rows, columns = rng.randint(1, 5), rng.randint(2, 5)
        board = random_board(rng, rows, columns, rng.randint(0, 2), 0.2)
        cells = board.cells()
        if not cells:
            continue
        s = gg.PoliceAndThief(list(board.rows), police=cells[0], thief=cells[-1]).solve()
        options = {state: board.options(state) for state in board.states()}
        count += check(s, options, {**Answer(board)})
    assert count > 300


def rounds(chase: Chase) -> Known:
    """Return outcome and remoteness of the states whose cops are in ascending order."""
    known: Known = {}
    for at, (won, lost) in enumerate(chase.rounds):
        for turn, caught, outcome in (("cops", won, gg.WIN), ("robber", lost, gg.LOSE)):
            for cops, robber in caught:
                plies = 2 * at - (turn == "cops") if at else 0
                known.setdefault((cops, robber, turn), (outcome, plies))
    return known


def test_puzzles_of_cops() -> None:
    """Joint moves to the same vertices are one move."""
    count = 0
    for seed in range(150):
        rng = random.Random(seed)
        n, k = rng.randint(3, 6), rng.choice([1, 1, 2])
        arcs = tuple((v, w) for v in range(n) for w in range(v) if rng.random() < 0.45)
        chase = Chase(n, arcs, k, rng.random() < 0.3)
        graph = gg.GameGraph.from_edges([*arcs], n)
        s = gg.cops_and_robbers(graph, cops=k, directed=chase.directed)
        found, options = rounds(chase), {}
        known = {state: found.get(state, (gg.DRAW, -1)) for state in s}
        for cops, robber, turn in known:
            after: list[Any] = []
            if robber not in cops and turn == "cops":
                moved = {tuple(sorted(placed)) for placed in chase.cops_moves(cops)}
                after = [(placed, robber, "robber") for placed in sorted(moved)]
            elif robber not in cops:
                after = [(cops, vertex, "cops") for vertex in sorted(chase.near[robber])]
            options[cops, robber, turn] = after
        count += check(s, options, known)
    assert count > 300


@pytest.mark.parametrize("play", ["normal", "misere"])
def test_puzzles_of_left_and_right(play: Any) -> None:
    """A position of a puzzle says who is to move, as those of `alternating` do."""
    count = 0
    for seed in range(320):
        rng = random.Random(f"{play}{seed}")
        n = rng.randint(2, 12)
        moves = [
            [[rng.randrange(n) for _ in range(rng.randint(0, 3))] for _ in range(n)] for _ in "lr"
        ]
        graphs = [
            gg.GameGraph.from_edges([(v, w) for v, row in enumerate(rows) for w in row], n)
            for rows in moves
        ]
        s = gg.partizan(*graphs, play=play)
        answers = partizan.partizan_outcomes(moves[0], moves[1], play == "misere")
        options, known = {}, {}
        for turn, other, rows, answer in zip(
            ("left", "right"), ("right", "left"), moves, answers, strict=True
        ):
            for v, row in enumerate(rows):
                options[v, turn] = [(w, other) for w in row]
                known[v, turn] = answer[v]
        count += check(s, options, known)
        turns: Any = gg.solve(s.alternating(), play=play)
        assert turns.puzzles(None) == s.puzzles(None)
    assert count > 300


def test_boards_of_left_and_right_are_asked_for_positions() -> None:
    """As of `to_html`: without who moves.  Where the solution alone removes a piece, it is none."""
    rows = {"a": ["b", "c"], "b": [], "c": ["d"], "d": []}
    s = gg.partizan(rows, rows)
    every = s.puzzles(None, (1, 9))
    assert ("a", "left") in {puzzle.position for puzzle in every}
    boards = {"a": "xx", "b": "x.", "c": "xx", "d": "xx"}
    kept = s.puzzles(None, (1, 9), board=boards.__getitem__)
    assert {puzzle.position[0] for puzzle in every} - {puzzle.position[0] for puzzle in kept} == {
        "a"
    }


def test_boards_of_pursuit() -> None:
    """The thief is taken by one move alone; else he leaves."""
    game = gg.PoliceAndThief(["ETE", "*P*"])
    s = game.solve()
    assert game.start in {puzzle.position for puzzle in s.puzzles(None, 1)}
    kept = s.puzzles(None, 1, board=lambda state: "PT" if state[0] != state[1] else "P.")
    assert game.start not in {puzzle.position for puzzle in kept} != set()


def test_without_lengths_there_are_no_puzzles() -> None:
    pursuit = gg.PoliceAndThief(["P..", "..T"]).solve(remoteness=False)
    cops = gg.cops_and_robbers([(0, 1), (1, 2)], remoteness=False)
    for s in (pursuit, cops):
        with pytest.raises(GraphGameError, match="puzzles: expected a .* solved with remoteness"):
            s.puzzles()
