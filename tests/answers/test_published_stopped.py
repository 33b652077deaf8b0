"""Calls that publish and are stopped, killed or in the way of others leave nothing wrong behind.

Pinned here: a call that is stopped at any step, or killed, is gone on with and leaves the same
files; what others have put there, or another call has left, is neither changed nor published; two
calls at once.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import numpy as np
import pytest

import graphgame as gg
from graphgame import Database
from graphgame.answers import published_storage, publishing
from tests.answers.folders import loopy, take, write
from tests.marked import large


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make blocks of 20 positions, and pages of 3 entries, so that there are many."""
    monkeypatch.setattr(publishing, "POSITIONS", 20)
    for module in (publishing, published_storage):
        monkeypatch.setattr(module, "PAGE", 3)


def files(place: Path) -> dict[str, bytes]:
    """Return what is published, by the names of its files."""
    if place.is_file():
        return {"": place.read_bytes()}
    return {path.name: path.read_bytes() for path in sorted(place.iterdir())}


class StopError(Exception):
    pass


@pytest.mark.parametrize("split", [False, True], ids=["file", "folder"])
@pytest.mark.usefixtures("small")
def test_a_call_that_is_stopped_at_any_step_is_gone_on_with(split: bool, tmp_path: Path) -> None:
    game = take(300)
    source = gg.build(game, start=300)
    source.publish(tmp_path / "whole", split=split)
    total = len(files(tmp_path / "whole")) if split else 16
    for last in range(1, 16):
        place = tmp_path / f"stopped {last}"
        seen: list[gg.Progress] = []

        def stop(step: gg.Progress, last: int = last, seen: list[gg.Progress] = seen) -> None:
            seen.append(step)
            if len(seen) == last:
                raise StopError

        with pytest.raises(StopError):
            source.publish(place, split=split, progress=stop)
        assert not place.exists()
        work = Path(f"{place}.unfinished")
        journal = work / "journal"
        if last % 3 == 0:  # the last line was cut
            journal.write_bytes(journal.read_bytes()[:-3])
        if last % 5 == 0:  # and what was written of a block
            path = max(work.glob("0-*")) if split else work / "blocks"
            path.write_bytes(path.read_bytes()[:-3])
        source.publish(place, split=split)
        assert files(place) == files(tmp_path / "whole")
        assert not work.exists()
    assert total > 2


@pytest.mark.usefixtures("small")
def test_nothing_of_others_is_written_over(tmp_path: Path) -> None:
    source = gg.build(take(300), start=300)
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "mine").write_text("mine")
    with pytest.raises(gg.GraphGameError, match="expected an empty folder"):
        source.publish(tmp_path / "folder", split=True)
    with pytest.raises(gg.GraphGameError, match="expected a file, got the folder"):
        source.publish(tmp_path / "folder")
    for work in ("a.unfinished", "b.unfinished"):
        (tmp_path / work).mkdir()
        (tmp_path / work / "mine").write_text("mine")
    (tmp_path / "link.unfinished").symlink_to(tmp_path / "folder")
    for name, split in (("a", False), ("b", True), ("link", False)):
        with pytest.raises(gg.GraphGameError, match="what an earlier call has left"):
            source.publish(tmp_path / name, split=split)
    assert (tmp_path / "folder" / "mine").read_text() == "mine"
    for content in ("scores", None):
        with pytest.raises(gg.GraphGameError, match="content: expected one of"):
            source.publish(tmp_path / "c", content)  # type: ignore[arg-type]
    listed = gg.build(lambda text: [text[1:]] if text else [], start="abc")
    with pytest.raises(gg.GraphGameError, match="integers of 64 bits, got such as 'abc'"):
        listed.publish(tmp_path / "c")
    assert not (tmp_path / "c").exists()
    (tmp_path / "empty").mkdir()
    source.publish(tmp_path / "empty", split=True)
    assert Database.open(tmp_path / "empty").verify(source)
    (tmp_path / "old").write_bytes(b"old")
    source.publish(tmp_path / "old")
    assert Database.open(tmp_path / "old").verify(source)


