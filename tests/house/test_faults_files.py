"""Faults of files: full disks, killed processes, files that change, slow pipes.

Pinned here: a writer leaves the old file complete until the new one is complete, however it ends; a
reader of a file that is truncated, changes or arrives slowly returns the answer or raises an error,
and never crashes.  For commands see tests/cli/test_signals.py.
"""

from __future__ import annotations

import io
import os
import subprocess
import sys
import threading
import time
from contextlib import ExitStack
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import graphgame as gg
from graphgame import archive, cli

if TYPE_CHECKING:
    from collections.abc import Callable

linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs Linux")


def path_of(n: int) -> Any:
    return np.stack([np.arange(1, n), np.arange(n - 1)], axis=1).astype(np.int32)


def heap_game(n: int) -> gg.HeapGame:
    game = gg.octal("0.07")
    game.values(n)
    return game


def _command(*words: Any) -> None:
    assert cli.main([*map(str, words)]) == 0


def save_by_command(n: int, path: Path) -> None:
    text = path.parent.parent / "graph"
    gg.write_graph(gg.GameGraph.from_edges(path_of(n)), text)
    _command("solve", text, "--summary", "--save", path)


# Functions that write a file of size n, and functions that read the size from it.
WRITERS: dict[str, tuple[Callable[[int, Path], object], Callable[[Path], int]]] = {
    "Solution.save": (
        lambda n, path: gg.solve(path_of(n)).save(path),
        lambda path: gg.Solution.load(path).verify() and gg.Solution.load(path).game.n,
    ),
    "HeapGame.save": (
        lambda n, path: heap_game(n - 1).save(path),
        lambda path: gg.HeapGame.load(path)._known.table.count,
    ),
    "write_graph": (
        lambda n, path: gg.write_graph(gg.GameGraph.from_edges(path_of(n)), path),
        lambda path: gg.read_graph(path).n,
    ),
    "the command solve --save": (save_by_command, lambda path: gg.Solution.load(path).game.n),
    "the command heap --table": (
        lambda n, path: _command("heap", "octal", "0.07", "-n", n - 1, "--table", path),
        lambda path: gg.HeapGame.load(path)._known.table.count,
    ),
}

# -- what happens in a child ----------------------------------------------------------------------

OLD, NEW = 40, 60
ENOUGH = 3  # processes that were killed while they wrote


def fill_the_disk(name: str, folder: Path) -> int:
    """Write with room for 0 bytes, for more, …, until it suffices; count the failures."""
    import resource

    write, size = WRITERS[name]
    path = folder / "file"
    write(OLD, path)
    for times in count():
        resource.setrlimit(resource.RLIMIT_FSIZE, (61 * times, resource.RLIM_INFINITY))
        try:
            write(NEW, path)
        except (OSError, AssertionError):
            pass
        else:
            assert size(path) == NEW
            return times
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY,) * 2)
        assert os.listdir(folder) == ["file"]
        assert size(path) == OLD
    raise AssertionError


def kill_at_random(name: str, folder: Path, times: int) -> int:
    """Kill writing processes, again and again; return how many were killed while writing.

    On a busy machine more processes are needed to hit the time of writing.
    """
    write, size = WRITERS[name]
    path = folder / "file"
    write(OLD, path)
    before = time.perf_counter()
    write(NEW, path)
    whole = time.perf_counter() - before
    random = np.random.default_rng(8)
    in_the_middle = 0
    for tried in range(20 * times):
        if tried >= times and in_the_middle > ENOUGH:
            break
        begun, begin = os.pipe()
        process = os.fork()
        if process == 0:
            os.write(begin, b"x")
            for n in count():
                write(OLD if n % 2 else NEW, path)
        os.read(begun, 1)
        os.close(begun)
        os.close(begin)
        time.sleep(random.uniform(0, 3 * whole))
        os.kill(process, 9)
        os.waitpid(process, 0)
        assert size(path) in (OLD, NEW)
        parts = [part for part in os.listdir(folder) if part != "file"]
        assert all(part == f"file.{process}-{part[5:-5].split('-')[1]}.part" for part in parts)
        in_the_middle += len(parts)
        for part in parts:
            os.unlink(folder / part)
    return in_the_middle


def in_a_child(tmp_path: Path, call: str) -> int:
    """Call a function of this file in a new process, in a new folder."""
    folder = tmp_path / "folder"
    folder.mkdir()
    script = (
        "import pathlib, tests.house.test_faults_files as t;"
        f"folder = pathlib.Path({str(folder)!r});"
        f"print(); print(t.{call})"
    )
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(Path(__file__).parents[2]), *sys.path]),
    }
    done = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True, text=True, check=False, timeout=300, env=environment,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return int(done.stdout.split()[-1])


# -- writing --------------------------------------------------------------------------------------


@linux
@pytest.mark.parametrize("name", WRITERS)
def test_a_disk_that_is_full_leaves_the_old_file_whole(name: str, tmp_path: Path) -> None:
    assert in_a_child(tmp_path, f"fill_the_disk({name!r}, folder)") > 3


@linux
@pytest.mark.large
@pytest.mark.parametrize("name", WRITERS)
def test_a_killed_process_leaves_the_old_file_or_the_new_one(name: str, tmp_path: Path) -> None:
    assert in_a_child(tmp_path, f"kill_at_random({name!r}, folder, 60)") > ENOUGH


STREAMS: dict[str, Callable[[Any], object]] = {
    "Solution.save": lambda file: gg.solve(path_of(40_000)).save(file),
    "HeapGame.save": lambda file: heap_game(40_000).save(file),
    "write_graph": lambda file: gg.write_graph(gg.GameGraph.from_edges(path_of(40_000)), file),
}


