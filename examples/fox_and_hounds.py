"""Fox and Hounds on an n × n board: the fox runs, the hounds pen it in. Rules in Python and C.

The rules, for an even n:

    . . F .    Only the dark squares are used: square (x, y), counted from 0 at the bottom left, is
     . . . .   dark when x + y is odd. n/2 hounds start on the bottom row, the fox starts on the top
    . . . .    row at x = 2 * floor(n / 4); the board here is 8 × 8. The fox moves first: one step
     . . . .   along a diagonal, in any direction. Then one hound moves one step along a diagonal,
    . . . .    upward only. Nothing is captured. A player who cannot move loses. Otherwise the fox
     . . . .   has won at once, whoever is to move, when it stands on a square that no hound could
    . . . .    reach any more, and there is another such square beside it: there it waits until the
     H H H H   hounds have run out of moves. (What a hound could reach by steps upward counts as
               reached, whatever stands in the way, and so do the squares on which hounds stand.)

What is known, from Joe Leslie-Hurd's Haskell solver (https://github.com/gilith/solve), which took
8 h 54 min and 157 GB for the 10 × 10 board; this script takes 37 s and 5.5 GB:

     n    positions        moves   the start
     4           83          110   Hounds in 8 plies
     6        8,175       19,678   Fox in 21
     8      709,868    2,456,202   Hounds in 44
    10   69,575,678  312,691,114   Hounds in 72

To run it, from the root of the repository:

    python examples/fox_and_hounds.py 8
"""

from __future__ import annotations

import argparse
import ctypes
from collections.abc import Sequence
from functools import cached_property

import numpy as np
import numpy.typing as npt
from _compiled import compiled

import graphgame as gg

Int64s = npt.NDArray[np.int64]

# The same rule in C, for codes as below; N is the length of the board.
SOURCE = """
#include <stdint.h>

#define HALF (N / 2)
#define SQUARES (N * HALF)
#define TURN (1ull << (SQUARES + 6))
typedef uint64_t squares;

// around[s]: the squares one step from s; up[s]: those of them that a hound on s reaches.
static squares around[SQUARES], up[SQUARES];
// Squares from which a step upward leads to the square HALF + 1 or HALF - 1 further on.
static squares go_right, go_left;

__attribute__((constructor)) static void find_steps(void) {
    for (int s = 0; s < SQUARES; s++) {
        int y = s / HALF, x = 2 * (s % HALF) + 1 - y % 2;
        for (int dy = -1; dy <= 1; dy += 2)
            for (int dx = -1; dx <= 1; dx += 2) {
                if (x + dx < 0 || x + dx >= N || y + dy < 0 || y + dy >= N) continue;
                int to = (y + dy) * HALF + (x + dx) / 2;
                around[s] |= 1ull << to;
                if (dy < 0) continue;
                up[s] |= 1ull << to;
                if (to == s + HALF + 1) go_right |= 1ull << s;
                if (to == s + HALF - 1) go_left |= 1ull << s;
            }
    }
}

int64_t preset(int64_t code, void *data) {
    squares reached = code & ((1ull << SQUARES) - 1);
    int fox = code >> SQUARES & 63;
    for (int row = 1; row < N; row++)
        reached |= (reached << HALF & ((1ull << SQUARES) - 1)) | (reached & go_right) << (HALF + 1)
                 | (reached & go_left) << (HALF - 1);
    if (reached >> fox & 1 || !(around[fox] & ~reached)) return 2;
    return code & TURN ? -1 : 1;
}

int64_t options(int64_t code, int64_t *found, int64_t room, void *data) {
    squares hounds = code & ((1ull << SQUARES) - 1);
    int64_t fox = code >> SQUARES & 63, count = 0, after = code ^ TURN;
    if (!(code & TURN)) {
        for (squares to = around[fox] & ~hounds; to; to &= to - 1, count++)
            if (count < room)
                found[count] = hounds | (int64_t)__builtin_ctzll(to) << SQUARES | TURN;
        return count;
    }
    for (squares rest = hounds; rest; rest &= rest - 1) {
        squares to = up[__builtin_ctzll(rest)] & ~(hounds | 1ull << fox);
        for (; to; to &= to - 1, count++)
            if (count < room) found[count] = after ^ (rest & -rest) ^ (to & -to);
    }
    return count;
}
"""


