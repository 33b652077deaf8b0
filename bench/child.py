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


def status_kib(key: str) -> int:
    """Return a line of /proc/self/status in KiB: VmRSS is the current memory, VmHWM the peak."""
    for line in Path("/proc/self/status").read_text(encoding="ascii").splitlines():
        if line.startswith(key + ":"):
            return int(line.split()[1])
    return 0


def run(work: Callable[[], Any]) -> tuple[dict[str, Any], Any]:
    """Do the work, then repeat it: several times if it is short, not at all if it is long.

    Return the times, and the last result.
    """
    result = None

    def timed() -> tuple[float, float]:
        nonlocal result
        result = None  # given back before the clock starts
        began, start = perf_counter(), process_time()
        result = work()
        return process_time() - start, perf_counter() - began

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