@linux
@pytest.mark.parametrize("name", STREAMS)
def test_a_stream_that_takes_nothing(name: str) -> None:
    with (
        open("/dev/full", "wb", buffering=0) as full,
        pytest.raises(OSError, match="No space left") as caught,
    ):
        STREAMS[name](full)
    assert isinstance(caught.value, gg.FullDiskError)
    assert isinstance(caught.value, gg.GraphGameError)
    reads, writes = os.pipe()
    os.close(reads)
    with open(writes, "wb", buffering=0) as pipe, pytest.raises(BrokenPipeError):
        STREAMS[name](pipe)


@pytest.mark.parametrize("name", list(WRITERS)[:3])
def test_files_that_others_write_are_no_obstacle_and_stay(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What nobody writes any more goes: tests/house/test_left_files.py."""
    write, size = WRITERS[name]
    monkeypatch.setattr(archive, "_numbers", count())
    left = [tmp_path / f"file.{os.getpid()}-{k}.part" for k in (0, 1, 2)]
    with ExitStack() as stack:
        for part in left:
            part.write_bytes(b"of a process with the same number")
            assert archive.take_lock(stack.enter_context(part.open("rb")))
        write(OLD, tmp_path / "file")
        assert size(tmp_path / "file") == OLD
        assert {part.read_bytes() for part in left} == {b"of a process with the same number"}
        assert len(os.listdir(tmp_path)) == 4


# -- reading --------------------------------------------------------------------------------------


class Changing(io.FileIO):
    """A file that is changed before its k-th read."""

    def __init__(self, path: Path, k: int, change: Callable[[Path], object]) -> None:
        super().__init__(path)
        self.left, self.change, self.path = k, change, path

    def _count(self) -> None:
        self.left -= 1
        if self.left == 0:
            self.change(self.path)

    def read(self, size: int | None = -1, /) -> Any:
        self._count()
        return super().read(-1 if size is None else size)

    def readinto(self, buffer: Any, /) -> Any:
        self._count()
        return super().readinto(buffer)


def _cut(path: Path) -> None:
    os.truncate(path, path.stat().st_size * 2 // 3)


def _overwrite(path: Path) -> None:
    with open(path, "r+b") as file:
        file.write(b"\x00" * path.stat().st_size)


def _empty(path: Path) -> None:
    os.truncate(path, 0)


READERS: dict[str, tuple[Callable[[Path], object], Callable[[Any], Any], Any]] = {
    "Solution.load": (
        lambda path: gg.solve(path_of(5000)).save(path),
        lambda file: gg.Solution.load(file).outcomes.tolist(),
        gg.SolutionFileError,
    ),
    "HeapGame.load": (
        lambda path: heap_game(5000).save(path),
        lambda file: gg.HeapGame.load(file)._known.table.count,
        gg.SolutionFileError,
    ),
    "read_graph": (
        lambda path: gg.write_graph(gg.GameGraph.from_edges(path_of(90_000)), path),
        lambda file: gg.read_graph(file).m,
        gg.ParseError,
    ),
    "PoliceAndThief": (
        lambda path: path.write_bytes(b"2 3\nP.E\n..T\n"),
        lambda file: repr(gg.PoliceAndThief(file)),
        gg.ParseError,
    ),
}


@pytest.mark.parametrize("change", [_cut, _empty, _overwrite])
@pytest.mark.parametrize("name", READERS)
def test_a_file_that_changes_while_it_is_read(
    name: str, change: Callable[[Path], object], tmp_path: Path
) -> None:
    write, read, error = READERS[name]
    path = tmp_path / "file"
    write(path)
    with open(path, "rb") as file:
        expected = read(file)
    refused = 0
    for k in count(1):
        write(path)
        with Changing(path, k, change) as file:
            try:
                assert read(file) == expected
            except error:
                refused += 1
            if file.left > 0:
                break
    assert refused > 0


@linux
@pytest.mark.parametrize("name", ["read_graph", "PoliceAndThief"])
def test_a_pipe_that_is_filled_slowly(name: str, tmp_path: Path) -> None:
    write, read, _ = READERS[name]
    path, pipe = tmp_path / "file", tmp_path / "pipe"
    write(path)
    text = path.read_bytes()
    os.mkfifo(pipe)

    def fill() -> None:
        with open(pipe, "wb", buffering=0) as file:
            for k in range(40):
                file.write(text[len(text) * k // 40 : len(text) * (k + 1) // 40])
                time.sleep(0.001)

    writer = threading.Thread(target=fill)
    writer.start()
    assert read(pipe) == read(path)
    writer.join()


@linux
@pytest.mark.parametrize("name", ["Solution.load", "HeapGame.load"])
def test_a_pipe_is_no_archive(name: str, tmp_path: Path) -> None:
    write, read, error = READERS[name]
    path, pipe = tmp_path / "file", tmp_path / "pipe"
    write(path)
    os.mkfifo(pipe)
    with pytest.raises(error, match="pipe: expected a regular file, got a pipe"):
        read(pipe)  # nobody writes to it
    # Each reader has a pipe of its own: who is refused may take from a writer what it has written.
    other = tmp_path / "other"
    os.mkfifo(other)
    command = ["sh", "-c", 'cat "$0" > "$1"', path]
    writers = [subprocess.Popen([*command, x], stderr=subprocess.DEVNULL) for x in (pipe, other)]
    try:
        with pytest.raises(error, match="pipe: expected a regular file, got a pipe"):
            read(pipe)
        with open(other, "rb") as opened, pytest.raises((error, OSError), match="seek"):
            read(opened)
    finally:
        for writer in writers:
            writer.kill()
            writer.wait()
