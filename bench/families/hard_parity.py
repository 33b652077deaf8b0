"""Parity games that were made to take some algorithm long: CPU time of `solve()`, without a hint.

    python -m bench.families.hard_parity [--dry-run] [--oink SECONDS]

Each solution is verified.  The games are made by `tests/parity`, which names who invented them; the
results go to bench/results/hard_parity.json.  With --oink, algorithms of Oink, which `make oink`
builds, solve the same games, each for so many seconds at the most.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import tempfile
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

import graphgame as gg
from bench.families.parity import OINK
from bench.record import keep, provenance
from tests.parity import counters, families, ladders

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.parity.numbering import Game

TIMES = 5
# Of Oink: each is the fastest for some game, or widely used.
ALGORITHMS = ("npp", "zlk", "tl", "rtl", "fpj", "ptl", "psi")
GAMES: list[tuple[str, str, Callable[[], Game]]] = [
    *(
        ("Jurdziński's, levels × blocks", f"{x} × {y:,}", partial(ladders.jurdzinski, x, y))
        for x, y in ((50, 50), (100, 100), (5, 1_000), (5, 10_000))
    ),
    *(
        ("recursive ladder", f"{n:,}", partial(ladders.recursive_ladder, n))
        for n in (1_000, 5_000, 20_000)
    ),
    ("model checker ladder", "33,333", partial(ladders.model_checker_ladder, 33_333)),
    *(("Gazda's", f"{n:,}", partial(ladders.gazda, n)) for n in (100, 1_000)),
    ("dull games, Gazda and Willemse", "10,000", partial(ladders.dull, 10_000)),
    ("core", "100", partial(families.core, 100)),
    ("robust core", "60", partial(families.robust_core, 60)),
    *(("two counters", f"{n}", partial(families.two_counters, n)) for n in (20, 40)),
    ("strategy improvement, all switches", "300", partial(counters.switch_all, 300)),
    ("strategy improvement, best switches", "300", partial(counters.switch_best, 300)),
    ("snares", "80", partial(counters.snares, 80)),
    ("symmetric strategy improvement", "300", partial(counters.symmetric_improvement, 300)),
]


def measured(make: Callable[[], Game]) -> dict[str, Any]:
    """Return the size of a game, and the median of the seconds that solving it takes."""
    edges, owner, priority = make()
    graph = gg.GameGraph.from_edges(np.array(edges), len(owner))
    _ = graph.option_ptr, graph.pred_ptr
    seconds = []
    for _ in range(TIMES):
        game = gg.ParityGame(graph, owner, priority)
        began = time.process_time()
        solution = game.solve()
        seconds.append(time.process_time() - began)
    solution.verify()  # raises what is wrong
    sizes = {"vertices": game.n, "edges": game.m, "priorities": len(set(priority))}
    return sizes | {"cpu": round(sorted(seconds)[TIMES // 2], 5)}


def oink(make: Callable[[], Game], limit: int) -> dict[str, float]:
    """Return the seconds by the clock in which algorithms of Oink solve a game, without reading.

    Those that take longer than the limit are left out.
    """
    edges, owner, priority = make()
    game = gg.ParityGame(gg.GameGraph.from_edges(np.array(edges), len(owner)), owner, priority)
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        text = Path(folder, "game.pg")
        gg.write_pg(game, text)
        for name in ALGORITHMS:
            command = [str(OINK), f"--{name}", "-z", str(limit), str(text), f"{text}.sol"]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            took = re.search(r"total solving time: ([\d.]+)", done.stdout)
            if done.returncode == 0 and took:
                found[name] = float(took[1])
    return found


def compared(cpu: float, times: dict[str, float], limit: int) -> str:
    """Return in words the fastest algorithm of Oink, and our time as a multiple of its."""
    if not times:
        return f"Oink: none within {limit} s"
    best = min(times, key=times.__getitem__)
    ratio = cpu / max(times[best], 1e-6)  # it prints microseconds
    return f"Oink, {best}: {times[best]:.4f} s; ours is {ratio:.2g} times that"


def main() -> None:
    """Measure all games, print a table, and keep the record."""
    parser = argparse.ArgumentParser(description="Parity games that take some algorithm long")
    parser.add_argument("--dry-run", action="store_true", help="leave the results as they are")
    parser.add_argument("--oink", type=int, metavar="SECONDS", help="for each of its algorithms")
    args = parser.parse_args()
    if args.oink is not None and not OINK.exists():
        parser.error("--oink: Oink is not built; `make oink` builds it")
    record = provenance("python -m bench.families.hard_parity")
    print("| family | size | vertices | edges | priorities | seconds |\n|---|---|---|---|---|---|")
    before, rows = "", {}
    for family, size, make in GAMES:
        found = rows[f"{family}, {size}"] = measured(make)
        counts = " | ".join(f"{found[x]:,}" for x in ("vertices", "edges", "priorities"))
        seconds = "< .005" if found["cpu"] < 0.005 else f"{found['cpu']:.2f}".lstrip("0")
        print(
            f"| {family if family != before else ''} | {size} | {counts} | {seconds} |", flush=True
        )
        before = family
        if args.oink is not None:
            found["oink"] = times = oink(make, args.oink)
            print(f"| | {compared(found['cpu'], times, args.oink)} |", flush=True)
    if not args.dry_run:
        keep("hard_parity", "solve", record | {"games": rows})


if __name__ == "__main__":
    main()
