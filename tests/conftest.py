"""Settings of the whole suite.

Hypothesis sets no time limit, since no test here is a stopwatch.  Where there is no browser, the
summary of a run says that the tests in a browser have not been run.
"""

import signal

import pytest
from hypothesis import settings

from tests.playing.browser import chromium

settings.register_profile("graphgame", deadline=None, print_blob=True)
settings.load_profile("graphgame")

# A process that a shell without job control starts in the background ignores Ctrl-C; so would all
# that tests start, which would never end.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say how many tests in a browser have not been run, and why."""
    skipped = terminalreporter.stats.get("skipped", [])
    count = sum("playing/browser/" in report.nodeid for report in skipped)
    if count and (reason := chromium.missing()):
        terminalreporter.write_line(f"browser tests: {count} not run: {reason}", yellow=True)
