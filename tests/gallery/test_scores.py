"""Othello and Dots and Boxes with scores: the examples against rules and solvers of another kind.

Othello here is played on a dictionary of cells with two colours, Dots and Boxes on a set of lines
without the boxes that were closed before, and both are searched depth first.
"""

from __future__ import annotations

import importlib.util
from functools import cache
from itertools import product
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import graphgame as gg

pytestmark = pytest.mark.large  # a million moves

EXAMPLES = Path(__file__).parents[2] / "examples"
DIRECTIONS = [d for d in product((-1, 0, 1), repeat=2) if any(d)]


@cache
def example(name: str) -> ModuleType:
    """Import examples/<name>.py."""
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


# -- Othello --------------------------------------------------------------------------------------


def placed(board: str, colour: str) -> list[str]:
    """Return the boards after placing a disc, row by row as text of 16 characters."""
    other = "O" if colour == "X" else "X"
    at = {(k // 4, k % 4): mark for k, mark in enumerate(board)}
    found = []
    for cell, mark in at.items():
        taken = set()
        for direction in DIRECTIONS:
            line, (row, column) = [], cell
            while True:
                row, column = row + direction[0], column + direction[1]
                if at.get((row, column)) != other:
                    break
                line.append((row, column))
            if at.get((row, column)) == colour:
                taken |= {*line}
        if mark == "." and taken:
            after = at | dict.fromkeys([*taken, cell], colour)
            found.append("".join(after[k // 4, k % 4] for k in range(16)))
    return found


@cache
def othello(board: str, colour: str) -> int:
    """Return the score of a colour that is to move, by trying everything."""
    other = "O" if colour == "X" else "X"
    boards = placed(board, colour)
    if boards:
        return max(-othello(after, other) for after in boards)
    if placed(board, other):
        return -othello(board, other)
    return board.count(colour) - board.count(other)


def test_othello_is_that_of_plain_rules() -> None:
    """The player to move has no colour in the example, so each position is searched as X."""
    module = example("othello")
    s = gg.solve_scores(module.options, start=module.START, scores=module.score)
    assert s.verify()
    assert othello(".....OX..XO.....", "X") == s.score(module.START) == -8
    for position in [*s][::9]:
        board = module.board(position, black=True).replace("\n", "")
        assert othello(board, "X") == s.score(position)
    assert (s.remoteness >= 0).all(), "every game ends"
    line = s.line()
    assert [abs(s.score(x)) for x in line] == [8] * len(line)
    assert s.optimal_moves(module.START) == sorted(module.options(module.START), key=s.game.index)


# -- Dots and Boxes -------------------------------------------------------------------------------


def dots_and_boxes(rows: int, columns: int) -> Any:
    """Return the function from a set of lines to what is still to be won by the player to move."""
    boxes = [
        {(r, c, "across"), (r + 1, c, "across"), (r, c, "down"), (r, c + 1, "down")}
        for r, c in product(range(rows), range(columns))
    ]
    lines = sorted(set().union(*boxes))

    @cache
    def worth(drawn: frozenset[Any]) -> int:
        found = []
        for line in lines:
            if line not in drawn:
                after = drawn | {line}
                closed = sum(box <= after and not box <= drawn for box in boxes)
                found.append(closed + worth(after) if closed else -worth(after))
        return max(found, default=0)

    return worth


@pytest.mark.parametrize(
    ("rows", "columns", "margin"), [(1, 1, -1), (1, 2, 0), (1, 3, -1), (2, 1, 0), (2, 2, 2)]
)
def test_dots_and_boxes_is_that_of_plain_rules(rows: int, columns: int, margin: int) -> None:
    s = example("dots_and_boxes").DotsAndBoxes(rows, columns).solve()
    assert s.verify()
    assert s.score(0) == dots_and_boxes(rows, columns)(frozenset()) == margin


def test_dots_and_boxes_with_six_boxes() -> None:
    s = example("dots_and_boxes").DotsAndBoxes(2, 3).solve()
    assert s.verify()
    assert (s.score(0), s.result, s.remoteness_of(0)) == (-2, gg.LOSE, 17)
    assert {s.score(x) * (-1 if x & 1 << 21 else 1) for x in s.line()} == {-2}


@pytest.mark.parametrize(("rows", "columns", "margin"), [(1, 2, 0), (2, 2, 2), (2, 3, -2)])
def test_the_score_of_the_empty_board_is_proven(rows: int, columns: int, margin: int) -> None:
    game = example("dots_and_boxes").DotsAndBoxes(rows, columns)
    proof = game.prove()
    assert proof.score == margin and proof.verify()
    # The rule in C and the one of arrays are the same.
    assert proof.verify(game.options, scores=game.scores, owner=game.owner)
    for bound in (margin, margin + 1):
        least, greatest = game.prove(bound=bound).score_bounds
        assert (least, greatest) == ((margin, None) if bound == margin else (None, margin))


def test_who_closes_a_box_moves_again() -> None:
    s = example("dots_and_boxes").DotsAndBoxes(1, 1).solve()
    assert s.owner is not None
    assert [int(s.owner[s.game.index(x)]) for x in s.line()] == [0, 1, 0, 1, 1]
