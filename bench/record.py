"""Provenance of measurements, and the stored results."""

from __future__ import annotations

import datetime as dt
import json
import os
import platform
import resource
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).parents[1]
BASELINES = ROOT / "bench" / "baselines"
RESULTS = ROOT / "bench" / "results"


def peak_mib() -> float:
    """Return the peak memory of this process, in MiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def machine() -> dict[str, Any]:
    """Return a description of the machine."""
    cpus = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    model = next(line.partition(":")[2].strip() for line in cpus if line.startswith("model name"))
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    return {
        "cpu": model,
        "cores": os.cpu_count(),
        "memory_gib": round(memory / 2**30, 1),
        "system": platform.system(),
        "python": platform.python_version(),
        "numpy": np.__version__,
        "load": round(os.getloadavg()[0], 2),  # of other processes, before the run
    }


def commit() -> str:
    """Return the commit, with -dirty if files that are measured differ from it."""

    def git(*words: str) -> str:
        command = ["git", "-C", str(ROOT), *words]
        return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()

    changed = git("status", "--porcelain", "--", "graphgame", "examples", "setup.py")
    return (git("rev-parse", "--short=12", "HEAD") or "unknown") + "-dirty" * bool(changed)


def provenance(command: str) -> dict[str, Any]:
    """Return the provenance of a result: command, date, commit and machine."""
    return {
        "command": command,
        "date": dt.datetime.now(dt.UTC).isoformat(timespec="seconds"),
        "commit": commit(),
        "machine": machine(),
    }


def compiled(source: str, optimized: str = "-O2", *, shared: bool = False) -> Path:
    """Compile a baseline with g++ unless it is up to date; return the program, or the library."""
    path = BASELINES / source
    program = (
        ROOT / "build" / "baselines" / f"{path.stem}{optimized.replace(' ', '')}{'.so' * shared}"
    )
    youngest = max(file.stat().st_mtime for file in (path, *BASELINES.glob("*.[ch]")))
    if not program.exists() or program.stat().st_mtime < youngest:
        program.parent.mkdir(parents=True, exist_ok=True)
        # Written under another name first, so that two processes never see an incomplete program.
        unfinished = program.with_name(f"{program.name}.{os.getpid()}")
        command = ["g++", *optimized.split(), "-std=c++17", "-pthread", "-o", unfinished, path]
        command += ["-shared", "-fPIC", "-Wl,-Bsymbolic"] * shared
        # Preloaded sanitizers are for the kernels, not for the compiler.
        kept = {name: value for name, value in os.environ.items() if name != "LD_PRELOAD"}
        subprocess.run(command, check=True, env=kept)
        unfinished.replace(program)
    return program


def from_fresh_process(family: str, *words: str) -> dict[str, Any]:
    """Return the record that a family prints with ``--here``, and where it comes from.

    A process that has just begun shows how much memory one measurement takes.
    """
    asked = ["-m", f"bench.families.{family}", *words]
    command = " ".join(["python", *asked])
    started = [sys.executable, *asked, "--here"]
    done = subprocess.run(started, capture_output=True, text=True, cwd=ROOT, check=False)
    if done.returncode:
        raise SystemExit(f"{command}: {done.stderr[-2000:]}")
    return {**provenance(command), **json.loads(done.stdout)}


def kept(name: str, folder: Path = RESULTS) -> dict[str, Any]:
    """Return the records in a file of results."""
    path = folder / f"{name}.json"
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return found


def keep(name: str, key: str, record: dict[str, Any], folder: Path = RESULTS) -> None:
    """Write a record to a file of results; it replaces the one with the same key."""
    write(name, kept(name, folder) | {key: record}, folder)


def drop(name: str, key: str, folder: Path = RESULTS) -> None:
    """Take a record out of a file of results."""
    write(name, {k: one for k, one in kept(name, folder).items() if k != key}, folder)


def write(name: str, records: dict[str, Any], folder: Path) -> None:
    """Write a file of results, in the order of its keys."""
    folder.mkdir(parents=True, exist_ok=True)
    text = json.dumps(dict(sorted(records.items())), indent=2, ensure_ascii=False) + "\n"
    (folder / f"{name}.json").write_text(text, encoding="utf-8")
