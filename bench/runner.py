"""Contestants, the cases that they are set, and the one loop that measures them.

Every contestant is a command: a C++ program or, for Python, ``python -m bench.child``.  Each run is
a fresh process that reads its input, times its own work by the processor's clock, and prints one
line of JSON: seconds, the memory that it took beyond its input, and checksums of what it found.
The contestants of a case run in turn, again and again; medians count.

What counts is the work when it is done once more in the same process, or the first time where
that was faster.  The host of a virtual machine takes memory back that lies unused, and is slow to
find it again, up to 1.6 ns a byte here: the first time measures that as much as the work, and
differs by half from run to run.  But who works in many small blocks finds them scattered later.
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

# NumPy's library for matrices starts threads that wait in a loop, and take time for nothing.
ALONE = {"OPENBLAS_NUM_THREADS": "1"}

# Starts a command and measures it from outside: the memory of a process counts from that of who
# started it, so it is a small one that does.  Whoever takes minutes is to be skipped, and is ended.
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


class Failed(Exception):  # noqa: N818 -- what went wrong stands in the message
    """A contestant did not do its work, or two of them found different things."""


@dataclass(frozen=True)
class Contestant:
    """A command that does the work of a case, or a part of it.

    ``{folder}`` in a word stands for where the input is, other names in braces for facts of the
    case.  A program whose name ends in .cpp is compiled first.
    """

    name: str
    words: tuple[str, ...]
    optimized: str = "-O2"
    part: str = ""  # what it does, where it is not everything
    skip: str = ""  # why it does not run in this case
    ours: bool = False
    whole: bool = False  # its time is that of the process, its answer what it prints
    stdin: str = ""  # name of a file in the folder

    def command(self, facts: Facts) -> list[str]:
        """The words, with what they stand for put in."""
        first, *rest = (word.format_map(facts) for word in self.words)
        if first.endswith(".cpp"):
            first = str(compiled(first, self.optimized))
        return [first, *rest]


@dataclass(frozen=True)
class Case:
    """One input, and who works on it.  The first contestant is what the others are compared to."""

    name: str
    make: Callable[[Path], Facts]  # writes the input into a folder
    contestants: tuple[Contestant, ...]
    unit: str = "cpu"  # seconds of the processor; "wall": on the clock; "heaps": more is better
    repeats: int = 0  # instead of the usual number of runs


@dataclass(frozen=True)
class Settings:
    """How often to measure."""

    runs: int = 5
    budget: float = 15.0  # seconds that a rival may spend on a case, once it has run
    say: Callable[[str], None] = field(default=lambda _: None)


def cpp(name: str, source: str, *words: str, optimized: str = "-O2", **more: Any) -> Contestant:
    """A contestant in C++."""
    return Contestant(name, (source, *words), optimized=optimized, **more)


def child(name: str, family: str, function: str, **more: Any) -> Contestant:
    """A contestant in Python: a function of a module of this package."""
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
    """What a contestant says of itself."""
    if contestant.whole:
        return {"checks": {} if contestant.part else {"output": hash(said)}}
    if said.startswith(b"{"):
        return json.loads(said)
    seconds, check = said.split()[:2]  # a baseline that prints no more than that
    return {"seconds": float(seconds), "checks": {facts.get("check", "values"): int(check)}}


def value(report: Report, case: Case, contestant: Contestant) -> float:
    """What is measured."""
    if case.unit == "heaps":
        return float(report["heaps"])
    if contestant.whole:
        return float(report[case.unit])
    first, again = ("clock", "clock_again") if case.unit == "wall" else ("seconds", "again")
    return float(min(report[first], report.get(again, report[first])))


def peak_mib(report: Report, facts: Facts) -> float:
    """The most memory that a run took beyond its input."""
    if "peak_kib" in report:
        return float(report["peak_kib"]) / 1024
    return max(0.0, float(report["whole_kib"]) / 1024 - float(facts.get("input_mib", 0)))


def agree(case: Case, reports: Iterable[tuple[str, Report]]) -> dict[str, int]:
    """Check that all contestants found the same; return it."""
    found: dict[str, tuple[str, int]] = {}
    for name, report in reports:
        for key, check in report["checks"].items():
            first, expected = found.setdefault(key, (name, check))
            if check != expected:
                raise Failed(f"{case.name}: {first} and {name} differ in {key}")
    return {key: check for key, (_, check) in found.items()}


def due(contestant: Contestant, reports: Sequence[Report], case: Case, settings: Settings) -> bool:
    """Whether a contestant is to run once more: a slow rival runs as its budget allows."""
    if contestant.skip or len(reports) >= (case.repeats or settings.runs):
        return False
    if not reports or contestant.ours:
        return True
    spent = sum(report["wall"] for report in reports)
    return spent + spent / len(reports) <= settings.budget


def summary(case: Case, contestant: Contestant, reports: Sequence[Report], facts: Facts) -> Report:
    """The medians of a contestant."""
    note = {"part": contestant.part} if contestant.part else {}
    if not reports:
        return {"skipped": contestant.skip, **note}
    runs = [value(report, case, contestant) for report in reports]
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
