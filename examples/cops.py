"""Cops and robbers: how many cops it takes to catch a robber who sees them coming.

The rules: k cops choose vertices of a graph, then the robber chooses his. They take turns: every
cop moves along an edge or stays, then the robber does the same. The cops win if one of them is ever
where the robber is. The cop number of a graph is the least k with which they can.

What is known: one cop wins exactly on the graphs that can be dismantled (Nowakowski and Winkler
1983, Quilliot 1978); among the connected graphs on 1, 2, … vertices those are 1, 1, 2, 5, 16, 68,
403, 3791, and two cops do on all others of up to nine vertices (Baird, Beveridge, Bonato et al.,
"On the minimum order of k-cop-win graphs", 2014). The Petersen graph is the smallest that needs
three, and no planar graph needs more (Aigner and Fromme 1984); the Robertson graph needs four. On
an m × n grid two cops take ⌊(m + n) / 2⌋ - 1 rounds (Mehrabian 2011).

To run it, on these graphs, or on graphs in graph6, such as nauty's geng writes them:

    python examples/cops.py
    nauty-geng -cq 8 | python examples/cops.py -
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from itertools import combinations, permutations, product

import numpy as np
import numpy.typing as npt

import graphgame as gg

Edges = list[tuple[int, int]]


def cycle(n: int, first: int = 0, step: int = 1) -> Edges:
    """Return a cycle of n vertices, or several where the step and n have a common factor."""
    return [(first + v, first + (v + step) % n) for v in range(n)]


def grid(m: int, n: int) -> Edges:
    """Return the squares of an m × n board, row by row, joined to those below and to the right."""
    below = [(v, v + n) for v in range((m - 1) * n)]
    return below + [(v, v + 1) for v in range(m * n) if v % n < n - 1]


GRAPHS: dict[str, Edges] = {
    "path of 9": cycle(9)[:-1],
    "cycle of 9": cycle(9),
    "grid of 8 × 8": grid(8, 8),
    "Petersen": cycle(5) + cycle(5, 5, 2) + [(v, v + 5) for v in range(5)],
    "dodecahedron": [
        *(*cycle(5), *cycle(10, 5), *cycle(5, 15)),
        *((v, 5 + 2 * v) for v in range(5)),
        *((15 + v, 6 + 2 * v) for v in range(5)),
    ],
    "Robertson": [
        *cycle(19),
        *((0, 4), (0, 7), (1, 9), (1, 16), (2, 11), (2, 14), (3, 8), (3, 17), (4, 15), (5, 9)),
        *((5, 12), (6, 14), (6, 17), (7, 11), (8, 13), (10, 15), (10, 18), (12, 16), (13, 18)),
    ],
}


def connected_graphs(n: int) -> npt.NDArray[np.uint64]:
    """Return each connected graph on n vertices once up to isomorphism, as rows of adjacency bits.

    A graph is a number with a bit for each pair; of all the numbers that renaming its vertices
    makes of it, the least one stands for it.
    """
    pairs = list(combinations(range(n), 2))
    place = {pair: bit for bit, pair in enumerate(pairs)}
    graphs = np.arange(1 << len(pairs), dtype=np.uint64)
    least = graphs.copy()
    for name in permutations(range(n)):
        renamed = np.zeros_like(graphs)
        for bit, (u, v) in enumerate(pairs):
            to = place[min(name[u], name[v]), max(name[u], name[v])]
            renamed |= (graphs >> np.uint64(bit) & np.uint64(1)) << np.uint64(to)
        np.minimum(least, renamed, out=least)
    graphs = graphs[least == graphs]
    rows = np.zeros((len(graphs), n), dtype=np.uint64)
    for bit, (u, v) in enumerate(pairs):
        there = graphs >> np.uint64(bit) & np.uint64(1)
        rows[:, u] |= there << np.uint64(v)
        rows[:, v] |= there << np.uint64(u)
    reached = np.ones(len(graphs), dtype=np.uint64)
    for _, v in product(range(n - 1), range(n)):
        reached |= rows[:, v] * (reached >> np.uint64(v) & np.uint64(1))
    connected: npt.NDArray[np.uint64] = rows[reached == (1 << n) - 1]
    return connected


def counts(numbers: npt.NDArray[np.int64]) -> str:
    """Say how many graphs have each cop number."""
    found = sorted(Counter(numbers.tolist()).items())
    return ", ".join(f"{k} cop{'s' * (k != 1)}: {count} graphs" for k, count in found)


def main(argv: Sequence[str] | None = None) -> None:
    """Print cop numbers, how long the chase lasts, and how it goes on the Petersen graph."""
    parser = argparse.ArgumentParser(description="cops and robbers on graphs")
    parser.add_argument("file", nargs="?", help="graphs in graph6; - for standard input")
    args = parser.parse_args(argv)
    if args.file is not None:
        with open(0 if args.file == "-" else args.file, "rb") as file:
            try:
                print(counts(gg.cop_numbers(file)))
            except gg.ParseError as error:
                sys.exit(str(error))
        return
    for name, edges in GRAPHS.items():
        print(f"{name}: {gg.cops_and_robbers(edges, gg.cop_number(edges))}")
    print("Petersen (cops, robber, turn):", *gg.cops_and_robbers(GRAPHS["Petersen"], 3).line())
    for n in range(1, 7):
        print(f"connected graphs on {n} vertices: {counts(gg.cop_numbers(connected_graphs(n)))}")


if __name__ == "__main__":
    main()
