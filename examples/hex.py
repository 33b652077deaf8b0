"""Hex: two players fill a rhombus of cells, and one of them joins two opposite sides of it.

    . . . .       The first player, X, wants to join the top and the bottom by a chain of stones,
     . X O .      the second, O, the left and the right side. A cell has up to six neighbours: two
      . X . .     in its row, two above and two below, as the rows stand here. A full board has
       O . . .    exactly one such chain, so there are no draws.

What is known: John Nash showed that who begins wins on every board, since a stone never harms. The
openings that win are known for boards up to 9 × 9 (J. Pawlewicz and R. Hayward, "Scalable parallel
DFPN search", 2013).

To run it, from the root of the repository: every opening on 4 × 4, by a search for who wins, up to
half a turn of the board; and the empty board alone, with a proof, which takes 40 s on 5 × 5:

    python examples/hex.py 4
    python examples/hex.py 5 --prove
"""

from __future__ import annotations

import argparse
import ctypes
from collections.abc import Sequence
from typing import Any

from _compiled import compiled

import graphgame as gg

# A code is the cells of X, and CELLS bits above them those of O. Cell 0 is the first of the top
# row. Who has fewer stones moves, and X if both have the same number.
SOURCE = """
#include <stdint.h>

#define CELLS (SIDE * SIDE)
static const uint64_t all = (1ull << CELLS) - 1, row = (1ull << SIDE) - 1;
static uint64_t first, last;    // the leftmost and the rightmost cells

__attribute__((constructor)) static void prepare(void) {
    for (int r = 0; r < SIDE; r++) first |= 1ull << r * SIDE;
    last = first << (SIDE - 1);
}

// Whether a chain of stones leads from some cells to others.
static int joins(uint64_t stones, uint64_t from, uint64_t to) {
    uint64_t chain = stones & from, before = 0;
    while (chain != before) {
        before = chain;
        uint64_t left = chain & ~first, right = chain & ~last;
        chain |= left >> 1 | right << 1 | chain >> SIDE | chain << SIDE
               | right >> (SIDE - 1) | left << (SIDE - 1);
        chain &= stones;
    }
    return (chain & to) != 0;
}

// 1 if O is to move.
static int turn(int64_t code) {
    return __builtin_popcountll(code & all) > __builtin_popcountll(code >> CELLS);
}

// Only who has moved last may have joined the sides.
int64_t preset(int64_t code, void *data) {
    int won = turn(code) ? joins(code & all, row, row << SIDE * (SIDE - 1))
                         : joins(code >> CELLS, first, last);
    return won ? -1 : 2;                                // the player to move has lost
}

int64_t options(int64_t code, int64_t *found, int64_t room, void *data) {
    uint64_t free = ~(code | code >> CELLS) & all;
    int shift = turn(code) ? CELLS : 0;
    int64_t count = 0;
    for (; free; free &= free - 1)
        if (count++ < room) found[count - 1] = code | (int64_t)(free & -free) << shift;
    return count;
}

static uint64_t turned(uint64_t cells) {
    uint64_t image = 0;
    for (int at = 0; at < CELLS; at++) image = image << 1 | (cells >> at & 1);
    return image;
}

// The lesser of a position and of the same after half a turn.
int64_t canonical(int64_t code, void *data) {
    int64_t image = turned(code & all) | turned(code >> CELLS) << CELLS;
    return image < code ? image : code;
}

// How many free cells the player to move must take to join the sides, and the other player: a move
// comes first after which the way of its author is short, and the other one is long.
static int way(uint64_t own, uint64_t free, uint64_t from, uint64_t to) {
    uint64_t reached = 0, next = from & (own | free);
    for (int cost = 0; cost <= CELLS; cost++) {
        // What is reached with so many free cells: own stones cost nothing.
        uint64_t level = next & ~reached, before = 0;
        uint64_t chain = reached | (level & own);
        while (chain != before) {
            before = chain;
            uint64_t left = chain & ~first, right = chain & ~last;
            uint64_t around = left >> 1 | right << 1 | chain >> SIDE | chain << SIDE
                            | right >> (SIDE - 1) | left << (SIDE - 1);
            chain |= around & own;
            next |= around & free;
        }
        reached = chain;
        if (reached & to) return cost;
        reached |= next & free;
        next |= reached;
        uint64_t left = reached & ~first, right = reached & ~last;
        next |= (left >> 1 | right << 1 | reached >> SIDE | reached << SIDE
              | right >> (SIDE - 1) | left << (SIDE - 1)) & (own | free);
        if (reached & to) return cost + 1;
    }
    return CELLS + 1;
}

int64_t order(int64_t code, void *data) {
    uint64_t x = code & all, o = code >> CELLS, free = ~(x | o) & all;
    int down = way(x, free, row, row << SIDE * (SIDE - 1)), across = way(o, free, first, last);
    return turn(code) ? down - across : across - down;
}
"""


