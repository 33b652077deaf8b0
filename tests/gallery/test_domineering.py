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
    start = (1 << 12) - 1, "Left"
    kept = gg.solve(d.alternating(3, 4), start=start)
    classes = gg.solve(d.alternating(3, 4), start=start, canonical=d.images(3, 4))
    assert len(classes) < len(kept)
    for position in kept:
        assert (kept.outcome(position) == gg.LOSE) == is_lost(position)
        assert classes.outcome(position) == kept.outcome(position)


def test_the_outcome_of_each_player_gives_the_class() -> None:
    name = example("domineering").outcome_class
    win, lose = gg.WIN, gg.LOSE
    assert [name(win, win), name(win, lose), name(lose, win), name(lose, lose)] == [*"NLRP"]


def test_it_prints_the_proofs(capsys: pytest.CaptureFixture[str]) -> None:
    left, right, last = printed(capsys, "domineering", "4", "5", "--prove")
    assert left.startswith("Left begins: WIN; ") and left.endswith("; verified: True")
    assert right.startswith("Right begins: LOSE; ") and right.endswith("; verified: True")
    assert last == "4 × 5 has the class L"
