"""Files that killed writers leave: the next writer of the same target removes them, and no others.

A writer has a temporary file beside its target.  One that is killed cannot remove it; one that
lives holds a lock on it, which is what tells them apart.
"""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import graphgame as gg
from graphgame import archive
from tests.house import test_faults_files as faults
from tests.house.test_faults_files import NEW, OLD, path_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

fcntl = pytest.importorskip("fcntl", reason="without locks, what is left stays")


def _publish(n: int, path: Path) -> None:
    gg.build(lambda k: [k - 1] if k else [], start=n - 1).publish(path)


def _positions(path: Path) -> int:
    with gg.Database.open(path) as database:
        return len(database)


def _prove(n: int, path: Path) -> None:
    gg.prove(lambda k: [k - 1] if k else [], n).save(path)


WRITERS: dict[str, tuple[Callable[[int, Path], object], Callable[[Path], object]]] = {
    **faults.WRITERS,
    "write_html": (
        lambda n, path: gg.solve(path_of(n)).write_html(path, title=f"{n} positions"),
        lambda path: int(path.read_text("utf-8").split("<title>")[1].split()[0]),
    ),
    "Database.publish": (_publish, _positions),
    "Proof.save": (_prove, lambda path: gg.Proof.load(path).start),
}
# Says when the file is written and has not its name yet, and waits.
CHILD = """
import os, sys
from pathlib import Path
from tests.house import test_left_files as t

path = Path(sys.argv[2])

def wait(number):
    if any(os.path.samestat(os.fstat(number), one.stat()) for one in path.parent.iterdir()):
        print("written", flush=True)
        sys.stdin.read()

os.fsync = wait
t.WRITERS[sys.argv[1]][0](t.NEW, path)
"""


@contextmanager
def _writing(name: str, path: Path) -> Iterator[Any]:
    """Write in another process, up to the moment at which the file would take its name."""
    command = [sys.executable, "-c", CHILD, name, str(path)]
    root = str(Path(__file__).parents[2])
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([root, *sys.path])}
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
    ) as process:
        try:
            assert process.stdout is not None
            assert any(line == "written\n" for line in process.stdout)
            yield process
        finally:
            process.kill()


def _left(folder: Path) -> list[str]:
    return sorted(name for name in os.listdir(folder) if name.endswith(".part"))


@pytest.mark.parametrize("name", WRITERS)
def test_the_next_writer_removes_what_a_killed_one_left(name: str, tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    path = folder / "file"
    write, size = WRITERS[name]
    write(OLD, path)
    for _ in range(2):  # the second one writes in the presence of what the first one left
        with _writing(name, path):
            pass
    assert len(_left(folder)) == 1
    assert size(path) == OLD
    write(NEW, path)
    assert os.listdir(folder) == ["file"]
    assert size(path) == NEW


@pytest.mark.parametrize("name", ["Solution.save", "write_graph", "write_html"])
def test_the_file_of_a_writer_that_lives_stays(name: str, tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    path = folder / "file"
    write, size = WRITERS[name]
    with _writing(name, path) as process:
        left = _left(folder)
        write(OLD, path)
        assert size(path) == OLD
        assert _left(folder) == left
        assert len(left) == 1
        process.stdin.close()  # it goes on
        assert process.wait(60) == 0
    assert os.listdir(folder) == ["file"]
    assert size(path) == NEW


def test_numbers_of_processes_decide_nothing(tmp_path: Path) -> None:
    # In a container, every process that is killed and started again has the same number.
    path = tmp_path / "file"
    for number in (os.getpid(), 1, 2**22 + 1):
        (tmp_path / f"file.{number}-0.part").write_bytes(b"left")
    gg.solve(path_of(OLD)).save(path)
    assert os.listdir(tmp_path) == ["file"]


def test_what_only_looks_alike_stays(tmp_path: Path) -> None:
    path = tmp_path / "file"
    names = ["file.part", "file.1.part", "file.1-x.part", "xfile.1-1.part", "file.1-1.part.gz"]
    names += ["FILE.1-1.part", "file..1-1.part"]
    for name in names:
        (tmp_path / name).write_bytes(b"another one")
    (tmp_path / "file.1-1.part").mkdir()
    (tmp_path / "file.1-2.part").symlink_to("file.part")
    os.mkfifo(tmp_path / "file.1-3.part")
    before = sorted(os.listdir(tmp_path))
    gg.solve(path_of(OLD)).save(path)
    assert sorted(os.listdir(tmp_path)) == sorted([*before, "file"])
    assert (tmp_path / "file.part").read_bytes() == b"another one"


def test_a_link_is_followed_to_what_was_left(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "there" / "file")
    (tmp_path / "there" / "file.77-0.part").write_bytes(b"left")
    gg.solve(path_of(OLD)).save(tmp_path / "link")
    assert os.listdir(tmp_path / "there") == ["file"]


def test_nothing_is_removed_where_there_are_no_locks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(file: object, how: int) -> None:
        raise OSError(37, "No locks available")

    monkeypatch.setattr(fcntl, "flock", refuse)
    (tmp_path / "file.77-0.part").write_bytes(b"perhaps of another machine")
    gg.solve(path_of(OLD)).save(tmp_path / "file")
    assert sorted(os.listdir(tmp_path)) == ["file", "file.77-0.part"]
    assert gg.Solution.load(tmp_path / "file").game.n == OLD


def test_a_new_file_that_was_taken_for_a_left_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process looks between the moment at which a file is made and that of its lock."""
    path, hold, stolen = tmp_path / "file", archive._hold, []

    def late(file: Any, name: str, **options: bool) -> bool:
        if len(stolen) < 3:
            stolen.append(name)
            os.unlink(name)
            if len(stolen) == 2:  # whose name is another file now
                Path(name).write_bytes(b"of another process")
        return hold(file, name, **options)

    monkeypatch.setattr(archive, "_hold", late)
    gg.solve(path_of(OLD)).save(path)
    assert len({*stolen}) == 3
    assert gg.Solution.load(path).game.n == OLD
    assert _left(tmp_path) == [Path(stolen[1]).name]


def test_many_writers_of_one_target(tmp_path: Path) -> None:
    path, solution = tmp_path / "file", gg.solve(path_of(OLD))

    def work() -> None:
        for _ in range(40):
            solution.save(path)

    with ThreadPoolExecutor(4) as pool:
        for done in [pool.submit(work) for _ in range(4)]:
            done.result()
    assert os.listdir(tmp_path) == ["file"]
    assert gg.Solution.load(path).game.n == OLD


def test_numbers_that_others_have_are_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archive, "_numbers", count())
    held = [open(tmp_path / f"file.{os.getpid()}-{k}.part", "x+b") for k in (0, 1)]  # noqa: SIM115
    for file in held:
        assert archive.take_lock(file)
    gg.solve(path_of(OLD)).save(tmp_path / "file")
    assert len(_left(tmp_path)) == 2
    for file in held:
        file.close()
    gg.solve(path_of(NEW)).save(tmp_path / "file")
    assert os.listdir(tmp_path) == ["file"]
