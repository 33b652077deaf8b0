"""``python -m bench hello``: in a minute, who wins by how much from what people hold.

Six things that people hold, of 10^5 positions and 5 * 10^5 moves, each next to what they would
write themselves.  The contestants of a row alternate in one process, which repeats them while its
share of the minute lasts; those of text are whole processes.  Times are medians of
the processor; all answers are compared.  Prints the table and one sentence; keeps the record in
bench/results/hello.json and the table in README.md, whose only numbers on speed these are.

    python -m bench.hello ROW FOLDER SECONDS     # one row, as JSON: what it starts itself
"""

from __future__ import annotations

import gc
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Any

from bench import held, workloads
from bench.families import processes
from bench.families.held import NEEDS, WAYS
from bench.graphs import write
from bench.record import ROOT, keep, provenance
from bench.rivals import missing
from bench.runner import ALONE, Contestant, Failed, launch
from bench.tables import as_markdown, as_text, seconds, three

N, DEGREE = 10**5, 5
# Seconds for all rows; where a row ends late, those after it have less.
MINUTE = 50.0
ROWS = {
    "str": "dict of strings",
    "networkx": "NetworkX graph of strings",
    "pandas": "pandas table of strings",
    "rule": "function of tuples",
    "array": "NumPy array of pairs",
    "text": "text on standard input",
}
# The columns: ways of bench/held.py, and contestants of the family "text".
COLUMNS = {
    "graphgame": ("graphgame", "graphgame solve"),
    "python": ("25 lines of Python", "25 lines of Python"),
    "networkx": ("a loop over NetworkX", "loop over NetworkX"),
    "numba": ("40 lines of Numba", "40 lines of Numba"),
    "textbook": ("textbook C++", "C++, iostream and vectors"),
    "ahead": ("best C++", "C++, own reader, flat arrays, huge pages"),
}
HEAD = "you hold"
LOST = "**"  # around the factor of a rival that is faster
Times = dict[str, list[float]]


# -- measuring ------------------------------------------------------------------------------------


def ways(row: str) -> list[str]:
    """Return the ways of a row that can be gone here."""
    return [
        way for way in COLUMNS
        if held.HOLDINGS[row].has(way) and not (WAYS[way][1] and missing(WAYS[way][1]))
    ]  # fmt: skip


def turns(ways: Iterable[str], share: float) -> Iterator[tuple[str, list[float]]]:
    """Yield the ways in turn, each with its times, to which a time is added before the next turn.

    Each comes once, and graphgame twice.  Then a way comes again while its last time fits into what
    is left of the seconds.
    """
    times: Times = {way: [] for way in ways}
    end, took = perf_counter() + share, dict.fromkeys(times, 0.0)
    comes = True
    while comes:
        comes = False
        for way, known in times.items():
            needed = 2 if way == "graphgame" else 1
            if len(known) < needed or took[way] < end - perf_counter():
                comes, began = True, perf_counter()
                yield way, known
                took[way] = perf_counter() - began


def alternate(row: str, folder: Path, share: float) -> tuple[Times, str]:
    """Go all ways of a row in turn; return times, and which answers differ."""
    works = held.works(folder, row, ways(row))
    times: Times = {}
    sums: dict[str, dict[str, int]] = {}
    for way, known in turns(works, share):
        gc.collect()
        start = process_time()
        answer = works[way]()
        known.append(process_time() - start)
        times[way] = known
        if way not in sums:
            sums[way] = answer.sums()
        del answer
    differ = [way for way, found in sums.items() if found != sums["graphgame"]]
    return times, ", ".join(differ)


def measured(row: str, folder: Path, share: float) -> Times:
    """Return the times of a row."""
    if row == "text":
        return measured_texts(folder, share)
    words = [sys.executable, "-m", "bench.hello", row, str(folder), str(share)]
    done = subprocess.run(
        words, check=False, capture_output=True, text=True, cwd=ROOT, env=os.environ | ALONE
    )
    if done.returncode:
        raise Failed(f"{ROWS[row]}: {done.stderr.strip()[-2000:]}")
    times, differ = json.loads(done.stdout)
    if differ:
        raise Failed(f"{ROWS[row]}: graphgame differs from {differ}")
    return dict(times)


def measured_texts(folder: Path, share: float) -> Times:
    """Return the times of whole processes."""
    every = (processes.OURS, *processes.rivals(), *processes.rivals_in_python())
    known = {one.name: one for one in every if not one.skip}
    works: dict[str, Contestant] = {
        way: known[name] for way, (_, name) in COLUMNS.items() if name in known
    }
    times: Times = {}
    found: dict[str, Any] = {}
    for way, known_times in turns(works, share):
        report = launch(works[way], {"folder": str(folder)})
        known_times.append(report["cpu"])
        times[way], found[way] = known_times, report["checks"]
    if differ := [way for way, checks in found.items() if checks != found["graphgame"]]:
        raise Failed(f"text: graphgame differs from {', '.join(differ)}")
    return times


