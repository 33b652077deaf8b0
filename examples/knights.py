"""The K knights game: a sum of games, solved as one graph.

The rules ("Algorithm Games", a tutorial of TopCoder,
http://community.topcoder.com/tc?module=Static&d1=tutorials&d2=algorithmGames): K knights are on an
N × N board, any number of them on one cell. A knight on (x, y) moves to (x-2, y+1), (x-2, y-1),
(x-1, y-2) or (x+1, y-2), always nearer to the corner (0, 0). The players take turns to move one
knight. A player who cannot move any knight loses.

What is known: this is the sum of K games with one knight. By the theorem of Sprague and Grundy a
position is lost if and only if the XOR of the knights' Grundy values is 0; with two knights, if the
two values are equal. Here all positions of all knights make one graph, solved without any of that,
and then held against the sums of the values of single knights. The tests hold it against brute
force, and against the sample answers of the same game on 15 × 15
(https://www.hackerrank.com/challenges/chessboard-game-again-1/problem).

To run it, for up to 3 knights on the 8 × 8 board or for up to K on the N × N board:

    python examples/knights.py
    python examples/knights.py N K
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations_with_replacement, product

import graphgame as gg

# The cells of the knights, sorted: which knight stands where does not matter.
Position = tuple[tuple[int, int], ...]

MOVES = (-2, 1), (-2, -1), (-1, -2), (1, -2)


def rule(n: int) -> Callable[[Position], Iterator[Position]]:
    """Return the function that gives the options of a position on the n × n board."""

    def options(knights: Position) -> Iterator[Position]:
        for i, (x, y) in enumerate(knights):
            for dx, dy in MOVES:
                cell = x + dx, y + dy
                if min(cell) >= 0 and max(cell) < n:
                    yield tuple(sorted((*knights[:i], cell, *knights[i + 1 :])))

    return options


def solve(n: int, k: int) -> gg.Solution:
    """Solve all positions of k knights on the n × n board."""
    cells = product(range(n), repeat=2)
    return gg.solve(rule(n), start=combinations_with_replacement(cells, k))


def board(n: int) -> Callable[[Position], str]:
    """Return the function that shows a position: how many knights are on each cell."""

    def text(knights: Position) -> str:
        counts = {(x, y): str(knights.count((x, y))) for x, y in knights}
        return "\n".join("".join(counts.get((x, y), ".") for x in range(n)) for y in range(n))

    return text


PIECES = {
    "1": {"name": "knight", "text": "♞"},
    "2": {"name": "two knights", "text": "2♞"},
    "3": {"name": "three knights", "text": "3♞"},
}


def main(argv: Sequence[str] | None = None) -> None:
    """Print the map of one knight, and how many positions of more knights are lost."""
    parser = argparse.ArgumentParser(description="K knights on an N × N board")
    parser.add_argument("n", metavar="N", nargs="?", type=int, default=8, help="default: 8")
    parser.add_argument("k", metavar="K", nargs="?", type=int, default=3, help="default: 3")
    args = parser.parse_args(argv)

    one = solve(args.n, 1)
    print("one knight on (x, y), (0, 0) at the top left: W is a WIN, L a LOSE")
    for y in range(args.n):
        print(*(str(one.outcome(((x, y),)))[0] for x in range(args.n)))
    values = gg.grundy(one.game)
    for k in range(1, args.k + 1):
        s = solve(args.n, k)
        agree = all(
            values.outcome([(cell,) for cell in knights]) == s.outcome(knights)
            for knights in combinations_with_replacement(product(range(args.n), repeat=2), k)
        )
        print(
            f"K = {k}: {s.counts()[gg.LOSE]} of {len(s)} positions are lost;",
            "as their sums say" if agree else "their sums say otherwise",
        )


if __name__ == "__main__":
    main()
