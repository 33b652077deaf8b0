"""Contestants, cases, and the loop that measures them.

Every contestant is a command: a C++ program or, for Python, ``python -m bench.child``.  Each run is
a fresh process that reads its input, measures the CPU time of its own work, and prints one line of
JSON: seconds, the memory taken beyond the input, checksums of the answer, and perhaps counts, which
the tables say.  The contestants of a case alternate; medians count.

Each process does the work twice or more, and the fastest counts.  The host of a virtual machine
reclaims unused memory and is slow to return it, up to 1.6 ns per byte: that can double the first
time, at random.  Contestants with many small blocks may be slower later: their heap is fragmented.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

from bench.record import ROOT, compiled

Facts = dict[str, Any]
Report = dict[str, Any]

# The BLAS of NumPy starts threads that spin.  What Numba compiles is kept.
ALONE = {"OPENBLAS_NUM_THREADS": "1", "NUMBA_CACHE_DIR": str(ROOT / "build" / "numba")}

# Starts a command and measures it from outside.  The peak memory of a process is at least that of
# its parent, so the parent is a small process.  A command that takes minutes is ended and skipped.
LAUNCHER = """if True:
    import os, signal, sys, time
    began = time.perf_counter()
    child = os.posix_spawnp(sys.argv[1], sys.argv[1:], os.environ)
    signal.signal(signal.SIGALRM, lambda *_: os.kill(child, signal.SIGKILL))
    signal.alarm(300)
    _, status, usage = os.wait4(child, 0)
    took = time.perf_counter() - began
    cpu, peak = usage.ru_utime + usage.ru_stime, usage.ru_maxrss
    sys.stderr.write(f'\\n{{"wall": {took}, "cpu": {cpu}, "whole_kib": {peak}}}\\n')
    sys.exit(os.waitstatus_to_exitcode(status))
