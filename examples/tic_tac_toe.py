"""Tic-tac-toe: three in a row on a 3 × 3 board.

The rules: X and O take turns, X first, to mark an empty cell. Who first has three marks in a row, a
column or a diagonal wins; a full board without such a line is a draw.

What is known: perfect play is a draw. In play that stops at the first line 5,478 positions can be
reached; up to symmetry 765, by the number of marks OEIS A008907 (https://oeis.org/A008907). Of the
5,478 the player to move has won 2,836 and lost 1,574, and 1,068 are drawn. To draw, O must answer a
corner with the centre; the centre with a corner; and an edge with the centre, a corner beside it,
or the opposite edge (https://en.wikipedia.org/wiki/Tic-tac-toe).

To run it:

    python examples/tic_tac_toe.py
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence

import graphgame as gg

# Nine characters, row by row: X, O, or "." for an empty cell. X is to move when X and O are level.
START = "." * 9
ROWS = [(0, 1, 2), (3, 4, 5), (6, 7, 8)]
LINES = [*ROWS, *zip(*ROWS, strict=True), (0, 4, 8), (2, 4, 6)]


def options(board: str) -> Iterator[str]:
    """Yield the boards one move away."""
    mark = "X" if board.count("X") == board.count("O") else "O"
    for cell in range(9):
        if board[cell] == ".":
            yield board[:cell] + mark + board[cell + 1 :]


def preset(board: str) -> gg.Outcome | None:
    """Return how the game has ended for the player to move; None if it goes on."""
    if any(board[i] == board[j] == board[k] != "." for i, j, k in LINES):
        return gg.LOSE  # only the last move, the opponent's, can have made a line
    return None if "." in board else gg.DRAW


def board(position: str) -> str:
    """Return the board in three rows."""
    return "\n".join(position[k : k + 3] for k in (0, 3, 6))


def turn(position: str) -> int:
    """Return who is to move: 0 X, 1 O."""
    return position.count("X") - position.count("O")


PIECES = {
    "X": {"name": "cross", "figure": "cross", "colour": "#0072B2"},
    "O": {"name": "nought", "figure": "nought", "colour": "#D55E00"},
}


def main(argv: Sequence[str] | None = None) -> None:
    """Print how many positions are won, lost and drawn, and how O can draw."""
    argparse.ArgumentParser(description="tic-tac-toe").parse_args(argv)

    s = gg.solve(options, start=START, presets=preset)
    counts = ", ".join(f"{count:,} {outcome}" for outcome, count in s.counts().items())
    print(f"{len(s):,} positions: {counts}; the empty board is a {s.outcome(START)}")
    print("what O may answer to draw:")
    for opening in options(START):
        print(opening, ":", *(reply for reply in options(opening) if s.outcome(reply) == gg.DRAW))


if __name__ == "__main__":
    main()
