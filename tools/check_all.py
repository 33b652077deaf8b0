"""Run every check that there is, and print one table of what each took and said.

    make check-all                  all of them: hours
    make check-all ONLY="lint kills"

`.ci/run` has what is quick.  This has the rest too, and runs before a release.  Each
row is a target of the Makefile, in a process of its own; its output goes into build/check-all.
Its row in tests/data/check-all.md says at which commit it last ran: all of them take ten hours on
two cores, and may run on different days.
"""

from __future__ import annotations

import os
import platform
import subprocess
import sys
import threading
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]
LOGS = ROOT / "build" / "check-all"
RECORD = ROOT / "tests" / "data" / "check-all.md"
# By name: what `make` is called with.  The quick ones first, so that a plain mistake is found soon.
CHECKS = {
    "lint": ("lint",),
    "demo": ("demo",),
    "docs": ("docs",),
    "instructions": ("instructions",),
    "test-all": ("test-all",),
    "oldest": ("oldest",),
    "debug": ("debug",),
    "sanitize": ("sanitize", "ALL=1"),
    "sanitize-oldest": ("sanitize", "OLDEST=1", "ALL=1"),
    "dist": ("dist",),
    "kills": ("kills",),
    "interrupts": ("interrupts",),
    "patterns": ("patterns",),
    "site-check": ("site-check",),
    "gallery-check": ("gallery-check",),
    "soak": ("soak", "SECONDS=3600"),
    "fuzz": ("fuzz", "SECONDS=3600"),
    "mutants": ("mutants",),
    "stress": ("stress",),
}
TITLES = "| check | commit | result | minutes | GiB | last line |\n|---|---|---|---|---|---|"


class Memory:
    """The least memory that the machine could still give away, looked at twice a second."""

    def __init__(self) -> None:
        self._before = self._least = available()
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()

    def _watch(self) -> None:
        while not self._done.wait(0.5):
            self._least = min(self._least, available())

    def taken(self) -> float:
        """Stop looking; return the GiB that the machine had less than at the beginning."""
        self._done.set()
        self._thread.join()
        return (self._before - self._least) / 2**30


def available() -> int:
    """Return the bytes that the system says it could give away."""
    for line in Path("/proc/meminfo").read_text(encoding="ascii").splitlines():
        if line.startswith("MemAvailable:"):
            return int(line.split()[1]) * 1024
    raise OSError("/proc/meminfo has no line MemAvailable")


def commit() -> str:
    """Return the commit that is checked out, and its day; with a + where files differ from it."""
    log = subprocess.check_output(["git", "log", "-1", "--format=%h of %cs"], cwd=ROOT, text=True)
    status = subprocess.check_output(["git", "status", "--porcelain"], cwd=ROOT, text=True)
    changed = [line for line in status.splitlines() if not line.endswith(RECORD.name)]
    return log.strip() + ("+" if changed else "")


def check(name: str) -> tuple[bool, str]:
    """Run one check; return whether it passed, and its row of the table."""
    log = LOGS / f"{name}.log"
    memory, start = Memory(), time.monotonic()
    with log.open("w", encoding="utf-8") as file:
        command = ["make", *CHECKS[name]]
        status = subprocess.run(
            command, cwd=ROOT, stdout=file, stderr=subprocess.STDOUT, check=False
        ).returncode
    seconds = time.monotonic() - start
    lines = [line.strip(" =") for line in log.read_text("utf-8", "replace").splitlines()]
    said = [line for line in lines if line and not line.startswith("make[")]
    result = "passed" if status == 0 else f"FAILED ({status})"
    last = said[-1].replace("|", "\\|") if said else ""
    cells = (
        f"make {' '.join(CHECKS[name])}",
        commit(),
        result,
        f"{seconds / 60:.1f}",
        f"{memory.taken():.1f}",
    )
    return status == 0, f"| {' | '.join(cells)} | {last[:120]} |"


def record(name: str, row: str) -> None:
    """Put a row into the record, in place of the one that it has of this check."""
    rows = {}
    if RECORD.exists():
        lines = RECORD.read_text(encoding="utf-8").splitlines()
        rows = {line.split("|")[1].strip(): line for line in lines if line.startswith("| make ")}
    rows[f"make {' '.join(CHECKS[name])}"] = row
    every = [f"make {' '.join(words)}" for words in CHECKS.values()]
    place = f"Python {platform.python_version()}, {os.cpu_count()} cores"
    head = (
        "# The last runs of `make check-all`\n\n"
        f"Written by tools/check_all.py; {place}. A commit with a + had changed files beside it.\n"
        "GiB: the memory that the machine had less.\n\n"
    )
    table = [rows.get(check, f"| {check} | | has not run | | | |") for check in every]
    RECORD.write_text(head + "\n".join([TITLES, *table]) + "\n", encoding="utf-8")


def main() -> None:
    """Run the checks that were named, or all; go on after a failure."""
    names = sys.argv[1:] or list(CHECKS)
    if unknown := [name for name in names if name not in CHECKS]:
        sys.exit(f"expected checks among {', '.join(CHECKS)}, got {', '.join(unknown)}")
    LOGS.mkdir(parents=True, exist_ok=True)
    print(TITLES, flush=True)
    passed = True
    for name in names:
        right, row = check(name)
        passed &= right
        print(row, flush=True)
        record(name, row)
    sys.exit(not passed)


if __name__ == "__main__":
    main()