class FoxAndHounds:
    """The game on the n × n board, its positions being codes: int64 numbers of up to 57 bits.

    The dark squares are numbered row by row from the bottom left, n/2 to a row. From the right, the
    bits of a code are: one for each square, set where a hound stands; six for the number of the
    fox's square; one for the turn, set when the hounds are to move.
    """

    def __init__(self, n: int) -> None:
        if n not in range(2, 11, 2):
            raise ValueError(f"expected an even n from 2 to 10, got {n}")
        self.n, self.half, self.squares = n, n // 2, n * n // 2
        self.turn = 1 << self.squares + 6
        self.start = ((n - 1) * self.half + n // 4) << self.squares | (1 << self.half) - 1

        # fox_steps[d, s] is the square one step from s in direction d, or beyond the last square
        # where the board ends; around[s] has a bit for each of them.
        at = {(x, y): y * self.half + x // 2 for y in range(n) for x in range(1 - y % 2, n, 2)}
        directions = [(-1, -1), (1, -1), (-1, 1), (1, 1)]
        self.fox_steps = np.array(
            [[at.get((x + dx, y + dy), self.squares) for x, y in at] for dx, dy in directions],
            dtype=np.int64,
        )
        self.around = (1 << self.fox_steps).sum(axis=0) & (1 << self.squares) - 1

        # A step upward from square s leads to s + n/2, and from an even row also to s + n/2 + 1,
        # unless it starts at the right edge, from an odd row to s + n/2 - 1, unless at the left.
        self.below_top = (1 << self.squares - self.half) - 1
        self.go_right = sum(1 << s for (x, y), s in at.items() if y % 2 == 0 and x < n - 1)
        self.go_left = sum(1 << s for (x, y), s in at.items() if y % 2 == 1 and x > 0 and y < n - 1)

    def up(self, bits: Int64s) -> tuple[Int64s, Int64s]:
        """Return where hounds step from sets of squares: straight on in number, and aslant."""
        straight = (bits & self.below_top) << self.half
        right, left = bits & self.go_right, bits & self.go_left
        return straight, right << self.half + 1 | left << self.half - 1

    @cached_property
    def library(self) -> ctypes.CDLL:
        """The rule in C: `options` and `preset`."""
        return compiled(SOURCE, N=self.n)

    def split(self, codes: Int64s) -> tuple[Int64s, Int64s]:
        """Return the hounds as sets of squares, and the numbers of the foxes' squares."""
        return codes & (1 << self.squares) - 1, codes >> self.squares & 63

    def preset(self, codes: Int64s) -> Int64s:
        """Return the outcome for the player to move where the fox has got away."""
        hounds, fox = self.split(codes)
        reached = hounds
        for _ in range(self.n - 1):
            straight, aslant = self.up(reached)
            reached = reached | straight | aslant
        away = (reached >> fox & 1 == 0) & (self.around[fox] & ~reached != 0)
        return np.where(away, np.where(codes & self.turn, gg.LOSE, gg.WIN), gg.NO_PRESET)

    def options(self, codes: Int64s) -> tuple[Int64s, Int64s]:
        """Return all moves from the codes, as indices into them and the codes they lead to."""
        hounds_turn = codes & self.turn != 0
        moves = self.fox_moves(codes, np.flatnonzero(~hounds_turn))
        moves += self.hound_moves(codes, np.flatnonzero(hounds_turn))
        sources, options = zip(*moves, strict=True)
        return np.concatenate(sources), np.concatenate(options)

    def fox_moves(self, codes: Int64s, rows: Int64s) -> list[tuple[Int64s, Int64s]]:
        """Return the moves from some of the codes, in which the fox is to move."""
        hounds, fox = self.split(codes[rows])
        taken = hounds | 1 << self.squares  # so is the square beyond the last one
        moves = []
        for steps in self.fox_steps:
            to = steps[fox]
            free = np.flatnonzero(taken >> to & 1 == 0)
            moves.append((rows[free], self.turn | to[free] << self.squares | hounds[free]))
        return moves

    def hound_moves(self, codes: Int64s, rows: Int64s) -> list[tuple[Int64s, Int64s]]:
        """Return the moves from some of the codes, in which the hounds are to move."""
        after = codes[rows] ^ self.turn  # the same position with the fox to move
        hounds, fox = self.split(after)
        taken = hounds | 1 << fox
        moves = []
        rest = hounds
        for _ in range(self.half):
            hound = rest & -rest  # the lowest bit, that of the next hound
            rest = rest ^ hound
            for to in self.up(hound):
                free = np.flatnonzero(to & ~taken)
                moves.append((rows[free], after[free] ^ hound[free] ^ to[free]))
        return moves

    def explore(self, *, progress: bool = False) -> gg.GameGraph:
        """Return the graph of all positions that can be reached."""
        return gg.explore_codes(self.options, self.start, presets=self.preset, progress=progress)

    def board(self, code: int) -> str:
        """Return a position as text, as above."""
        hounds, fox = code & (1 << self.squares) - 1, code >> self.squares & 63
        dark = ["H" if hounds >> s & 1 else "F" if s == fox else "." for s in range(self.squares)]
        rows = [" ".join(dark[k : k + self.half]) for k in range(0, self.squares, self.half)]
        rows = [f"{row} " if y % 2 else f" {row}" for y, row in enumerate(rows)]
        return "\n".join(reversed(rows))

    def player(self, code: int) -> int:
        """Return who is to move: 0 the fox, 1 the hounds."""
        return int(code & self.turn != 0)

    def result(self, solution: gg.Solution) -> str:
        """Return who wins from the start, and in how many plies; the fox moves first."""
        winner = {gg.WIN: "Fox", gg.LOSE: "Hounds"}[solution.outcome(self.start)]
        return f"{winner} in {solution.remoteness_of(self.start)}"


PIECES = {
    "F": {"name": "fox", "figure": "fox", "colour": "#D55E00"},
    "H": {"name": "hound", "figure": "hound", "colour": "#56B4E9"},
    " ": {"name": "light square", "text": ""},
}


def main(argv: Sequence[str] | None = None) -> None:
    """Explore and solve the game, and print what was found."""
    parser = argparse.ArgumentParser(description="Fox and Hounds on an N × N board")
    parser.add_argument("n", metavar="N", type=int, nargs="?", default=8, choices=range(2, 11, 2))
    parser.add_argument("--progress", action="store_true", help="show it on standard error")
    args = parser.parse_args(argv)
    game = FoxAndHounds(args.n)
    graph = game.explore(progress=args.progress)
    print(f"{graph.n:,} positions, {graph.m:,} moves: {game.result(gg.solve(graph))}")


if __name__ == "__main__":
    main()
