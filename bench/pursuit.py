"""Time the policeman and the thief on random boards, next to the textbook's explicit C++.

    python -m bench.pursuit [SIDE ...]

Boards of SIDE × SIDE cells (default 10, 32, 64, 100), 20 % walls, one exit, seed 1.  Each is solved
in turn by ``graphgame police`` (outcomes alone), by ``graphgame police --json`` (with remoteness)
and, up to 64 × 64, by baselines/police.cpp, which g++ compiles with -O2: whole processes, their
time on the clock and on the processor, and the most memory they held.  Then solving alone, inside a
process: without and with remoteness, and what the C++ says of itself.  Medians of alternating runs
go to results/pursuit.json.  Exits with 1 if two of them disagree on the start, or on any state with
the policeman to move.
"""

from __future__ import annotations

import json
import random
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

import numpy as np

from bench.record import RESULTS, ROOT, compiled, provenance
from graphgame import PoliceAndThief

KEPT = RESULTS / "pursuit.json"
SIDES = (10, 32, 64, 100)
# Beyond this, the explicit graph takes more memory than most machines have.
LARGEST_EXPLICIT = 64
# Starts a command and measures it: the memory of a process counts from that of who started it.
LAUNCHER = """if True:
    import os, sys, time
    began = time.perf_counter()
    child = os.posix_spawnp(sys.argv[1], sys.argv[1:], os.environ)
    _, status, usage = os.wait4(child, 0)
    took = time.perf_counter() - began
    cpu, peak = usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024
    sys.stderr.write(f'\\n{{"seconds": {took}, "cpu": {cpu}, "peak_mib": {peak}}}\\n')
    sys.exit(os.waitstatus_to_exitcode(status))
"""
NOTES = (
    "Medians of alternating runs on a shared machine: others may have kept it busy, so compare "
    "what was measured in one go, and cpu seconds rather than seconds on the clock. "
    "A peak below some 10 MiB is that of the launcher."
)


def board(side: int, *, walls: float = 0.2, seed: int = 1) -> str:
    """Grid text of a random board with one exit."""
    rng = random.Random(seed)
    cells = ["*" if rng.random() < walls else "." for _ in range(side * side)]
    free = [i for i, cell in enumerate(cells) if cell == "."]
    for mark, i in zip("EPT", rng.sample(free, 3), strict=True):
        cells[i] = mark
    rows = ("".join(cells[i : i + side]) for i in range(0, len(cells), side))
    return f"{side} {side}\n" + "\n".join(rows) + "\n"


def process(command: list[str], path: Path) -> tuple[dict[str, float], str, str]:
    """Run a command on a file as standard input: what it took, and what it said."""
    with path.open("rb") as text:
        done = subprocess.run(
            [sys.executable, "-S", "-c", LAUNCHER, *command],
            stdin=text, capture_output=True, text=True, check=False, cwd=ROOT,
        )  # fmt: skip
    said, _, measured = done.stderr.rstrip("\n").rpartition("\n")
    if done.returncode:
        sys.exit(f"{command[0]} ended with {done.returncode}: {done.stderr}")
    return json.loads(measured), done.stdout, said


def alone(path: Path, *, remoteness: bool) -> dict[str, float]:
    """Solve in this process."""
    game = PoliceAndThief(path)
    began, cpu = perf_counter(), process_time()
    solution = game.solve(remoteness=remoteness)
    took = {"seconds": perf_counter() - began, "cpu": process_time() - cpu}
    del solution
    return took


def checksum(path: Path) -> tuple[int, int]:
    """The number of states, and the sum over those of the policeman that the C++ prints, too."""
    game = PoliceAndThief(path)
    solution = game.solve()
    total = cells = 0
    free = [divmod(i, game.columns) for i, code in enumerate(game._grid.cells) if code]
    for cell in free:
        outcomes = solution.outcome_map(thief=cell).astype(np.int64)
        remoteness = solution.remoteness_map(thief=cell).astype(np.int64)
        inside = outcomes != solution.WALL
        total += int(((outcomes + 2) * (remoteness + 2))[inside].sum())
        cells += int(inside.sum())
    return 2 * cells, total


def medians(runs: list[dict[str, float]]) -> dict[str, float]:
    """The median of each measure."""
    digits = {"peak_mib": 1}
    return {
        key: round(statistics.median(run[key] for run in runs), digits.get(key, 6))
        for key in runs[0]
    }


def measure(side: int, folder: Path, explicit: Path) -> dict[str, Any]:
    """Measure a board; exit where answers differ."""
    path = folder / f"{side}.txt"
    path.write_text(board(side), encoding="utf-8")
    police = [sys.executable, "-m", "graphgame", "police"]
    commands = {"police": police, "police --json": [*police, "--json"]}
    if side <= LARGEST_EXPLICIT:
        commands["textbook C++"] = [str(explicit)]
    times = 3 if side >= LARGEST_EXPLICIT else 9
    whole: dict[str, list[dict[str, float]]] = {name: [] for name in commands}
    inside: dict[str, list[dict[str, float]]] = {"outcomes": [], "with remoteness": []}
    said: dict[str, tuple[str, str]] = {}
    for _ in range(times):
        for name, command in commands.items():
            took, *words = process(command, path)
            said[name] = words[0], words[1]
            whole[name].append(took)
        for name, runs in inside.items():
            runs.append(alone(path, remoteness=name != "outcomes"))
        if "textbook C++" in said:
            own = float(said["textbook C++"][1].split()[2])
            inside.setdefault("textbook C++", []).append({"seconds": own})
    facts = json.loads(said["police --json"][0])
    states, total = checksum(path)
    found = {"states": states, "result": facts["result"], "remoteness": facts["remoteness"]}
    if "textbook C++" in said:
        answer, told = said["textbook C++"]
        expected = f"{facts['result']} {facts['remoteness']}\n", f"{states} {total}"
        if (answer, told.strip().rsplit(maxsplit=1)[0]) != expected:
            sys.exit(f"{side}: the textbook says {answer} {told}, expected {expected}")
    return {
        **found,
        "runs": times,
        "process": {name: medians(runs) for name, runs in whole.items()},
        "solve": {name: medians(runs) for name, runs in inside.items()},
    }


def main() -> None:
    """Measure the sides that the command line names, and keep the results."""
    sides = [int(word) for word in sys.argv[1:]] or SIDES
    record: dict[str, Any] = {
        **provenance(" ".join(["python -m bench.pursuit", *sys.argv[1:]])),
        "notes": NOTES,
        "boards": {},
    }
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        explicit = compiled("police.cpp")
        for side in sides:
            found = measure(side, folder, explicit)
            record["boards"][f"{side} × {side}"] = found
            print(json.dumps({f"{side} × {side}": found}, indent=2, ensure_ascii=False))
    KEPT.write_text(json.dumps(record, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
