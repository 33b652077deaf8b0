"""Refused memory: MemoryError, and a process that can continue.

Pinned here: each allocation of the kernels, refused in turn in every operation, raises MemoryError
in Python and prints one line on the command line; nothing leaks, and the same call then returns the
same answer; the same with a limit of the system.
"""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

from tests.house import allocating

LEAST = {
    "nimbers": 1,
    "mex of rows": 2,
    "load": 3,
    "grundy of rows": 3,
}  # of the others, at least four
# Operations with allocations that only serve speed: degrees in bytes, if there is memory.
UNMISSED = dict.fromkeys(
    (
        "solve",
        "solve misere with presets",
        "solve with owners",
        "line",
        "loopy_grundy",
        "police as a graph",
        "save",
        "the command solve",
    ),
    1,
)


@pytest.mark.large  # traced, it takes minutes
@pytest.mark.parametrize("name", allocating.OPERATIONS)
def test_every_allocation_may_be_refused(name: str) -> None:
    said = allocating.start(name)
    shown, _, counts = said.rpartition(": ")
    assert shown == name
    count, unmissed = map(int, counts.split())
    assert unmissed == UNMISSED.get(name, 0), "nobody noticed what was refused"
    assert count >= LEAST.get(name, 4), "fewer allocations than there are"


# -- a limit of the system ------------------------------------------------------------------------

LIMITED = """if True:
    import resource, sys
    import numpy as np
    import graphgame as gg
    {before}
    got = {work}  # and what it imports is there
    assert {check}
    del got
    used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
    caught = 0
    for megabytes in range(0, {upto}, {step}):
        resource.setrlimit(resource.RLIMIT_AS, (used + megabytes * 10**6, -1))
        try:
            got = {work}
        except (MemoryError, gg.TooLargeError):
            got = None
            caught += 1
        resource.setrlimit(resource.RLIMIT_AS, (-1, -1))
        assert got is None or {check}, got
    got = {work}
    assert {check}
    print(caught, megabytes // {step} + 1)
"""
# Each takes some tens of megabytes: the preparation, the work, and the check of its result.
LIMITS: dict[str, tuple[str, str, str]] = {
    "solve": (
        "e = np.stack([np.arange(1_000_000), np.arange(1, 1_000_001)], axis=1).astype(np.int32)",
        "gg.solve(e)",
        "got.counts() == {gg.WIN: 500_000, gg.LOSE: 500_001, gg.DRAW: 0} and got.verify()",
    ),
    "grundy": (
        "e = np.stack([np.arange(1, 1_000_001), np.arange(1_000_000)], axis=1).astype(np.int32)",
        "gg.grundy(e)",
        "got.histogram() == {0: 500_001, 1: 500_000} and got.verify()",
    ),
    "loopy_grundy": (
        "e = np.stack([np.arange(500_000), np.arange(1, 500_001) % 500_000], axis=1)",
        "gg.loopy_grundy(e)",
        "got.histogram() == {gg.Nimber.infinity(): 500_000}",
    ),
    "explore_codes": (
        "down = lambda c: (np.flatnonzero(c), c[c > 0] - 1)",
        "gg.explore_codes(down, np.arange(1_500_000))",
        "(got.n, got.m, got.index(7)) == (1_500_000, 1_499_999, 7)",
    ),
    "heaps": ("", "gg.subtraction({1, 2}).values(4_000_000)", "got[-1] == 4_000_000 % 3"),
    "police": (
        "rows = ['P' + '.' * 45, *['.' * 46] * 44, '.' * 45 + 'T']",
        "gg.PoliceAndThief(rows).solve()",
        "got.result == gg.WIN",
    ),
    "cops": (
        "e = [(i, (i + 1) % 90) for i in range(90)]",
        "gg.cops_and_robbers(e, 3)",
        "got.result == gg.WIN",
    ),
}


@pytest.mark.large
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs /proc")
@pytest.mark.parametrize("name", LIMITS)
def test_a_limit_of_the_system_is_a_memory_error(name: str) -> None:
    allocating.library()  # a process that something watches has no use for limits
    before, work, check = LIMITS[name]
    words: dict[str, Any] = {"before": before, "work": work, "check": check}
    script = LIMITED.format(**words, upto=150, step=10)
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False, timeout=300
    )
    assert done.returncode == 0, done.stderr
    caught, tried = map(int, done.stdout.split())
    assert tried == 15 and caught >= 1
