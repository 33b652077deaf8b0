"""Settings of the whole suite.

Hypothesis sets no time limit, neither on a test nor on what it draws, since no test here is a
stopwatch.  The summary of a run says what has been skipped, a line for each reason; the tests in a
browser among them, where there is none.  Nothing waits for the disk: tests/big/test_power_cut.py
puts its own `os.fsync` in place, to see what was asked for and when.
"""

from __future__ import annotations

import _thread
import gc
import os
import random
import signal
import time
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, settings

from graphgame._kernel import threads
from tests.playing.browser import chromium

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from _typeshed import HasFileno

settings.register_profile(
    "graphgame",
    deadline=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("graphgame")

# A process that a shell without job control starts in the background ignores Ctrl-C; so would all
# that tests start, which would never end.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def _check_open(fd: int | HasFileno) -> None:
    """Refuse what is no open file, as `os.fsync` does, and wait for nothing."""
    os.fstat(fd if isinstance(fd, int) else fd.fileno())


# Tests of databases force tens of thousands of small files to the disk: minutes on most disks, an
# hour on some.
os.fsync = _check_open


def _freeze() -> None:
    """Let the collector pass over all objects that there are.

    It runs in full when a quarter of the objects that the last full run left has come.  So it must
    run after they are frozen, too: else it waits for hundreds of thousands of new ones.
    """
    gc.collect()
    gc.freeze()
    gc.collect()


@pytest.fixture
def no_thread_is_left() -> Iterator[None]:
    """What Ctrl-C kept from being waited for ends by itself, soon."""
    before = _thread._count()
    yield
    for _ in range(100):
        if _thread._count() <= before:
            return
        time.sleep(0.1)
    raise AssertionError("a thread is left")


@pytest.fixture
def only_new() -> None:
    """Let `gc.collect` look at what the test makes, and not at what the tests before it left."""
    _freeze()


@pytest.fixture
def nothing_collected() -> Iterator[None]:
    """Keep the collector from running during the test.

    Python drops what a signal raises in a function that the collector calls, and Hypothesis has one
    after its first test: work that an alarm was to interrupt would end as if there had been none.
    """
    gc.disable()
    yield
    gc.enable()
    gc.collect()


@pytest.fixture
def limit_threads(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Let the system have so many more threads, and refuse others as it does."""

    def limit(left: int) -> None:
        def start(*called: Any) -> int:
            nonlocal left
            if left == 0:
                raise RuntimeError("can't start new thread")
            left -= 1
            return _thread.start_new_thread(*called)

        monkeypatch.setattr(threads, "start_new_thread", start)

    return limit


def pytest_make_parametrize_id(val: object, argname: str) -> str | None:
    """Name bytes that are no text by their argument and number, not by what they hold.

    What compresses may write the time into its bytes.  An item must have one name in all processes
    that share the work, or none of them runs it.
    """
    if isinstance(val, bytes) and not (val.isascii() and val.decode("ascii").isprintable()):
        return argname
    return None


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add an option for `make stress`."""
    parser.addoption("--shuffle", type=int, metavar="SEED", help="run the tests in random order")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Shuffle the tests; all workers have the same order."""
    if (seed := config.getoption("shuffle", None)) is not None:
        random.Random(seed).shuffle(items)


def pytest_collection_finish() -> None:
    """Let the collector of cycles pass over the million objects that the suite itself consists of.

    They live as long as the process.  Each full collection would look at all of them, for a third
    of a second.
    """
    _freeze()


# Bytes by which a process may grow before it looks for cycles; and what it had when it did so.
_GROWTH = 200 << 20
_had = [0]


@pytest.hookimpl(trylast=True)
def pytest_runtest_logfinish() -> None:
    """Look for cycles when the process has grown: the collector counts objects, and not bytes."""
    if _resident() > _had[0] + _GROWTH:
        gc.collect()
        _had[0] = _resident()


def _resident() -> int:
    """Return how many bytes this process has in memory; 0 where the system does not say it."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGESIZE")
    except OSError:
        return 0


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say how many tests have been skipped: a line for each reason."""
    reasons: Counter[str] = Counter()
    for report in terminalreporter.stats.get("skipped", []):
        # Of a test that is skipped, pytest keeps the file and the line beside the reason.
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longreprtext
        reasons[reason.removeprefix("Skipped: ")] += 1
    missing = chromium.missing()
    if count := reasons.pop(f"there is {missing}", 0):  # as fixtures of these tests say it
        terminalreporter.write_line(f"browser tests: {count} not run: {missing}", yellow=True)
    for reason, count in reasons.most_common():
        terminalreporter.write_line(f"skipped {count:,}: {reason}", yellow=True)
