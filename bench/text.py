"""Text in, text out, as whole processes: `graphgame solve` next to programs in C++, and start-up.

    python -m bench.text [--quick] [--runs N] [--dry-run]

Random graphs, a tenth of the positions terminal, as text in a file on standard input; outcomes come
out.  baselines/text_solve.cpp solves them in three ways: with std::cin and vectors of vectors,
with a reader by hand and the same vectors, and with the reader and flat arrays.  All must print
the same bytes.  Medians of alternating runs go to results/text.json, seconds on the clock and of
the processor; ratios are of the processor.  Exits with 1 if outputs differ.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

import numpy as np

from bench.record import ROOT, compiled, keep, provenance

# Positions and edges.
GRAPHS = ((200_000, 1_000_000), (1_000_000, 1_000_000), (2_000_000, 10_000_000))
SMALL = "3 2\n1 2\n2 3\n"
# What the installed command runs.
COMMAND = "import sys; from graphgame.cli import main; sys.exit(main())"
PYTHON = {
    "graphgame solve": [sys.executable, "-c", COMMAND, "solve"],
    "python -c pass": [sys.executable, "-c", "pass"],
    "import graphgame": [sys.executable, "-c", "import graphgame"],
}


def write_graph(path: Path, n: int, m: int, seed: int = 7) -> None:
    """Write a random graph; the last tenth of its positions have no moves."""
    rng = np.random.default_rng(seed)
    edges = np.column_stack((rng.integers(0, n - n // 10, m), rng.integers(0, n, m))) + 1
    with path.open("w", encoding="ascii") as file:
        file.write(f"{n} {m}\n")
        for part in np.array_split(edges, max(m >> 20, 1)):
            file.write("\n".join(f"{u} {v}" for u, v in part.tolist()) + "\n")


def environment(folder: Path) -> dict[str, str]:
    """Give the environment of the processes: as installed, with the bytecode kept."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    return kept | {"PYTHONPATH": str(ROOT), "PYTHONPYCACHEPREFIX": str(folder / "bytecode")}


def process(command: list[str], text: Path, folder: Path) -> tuple[float, float, str]:
    """Run a command on a file: seconds on the clock and of the processor, and what came out."""
    out = folder / "out"
    with text.open("rb") as stdin, out.open("wb") as stdout:
        began = perf_counter()
        child = subprocess.Popen(command, stdin=stdin, stdout=stdout, env=environment(folder))
        _, status, usage = os.wait4(child.pid, 0)
        took = perf_counter() - began
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        sys.exit(f"{command[0]} ended with {child.returncode}")
    return took, usage.ru_utime + usage.ru_stime, hashlib.sha256(out.read_bytes()).hexdigest()


def alternate(
    commands: dict[str, list[str]], text: Path, folder: Path, runs: int
) -> dict[str, dict[str, float]]:
    """Run commands in turn; give the medians of what each took; exit where outputs differ."""
    took: dict[str, list[tuple[float, float]]] = {name: [] for name in commands}
    for turn in range(runs + 1):
        said = set()
        for name, command in commands.items():
            clock, cpu, digest = process(command, text, folder)
            if turn:  # the first run leaves bytecode and text in the caches
                took[name].append((clock, cpu))
            if "solve" in name:
                said.add(digest)
        if len(said) > 1:
            sys.exit(f"{text.name}: outputs differ")
    return {
        name: {
            "seconds": round(median(clock for clock, _ in times), 5),
            "cpu": round(median(cpu for _, cpu in times), 5),
        }
        for name, times in took.items()
    }


def row(workload: str, found: dict[str, dict[str, float]], runs: int) -> dict[str, Any]:
    """Give a row: what each took, and how many times what `graphgame solve` takes that is."""
    own = found["graphgame solve"]["cpu"]
    ratios = {name: round(times["cpu"] / own, 2) for name, times in found.items()}
    return {"workload": workload, "runs": runs, "took": found, "ratios": ratios}


def run(quick: bool = False, runs: int = 0) -> list[dict[str, Any]]:
    """Measure everything; the largest graph only if there is time."""
    program = str(compiled("text_solve.cpp"))
    rivals = {f"text_solve {way}": [program, way] for way in ("iostream", "reader", "arrays")}
    own = {"graphgame solve": PYTHON["graphgame solve"]}
    rows = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        text = folder / "small"
        text.write_text(SMALL, encoding="ascii")
        times = runs or (9 if quick else 31)
        rows.append(row("3 lines", alternate(PYTHON | rivals, text, folder, times), times))
        for n, m in GRAPHS[:-1] if quick else GRAPHS:
            text = folder / f"{n}, {m}"
            write_graph(text, n, m)
            times = runs or (5 if quick or m > 10**6 else 9)
            found = alternate(own | rivals, text, folder, times)
            rows.append(row(f"n = {n:,}, m = {m:,}", found, times))
            text.unlink()
    return rows


def main() -> int:
    """Measure, print a table and keep the rows."""
    parser = argparse.ArgumentParser(description="text in, text out, as whole processes")
    parser.add_argument("--quick", action="store_true", help="fewer runs, no graph of 10^7 edges")
    parser.add_argument("--runs", type=int, default=0, help="runs of everything")
    parser.add_argument("--dry-run", action="store_true", help="leave the results as they are")
    args = parser.parse_args()
    record = provenance("python -m bench.text" + " --quick" * args.quick)
    rows = run(args.quick, args.runs)
    for measured in rows:
        print(f"{measured['workload']}, {measured['runs']} runs")
        for name, took in measured["took"].items():
            ratio = measured["ratios"][name]
            print(f"  {name:<20} {took['seconds']:9.4f} s {took['cpu']:9.4f} s cpu {ratio:7.2f}")
    if not args.dry_run:
        keep("text", "quick" if args.quick else "full", record | {"rows": rows})
    return 0


if __name__ == "__main__":
    sys.exit(main())
