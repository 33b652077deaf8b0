"""Dodgem on an n x n board as graph text: get your cars off the board before the other player does.

The rules (Colin Vout's; in Berlekamp, Conway and Guy, "Winning Ways for your Mathematical Plays"):

    1 . . .    The first player's n - 1 cars start in the left column without its bottom cell; they
    1 . . .    move right, up or down, and leave over the right edge. The second player's n - 1 cars
    1 . . .    start in the bottom row without its left cell; they move up, left or right, and leave
    . 2 2 2    over the top edge. The players take turns to move one car one step, to an empty cell
               or off the board. A player who cannot move, because the cars are all gone or all
               blocked, wins: this is misere play.

What is known: on the 3 x 3 board the first player wins ("Winning Ways" lists every position); on
the 4 x 4 and the 5 x 5 board perfect play never ends (David desJardins, rec.games.abstract, 1996;
https://www.ics.uci.edu/~eppstein/cgt/dodgem.html). Of the positions that can be reached, the same
board with the other player to move being another position:

    n  positions      moves      WIN     LOSE    DRAW   the start         longest WIN or LOSE
    3      2,055      5,715    1,215      840       0   WIN in 20 plies   22 plies
    4    395,294  1,909,221  210,883  149,130  35,281   DRAW              43 plies

For n = 5 there are 164,338,619 positions with 1,177,514,152 moves, too many for this script.

To run it:

    python examples/dodgem.py 4 | graphgame solve --play misere --summary
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterator, Sequence

import graphgame as gg

# The cars of the player to move, the other player's cars, and who is to move: 0 the first player,
# 1 the second. A set of cells is an int with the bit 1 << (n * row + column) for each cell.
Position = tuple[int, int, int]


def cell(n: int, player: int, ahead: int, across: int) -> int:
    """Return the bit of a cell as a player sees it: so many steps ahead of the starting edge.

    The first player looks right and the second up; the board of the one is the mirror image, in the
    diagonal through the bottom left corner, of the board of the other.
    """
    column, row = (ahead, across) if player == 0 else (across, ahead)
    return 1 << (n * row + column)


def start(n: int) -> Position:
    """Return the start: all cars on their starting edges, the first player to move."""
    first, second = (sum(cell(n, player, 0, k) for k in range(1, n)) for player in (0, 1))
    return first, second, 0


def steps(n: int, player: int) -> dict[int, list[int]]:
    """Return, for each cell, the cells to which a car of this player steps; 0 is off the board."""
    table = {}
    for ahead in range(n):
        for across in range(n):
            targets = [cell(n, player, ahead + 1, across) if ahead + 1 < n else 0]
            targets += [cell(n, player, ahead, k) for k in (across - 1, across + 1) if 0 <= k < n]
            table[cell(n, player, ahead, across)] = targets
    return table


def rule(n: int) -> Callable[[Position], Iterator[Position]]:
    """Return the function that gives the options of a position on the n x n board."""
    tables = steps(n, 0), steps(n, 1)

    def options(position: Position) -> Iterator[Position]:
        mine, theirs, player = position
        taken = mine | theirs
        for car, targets in tables[player].items():
            if car & mine:
                for target in targets:
                    if not target & taken:  # always so for 0: the way off the board is free
                        yield theirs, (mine ^ car) | target, 1 - player

    return options


def board(n: int) -> Callable[[Position], str]:
    """Return the function that shows a position of the n x n board as text, as above."""

    def text(position: Position) -> str:
        mine, theirs, player = position
        first, second = (mine, theirs) if player == 0 else (theirs, mine)
        cells = [(first >> k & 1) + 2 * (second >> k & 1) for k in range(n * n)]
        rows = ["".join(".12"[cell] for cell in cells[k : k + n]) for k in range(0, n * n, n)]
        return "\n".join(reversed(rows))

    return text


def turn(position: Position) -> int:
    """Return who is to move: 0 the first player, 1 the second."""
    return position[2]


PIECES = {
    "1": {"name": "car to the right", "figure": "car", "facing": "right", "colour": "#0072B2"},
    "2": {"name": "car upward", "figure": "car", "colour": "#D55E00"},
}


def main(argv: Sequence[str] | None = None) -> None:
    """Write the graph of Dodgem to standard output."""
    parser = argparse.ArgumentParser(description="Dodgem on an N x N board, as graph text")
    parser.add_argument("n", metavar="N", nargs="?", type=int, default=3, help="default: 3")
    n = parser.parse_args(argv).n
    if n < 1:
        parser.error(f"N is the side of a board, at least 1; got {n}")
    game = gg.explore(rule(n), start=start(n))
    try:
        print(f"# Dodgem on the {n} x {n} board; solve with --play misere", flush=True)
        gg.write_graph(game, sys.stdout.buffer)
        sys.stdout.flush()
    except BrokenPipeError:  # as in `... | head`: end quietly, as other programs in a pipe do
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # for the flush at exit
        raise SystemExit(141) from None


if __name__ == "__main__":
    main()
