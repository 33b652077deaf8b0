"""Cram: whoever cannot place a domino on two free cells of a board loses.

    . . . .     A move takes two cells that share a side; here the first move has been made.  What
    . # # .     is left falls apart as the game goes on, and its value is the XOR of the values of
    . . . .     its regions.  So the rules give sums: each move replaces a region by a sum of
                regions, and single cells, on which nobody can move, are left out.

Regions that a translation, a rotation or a reflection turns into each other are one.  The rules are
here twice, in Python and in C.  With --all the values of all regions are found, else only those
that the value of the board needs, and with --check they are verified.

What is known: a board of even sides is 0, by symmetry; one with an even side and an odd one is not.
The values of boards up to 7 × 7 are in J. Lemoine and S. Viennot, "Nimbers are inevitable",
Theoretical Computer Science 462, 2012, https://arxiv.org/abs/1011.5841.

To run it, from the root of the repository:

    python examples/cram.py 5 6

7 × 7 takes about a minute, and 6 × 7 five minutes and a gigabyte.  The rules in C need gcc.  Boards
are up to 8 × 8, or up to 4 × 16.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterable, Sequence
from typing import Any

from _compiled import compiled

import graphgame as gg

Cell = tuple[int, int]
Region = tuple[Cell, ...]

# A region is a set of bits, a cell each: SIDE cells to a row, so that 8 rows of 8, or 16 of 4.
SOURCE = """
#include <stdint.h>

typedef uint64_t cells;

#if SIDE == 8
#define FIRST 0x0101010101010101ull
#else
#define FIRST 0x1111111111111111ull
#endif
#define LAST (FIRST << (SIDE - 1))

// Rows in the opposite order, all that the word has; and columns.
static cells reversed_rows(cells x) {
    x = __builtin_bswap64(x);
#if SIDE == 4
    x = (x >> 4 & 0x0f0f0f0f0f0f0f0full) | (x & 0x0f0f0f0f0f0f0f0full) << 4;
#endif
    return x;
}

static cells reversed_columns(cells x) {
    x = (x >> 1 & 0x5555555555555555ull) | (x & 0x5555555555555555ull) << 1;
    x = (x >> 2 & 0x3333333333333333ull) | (x & 0x3333333333333333ull) << 2;
#if SIDE == 8
    x = (x >> 4 & 0x0f0f0f0f0f0f0f0full) | (x & 0x0f0f0f0f0f0f0f0full) << 4;
#endif
    return x;
}

#if SIDE == 8
// Rows and columns exchanged: bits of the blocks of 1, 2 and 4 cells across the diagonal.
static cells transposed(cells x) {
    cells t = 0x0f0f0f0f00000000ull & (x ^ x << 28);
    x ^= t ^ t >> 28;
    t = 0x3333000033330000ull & (x ^ x << 14);
    x ^= t ^ t >> 14;
    t = 0x5500550055005500ull & (x ^ x << 7);
    return x ^ t ^ t >> 7;
}
#endif

// The columns in which a region has cells, in the first row.
static unsigned columns_of(cells x) {
    for (int k = 32; k >= SIDE; k /= 2) x |= x >> k;
    return x & ((1u << SIDE) - 1);
}

static cells smaller(cells x, cells y) { return x < y ? x : y; }

// The least of a region in the corner, its mirror images, and the region turned by a half turn.
static cells least(cells x, int rows, int columns) {
    cells mirrored = reversed_rows(x) >> (64 - rows * SIDE);
    cells found = smaller(x, mirrored);
    found = smaller(found, reversed_columns(x) >> (SIDE - columns));
    return smaller(found, reversed_columns(mirrored) >> (SIDE - columns));
}

// Of all regions that symmetries of the plane make of this one, the least that is in the corner;
// with SIDE 8, of those that have at least as many columns as rows.
int64_t canonical(int64_t code, void *data) {
    cells x = (cells)code;
    if (x == 0) return 0;
    x >>= __builtin_ctzll(x) / SIDE * SIDE;
    x >>= __builtin_ctz(columns_of(x));
    int rows = 64 / SIDE - __builtin_clzll(x) / SIDE, columns = 32 - __builtin_clz(columns_of(x));
#if SIDE == 8
    if (rows > columns) return (int64_t)least(transposed(x), columns, rows);
    if (rows == columns)
        return (int64_t)smaller(least(x, rows, rows), least(transposed(x), rows, rows));
#endif
    return (int64_t)least(x, rows, columns);
}

// How long a region seems to take: the more moves the longer.  A cell counts more for each free
// cell beside it, but less and less; the numbers were found by trying.
int64_t weight(int64_t code, void *data) {
    cells x = (cells)code;
    cells a = x << SIDE & x, b = x >> SIDE & x, c = (x & ~LAST) << 1 & x, d = (x & ~FIRST) >> 1 & x;
    cells ones = a ^ b ^ c ^ d, twos = (a & b) ^ (c & d) ^ ((a ^ b) & (c ^ d)), all = a & b & c & d;
    return 2 * __builtin_popcountll(ones & ~twos) + 8 * __builtin_popcountll(twos & ~ones)
           + 11 * __builtin_popcountll(ones & twos) + 13 * __builtin_popcountll(all);
}

static cells beside(cells x) {
    return (x & ~LAST) << 1 | (x & ~FIRST) >> 1 | x << SIDE | x >> SIDE;
}

