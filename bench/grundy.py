"""Grundy values side by side: this library, textbook C++ and plain Python, in alternating runs.

    python -m bench.grundy [N ...] [--dry-run]

Random games of 5 moves a position, half of the edges turned so that there is no cycle.  Every time
is from edges in memory to values; all must agree.  Loopy values of a graph with cycles stand beside
the time of `solve` on the same graph.  Kept in results/grundy.json.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Callable
from time import perf_counter
from typing import Any

import numpy as np

import graphgame as gg
from bench.record import compiled, keep, peak_mib, provenance, seconds
from bench.workloads import Edges, random_dag, random_digraph

BLOCK = 1 << 16
Timed = tuple[float, int]


def checksum(values: Any) -> int:
    """The XOR of value times index over all positions."""
    array = np.asarray(values).astype(np.uint64)
    return int(np.bitwise_xor.reduce(array * np.arange(len(array), dtype=np.uint64)))


def library(edges: Edges, n: int) -> Timed:
    """Time `gg.grundy`, with grouping the edges."""
    start = perf_counter()
    g = gg.grundy(gg.GameGraph.from_edges(edges, n))
    spent = perf_counter() - start
    return spent, checksum(g.values)


def plain_python(edges: Edges, n: int) -> Timed:
    """Time lists and a queue: what one writes without a library."""
    start = perf_counter()
    options: list[list[int]] = [[] for _ in range(n)]
    before: list[list[int]] = [[] for _ in range(n)]
    for block in range(0, len(edges), BLOCK):  # all pairs at once would take gigabytes
        for u, v in edges[block : block + BLOCK].tolist():
            options[u].append(v)
            before[v].append(u)
    waiting = [len(row) for row in options]
    queue = [v for v in range(n) if not waiting[v]]
    values = [0] * n
    for v in queue:
        there = {values[w] for w in options[v]}
        g = 0
        while g in there:
            g += 1
        values[v] = g
        for u in before[v]:
            waiting[u] -= 1
            if not waiting[u]:
                queue.append(u)
    spent = perf_counter() - start
    return spent, checksum(values)


def textbook(edges: Edges, n: int) -> Timed:
    """Time baselines/grundy.cpp."""
    with tempfile.NamedTemporaryFile() as file:
        edges.tofile(file.name)
        command = [compiled("grundy.cpp"), file.name, str(n), str(len(edges))]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
    spent, check = done.stdout.split()
    return float(spent), int(check)


def acyclic(n: int, runs: int) -> dict[str, Any]:
    """Set all contestants against each other on one random game."""
    edges = random_dag(n, 5 * n)
    contestants: dict[str, Callable[[Edges, int], Timed]] = {
        "graphgame": library,
        "textbook C++": textbook,
    }
    spent: dict[str, list[float]] = {name: [] for name in contestants}
    checks = set()
    for _ in range(runs):
        for name, contestant in contestants.items():
            took, check = contestant(edges, n)
            spent[name].append(took)
            checks.add(check)
    took, check = plain_python(edges, n)  # once: it takes minutes
    spent["plain Python"] = [took]
    checks.add(check)
    if len(checks) != 1:
        sys.exit(f"the contestants disagree: {checks}")
    results = {name: seconds(times) for name, times in spent.items()}
    ours = results["graphgame"]["median"]
    ratios = {name: round(results[name]["median"] / ours, 1) for name in results}
    return {"positions": n, "moves": len(edges), "seconds": results, "ratio": ratios}


def loopy(n: int, runs: int) -> dict[str, Any]:
    """Time loopy values against `solve` on a random graph with cycles."""
    edges = random_digraph(n, 3 * n)
    spent: dict[str, list[float]] = {"loopy_grundy": [], "solve": []}
    for _ in range(runs):
        for name, function in (("loopy_grundy", gg.loopy_grundy), ("solve", gg.solve)):
            graph = gg.GameGraph.from_edges(edges, n)
            start = perf_counter()
            found = function(graph)
            spent[name].append(perf_counter() - start)
    values = gg.loopy_grundy(gg.GameGraph.from_edges(edges, n))
    del found
    results = {name: seconds(times) for name, times in spent.items()}
    ratio = results["loopy_grundy"]["median"] / results["solve"]["median"]
    finite = int((values.values >= 0).sum())
    facts = {"positions": n, "moves": len(edges), "finite": finite, "seconds": results}
    return facts | {"times_solve": round(ratio, 2)}


def main() -> None:
    """Run what the command line names."""
    parser = argparse.ArgumentParser(description="Grundy values side by side")
    parser.add_argument("n", nargs="*", type=int, default=[1_000_000, 10_000_000])
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--dry-run", action="store_true", help="leave the results as they are")
    args = parser.parse_args()
    for n in args.n:
        for kind, measure in (("acyclic", acyclic), ("loopy", loopy)):
            record = provenance(f"python -m bench.grundy {n}") | measure(n, args.runs)
            record["peak_mib"] = round(peak_mib())
            print(json.dumps(record, indent=2), flush=True)
            if not args.dry_run:
                keep("grundy", f"{kind} {n}", record)


if __name__ == "__main__":
    main()
