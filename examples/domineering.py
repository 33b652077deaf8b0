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
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence

import graphgame as gg


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
    args = parser.parse_args(argv)
    print("columns:", *range(1, args.columns + 1))
    for rows in range(1, args.rows + 1):
        solved = [solve(rows, columns) for columns in range(1, args.columns + 1)]
        print(f"{rows} rows: ", *(s.outcome_class(s.start) for s in solved if s.start is not None))
    s = solve(args.rows, args.columns)
    print(f"{args.rows} × {args.columns}: {len(s):,} positions; verified: {s.verify()}")


if __name__ == "__main__":
    main()
