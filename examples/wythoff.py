"""Wythoff's game: Nim with two heaps, and the right to take equally from both.

The rules: two heaps of stones; a move takes any number of stones, at least one, from one heap, or
the same number from both. A player who cannot move loses. It is also the game of a chess queen that
may only come nearer to one corner of the board.

What is known (W. A. Wythoff, "A modification of the game of nim", Nieuw Archief voor Wiskunde 7,
1907): with φ = (1 + √5) / 2, the golden ratio, the lost positions, called cold, are the pairs
(⌊kφ⌋, ⌊kφ²⌋) for k = 0, 1, 2, ...: (0, 0), (1, 2), (3, 5), (4, 7), (6, 10), ... The two columns are
OEIS A000201 and A001950.

To run it, for heaps of up to 100 stones or of up to N:

    python examples/wythoff.py
    python examples/wythoff.py N
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from math import isqrt

import graphgame as gg

# The smaller heap, then the larger one: which heap stands where does not matter.
Position = tuple[int, int]


def options(position: Position) -> Iterator[Position]:
    """Yield the positions one move away."""
    small, large = position
    for rest in range(small):
        yield rest, large
        yield rest, rest + large - small
    for rest in range(large):
        yield min(small, rest), max(small, rest)


def golden_pair(k: int) -> Position:
    """Return (⌊kφ⌋, ⌊kφ²⌋), in integers only, so that no rounding spoils it."""
    small = (k + isqrt(5 * k * k)) // 2
    return small, small + k  # φ² = φ + 1


def main(argv: Sequence[str] | None = None) -> None:
    """Print the cold positions, and whether they are the golden pairs."""
    parser = argparse.ArgumentParser(description="Wythoff's game")
    parser.add_argument("most", metavar="N", nargs="?", type=int, default=100, help="default: 100")
    most = parser.parse_args(argv).most

    s = gg.solve(options, start=(most, most))
    positions = [(small, large) for large in range(most + 1) for small in range(large + 1)]
    cold = [position for position in positions if s.outcome(position) == gg.LOSE]
    golden = [pair for pair in map(golden_pair, range(most + 1)) if pair[1] <= most]
    print(f"of {len(positions)} positions with heaps up to {most}, {len(cold)} are cold:")
    print(*cold)
    print("they are the golden pairs:", "yes" if cold == golden else "NO")


if __name__ == "__main__":
    main()
