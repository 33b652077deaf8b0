"""Explore one game in many ways, alternating: time of the processor per move, ratios, memory.

    python -m bench.families.explore [316 | 1000 | 3162 | 5477 | connect4] [--rounds N] [--dry-run]

"connect4" is Connect-4 on 5 × 4 by the rule of bench/baselines/connect4.c, with its presets, as a
compiled rule and in C++.  Else the game has SIDE^2 positions (x, y) with four options each: 10^5,
10^6, 10^7 or 3 * 10^7.  "bare" is the breadth-first loop over a dict and a list without a graph:
the baseline of `explore`; these two run for 10^5 positions only.  "C++" are those of
bench/baselines/explore.cpp, on that rule; with "huge" they advise huge pages, as graphgame does:
the goal is to take at most as long as these.
Each way runs in every round, in a process of its own, which explores twice: the first time it
meets new memory.  Time is that of the processor, so that a busy machine disturbs it little.  What
threads gain shows in elapsed time alone: rows with "elapsed" have it, with one thread and with two,
and tell something where the machine is idle.  Medians go to bench/results/explore.json, with the
load of the machine.
"""

from __future__ import annotations

import argparse
import ctypes
import json
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Any

import numpy as np
import numpy.typing as npt

import graphgame as gg
from bench.record import BASELINES, compiled, keep, provenance

SIDE = 1000
SIDES = ("316", "1000", "3162", "5477")
GAME = "connect4"  # the other game
ROUNDS = 3
BATCH = 1 << 14  # of `explore_codes`
Codes = npt.NDArray[np.int64]

C_RULE = """
#include <stdint.h>
int64_t rule(int64_t code, int64_t *options, int64_t room, void *data) {
    const int64_t n = SIDE, x = code / n, y = code % n;
    (void)data;
    if (room < 4) return 4;
    options[0] = (x + 1) % n * n + y;
    options[1] = x * n + (y + 1) % n;
    options[2] = (7 * x + y) % n * n + (x + 3) % n;
    options[3] = 5 * y % n * n + (x + y) % n;
    return 4;
}
"""


def rule(position: tuple[int, int]) -> list[tuple[int, int]]:
    """Return the four options of a position."""
    x, y, n = *position, SIDE
    return [
        ((x + 1) % n, y),
        (x, (y + 1) % n),
        ((7 * x + y) % n, (x + 3) % n),
        (5 * y % n, (x + y) % n),
    ]


def batch_rule(codes: Codes) -> tuple[Codes, Codes]:
    """Return the options of many positions, coded as SIDE * x + y."""
    x, y, n = *np.divmod(codes, SIDE), SIDE
    options = np.empty((len(codes), 4), dtype=np.int64)
    options[:, 0] = (x + 1) % n * n + y
    options[:, 1] = x * n + (y + 1) % n
    options[:, 2] = (7 * x + y) % n * n + (x + 3) % n
    options[:, 3] = 5 * y % n * n + (x + y) % n
    return np.repeat(np.arange(len(codes)), 4), options.ravel()


def bare() -> int:
    """Walk breadth first over a dict and a list, building nothing else."""
    seen = {(0, 0): 0}
    queue = [(0, 0)]
    for position in queue:
        for option in rule(position):
            if option not in seen:
                seen[option] = len(queue)
                queue.append(option)
    return len(queue)


def compile_rule(folder: str, game: str) -> Path:
    """Compile the rule in C."""
    library = Path(folder, "rule.so")
    if game == GAME:
        source, flags = BASELINES / "connect4.c", ["-O3", "-DCOLUMNS=5", "-DROWS=4"]
    else:
        source, flags = Path(folder, "rule.c"), ["-O2", f"-DSIDE={game}"]
        source.write_text(C_RULE, encoding="utf-8")
    subprocess.run(["gcc", *flags, "-shared", "-fPIC", source, "-o", library], check=True)
    return library


def connect4(native: Any) -> dict[str, Callable[[], Any]]:
    """Return the way to explore Connect-4, by name."""
    if native is None:
        return {"compiled": bare}
    first, presets = native.start(), native.preset
    return {"compiled": lambda: gg.explore_codes(native.rule, first, presets=presets)}


def batch_rule_alone() -> None:
    """Call the batch rule on all codes, in batches of the size that `explore_codes` uses."""
    for start in range(0, SIDE**2, BATCH):
        batch_rule(np.arange(start, min(start + BATCH, SIDE**2)))


def ways(native: Any) -> dict[str, Callable[[], Any]]:
    """Return the ways in Python, by name."""
    n = SIDE**2
    return {
        "bare": bare,
        "explore": lambda: gg.explore(rule, (0, 0)),
        "batch rule alone": batch_rule_alone,
        "batches": lambda: gg.explore_codes(batch_rule, 0),
        "batches, expect": lambda: gg.explore_codes(batch_rule, 0, expect=n),
        "batches, size": lambda: gg.explore_codes(batch_rule, 0, size=n),
        "compiled": lambda: gg.explore_codes(native, 0),
        "compiled, expect": lambda: gg.explore_codes(native, 0, expect=n),
        "compiled, size": lambda: gg.explore_codes(native, 0, size=n),
        **{
            f"{name}, {threads} threads, elapsed": partial(found, threads=threads)
            for name, found in shared(native).items()
            for threads in (1, 2)
        },
    }


