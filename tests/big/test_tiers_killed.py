"""Builds of games with tiers that end at any moment, and go on; damaged files of theirs."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import graphgame as gg
from graphgame.answers.database import Database
from graphgame.big.tiers.explore_tiers import explore_tiers
from graphgame.big.tiers.tier_files import Journal, TierFiles
from graphgame.errors import SolutionFileError
from tests.big.tiered import Tiered, assert_same, random_game


class Stopped(BaseException):
    """Ends a build where it is."""


class Stopping:
    """A rule that stops after some questions."""

    def __init__(self, game: Any, left: int) -> None:
        self.game, self.left = game, left
        self.preset = game.preset

    def options(self, code: int) -> list[int]:
        self.left -= 1
        if self.left < 0:
            raise Stopped
        found: list[int] = self.game.options(code)
        return found


def answers(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.glob("*.part")}


def build(rule: Any, game: Any, folder: Path) -> Any:
    return explore_tiers(rule, game.starts, folder=folder, tier=game.tier).solve()


@pytest.mark.parametrize("seed", range(25))
def test_a_build_goes_on_after_the_last_tier(tmp_path: Path, seed: int) -> None:
    """Stopped again and again, with bytes left behind as a process leaves them that is killed."""
    game = random_game(seed)
    rng = random.Random(seed)
    known = game.solved("normal")
    build(game, game, tmp_path / "whole")
    stops = 0
    while True:
        # The digest, and the comparison with what was recorded, ask about all positions again.
        rule = Stopping(game, 2 * known.game.n + 3 + rng.randrange(2 * known.game.n))
        try:
            database = build(rule, game, tmp_path / "parts")
            break
        except Stopped:
            stops += 1
        litter(tmp_path / "parts" / "work", rng)
        assert stops < 1000
    assert_same(database, known)
    assert answers(tmp_path / "parts") == answers(tmp_path / "whole")
    assert not (tmp_path / "parts" / "work").exists()


def litter(work: Path, rng: random.Random) -> None:
    """Leave half a line in the journal, codes that no line speaks of, and half-written files."""
    if not work.exists():
        return
    with open(work / "tiers.log", "ab") as file:
        file.write(rng.choice([b"", b"0", b"0000000 {}\n", b'12345678 {"explored":1']))
    for path in list(work.glob("*.in")):
        with open(path, "ab") as file:
            file.write(rng.randbytes(8 * rng.randrange(3)))
    (work / "5.codes.new").write_bytes(b"half")


SCRIPT = """
import os, signal, sys
from graphgame.big.tiers.tier_files import Journal, TierFiles
from graphgame.big.tiers.explore_tiers import explore_tiers

left = int(sys.argv[2])

def options(n):
    global left
    left -= 1
    if left == 0:
        os.kill(os.getpid(), signal.SIGKILL)
    return [n - k for k in (1, 2, 3) if n >= k] + ([n + 1] if n % 50 < 49 and n < 2000 else [])

print(explore_tiers(options, 2000, folder=sys.argv[1], tier=lambda n: n // 50).solve())
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no such signal")
def test_a_process_that_is_killed(tmp_path: Path) -> None:
    """Killed in its rule, again and again: the lock is free, and no position is lost."""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    codes = []
    for left in (500, 2100, 3000, 3500, 10**9):
        command = [sys.executable, "-c", SCRIPT, os.fspath(tmp_path / "x"), str(left)]
        run = subprocess.run(command, capture_output=True, env=environment, text=True, check=False)
        codes.append(run.returncode)
    assert codes[-1] == 0, run.stderr
    assert codes[:2] == [-signal.SIGKILL] * 2

    def options(n: int) -> list[int]:
        more = [n + 1] if n % 50 < 49 and n < 2000 else []
        return [n - k for k in (1, 2, 3) if n >= k] + more

    assert_same(Database.open(tmp_path / "x"), gg.solve(options, start=2000))


def test_a_cut_file_is_refused(tmp_path: Path) -> None:
    """Of codes that wait, of positions and of answers; stopped in the middle of either stage."""
    n = 200
    rows = {code: [code - k for k in (1, 2, 3) if code >= k] for code in range(n)}
    game = Tiered(rows, {code: code // 10 for code in rows}, {}, [n - 1])
    rule = Stopping(game, 10**6)
    build(rule, game, tmp_path / "whole")
    asked = 10**6 - rule.left
    for stop, kind in ((n // 2 + n, "in"), (n // 2, "codes"), (n // 2, "labels")):
        folder = tmp_path / kind
        with pytest.raises(Stopped):
            build(Stopping(game, asked - stop), game, folder)
        paths = [path for path in (folder / "work").glob(f"*.{kind}") if path.stat().st_size]
        for path in paths:
            os.truncate(path, path.stat().st_size - 1)
        assert paths
        with pytest.raises(SolutionFileError, match=r"expected \d+ bytes, got \d+: a damaged file"):
            build(game, game, folder)


def test_lines_of_a_journal_that_were_interrupted_stand_there_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl-C after lines were written, and before they were forgotten: `close` wrote them again."""
    path, records = tmp_path / "journal", [{"solved": 1}, {"part": 2}]
    for calls in range(3):
        path.unlink(missing_ok=True)
        journal, left = Journal(path, TierFiles(tmp_path)), [calls]

        def force(file: int, journal: Journal = journal, left: list[int] = left) -> None:
            if file == journal._file.fileno() and left[0]:
                left[0] -= 1
                raise KeyboardInterrupt

        for record in records:
            journal.append(record)
        with monkeypatch.context() as patched:
            patched.setattr(os, "fsync", force)
            for _ in range(calls):
                with pytest.raises(KeyboardInterrupt):
                    journal.write()
            journal.close()
        journal = Journal(path, TierFiles(tmp_path))
        assert journal.records == records
        journal.close()
