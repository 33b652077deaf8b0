"""Take a square number of stones: a game whose lost heaps follow no known law.

The rules: a heap of stones; a move takes 1, 4, 9, 16 or any other square number of them. A player
who cannot take, because nothing is left, loses.

What is known: the lost heaps are 0, 2, 5, 7, 10, 12, 15, 17, 20, 22, 34, 39, ..., OEIS A030193
(https://oeis.org/A030193). No two of them differ by a square, and each is the least number of which
that is true. There are infinitely many (S. W. Golomb, "A mathematical investigation of games of
'take-away'", Journal of Combinatorial Theory 1, 1966).

To run it, for heaps of up to 100 stones or of up to N:

    python examples/take_square.py
    python examples/take_square.py N
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from math import isqrt

import graphgame as gg


def options(stones: int) -> list[int]:
    """Return the heaps that one move leads to."""
    return [stones - root**2 for root in range(1, isqrt(stones) + 1)]


def main(argv: Sequence[str] | None = None) -> None:
    """Print which heaps are lost."""
    parser = argparse.ArgumentParser(description="take a square number of stones")
    parser.add_argument("most", metavar="N", nargs="?", type=int, default=100, help="default: 100")
    most = parser.parse_args(argv).most

    s = gg.solve(options, start=most)
    lost = [heap for heap in range(most + 1) if s.outcome(heap) == gg.LOSE]
    print(f"of the heaps up to {most}, {len(lost)} are lost:")
    print(*lost, sep=", ")


if __name__ == "__main__":
    main()
