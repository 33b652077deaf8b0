"""Sprouts: whoever cannot draw a line between two spots loses.

A line joins two spots, or a spot to itself, crosses no line, and gets a new spot on it.  No spot
has more than three ends of lines.  Lines separate the plane into regions; regions that share no
spot that can still be used are lands of their own: no line touches two of them, and the value of
the whole is the XOR of theirs.  So the rules give sums of lands.

A land is a tuple of regions, a region a tuple of boundaries, and a boundary the spots that one
meets when one walks along it.  A spot that is met twice, in one region or in two, has two lines,
and is a number from 3 on.  A spot that is met once is the number of its lines: 0, 1 or 2.

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
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain, combinations_with_replacement, groupby, product
from typing import Any

import graphgame as gg

Boundary = tuple[int, ...]
Region = tuple[Boundary, ...]
Land = tuple[Region, ...]
# How many lines each spot has.
Lines = dict[int, int]

# Spots that are met twice are numbers from here on.
TWICE = 3
MOST_LINES = 3


def start(spots: int) -> Land:
    """Return the land of so many spots without lines."""
    return (((0,),) * spots,)


def options(land: Land) -> list[gg.Sum[Land]]:
    """Return what each line leaves of a land: a sum of lands."""
    named, used = with_names(land)
    found = {
        lands([*named[:i], *regions, *named[i + 1 :]], now)
        for i, region in enumerate(named)
        for regions, now in drawn(region, used)
    }
    return [gg.Sum(*option) for option in sorted(found)]


def weight(land: Land) -> int:
    """Return eight for each line that the spots of a land can still give, so that few go first."""
    met = Counter(chain(*chain(*land)))
    return 8 * sum(1 if spot >= TWICE else (MOST_LINES - spot) * met[spot] for spot in met)


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
        """Return how many lines the spots can give, so that few are tried first."""
        return sum(map(self.weight, position))


def misere(spots: int) -> gg.Proof[tuple[Land, ...]]:
    """Return the proof of who wins from so many spots in misère play."""
    return gg.prove(Misere(), (start(spots),), play="misere")


def with_names(land: Land) -> tuple[Land, Lines]:
    """Return the land with a name of its own for each spot, below 0 if it is met twice."""
    used: Lines = {}

    def name(spot: int) -> int:
        named = -spot if spot >= TWICE else len(used)
        used[named] = min(spot, 2)
        return named

    return tuple(tuple(tuple(map(name, row)) for row in region) for region in land), used


def drawn(region: Region, used: Lines) -> Iterator[tuple[list[Region], Lines]]:
    """Yield the regions that each line in a region leaves, and how many lines spots have then."""
    # One boundary is as good as one that is alike, and so are two.
    rows = [row for group in alike(region, used) for row in group[:2]]
    corners = [(k, i) for k, row in enumerate(rows) for i in range(len(row))]
    new = max(used) + 1
    for (k, i), (m, j) in combinations_with_replacement(corners, 2):
        first, second = rows[k][i], rows[m][j]
        now = used | {new: 2}
        now[first] += 1
        now[second] += 1
        if now[first] > MOST_LINES or (first == second and (k, i) != (m, j)):
            continue
        rest = list(region)
        for row in {rows[k], rows[m]}:
            rest.remove(row)
        if k != m:
            joined = (*around(rows[k], i, used), new, *around(rows[m], j, used), new)
            yield [(joined, *rest)], now
            continue
        row = rows[k]
        inner = (*row[i : j + 1], new)
        outer = (*row[j:], *row[: i + 1], new) if used[first] else inner
        for chosen in chosen_rows(rest, used):
            others = [*rest]
            for one in chosen:
                others.remove(one)
            yield [(inner, *chosen), (outer, *others)], now


def around(row: Boundary, i: int, used: Lines) -> Boundary:
    """Return a walk along a boundary from spot i back to it."""
    return (*row[i:], *row[: i + 1]) if used[row[i]] else row


def alike(rows: Sequence[Boundary], used: Lines) -> list[list[Boundary]]:
    """Return boundaries in groups, those of which can take the place of each other."""
    groups: dict[Boundary, list[Boundary]] = {}
    for row in rows:
        # A spot that is met twice, whose name is below 0, is in a place of its own.
        key = row if min(row) < 0 else tuple(used[spot] for spot in row)
        groups.setdefault(key, []).append(row)
    return list(groups.values())


def chosen_rows(rows: list[Boundary], used: Lines) -> Iterator[list[Boundary]]:
    """Yield the sets of boundaries that can lie on one side of a line."""
    groups = alike(rows, used)
    for counts in product(*(range(len(group) + 1) for group in groups)):
        yield [row for group, count in zip(groups, counts, strict=True) for row in group[:count]]


def lands(regions: Sequence[Region], used: Lines) -> tuple[Land, ...]:
    """Return the lands of regions of named spots, without what nobody can use."""
    alive = []
    for region in regions:
        rows = [tuple(spot for spot in row if used[spot] < MOST_LINES) for row in region]
        if sum(MOST_LINES - used[spot] for spot in {*chain(*rows)}) > 1:
            alive.append(tuple(row for row in rows if row))
    found = []
    while alive:
        land = [alive.pop()]
        seen = {*chain(*land[0])}
        while joined := [region for region in alive if not seen.isdisjoint(chain(*region))]:
            land += joined
            seen.update(chain(*chain(*joined)))
            alive = [region for region in alive if region not in joined]
        found.append(in_order(*numbered(land, used)))
    return tuple(sorted(found))


def numbered(land: Sequence[Region], used: Lines) -> tuple[Land, tuple[int, ...]]:
    """Return a land whose spots are 0, 1, 2, … as they are met, and how many lines each has."""
    names: Lines = {}
    named = tuple(
        tuple(tuple(names.setdefault(spot, len(names)) for spot in row) for row in region)
        for region in land
    )
    return named, tuple(used[spot] for spot in names)


@lru_cache(maxsize=1 << 17)
def in_order(land: Land, used: tuple[int, ...]) -> Land:
    """Return a land whose spots, boundaries and regions stand in an order of their own.

    What is the same land is mostly the same tuple then, and always the same game.  Many lines leave
    a land in the same words, so that the answers are kept.
    """
    met = Counter(chain(*chain(*land)))
    label = {spot: TWICE if met[spot] == 2 else used[spot] for spot in met}
    twice = [spot for spot in met if met[spot] == 2]
    # Spots that are met twice are told apart by what lies around them, as far as that goes.
    kinds = min(1, len(twice))
    while kinds < len(twice):
        places = surroundings(land, label)
        seen = {spot: (label[spot], sorted(places[spot])) for spot in twice}
        ranked = [found for found, _ in groupby(sorted(seen.values()))]
        if len(ranked) == kinds:
            break
        kinds = len(ranked)
        label |= {spot: TWICE + ranked.index(found) for spot, found in seen.items()}
    ordered = [region for _, region in sorted(turned(region, label) for region in land)]
    names = dict[int, int]()
    for spot in chain(*chain(*ordered)):
        if met[spot] == 2:
            names.setdefault(spot, TWICE + len(names))
    return tuple(
        tuple(tuple(names.get(spot, used[spot]) for spot in row) for row in region)
        for region in ordered
    )


def surroundings(land: Sequence[Region], label: Lines) -> dict[int, list[Any]]:
    """Return what lies around each spot where it is met: neighbours, boundary, and region."""
    places: dict[int, list[Any]] = {}
    for region in land:
        walks = []
        for row in region:
            around_each = []
            for before, spot, after in zip((row[-1], *row), row, (*row[1:], row[0]), strict=False):
                low, high = label[before], label[after]
                if low > high:
                    low, high = high, low
                around_each.append((label[spot], low, high))
            walks.append((sorted(around_each), around_each))
        whole = sorted(walk for walk, _ in walks)
        for row, (walk, around_each) in zip(region, walks, strict=True):
            for spot, beside in zip(row, around_each, strict=True):
                places.setdefault(spot, []).append((beside, walk, whole))
    return places


def turned(region: Region, label: Lines) -> tuple[list[list[int]], Region]:
    """Return the least labels of a region, walked in either direction, and it in this order."""

    def least(row: Boundary) -> tuple[list[int], Boundary]:
        labels = [label[spot] for spot in row]
        if len(row) == 1:
            return labels, row
        low = min(labels)
        turns = [i for i, found in enumerate(labels) if found == low]
        return min((labels[i:] + labels[:i], row[i:] + row[:i]) for i in turns)

    ways = []
    for way in (1, -1):
        rows = sorted(least(row[::way]) for row in region)
        ways.append(([labels for labels, _ in rows], tuple(row for _, row in rows)))
    return min(ways)


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
