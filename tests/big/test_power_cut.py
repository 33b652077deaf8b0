"""Power cuts: of each file only what was forced onto the disk is left, and the build goes on.

The worst that a file system may do: names change at once, data reaches the disk when it is forced.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from graphgame.archive import sync
from graphgame.big.partitions.stored import explore_partitions
from graphgame.big.tiers import tier_files
from graphgame.big.tiers.explore_tiers import explore_tiers
from tests.big.stored import Game, contents

pytestmark = pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="no names of files")


class PowerCut(BaseException):
    """There is no power any more."""


class Disk:
    """What a disk holds of the files below a folder; the power is cut at a moment.

    Parameters
    ----------
    folder : Path
    rng : random.Random
    """

    def __init__(self, folder: Path, rng: random.Random, patch: pytest.MonkeyPatch) -> None:
        self.folder, self.rng = folder, rng
        self.held: dict[str, bytes] = {}
        self.left: dict[str, bytes] | None = None
        self.calls, self.at = 0, -1
        fsync, replace = os.fsync, os.replace

        def forced(number: int) -> None:
            self.step()
            fsync(number)
            path = os.readlink(f"/proc/self/fd/{number}")
            if os.path.isfile(path):
                self.held[path] = Path(path).read_bytes()

        def replaced(old: Any, new: Any) -> None:
            self.step()
            replace(old, new)
            self.held[os.fspath(new)] = self.held.pop(os.fspath(old), b"")

        patch.setattr(os, "fsync", forced)
        patch.setattr(os, "replace", replaced)

    def step(self) -> None:
        """Cut the power, if this is the moment; then nothing reaches the disk any more."""
        self.calls += 1
        if self.at == self.calls and self.left is None:
            self.left = {
                os.fspath(path): self._left(path)
                for path in self.folder.rglob("*")
                if path.is_file() and path.name != "lock"
            }
        if self.left is not None:
            raise PowerCut

    def _left(self, path: Path) -> bytes:
        held, size = self.held.get(os.fspath(path), b""), path.stat().st_size
        return held if self.rng.random() < 0.5 else (held + bytes(max(0, size - len(held))))[:size]

    def run(self, work: Callable[[], Any], at: int) -> Any:
        """Do some work; return None if the power is cut at this step, with what is left."""
        self.calls, self.at, self.left = 0, at, None
        try:
            return work()
        except PowerCut:
            assert self.left is not None
        for path in self.folder.rglob("*"):
            if path.is_file():
                path.unlink()
        for name, data in self.left.items():
            Path(name).write_bytes(data)
        self.held, self.left = self.left, None
        return None


def partitions(seed: int, folder: Path, checkpoint: float = 0) -> Any:
    """Build a game in partitions; presets, draws, mail on disk, a checkpoint at every moment."""
    game = Game(seed)
    stored = explore_partitions(
        game.rule,
        game.start,
        presets=game.presets,
        folder=folder,
        memory="1MiB",
        partitions=3,
        checkpoint=checkpoint,
    )
    return stored.solve()


def stages(seed: int, folder: Path) -> Any:
    """Build the same with checkpoints between the stages alone."""
    return partitions(seed, folder, 60)


def tiers(seed: int, folder: Path) -> Any:
    """Build a game in tiers."""

    def options(n: int) -> list[int]:
        more = [n + 1] if n % 20 < 19 and n < 400 else []
        return [n - k for k in (1, 2, 5 + seed) if n >= k] + more

    game = explore_tiers(options, 400, folder=folder, tier=lambda n: n // 20)
    return game.solve()


@pytest.mark.parametrize("build", [partitions, stages, tiers])
@pytest.mark.parametrize("seed", range(4))
def test_the_power_is_cut_again_and_again(
    build: Callable[[int, Path], Any], seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tier_files, "_EVERY", 0.0)
    monkeypatch.setattr(tier_files, "_SHARE", 0)
    whole, cut = tmp_path / "whole", tmp_path / "cut"
    cut.mkdir()
    rng = random.Random(seed)
    disk = Disk(cut, rng, monkeypatch)
    disk.run(lambda: build(seed, whole), -1)
    steps, cuts = disk.calls, 0
    while disk.run(lambda: build(seed, cut), rng.randrange(2, steps // 3 + cuts)) is None:
        cuts += 1
    assert cuts > 1
    assert contents(cut) == contents(whole)


@pytest.mark.parametrize("room", [0, 1, 100])
def test_each_file_is_forced_once_by_as_many_threads_as_there_are(
    room: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    limit_threads: Callable[[int], None],
) -> None:
    forced: list[str] = []
    limit_threads(room)
    monkeypatch.setattr(os, "fsync", lambda n: forced.append(os.readlink(f"/proc/self/fd/{n}")))
    paths = [tmp_path / str(k) for k in range(20)]
    for path in paths:
        path.touch()
    sync(*paths)
    assert sorted(forced) == sorted(map(str, paths))
    forced.clear()
    sync(tmp_path)
    assert forced == [str(tmp_path)]


def test_partitions_that_are_empty_cost_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One position in 64 partitions: their parts are forced onto the disk, and little more."""
    forced: list[str] = []
    fsync = os.fsync

    def counted(number: int) -> None:
        forced.append(os.readlink(f"/proc/self/fd/{number}"))
        fsync(number)

    monkeypatch.setattr(os, "fsync", counted)
    explore_partitions(lambda _: [], 7, folder=tmp_path).solve()
    parts = [Path(path).name for path in forced if path.endswith(".part")]
    assert sorted(name for name in parts if name[0] == "0") == [f"{k:06}.part" for k in range(64)]
    assert len(forced) < 100
