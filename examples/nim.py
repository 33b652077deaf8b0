"""Nim as an explicit graph, in normal and in misère play.

The rules: some heaps of stones; a move takes any number of stones, at least one, from one heap. In
normal play a player who cannot move loses; in misère play that player wins.

What is known (C. L. Bouton, "Nim, a game with a complete mathematical theory", Annals of
Mathematics 3, 1901): in normal play a position is lost if and only if the XOR of its heaps is 0. In
misère play the same holds as long as some heap has two stones or more; when none has, an odd number
of heaps is lost.

To run it, from heaps of 3, 4 and 5 stones or from others, here with different moves to win:

    python examples/nim.py
    python examples/nim.py 1 1 3
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import product
from operator import xor

import graphgame as gg

Position = tuple[int, ...]


def options(heaps: Position) -> Iterator[Position]:
    """Yield the positions one move away: one heap is made smaller."""
    for i, stones in enumerate(heaps):
        for rest in range(stones):
            yield *heaps[:i], rest, *heaps[i + 1 :]


def is_lost(heaps: Position, play: str) -> bool:
    """Say by Bouton's rule whether a position is lost."""
    if play == "misere" and max(heaps) < 2:
        return sum(heaps) % 2 == 1
    return reduce(xor, heaps) == 0


def main(argv: Sequence[str] | None = None) -> None:
    """Print the outcome and the winning moves, and at how many positions Bouton's rule holds."""
    parser = argparse.ArgumentParser(description="Nim, solved as a graph")
    parser.add_argument("heaps", metavar="N", nargs="*", type=int, help="default: 3 4 5")
    start = tuple(parser.parse_args(argv).heaps) or (3, 4, 5)

    game = gg.explore(options, start=start)
    positions = list(product(*(range(stones + 1) for stones in start)))
    for play in ("normal", "misere"):
        s = gg.solve(game, play=play)
        held = sum(is_lost(heaps, play) == (s.outcome(heaps) == gg.LOSE) for heaps in positions)
        print(f"{play} play: a {s.outcome(start)}; leave:", *s.winning_moves(start))
        print(f"{play} play: Bouton's rule holds at {held} of {len(positions)} positions")


if __name__ == "__main__":
    main()
