"""Measure cops and robbers, and keep what it took in results/cops.json.

    python -m bench.cops [--dry-run]

Each game is solved by graphgame and by plain Python that has the same idea, rounds on integers as
sets of bits, each the faster of alternating runs; plain Python sits out where it would take
minutes.  The graphs on eight vertices come from nauty's geng, where it is installed.  Exits with 1
if an answer is not the published one.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from functools import partial
from itertools import combinations_with_replacement, product
from time import perf_counter
from typing import Any

import graphgame as gg
from bench.record import RESULTS, ROOT, provenance

sys.path.insert(0, str(ROOT / "examples"))
from cops import GRAPHS, cycle, grid

Edges = list[tuple[int, int]]

KEPT = RESULTS / "cops.json"
RUNS = 5
# What plain Python takes no longer than a minute for.
MOST_STATES = 3_000_000

# Name, graph, cops, and the capture time: Mehrabian 2011 for grids; None where the robber escapes.
GAMES: list[tuple[str, Edges, int, int | None]] = [
    ("Petersen, 2 cops", GRAPHS["Petersen"], 2, None),
    ("Petersen, 3 cops", GRAPHS["Petersen"], 3, 1),
    ("dodecahedron, 2 cops", GRAPHS["dodecahedron"], 2, None),
    ("dodecahedron, 3 cops", GRAPHS["dodecahedron"], 3, 3),
    ("Robertson, 4 cops", GRAPHS["Robertson"], 4, 2),
    ("grid 8 × 8, 2 cops", grid(8, 8), 2, 7),
    ("grid 8 × 8, 3 cops", grid(8, 8), 3, 6),
    ("grid 8 × 8, 4 cops", grid(8, 8), 4, 4),
    ("grid 20 × 20, 2 cops", grid(20, 20), 2, 19),
    ("hypercube of 64, 3 cops", [(v, v ^ 1 << b) for v in range(64) for b in range(6)], 3, None),
    ("path of 2000, 1 cop", cycle(2000)[:-1], 1, 1000),
]


def plain_python(edges: Edges, n: int, k: int) -> int | None:
    """The capture time, in rounds, by rounds over sets of bits."""
    near = [{v} for v in range(n)]
    for u, v in edges:
        near[u].add(v)
        near[v].add(u)
    bits = [sum(1 << w for w in row) for row in near]
    placements = list(combinations_with_replacement(range(n), k))
    moves = {
        cops: {tuple(sorted(moved)) for moved in product(*(near[v] for v in cops))}
        for cops in placements
    }
    lost = {cops: sum(1 << v for v in set(cops)) for cops in placements}
    everywhere = (1 << n) - 1
    time, best = 0, None
    while True:
        time += 1
        won, changed = {}, False
        for cops in placements:
            union = 0
            for moved in moves[cops]:
                union |= lost[moved]
            won[cops] = union
            if union == everywhere and best is None:
                best = time
        for cops in placements:
            settled = sum(1 << r for r in range(n) if not bits[r] & ~won[cops]) | lost[cops]
            if settled != lost[cops]:
                lost[cops], changed = settled, True
        if not changed:
            return best


def plain_cop_number(line: bytes) -> int:
    """The least number of cops that win on a graph in graph6, by plain Python."""
    n = line[0] - 63
    bits = "".join(f"{byte - 63:06b}" for byte in line[1:])
    pairs = [(u, v) for v in range(n) for u in range(v)]
    edges = [pair for pair, bit in zip(pairs, bits, strict=False) if bit == "1"]
    k = 1
    while plain_python(edges, n, k) is None:
        k += 1
    return k


def timed(function: Callable[..., Any], *arguments: Any) -> tuple[float, Any]:
    """Seconds and result of one call."""
    start = perf_counter()
    result = function(*arguments)
    return perf_counter() - start, result


def fastest(
    ours: Callable[[], Any], theirs: Callable[[], Any] | None
) -> tuple[Any, Any, dict[str, float | None]]:
    """Both results, and the least seconds of alternating runs; the slow one runs thrice at most."""
    best: list[tuple[float, Any]] = []
    other: list[tuple[float, Any]] = []
    for run in range(RUNS):
        best.append(timed(ours))
        if theirs is not None and (run == 0 or (run < 3 and other[0][0] < 5)):
            other.append(timed(theirs))
    seconds = min(t for t, _ in best)
    slow = min((t for t, _ in other), default=None)
    found = {
        "seconds": round(seconds, 6),
        "plain_python_seconds": None if slow is None else round(slow, 4),
        "times_faster": None if slow is None else round(slow / seconds),
    }
    return best[0][1], other[0][1] if other else None, found


def measure_games(wrong: list[str]) -> dict[str, Any]:
    """Solve every game."""
    records: dict[str, Any] = {}
    for name, edges, k, expected in GAMES:
        solution = gg.cops_and_robbers(edges, k)
        n, states = solution.board.n, 2 * solution.times.size
        ours = partial(gg.cops_and_robbers, edges, k)
        theirs = partial(plain_python, edges, n, k) if states <= MOST_STATES else None
        _, slow, found = fastest(ours, theirs)
        if solution.capture_time != expected or (theirs and slow != expected):
            wrong.append(name)
        facts = {"vertices": n, "cops": k, "states": states, "capture_time": solution.capture_time}
        records[name] = facts | found
        print(f"{name:26} {records[name]}", flush=True)
    return records


def measure_batch(wrong: list[str]) -> dict[str, Any]:
    """All connected graphs on eight vertices."""
    geng = shutil.which("geng") or shutil.which("nauty-geng")
    if geng is None:
        return {"note": "nauty's geng is not installed"}
    text = subprocess.run([geng, "-cq", "8"], capture_output=True, check=True).stdout
    sample = text.splitlines()[::100]
    numbers, _, found = fastest(lambda: gg.cop_numbers(text), None)
    one, _, one_cop = fastest(lambda: gg.cop_numbers(text, 1), None)
    slow, plain = timed(lambda: [*map(plain_cop_number, sample)])
    counts = dict(sorted(Counter(numbers.tolist()).items()))
    if counts != {1: 3791, 2: 7326} or (one == 1).sum() != 3791:
        wrong.append("batch")
    if plain != numbers[::100].tolist():
        wrong.append("batch, plain Python")
    whole = slow * len(numbers) / len(sample)
    record = {
        "graphs": len(numbers),
        "of_cop_number": counts,
        "seconds": found["seconds"],
        "seconds_one_cop_only": one_cop["seconds"],
        "plain_python_seconds_from_a_hundredth": round(whole, 2),
        "times_faster": round(whole / found["seconds"]),
    }
    print("batch", record)
    return record


def main() -> int:
    """Measure everything."""
    parser = argparse.ArgumentParser(description="measure cops and robbers")
    parser.add_argument("--dry-run", action="store_true", help="leave the results as they are")
    args = parser.parse_args()
    wrong: list[str] = []
    record = {
        **provenance("python -m bench.cops"),
        "games": measure_games(wrong),
        "connected graphs on 8 vertices": measure_batch(wrong),
    }
    if wrong:
        print("not the published answers:", *wrong, file=sys.stderr)
        return 1
    if not args.dry_run:
        KEPT.write_text(json.dumps(record, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
