"""Run the suite again and again in random order, with two and four workers, on a busy machine.

    make stress                     ten runs
    make stress TIMES=2 BUSY=0 ARGS="tests/big"

A test that passes by chance fails here: one that counts on the order, on what another test left, or
on being scheduled soon.  Beside the suite, BUSY processes do nothing but count: as many as there
are cores, if BUSY is not given; 0 where the machine is busy anyway.  Printed for each run: the load
of its last five minutes, and the seed of the order, for `pytest --shuffle SEED`.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
COUNT = "import os\nwhile os.getppid() != 1: sum(range(10**6))"


def main() -> None:
    """Run; exit with 1 if a run failed."""
    times, beside, words = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]
    failed = []
    for run in range(times):
        seed, workers = random.SystemRandom().randrange(10**9), (2, 4)[run % 2]
        busy = [subprocess.Popen([sys.executable, "-c", COUNT]) for _ in range(beside)]
        command = [
            *(sys.executable, "-m", "pytest", "--quiet"),
            *("-m", "not large or always", "--shuffle", str(seed)),
            *("--numprocesses", str(workers), "--dist=worksteal", *words),
        ]
        try:
            status = subprocess.run(command, cwd=ROOT, check=False).returncode
        finally:
            for process in busy:
                process.kill()
                process.wait()
        print(
            f"run {run + 1} of {times}: {workers} workers, load {os.getloadavg()[1]:.1f}, "
            f"--shuffle {seed}: status {status}",
            flush=True,
        )
        if status:
            failed.append(seed)
    print(f"{times - len(failed)} of {times} runs in random order, under load, passed", flush=True)
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
