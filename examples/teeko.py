"""Teeko on an n × n board: four stones each, to be brought into a line or a square. Rules in C.

The rules (John Scarne's standard game): the players take turns to put one of four stones each on an
empty cell; then, in turn, to move one of their own to an empty cell beside it, also diagonally. Who
has four stones in a row, a column or a diagonal, side by side, or in a square of four cells, wins.

    . . . . .    X is a stone of the player to move, O one of the other player: the rules are the
    . X O . .    same for both, and so the turn is no part of a position. Here the players have put
    . . X . .    two of their stones each.
    . . O . .
    . . . . .

What is known: on 5 × 5, with its 44 winning patterns, the game is a draw (Guy L. Steele, 1998;
https://mathworld.wolfram.com/Teeko.html). Of the positions that can be reached, where the eight
that turning and reflecting the board make of one are the same, and so are moves that lead to the
same:

    n   positions        moves        WIN       LOSE       DRAW   the start
    4     189,317    1,962,654     39,060      6,157    144,100   DRAW
    5  12,063,947  201,142,328  4,158,614  1,084,395  6,820,938   DRAW

To run it, from the root of the repository; 5 × 5 takes 30 s of CPU time and 2.2 GB:

    python examples/teeko.py 4

A page holds a smaller game, on three rows of four cells: 125,931 positions, which say who moves, of
which 16,644 are WIN, 3,120 LOSE and 106,167 DRAW. The start is a draw.

With --check the game is solved again without the symmetry, which on 4 × 4 has 1,508,592 positions.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from _compiled import SYMMETRY, compiled
from _square import SquareGame, run

import graphgame as gg

SOURCE = """
#define STONES 4

// Rows of N cells.
#define ROWS (CELLS / N)

// around[c]: the cells beside cell c. goals: the lines and squares of four cells.
static cells around[CELLS], goals[4 * CELLS];
static int goal_count;

__attribute__((constructor)) static void find_goals(void) {
    const int steps[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
    for (int c = 0; c < CELLS; c++) {
        int x = c % N, y = c / N;
        for (int dy = -1; dy <= 1; dy++)
            for (int dx = -1; dx <= 1; dx++)
                if ((dx || dy) && x + dx >= 0 && x + dx < N && y + dy >= 0 && y + dy < ROWS)
                    around[c] |= 1u << (c + dx + N * dy);
        for (int k = 0; k < 4; k++) {
            int dx = steps[k][0], dy = steps[k][1], end = x + 3 * dx, bottom = y + 3 * dy;
            if (end < N && bottom >= 0 && bottom < ROWS)
                for (int step = 0; step < 4; step++)
                    goals[goal_count] |= 1u << (c + step * (dx + N * dy));
            goal_count += goals[goal_count] != 0;
        }
        if (x + 1 < N && y + 1 < ROWS)
            goals[goal_count++] = (1u << c | 1u << (c + 1)) * (1u | 1u << N);
    }
}

int64_t preset(int64_t code, void *data) {
    cells other = code >> CELLS;                    // only who has just moved can have won
    for (int k = 0; k < goal_count; k++)
        if (other == goals[k]) return -1;
    return 2;
}

int64_t options(int64_t code, int64_t *found, int64_t room, void *data) {
    cells own = code & ALL, other = code >> CELLS, empty = ALL & ~(own | other);
    int64_t count = 0;
    if (__builtin_popcount(own) < STONES) {
        for (cells left = empty; left; left &= left - 1)
            if (count++ < room)
                found[count - 1] = other | (int64_t)(own | (left & -left)) << CELLS;
        return count;
    }
    for (cells rest = own; rest; rest &= rest - 1)
        for (cells left = around[__builtin_ctz(rest)] & empty; left; left &= left - 1) {
            cells moved = (own ^ (rest & -rest)) | (left & -left);
            if (count++ < room) found[count - 1] = other | (int64_t)moved << CELLS;
        }
    return count;
}

// The same with a bit that says who moves, so that a board does not change sides between two moves.
#define SIDE (1ll << 2 * CELLS)

int64_t sided_options(int64_t code, int64_t *found, int64_t room, void *data) {
    int64_t count = options(code & ~SIDE, found, room, data);
    for (int64_t i = 0; i < count && i < room; i++) found[i] |= ~code & SIDE;
    return count;
}

int64_t sided_preset(int64_t code, void *data) { return preset(code & ~SIDE, data); }
"""

MARKS = str.maketrans("012", ".XO")
PIECES = {
    "X": {"figure": "stone", "colour": "#0072b2", "name": "blue stone"},
    "O": {"figure": "stone", "colour": "#d55e00", "name": "orange stone"},
}


class Teeko(SquareGame):
    """The game on the 4 × 4 or the 5 × 5 board."""

    sizes = 4, 5
    source = SOURCE

    def move_name(self, code: int, option: int) -> str:
        """Return where a stone is put, or from where to where it moves."""
        cells = self.n**2
        before, after = code & (1 << cells) - 1, option >> cells
        changed = [before & ~after, after & ~before]
        return "–".join(self.cell_name(x.bit_length() - 1) for x in changed if x)


class SmallTeeko:
    """The game on three rows of four cells: small enough for a page.

    Positions say who moves, and none stands for others.
    """

    n, cells = 4, 12

    def __init__(self) -> None:
        self.library = compiled(SYMMETRY + SOURCE, N=self.n, CELLS=self.cells, SYMMETRIES=1)

    def solve(self) -> gg.Solution[int]:
        """Solve all positions that the empty board leads to."""
        library = self.library
        graph = gg.explore_codes(library.sided_options, 0, presets=library.sided_preset)
        return gg.solve(graph)

    def turn(self, code: int) -> int:
        """Return who moves: 0 for X, 1 for O."""
        return code >> 2 * self.cells & 1

    def board(self, code: int) -> str:
        """Return the board of a position."""
        n, cells = self.n, self.cells
        own, other = code & (1 << cells) - 1, code >> cells & (1 << cells) - 1
        if self.turn(code):
            own, other = other, own
        # A digit for each cell, the first being that of cell 0.
        digits = str(int(f"{own:b}") + 2 * int(f"{other:b}")).zfill(cells)[::-1]
        shown = digits.translate(MARKS)
        return "\n".join([shown[k : k + n] for k in range(0, cells, n)])

    def look(self) -> dict[str, Any]:
        """Return what the page shows."""
        return {
            "title": "Teeko on 4 × 3",
            "board": self.board,
            "turn": self.turn,
            "pieces": PIECES,
        }


def main(argv: Sequence[str] | None = None) -> None:
    """Explore and solve the game, and print what was found."""
    run(Teeko, argv)


if __name__ == "__main__":
    main()
