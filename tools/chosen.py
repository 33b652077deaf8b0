"""Choose few tests that together reach every block of the kernels that the suite reaches.

    make chosen                     write tests/data/chosen_tests.txt again
    pytest -p tools.chosen --chosen FILE ...     run the tests that FILE names, and those marked

Sanitizers find a mistake where a line is reached, and one test that reaches it is enough.  So the
suite runs once on kernels that report each basic block (tools/blocks.c).  `make sanitize` runs the
tests marked `boundary`, whose sizes matter although smaller ones reach the same blocks, and those
that a greedy cover picks for what these leave.  A block is known by its kernel and its offset in
it.  Files without a test that runs are not even imported: under sanitizers, that takes long.

The list may be older than the tests.  Where an item is gone, all items of its function run; a test
of the house asks that the functions are there.
"""

from __future__ import annotations

import ctypes
import json
import sys
from dataclasses import dataclass, field
from heapq import heapify, heappop, heappush
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

LIST = Path(__file__).parents[1] / "tests" / "data" / "chosen_tests.txt"
# The numbers of the blocks that a test reaches.
Blocks = np.ndarray[Any, Any]


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the two options of this plugin."""
    group = parser.getgroup("tests chosen by what they reach")
    group.addoption("--chosen", type=Path, metavar="FILE", help="run the tests that FILE names")
    group.addoption("--reached", type=Path, metavar="FOLDER", help="record what each test reaches")


def pytest_configure(config: pytest.Config) -> None:
    """Record blocks, in each process that runs tests."""
    folder = config.getoption("reached")
    if folder and not config.getoption("numprocesses", None):
        worker = getattr(config, "workerinput", {}).get("workerid", "main")
        config.pluginmanager.register(Recorder(folder / f"{worker}.jsonl"), "recorder")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out files that have no test to run: none is named, and none is marked."""
    file = config.getoption("chosen")
    if not file or collection_path.suffix != ".py" or collection_path.name == "conftest.py":
        return None
    here = collection_path.relative_to(config.rootpath).as_posix()
    named = file.read_text(encoding="utf-8").splitlines()
    if any(name.startswith(f"{here}::") for name in named):
        return None
    return "boundary" not in collection_path.read_text(encoding="utf-8") or None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the tests that were not chosen."""
    file = config.getoption("chosen")
    if not file:
        return
    wanted = set(file.read_text(encoding="utf-8").splitlines())
    gone = wanted - {item.nodeid for item in items}
    functions = {function_of(name) for name in gone}
    kept = [
        item
        for item in items
        if item.nodeid in wanted
        or function_of(item.nodeid) in functions
        or item.get_closest_marker("boundary")
    ]
    left = set(items) - set(kept)
    config.hook.pytest_deselected(items=[item for item in items if item in left])
    items[:] = kept


def function_of(name: str) -> str:
    """Return the name of a test without what its parameters are."""
    return name.partition("[")[0]


class Recorder:
    """Write a line a test: its name, its seconds, and the slots of the blocks that it reached."""

    def __init__(self, file: Path) -> None:
        library = ctypes.CDLL(None)
        library.graphgame_reached.restype = ctypes.POINTER(ctypes.c_uint32)
        library.graphgame_blocks.restype = ctypes.POINTER(ctypes.c_void_p)
        library.graphgame_count.restype = ctypes.c_uint32
        self._library = library
        self._file = file.open("w", encoding="utf-8")
        self._seconds = 0.0

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Count the blocks of the fixtures as blocks of the test."""
        self._library.graphgame_next_test()
        self._seconds = 0.0
        result = yield
        count = self._library.graphgame_count()
        reached = np.ctypeslib.as_array(self._library.graphgame_reached(), (max(count, 1),))
        row = {
            "test": item.nodeid,
            "seconds": self._seconds,
            "marked": item.get_closest_marker("boundary") is not None,
            "blocks": reached[:count].tolist(),
        }
        print(json.dumps(row), file=self._file, flush=True)
        return result

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Add up the seconds of the fixtures and the test; a test that failed says nothing."""
        self._seconds += report.duration if report.passed else float("inf")

    def pytest_sessionfinish(self) -> None:
        """Say which block each slot is, as kernel and offset, so that processes can be compared."""
        blocks = self._library.graphgame_blocks()
        size = 1 << 21
        held = np.ctypeslib.as_array(ctypes.cast(blocks, ctypes.POINTER(ctypes.c_uint64)), (size,))
        where = {}
        for slot in np.flatnonzero(held).tolist():
            where[slot] = place_of(int(held[slot]))
        print(json.dumps({"where": where}), file=self._file)
        self._file.close()


class _Info(ctypes.Structure):
    """What dladdr says of an address."""

    _fields_ = (
        ("file", ctypes.c_char_p),
        ("base", ctypes.c_void_p),
        ("name", ctypes.c_char_p),
        ("address", ctypes.c_void_p),
    )


def place_of(address: int) -> str:
    """Return the kernel and the offset of an address."""
    info = _Info()
    ctypes.CDLL(None).dladdr(ctypes.c_void_p(address), ctypes.byref(info))
    return f"{Path(info.file.decode()).name}+{address - info.base:x}"


@dataclass
class Run:
    """What was recorded of the tests of all processes."""

    tests: list[str] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    marked: list[bool] = field(default_factory=list)
    reached: list[Blocks] = field(default_factory=list)


def read(folder: Path) -> Run:
    """Read what the processes wrote, and number the blocks."""
    numbers: dict[str, int] = {}
    run = Run()
    for file in sorted(folder.glob("*.jsonl")):
        lines = file.read_text(encoding="utf-8").splitlines()
        where = {int(slot): place for slot, place in json.loads(lines[-1])["where"].items()}
        number = {slot: numbers.setdefault(place, len(numbers)) for slot, place in where.items()}
        for line in lines[:-1]:
            row = json.loads(line)
            if row["seconds"] < float("inf"):
                run.tests.append(row["test"])
                run.seconds.append(row["seconds"])
                run.marked.append(row["marked"])
                run.reached.append(np.array([number[slot] for slot in row["blocks"]], np.int64))
    return run


def cover(seconds: Sequence[float], reached: list[Blocks], marked: Sequence[bool]) -> list[int]:
    """Return tests that reach all blocks but those of marked tests, in the order of choice.

    Again and again the one with most new blocks a second is chosen.  A test's gain only falls, so
    the gains of an earlier round are bounds: the test on top of the heap is counted again, and
    taken if it stays on top.  In the end, those are left out that the later ones made needless, the
    longest first.
    """
    # How many of the tests that run reach each block.
    times = np.zeros(1 + max((int(x.max()) for x in reached if x.size), default=0), np.int64)
    for i in np.flatnonzero(marked).tolist():
        times[reached[i]] += 1
    cost = np.asarray(seconds) + 0.01  # what starting and reporting a test takes
    heap = [(-x.size / cost[i], i) for i, x in enumerate(reached) if x.size and not marked[i]]
    heapify(heap)
    chosen = []
    while heap:
        _, i = heappop(heap)
        new = np.count_nonzero(times[reached[i]] == 0)
        gain = -new / cost[i]
        if heap and gain > heap[0][0]:
            if new:
                heappush(heap, (gain, i))
        elif new:
            times[reached[i]] += 1
            chosen.append(i)
    for i in sorted(chosen, key=lambda i: -cost[i]):
        if (times[reached[i]] > 1).all():
            times[reached[i]] -= 1
            chosen.remove(i)
    return chosen


def main() -> None:
    """Read what was recorded; write the list."""
    run = read(Path(sys.argv[1]))
    chosen = cover(run.seconds, run.reached, run.marked)
    LIST.write_text("".join(f"{name}\n" for name in sorted(run.tests[i] for i in chosen)), "utf-8")
    total = np.unique(np.concatenate(run.reached)).size
    took = sum(run.seconds[i] for i in chosen)
    print(
        f"{len(chosen):,} of {len(run.tests):,} tests, {took:.0f} of {sum(run.seconds):.0f} s, and "
        f"the {sum(run.marked)} marked ones reach all {total:,} blocks"
    )


if __name__ == "__main__":
    main()