def prepared(folder: Path) -> None:
    """Write the input of all rows, and compile what is compiled, which is not measured."""
    processes.write_random(N, DEGREE * N, folder)
    write(folder, workloads.random_digraph(N, DEGREE * N), N)
    for name in ("ahead", "textbook", *(["numba"] if not missing("numba") else [])):
        held.solver(name)
    for contestant in processes.rivals():
        contestant.command({"folder": ""})


def measure() -> dict[str, Any]:
    """Measure all rows; return the record."""
    record = provenance("python -m bench hello")
    end = perf_counter() + MINUTE
    results = {}
    with tempfile.TemporaryDirectory(prefix="graphgame-bench-") as folder:
        prepared(Path(folder))
        rows = [row for row in ROWS if row not in NEEDS or not missing(NEEDS[row])]
        for k, row in enumerate(rows):
            share = max(0.0, end - perf_counter()) / (len(rows) - k)
            # Part of a share is taken by starting, and by the round that is under way at its end.
            times = measured(row, Path(folder), 0.5 * share)
            results[row] = {
                way: {"median": float(f"{median(runs):.4g}"), "runs": len(runs)}
                for way, runs in times.items()
            }
    return {**record, "positions": N, "moves": DEGREE * N, "rows": results}


# -- showing --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Cell:
    """A rival in a row: how many times the seconds of graphgame it takes."""

    row: str
    way: str
    times: float

    @property
    def lost(self) -> bool:
        """Whether it is faster."""
        return self.times < 1


def cells(record: dict[str, Any]) -> list[Cell]:
    """Return all rivals of all rows."""
    return [
        Cell(row, way, result["median"] / found["graphgame"]["median"])
        for row, found in record["rows"].items()
        for way, result in found.items()
        if way != "graphgame"
    ]


def table(record: dict[str, Any]) -> list[list[str]]:
    """Return the rows of the table: the time of graphgame, and factors of the rivals."""
    factors = {(cell.row, cell.way): cell for cell in cells(record)}
    lines = [[HEAD, *(name for name, _ in COLUMNS.values())]]
    for row, found in record["rows"].items():
        line = [ROWS[row], seconds(found["graphgame"]["median"])]
        for way in [*COLUMNS][1:]:
            cell = factors.get((row, way))
            mark = LOST if cell and cell.lost else ""
            line.append(f"{mark}{three(cell.times)} ×{mark}" if cell else "–")
        lines.append(line)
    return lines


# Words before what is held, and whether a column is many things.
_THE = {"text": "", "array": "a ", "str": "a ", "networkx": "a ", "pandas": "a ", "rule": "a "}
_MANY = ("python", "numba")


def span(times: list[float]) -> str:
    """Return the least and the greatest factor in words."""
    least, most = three(min(times)), three(max(times))
    return f"{least} ×" if least == most else f"{least} to {most} ×"


def sentence(record: dict[str, Any]) -> str:
    """Return who wins by how much."""
    every = cells(record)
    lost = [cell for cell in every if cell.lost]
    parts = []
    for way, (name, _) in [*COLUMNS.items()][1:]:
        if times := [cell.times for cell in every if cell.way == way]:
            parts.append(f"{name} take{'s' * (way not in _MANY)} {span(times)} its time")
    won = len(record["rows"]) - len({cell.row for cell in lost})
    said = f"graphgame is the fastest in {won} of {len(record['rows'])} rows: {', '.join(parts)}"
    faster = ", ".join(
        f"{COLUMNS[cell.way][0]} from {_THE[cell.row]}{ROWS[cell.row]} ({three(1 / cell.times)} ×)"
        for cell in lost
    )
    return f"{said}; faster than it: {faster}." if lost else f"{said}."


def note(record: dict[str, Any]) -> str:
    """Return what was measured, where and when."""
    machine = record["machine"]
    return (
        f"{record['positions']:,} positions, {record['moves']:,} moves; {machine['cpu']}, load "
        f"{machine['load']}, commit {record['commit']}, {record['date'][:10]}"
    )


def into_readme(record: dict[str, Any], path: Path) -> None:
    """Write the table into a document in place of the one with its head, and the line after it."""
    lines = path.read_text(encoding="utf-8").splitlines()
    first = next((i for i, line in enumerate(lines) if line.startswith(f"| {HEAD} |")), None)
    if first is None:
        raise ValueError(f"{path}: expected a table whose first column is {HEAD!r}, found none")
    last = first
    while last < len(lines) and lines[last].startswith("|"):
        last += 1
    new = as_markdown(table(record)).splitlines()
    path.write_text("\n".join([*lines[:first], *new, *lines[last:]]) + "\n", encoding="utf-8")


def run(*, dry_run: bool) -> int:
    """Measure, print, and keep the record and the table."""
    record = measure()
    print(as_text(table(record)))
    print(f"\n{sentence(record)}\n({note(record)})")
    if not dry_run:
        keep("hello", "rows", record)
        into_readme(record, ROOT / "README.md")
    return 0


if __name__ == "__main__":
    print(json.dumps(alternate(sys.argv[1], Path(sys.argv[2]), float(sys.argv[3]))))
