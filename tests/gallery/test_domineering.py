"""Domineering proven for each player who may begin: against solving all that can be reached."""

from __future__ import annotations

from itertools import product

import pytest

import graphgame as gg
from tests.gallery.test_gallery import brute_force, example, printed

pytestmark = pytest.mark.large  # thousands of positions

BOARDS = [(rows, columns) for rows, columns in product(range(1, 6), repeat=2) if rows + columns < 9]


@pytest.mark.parametrize(("rows", "columns"), BOARDS)
def test_a_board_has_the_class_that_solving_gives(rows: int, columns: int) -> None:
    d = example("domineering")
    solved = d.solve(rows, columns)
    proofs = d.prove(rows, columns)
    assert all(proof.verify() for proof in proofs.values())
    outcomes = [proof.outcome for proof in proofs.values()]
    assert d.outcome_class(*outcomes) == solved.outcome_class(solved.start)


def test_cells_that_are_of_no_use_change_no_outcome() -> None:
    """The rule of the proofs, on all of its positions, against the plain rule."""
    d = example("domineering")
    plain = {"Left": d.moves(3, 4, upright=True), "Right": d.moves(3, 4, upright=False)}
    other = {"Left": "Right", "Right": "Left"}
    is_lost = brute_force(lambda p: [(free, other[p[1]]) for free in plain[p[1]](p[0])])
    rule, start = d.alternating(3, 4), d.beginning(3, 4)["Left"]
    kept = gg.solve(rule.options, start=start)
    classes = gg.solve(rule.options, start=start, canonical=rule.canonical)
    assert len(classes) < len(kept)
    for code in kept:
        position = code & (1 << 12) - 1, ["Left", "Right"][code >> 12]
        assert (kept.outcome(code) == gg.LOSE) == is_lost(position)
        assert classes.outcome(code) == kept.outcome(code)


def test_the_rule_in_c_has_the_moves_of_the_plain_one() -> None:
    """But for cells of no use; and a position of a class has the moves of the class."""
    d = example("domineering")
    rule, start = d.alternating(3, 5), d.beginning(3, 5)
    plain = {code: d.moves(3, 5, upright=code == start["Left"]) for code in start.values()}
    graph = gg.explore_codes(rule.options, start=list(start.values()))
    turn = 1 << 15
    places = [two for way in (True, False) for two in d.dominoes(3, 5, upright=way)]
    for code in graph.labels[:3000]:
        free, is_right = int(code) & turn - 1, int(code) >= turn
        other = 0 if is_right else turn
        found = {
            sum(1 << at for at in range(15) if any(two & left == two and two >> at & 1
                                                   for two in places)) | other
            for left in plain[start["Right" if is_right else "Left"]](free)
        }  # fmt: skip
        assert {*graph.options(code)} == found


@pytest.mark.parametrize(("rows", "columns", "name"), [(5, 6, "R"), (6, 6, "N"), (6, 5, "L")])
def test_classes_of_larger_boards(rows: int, columns: int, name: str) -> None:
    d = example("domineering")
    proofs = d.prove(rows, columns)
    assert all(proof.verify() for proof in proofs.values())
    assert d.outcome_class(*(proof.outcome for proof in proofs.values())) == name


def test_the_outcome_of_each_player_gives_the_class() -> None:
    name = example("domineering").outcome_class
    win, lose = gg.WIN, gg.LOSE
    assert [name(win, win), name(win, lose), name(lose, win), name(lose, lose)] == [*"NLRP"]


def test_it_prints_the_proofs(capsys: pytest.CaptureFixture[str]) -> None:
    left, right, last = printed(capsys, "domineering", "4", "5", "--prove")
    assert left.startswith("Left begins: WIN; ") and left.endswith("; verified: True")
    assert right.startswith("Right begins: LOSE; ") and right.endswith("; verified: True")
    assert last == "4 × 5 has the class L"
