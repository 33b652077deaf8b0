"""Explore one game in many ways, alternating: time of the processor per move, ratios, memory.

    python -m bench.families.explore [1000 | 3162 | 5477]

The game has SIDE^2 positions (x, y) with four options each: 10^6, 10^7 or 3 * 10^7.  "bare" is the
breadth-first loop over a dict and a list without a graph: the baseline of `explore`; these two run
for 10^6 positions only.  "C++" are those of bench/baselines/explore.cpp, on the same rule.  Each
way runs ROUNDS times, in a process of its own, which explores twice: the first time it meets new
memory.  Time is that of the processor, so that a busy machine disturbs it little; of threads it is
that of the main thread, which the others do not outlast.
"""

from __future__ import annotations

import ctypes
import json
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import process_time, thread_time
from typing import Any

import numpy as np
import numpy.typing as npt

import graphgame as gg
from bench.record import compiled

SIDE = 1000
SIDES = (1000, 3162, 5477)
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


def compiled_rule(folder: str) -> Any:
    """Compile the rule in C."""
    source = Path(folder, "rule.c")
    source.write_text(C_RULE, encoding="utf-8")
    library = source.with_suffix(".so")
    side = f"-DSIDE={SIDE}"
    subprocess.run(["gcc", "-O2", side, "-shared", "-fPIC", source, "-o", library], check=True)
    return ctypes.CDLL(str(library)).rule


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
        "compiled, 2 threads": lambda: gg.explore_codes(native, 0, threads=2),
        "compiled, expect, 2 threads": lambda: gg.explore_codes(native, 0, expect=n, threads=2),
        "compiled, size, 2 threads": lambda: gg.explore_codes(native, 0, size=n, threads=2),
    }


def work(name: str) -> None:
    """Go one way, twice; print the seconds of each time and the most memory."""
    clock = thread_time if "threads" in name else process_time
    with tempfile.TemporaryDirectory() as folder:
        way = ways(compiled_rule(folder))[name]
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        seconds = []
        for _ in range(2):
            start = clock()
            found = way()
            seconds.append(clock() - start)
            del found
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    print(json.dumps({"seconds": seconds[0], "again": seconds[1], "peak_kib": peak}))


def main() -> None:
    """Run every way ROUNDS times in turn; print the medians of first times and of second times."""
    names = [name for name in ways(None) if SIDES[0] == SIDE or name not in ("bare", "explore")]
    here = [sys.executable, "-m", "bench.families.explore", str(SIDE)]
    commands = {name: [*here, name] for name in names}
    program = str(compiled("explore.cpp", "-O3"))
    for kind in ("plain", "prefetch", "dense"):
        commands[f"C++ {kind}"] = [program, kind, str(SIDE)]
    found: dict[str, list[dict[str, Any]]] = {name: [] for name in commands}
    for _ in range(ROUNDS):
        for name, command in commands.items():
            done = subprocess.run(command, check=True, capture_output=True, text=True)
            found[name].append(json.loads(done.stdout))
    moves = 4 * SIDE**2
    first, again = (
        {name: median(r[key] for r in runs) / moves * 1e9 for name, runs in found.items()}
        for key in ("seconds", "again")
    )
    print(f"{SIDE**2:,} positions: ns a move, at first and again; bytes a position")
    for name, runs in found.items():
        peak = median(r["peak_kib"] for r in runs) * 1024 / SIDE**2
        print(f"{name:<28} {first[name]:7.1f} {again[name]:7.1f} {peak:7.1f}")
    for name, other in (
        ("compiled", "C++ prefetch"),
        ("compiled, expect", "C++ prefetch"),
        ("compiled, size", "C++ dense"),
        ("compiled", "compiled, 2 threads"),
        ("compiled, expect", "compiled, expect, 2 threads"),
        ("compiled, size", "compiled, size, 2 threads"),
    ):
        ratios = first[name] / first[other], again[name] / again[other]
        print(f"{name} / {other}: {ratios[0]:.2f}, {ratios[1]:.2f}")
    for name in ("batches", "batches, expect", "batches, size"):
        beyond = again[name] - again["batch rule alone"] - again["compiled" + name[7:]]
        print(f"{name}, beyond the rule and the compiled one: {beyond:.1f} ns a move")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        SIDE = int(sys.argv[1])
    if len(sys.argv) > 2:
        work(sys.argv[2])
    else:
        main()
