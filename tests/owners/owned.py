"""Random games with owners, and all the smallest ones, side by side in one graph."""

from __future__ import annotations

import random
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

import graphgame as gg
from tests.strategies import all_graphs

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


class OwnedGame(NamedTuple):
    """Options, owners, and a set of targets."""

    options: list[list[int]]
    owner: list[int]
    targets: set[int]

    def edges(self) -> list[tuple[int, int]]:
        """Return the edges in the order of their sources."""
        return [(v, w) for v, row in enumerate(self.options) for w in row]

    def graph(self) -> gg.GameGraph[int]:
        """Return the graph with its owners."""
        n = len(self.options)
        graph: gg.GameGraph[int] = gg.GameGraph.from_edges(self.edges(), n)
        return graph.with_owner(self.owner)


def all_games(most: int) -> Iterator[OwnedGame]:
    """Return every game of 1 to `most` positions: all graphs, owners and targets."""
    for n in range(1, most + 1):
        sides = list(product((0, 1), repeat=n))
        for edges in all_graphs(n):
            options = [[w for v, w in edges if v == u] for u in range(n)]
            for owner, flags in product(sides, sides):
                yield OwnedGame(options, list(owner), {v for v in range(n) if flags[v]})


def random_game(seed: int, n: int, most_options: int = 3) -> OwnedGame:
    """Return a random game: some dead ends, loops and parallel edges."""
    rng = random.Random(seed)
    options = [[rng.randrange(n) for _ in range(rng.randint(0, most_options))] for _ in range(n)]
    if rng.random() < 0.5:  # mostly without dead ends: play that never ends
        options = [row or [rng.randrange(n)] for row in options]
    owner = [rng.randint(0, 1) for _ in range(n)]
    return OwnedGame(options, owner, {v for v in range(n) if rng.random() < 0.3})


def united(games: Iterable[OwnedGame]) -> tuple[OwnedGame, list[slice]]:
    """Return one game that holds others side by side, and where each of them is."""
    options: list[list[int]] = []
    owner: list[int] = []
    targets: set[int] = set()
    places = []
    for game in games:
        first = len(options)
        options += [[w + first for w in row] for row in game.options]
        owner += game.owner
        targets |= {v + first for v in game.targets}
        places.append(slice(first, len(options)))
    return OwnedGame(options, owner, targets), places
