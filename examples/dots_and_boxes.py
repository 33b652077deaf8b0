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

The score of the empty board alone is found by a search, with a rule in C, and proven: that a player
gets so much, and no more.

    python examples/dots_and_boxes.py 2 3 --prove
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
from _compiled import compiled

import graphgame as gg

Codes = npt.NDArray[np.int64]

# The same rule for one position. BOXES says the lines of each box, and LINES how many there are.
SOURCE = """
#include <stdint.h>

static const int64_t boxes[] = {BOXES};
enum { COUNT = sizeof boxes / sizeof *boxes };
static const int64_t box = 1ll << LINES, turn = box << 4;

int64_t options(int64_t code, int64_t *found, int64_t room, void *data) {
    int64_t count = 0;
    for (int64_t line = 1; line < box; line <<= 1) {
        if (code & line) continue;
        int64_t after = code | line;
        int closed = 0;
        for (int b = 0; b < COUNT; b++)
            closed += (boxes[b] & line) && (after & boxes[b]) == boxes[b];
        if (!closed) after ^= turn;                     // the other player moves
        else if (!(code & turn)) after += closed * box; // the boxes of player 0 are counted
        if (count++ < room) found[count - 1] = after;
    }
    return count;
}

int64_t owner(int64_t code, void *data) {
    return code / turn;
}

int64_t score(int64_t code, void *data) {
    if ((code & (box - 1)) != box - 1) return INT64_MIN; // play goes on
    int64_t margin = 2 * (code / box % 16) - COUNT;
    return code & turn ? -margin : margin;
}

// Moves after which fewer boxes wait for their last side come first.
int64_t order(int64_t code, void *data) {
    int64_t open = 0;
    for (int b = 0; b < COUNT; b++)
        open += __builtin_popcountll(boxes[b] & ~code) == 1;
    return open;
}
"""


class DotsAndBoxes:
    """The game on a board of rows × columns of boxes.

    A position is a code: a bit for each line that is drawn; above them the boxes that player 0
    owns, four bits; and above these the player to move.
    """

    def __init__(self, rows: int, columns: int) -> None:
        self.rows, self.columns = rows, columns
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

    def drawing(self) -> str:
        """Return the board as SVG: the boxes, the lines, and the boxes that each player owns."""
        side = 30
        wide, high = side * self.columns + 20, side * self.rows + 34
        ends = [
            *((x, y, x + 1, y) for y in range(self.rows + 1) for x in range(self.columns)),
            *((x, y, x, y + 1) for y in range(self.rows) for x in range(self.columns + 1)),
        ]
        dots = [(x, y) for y in range(self.rows + 1) for x in range(self.columns + 1)]
        shapes = [f'<rect width="{wide}" height="{high}" fill="white"/>']
        shapes += [
            f'<rect data-place="box {name}" x="{10 + side * x}" y="{10 + side * y}" width="{side}" '
            f'height="{side}" fill="white"/>'
            for y in range(self.rows)
            for x in range(self.columns)
            for name in [f"{'abcdef'[x]}{self.rows - y}"]
        ]
        shapes += [
            f'<line data-place="{self.line_name(line)}" x1="{10 + side * x}" y1="{10 + side * y}" '
            f'x2="{10 + side * u}" y2="{10 + side * v}" stroke="#868f98" stroke-width="3"/>'
            for line, (x, y, u, v) in enumerate(ends)
        ]
        shapes += [f'<circle cx="{10 + side * x}" cy="{10 + side * y}" r="2.5"/>' for x, y in dots]
        shapes += [
            f'<rect data-place="boxes of the {name} player" x="{x}" y="{high - 18}" width="16" '
            'height="16" fill="white"/>'
            for name, x in (("first", 10), ("second", wide - 26))
        ]
        return f'<svg viewBox="0 0 {wide} {high}">{"".join(shapes)}</svg>'

    def line_name(self, line: int) -> str:
        """Return the name of a line by its ends, as in "a1–b1"; a1 is at the bottom left."""
        across = (self.rows + 1) * self.columns
        if line < across:
            row, column = divmod(line, self.columns)
            ends = (column, row), (column + 1, row)
        else:
            row, column = divmod(line - across, self.columns + 1)
            ends = (column, row), (column, row + 1)
        return "–".join(sorted(f"{'abcdefg'[x]}{self.rows + 1 - y}" for x, y in ends))

    def board(self, code: int) -> str:
        """Return what is drawn: the boxes, the lines, and how many boxes each player owns."""
        closed = [code & box == box for box in self.boxes]
        first = code // self.box % 16
        boxes = "".join(".#"[x] for x in closed)
        lines = "".join(".-"[code >> line & 1] for line in range(self.lines))
        return f"{boxes}{lines}{first}{sum(closed) - first}"

    def move_name(self, code: int, option: int) -> str:
        """Return the name of the line that is drawn."""
        return self.line_name(((code ^ option) & (self.box - 1)).bit_length() - 1)

    def solve(self) -> gg.ScoreSolution[int]:
        """Return the score of each position that can be reached."""
        game = gg.explore_codes(self.options, start=0)
        codes = np.asarray(game.labels)
        return gg.solve_scores(game, self.scores(codes), owner=self.owner(codes))

    def prove(
        self, *, bound: int | None = None, memory: int | str = "512MiB", progress: bool = False
    ) -> gg.Proof[int]:
        """Return a proof of the score of the empty board, or that it is at least a bound."""
        library = compiled(SOURCE, BOXES=",".join(map(str, self.boxes)), LINES=self.lines)
        return gg.prove(
            library.options,
            0,
            scores=library.score,
            owner=library.owner,
            order=library.order,
            bound=bound,
            memory=memory,
            progress=progress,
        )


PIECES = {
    "-": {"name": "line", "shape": "place", "colour": "#0b3d63"},
    "#": {"name": "closed", "shape": "place", "colour": "#bcd9ec"},
}


def main(argv: Sequence[str] | None = None) -> None:
    """Print who wins, and by how many boxes."""
    parser = argparse.ArgumentParser(description="Dots and Boxes")
    parser.add_argument("rows", type=int, nargs="?", default=2, choices=range(1, 4))
    parser.add_argument("columns", type=int, nargs="?", default=2, choices=range(1, 4))
    parser.add_argument("--prove", action="store_true", help="the empty board alone, with a proof")
    args = parser.parse_args(argv)
    if args.prove:
        proof = DotsAndBoxes(args.rows, args.columns).prove()
        print(f"{args.rows} × {args.columns} boxes: {proof}; {proof.nodes:,} nodes searched")
        print(f"verified: {proof.verify()}")
        return
    if args.rows == 3:
        parser.error("rows: expected 1 or 2 without --prove, got 3")
    s = DotsAndBoxes(args.rows, args.columns).solve()
    s.verify()
    margin = s.score(0)
    who = "the first player" if margin > 0 else "the second player"
    result = f"{who} wins by {abs(margin)}" if margin else "a draw"
    print(f"{args.rows} × {args.columns} boxes, {len(s):,} positions, {s.game.m:,} moves: {result}")


if __name__ == "__main__":
    main()
