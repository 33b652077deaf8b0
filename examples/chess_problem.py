"""Chess problems: White moves and mates in so many moves, with a proof.

The rules are those of chess, and python-chess (https://python-chess.readthedocs.io, an extra: `pip
install chess`) knows the moves. A position is a text: the board as in FEN without its counters, and
how many moves White has left. A mate has no moves, and who cannot move has lost. A stalemate is a
draw, and so is the position in which White has no move left: so White wins if and only if there is
a mate in time. What is found is checked without the search, and has an answer to every defence.

What is known: the key of P. Morphy's problem, a mate in two, is Ra6
(https://en.wikipedia.org/wiki/Paul_Morphy). The rook mates in four, and not in three: so does
examples/chess_ending.py say, which solves all positions of this ending.

To run it, from the root of the repository:

    python examples/chess_problem.py morphy
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from functools import lru_cache

import chess

import graphgame as gg

# The board, and in how many moves White mates.
PROBLEMS = {
    "morphy": ("kbK5/pp6/1P6/8/8/8/8/R7 w - -", 2),
    "rook": ("8/8/8/8/3K4/8/1R6/k7 w - -", 4),
}


class Problem:
    """White moves and mates in so many moves.

    Parameters
    ----------
    board : str
        As in FEN, without the counters.
    moves : int
    """

    def __init__(self, board: str, moves: int) -> None:
        self.start = f"{board} {moves}"
        self.title = f"White mates in {moves}"
        self.players = ("White", "Black")
        self.style = "checkered"
        self.pieces = {x: {"text": chess.UNICODE_PIECE_SYMBOLS[x]} for x in "KQRBNPkqrbnp"}
        # A search looks at the replies to an option before it tries it, and then asks for them.
        self.options = lru_cache(maxsize=1 << 16)(self._options)

    @staticmethod
    def chess_board(position: str) -> chess.Board:
        """Return the board of a position."""
        return chess.Board(position.rpartition(" ")[0] + " 0 1")

    def _options(self, position: str) -> list[str]:
        """Return the positions that a move leads to."""
        board, left = self.chess_board(position), int(position.rpartition(" ")[2])
        left -= board.turn == chess.WHITE
        found = []
        for move in board.legal_moves:
            board.push(move)
            found.append(f"{board.epd()} {left}")
            board.pop()
        return found

    def preset(self, position: str) -> gg.Outcome | None:
        """Return a draw where Black is not mated in time."""
        is_late = position.endswith(" 0") and " w " in position
        is_over = is_late or not self.options(position)
        if is_over and not self.chess_board(position).is_checkmate():
            return gg.DRAW
        return None

    def order(self, position: str) -> int:
        """Return how many replies there are: the fewest first."""
        return len(self.options(position))

    def move_name(self, before: str, after: str) -> str | None:
        """Return the name of a move as chess players write it."""
        board, there = self.chess_board(before), after.rpartition(" ")[0]
        for move in board.legal_moves:
            name = board.san(move)
            board.push(move)
            if board.epd() == there:
                return name
            board.pop()
        return None

    def board(self, position: str) -> str:
        """Return the board as a text."""
        return str(self.chess_board(position)).replace(" ", "")

    @staticmethod
    def turn(position: str) -> int:
        """Return 0 for White, who begins, and 1 for Black."""
        return int(" b " in position)


def answers(problem: Problem, proof: gg.Proof[str]) -> list[str]:
    """Return the key, and White's answer to each defence."""
    moves = proof.strategy()
    after_key = moves[problem.start]
    found = [f"1. {problem.move_name(problem.start, after_key)}"]
    for defence in problem.options(after_key):
        name = problem.move_name(after_key, defence)
        answer = problem.move_name(defence, moves[defence])
        found.append(f"1… {name} 2. {answer}")
    return found


def main(argv: Sequence[str] | None = None) -> None:
    """Print the key of a problem and White's answers, after the proof has been checked."""
    parser = argparse.ArgumentParser(description="Chess problems")
    parser.add_argument("problem", nargs="?", choices=PROBLEMS, default="morphy")
    parser.add_argument("--moves", type=int, metavar="N", help="ask for a mate in N instead")
    args = parser.parse_args(argv)
    board, moves = PROBLEMS[args.problem]
    problem = Problem(board, args.moves or moves)
    proof = gg.prove(problem, problem.start)
    found = "proven" if proof.outcome == gg.WIN else "refuted"
    print(f"{problem.title}: {found}; verified: {proof.verify()}")
    print(f"{proof.nodes:,} nodes searched, the proof has {len(proof):,} positions")
    if proof.outcome == gg.WIN:
        print(*answers(problem, proof), sep="\n")


if __name__ == "__main__":
    main()
