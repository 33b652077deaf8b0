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
small ones are replaced by their trees (`_reduced_trees.py`), and the start is proven by itself.

To run it, from the root of the repository:

    python examples/sprouts.py 5
    python examples/sprouts.py 5 --misere
"""

from __future__ import annotations

import argparse
import ctypes
import re
import time
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache, reduce

from _compiled import compiled
from _lines_of_sprouts import MOVES
from _reduced_trees import ReducedTrees
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
    """Sprouts in misère play: positions are lands side by side, the small ones as reduced trees.

    Lands and trees are texts, in order; trees that stay low are added up.
    """

    # The most lines that a small land can still give, and how high trees are added up.
    SMALL, LOW = 10, 9

    def __init__(self) -> None:
        self.trees = ReducedTrees()
        # Lands come back in many positions.
        self.lives = lru_cache(maxsize=None)(lives)
        self.tree = lru_cache(maxsize=None)(self._tree)
        self.moves = lru_cache(maxsize=None)(self._moves)

    def _tree(self, land: Land) -> int:
        """Return the tree of a small land: each line leaves lands that are smaller."""
        added = (reduce(self.trees.sum, map(self.tree, option), 0) for option in options(land))
        return self.trees.tree(added)

    def _moves(self, part: str) -> set[tuple[str, ...]]:
        """Return what a line in one land, or a move in one tree, leaves of it."""
        if part.endswith("}"):
            return {self.position(option) for option in options(part)}
        return {(self.trees.texts[x],) for x in self.trees.options[self.trees.read(part)]}

    def position(self, parts: Iterable[str]) -> tuple[str, ...]:
        """Return the position that has these lands and trees side by side."""
        lands, trees, low = [], [], 0
        for part in parts:
            if part.endswith("}") and self.lives(part) > self.SMALL:
                lands.append(part)
            else:
                trees.append(self.tree(part) if part.endswith("}") else self.trees.read(part))
        heights = self.trees.heights
        for tree in sorted(trees, key=heights.__getitem__):
            if heights[low] + heights[tree] <= self.LOW:
                low = self.trees.sum(low, tree)
            else:
                lands.append(self.trees.texts[tree])
        return tuple(sorted([*lands, self.trees.texts[low]] if low else lands))

    def options(self, position: tuple[str, ...]) -> list[tuple[str, ...]]:
        """Return the positions that a line in one of the parts leaves, each once."""
        found = set()
        for i, part in enumerate(position):
            if not i or part != position[i - 1]:  # the same part has the same moves
                rest = position[:i] + position[i + 1 :]
                found |= {self.position((*rest, *left)) for left in self.moves(part)}
        return sorted(found)

    def order(self, position: tuple[str, ...]) -> int:
        """Return how many lines can still be drawn at most, so that few are tried first."""
        return sum(
            self.lives(part) if part.endswith("}") else self.trees.heights[self.trees.read(part)]
            for part in position
        )


def misere(spots: int) -> gg.Proof[tuple[str, ...]]:
    """Return the proof of who wins from so many spots in misère play."""
    rule = Misere()
    return gg.prove(rule, rule.position([start(spots)]), play="misere", search="proof-number")


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