class Hex:
    """The game on a board of side × side cells."""

    start = 0

    def __init__(self, side: int) -> None:
        if not 1 <= side <= 5:
            raise ValueError(f"expected a side from 1 to 5, got {side}")
        self.side, self.cells = side, side * side
        self.library: ctypes.CDLL = compiled(SOURCE, SIDE=side)

    def solve(self) -> gg.Solution[int]:
        """Return the answers of all positions: for boards up to 3 × 3."""
        rule = self.library
        return gg.solve(rule.options, start=0, presets=rule.preset)

    def prove(self, code: int = 0, *, memory: int | str = "512MiB") -> gg.Proof[int]:
        """Return a proof of who wins from a position."""
        rule = self.library
        given: dict[str, Any] = {"presets": rule.preset, "canonical": rule.canonical}
        given |= {"order": rule.order, "search": "proof-number", "memory": memory}
        return gg.prove(rule.options, code, **given)

    def openings(self) -> list[int]:
        """Return the first moves with which X wins, as cells."""
        found: list[int] = []
        for cell in range(self.cells):
            image = self.cells - 1 - cell
            if cell <= image and self.prove(1 << cell).outcome == gg.LOSE:
                found += {cell, image}
        return sorted(found)

    def board(self, code: int) -> str:
        """Return the cells of a position, row by row."""
        marks = [
            "X" if code >> at & 1 else "O" if code >> self.cells + at & 1 else "."
            for at in range(self.cells)
        ]
        return "".join(marks)

    def turn(self, code: int) -> int:
        """Return who is to move: 0 for X, 1 for O."""
        whole = (1 << self.cells) - 1
        return int((code & whole).bit_count() > (code >> self.cells).bit_count())

    def move_name(self, code: int, option: int) -> str:
        """Return the cell in which a stone is placed."""
        changed = code ^ option
        return self.cell_name((changed.bit_length() - 1) % self.cells)

    def cell_name(self, at: int) -> str:
        """Return the name of a cell: a1 is at the bottom left."""
        row, column = divmod(at, self.side)
        return f"{'abcde'[column]}{self.side - row}"

    def drawing(self) -> str:
        """Return the board as SVG: a hexagon for each cell, and the sides that players join."""
        wide, step, last = 40, 34, self.side - 1
        width, height = wide * (3 * self.side - 1) // 2 + 20, step * self.side + 34
        corners = [(20, -6), (40, 6), (40, 28), (20, 40), (0, 28), (0, 6)]

        def points(row: int, column: int, *of: int) -> str:
            x, y = 10 + wide * column + wide * row // 2, 16 + step * row
            return " ".join(f"{x + corners[k][0]},{y + corners[k][1]}" for k in of)

        every = range(self.side)
        sides = [
            ("X", [points(0, column, 5, 0, 1) for column in every]),
            ("X", [points(last, column, 4, 3, 2) for column in every]),
            ("O", [points(row, 0, 5, 4) for row in every]),
            ("O", [points(row, last, 1, 2) for row in every]),
        ]
        # The cells hide the inner half of these lines.
        shapes = [
            f'<polyline points="{" ".join(line)}" fill="none" stroke="{PIECES[piece]["colour"]}" '
            'stroke-width="10" stroke-linejoin="round"/>'
            for piece, line in sides
        ]
        for at in range(self.cells):
            cell = points(*divmod(at, self.side), *range(6))
            shapes.append(
                f'<polygon data-place="{self.cell_name(at)}" points="{cell}" fill="white" '
                'stroke="#868f98"/>'
            )
        return f'<svg viewBox="0 0 {width} {height}">{"".join(shapes)}</svg>'


PIECES = {
    "X": {"name": "first player", "shape": "place", "colour": "#D55E00"},
    "O": {"name": "second player", "shape": "place", "colour": "#0072B2"},
}


def main(argv: Sequence[str] | None = None) -> None:
    """Print which openings win, or prove the empty board."""
    parser = argparse.ArgumentParser(description="Hex")
    parser.add_argument("side", type=int, nargs="?", default=4, choices=range(1, 6))
    parser.add_argument("--prove", action="store_true", help="the empty board alone, with a proof")
    args = parser.parse_args(argv)
    game = Hex(args.side)
    if args.prove:
        proof = game.prove()
        print(f"{args.side} × {args.side}: the start is a {proof.outcome}; {proof.nodes:,} nodes")
        print(f"the proof has {len(proof):,} positions; verified: {proof.verify()}")
        return
    wins = game.openings()
    for row in range(args.side):
        cells = range(row * args.side, (row + 1) * args.side)
        print(" " * row + " ".join(".X"[at in wins] for at in cells))
    print(f"{args.side} × {args.side}: X wins with {len(wins)} of {game.cells} openings")


if __name__ == "__main__":
    main()
