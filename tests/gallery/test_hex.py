"""Hex: proofs against solving all positions, with a rule of another kind; what is known."""

from __future__ import annotations

import random
from typing import Any

import pytest

import graphgame as gg
from tests.gallery.test_gallery import example, printed

hexes = example("hex")


def neighbours(cell: tuple[int, int]) -> list[tuple[int, int]]:
    """Return the cells around one, on a board without end."""
    r, c = cell
    return [(r, c - 1), (r, c + 1), (r - 1, c), (r + 1, c), (r - 1, c + 1), (r + 1, c - 1)]


def joined(stones: set[tuple[int, int]], side: int, along: int) -> bool:
    """Return whether stones join the sides: from row 0 to the last one, or columns if `along`."""
    waiting = [cell for cell in stones if cell[along] == 0]
    seen = set(waiting)
    while waiting:
        for cell in neighbours(waiting.pop()):
            if cell in stones and cell not in seen:
                seen.add(cell)
                waiting.append(cell)
    return any(cell[along] == side - 1 for cell in seen)


def cells(game: Any, code: int, mark: str) -> set[tuple[int, int]]:
    return {divmod(at, game.side) for at, x in enumerate(game.board(code)) if x == mark}


@pytest.mark.parametrize("side", [1, 2, 3])
def test_proofs_are_what_solving_says(side: int) -> None:
    game = hexes.Hex(side)
    s = game.solve()
    assert s.outcome(0) == gg.WIN and s.verify()
    rng = random.Random(side)
    for code in [0, *rng.sample(sorted(s), min(len(s), 60))]:
        if not s.game.options(code):
            continue
        proof = game.prove(code)
        assert proof.outcome == s.outcome(code) and proof.verify()
    wins = [at for at in range(game.cells) if s.outcome(1 << at) == gg.LOSE]
    assert game.openings() == wins == [game.cells - 1 - at for at in reversed(wins)]


@pytest.mark.parametrize("side", [2, 3])
def test_the_rule_in_c_is_that_of_plain_chains(side: int) -> None:
    game = hexes.Hex(side)
    s = game.solve()
    for code in s:
        mover = "XO"[game.turn(code)]
        won = joined(cells(game, code, "XO"[1 - game.turn(code)]), side, 1 - game.turn(code))
        assert not joined(cells(game, code, mover), side, game.turn(code))
        options = s.game.options(code)
        assert won == (not options)
        free = cells(game, code, ".")
        for option in options:
            (new,) = free - cells(game, option, ".")
            assert game.board(option)[new[0] * side + new[1]] == mover
            assert game.move_name(code, option) == game.cell_name(new[0] * side + new[1])


def test_a_full_board_has_exactly_one_chain() -> None:
    rng = random.Random(7)
    board = [divmod(at, 4) for at in range(16)]
    for _ in range(200):
        rng.shuffle(board)
        assert joined({*board[:8]}, 4, 0) != joined({*board[8:]}, 4, 1)


def test_who_begins_wins_on_4_by_4() -> None:
    game = hexes.Hex(4)
    proof = game.prove()
    assert proof.outcome == gg.WIN and proof.verify()
    wins = game.openings()
    assert {3, 6, 9, 12} <= {*wins}  # the short diagonal
    for at in range(16):
        opened = game.prove(1 << at)
        assert opened.verify() and (opened.outcome == gg.LOSE) == (at in wins)


def test_it_prints_the_openings(capsys: pytest.CaptureFixture[str]) -> None:
    lines = printed(capsys, "hex", "3")
    assert lines == [". . X", " X X X", "  X . .", "3 × 3: X wins with 5 of 9 openings"]
    first, second = printed(capsys, "hex", "3", "--prove")
    assert first.startswith("3 × 3: the start is a WIN; ") and second.endswith("verified: True")


def test_other_sides_are_refused() -> None:
    for side in (0, 6):
        with pytest.raises(ValueError, match=f"expected a side from 1 to 5, got {side}"):
            hexes.Hex(side)
