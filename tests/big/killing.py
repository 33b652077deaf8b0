"""Builds that are killed at random moments, again and again, in every way to build.

    python -m tests.big.killing [TIMES]

Kills builds in partitions, by tiers and by indices equally often, TIMES (default 1000) in all.  A
build that was killed is called again in its folder, until it ends: its files must be those of an
undisturbed one, byte for byte, and nothing else may be left.  Prints a line for each builder.
"""

from __future__ import annotations

import os
import random
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import graphgame as gg
from graphgame.answers.manifest import Manifest, locked
from graphgame.big.indexed import indexed_game as indexed
from graphgame.big.indexed.indexed_game import IndexedGame
from graphgame.big.partitions.stored import explore_partitions
from graphgame.big.tiers import tier_files
from graphgame.big.tiers.explore_tiers import explore_tiers

START = 1500


def rule(n: int) -> list[int]:
    """Halve, divide by three, or change one of two bits: a shallow game with cycles."""
    return [n // 2, n // 3] + [n ^ bit for bit in (1, 2) if n >= 8] if n else []


def by_partitions(folder: Path) -> Any:
    """Build with a checkpoint at every moment."""
    return explore_partitions(rule, START, folder=folder, partitions=3, checkpoint=0).solve()


def by_tiers(folder: Path) -> Any:
    """Build twelve tiers, each of which is written down at once."""
    tier_files._EVERY, tier_files._SHARE = 0.0, 0
    return explore_tiers(rule, START, folder=folder, tier=int.bit_length).solve()


def by_indices(folder: Path) -> Any:
    """Build 31 parts; open a folder that was finished just before the kill."""
    indexed.PART = 50
    if Manifest.exists(folder) and Manifest.load(folder).is_complete:
        with locked(folder):  # empties the lock, too
            return gg.Database.open(folder, rule)
    return IndexedGame(START + 50, rule, start=START).solve(folder)


BUILDERS: tuple[Callable[[Path], Any], ...] = (by_partitions, by_tiers, by_indices)


def held(folder: Path) -> dict[str, bytes | None]:
    """Return what is in a folder, and in its folders, by name."""
    return {
        str(path.relative_to(folder)): path.read_bytes() if path.is_file() else None
        for path in folder.rglob("*")
    }


def killed(build: Callable[[Path], Any], folder: Path, after: float) -> bool:
    """Build in a process of its own, and kill it after so many seconds; return whether it was."""
    begun, begin = os.pipe()
    process = os.fork()
    if process == 0:
        status = 1
        try:
            os.write(begin, b"x")
            build(folder)
            status = 0
        finally:
            os._exit(status)
    os.close(begin)
    os.read(begun, 1)
    os.close(begun)
    time.sleep(after)
    os.kill(process, signal.SIGKILL)
    status = os.waitpid(process, 0)[1]
    assert os.WIFSIGNALED(status) or os.WEXITSTATUS(status) == 0, "a build has failed"
    return os.WIFSIGNALED(status)


def kill(build: Callable[[Path], Any], place: Path, times: int, seed: int = 1) -> tuple[int, int]:
    """Kill builds so often; return how many ended, and how many kills left something half-built."""
    rng = random.Random(seed)
    build(place / "warm")
    began = time.monotonic()
    build(place / "whole")
    took = time.monotonic() - began
    whole = held(place / "whole")
    done = half = kills = 0
    while kills < times:
        folder = place / str(done)
        while kills < times and killed(build, folder, rng.uniform(0, took)):
            kills += 1
            half += folder.exists() and not {*held(folder)} <= {"lock"}
        build(folder)
        assert held(folder) == whole, f"{build.__name__}: another folder than an undisturbed build"
        shutil.rmtree(folder)
        done += 1
    return done, half


def main(times: int) -> None:
    """Kill all builders in turn."""
    for number, build in enumerate(BUILDERS):
        share = times // len(BUILDERS) + (number < times % len(BUILDERS))
        with tempfile.TemporaryDirectory(prefix="graphgame-") as place:
            done, half = kill(build, Path(place), share)
        print(
            f"{build.__name__}: {share} kills, {half} of them with something half-built; {done} "
            "builds ended, all with the same files, and nothing left over",
            flush=True,
        )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
