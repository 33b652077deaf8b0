"""Planted faults at the doors of folders and files: opening, loading, resuming, and `verify`.

Each fault is planted in a rule, far from the start, or in what is stored.  It is refused where the
folder is opened or the build goes on; or by `verify`; or it changes no answer.  Which of these it
is stands in tests/data/planted_doors.json, so that each test stands alone, in any order and on any
worker.  The table is printed by `pytest -s tests/big/test_doors.py`.
"""

from __future__ import annotations

import io
import json
import os
import shutil
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphgame as gg
from graphgame.answers.manifest import Manifest
from graphgame.big.indexed.indexed_game import IndexedGame
from graphgame.big.tiers.explore_tiers import explore_tiers
from tests.big import doors
from tests.big.doors import BUILDERS, FOLDERS, RULES, STARTS, STOPPED_AT, STORED, Layers

DATA = Path(__file__).parents[1] / "data"
RIGHT = Layers()
SIZE = doors.SIZE
# Of each fault, each door and each builder, who refuses it: "door", "verify", or that it changes no
# answer; and what was found in this run.
EXPECTED: dict[tuple[str, ...], str] = {
    tuple(key.split(" | ")): word
    for key, word in json.loads((DATA / "planted_doors.json").read_text("utf-8")).items()
}
FOUND: dict[tuple[str, ...], str] = {}
# What a sample need not meet, or what contradicts few answers where it does.
FEW = "beside, at 1 position of 100", "one, at 1", "over a layer, at 1", "1,000", "single"


@pytest.fixture(scope="module")
def stored(tmp_path_factory: Any) -> Iterator[Path]:
    """Finished and half-built folders, and files, of the right rule."""
    folder = tmp_path_factory.mktemp("doors")
    for builder in BUILDERS:
        doors.build(builder, folder / builder, RIGHT)
    for builder in ("partitions", "tiers"):
        with suppress(doors.Stopped):
            doors.build(builder, folder / f"half {builder}", Layers(stop=STOPPED_AT))
        assert (folder / f"half {builder}" / "work").exists()
    yield folder
    print(f"\n{table()}")


def table() -> str:
    """Return the table of all faults: at which doors each is refused."""
    columns = [("opening", x) for x in BUILDERS] + [("resuming", x) for x in FOLDERS[:2]]
    words = [f"{builder} {door}" for door, builder in columns]
    lines = [f"{'fault':44}" + "".join(f"{word:>22}" for word in words)]
    for fault in dict.fromkeys(key[0] for key in FOUND):
        row = [FOUND.get((fault, door, builder), "") for door, builder in columns]
        lines.append(f"{fault:44}" + "".join(f"{word:>22}" for word in row))
    counts = Counter(FOUND.values())
    return "\n".join([*lines, ", ".join(f"{count} {word}" for word, count in counts.items())])


def note(fault: str, door: str, builder: str, ask: Any, rule: Layers = RIGHT) -> str:
    """Ask for answers; return who refuses them, or that they are those of the rule."""
    try:
        answers = ask()
    except gg.GraphGameError:
        result = "door"
    else:
        try:
            answers.verify()
            result = "no answer changed"
        except gg.GraphGameError:
            result = "verify"
        if result != "verify":
            doors.require_true(builder, answers, rule)
    FOUND[fault, door, builder] = result
    assert result == EXPECTED[fault, door, builder]
    return result


@pytest.mark.parametrize("builder", BUILDERS)
def test_the_right_rule_is_taken(stored: Path, builder: str, tmp_path: Path) -> None:
    answers = doors.open_again(builder, stored / builder, RIGHT)
    assert answers.verify()
    doors.require_true(builder, answers, RIGHT)
    if builder in FOLDERS[:2]:
        again = doors.copy(stored / f"half {builder}", tmp_path / "x")
        assert doors.build(builder, again, RIGHT).verify()
        assert doors.build(builder, again, RIGHT).verify()  # which is finished


