"""Run a contestant written in Python once: ``python -m bench.child FAMILY NAME FOLDER``.

The family is a module of this package, the name one of its functions: given the folder with the
input, it reads it and returns the work, a function without arguments.  What stands behind colons of
the name are more arguments, as in ``work:str:python``.  What the work returns goes
to the family's ``checks``.  Time and memory are measured as in baselines/measure.h.
"""

from __future__ import annotations

import gc
import importlib
import json
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Any

SHORT, ENOUGH, LONG = 1, 0.3, 30  # seconds
MOST_RUNS = 9
# Seconds: works shorter than TINY are done for BATCH between two looks at the clock.
BATCH, TINY = 0.01, 0.002


def status_kib(key: str) -> int:
    """Return a line of /proc/self/status in KiB: VmRSS is the current memory, VmHWM the peak."""
    for line in Path("/proc/self/status").read_text(encoding="ascii").splitlines():
        if line.startswith(key + ":"):
            return int(line.split()[1])
    return 0


def run(work: Callable[[], Any]) -> tuple[dict[str, Any], Any]:
    """Do the work, then repeat it: several times if it is short, not at all if it is long.

    Of a work of less than `TINY` seconds the clock, and what the first calls have to fetch, would
    be a good part: it is done in batches, whose results are given back meanwhile.

    Return the times, and the last result.
    """
    result = None

    def timed(times: int = 1) -> tuple[float, float]:
        nonlocal result
        result = None  # given back before the clock starts
        began, start = perf_counter(), process_time()
        for _ in range(times):
            result = work()
        return (process_time() - start) / times, (perf_counter() - began) / times

    gc.collect()
    with suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
    before = status_kib("VmRSS")
    seconds, clock = timed()
    took = {"seconds": seconds, "clock": clock}
    took["peak_kib"] = max(0, status_kib("VmHWM") - before)
    more = list[tuple[float, float]]()
    if seconds < LONG:
        more.append(timed())
    if more and more[0][0] < TINY:
        times = int(BATCH / max(more.pop()[0], 1e-6))
        more.extend(timed(times) for _ in range(MOST_RUNS))
    while seconds < SHORT and sum(cpu for cpu, _ in more) < ENOUGH and len(more) < MOST_RUNS:
        more.append(timed())
    if more:
        took["again"], took["clock_again"] = map(median, zip(*more, strict=True))
    return took, result


def main() -> None:
    """Print one line of JSON."""
    family, words, folder = sys.argv[1:]
    name, *more = words.split(":")
    module = importlib.import_module(f"bench.{family}")
    work = getattr(module, name)(Path(folder), *more)
    took, result = run(work)
    print(json.dumps(took | module.checks(result)))


if __name__ == "__main__":
    main()
