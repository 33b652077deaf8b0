"""Folders that are not ours: every builder refuses them with one error, and changes nothing.

Beside them what is ours: what a killed build left is removed at the next call by all builders, and
a full disk is one error, after which the same call goes on.
"""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import graphgame as gg
from graphgame import cli
from graphgame.answers.manifest import Manifest
from graphgame.big.indexed.indexed_game import IndexedGame
from graphgame.big.partitions.stored import explore_partitions
from graphgame.big.tiers.explore_tiers import explore_tiers
from graphgame.errors import FullDiskError, GraphGameError
from tests.big.stored import contents

pipes = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes")
SIZE = 60


def rule(n: int) -> list[int]:
    return [n - k for k in (1, 2, 3) if n >= k]


def partitions(folder: Path, size: int = SIZE) -> Any:
    return explore_partitions(rule, size, folder=folder, partitions=3, checkpoint=0).solve()


def tiers(folder: Path, size: int = SIZE) -> Any:
    return explore_tiers(rule, size, folder=folder, tier=lambda n: n // 10).solve()


def indexed(folder: Path, size: int = SIZE) -> Any:
    return IndexedGame(size + 1, rule, start=size).solve(folder)


def command(folder: Path) -> Any:
    """Build by the command, in this process; its one line becomes an error again."""
    module = "tests.big.test_foreign_folders:GAME"
    if cli.main(["build", module, "--folder", os.fspath(folder)]) == 2:
        raise GraphGameError
    return gg.Database.open(folder)


class GAME:
    """What the command builds."""

    start = SIZE
    options = staticmethod(rule)


BUILDERS = {x.__name__: x for x in (partitions, tiers, indexed, command)}
STORED = {x.__name__: x for x in (partitions, tiers)}


def tree(place: Path) -> dict[str, Any]:
    """Return what stands below a place: kinds, modes and times, and what files and links hold."""
    found: dict[str, Any] = {}
    for path in sorted(place.rglob("*")):
        status = path.lstat()
        held: Any = None
        if path.is_symlink():
            held = os.readlink(path)
        elif path.is_file():
            held = path.read_bytes()
        found[str(path.relative_to(place))] = status.st_mode, status.st_mtime_ns, held
    return found


# -- folders of others ----------------------------------------------------------------------------

# Each puts something into a folder; `other` holds a file and a folder of somebody.
Puts = Callable[[Path, Path], object]


def write(name: str, text: str) -> Puts:
    def put(folder: Path, _other: Path) -> None:
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text)

    return put


def link(name: str, target: str) -> Puts:
    def put(folder: Path, other: Path) -> None:
        path = folder / name
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        path.unlink(missing_ok=True)
        path.parent.mkdir(exist_ok=True)
        path.symlink_to(other / target if target[0] != "/" else target)

    return put


def make(name: str) -> Puts:
    return lambda folder, _: (folder / name).mkdir()


def pipe(name: str) -> Puts:
    def put(folder: Path, _other: Path) -> None:
        (folder / name).unlink(missing_ok=True)
        os.mkfifo(folder / name)

    return put


def later(folder: Path, _other: Path) -> None:
    Manifest(folder, {"version": 9, "state": "complete"}).save()


def another_format(folder: Path, _other: Path) -> None:
    Manifest(folder, {"format": "another", "state": "complete"}).save()


