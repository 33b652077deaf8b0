"""Threads without a global lock: kernels do not enable it, and many threads get right answers.

`hammering.py` has the work and the threads.  It runs here on the interpreter of the tests and, if
one without a global lock has graphgame, on that one: GRAPHGAME_FREE_PYTHON, python3.14t or
python3.13t.  See docs/decisions/011-threads.md.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import numpy as np
import pytest

from graphgame.graphs._index import CodeIndex
from tests.house import hammering

SCRIPT = Path(__file__).with_name("hammering.py")
FREE = bool(sysconfig.get_config_var("Py_GIL_DISABLED"))
BUILD = """if True:
    import graphgame._core, sysconfig
    print(sysconfig.get_config_var("Py_GIL_DISABLED"))
"""
LOCK = """if True:
    import sys
    sys.path.insert(0, sys.argv[1])
    import hammering
    assert hammering.import_kernels() > 20
    print(sys._is_gil_enabled())
"""


def run(python: str, *words: str | Path, **environment: str) -> str:
    """Run an interpreter, with all warnings as errors; return its output.

    The folder does not determine which graphgame it imports.
    """
    kept = {name: value for name, value in os.environ.items() if name != "PYTHON_GIL"}
    if python != sys.executable:  # it has a graphgame of its own
        kept.pop("PYTHONPATH", None)
    done = subprocess.run(
        [python, "-P", "-W", "error", *map(str, words)],
        capture_output=True,
        text=True,
        check=False,
        env={**kept, **environment},
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def free_python() -> str:
    """Return an interpreter without a global lock that has graphgame, or skip the test."""
    if FREE:
        return sys.executable
    named = os.environ.get("GRAPHGAME_FREE_PYTHON")
    if named:  # then it must be one
        assert run(named, "-c", BUILD) == "1\n"
        return named
    for name in ("python3.14t", "python3.13t"):
        python = shutil.which(name)
        if (
            python
            and not subprocess.run(
                [python, "-P", "-c", "import graphgame._core"], capture_output=True, check=False
            ).returncode
        ):
            return python
    pytest.skip("no interpreter without a global lock has graphgame")


@pytest.mark.parametrize("name", hammering.WORK)
def test_many_threads_are_answered_as_one(name: str) -> None:
    hammering.hammer(name, rounds=2, threads=4)


def test_threads_may_be_the_first_to_need_anything() -> None:
    """The public names and the tables of nimbers come when they are first asked for."""
    for _ in range(3):
        run(sys.executable, SCRIPT, "--first", "6")


def test_a_buffer_counts_its_views() -> None:
    index = CodeIndex()
    index.add(np.arange(5), np.empty(5, dtype=np.int32))
    codes = index.finish()
    views = [memoryview(codes) for _ in range(3)]
    for view in views:
        with pytest.raises(BufferError, match="in use"):
            index.finish()
        view.release()
    assert index.finish() is codes


def test_the_global_lock_stays_off() -> None:
    assert run(free_python(), "-c", LOCK, SCRIPT.parent) == "False\n"


@pytest.mark.large
@pytest.mark.parametrize("lock", ["0", "1"])
def test_many_threads_without_a_global_lock_are_answered_as_one(lock: str) -> None:
    """With the lock turned on by hand, too."""
    lines = run(free_python(), SCRIPT, "2", "6", PYTHON_GIL=lock).splitlines()
    assert len(lines) == len(hammering.WORK) + 2