def shared(native: Any) -> dict[str, Callable[..., Any]]:
    """Return the ways that take `threads`, by name."""
    n = SIDE**2
    kept = partial(gg.build, start=0)
    return {
        "batches": partial(gg.explore_codes, batch_rule, 0),
        "batches, expect": partial(gg.explore_codes, batch_rule, 0, expect=n),
        "batches, size": partial(gg.explore_codes, batch_rule, 0, size=n),
        "compiled": partial(gg.explore_codes, native, 0),
        "compiled, expect": partial(gg.explore_codes, native, 0, expect=n),
        "compiled, size": partial(gg.explore_codes, native, 0, size=n),
        "answers of a compiled rule, size": partial(kept, native, size=n),
    }


def work(game: str, name: str, library: str) -> None:
    """Go one way, twice; print the seconds of each time and the most memory."""
    clock = perf_counter if "elapsed" in name else process_time
    native = ctypes.CDLL(library)
    way = (connect4(native) if game == GAME else ways(native.rule))[name]
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    seconds = []
    for _ in range(2):
        start = clock()
        found = way()
        seconds.append(clock() - start)
        del found
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    print(json.dumps({"seconds": seconds[0], "again": seconds[1], "peak_kib": peak}))


def contestants(game: str, library: str) -> dict[str, list[str]]:
    """Return the command of each way to explore a game, by name."""
    if game == GAME:
        names, kinds = [*connect4(None)], ("plain", "prefetch")
    else:
        names = [n for n in ways(None) if game == SIDES[0] or n not in ("bare", "explore")]
        kinds = ("plain", "prefetch", "dense")
    here = [sys.executable, "-m", "bench.families.explore", game]
    commands = {name: [*here, "--work", name, library] for name in names}
    program = str(compiled("explore.cpp", "-O3"))
    for kind in kinds:
        commands[f"C++ {kind}"] = [program, kind, game]
        commands[f"C++ {kind}, huge"] = [program, kind, game, "huge"]
    return commands


def measure(game: str, rounds: int) -> tuple[int, int, dict[str, dict[str, float]]]:
    """Run every way in turn, so many rounds.

    Return the numbers of positions and of moves, and medians: ns a move and bytes a position.
    """
    with tempfile.TemporaryDirectory() as folder:
        commands = contestants(game, str(compile_rule(folder, game)))
        found: dict[str, list[dict[str, Any]]] = {name: [] for name in commands}
        for _ in range(rounds):
            for name, command in commands.items():
                done = subprocess.run(command, check=True, capture_output=True, text=True)
                found[name].append(json.loads(done.stdout))
    counts = found["C++ plain"][0]["checks"]
    positions, moves = counts["positions"], counts["moves"]
    return positions, moves, {
        name: {
            "first_ns": round(median(r["seconds"] for r in runs) / moves * 1e9, 1),
            "again_ns": round(median(r["again"] for r in runs) / moves * 1e9, 1),
            "bytes": round(median(r["peak_kib"] for r in runs) * 1024 / positions, 1),
        }
        for name, runs in found.items()
    }  # fmt: skip


RATIOS = (
    ("compiled", "C++ prefetch"),
    ("compiled", "C++ prefetch, huge"),
    ("compiled, expect", "C++ prefetch"),
    ("compiled, size", "C++ dense"),
    ("compiled, size", "C++ dense, huge"),
    *((f"{name}, 1 threads, elapsed", f"{name}, 2 threads, elapsed") for name in shared(None)),
)


def arguments() -> argparse.Namespace:
    """Return what the command line says."""
    parser = argparse.ArgumentParser(description="explore one game in many ways")
    parser.add_argument("game", nargs="?", choices=(*SIDES, GAME), default=str(SIDE))
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--dry-run", action="store_true", help="leave the results as they are")
    parser.add_argument("--work", nargs=2, help=argparse.SUPPRESS)
    return parser.parse_args()


def main(game: str, rounds: int, *, dry_run: bool) -> None:
    """Measure, print the medians and ratios, and keep them."""
    options = f" --rounds {rounds}" if rounds != ROUNDS else ""
    record = provenance(f"python -m bench.families.explore {game}{options}")
    positions, moves, found = measure(game, rounds)
    print(
        f"{positions:,} positions, {moves:,} moves: ns a move, at first and again; bytes a position"
    )
    for name, row in found.items():
        print(f"{name:<51} {row['first_ns']:7.1f} {row['again_ns']:7.1f} {row['bytes']:7.1f}")
    ratios = {
        f"{name} / {other}": [
            round(found[name][key] / found[other][key], 2) for key in ("first_ns", "again_ns")
        ]
        for name, other in RATIOS
        if {name, other} <= found.keys()
    }
    for name, (first, again) in ratios.items():
        print(f"{name}: {first:.2f}, {again:.2f}")
    for name in ("batches", "batches, expect", "batches, size"):
        if name in found:
            beyond = found[name]["again_ns"] - found["batch rule alone"]["again_ns"]
            beyond -= found["compiled" + name[7:]]["again_ns"]
            print(f"{name}, beyond the rule and the compiled one: {beyond:.1f} ns a move")
    if not dry_run:
        key = "Connect-4 5 × 4" if game == GAME else f"{positions} positions"
        keep("explore", key, {**record, "results": found, "ratios": ratios})


if __name__ == "__main__":
    ARGS = arguments()
    SIDE = SIDE if ARGS.game == GAME else int(ARGS.game)
    if ARGS.work:
        work(ARGS.game, *ARGS.work)
    else:
        main(ARGS.game, ARGS.rounds, dry_run=ARGS.dry_run)
