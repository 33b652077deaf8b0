"""Games built by the ranks of an MPI job: the same files, also where ranks die.

Launchers listen on all interfaces, so they run in a namespace that has nothing but loopback.
"""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from tests.big.loopy import library
from tests.big.stored import contents

JOB = Path(__file__).with_name("rank_job.py")
SIZE = 60_000


@cache
def launcher() -> str:
    """Return the path of mpiexec; skip the test where ranks cannot be started alone."""
    pytest.importorskip("mpi4py")
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    found = shutil.which("mpiexec", path=path)
    unshare, ip = shutil.which("unshare"), shutil.which("ip")
    if found is None or unshare is None or ip is None:
        pytest.skip("needs mpiexec, unshare and ip")
    alone = [unshare, "-n", "sh", "-c", "ip link set lo up"]
    if subprocess.run(alone, check=False, capture_output=True).returncode:
        pytest.skip("needs the right to make a network namespace")
    library()
    return found


def run(
    ranks: int,
    folder: Path,
    *,
    every: float = 60.0,
    dying: int = -1,
    after: float = 0.0,
    other: int = -1,
) -> subprocess.CompletedProcess[str]:
    """Build the game with so many ranks."""
    job = [sys.executable, JOB, folder, SIZE, every, dying, after, other]
    if ranks > 1:
        job = [launcher(), "-n", ranks, *job]
    words = ["unshare", "-n", "sh", "-c", 'ip link set lo up && exec "$@"', "sh", *map(str, job)]
    return subprocess.run(words, capture_output=True, text=True, timeout=120, check=False)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return what a single process makes."""
    launcher()
    folder = tmp_path_factory.mktemp("alone") / "f"
    done = run(1, folder)
    assert done.returncode == 0, done.stderr
    return contents(folder)


@pytest.mark.parametrize("ranks", [2, 3])
def test_ranks_make_the_same_files(ranks: int, whole: dict[str, str], tmp_path: Path) -> None:
    done = run(ranks, tmp_path / "f")
    assert done.returncode == 0, done.stderr
    assert contents(tmp_path / "f") == whole


@pytest.mark.large
def test_ranks_that_die_are_replaced(whole: dict[str, str], tmp_path: Path) -> None:
    """A rank is killed 20 times; other numbers of ranks go on each time, and end with the same."""
    r, killed, folder = random.Random(1), 0, 0
    for _ in range(80):
        ranks = r.choice([1, 2, 3])
        after = r.uniform(0, 0.6)
        job = run(ranks, tmp_path / str(folder), every=0.0, dying=r.randrange(ranks), after=after)
        killed += job.returncode != 0
        if killed % 5 == 0 or job.returncode == 0:
            done = run(r.choice([1, 2, 3]), tmp_path / str(folder), every=0.0)
            assert done.returncode == 0, done.stderr
            assert contents(tmp_path / str(folder)) == whole
            folder += 1
        if killed >= 20:
            return
    raise AssertionError(f"only {killed} were killed in time")


def test_ranks_that_disagree_on_the_rule_are_refused(whole: dict[str, str], tmp_path: Path) -> None:
    done = run(2, tmp_path / "f", other=1)
    assert done.returncode != 0
    assert "rule: expected one rule on all ranks" in done.stderr
    assert not list(tmp_path.glob("f/*.part"))
