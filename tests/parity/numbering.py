"""Games whose vertices have names, as the families write them, and their numbers."""

from __future__ import annotations

from collections.abc import Hashable, Iterable

# Edges, owners and priorities.
Game = tuple[list[tuple[int, int]], list[int], list[int]]
# Owner, priority and successors.
Vertex = tuple[int, int, Iterable[Hashable]]


def numbered(vertices: dict[Hashable, Vertex]) -> Game:
    """Return edges, owners and priorities; successors that are not defined are left out.

    Vertices are numbered in the order in which they are defined.
    """
    place = {name: v for v, name in enumerate(vertices)}
    edges = [
        (place[name], place[after])
        for name, (_, _, successors) in vertices.items()
        for after in successors
        if after in place
    ]
    owner = [owner for owner, _, _ in vertices.values()]
    return edges, owner, [priority for _, priority, _ in vertices.values()]
