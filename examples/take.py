"""Take 1, 2 or 3 stones: the smallest game of all.

The rules: a heap of stones; a move takes one, two or three of them. A player who cannot take,
because nothing is left, loses.

What is known: the multiples of 4 are lost, since whatever a player takes from one of them, the
other takes the rest of four stones (T. S. Ferguson, "Game Theory", part I, section 1.1, with 21
stones: the one winning move is to take 1).

To run it, from 21 stones or from N:

    python examples/take.py
    python examples/take.py N
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

import graphgame as gg


def options(stones: int) -> list[int]:
    """Return the heaps that one move leads to."""
    return [stones - taken for taken in (1, 2, 3) if taken <= stones]


def main(argv: Sequence[str] | None = None) -> None:
    """Print which heaps are lost, and how the game goes."""
    parser = argparse.ArgumentParser(description="take 1, 2 or 3 stones")
    parser.add_argument("stones", metavar="N", nargs="?", type=int, default=21, help="default: 21")
    stones = parser.parse_args(argv).stones

    s = gg.solve(options, start=stones)
    print("lost heaps:", *(heap for heap in range(stones + 1) if s.outcome(heap) == gg.LOSE))
    print(f"{stones} stones are a {s.outcome(stones)}; leave:", *s.winning_moves(stones))
    print("best play:", *s.line(stones))


if __name__ == "__main__":
    main()
