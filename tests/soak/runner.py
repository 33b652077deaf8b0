"""The loop: draws cases, checks them, shrinks failures, counts, and keeps to its budget."""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np

from tests.soak.case import Case, random_of
from tests.soak.kinds import KINDS
from tests.soak.shrink import failure, shrink

ROOT = Path(__file__).resolve().parents[2]
FAILURES = ROOT / "tests" / "data" / "soak"


@dataclass
class Tally:
    """Counts of one kind."""

    cases: int = 0
    failures: int = 0
    seconds: float = 0.0  # of CPU


@dataclass
class Soak:
    """A run: cases of each kind are numbered, and number k is the same in every run of a seed."""

    seed: int
    kinds: list[str]
    folder: Path
    most_failures: int
    tallies: dict[str, Tally] = field(default_factory=dict)
    files: list[Path] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.tallies = {name: Tally() for name in self.kinds}
        self.cpu, self.wall = time.process_time(), time.monotonic()

    def run(self, seconds: float, wall: float) -> None:
        """Check cases until the time is up, each of the kind that is furthest behind its share.

        One case of every kind is checked even if that takes more CPU time; `wall` ends any run.
        """
        while time.monotonic() - self.wall < wall:
            every_kind = all(tally.cases for tally in self.tallies.values())
            if every_kind and time.process_time() - self.cpu >= seconds:
                return
            if len(self.files) >= self.most_failures:
                return
            name = min(self.kinds, key=lambda x: self.tallies[x].seconds / KINDS[x].share)
            self.check(name, self.tallies[name].cases)

    def check(self, name: str, number: int) -> None:
        """Draw and check one case."""
        tally, kind = self.tallies[name], KINDS[name]
        start = time.process_time()
        case = kind.draw(random_of(self.seed, name, number))
        error = failure(kind, case)
        tally.seconds += time.process_time() - start
        tally.cases += 1
        if error is not None:
            tally.failures += 1
            self.report(name, number, case, error)

    def report(self, name: str, number: int, case: Case, error: Exception) -> None:
        """Print a failure, shrink it, and write it to a file."""
        print(f"FAILED: --seed {self.seed} --kind {name} --number {number}", flush=True)
        print(f"  {type(error).__name__}: {error}", flush=True)
        case, error = shrink(KINDS[name], case, error)
        path = self.folder / f"{name}-{self.seed}-{number}.json"
        write_case(path, name, f"seed {self.seed}, number {number}", case, error)
        self.files.append(path)
        print(f"  shrunk: {type(error).__name__}: {error}")
        print(f"  replay: python -m tests.soak --replay {_shown(path)}", flush=True)

    def summary(self) -> str:
        """Return a line for every kind, and one for all."""
        lines = [f"{'kind':<12} {'cases':>10} {'failed':>7} {'CPU s':>9} {'cases/s':>10}"]
        rows = [*self.tallies.items(), ("all", self.total())]
        lines += [
            f"{name:<12} {tally.cases:>10,} {tally.failures:>7} {tally.seconds:>9.1f} "
            f"{tally.cases / max(tally.seconds, 1e-9):>10,.1f}"
            for name, tally in rows
        ]
        cpu, wall = time.process_time() - self.cpu, time.monotonic() - self.wall
        return "\n".join([*lines, f"seed {self.seed}: {cpu:.1f} s of CPU, {wall:.1f} s"])

    def total(self) -> Tally:
        """Return the sum of all kinds."""
        tallies = self.tallies.values()
        return Tally(
            sum(tally.cases for tally in tallies),
            sum(tally.failures for tally in tallies),
            sum(tally.seconds for tally in tallies),
        )

    def record(self, ended: str) -> dict[str, Any]:
        """Return the counts as JSON, with date, commit and machine."""
        kinds = {
            name: {"cases": tally.cases, "failed": tally.failures, "cpu": round(tally.seconds, 1)}
            for name, tally in self.tallies.items()
        }
        total = self.total()
        return {
            "date": datetime.now(UTC).date().isoformat(),
            "commit": _commit(),
            "machine": f"{platform.machine()}, {os.cpu_count()} cores",
            "python": platform.python_version(),
            "numpy": np.__version__,
            "seed": self.seed,
            "ended": ended,
            "cpu": round(time.process_time() - self.cpu, 1),
            "wall": round(time.monotonic() - self.wall, 1),
            "cases": total.cases,
            "failed": total.failures,
            "kinds": kinds,
        }


def _commit() -> str | None:
    """Return the commit of the checkout, marked if files differ from it; None without git."""
    try:
        done = subprocess.run(
            ["git", "describe", "--always", "--dirty", "--abbrev=12", "--exclude=*"],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        )
    except (OSError, subprocess.CalledProcessError):
        return None
    return done.stdout.strip()


def _shown(path: Path) -> str:
    """Return a path as it is typed in the checkout."""
    return str(path.relative_to(ROOT) if path.is_relative_to(ROOT) else path)


# -- cases in files -------------------------------------------------------------------------------


def write_case(path: Path, kind: str, origin: str, case: Case, error: Exception) -> None:
    """Write a case and its failure as JSON."""
    content = {"kind": kind, "origin": origin, "failed": f"{type(error).__name__}: {error}"}
    path.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps(content | {"case": case}, default=_plain, ensure_ascii=False)
    path.write_text(text + "\n", encoding="utf-8")


def _plain(value: Any) -> Any:
    return value.tolist()  # an array or a number of NumPy


def replay(path: Path) -> Exception | None:
    """Check the case in a file; return the exception, None if it passes."""
    content = json.loads(path.read_text(encoding="utf-8"))
    return failure(KINDS[content["kind"]], content["case"])


# -- the command ----------------------------------------------------------------------------------


def _arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument("--seconds", type=float, default=60, help="of CPU (60)")
    parser.add_argument("--wall", type=float, default=float("inf"), help="seconds by the clock")
    parser.add_argument("--seed", type=int, help="another one each time if not given")
    parser.add_argument(
        "--kind", nargs="+", choices=KINDS, default=list(KINDS), help="only these kinds"
    )
    parser.add_argument("--number", type=int, help="one case of each kind, by its number")
    parser.add_argument("--replay", type=Path, nargs="+", metavar="FILE", help="check only these")
    parser.add_argument("--record", type=Path, metavar="FILE", help="write the counts as JSON")
    parser.add_argument("--failures", type=Path, default=FAILURES, help="folder for what fails")
    parser.add_argument("--most-failures", type=int, default=10, help="then it stops (10)")
    return parser.parse_args(argv)


def main(argv: Sequence[str] | None = None) -> int:
    """Run; return 1 if anything failed."""
    args = _arguments(argv)
    if args.replay is not None:
        return _replay_all(args.replay)
    seed = time.time_ns() % 10**9 if args.seed is None else args.seed
    soak = Soak(seed, args.kind, args.failures, args.most_failures)
    ended = "in time"
    try:
        if args.number is not None:
            for name in args.kind:
                soak.check(name, args.number)
        else:
            soak.run(args.seconds, args.wall)
    except KeyboardInterrupt:
        ended = "interrupted"
    print(soak.summary(), flush=True)
    if args.record is not None:
        args.record.write_text(json.dumps(soak.record(ended), indent=1) + "\n", encoding="utf-8")
    return 1 if soak.files else 0


def _replay_all(paths: Iterable[Path]) -> int:
    status = 0
    for path in paths:
        error = replay(path)
        status |= error is not None
        print(
            f"{_shown(path)}: {'passed' if error is None else f'{type(error).__name__}: {error}'}"
        )
    return status


if __name__ == "__main__":
    sys.exit(main())
