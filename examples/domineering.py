"""Domineering: Left lays dominoes upright, Right lays them flat, and who cannot lay one loses.

    . . . .     A domino takes two free cells that share a side. Here Left has laid the first one,
    . | . .     and Right the second. Each player has moves that the other has not, so the game is
    . | - -     partizan: who wins depends on who begins.
    . . . .

A position is the set of free cells, as the bits of a number. The outcome class of a board says who
wins: L Left, R Right, N the next player, who begins, and P the previous one, who does not.

What is known: the classes of all small boards (E. R. Berlekamp, J. H. Conway, R. K. Guy, "Winning
Ways", chapter 5; D. M. Breuker, J. W. H. M. Uiterwijk, H. J. van den Herik, "Solving 8 × 8
Domineering", Theoretical Computer Science 230, 2000). Of square boards up to 6 × 6, those with
sides 1 and 5 are P, and the others N. A board on its side has the class of the other player.

To run it, for boards of up to 4 rows and 5 columns, or of up to R and C:

    python examples/domineering.py
    python examples/domineering.py R C

With --prove the class of one board is proven by two searches, one for each player who may begin, in
place of solving all that can be reached:

    python examples/domineering.py 4 5 --prove

7 × 7 takes a minute so, with the rule in C, and 512 MB for the search.
"""

from __future__ import annotations

import argparse
import ctypes
from collections.abc import Callable, Sequence
from typing import Any

from _compiled import compiled

import graphgame as gg

# The game in which players alternate. A code is the set of free cells, and a bit above it if it is
# Right's turn. Cells at which no domino fits any more are no longer free, so that more positions
# are the same.
SOURCE = """
#include <stdint.h>

#define CELLS (ROWS * COLUMNS)
static const uint64_t right = 1ull << CELLS, row = (1ull << COLUMNS) - 1;
static uint64_t last;   // the cells without a neighbour to the right

__attribute__((constructor)) static void prepare(void) {
    for (int r = 1; r <= ROWS; r++) last |= 1ull << (r * COLUMNS - 1);
}

// The upper cells of upright dominoes that fit, and the left cells of flat ones.
static uint64_t upright(uint64_t free) { return free & free >> COLUMNS; }
static uint64_t flat(uint64_t free) { return free & free >> 1 & ~last; }

int64_t options(int64_t code, int64_t *found, int64_t room, void *data) {
    int is_right = (code & right) != 0;
    uint64_t free = code & (right - 1), places = is_right ? flat(free) : upright(free);
    int64_t count = 0;
    for (; places; places &= places - 1) {
        uint64_t cell = places & -places, left = free & ~(cell | cell << (is_right ? 1 : COLUMNS));
        uint64_t u = upright(left), f = flat(left);
        uint64_t useful = u | u << COLUMNS | f | f << 1;
        if (count++ < room) found[count - 1] = useful | (is_right ? 0 : right);
    }
    return count;
}

// The least of a board and its three reflections.
int64_t canonical(int64_t code, void *data) {
    uint64_t free = code & (right - 1), images[3] = {0, 0, 0}, least = free;
    for (int r = 0; r < ROWS; r++) {
        uint64_t cells = free >> r * COLUMNS & row, back = 0;
        for (int c = 0; c < COLUMNS; c++) back |= (cells >> c & 1) << (COLUMNS - 1 - c);
        images[0] |= cells << (ROWS - 1 - r) * COLUMNS;
        images[1] |= back << r * COLUMNS;
        images[2] |= back << (ROWS - 1 - r) * COLUMNS;
    }
    for (int k = 0; k < 3; k++)
        if (images[k] < least) least = images[k];
    return least | (code & right);
}

// How many more places the player to move has: a move is tried first after which they are few.
int64_t order(int64_t code, void *data) {
    uint64_t free = code & (right - 1);
    int more = __builtin_popcountll(upright(free)) - __builtin_popcountll(flat(free));
    return code & right ? -more : more;
}
"""


def dominoes(rows: int, columns: int, *, upright: bool) -> list[int]:
    """Return all places of a domino on a board, each as the bits of two cells."""
    step, down, right = (columns, rows - 1, columns) if upright else (1, rows, columns - 1)
    return [3 << at if step == 1 else (1 | 1 << step) << at
            for at in (columns * i + j for i in range(down) for j in range(right))]  # fmt: skip


