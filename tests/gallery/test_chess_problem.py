"""Chess problems through python-chess: keys that are published, against all lines of play."""

from __future__ import annotations

from functools import cache

import pytest

import graphgame as gg

pytest.importorskip("chess")
import chess
import chess_ending
from chess_problem import PROBLEMS, Problem

pytestmark = pytest.mark.large  # thousands of moves by python-chess


@cache
def mates(fen: str, moves: int) -> bool:
    """Return whether White, to move, mates in so many moves, by trying all."""
    board = chess.Board(fen)
    for move in list(board.legal_moves):
        board.push(move)
        if board.is_checkmate() or (moves > 1 and not board.is_stalemate() and _all(board, moves)):
            return True
        board.pop()
    return False


def _all(board: chess.Board, moves: int) -> bool:
    for answer in list(board.legal_moves):
        board.push(answer)
        fen = board.fen()
        board.pop()
        if not mates(fen.rpartition(" ")[0].rpartition(" ")[0] + " 0 1", moves - 1):
            return False
    return True


@pytest.mark.parametrize("moves", [1, 2, 3])
def test_morphys_problem_is_a_mate_in_two(moves: int) -> None:
    board = PROBLEMS["morphy"][0]
    problem = Problem(board, moves)
    proof = gg.prove(problem, problem.start)
    assert (proof.outcome == gg.WIN) == mates(f"{board} 0 1", moves) == (moves > 1)
    assert proof.verify() and proof.verify(Problem(board, moves))
    if moves == 2:
        assert proof.best_move is not None
        assert problem.move_name(problem.start, proof.best_move) == "Ra6"


@pytest.mark.parametrize("moves", [3, 4])
def test_the_rook_mates_as_fast_as_in_the_ending(moves: int) -> None:
    board = chess.Board(f"{PROBLEMS['rook'][0]} 0 1")
    squares = [board.king(True), min(board.pieces(chess.ROOK, True)), board.king(False)]
    ending = chess_ending.Ending("rook")
    solved = gg.solve(ending, start=chess_ending.canonical((*squares, True)))
    problem = Problem(PROBLEMS["rook"][0], moves)
    proof = gg.prove(problem, problem.start)
    assert solved.remoteness_of(solved.start) == 7
    assert (proof.outcome == gg.WIN) == (2 * moves - 1 >= 7) and proof.verify()


def test_a_problem_is_played_on_its_board() -> None:
    problem = Problem(*PROBLEMS["morphy"])
    assert problem.board(problem.start).startswith("kbK.....\npp......\n")
    assert [problem.turn(problem.start), problem.turn(problem.options(problem.start)[0])] == [0, 1]
    stalemate = Problem("7k/5Q2/8/8/8/8/8/K7 b - -", 1)
    assert stalemate.options(stalemate.start) == [] and stalemate.preset(stalemate.start) == gg.DRAW
    late = "7k/8/8/8/8/8/8/K6R w - - 0"
    assert problem.preset(late) == gg.DRAW and problem.preset(problem.start) is None
