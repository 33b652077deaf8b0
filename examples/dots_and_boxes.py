"""Dots and Boxes, in which who closes a box moves again, with the score of perfect play.

The rules: two players in turn draw a line between neighbouring dots of a grid. Who draws the fourth
side of a box owns it, and draws another line. When all lines are drawn, the score is the number of
one's own boxes less that of the opponent's.

What is known: Berlekamp, Conway and Guy, "Winning Ways", chapter 16; Barker and Korf, "Solving
Dots-and-Boxes", AAAI 2012 (https://doi.org/10.1609/aaai.v26i1.8144) solve boards of up to 4 × 5
boxes. On 2 × 2 boxes the first player wins, 3 boxes to 1.

To run it, on 2 × 2 boxes or on others:

    python examples/dots_and_boxes.py
    python examples/dots_and_boxes.py 2 3
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

import graphgame as gg

Codes = npt.NDArray[np.int64]


class DotsAndBoxes:
    """The game on a board of rows × columns of boxes.

    A position is a code: a bit for each line that is drawn; above them the boxes that player 0
    owns, four bits; and above these the player to move.
    """

    def __init__(self, rows: int, columns: int) -> None:
        across = (rows + 1) * columns  # lines; the others go down
        self.lines = across + rows * (columns + 1)
        self.boxes = [
            sum(
                1 << line
                for line in (
                    row * columns + column,
                    (row + 1) * columns + column,
                    across + row * (columns + 1) + column,
                    across + row * (columns + 1) + column + 1,
                )
            )
            for row in range(rows)
            for column in range(columns)
        ]
        self.box, self.turn = 1 << self.lines, 1 << self.lines + 4

    def options(self, codes: Codes) -> tuple[Codes, Codes]:
        """Return the sources, as indices of `codes`, and their options."""
        sources, line = np.nonzero(codes[:, None] >> np.arange(self.lines) & 1 == 0)
        before = codes[sources]
        after = before | 1 << line
        closed = np.sum(
            [(after & ~before & box > 0) & (after & box == box) for box in self.boxes], 0
        )
        mine = np.where(before & self.turn, 0, closed)
        return sources, np.where(closed, after + mine * self.box, after ^ self.turn)

    def owner(self, codes: Codes) -> Codes:
        """Return the player who moves."""
        return codes // self.turn

    def scores(self, codes: Codes) -> Codes:
        """Return the scores of finished games for the player to move, `NO_SCORE` elsewhere."""
        mine = 2 * (codes // self.box % 16) - len(self.boxes)
        score = np.where(codes & self.turn, -mine, mine)
        return np.where(codes % self.box == self.box - 1, score, gg.NO_SCORE)

    def solve(self) -> gg.ScoreSolution[int]:
        """Return the score of each position that can be reached."""
        game = gg.explore_codes(self.options, start=0)
        codes = np.asarray(game.labels)
        return gg.solve_scores(game, self.scores(codes), owner=self.owner(codes))


def main(argv: Sequence[str] | None = None) -> None:
    """Print who wins, and by how many boxes."""
    parser = argparse.ArgumentParser(description="Dots and Boxes")
    parser.add_argument("rows", type=int, nargs="?", default=2, choices=range(1, 3))
    parser.add_argument("columns", type=int, nargs="?", default=2, choices=range(1, 4))
    args = parser.parse_args(argv)
    s = DotsAndBoxes(args.rows, args.columns).solve()
    s.verify()
    margin = s.score(0)
    who = "the first player" if margin > 0 else "the second player"
    result = f"{who} wins by {abs(margin)}" if margin else "a draw"
    print(f"{args.rows} × {args.columns} boxes, {len(s):,} positions, {s.game.m:,} moves: {result}")


if __name__ == "__main__":
    main()