def half(folder: Path, _other: Path) -> None:
    Manifest(folder, {"state": "exploring"}).save()
    text = (folder / "manifest.json").read_text()
    (folder / "manifest.json").write_text(text[: len(text) // 2])


def sparse(folder: Path, _other: Path) -> None:
    with open(folder / "manifest.json", "wb") as file:
        file.truncate(1 << 40)


# Without a manifest of ours.
FOREIGN: dict[str, Puts] = {
    "notes": write("notes.txt", "mine"),
    "a hidden file": write(".keep", ""),
    "work of the user": write("work/thesis.tex", "mine"),
    "work with a name of ours": write("work/tiers.log", "mine"),
    "work that is empty": make("work"),
    "work that is a file": write("work", "mine"),
    "work that is a link": link("work", "precious"),
    "a text as a part": write("000000.part", "mine"),
    "a text as an unfinished part": write("000000.part.7-0.part", "mine"),
    "a text as an unfinished manifest": write("manifest.json.7-0.part", "mine"),
    "a part that is a link": link("000000.part", "precious.txt"),
    "a part that is a folder": make("000000.part"),
    "a text as the lock": write("lock", "mine"),
    "a lock that is a link": link("lock", "precious.txt"),
    "a lock that is a link to nothing": link("lock", "nothing"),
    "a lock that is a link to an empty file": link("lock", "empty"),
    "a lock that is a folder": make("lock"),
    "a manifest of another tool": write("manifest.json", '{"name": "an app"}'),
    "a manifest that is a text": write("manifest.json", "mine"),
    "a manifest that is empty": write("manifest.json", ""),
    "a manifest that is a folder": make("manifest.json"),
    "a manifest of another format": another_format,
    "a manifest of a later version": later,
    "half a manifest": half,
}
PIPES: dict[str, Puts] = {
    "a manifest that is a pipe": pipe("manifest.json"),
    "a manifest without an end": link("manifest.json", "/dev/zero"),
    "a manifest of a terabyte": sparse,
    "a part that is a pipe": pipe("000000.part"),
    "a lock that is a pipe": pipe("lock"),
    "a lock that is a device": link("lock", "/dev/null"),
}
# In a folder of ours in which a build was stopped, or that is complete.
BEGUN: dict[str, Puts] = {
    "notes in work": write("work/notes.txt", "mine"),
    "a folder in work": lambda folder, _: (folder / "work" / "000077.log").mkdir(parents=True),
    "a link in work": link("work/state.json", "precious.txt"),
    "work that is a link": link("work", "precious"),
    "a text as a part": write("000000.part", "mine"),
    "a part that is a link": link("000000.part", "precious.txt"),
    "a text as the lock": write("lock", "mine"),
    "a lock that is a link": link("lock", "precious.txt"),
    "a manifest that is a link": link("manifest.json", "precious.txt"),
}


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A folder with a file and a folder of somebody, and room for folders to build in."""
    other = tmp_path / "other"
    (other / "precious").mkdir(parents=True)
    (other / "precious.txt").write_text("precious\n")
    (other / "empty").write_text("")
    (other / "precious" / "000000.log").write_text("precious\n")
    return tmp_path


def require_refused(build: Callable[[Path], Any], folder: Path, place: Path) -> str:
    """Require one error, in one line, and the same tree; return the message."""
    before = tree(place)
    with pytest.raises(GraphGameError) as caught:
        build(folder)
    assert tree(place) == before
    assert "\n" not in str(caught.value)
    return str(caught.value)


@pytest.mark.parametrize("name", FOREIGN)
@pytest.mark.parametrize("builder", BUILDERS)
def test_a_folder_of_somebody_else_is_left_alone(builder: str, name: str, place: Path) -> None:
    folder = place / "d"
    folder.mkdir()
    FOREIGN[name](folder, place / "other")
    require_refused(BUILDERS[builder], folder, place)


@pipes
@pytest.mark.parametrize("name", PIPES)
@pytest.mark.parametrize("builder", BUILDERS)
def test_what_is_no_regular_file_is_not_waited_for(builder: str, name: str, place: Path) -> None:
    folder = place / "d"
    folder.mkdir()
    PIPES[name](folder, place / "other")
    before = {path: mode for path, (mode, _, _) in tree(place / "other").items()}
    with pytest.raises(GraphGameError):
        BUILDERS[builder](folder)
    assert {path: mode for path, (mode, _, _) in tree(place / "other").items()} == before
    assert len(os.listdir(folder)) == 1


@pytest.mark.parametrize("name", BEGUN)
@pytest.mark.parametrize("builder", BUILDERS)
@pytest.mark.parametrize("state", ["begun", "complete"])
def test_what_came_into_a_folder_of_ours(state: str, builder: str, name: str, place: Path) -> None:
    folder = place / "d"
    {"begun": begin, "complete": BUILDERS[builder]}[state](folder)
    BEGUN[name](folder, place / "other")
    require_refused(BUILDERS[builder], folder, place)


def begin(folder: Path) -> None:
    """Explore a game, and no more."""
    explore_partitions(rule, SIZE, folder=folder, partitions=3)


@pytest.mark.parametrize("builder", BUILDERS)
def test_what_is_no_folder(builder: str, place: Path) -> None:
    (place / "file").write_text("mine")
    (place / "to a file").symlink_to(place / "file")
    (place / "to nothing").symlink_to(place / "nothing")
    for name in ("file", "to a file", "to nothing", "file/below"):
        require_refused(BUILDERS[builder], place / name, place)


@pytest.mark.parametrize("builder", BUILDERS)
def test_a_link_to_a_folder_is_the_folder(builder: str, place: Path) -> None:
    """Who builds has named it."""
    (place / "real").mkdir()
    (place / "d").symlink_to(place / "real")
    assert len(BUILDERS[builder](place / "d")) == SIZE + 1
    assert (place / "d").is_symlink()
    assert (place / "real" / "manifest.json").is_file()


@pytest.mark.parametrize("builder", STORED)
def test_what_is_in_nobodys_way_stays(builder: str, place: Path) -> None:
    folder = place / "d"
    first = STORED[builder](folder)
    for name in ("notes.txt", "README", "000000.part.txt", "0.part"):
        (folder / name).write_text("mine")
    before = tree(folder)
    assert len(STORED[builder](folder)) == len(first)
    assert {name: tree(folder)[name][2] for name in before} == {
        name: held for name, (_, _, held) in before.items()
    }


NOBODY = """
import os, sys
from pathlib import Path
from tests.big.test_foreign_folders import BUILDERS
build, folder = BUILDERS[sys.argv[1]], Path(sys.argv[2])
build(folder.with_name("by root"))  # so that all is imported
os.setgid(65534)
os.setuid(65534)
try:
    build(folder)
except ValueError as error:
    print(type(error).__name__, error)
"""


@pytest.mark.skipif(not hasattr(os, "setuid") or os.getuid() != 0, reason="needs to be root")
@pytest.mark.parametrize("builder", ["partitions", "tiers", "indexed"])
@pytest.mark.parametrize("name", ["d", "d/below"])
def test_a_folder_that_cannot_be_written(builder: str, name: str, place: Path) -> None:
    for path in (place, *place.parents):
        if path.stat().st_uid == 0 and not path.stat().st_mode & stat.S_IXOTH and path != Path("/"):
            path.chmod(path.stat().st_mode | stat.S_IXOTH)
    folder = place / name
    (place / "d").mkdir(0o555)
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    run = subprocess.run(
        [sys.executable, "-c", NOBODY, builder, str(folder)],
        capture_output=True, text=True, check=False, env=environment,
    )  # fmt: skip
    assert run.stdout.startswith(f"GraphGameError folder {folder}: expected one that can be made")
    assert "Permission denied" in run.stdout
    assert not [path for path in (place / "d").iterdir() if path.name != "by root"]


# -- what is left of builds -----------------------------------------------------------------------


def left_behind(folder: Path, work: str) -> None:
    """Put into a complete folder what a process leaves that is killed at its end."""
    (folder / "work").mkdir()
    (folder / "work" / work).write_bytes(b"left")
    (folder / "manifest.json.123-4.part").write_text('{"counts"')
    (folder / "000001.part.123-5.part").write_bytes(bytes(64))
    (folder / "lock").write_text("123\n")


@pytest.mark.parametrize("builder", STORED)
def test_what_a_killed_build_left_is_removed(builder: str, place: Path) -> None:
    folder = place / "d"
    STORED[builder](folder)
    before = contents(folder)
    for work in ("tiers.log", "000002.codes", "-3.labels.new", "000001.mail.7", "state.new"):
        left_behind(folder, work)
        STORED[builder](folder)
        assert contents(folder) == before
        assert (folder / "lock").read_bytes() == b""


@pytest.mark.parametrize("builder", BUILDERS)
def test_what_is_left_of_the_first_moment(builder: str, place: Path) -> None:
    BUILDERS[builder](place / "whole")
    folder = place / "d"
    folder.mkdir()
    (folder / "lock").write_text("123\n")
    (folder / "manifest.json.123-0.part").write_text('{"crc32":1')
    BUILDERS[builder](folder)
    assert contents(folder) == contents(place / "whole")


def test_indices_are_written_anew(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stopped between parts, also those of a larger game: nothing of it is left."""
    from graphgame.big.indexed import indexed_game as module

    monkeypatch.setattr(module, "PART", 7)
    indexed(place / "whole", 40)
    written = module.write_indexed

    class Stopped(BaseException):
        pass

    def stop(folder: Any, number: int, *rest: Any) -> Any:
        if number == 8:
            raise Stopped
        return written(folder, number, *rest)

    folder = place / "d"
    monkeypatch.setattr(module, "write_indexed", stop)
    for _ in range(2):
        with pytest.raises(Stopped):
            indexed(folder, 80)
        assert len(list(folder.glob("*.part"))) == 8
    for build in (partitions, tiers):
        with pytest.raises(GraphGameError):
            build(folder)
    with pytest.raises(GraphGameError, match="still writing"):
        gg.Database.open(folder)
    monkeypatch.setattr(module, "write_indexed", written)
    indexed(folder, 40)
    assert contents(folder) == contents(place / "whole")


# -- full disks -----------------------------------------------------------------------------------


def fill_the_disk(builder: str, folder: Path) -> int:
    """Build with room for files of 0 bytes, of more, …, until it suffices; count the failures."""
    import resource

    build = BUILDERS[builder]
    build(folder / "whole")
    most = resource.RLIM_INFINITY
    for times in range(1000):
        resource.setrlimit(resource.RLIMIT_FSIZE, (23 * times, most))
        said = ""
        try:
            build(folder / "d")
        except FullDiskError as error:
            said = str(error)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
        if not said:
            break
        assert said.startswith(f"{folder / 'd'}: expected room for more, got a full disk (")
        assert said.endswith("make room, and call again to go on")
    assert contents(folder / "d") == contents(folder / "whole")
    return times


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs Linux")
@pytest.mark.parametrize("builder", ["partitions", "tiers", "indexed"])
def test_a_full_disk_is_one_error(builder: str, tmp_path: Path) -> None:
    script = (
        "import pathlib, tests.big.test_foreign_folders as t;"
        f"print(t.fill_the_disk({builder!r}, pathlib.Path({str(tmp_path)!r})))"
    )
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    run = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False, env=environment
    )
    assert run.returncode == 0, run.stderr
    assert int(run.stdout) > 10