@pytest.mark.usefixtures("small")
def test_what_another_call_has_left_is_not_published(tmp_path: Path) -> None:
    source, other = gg.build(take(90), start=90), gg.build(take(300), start=300)

    def stop(step: gg.Progress) -> None:
        if step.done >= 260:
            raise StopError

    for split in (False, True):
        source.publish(tmp_path / f"whole {split}", split=split)
        with pytest.raises(StopError):
            other.publish(tmp_path / f"{split}", split=not split, progress=stop)
        with pytest.raises(StopError):
            other.publish(tmp_path / f"{split}", split=split, progress=stop)
        source.publish(tmp_path / f"{split}", split=split)
        assert files(tmp_path / f"{split}") == files(tmp_path / f"whole {split}")


@pytest.mark.usefixtures("small")
def test_another_source_does_not_go_on(tmp_path: Path) -> None:
    codes = np.arange(100, dtype=np.int64)
    labels = np.where(codes % 2, 1, 0).astype(np.uint8)
    source = Database._in_memory(labels, None, [99], codes=codes)
    turned = Database._in_memory(labels[::-1].copy(), None, [99], codes=codes)

    def stop(step: gg.Progress) -> None:
        if step.done >= 60:
            raise StopError

    with pytest.raises(StopError):
        source.publish(tmp_path / "one", progress=stop)
    with pytest.raises(gg.GraphGameError, match="that an earlier call began to publish"):
        turned.publish(tmp_path / "one")
    assert not (tmp_path / "one").exists()
    source.publish(tmp_path / "one")
    assert Database.open(tmp_path / "one").verify(source)


# Of so many positions it says that they are written, and then waits to be killed, or goes on.
KILLED = """
import sys, time
from graphgame import Database
from graphgame.answers import publishing
publishing.POSITIONS = 200
source, place, split, most, waits = sys.argv[1:]

def written(step):
    if step.done >= int(most):
        print("written", flush=True)
        if waits == "True":
            time.sleep(600)

Database.open(source).publish(place, split=split == "True", progress=written)
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no such signal here")
@pytest.mark.parametrize("split", [False, *large([True])], ids=["file", "folder"])
def test_a_process_that_is_killed_twenty_times_leaves_the_same_files(
    split: bool, tmp_path: Path
) -> None:
    """Half of the times between two steps, and half of them at any moment after a step."""
    folder = write(tmp_path / "source", loopy(9, 20_000, gap=10**6), "hashed")
    place, whole = tmp_path / "killed", tmp_path / "whole"
    command = [sys.executable, "-c", KILLED, str(folder)]
    never = str(10**9)
    subprocess.run([*command, str(whole), str(split), never, "False"], check=True, timeout=600)
    random = Random(split)
    most = kills = 0
    while kills < 20 and not place.exists():
        most += 200 * random.randrange(1, 9)
        waits = kills < 2 or random.random() < 0.5
        process = subprocess.Popen(
            [*command, str(place), str(split), str(most), str(waits)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        assert process.stdout is not None
        process.stdout.readline()
        time.sleep(random.random() / 500)
        process.send_signal(signal.SIGKILL)
        process.communicate(timeout=600)
        kills += 1
    assert kills > 1
    if not place.exists():
        subprocess.run([*command, str(place), str(split), never, "False"], check=True, timeout=600)
    assert files(place) == files(whole)
    left = Path(f"{place}.unfinished")
    if left.exists():  # killed after the file had come into its place
        shutil.rmtree(left)
    assert sorted(os.listdir(tmp_path)) == ["killed", "source", "whole"]


def test_two_calls_at_once(tmp_path: Path) -> None:
    source = gg.build(take(300), start=300)
    place = tmp_path / "one"

    def again(step: gg.Progress) -> None:
        del step
        source.publish(place)

    with pytest.raises(gg.GraphGameError, match="no other call that publishes"):
        source.publish(place, progress=again)
    assert json.loads((tmp_path / "one.unfinished" / "journal").read_text().split("\n")[0])
