"""Connect-4 on small boards, with the rules in C.

The rules: the columns stand upright. The players take turns to drop a stone into a column that is
not full; it falls on top of the others there. Who first has four stones side by side, in a row, a
column or a diagonal, wins. A full board without four is a draw.

    . . . . . .    The board is 6 wide and 4 high; the first player, X, has started in the third
    . . . . . .    column, and the second has answered O on top of it.
    . . O . . .
    . . X . . .

What is known: John Tromp counted the positions (https://tromp.github.io/c4/c4.html) and solved many
boards. On 6 × 4 the second player wins with the last stone:

    width × height    positions         moves          WIN         LOSE         DRAW   the start
    4 × 4               161,029       304,574       38,675       32,234       90,120   DRAW
    4 × 5             1,706,255     3,175,616      509,601      484,233      712,421   DRAW
    5 × 4             3,945,711     8,757,625    1,390,516    1,251,559    1,303,636   DRAW
    6 × 4            94,910,577   237,182,644   38,913,621   37,635,677   18,361,279   LOSE in 24

To run it, from the root of the repository; 6 × 4 takes 21 s of CPU time and 3 GB, since the answers
are kept without the moves:

    python examples/connect_four.py 5 4

Who wins from the empty board alone is found by a search that looks at a few of the positions, and
proven. On 6 × 4 that takes 3 s and 256 MB:

    python examples/connect_four.py 6 4 --prove
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from _compiled import Game, add_threads, compiled, counted

import graphgame as gg

# The tables of positions have room for so many at once.
POSITIONS = {(4, 4): 161_029, (4, 5): 1_706_255, (5, 4): 3_945_711, (6, 4): 94_910_577}

# Each column is HEIGHT + 1 bits of a code, the lowest for its bottom cell. A set bit is a stone of
# the player to move, but for the highest set bit of the column, which stands above its stones.
SOURCE = """
#include <stdint.h>

#define COLUMN (HEIGHT + 1)
static uint64_t lowest, highest;   // the bottom bits of all columns, and their top bits

__attribute__((constructor)) static void prepare(void) {
    for (int c = 0; c < WIDTH; c++) lowest |= 1ull << c * COLUMN;
    highest = lowest << HEIGHT;
}

// The cells with a stone.
static uint64_t stones(uint64_t code) {
    uint64_t below = code;
    for (int k = 0; k < HEIGHT; k++) below |= below >> 1 & ~highest;
    return below >> 1 & ~highest;
}

// Whether four of these stones stand side by side.
static int has_four(uint64_t own) {
    const int steps[4] = {1, COLUMN - 1, COLUMN, COLUMN + 1};
    for (int k = 0; k < 4; k++) {
        uint64_t two = own & own >> steps[k];
        if (two & two >> 2 * steps[k]) return 1;
    }
    return 0;
}

int64_t preset(int64_t code, void *data) {
    uint64_t all = stones(code), own = code ^ (all + lowest);
    if (has_four(all ^ own)) return -1;                 // the last move made four: LOSE
    return all + lowest == highest ? 0 : 2;             // a full board is a DRAW
}

int64_t options(int64_t code, int64_t *found, int64_t room, void *data) {
    uint64_t all = stones(code), own = code ^ (all + lowest);
    int64_t count = 0;
    for (int c = 0; c < WIDTH; c++) {
        uint64_t cells = ((1ull << HEIGHT) - 1) << c * COLUMN;
        uint64_t next = (all + lowest) & cells;         // 0 where the column is full
        if (next && count++ < room) found[count - 1] = (all ^ own) | ((all | next) + lowest);
    }
    return count;
}

// The lesser of a position and its mirror image: what stands for both.
int64_t mirror(int64_t code, void *data) {
    int64_t image = 0;
    for (int c = 0; c < WIDTH; c++)
        image = image << COLUMN | (code >> c * COLUMN & ((1ll << COLUMN) - 1));
    return image < code ? image : code;
}
"""


class ConnectFour(Game):
    """The game on a board so wide and so high."""

    def __init__(self, width: int, height: int) -> None:
        if width < 1 or height < 1 or width * (height + 1) > 62:
            raise ValueError(f"expected width * (height + 1) up to 62, got {width} and {height}")
        self.width, self.height = width, height
        self.library = compiled(SOURCE, WIDTH=width, HEIGHT=height)
        self.start = sum(1 << c * (height + 1) for c in range(width))

    def solve(self, *, threads: int = 1, progress: bool = False) -> gg.Database[int]:
        """Return the answers alone: the graph would take three times the memory."""
        return gg.build(
            self.library.options,
            start=self.start,
            presets=self.library.preset,
            expect=POSITIONS.get((self.width, self.height)),
            threads=threads,
            progress=progress,
        )

    def prove(self, *, memory: int | str = "256MiB", progress: bool = False) -> gg.Proof[int]:
        """Return a proof of who wins from the empty board, up to symmetry."""
        return gg.prove(
            self.library.options,
            self.start,
            presets=self.library.preset,
            canonical=self.library.mirror,
            memory=memory,
            progress=progress,
        )

    def columns(self, code: int) -> list[tuple[int, int]]:
        """Return, for each column, how many stones it has, and those of the player to move."""
        bits = self.height + 1
        parts = [code >> c * bits & (1 << bits) - 1 for c in range(self.width)]
        return [(part.bit_length() - 1, part ^ 1 << part.bit_length() - 1) for part in parts]

    def turn(self, code: int) -> int:
        """Return who is to move: 0 the first player, 1 the second."""
        return sum(high for high, _ in self.columns(code)) % 2

    def board(self, code: int) -> str:
        """Return a position as text, as above."""
        marks = "XO" if self.turn(code) == 0 else "OX"
        rows = [
            "".join("." if y >= high else marks[~own >> y & 1] for high, own in self.columns(code))
            for y in range(self.height)
        ]
        return "\n".join(reversed(rows))

    def move_name(self, code: int, option: int) -> str:
        """Return the column that a stone falls into: a, b, and so on, as beside the board."""
        before, after = self.columns(code), self.columns(option)
        return next(chr(97 + c) for c in range(self.width) if before[c][0] < after[c][0])


PIECES = {
    "X": {"name": "first player", "shape": "disc", "colour": "#D55E00"},
    "O": {"name": "second player", "shape": "disc", "colour": "#0072B2"},
}


def main(argv: Sequence[str] | None = None) -> None:
    """Explore and solve the game, and print what was found."""
    parser = argparse.ArgumentParser(description="Connect-4 on a small board")
    parser.add_argument("width", type=int, nargs="?", default=5)
    parser.add_argument("height", type=int, nargs="?", default=4)
    parser.add_argument("--prove", action="store_true", help="the empty board alone, with a proof")
    add_threads(parser)
    args = parser.parse_args(argv)
    game = ConnectFour(args.width, args.height)
    if args.prove:
        proof = game.prove(progress=args.progress)
        plies = "" if proof.plies is None else f" in at most {proof.plies} plies"
        print(f"the start is a {proof.outcome}{plies}; {proof.nodes:,} nodes searched")
        print(f"the proof has {len(proof):,} positions; verified: {proof.verify()}")
        return
    s = game.solve(threads=args.threads, progress=args.progress)
    print(f"{len(s):,} positions: {counted(s)}; the start is a {game.result(s)}")


if __name__ == "__main__":
    main()
