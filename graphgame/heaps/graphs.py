"""Heap games as game graphs, for the general solvers."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from graphgame.arrays import distinct_rows
from graphgame.errors import ExplorationLimitError, TooLargeError
from graphgame.graphs.graph import GameGraph
from graphgame.heaps.rules.interface import Rule
from graphgame.rules.exploring.explore import explore

if TYPE_CHECKING:
    from graphgame.heaps.game import HeapGame

# In descending order.
Sum: TypeAlias = tuple[int, ...]

# The sums that a heap of more becomes are never listed: they are more than 4 · 10^12.
_MOST_LISTED = 200


def heap_graph(game: HeapGame, rule: Rule, n: int, limit: int) -> GameGraph:
    """Return the graph of single heaps; several heaps left are replaced by one nimber."""
    if n >= limit:
        raise TooLargeError(f"limit: expected at most {limit} positions, got {n + 1} heaps")
    sources, left = rule.options(np.arange(n + 1))
    if rule.parts == 1:
        return GameGraph.from_edges(np.column_stack((sources, left[:, 0])), n + 1, copy=False)
    values = np.bitwise_xor.reduce(game.values(n).astype(np.int64)[left], axis=1)
    single = left[:, 1] == 0
    nimbers = int(values[~single].max(initial=0)) + 1
    targets = np.where(single, left[:, 0], n + 1 + values)
    moves, _ = distinct_rows(np.column_stack((sources, targets)))
    high, low = np.tril_indices(nimbers, -1)
    moves_of_nim = np.column_stack((n + 1 + high, n + 1 + low))
    labels = [*range(n + 1), *(f"*{x}" for x in range(nimbers))]
    edges = np.concatenate((moves, moves_of_nim))
    return GameGraph.from_edges(edges, labels=labels, copy=False)


def sum_graph(game: HeapGame, n: int, limit: int) -> GameGraph:
    """Return the graph of all sums that are reachable from single heaps up to n."""
    if n > _MOST_LISTED:
        raise _too_many(n, limit)
    single = [game.options(heap) for heap in range(n + 1)]

    def options(heaps: Sum) -> list[Sum]:
        found = []
        for heap in set(heaps):
            rest = list(heaps)
            rest.remove(heap)
            found += [tuple(sorted((*rest, *left), reverse=True)) for left in single[heap]]
        return found

    starts: list[Sum] = [(heap,) if heap else () for heap in range(n + 1)]
    try:
        return explore(options, starts, limit=limit)
    except ExplorationLimitError:
        raise _too_many(n, limit) from None


def _too_many(n: int, limit: int) -> TooLargeError:
    listed = min(n, _MOST_LISTED)
    ways = [1] + [0] * listed  # the partitions of each number, for the parts seen so far
    for part in range(1, listed + 1):
        for total in range(part, listed + 1):
            ways[total] += ways[total - part]
    count = f"{'over' if n > listed else 'up to'} {sum(ways)}"
    return TooLargeError(
        f"limit: expected at most {limit} positions, heaps up to {n} can become {count} sums; "
        "with nimbers=True a heap of Nim stands for each sum, for normal play"
    )
