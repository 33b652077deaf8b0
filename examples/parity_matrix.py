"""The parity game on a matrix: rows and columns go from one corner, if their sums are even.

The rules: a matrix of integers. A move removes the first row, or the first column, of what is left
of it; but only if the sum of what is removed is even. A player who cannot move loses, be it that
both sums are odd or that nothing is left.

This is problem "Game" of the ACM South-Eastern European Regional Contest 2010 (Baekjoon 3731,
e-olymp 1400), seen in a mirror: there, the last row or column goes, of an n × n matrix with n up to
1000; W if the first player wins, L if not. What is left is a position (i, j), with the rows from i
and the columns from j on, so there are (n + 1)^2 positions, and the whole graph is solved.

If all sums are even, the positions with a single row or column are won in one move, and from two
rows and columns on a position is lost if and only if the number of rows and columns left is even.

To run it, on the examples of the problem, on a file of the same form, or on a random n × n matrix:

    python examples/parity_matrix.py
    python examples/parity_matrix.py FILE
    python examples/parity_matrix.py --random 1000
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt

import graphgame as gg
from graphgame.patterns.find import find_patterns

SAMPLE = "2  2 4  6 8   3  5 4 2  1 5 9  7 3 8"

Matrix = npt.NDArray[np.int64]
# How many rows, and how many columns, are gone.
Position = tuple[int, int]


def rule(matrix: Matrix) -> Callable[[Position], Iterator[Position]]:
    """Return the function that gives the options of a position."""

    def options(position: Position) -> Iterator[Position]:
        i, j = position
        rest = matrix[i:, j:]
        if rest.size and rest[0].sum() % 2 == 0:
            yield i + 1, j
        if rest.size and rest[:, 0].sum() % 2 == 0:
            yield i, j + 1

    return options


def graph(matrix: Matrix) -> gg.GameGraph:
    """Return the graph of all positions; position (i, j) has the index i * (columns + 1) + j."""
    rows, columns = matrix.shape
    odd = matrix % 2
    # Sums of the ends of rows and of columns: from column j on, from row i on.
    row_sums = odd[:, ::-1].cumsum(1)[:, ::-1]
    column_sums = odd[::-1].cumsum(0)[::-1]
    index = np.arange((rows + 1) * (columns + 1)).reshape(rows + 1, columns + 1)
    here, edges = index[:-1, :-1], []
    for sums, there in ((row_sums, index[1:, :-1]), (column_sums, index[:-1, 1:])):
        even = sums % 2 == 0
        edges.append(np.stack((here[even], there[even]), axis=1))
    return gg.GameGraph.from_edges(np.concatenate(edges), n=index.size)


def is_won(matrix: Matrix) -> bool:
    """Say whether the first player wins: by the graph, whatever the size."""
    return gg.solve(graph(matrix)).outcome(0) == gg.WIN


def answers(text: str) -> Iterator[str]:
    """Yield the answer to every matrix of a text in the form of the problem, last lines first."""
    numbers = np.array(text.split(), dtype=np.int64)
    while numbers.size:
        n = int(numbers[0])
        matrix, numbers = numbers[1 : n * n + 1].reshape(n, n), numbers[n * n + 1 :]
        yield "W" if is_won(matrix[::-1, ::-1]) else "L"


def main(argv: Sequence[str] | None = None) -> None:
    """Print the pattern where all sums are even, how rule and graph agree, and the answers."""
    parser = argparse.ArgumentParser(description="The parity game on a matrix")
    parser.add_argument("file", metavar="FILE", nargs="?", help="input in the form of the problem")
    parser.add_argument("--random", metavar="N", type=int, help="solve a random N × N matrix")
    arguments = parser.parse_args(argv)
    entries = random.Random(1)  # noqa: S311 -- an example, not a secret
    if (n := arguments.random) is not None:
        s = gg.solve(graph(np.array(entries.choices(range(10), k=n * n)).reshape(n, n)))
        print(f"{n} × {n}, random: {s.outcome(0)} in {s.remoteness_of(0)} plies; {s!r}")
        return

    left = gg.solve(rule(np.zeros((12, 12), dtype=np.int64)), start=(0, 0))
    table = [[left.outcome((12 - i, 12 - j)) for j in range(2, 13)] for i in range(2, 13)]
    print("all sums even, i rows and j columns left:", find_patterns(table, start=2)[0])
    matrices = [np.array(entries.choices(range(9), k=20)).reshape(4, 5) for _ in range(200)]
    starts = [(is_won(m), gg.solve(rule(m), start=(0, 0)).outcome((0, 0))) for m in matrices]
    held = sum(won == (outcome == gg.WIN) for won, outcome in starts)
    print(f"the graph in one piece and explore agree on {held} of {len(matrices)} matrices")
    print(*answers(Path(arguments.file).read_text("utf-8") if arguments.file else SAMPLE))


if __name__ == "__main__":
    main()
