"""Chomp: bite into a bar of chocolate whose corner is poisoned.

The rules (D. Gale, "A curious Nim-type game", American Mathematical Monthly 81, 1974): a bar of
chocolate in rows and columns. A move bites at one of the squares left: it and all squares that are
not above it and not to the left of it are eaten. The top left square is poisoned, and nobody bites
at it: a player to whom nothing else is left loses.

What is known: the first player wins on every board but 1 × 1, since a bite of the bottom right
square alone either wins, or is answered by a bite that could have come first (Gale). No rule is
known for the winning first bite but on n × n, where it leaves one row and one column, and on 2 × n,
where it is a single square. On 3 × n it is unique (Gale up to n = 100; for all n E. Sheiner, arXiv
2605.23837, 2026). On larger boards it need not be: Ken Thompson found two on 8 × 10, of 4 × 5 and
of 5 × 2 squares (M. Gardner, "Knotted Doughnuts", 1986, chapter 9).

To run it, for all boards of up to 8 × 10 squares or of up to ROWS × COLUMNS:

    python examples/chomp.py
    python examples/chomp.py 3 40
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence

import graphgame as gg

# The lengths of the rows that are left, from the top: none is longer than the one above it.
Position = tuple[int, ...]


def bite(position: Position, row: int, column: int) -> Position:
    """Return what a bite at a square leaves."""
    shortened = (min(length, column) for length in position[row:])
    return (*position[:row], *shortened) if column else position[:row]


def options(position: Position) -> Iterator[Position]:
    """Yield the positions one move away."""
    for row, length in enumerate(position):
        for column in range(length):
            if row or column:
                yield bite(position, row, column)


def winning_bites(s: gg.Solution, rows: int, columns: int) -> list[str]:
    """Return the sizes of the bites that win from a whole board, as "rows×columns"."""
    board = (columns,) * rows
    return [
        f"{rows - row}×{columns - column}"
        for row in range(rows)
        for column in range(columns)
        if (row or column) and s.outcome(bite(board, row, column)) == gg.LOSE
    ]


def board(rows: int, columns: int) -> Callable[[Position], str]:
    """Return the function that shows a position: # is left, . is eaten, P is poisoned."""

    def text(position: Position) -> str:
        lengths = [*position, *[0] * (rows - len(position))]
        bar = "\n".join("#" * length + "." * (columns - length) for length in lengths)
        return "P" + bar[1:]

    return text


def move(rows: int) -> Callable[[Position, Position], str]:
    """Return the function that names a move by the square bitten at: a1 is at the bottom left."""

    def name(position: Position, option: Position) -> str:
        left = [*option, *[0] * (len(position) - len(option))]
        row = next(i for i, length in enumerate(left) if length < position[i])
        return f"{chr(97 + left[row])}{rows - row}"

    return name


PIECES = {
    "#": {"name": "chocolate", "shape": "square", "colour": "#7B4A21"},
    "P": {"name": "poison", "shape": "square", "colour": "#009E73", "text": "☠"},
}


def main(argv: Sequence[str] | None = None) -> None:
    """Print the winning first bites on all boards up to a size."""
    parser = argparse.ArgumentParser(description="Chomp: the winning first bites")
    parser.add_argument("rows", metavar="ROWS", nargs="?", type=int, default=8, help="8")
    parser.add_argument("columns", metavar="COLUMNS", nargs="?", type=int, default=10, help="10")
    args = parser.parse_args(argv)
    heights, widths = range(1, args.rows + 1), range(1, args.columns + 1)

    s = gg.solve(options, start=(args.columns,) * args.rows)  # every smaller board comes up in play
    wins = {(rows, n): winning_bites(s, rows, n) for n in widths for rows in heights}
    print(f"{len(s)} positions; the winning first bites:")
    print("n ", *(f"{rows}×n".center(8) for rows in heights))
    for n in widths:
        print(f"{n:<2}", *((" ".join(wins[rows, n]) or "-").center(8) for rows in heights))
    print("none on:", *(f"{rows}×{n}" for (rows, n), bites in wins.items() if not bites))
    print("several on:", *(f"{rows}×{n}" for (rows, n), bites in wins.items() if len(bites) > 1))


if __name__ == "__main__":
    main()
