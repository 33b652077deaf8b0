"""Explore one game in four ways, alternating: ratios, moves per second, memory.

    python -m bench.families.explore

The game has 10^6 positions (x, y) with four options each.  "bare" is the breadth-first loop over a
dict and a list without a graph: the baseline of `explore`.  The others report the cost of indexing
beyond the rule, whose time is measured separately.
"""

from __future__ import annotations

import ctypes
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

import numpy as np
import numpy.typing as npt

import graphgame as gg

SIDE = 1000
ROUNDS = 5
BATCH = 1 << 14  # of `explore_codes`
Codes = npt.NDArray[np.int64]

C_RULE = f"""
#include <stdint.h>
int64_t rule(int64_t code, int64_t *options, int64_t room, void *data) {{
    const int64_t n = {SIDE}, x = code / n, y = code % n;
    (void)data;
    if (room < 4) return 4;
    options[0] = (x + 1) % n * n + y;
    options[1] = x * n + (y + 1) % n;
    options[2] = (7 * x + y) % n * n + (x + 3) % n;
    options[3] = 5 * y % n * n + (x + y) % n;
    return 4;
}}
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
    subprocess.run(["gcc", "-O2", "-shared", "-fPIC", source, "-o", library], check=True)
    return ctypes.CDLL(str(library)).rule


def batch_rule_alone() -> None:
    """Call the batch rule on all codes, in batches of the size that `explore_codes` uses."""
    for start in range(0, SIDE**2, BATCH):
        batch_rule(np.arange(start, min(start + BATCH, SIDE**2)))


def main() -> None:
    """Run every way ROUNDS times in turn and print the medians."""
    with tempfile.TemporaryDirectory() as folder:
        native = compiled_rule(folder)
        ways: dict[str, Callable[[], object]] = {
            "bare": bare,
            "explore": lambda: gg.explore(rule, (0, 0)),
            "batch rule alone": batch_rule_alone,
            "batches": lambda: gg.explore_codes(batch_rule, 0),
            "compiled": lambda: gg.explore_codes(native, 0),
        }
        if len(sys.argv) > 1:  # one way alone, for its memory
            before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
            graph = ways[sys.argv[1]]()
            peak = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * 1024
            print(f"{sys.argv[1]}: {graph}, peak {peak / SIDE**2:.1f} bytes per position")
            return
        times: dict[str, list[float]] = {name: [] for name in ways}
        for _ in range(ROUNDS):
            for name, way in ways.items():
                start = perf_counter()
                way()
                times[name].append(perf_counter() - start)
    seconds = {name: median(found) for name, found in times.items()}
    moves = 4 * SIDE**2
    for name, found in seconds.items():
        print(f"{name:<17} {found:6.3f} s  {moves / found / 1e6:6.1f} million moves/s")
    indexing = seconds["batches"] - seconds["batch rule alone"]
    print(f"explore / bare    {seconds['explore'] / seconds['bare']:6.2f}")
    print(f"batches, beyond the rule: {moves / indexing / 1e6:.1f} million moves/s")


if __name__ == "__main__":
    main()