"""


class Failed(Exception):  # noqa: N818 -- the message says what failed
    """A contestant failed, or two of them disagree."""


@dataclass(frozen=True)
class Contestant:
    """A command that does the work of a case, or a part of it.

    ``{folder}`` in a word is replaced by the folder of the input, other names in braces by facts of
    the case.  A program whose name ends in .cpp is compiled first.
    """

    name: str
    words: tuple[str, ...]
    optimized: str = "-O2"
    part: str = ""  # the part of the work, if not all
    skip: str = ""  # why it does not run in this case
    ours: bool = False
    whole: bool = False  # measured from outside; its answer is its output
    stdin: str = ""  # name of a file in the folder

    def command(self, facts: Facts) -> list[str]:
        """Return the words with names in braces replaced."""
        first, *rest = (word.format_map(facts) for word in self.words)
        if first.endswith(".cpp"):
            first = str(compiled(first, self.optimized))
        return [first, *rest]


@dataclass(frozen=True)
class Case:
    """One input and its contestants; the others are compared with the first one."""

    name: str
    make: Callable[[Path], Facts]  # writes the input into a folder
    contestants: tuple[Contestant, ...]
    unit: str = "cpu"  # CPU seconds; "wall": elapsed seconds; "heaps": more is better
    repeats: int = 0  # instead of the usual number of runs


@dataclass(frozen=True)
class Settings:
    """Numbers of runs, and the budget of rivals."""

    runs: int = 5
    budget: float = 15.0  # seconds that a rival may spend on a case, once it has run
    share: float = float("inf")  # seconds of a case after which nothing runs again
    say: Callable[[str], None] = field(default=lambda _: None)


def cpp(name: str, source: str, *words: str, optimized: str = "-O2", **more: Any) -> Contestant:
    """Return a contestant in C++."""
    return Contestant(name, (source, *words), optimized=optimized, **more)


def child(name: str, family: str, function: str, **more: Any) -> Contestant:
    """Return a contestant in Python: a function of a module of this package."""
    words = (sys.executable, "-m", "bench.child", family, function, "{folder}")
    return Contestant(name, words, **more)


def launch(contestant: Contestant, facts: Facts) -> Report:
    """Run a contestant once."""
    stdin = Path(facts["folder"], contestant.stdin) if contestant.stdin else Path("/dev/null")
    with stdin.open("rb") as file:
        done = subprocess.run(
            [sys.executable, "-S", "-c", LAUNCHER, *contestant.command(facts)],
            stdin=file, capture_output=True, check=False, cwd=ROOT, env=os.environ | ALONE,
        )  # fmt: skip
    said, _, outside = done.stderr.decode(errors="replace").rstrip("\n").rpartition("\n")
    if done.returncode:
        raise Failed(f"{contestant.name} ended with {done.returncode}: {said.strip()[-2000:]}")
    return json.loads(outside) | inside(contestant, done.stdout, facts)


def inside(contestant: Contestant, said: bytes, facts: Facts) -> Report:
    """Return the JSON that a contestant prints."""
    if contestant.whole:
        return {"checks": {} if contestant.part else {"output": hash(said)}}
    if said.startswith(b"{"):
        return json.loads(said)
    seconds, check = said.split()[:2]  # a baseline without JSON
    return {"seconds": float(seconds), "checks": {facts.get("check", "values"): int(check)}}


def value(report: Report, case: Case, contestant: Contestant) -> float:
    """Return the measured number of a run."""
    if case.unit == "heaps":
        return float(report["heaps"])
    if contestant.whole:
        return float(report[case.unit])
    first, again = ("clock", "clock_again") if case.unit == "wall" else ("seconds", "again")
    return float(min(report[first], report.get(again, report[first])))


def peak_mib(report: Report, facts: Facts) -> float:
    """Return the peak memory of a run beyond its input."""
    if "peak_kib" in report:
        return float(report["peak_kib"]) / 1024
    return max(0.0, float(report["whole_kib"]) / 1024 - float(facts.get("input_mib", 0)))


def agree(case: Case, reports: Iterable[tuple[str, Report]]) -> dict[str, int]:
    """Check that all contestants found the same checksums; return them."""
    found: dict[str, tuple[str, int]] = {}
    for name, report in reports:
        for key, check in report["checks"].items():
            first, expected = found.setdefault(key, (name, check))
            if check != expected:
                raise Failed(f"{case.name}: {first} and {name} differ in {key}")
    return {key: check for key, (_, check) in found.items()}


def due(contestant: Contestant, reports: Sequence[Report], case: Case, settings: Settings) -> bool:
    """Return whether a contestant runs again: a slow rival runs within its budget."""
    if contestant.skip or len(reports) >= (case.repeats or settings.runs):
        return False
    if not reports or contestant.ours:
        return True
    spent = sum(report["wall"] for report in reports)
    return spent + spent / len(reports) <= settings.budget


def summary(case: Case, contestant: Contestant, reports: Sequence[Report], facts: Facts) -> Report:
    """Return the medians of a contestant."""
    note: Report = {"part": contestant.part} if contestant.part else {}
    if not reports:
        return {"skipped": contestant.skip, **note}
    runs = [value(report, case, contestant) for report in reports]
    if "counts" in reports[-1]:
        note["counts"] = reports[-1]["counts"]
    if any("again" in report for report in reports):
        first = "clock" if case.unit == "wall" else "seconds"
        note = {"first": float(f"{median(one[first] for one in reports):.5g}"), **note}
    return {
        "median": median(runs),
        "runs": [float(f"{run:.5g}") for run in runs],
        "peak_mib": round(median(peak_mib(report, facts) for report in reports), 1),
        **note,
    }


def measure(case: Case, settings: Settings) -> Report:
    """Run all contestants of a case in turn; check that they agree; return medians and ratios."""
    began = perf_counter()
    with tempfile.TemporaryDirectory(prefix="graphgame-bench-") as folder:
        facts = case.make(Path(folder))
        places = {**facts, "folder": folder}
        reports: dict[str, list[Report]] = {one.name: [] for one in case.contestants}
        for turn in range(case.repeats or settings.runs):
            if turn and perf_counter() - began > settings.share:
                break
            for one in case.contestants:
                if due(one, reports[one.name], case, settings):
                    settings.say(f"{case.name}: run {turn + 1} of {one.name}")
                    reports[one.name].append(launch(one, places))
        agree(case, ((name, report) for name, done in reports.items() for report in done))
        results = {
            one.name: summary(case, one, reports[one.name], places) for one in case.contestants
        }
    base = results[case.contestants[0].name]["median"]
    for result in results.values():
        if "median" in result:
            times = result["median"] / base if case.unit != "heaps" else base / result["median"]
            result["ratio"] = float(f"{times:.3g}")
            result["median"] = float(f"{result['median']:.5g}")
    return {
        "facts": {key: fact for key, fact in facts.items() if not key.startswith("_")},
        "unit": case.unit,
        "results": results,
        "took": round(perf_counter() - began, 1),
    }
