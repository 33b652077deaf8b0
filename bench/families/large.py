"""Solve and verify one large graph; print times and memory.

python -m bench.families.large path 10000000
python -m bench.families.large random 1000000 5000000
"""

from __future__ import annotations

import argparse
import resource
from collections.abc import Callable
from time import perf_counter
from typing import TypeVar

import graphgame as gg
from bench import workloads

T = TypeVar("T")


def peak_mib() -> float:
    """Return the peak memory of this process, in MiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def report(what: str, step: Callable[[], T]) -> T:
    """Do a step; print its result, its time, and the peak memory so far."""
    start = perf_counter()
    result = step()
    print(f"{what:<8} {perf_counter() - start:7.3f} s  peak {peak_mib():7.0f} MiB  {result}")
    return result


def main() -> None:
    """Run the workload that the command line names."""
    parser = argparse.ArgumentParser(description="solve and verify one large graph")
    parser.add_argument("kind", choices=("path", "random"))
    parser.add_argument("n", type=int)
    parser.add_argument("m", type=int, nargs="?", help="edges of a random graph; default 5 n")
    args = parser.parse_args()
    if args.kind == "path":
        edges = workloads.path(args.n)
    else:
        edges = workloads.random_digraph(args.n, 5 * args.n if args.m is None else args.m)
    graph = gg.GameGraph.from_edges(edges, args.n, copy=False)
    report("graph", lambda: graph)
    solution = report("solve", lambda: gg.solve(graph))
    report("verify", solution.verify)


if __name__ == "__main__":
    main()
