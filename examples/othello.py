"""Othello on a 4 × 4 board, with the score by which perfect play ends.

The rules: Black and White take turns, Black first, from two discs each in the four central cells,
those of a colour on a diagonal. A move places a disc so that at least one line of the opponent's
discs, straight or diagonal, is between it and another own disc, and turns all such lines over. Who
cannot move passes. When neither can move, the game ends, and its score is the number of one's own
discs less that of the opponent's.

What is known: on 4 × 4 and on 6 × 6 the second player wins
(https://en.wikipedia.org/wiki/Reversi); on 4 × 4 by 11 discs to 3. Two cells stay empty.

To run it:

    python examples/othello.py
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from itertools import product

import graphgame as gg

SIDE = 4
# A position: the discs of the player who moves, then those of the opponent, a bit a cell.
Position = tuple[int, int]
START: Position = 1 << 6 | 1 << 9, 1 << 5 | 1 << 10


def rays(cell: int) -> Iterator[list[int]]:
    """Yield the cells in each direction from a cell, the nearest first."""
    for down, right in product((-1, 0, 1), repeat=2):
        row, column = cell // SIDE + down, cell % SIDE + right
        ray = []
        while (down or right) and 0 <= row < SIDE and 0 <= column < SIDE:
            ray.append(1 << row * SIDE + column)
            row, column = row + down, column + right
        if len(ray) > 1:
            yield ray


RAYS = [list(rays(cell)) for cell in range(SIDE * SIDE)]


def turned(own: int, other: int, cell: int) -> int:
    """Return the discs that are turned over where the player to move places one."""
    found = 0
    for ray in RAYS[cell]:
        line = 0
        for bit in ray:
            if not bit & other:
                found |= line if bit & own else 0
                break
            line |= bit
    return found


def moves(own: int, other: int) -> list[Position]:
    """Return the positions after placing a disc."""
    return [
        (other & ~discs, own | discs | 1 << cell)
        for cell in range(SIDE * SIDE)
        if not (own | other) >> cell & 1 and (discs := turned(own, other, cell))
    ]


def options(position: Position) -> list[Position]:
    """Return the positions one move away; who can place no disc passes, if the opponent can."""
    own, other = position
    placed = moves(own, other)
    return placed if placed or not moves(other, own) else [(other, own)]


def score(position: Position) -> int | None:
    """Return the score of the player to move where the game is over, None elsewhere."""
    own, other = position
    if moves(own, other) or moves(other, own):
        return None
    return own.bit_count() - other.bit_count()


def board(position: Position, black: bool) -> str:
    """Return the board in four rows, X for Black; `black` says whether Black is to move."""
    marks = "XO" if black else "OX"
    cells = [
        next((m for m, discs in zip(marks, position, strict=True) if discs >> cell & 1), ".")
        for cell in range(SIDE * SIDE)
    ]
    return "\n".join("".join(cells[k : k + SIDE]) for k in range(0, SIDE * SIDE, SIDE))


def main(argv: Sequence[str] | None = None) -> None:
    """Print who wins, by how many discs, and how perfect play ends."""
    argparse.ArgumentParser(description="Othello on a 4 × 4 board").parse_args(argv)

    s = gg.solve_scores(options, score, start=START)
    s.verify()
    margin = s.score(START)
    winner = "Black, the first player," if margin > 0 else "White, the second player,"
    print(f"{len(s):,} positions, {s.game.m:,} moves: {winner} wins by {abs(margin)}")
    line = s.line()
    print(f"after {len(line) - 1} moves, passes included:")
    print(board(line[-1], black=len(line) % 2 == 1))


if __name__ == "__main__":
    main()
