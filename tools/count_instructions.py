"""Count the instructions of the kernels on small workloads, and compare them with the record.

    python tools/count_instructions.py            compare; exit with 1 if a count grew by over 10 %
    python tools/count_instructions.py --record   write the record again

Valgrind runs the command on seeded inputs, and callgrind counts the instructions executed in
graphgame's own shared objects, not those of Python, NumPy or the C library.  Counts do not depend
on the load of the machine.  Valgrind offers AVX2 at the most, so machines with more have the same
counts.  The record, bench/results/instructions.json, has a row for each instruction set and major
version of gcc.  A compiler without a row is compared with the row of the nearest version, with a
notice.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "graphgame"
RECORD = ROOT / "bench" / "results" / "instructions.json"
BOUND = 0.10
COMMAND = "import sys; from graphgame.cli import main; sys.exit(main())"
# Kernels that read and write text.
TEXT = frozenset({"text/_scan", "text/_print"})

Counts = dict[str, int]
Record = dict[str, Counts]


@dataclass(frozen=True)
class Workload:
    """A command and its input."""

    name: str
    words: tuple[str, ...]
    text: str


def graph_text(n: int, edges: Iterable[tuple[int, int]]) -> str:
    """Return graph text, numbered from 0."""
    lines = [f"{u} {v}" for u, v in edges]
    return "\n".join([f"{n} {len(lines)}", *lines]) + "\n"


def random_edges(n: int, m: int, *, acyclic: bool) -> Iterator[tuple[int, int]]:
    """Yield random edges: a tenth of the positions is terminal, or there is no cycle."""
    rng = random.Random(1)
    for _ in range(m):
        u, v = rng.randrange(n), rng.randrange(n)
        if not acyclic:
            yield u % (n - n // 10), v
        elif u != v:
            yield max(u, v), min(u, v)


def grid_edges(side: int) -> Iterator[tuple[int, int]]:
    """Yield the moves of a token that goes right or down."""
    for i in range(side):
        for j in range(side):
            if i + 1 < side:
                yield i * side + j, (i + 1) * side + j
            if j + 1 < side:
                yield i * side + j, i * side + j + 1


def board_text(side: int) -> str:
    """Draw a board with walls in a fifth of its cells."""
    rng = random.Random(1)
    cells = ["*" if rng.random() < 0.2 else "." for _ in range(side * side)]
    for mark, i in zip("EPT", (0, side * side // 2, side * side - 1), strict=True):
        cells[i] = mark
    rows = ("".join(cells[i : i + side]) for i in range(0, len(cells), side))
    return f"{side} {side}\n" + "\n".join(rows) + "\n"


def workloads() -> list[Workload]:
    """Return the workloads."""
    n = 20_000
    solve = ("solve", "--base", "0", "--remoteness")
    return [
        # Large enough for contraction before propagation.
        Workload(
            "solve random", solve, graph_text(2 * n, random_edges(2 * n, 8 * n, acyclic=False))
        ),
        Workload("solve grid", solve, graph_text(200**2, grid_edges(200))),
        Workload(
            "grundy DAG",
            ("grundy", "--base", "0"),
            graph_text(n, random_edges(n, 5 * n, acyclic=True)),
        ),
        Workload("pursuit", ("police", "--json"), board_text(24)),
    ]


def by_kernel(profile: str) -> Counter[str]:
    """Add up instructions by kernel, from the profile that callgrind writes.

    ``ob=`` names the shared object of the cost lines after it, by a number; the first occurrence of
    a number, there or in ``cob=`` (the object of a call), has the path too.  The line after
    ``calls=`` is the inclusive cost of the call, which is counted in the callee.
    """
    names: dict[str, str] = {}
    counts: Counter[str] = Counter()
    here, skip = "", False
    for line in profile.splitlines():
        if line.startswith(("ob=", "cob=")):
            kind, _, rest = line.partition("=")
            number, _, name = rest.partition(" ")
            names.setdefault(number, name)
            here = number if kind == "ob" else here
        elif line.startswith("calls="):
            skip = True
        elif re.match(r"[+\-*\d]", line):
            if not skip:
                counts[here] += int(line.split()[1])
            skip = False
    kernels: Counter[str] = Counter()
    for number, count in counts.items():
        path = Path(names.get(number, ""))
        if path.suffix == ".so" and PACKAGE in path.parents:
            kernels[str(path.relative_to(PACKAGE)).partition(".")[0]] += count
    return kernels


def count(workload: Workload, folder: Path) -> Counter[str]:
    """Run a workload under callgrind."""
    source, profile = folder / "input", folder / "profile"
    source.write_text(workload.text, encoding="ascii")
    # One thread, and a fixed order of sets: counts are reproducible.
    environment = os.environ | {
        "PYTHONHASHSEED": "0",
        "PYTHONPATH": str(ROOT),
        "PYTHONDONTWRITEBYTECODE": "1",
        "OMP_NUM_THREADS": "1",
    }
    command = [
        "valgrind", "--tool=callgrind", f"--callgrind-out-file={profile}",
        sys.executable, "-c", COMMAND, *workload.words, str(source),
    ]  # fmt: skip
    done = subprocess.run(
        command, env=environment, capture_output=True, text=True, check=False, cwd=folder
    )
    if done.returncode:
        sys.exit(f"count_instructions: {workload.name}: {done.stderr[-2000:]}")
    counts = by_kernel(profile.read_text(encoding="utf-8"))
    if not counts:
        sys.exit(f"count_instructions: {workload.name}: no kernel of {PACKAGE} has run")
    return counts


def counted() -> Counts:
    """Return the instructions of each workload, with those of text input and output apart."""
    found: Counts = {}
    with tempfile.TemporaryDirectory(prefix="graphgame-count-") as folder:
        for workload in workloads():
            counts = count(workload, Path(folder))
            found[workload.name] = sum(c for name, c in counts.items() if name not in TEXT)
            text = sum(c for name, c in counts.items() if name in TEXT)
            if workload.name == "solve random":
                found["text in and out"] = text
            print(
                f"{workload.name:16} " + ", ".join(f"{k} {c:,}" for k, c in sorted(counts.items()))
            )
    return found


def key() -> str:
    """Return the key of a row: instruction set and compiler version."""
    version = subprocess.run(
        ["gcc", "-dumpfullversion"], capture_output=True, text=True, check=True
    ).stdout
    flags = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    wide = " avx2" if re.search(r"\bavx2\b", flags) else ""
    return f"{platform.machine()}{wide}, gcc {version.partition('.')[0].strip()}"


def row_for(here: str, record: Record) -> Counts:
    """Return the row to compare with: of this compiler, or else of the nearest version."""
    if here in record:
        return record[here]
    machine, _, version = here.rpartition(" ")
    rows = {int(k.rpartition(" ")[2]): k for k in record if k.rpartition(" ")[0] == machine}
    if not rows:
        sys.exit(f"count_instructions: nothing recorded for {here}: run with --record and commit")
    nearest = rows[min(rows, key=lambda known: abs(known - int(version)))]
    print(f"nothing recorded for {here}: held to {nearest}, a difference may be the compiler's")
    return record[nearest]


def compare(found: Counts, recorded: Counts) -> bool:
    """Print the counts next to the record; return whether none has grown too much."""
    within = found.keys() == recorded.keys()
    if not within:
        print("the record has other workloads: run with --record and commit")
    for name in sorted(found.keys() & recorded.keys()):
        grown = found[name] - recorded[name]  # an integer: growth by exactly 10 % passes
        change, note = grown / recorded[name], ""
        if change > BOUND:
            note, within = f"more than {BOUND:.0%} above the record", False
        elif change < -BOUND:
            note = "far below the record: run with --record and commit, so that it stays there"
        print(f"{name:16} {found[name]:>14,} {recorded[name]:>14,} {change:+8.2%}  {note}".rstrip())
    return within


def main() -> int:
    """Count, and compare or record."""
    parser = argparse.ArgumentParser(description="count the instructions of the kernels")
    parser.add_argument("--record", action="store_true", help="write the record anew")
    args = parser.parse_args()
    if shutil.which("valgrind") is None:
        print("count_instructions: there is no valgrind; on Debian: apt-get install valgrind",
              file=sys.stderr)  # fmt: skip
        return 1
    record: Record = json.loads(RECORD.read_text(encoding="utf-8")) if RECORD.exists() else {}
    here, found = key(), counted()
    print(f"instructions, {here}: now, recorded, change")
    if args.record:
        record[here] = found
        RECORD.write_text(
            json.dumps(dict(sorted(record.items())), indent=2) + "\n", encoding="utf-8"
        )
        print(*(f"{name:16} {number:>14,}" for name, number in found.items()), sep="\n")
        print(f"written to {RECORD.relative_to(ROOT)}")
        return 0
    return 0 if compare(found, row_for(here, record)) else 1


if __name__ == "__main__":
    sys.exit(main())
