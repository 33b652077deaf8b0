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
from typing import Any

import pytest

import graphgame as gg
from tests.big import doors
from tests.big.loopy import library
from tests.big.stored import contents
from tests.marked import large

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
    return _run(ranks, [folder, SIZE, every, dying, after, other])


def layers(
    ranks: int, folder: Path, fault: str = "", stop: str = ""
) -> subprocess.CompletedProcess[str]:
    """Build the game of `doors` with so many ranks, with a fault in the rule, or to a layer."""
    Path(f"{folder}.said").unlink(missing_ok=True)
    return _run(ranks, [folder, "layers", fault, stop])


def _run(ranks: int, given: list[Any]) -> subprocess.CompletedProcess[str]:
    job = [sys.executable, JOB, *given]
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


@pytest.mark.parametrize("ranks", [2, *large([3])])
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
    assert "rule: expected one rule on all ranks" in (tmp_path / "f.said").read_text()
    assert not list(tmp_path.glob("f/*.part"))


def test_ranks_do_not_go_on_with_another_rule(tmp_path: Path) -> None:
    """Each rank compares what it kept; what was expanded since is compared at the end."""
    launcher()
    folder = tmp_path / "f"
    assert layers(2, folder, stop=str(doors.STOPPED_AT)).returncode != 0
    state = (folder / "work" / "state.json").read_bytes()
    for ranks, fault in (
        (2, "presets shifted by one"),
        (3, "moves: beside, at 1 position of 20"),
        (1, "presets: WIN at 1 position of 100"),
    ):
        done = layers(ranks, folder, fault)
        assert done.returncode != 0
        said = done.stderr if ranks == 1 else Path(f"{folder}.said").read_text()
        assert "as when the build in" in said
        assert (folder / "work" / "state.json").read_bytes() == state
    done = layers(2, folder)
    assert done.returncode == 0, done.stderr
    database = gg.Database.open(folder, doors.Layers())
    assert database.verify()
    doors.require_true("partitions", database, doors.Layers())


def test_ranks_do_not_take_a_finished_folder_for_another_game(tmp_path: Path) -> None:
    launcher()
    folder = tmp_path / "f"
    doors.build("partitions", folder, doors.Layers())
    before = contents(folder)
    for fault in ("presets: LOSE at 1 position of 20", "moves: none, at 1 position of 20"):
        assert layers(2, folder, fault).returncode != 0
        assert "from the rule" in Path(f"{folder}.said").read_text()
        assert contents(folder) == before
    done = layers(2, folder)
    assert done.returncode == 0, done.stderr
    assert contents(folder) == before
