"""Games of conditions on several sets: CPU seconds of the product, of solving and of verifying.

    python -m bench.families.conditions [--dry-run]

Each game has 10^5 positions, and four or six sets of positions drawn at random.  The product of the
game and the memory is a parity game; what is not spent on solving it makes the product and reads
the strategies.  The results go to bench/results/conditions.json.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

import graphgame as gg
from bench import workloads
from bench.record import keep, provenance

N = 10**5
TIMES = 3
Sets = list[Any]
Solve = Callable[[Any, Sets], gg.MemorySolution[int]]


def _pairs(sets: Sets) -> list[tuple[Any, Any]]:
    return [*zip(sets[::2], sets[1::2], strict=True)]


OBJECTIVES: dict[str, tuple[int, Solve]] = {
    "generalized Büchi, 4 sets": (4, lambda g, x: gg.solve_generalized_buchi(g, None, x)),
    "GR(1), 3 assumptions, 3 guarantees": (6, lambda g, x: gg.solve_gr1(g, None, x[:3], x[3:])),
    "Rabin, 3 pairs": (6, lambda g, x: gg.solve_rabin(g, None, _pairs(x))),
    "Streett, 3 pairs": (6, lambda g, x: gg.solve_streett(g, None, _pairs(x))),
}


def grid(side: int) -> Any:
    """Return the edges of a grid, each both ways."""
    cells = np.arange(side * side, dtype=np.int32).reshape(side, side)
    pairs = [(cells[:, :-1], cells[:, 1:]), (cells[:-1], cells[1:])]
    ways = [np.column_stack([u.ravel(), v.ravel()]) for u, v in pairs]
    return np.concatenate([*ways, *(x[:, ::-1] for x in ways)])


def games() -> Iterator[tuple[str, gg.GameGraph[int], float]]:
    """Yield the games, and how much of the positions each set takes."""
    rng = np.random.default_rng(7)
    for name, edges, n, share in (
        ("random, degree 3.5", workloads.random_digraph(N, 7 * N // 2, terminals=0.0), N, 0.01),
        ("grid", grid(316), 316 * 316, 0.2),
    ):
        graph: gg.GameGraph[int] = gg.GameGraph.from_edges(edges, n)
        yield name, graph.with_owner(rng.integers(0, 2, n).astype(np.int8)), share


def measured(graph: gg.GameGraph[int], sets: Sets, solve: Solve) -> dict[str, Any]:
    """Return the seconds of each step, the least of several runs, and sizes."""
    solving: list[float] = []
    original = gg.ParityGame.solve

    def timed(game: gg.ParityGame[Any], method: str | None = None) -> Any:
        began = time.process_time()
        found = original(game, method)
        solving.append(time.process_time() - began)
        return found

    gg.ParityGame.solve = timed  # type: ignore[method-assign]
    rows = []
    try:
        for _ in range(TIMES):
            began = time.process_time()
            found = solve(graph, sets)
            ended = time.process_time()
            found.verify()
            rows.append((ended - began - solving[-1], solving[-1], time.process_time() - ended))
    finally:
        gg.ParityGame.solve = original  # type: ignore[method-assign]
    least = [round(min(column), 3) for column in zip(*rows, strict=True)]
    return {
        "states": found.memory_states,
        "positions": found.memory_states * graph.n,
        "won by 0": found.counts()[0],
        **dict(zip(("product", "solving", "verify"), least, strict=True)),
    }


def main() -> None:
    """Measure all objectives on all games, print a table, and keep the record."""
    parser = argparse.ArgumentParser(description="Games of conditions on several sets")
    parser.add_argument("--dry-run", action="store_true", help="leave the results as they are")
    args = parser.parse_args()
    record: dict[str, Any] = provenance("python -m bench.families.conditions")
    columns = ("states", "positions", "won by 0", "product", "solving", "verify")
    print(f"| game | objective | {' | '.join(columns)} |\n|{'---|' * (len(columns) + 2)}")
    for name, graph, share in games():
        for objective, (count, solve) in OBJECTIVES.items():
            rng = np.random.default_rng(8)
            sets = [rng.random(graph.n) < share for _ in range(count)]
            row = record[f"{name}; {objective}"] = measured(graph, sets, solve)
            print(f"| {name} | {objective} | {' | '.join(str(row[x]) for x in columns)} |")
    if not args.dry_run:
        keep("conditions", "objectives", record)


if __name__ == "__main__":
    main()