@pytest.mark.parametrize("builder", BUILDERS)
@pytest.mark.parametrize("fault", RULES)
def test_another_rule(stored: Path, builder: str, fault: str) -> None:
    rule = RULES[fault]
    path = stored / builder
    found = note(fault, "opening", builder, lambda: doors.open_again(builder, path, rule), rule)
    assert found == "door" or any(word in fault for word in FEW)


@pytest.mark.parametrize("builder", FOLDERS[:2])
@pytest.mark.parametrize("fault", RULES)
def test_a_build_goes_on_with_another_rule(
    stored: Path, builder: str, fault: str, tmp_path: Path
) -> None:
    half = doors.copy(stored / f"half {builder}", tmp_path / "x")
    rule = RULES[fault]
    found = note(fault, "resuming", builder, lambda: doors.build(builder, half, rule), rule)
    late = "last" in fault  # nothing of these layers is expanded yet
    assert found == "door" or late or any(word in fault for word in FEW)


@pytest.mark.parametrize("builder", FOLDERS[:2])
@pytest.mark.parametrize("fault", RULES)
def test_a_finished_folder_is_not_taken_for_another_game(
    stored: Path, builder: str, fault: str, tmp_path: Path
) -> None:
    """The same call again: what opening refuses, building refuses."""
    if EXPECTED[fault, "opening", builder] == "door":
        with pytest.raises(gg.RuleMismatchError, match="give another folder"):
            doors.build(builder, stored / builder, RULES[fault])


@pytest.mark.parametrize("builder", BUILDERS)
@pytest.mark.parametrize("fault", STORED)
def test_other_labels(stored: Path, builder: str, fault: str, tmp_path: Path) -> None:
    path = doors.copy(stored / builder, tmp_path / ("x.npz" if builder not in FOLDERS else "x"))
    doors.plant_labels(builder, path, STORED[fault])
    found = note(fault, "opening", builder, lambda: doors.open_again(builder, path, RIGHT))
    assert found == "door"


def other_part(folder: Path, other: Path, *, honest: bool) -> None:
    """Put the first part of another folder into a folder; the manifest says so, if honest."""
    shutil.copy(other / "000000.part", folder / "000000.part")
    if honest:
        mine, yours = Manifest.load(folder), Manifest.load(other)
        doors.forge(folder, parts=[yours["parts"][0], *mine["parts"][1:]])


FOREIGN = {
    "a part of misère play": (RIGHT, STARTS, "misere"),
    "a part of other presets": (RULES["presets: WIN and LOSE exchanged"], STARTS, "normal"),
    "a part of other moves": (RULES["moves: beside, everywhere"], STARTS, "normal"),
    "a part of other starts": (RIGHT, [1, 3, 5], "normal"),
    "a part of other moves at 1 of 20": (
        RULES["moves: beside, at 1 position of 20"], STARTS, "normal",
    ),
}  # fmt: skip


@pytest.mark.parametrize("honest", [False, True])
@pytest.mark.parametrize("builder", FOLDERS)
@pytest.mark.parametrize("fault", FOREIGN)
def test_a_part_of_another_game(
    stored: Path, builder: str, fault: str, honest: bool, tmp_path: Path
) -> None:
    rule, start, play = FOREIGN[fault]
    folder = doors.copy(stored / builder, tmp_path / "x")
    doors.build(builder, tmp_path / "other", rule, start, play)
    other_part(folder, tmp_path / "other", honest=honest)
    name = fault + ", named by the manifest" * honest
    found = note(name, "opening", builder, lambda: doors.open_again(builder, folder, RIGHT))
    assert found == "door"


def exchange_parts(folder: Path) -> None:
    rows = Manifest.load(folder)["parts"]
    one, two = (folder / row["file"] for row in rows[:2])
    content = one.read_bytes()
    shutil.copy(two, one)
    two.write_bytes(content)
    names = [row["file"] for row in rows]
    doors.forge(folder, parts=[rows[1] | {"file": names[0]}, rows[0] | {"file": names[1]}])


