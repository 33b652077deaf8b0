"""Sprouts in Python: slow, and written apart from the rules in C of `examples/sprouts.py`.

A land is a tuple of regions, a region a tuple of boundaries, and a boundary the spots that one
meets when one walks along it.  A spot that is met twice, in one region or in two, has two lines,
and is a number from 3 on.  A spot that is met once is the number of its lines: 0, 1 or 2.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain, combinations_with_replacement, groupby, product
from typing import Any

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


def options(land: Land) -> list[tuple[Land, ...]]:
    """Return what each line leaves of a land: lands side by side."""
    named, used = with_names(land)
    found = {
        lands([*named[:i], *regions, *named[i + 1 :]], now)
        for i, region in enumerate(named)
        for regions, now in drawn(region, used)
    }
    return sorted(found)


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


def notation(land: Land) -> str:
    """Return a land as the text that the rules in C take."""

    def row(spots: Boundary) -> str:
        return "".join(str(s) if s < TWICE else chr(ord("A") + s - TWICE) for s in spots) + "."

    return "".join("".join(map(row, region)) + "}" for region in land)