// In how many groups the neighbours of a domino are, where cells at its corners join some of them.
static int groups(cells left, cells next) {
    cells above = next << SIDE, before = (next & ~LAST) << 1;
    cells corners = left & ~next & (above | next >> SIDE) & (before | (next & ~FIRST) >> 1);
    return __builtin_popcountll(next & ~above & ~before) - __builtin_popcountll(corners);
}

// The region that the first of some cells of a set is in; the whole set if it has all of them.
static cells region_of(cells set, cells some) {
    cells part = some & -some, before;
    do {
        before = part;
        for (int k = 0; k < 2; k++) {
            part |= (part << SIDE | part >> SIDE) & set;
            part |= ((part & ~LAST) << 1 | (part & ~FIRST) >> 1) & set;
        }
        if ((part & some) == some) return set;
    } while (part != before);
    return part;
}

// Each option is the number of its regions, and then these; returns how many words that are.  Each
// region that a domino leaves of a connected one has a neighbour of the domino.  Of a set that is
// not connected, some regions may stay together, which changes no value.
int64_t options(int64_t code, int64_t *words, int64_t room, void *data) {
    cells region = code;
    int64_t count = 0;
    for (int direction = 0; direction < 2; direction++) {
        int step = direction ? SIDE : 1;
        cells places = region & region >> step & (direction ? ~0ull : ~LAST);
        for (; places; places &= places - 1) {
            cells domino = (places & -places) | (places & -places) << step;
            cells left = region & ~domino;
            left &= beside(left);  // without single cells
            cells next = beside(domino) & left;
            int64_t head = count++, regions = 0;
            while (left) {
                cells part = groups(left, next) > 1 ? region_of(left, next) : left;
                left ^= part;
                next &= left;
                if (count < room) words[count] = (int64_t)part;
                count++;
                regions++;
            }
            if (head < room) words[head] = regions;
        }
    }
    return count;
}
"""


class PythonRules:
    """The rules on regions that are sorted tuples of cells."""

    def options(self, region: Region) -> list[gg.Sum[Region]]:
        """Return what each domino leaves of a region: a sum of regions."""
        cells = set(region)
        return [
            gg.Sum(*regions(cells - {(row, column), other}))
            for row, column in region
            for other in ((row, column + 1), (row + 1, column))
            if other in cells
        ]

    def canonical(self, region: Region) -> Region:
        """Return the least of the images of a region under the symmetries of the plane."""
        images: list[Sequence[Cell]] = []
        for cells in (region, [(column, row) for row, column in region]):
            for x in (1, -1):
                images += [[(x * row, y * column) for row, column in cells] for y in (1, -1)]
        return min(map(in_corner, images))


def in_corner(cells: Iterable[Cell]) -> Region:
    """Return the same region in the first row and the first column."""
    rows, columns = zip(*cells, strict=True)
    top, left = min(rows), min(columns)
    return tuple(sorted((r - top, c - left) for r, c in zip(rows, columns, strict=True)))


def regions(cells: set[Cell]) -> list[Region]:
    """Return the regions of two or more cells that are connected."""
    found = []
    while cells:
        part, wave = set[Cell](), {min(cells)}
        while wave:
            part |= wave
            around = {
                (r + y, c + x) for r, c in wave for y, x in ((0, 1), (1, 0), (0, -1), (-1, 0))
            }
            wave = (around & cells) - part
        cells = cells - part
        if len(part) > 1:
            found.append(tuple(sorted(part)))
    return found


def board(rows: int, columns: int) -> Region:
    """Return all cells of a board."""
    return tuple((row, column) for row in range(rows) for column in range(columns))


def in_c(rows: int, columns: int) -> tuple[Any, int]:
    """Return the rules in C, and the code of the board."""
    if rows < columns:
        rows, columns = columns, rows
    side = 8 if rows <= 8 else 4
    if columns > side or rows > 64 // side:
        raise SystemExit("cram: expected a board of at most 8 × 8, or 4 × 16")
    library = compiled(SOURCE, SIDE=side)
    code = sum(1 << row * side + column for row, column in board(rows, columns))
    return library, code - (code >> 63 << 64)


def values(
    rows: int, columns: int, rule: str = "c", *, whole: bool = False, progress: bool = False
) -> tuple[gg.SumValues[Any], Any]:
    """Return the values of regions of a board, and the board."""
    asked: dict[str, Any] = {"sums": True, "search": not whole, "progress": progress}
    if rule == "c":
        library, start = in_c(rows, columns)
        weight = None if whole else library.weight
        asked |= {"canonical": library.canonical, "weight": weight}
        return gg.grundy(library.options, start=start, **asked), start
    cells = board(rows, columns)
    return gg.grundy(PythonRules(), start=cells, **asked), cells


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the value of a board."""
    parser = argparse.ArgumentParser(description="The Grundy value of a board in Cram.")
    parser.add_argument("rows", type=int, nargs="?", default=4)
    parser.add_argument("columns", type=int, nargs="?", default=5)
    parser.add_argument("--rule", choices=("c", "python"), default="c")
    parser.add_argument("--all", action="store_true", help="the values of all regions")
    parser.add_argument("--check", action="store_true", help="verify the values")
    parser.add_argument("--progress", action="store_true")
    given = parser.parse_args(arguments)
    begin = time.process_time()
    found, start = values(
        given.rows, given.columns, given.rule, whole=given.all, progress=given.progress
    )
    seconds = time.process_time() - begin
    print(f"{given.rows} × {given.columns} has the value {found.value(start)}: {found.result}")
    print(f"{len(found):,} regions have values, after {seconds:.1f} s of CPU time")
    if given.check:
        print(f"verified: {found.verify()}")


if __name__ == "__main__":
    main()
