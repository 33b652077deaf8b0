"""Sprouts: whoever cannot draw a line between two spots loses.

A line joins two spots, or a spot to itself, crosses no line, and gets a new spot on it.  No spot
has more than three ends of lines.  Lines separate the plane into regions; regions that share no
spot that can still be used are lands of their own: no line touches two of them, and the value of
the whole is the XOR of theirs.  So the rules give sums of lands.

A land is a text, in the notation of Applegate, Jacobson and Sleator: a boundary is the spots that
one meets when one walks along it, and a point; a region is its boundaries and a brace.  A spot that
is met twice, in one region or in two, has two lines, and is a letter.  A spot that is met once is
the number of its lines: 0, 1 or 2.  The rules are in C, and need gcc (`_sprouts.py`).

What is known: the first player wins if and only if the number of spots leaves 3, 4 or 5 when it is
divided by 6.  D. Applegate, G. Jacobson and D. Sleator found this for up to 11 spots ("Computer
analysis of Sprouts", 1991), J. Lemoine and S. Viennot for up to 44 ("Nimbers are inevitable",
Theoretical Computer Science 462, 2012); in general it is a conjecture.  If whoever cannot draw a
line wins instead, the first player wins with 1, 5, 6, 10, 11, 12, 16, 17 and 18 of up to 20 spots
(Lemoine and Viennot, "Analysis of misère Sprouts game with reduced canonical trees", 2009;
https://oeis.org/A164950).  No XOR of values helps there: a position is written out as its lands,
and the start is proven by itself.

To run it, from the root of the repository:

    python examples/sprouts.py 5
    python examples/sprouts.py 5 --misere
"""

from __future__ import annotations

import argparse
import ctypes
import re
import time
from collections.abc import Callable, Sequence
from functools import lru_cache

from _compiled import compiled
from _lines_of_sprouts import MOVES
from _sprouts import LANDS

import graphgame as gg

Land = str

# Letters from A to | are as many as the lines that twenty spots can give.
MOST_SPOTS = 20
MOST_LINES = 3
LAND = re.compile(r"(([0-2A-|]+\.)+\})+")


def start(spots: int) -> Land:
    """Return the land of so many spots without lines."""
    if not 1 <= spots <= MOST_SPOTS:
        raise ValueError(f"spots: expected 1 to {MOST_SPOTS}, got {spots}")
    return "0." * spots + "}"


@lru_cache(maxsize=1)
def in_c() -> Callable[[bytes], bytes | None]:
    """Return the rules in C: from a land to its options, None if there are none."""
    found = compiled(LANDS + MOVES).options
    found.argtypes, found.restype = [ctypes.c_char_p], ctypes.c_char_p
    return found


def options(land: Land) -> list[gg.Sum[Land]]:
    """Return what each line leaves of a land: a sum of lands."""
    if not is_land(land):
        raise ValueError(f"land: expected a text as '0.AB.}}AB.}}', got {land!r}")
    found = in_c()(land.encode())
    if found is None:
        return []
    return [gg.Sum(*option.split()) for option in found.decode().split("\n")]


def is_land(land: Land) -> bool:
    """Return whether a text has boundaries and regions, and not more spots than there can be."""
    is_written = LAND.fullmatch(land) and lives(land) <= MOST_LINES * MOST_SPOTS
    return bool(is_written) and all(land.count(spot) <= 2 for spot in set(land) - {*"012.}"})


def lives(land: Land) -> int:
    """Return how many lines the spots of a land can still give."""
    once = sum((MOST_LINES - lines) * land.count(str(lines)) for lines in range(MOST_LINES))
    return once + sum("A" <= spot <= "|" for spot in set(land))


def weight(land: Land) -> int:
    """Return eight for each line that spots can give, and each boundary, so that few go first."""
    return 8 * (lives(land) + land.count("."))


class Misere:
    """Sprouts in misère play, of positions that are lands side by side, in order."""

    def __init__(self) -> None:
        # Lands come back in many positions.
        self.moves = lru_cache(maxsize=None)(options)
        self.weight = lru_cache(maxsize=None)(weight)

    def options(self, position: tuple[Land, ...]) -> list[tuple[Land, ...]]:
        """Return the positions that a line in one of the lands leaves, each once."""
        found = set()
        for i, land in enumerate(position):
            if i and land == position[i - 1]:
                continue  # the same land, and the same moves
            rest = position[:i] + position[i + 1 :]
            found |= {tuple(sorted((*rest, *left))) for left in self.moves(land)}
        return sorted(found)

    def order(self, position: tuple[Land, ...]) -> int:
        """Return the weight of all lands, so that few lines are tried first."""
        return sum(map(self.weight, position))


def misere(spots: int) -> gg.Proof[tuple[Land, ...]]:
    """Return the proof of who wins from so many spots in misère play."""
    return gg.prove(Misere(), (start(spots),), play="misere")


def main(arguments: Sequence[str] | None = None) -> None:
    """Print who wins from each number of spots up to one."""
    parser = argparse.ArgumentParser(description="Who wins Sprouts.")
    parser.add_argument("spots", type=int, nargs="?", default=4)
    parser.add_argument("--misere", action="store_true", help="whoever cannot draw a line wins")
    given = parser.parse_args(arguments)
    for spots in range(1, given.spots + 1):
        begin = time.process_time()
        if given.misere:
            proof = misere(spots)
            seconds = time.process_time() - begin
            if proof.outcome is None:
                print(f"{spots} spots, misère: not decided within the memory that prove takes")
                break
            print(
                f"{spots} spots, misère: {proof.outcome}, verified: {proof.verify()}; "
                f"{proof.nodes:,} nodes searched in {seconds:.1f} s"
            )
            continue
        found = gg.grundy(options, start=start(spots), sums=True, search=True, weight=weight)
        seconds = time.process_time() - begin
        print(
            f"{spots} spot{'s' * (spots > 1)}: value {found.value(start(spots))}, {found.result}; "
            f"{len(found):,} lands valued, after {seconds:.1f} s"
        )


if __name__ == "__main__":
    main()
