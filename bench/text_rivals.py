"""Text in, text out, as people write it in Python: ``python bench/text_rivals.py WAY < text``.

The ways are "python", "networkx" and "numba".  They read graph text (``n m``, then a line ``u v``
for each move, from 1) and print the outcome of each position on a line.  A whole process is
measured, so nothing is imported that its way does not need.
"""

from __future__ import annotations

import sys
from pathlib import Path

NAMES = {-1: "LOSE", 0: "DRAW", 1: "WIN"}


def python(words: list[bytes]) -> list[int]:
    """Return the outcomes by lists of predecessors and a queue."""
    n, numbers = int(words[0]), [*map(int, words[2:])]
    predecessors: list[list[int]] = [[] for _ in range(n + 1)]
    left = [0] * (n + 1)
    for u, v in zip(numbers[::2], numbers[1::2], strict=True):
        predecessors[v].append(u)
        left[u] += 1
    outcomes = [0] * (n + 1)
    queue = [v for v in range(1, n + 1) if not left[v]]
    for v in queue:
        outcomes[v] = -1
    for v in queue:  # which grows
        lost = outcomes[v] < 0
        for u in predecessors[v]:
            if outcomes[u]:
                continue
            if not lost:
                left[u] -= 1
                if left[u]:
                    continue
            outcomes[u] = 1 if lost else -1
            queue.append(u)
    return outcomes[1:]


def networkx(words: list[bytes]) -> list[int]:
    """Return the outcomes by a loop over a DiGraph."""
    import networkx as nx

    n, numbers = int(words[0]), [*map(int, words[2:])]
    graph = nx.DiGraph()
    graph.add_nodes_from(range(1, n + 1))
    graph.add_edges_from(zip(numbers[::2], numbers[1::2], strict=True))
    left, predecessors = dict(graph.out_degree()), graph.predecessors
    queue = [v for v, degree in left.items() if not degree]
    outcomes = dict.fromkeys(left, 0) | dict.fromkeys(queue, -1)
    for v in queue:  # which grows
        lost = outcomes[v] < 0
        for u in predecessors(v):
            if outcomes[u]:
                continue
            if not lost:
                left[u] -= 1
                if left[u]:
                    continue
            outcomes[u] = 1 if lost else -1
            queue.append(u)
    return [*outcomes.values()]


def numba(words: list[bytes]) -> list[int]:
    """Return the outcomes by the solver of bench/jitted.py, which has been compiled and cached."""
    import numpy as np

    # By the name under which the others import it: Numba keeps names in its cache.
    from bench.jitted import plain

    numbers = np.array(words, dtype=np.int32)
    edges = numbers[2:].reshape(-1, 2) - np.int32(1)
    outcomes, _ = plain(edges, int(numbers[0]))
    return outcomes.tolist()  # type: ignore[no-any-return]


def main() -> None:
    """Read, solve and print in one way."""
    sys.path.insert(0, str(Path(__file__).parents[1]))
    way = {"python": python, "networkx": networkx, "numba": numba}[sys.argv[1]]
    outcomes = way(sys.stdin.buffer.read().split())
    print("\n".join(map(NAMES.__getitem__, outcomes)))


if __name__ == "__main__":
    main()
