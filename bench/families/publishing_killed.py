"""Publishing a large game, killed again and again; kept in results/publishing_killed.json.

    python -m bench.families.publishing_killed answers.ggdb
    python -m bench.families.publishing_killed FOLDER --kills 20

Publishes a database, a folder or what was published already, once as a whole, and once in a process
that is killed after each twentieth of the positions, at any moment of the next step.  What is
printed are seconds of CPU time and the peak memory of these processes.  Exits with 1 if the two
files differ, or a process was not killed as often as it should.
"""

from __future__ import annotations

import argparse
import filecmp
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Any

import graphgame as gg
from bench.record import keep, provenance

# Says that so many positions are written, and goes on.
CHILD = """
import sys
import graphgame as gg

source, place, most = sys.argv[1:]
said = False

def written(step):
    global said
    if step.done >= int(most) and not said:
        said = True
        print("written", flush=True)

with gg.Database.open(source) as database:
    database.publish(place, progress=written)
"""
# Seconds after a step within which a process is killed: some steps.
LATER = 0.2


def published(source: Path, place: Path, most: int, later: float | None) -> tuple[float, int, bool]:
    """Publish in a process, and kill it so long after so many positions, if at all.

    Returns
    -------
    cpu : float
        Seconds.
    peak : int
        KiB.
    was_killed : bool
    """
    command = [sys.executable, "-c", CHILD, str(source), str(place), str(most)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        if later is not None and process.stdout is not None:
            process.stdout.readline()
            time.sleep(later)
            process.send_signal(signal.SIGKILL)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, -signal.SIGKILL):
        raise RuntimeError(f"expected a call that publishes, got {process.returncode}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss, process.returncode != 0


def main() -> int:
    """Publish what the command line names."""
    parser = argparse.ArgumentParser(description="publish a database, killed again and again")
    parser.add_argument("source", type=Path, help="a folder, or a published file")
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--dry-run", action="store_true", help="keep no result")
    args = parser.parse_args()
    with gg.Database.open(args.source) as database:
        positions = len(database)
    random, rows, kills = Random(36), [], 0
    with tempfile.TemporaryDirectory(dir=args.source.parent) as folder:
        whole, place = Path(folder, "whole.ggdb"), Path(folder, "killed.ggdb")
        cpu, peak, _ = published(args.source, whole, positions + 1, None)
        print(f"as a whole: {cpu:.1f} s of CPU time, {peak / 1024:.0f} MiB", flush=True)
        for number in range(args.kills):
            most = positions * (number + 1) // (args.kills + 1)
            rows.append(published(args.source, place, most, random.uniform(0, LATER)))
            kills += rows[-1][2]
            print(f"killed after {most:,} positions: {rows[-1][0]:.1f} s", flush=True)
        rows.append(published(args.source, place, positions + 1, None))
        is_same = filecmp.cmp(whole, place, shallow=False)
        size = whole.stat().st_size
    record: dict[str, Any] = {
        "positions": positions,
        "bytes": size,
        "cpu_seconds": round(cpu, 1),
        "peak_mib": round(max(peak, *(row[1] for row in rows)) / 1024),
        "kills": kills,
        "cpu_seconds_with_kills": round(sum(row[0] for row in rows), 1),
        "identical": is_same,
    }
    print(json.dumps(record))
    if not args.dry_run:
        command = f"python -m bench.families.publishing_killed {args.source.name}"
        keep("publishing_killed", f"{positions}", {**provenance(command), **record})
    return int(not is_same or kills < args.kills)


if __name__ == "__main__":
    sys.exit(main())
