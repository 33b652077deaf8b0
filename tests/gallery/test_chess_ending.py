"""Chess endings through python-chess, against published counts."""

from __future__ import annotations

import shutil
from collections import Counter

import pytest

import graphgame as gg
from graphgame import DRAW, LOSE, WIN

pytest.importorskip("chess")
import _chess_ending
import chess_ending

pytestmark = pytest.mark.large  # hundreds of thousands of moves by python-chess

# Positions of king and rook against king, black to move, by the moves that mate takes, and drawn:
# the class distribution of https://archive.ics.uci.edu/dataset/23/chess+king+rook+vs+king.
ROOK = [27, 78, 246, 81, 198, 471, 592, 683, 1433, 1712, 1985, 2854, 3597, 4194, 4553, 2166, 390]
ROOK_DRAWN = 2796


def test_king_and_rook_take_as_many_moves_as_published() -> None:
    ending = chess_ending.Ending("rook")
    s = gg.solve(ending, start=ending.starts())
    drawn = chess_ending.DRAWN
    labels = {white: [s[p] for p in s if p[3] is white and p != drawn] for white in (False, True)}
    plies = Counter(label.remoteness for label in labels[False] if label.outcome == LOSE)
    assert [plies[2 * k] for k in range(17)] == ROOK
    assert sum(plies.values()) == sum(ROOK)
    assert sum(label.outcome == DRAW for label in labels[False]) == ROOK_DRAWN
    assert {label.outcome for label in labels[True]} == {WIN}
    # Mate in 16 with white to move: the same forum as for the queen, in the example.
    assert Counter(label.remoteness for label in labels[True])[31] == 121
    assert s.verify()


def test_moves_of_chess_have_names() -> None:
    ending = chess_ending.Ending("rook")
    position = (chess_square("g6"), chess_square("a1"), chess_square("h8"), True)
    names = {ending.move_name(position, option) for option in ending.options(position)}
    assert "Kf7" in names and "Ra8#" in names
    assert ending.board(position).splitlines()[0] == ".......k"


def chess_square(name: str) -> int:
    return "abcdefgh".index(name[0]) + 8 * (int(name[1]) - 1)


@pytest.mark.skipif(shutil.which("gcc") is None, reason="there is no gcc")
@pytest.mark.parametrize("piece", ["rook", "queen"])
def test_the_ending_of_the_page_is_that_of_python_chess(piece: str) -> None:
    """Each class of positions has its outcome and length from every side; moves are the same."""
    ending, whole = chess_ending.Ending(piece), _chess_ending.WholeEnding(piece)
    s = gg.solve(ending, start=ending.starts())
    page = whole.solve()
    seen = 0
    for code in page:
        if code & _chess_ending.GONE:
            assert page.outcome(code) == DRAW and page.remoteness_of(code) == 0
            continue
        squares, black = [code >> k & 63 for k in (0, 6, 12)], bool(code & _chess_ending.BLACK)
        position = chess_ending.canonical((*squares, not black))
        stuck = black and s.outcome(position) == DRAW and not page.remoteness_of(code)
        # A stalemate ends the match here; there it leads to the position that is drawn.
        assert s[position].outcome == page.outcome(code)
        if not stuck:
            assert s.remoteness_of(position) == page.remoteness_of(code)
        seen += 1
    assert seen == {"rook": 175_168 + 223_944, "queen": 144_508 + 223_944}[piece]
    for code in [*page][:: len(page) // 300]:
        if code & _chess_ending.GONE:
            continue
        squares, black = [code >> k & 63 for k in (0, 6, 12)], bool(code & _chess_ending.BLACK)
        board = ending.chess_board((*squares, not black))
        assert whole.board(code) == str(board).replace(" ", "")
        after = set()
        for move in board.legal_moves:
            board.push(move)
            after.add(str(board).replace(" ", ""))
            board.pop()
        assert {whole.board(option) for option in page.graph().options(code)} == after
