"""A game on a grid: each step pays a point, or costs one, by the square that it leads to.

The rules: a piece stands in the upper left corner. A move takes it one square right or down. Who
moves it to a square + gets a point, and who moves it to a square - loses one. Play ends in the
lower right corner, and who has more points wins.

This is problem D of AtCoder Beginner Contest 201, "Game in Momotetsu World", on up to 2000 × 2000
squares. The squares are the positions, in the order of the rows: moves lead to higher numbers, and
one pass finds by how much the player to move can win from each of them.

To run it, on the examples of the problem, on input of the same form, or to write such input:

    python examples/grid_points.py
    python examples/grid_points.py FILE
    python examples/grid_points.py --random 2000 2000 | python examples/grid_points.py -
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt

import graphgame as gg

SAMPLES = ("3 3\n---\n+-+\n+--", "2 4\n+++-\n-+-+", "1 1\n-")
RESULTS = {1: "Takahashi", -1: "Aoki", 0: "Draw"}

Numbers = npt.NDArray[np.int64]
# The row and the column of the piece.
Position = tuple[int, int]


def rule(
    squares: Sequence[str],
) -> tuple[Callable[[Position], Iterator[Position]], Callable[[Position, Position], int]]:
    """Return the function that gives the options of a position, and the one that gives points."""

    def options(position: Position) -> Iterator[Position]:
        i, j = position
        if j + 1 < len(squares[0]):
            yield i, j + 1
        if i + 1 < len(squares):
            yield i + 1, j

    return options, lambda _, option: 1 if squares[option[0]][option[1]] == "+" else -1


def graph(squares: Sequence[str]) -> tuple[gg.GameGraph, Numbers]:
    """Return the graph of all positions, and the points of all moves; the start comes first."""
    height, width = len(squares), len(squares[0])
    index = np.arange(height * width, dtype=np.int32).reshape(height, width)
    # Right and down, where there is such a square.
    there = np.ones((height, width, 2), dtype=np.bool_)
    there[:, -1, 0] = there[-1, :, 1] = False
    options = np.stack((index + 1, index + width), axis=2)[there]
    ptr = np.concatenate(([0], there.sum(axis=2).cumsum()))
    plus = np.frombuffer("".join(squares).encode("ascii"), dtype=np.uint8) == ord("+")
    points = np.where(plus, 1, -1)[options]
    return gg.GameGraph.from_csr(ptr, options, copy=False), points


def answer(text: str) -> str:
    """Return the answer to a text in the form of the problem."""
    _, _, *squares = text.split()
    game, points = graph(squares)
    return RESULTS[int(np.sign(gg.solve_chance(game, points=points).value(0)))]


def main(argv: Sequence[str] | None = None) -> None:
    """Print the answers to the examples of the problem, or to a text; or write one."""
    parser = argparse.ArgumentParser(description="A game on a grid")
    parser.add_argument("file", metavar="FILE", nargs="?", help="input; - is standard input")
    parser.add_argument(
        "--random", metavar=("H", "W"), nargs=2, type=int, help="write a random grid"
    )
    arguments = parser.parse_args(argv)
    if arguments.random is not None:
        height, width = arguments.random
        entries = random.Random(1)  # noqa: S311 -- an example, not a secret
        print(height, width)
        for _ in range(height):
            print("".join(entries.choices("+-", k=width)))
    elif arguments.file is None:
        print(*map(answer, SAMPLES))
    else:
        file = arguments.file
        print(answer(sys.stdin.read() if file == "-" else Path(file).read_text("ascii")))


if __name__ == "__main__":
    main()