MANIFESTS: dict[str, Any] = {
    "the manifest: misère play": lambda folder: doors.forge(folder, play="misere"),
    "the manifest: a symmetry": lambda folder: doors.forge(folder, symmetric=True),
    "the manifest: another start": lambda folder: doors.forge(folder, start=[1]),
    "the manifest: a start that is no position": lambda folder: doors.forge(folder, start=[SIZE]),
}


@pytest.mark.parametrize("builder", FOLDERS)
@pytest.mark.parametrize("fault", MANIFESTS)
def test_another_manifest(stored: Path, builder: str, fault: str, tmp_path: Path) -> None:
    folder = doors.copy(stored / builder, tmp_path / "x")
    MANIFESTS[fault](folder)
    found = note(fault, "opening", builder, lambda: doors.open_again(builder, folder, RIGHT))
    assert found == "door"


def test_parts_that_are_exchanged(stored: Path, tmp_path: Path) -> None:
    folder = doors.copy(stored / "partitions", tmp_path / "x")
    exchange_parts(folder)
    with pytest.raises(gg.RuleMismatchError, match="where it belongs"):
        gg.Database.open(folder, RIGHT)


class Mirrored(Layers):
    """The same moves with a symmetry that nobody solved it with."""

    def canonical(self, codes: Any) -> Any:
        return np.where(codes // doors.WIDTH >= doors.FAR, codes // 2 * 2, codes)


@pytest.mark.parametrize("builder", ["partitions", "tiers"])
def test_a_symmetry_that_was_not_solved_with(stored: Path, builder: str, tmp_path: Path) -> None:
    for door, path in (("opening", stored / builder), ("resuming", stored / f"half {builder}")):
        copied = doors.copy(path, tmp_path / door)
        with pytest.raises(gg.RuleMismatchError):
            doors.build(builder, copied, Mirrored())
    with pytest.raises(gg.RuleMismatchError):
        gg.Database.open(stored / builder, Mirrored())


@pytest.mark.parametrize("builder", ["partitions", "tiers"])
def test_play_and_starts_that_were_not_solved_with(
    stored: Path, builder: str, tmp_path: Path
) -> None:
    folder = doors.copy(stored / builder, tmp_path / "x")
    with pytest.raises(gg.GraphGameError, match="expected (play=)?'normal'"):
        doors.build(builder, folder, RIGHT, play="misere")
    for name in (builder, f"half {builder}"):
        copied = doors.copy(stored / name, tmp_path / name)
        with pytest.raises(gg.GraphGameError, match="rule|start"):
            doors.build(builder, copied, RIGHT, start=[1, 3])


def test_tiers_that_are_others(stored: Path, tmp_path: Path) -> None:
    folder = doors.copy(stored / "half tiers", tmp_path / "x")

    def tier(codes: Any) -> Any:
        return doors.LAYERS - codes // doors.WIDTH - (codes // doors.WIDTH > 20)

    with pytest.raises(gg.RuleMismatchError, match="tier of .*: expected 15, as when the build"):
        explore_tiers(RIGHT, STARTS, folder=folder, tier=tier)


SCRIPT = """
import os, signal, sys
from graphgame.big.tiers import tier_files
from tests.big import doors

class Killed(doors.Layers):
    def options(self, codes):
        if (codes // doors.WIDTH >= doors.STOPPED_AT).any():
            os.kill(os.getpid(), signal.SIGKILL)
        return super().options(codes)

tier_files._EVERY = tier_files._SHARE = 0  # a line of the journal is written at once
doors.build(sys.argv[1], sys.argv[2], Killed())
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no such signal")
@pytest.mark.parametrize("builder", FOLDERS[:2])
def test_a_build_that_is_killed_does_not_mix_two_games(builder: str, tmp_path: Path) -> None:
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-c", SCRIPT, builder, str(tmp_path / "x")]
    run = subprocess.run(command, capture_output=True, env=environment, text=True, check=False)
    assert run.returncode == -signal.SIGKILL, run.stderr
    for fault in (
        "presets shifted by one",
        "presets left out",
        "presets: WIN at 1 position of 100",
        "moves: beside, everywhere",
        "moves: none, at 1 position of 20",
        "moves: beside, at 1 position of 20",
    ):
        before = {path.name for path in (tmp_path / "x" / "work").iterdir()}
        with pytest.raises(
            gg.RuleMismatchError, match="as when the build in .* began, got .*; go on"
        ):
            doors.build(builder, tmp_path / "x", RULES[fault])
        assert {path.name for path in (tmp_path / "x" / "work").iterdir()} == before
    database = doors.build(builder, tmp_path / "x", RIGHT)
    assert database.verify()
    doors.require_true(builder, database, RIGHT)


def take(n: int) -> list[int]:
    return [n - k for k in (1, 2, 3) if n >= k]


def add(n: int) -> list[int]:
    return [n + k for k in (1, 2, 3) if n + k <= 2000]


@pytest.mark.parametrize("builder", FOLDERS)
@pytest.mark.parametrize(
    ("solved", "given"),
    [
        ({3: gg.WIN}, {3: gg.LOSE}),
        ({3: gg.WIN}, {3: gg.DRAW}),
        ({3: gg.WIN}, {}),
        ({3: gg.WIN}, {2: gg.WIN}),
        ({}, {1: gg.WIN}),
        ({1: gg.LOSE, 4: gg.WIN}, {1: gg.LOSE, 4: gg.LOSE}),
    ],
)
def test_presets_that_were_corrected(
    builder: str, solved: dict[int, Any], given: dict[int, Any], tmp_path: Path
) -> None:
    """In take-away from 2,000 the game ends farther away than any digest looks."""
    rule, at = (add, lambda n: 2000 - n) if builder == "indexed" else (take, lambda n: n)

    def presets(known: dict[int, Any]) -> Any:
        return lambda n: known.get(at(n))

    def call(known: dict[int, Any]) -> Any:
        if builder == "indexed":
            game = IndexedGame(2001, rule, 0, presets=presets(known), ordered=True)
            return game.solve(tmp_path / "x")
        options: dict[str, Any] = {"tier": lambda n: n // 50} if builder == "tiers" else {}
        options |= {"folder": tmp_path / "x", "presets": presets(known)}
        return gg.build(rule, 2000, **options)

    call(solved)
    assert gg.Database.open(tmp_path / "x", rule, presets=presets(solved)).verify()
    with pytest.raises(
        gg.RuleMismatchError, match="position [0-9]+: expected .* got from the rule"
    ):
        gg.Database.open(tmp_path / "x", rule, presets=presets(given))
    with pytest.raises(gg.GraphGameError, match=r"give another (folder|path)"):
        call(given)


def test_enough_is_planted_and_none_answers_wrongly() -> None:
    """The sum of the tests above: what `verify` accepts is what the rule says."""
    counts = Counter(EXPECTED.values())
    assert len({fault for fault, _, _ in EXPECTED}) >= 35
    assert set(RULES) | set(STORED) <= {fault for fault, _, _ in EXPECTED}
    assert counts["door"] > 200
    single = [key for key, word in EXPECTED.items() if "single" in key[0] and word == "verify"]
    assert single, "what only verify can see"


@pytest.mark.parametrize("path", [None, 3, b"folder", io.BytesIO(b""), object()])
def test_what_is_no_path_is_refused(path: Any) -> None:
    with pytest.raises(
        gg.GraphGameError,
        match="^path: expected the folder, the file or the URL of a database, got ",
    ):
        gg.Database.open(path)