def moves(rows: int, columns: int, *, upright: bool) -> Callable[[int], list[int]]:
    """Return the function from a set of free cells to those that one domino leaves."""
    places = dominoes(rows, columns, upright=upright)
    return lambda free: [free & ~two for two in places if free & two == two]


def solve(rows: int, columns: int) -> gg.PartizanSolution[int]:
    """Solve a board that is free at first."""
    left, right = (moves(rows, columns, upright=upright) for upright in (True, False))
    return gg.partizan(left, right, start=(1 << rows * columns) - 1)


def alternating(rows: int, columns: int) -> ctypes.CDLL:
    """Return the rule of the game in which players alternate, in C, with symmetry and order."""
    if rows * columns > 62:
        raise ValueError(f"expected at most 62 cells, got {rows} × {columns}")
    return compiled(SOURCE, ROWS=rows, COLUMNS=columns)


def beginning(rows: int, columns: int) -> dict[str, int]:
    """Return the codes of the free board, for each player who may begin."""
    whole = (1 << rows * columns) - 1
    return {"Left": whole, "Right": whole | 1 << rows * columns}


def prove(rows: int, columns: int, memory: int | str = "512MiB") -> dict[str, gg.Proof[int]]:
    """Return a proof for each player who may begin on a board that is free at first."""
    rule = alternating(rows, columns)
    given: dict[str, Any] = {"canonical": rule.canonical, "order": rule.order, "memory": memory}
    return {
        player: gg.prove(rule.options, start, search="depth-first", **given)
        for player, start in beginning(rows, columns).items()
    }


def outcome_class(left: gg.Outcome | None, right: gg.Outcome | None) -> str:
    """Return the class of a board on which each player has this outcome when beginning."""
    wins = left == gg.WIN, right == gg.WIN
    return {(True, True): "N", (True, False): "L", (False, True): "R", (False, False): "P"}[wins]


def board(rows: int, columns: int) -> Callable[[int], str]:
    """Return the function that draws a set of free cells."""

    def draw(free: int) -> str:
        cells = "".join(".#"[not free >> at & 1] for at in range(rows * columns))
        return "\n".join(cells[k : k + columns] for k in range(0, len(cells), columns))

    return draw


def move_name(rows: int, columns: int) -> Callable[[int, int], str]:
    """Return the function that names a move by the two cells of its domino."""

    def name(before: int, after: int) -> str:
        cells = [at for at in range(rows * columns) if (before & ~after) >> at & 1]
        return "–".join(f"{'abcdefgh'[at % columns]}{rows - at // columns}" for at in cells)

    return name


PIECES = {"#": {"name": "domino", "colour": "#8c5a2b", "path": "M4 4H96V96H4Z"}}


def main(argv: Sequence[str] | None = None) -> None:
    """Print the outcome class of each board."""
    parser = argparse.ArgumentParser(description="Domineering")
    parser.add_argument("rows", metavar="R", nargs="?", type=int, default=4, help="default: 4")
    parser.add_argument("columns", metavar="C", nargs="?", type=int, default=5, help="default: 5")
    parser.add_argument("--prove", action="store_true", help="one board alone, with proofs")
    args = parser.parse_args(argv)
    if args.prove:
        proofs = prove(args.rows, args.columns)
        for player, proof in proofs.items():
            print(
                f"{player} begins: {proof.outcome}; {proof.nodes:,} nodes searched, the proof has "
                f"{len(proof):,} positions; verified: {proof.verify()}"
            )
        name = outcome_class(*(proof.outcome for proof in proofs.values()))
        print(f"{args.rows} × {args.columns} has the class {name}")
        return
    print("columns:", *range(1, args.columns + 1))
    for rows in range(1, args.rows + 1):
        solved = [solve(rows, columns) for columns in range(1, args.columns + 1)]
        print(f"{rows} rows: ", *(s.outcome_class(s.start) for s in solved if s.start is not None))
    s = solve(args.rows, args.columns)
    print(f"{args.rows} × {args.columns}: {len(s):,} positions; verified: {s.verify()}")


if __name__ == "__main__":
    main()
