"""Chess endings through python-chess, against published counts."""

from __future__ import annotations

from collections import Counter

import pytest

import graphgame as gg
from graphgame import DRAW, LOSE, WIN

pytest.importorskip("chess")
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
