"""King and queen against king and rook in C: the moves of python-chess, and published lengths."""

from __future__ import annotations

import ctypes
import random
import shutil
from typing import Any

import numpy as np
import pytest

import graphgame as gg
from graphgame import DRAW, LOSE, WIN

pytest.importorskip("chess")
import _chess_ending
import chess
from _compiled import listed
from _queen_against_rook import BLACK, START, QueenAgainstRook

from tests.gallery.test_shelf import move_text

pytestmark = pytest.mark.skipif(shutil.which("gcc") is None, reason="there is no gcc")


@pytest.fixture(scope="module")
def ending() -> QueenAgainstRook:
    return QueenAgainstRook()


def squares(code: int) -> list[int]:
    return [code >> k & 63 for k in (0, 6, 12, 18)]


def board(code: int) -> Any:
    """Return a position as python-chess has it; a piece on the square of its king is gone."""
    king, queen, other, rook = squares(code)
    found = chess.Board(None)
    found.set_piece_at(queen, chess.Piece(chess.QUEEN, chess.WHITE))
    found.set_piece_at(rook, chess.Piece(chess.ROOK, chess.BLACK))
    found.set_piece_at(king, chess.Piece(chess.KING, chess.WHITE))
    found.set_piece_at(other, chess.Piece(chess.KING, chess.BLACK))
    found.turn = not code & BLACK
    return found


def code(position: Any) -> int:
    king, other = position.king(chess.WHITE), position.king(chess.BLACK)
    (queen,) = position.pieces(chess.QUEEN, chess.WHITE) or [king]
    (rook,) = position.pieces(chess.ROOK, chess.BLACK) or [other]
    turn = 0 if position.turn else BLACK
    return int(king | queen << 6 | other << 12 | rook << 18 | turn)


def asked(function: Any, code: int) -> int:
    return int(function(ctypes.c_int64(code), None))


def after(position: Any, move: Any) -> int:
    position.push(move)
    found = code(position)
    position.pop()
    return found


def test_moves_are_those_of_python_chess(ending: QueenAgainstRook) -> None:
    rule, generator = ending.library, random.Random(7)
    kinds = {"mate": 0, "stalemate": 0, "capture": 0, "alone": 0}
    codes = [int(x) for x in generator.sample(ending.starts().tolist(), 600)]
    for name in ("8/8/8/8/8/1k6/1r6/K7 w", "k7/2Q5/1K6/8/8/8/8/8 b", "k7/1Q6/1K6/8/8/8/8/8 b"):
        codes += [code(chess.Board(f"{name} - - 0 1"))]
    while codes:
        position = codes.pop()
        seen = board(position)
        moves = {after(seen, move): move for move in seen.legal_moves}
        assert sorted(listed(rule.options, position)) == sorted(moves)
        over = seen.is_stalemate() or len(seen.piece_map()) == 2
        assert asked(rule.preset, position) == (0 if over else 2)
        text = ctypes.create_string_buffer(71)
        rule.board(ctypes.c_int64(position), text, ctypes.c_int64(71), None)
        assert text.raw.decode() == str(seen).replace(" ", "")
        assert asked(rule.turn, position) == int(not seen.turn)
        for option, move in moves.items():
            piece = seen.piece_at(move.from_square).symbol().upper()
            sign = "×" if seen.is_capture(move) else "–"
            ends = map(chess.square_name, (move.from_square, move.to_square))
            assert move_text(rule, position, option) == piece + sign.join(ends)
        kinds["mate"] += seen.is_checkmate()
        kinds["stalemate"] += seen.is_stalemate()
        kinds["alone"] += len(seen.piece_map()) == 2
        taken = [x for x, move in moves.items() if seen.is_capture(move)]
        kinds["capture"] += len(taken)
        codes += taken
    assert all(kinds.values()), kinds


def test_the_starts_are_what_python_chess_calls_legal(ending: QueenAgainstRook) -> None:
    starts, generator = {*ending.starts().tolist()}, random.Random(8)
    assert len(starts) == 2_467_122
    legal = 0
    # python-chess also asks how a check came about, which no position says here.
    ignored = chess.STATUS_IMPOSSIBLE_CHECK | chess.STATUS_TOO_MANY_CHECKERS
    for _ in range(3000):
        position = generator.randrange(2 * BLACK)
        seen = board(position)
        is_legal = len(seen.piece_map()) == 4 and not seen.status() & ~ignored
        least = asked(ending.library.canonical, position)
        assert (least in starts) == is_legal
        legal += is_legal
    assert 1500 < legal < 2500


def test_symmetries_keep_moves(ending: QueenAgainstRook) -> None:
    """The representative of a position has the representatives of its moves."""
    rule, generator = ending.library, random.Random(9)
    for position in generator.sample(ending.starts().tolist(), 300):
        flipped = position ^ generator.choice([7, 56, 63]) * 0o01010101
        turned = (flipped & 0o07070707) << 3 | flipped >> 3 & 0o07070707 | position & BLACK
        assert asked(rule.canonical, turned) == position
        images = [
            sorted(asked(rule.canonical, x) for x in listed(rule.options, y))
            for y in (position, turned)
        ]
        assert images[0] == images[1]


@pytest.mark.large  # millions of positions
def test_mate_takes_as_long_as_published(ending: QueenAgainstRook) -> None:
    """White mates in at most 35 moves, and black in 19; captures lead to shorter endings."""
    database = ending.build()
    starts = ending.starts()
    black = starts & BLACK != 0
    outcomes, plies = database.outcome(starts), database.remoteness_of(starts)
    white_wins, black_wins = ~black & (outcomes == WIN), black & (outcomes == WIN)
    assert plies[white_wins].max() == 69 and (plies[white_wins] == 69).sum() == 10
    assert plies[black_wins].max() == 37
    assert database.start == START and database.remoteness_of(START) == 69
    assert database.verify()
    for piece in ("queen", "rook"):
        small = _chess_ending.WholeEnding(piece).solve()
        for position in list(small)[::50]:
            if position & _chess_ending.GONE:
                continue
            strong, taker, lone = position & 63, position >> 6 & 63, position >> 12 & 63
            turn = position >> 18 & 1
            here = strong | taker << 6 | lone << 12 | lone << 18 | turn << 24
            if piece == "rook":  # black has it
                here = lone | lone << 6 | strong << 12 | taker << 18 | (1 - turn) << 24
            here = asked(ending.library.canonical, here)
            if here in database:
                assert database.outcome(here) == small.outcome(position)
                assert database.remoteness_of(here) == small.remoteness_of(position)
    assert {gg.Outcome(x) for x in np.unique(outcomes)} == {WIN, LOSE, DRAW}
