"""Deque: two players take numbers from the ends of a row, and each wants more than the other.

The rules: a row of N numbers. A move takes the first number or the last one, and pays as many
points. Play ends when all are taken.

This is problem L of AtCoder's Educational DP Contest, "Deque": with N up to 3000, by how many
points is the first player ahead in the end? What is left of the row is a position, by its length
and where it begins, so there are (N + 1)(N + 2) / 2 of them, 4.5 million for the longest rows. They
are numbered by length: moves lead to lower numbers, and one pass solves them all.

To run it, on the examples of the problem, on input of the same form, or to write such input:

    python examples/deque.py
    python examples/deque.py FILE
    python examples/deque.py --random 3000 | python examples/deque.py -
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt

import graphgame as gg

SAMPLES = (
    "4\n10 80 90 30",
    "3\n10 100 10",
    "1\n10",
    "10\n1000000000 1 1000000000 1 1000000000 1 1000000000 1 1000000000 1",
    "6\n4 2 9 7 1 5",
)

Numbers = npt.NDArray[np.int64]
# Where what is left begins and ends, in the rule.
Position = tuple[int, int]


def rule(row: Sequence[int]) -> tuple[Callable[[Position], list[Position]], Callable[..., int]]:
    """Return the function that gives the options of a position, and the one that gives points."""

    def options(position: Position) -> list[Position]:
        begin, end = position
        return [(begin + 1, end), (begin, end - 1)] if begin < end else []

    def points(position: Position, option: Position) -> int:
        return row[position[0]] if option[0] > position[0] else row[option[1]]

    return options, points


def graph(row: Numbers) -> tuple[gg.GameGraph, Numbers]:
    """Return the graph of all positions, and the points of all moves; the start comes last."""
    n = len(row)
    counts = np.arange(n + 1, 0, -1, dtype=np.int32)  # of positions, by length
    first = np.append(0, counts.cumsum()).astype(np.int32)
    length = np.arange(n + 1, dtype=np.int32).repeat(counts)[n + 1 :]  # of those that are not empty
    position = np.arange(n + 1, first[-1], dtype=np.int32)
    begin = position - first[length]
    without_last = first[length - 1] + begin
    options = np.stack((without_last + 1, without_last), axis=1)
    points = np.stack((row[begin], row[begin + length - 1]), axis=1)
    ptr = np.zeros(first[-1] + 1, dtype=np.int64)
    ptr[n + 1 :] = np.arange(0, options.size + 1, 2)
    return gg.GameGraph.from_csr(ptr, options.ravel(), copy=False), points.ravel()


def answer(text: str) -> int:
    """Return the answer to a text in the form of the problem."""
    n, *_ = numbers = np.array(text.split(), dtype=np.int64)
    game, points = graph(numbers[1 : n + 1])
    lead = gg.solve_chance(game, points=points).exact(game.n - 1)
    return int(lead or 0)


def main(argv: Sequence[str] | None = None) -> None:
    """Print the answers to the examples of the problem, or to a text; or write one."""
    parser = argparse.ArgumentParser(description="Deque")
    parser.add_argument("file", metavar="FILE", nargs="?", help="input; - is standard input")
    parser.add_argument("--random", metavar="N", type=int, help="write a random row of N numbers")
    arguments = parser.parse_args(argv)
    if (n := arguments.random) is not None:
        numbers = random.Random(1).choices(range(1, 10**9 + 1), k=n)  # noqa: S311 -- no secret
        print(n)
        print(*numbers)
    elif arguments.file is None:
        print(*map(answer, SAMPLES))
    else:
        file = arguments.file
        print(answer(sys.stdin.read() if file == "-" else Path(file).read_text("ascii")))


if __name__ == "__main__":
    main()
