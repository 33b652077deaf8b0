"""Nullify the matrix: a game on a matrix that is Nim on every diagonal.

The rules: a matrix of integers, none negative. A move takes an entry that is not 0 and makes it
smaller; then it walks from there to the right and down, as far as it likes, and gives the entries
on its way any values, none negative. A player who finds nothing but zeros loses.

This is problem 1451F of Codeforces, "Nullify The Matrix" (Round 685, Division 2, 2020): Ashish
moves first, then Jeel, on up to 100 × 100 entries of up to 10^6; who wins? The walk meets every
antidiagonal once at most: it makes one entry smaller on the first, and may change one on each of
the next. Hence a position is lost if and only if the XOR on every antidiagonal is 0.

The graph here has entries up to 2^b - 1 only, and is finite: the moves that make all XORs 0 need no
more bits than are there, so the winner is the same.

To run it, on the examples of the problem or on a file of the same form:

    python examples/nullify_matrix.py
    python examples/nullify_matrix.py FILE
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from pathlib import Path

import graphgame as gg
from graphgame.patterns.find import find_patterns

SAMPLE = "4  1 1  0   1 3  0 0 5   2 2  0 1  1 0   3 3  1 2 3  4 5 6  7 8 9"

# The entries, row by row.
Position = tuple[int, ...]


def walks(rows: int, columns: int, cell: int) -> Iterator[list[int]]:
    """Yield the cells on every way from a cell, which is left out, to the last one."""
    right = [cell + 1] if (cell + 1) % columns else []
    down = [cell + columns] if cell + columns < rows * columns else []
    if not right + down:
        yield []
    for step in right + down:
        for walk in walks(rows, columns, step):
            yield [step, *walk]


def rule(rows: int, columns: int, most: int) -> Callable[[Position], Iterator[Position]]:
    """Return the function that gives the options of a matrix with entries up to `most`."""
    ways = [list(walks(rows, columns, cell)) for cell in range(rows * columns)]

    def options(entries: Position) -> Iterator[Position]:
        for cell, entry in enumerate(entries):
            for smaller in range(entry):
                for walk in ways[cell]:
                    after = list(entries)
                    after[cell] = smaller
                    for values in product(range(most + 1), repeat=len(walk)):
                        for place, value in zip(walk, values, strict=True):
                            after[place] = value
                        yield tuple(after)

    return options


def is_lost(entries: Sequence[int], columns: int) -> bool:
    """Say whether the XOR on every antidiagonal is 0."""
    sums: dict[int, int] = {}
    for cell, entry in enumerate(entries):
        diagonal = cell // columns + cell % columns
        sums[diagonal] = sums.get(diagonal, 0) ^ entry
    return not any(sums.values())


def answers(text: str) -> Iterator[str]:
    """Yield the winner of every matrix of a text in the form of the problem."""
    numbers = map(int, text.split())
    for _ in range(next(numbers)):
        rows, columns = next(numbers), next(numbers)
        lost = is_lost([next(numbers) for _ in range(rows * columns)], columns)
        yield "Jeel" if lost else "Ashish"


def main(argv: Sequence[str] | None = None) -> None:
    """Print where the rule of the diagonals holds, then the winners."""
    parser = argparse.ArgumentParser(description="Nullify the matrix")
    parser.add_argument("file", metavar="FILE", nargs="?", help="input in the form of the problem")
    file = parser.parse_args(argv).file

    for rows, columns, most in ((2, 2, 3), (2, 3, 1), (3, 3, 1)):
        full = (most,) * (rows * columns)
        s = gg.solve(rule(rows, columns, most), start=full)
        positions = list(product(range(most + 1), repeat=rows * columns))
        held = sum((s.outcome(p) == gg.LOSE) == is_lost(p, columns) for p in positions)
        shown = f"{rows} × {columns}, entries up to {most}"
        print(f"{shown}: lost iff all XORs are 0, at {held} of {len(positions)} positions")
        if most == 3:
            table = [[s.outcome((0, i, j, 0)) for j in range(4)] for i in range(4)]
            print("zeros but for i and j on a diagonal:", *find_patterns(table))
    print(*answers(Path(file).read_text(encoding="utf-8") if file else SAMPLE))


if __name__ == "__main__":
    main()
