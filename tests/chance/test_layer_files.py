"""Games of layers in folders: written group by group, gone on with, opened, damaged.

Pinned here: a folder has the answers of memory, bit by bit; a build that was stopped or killed at
any moment goes on behind the last group that was written, and ends with the same files; another
rule, another precision and other databases are refused; a byte of a part that is changed is seen
when it is read; manifests that are forged are refused.
"""

from __future__ import annotations

import copy
import json
import pickle
import random
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphgame as gg
from graphgame.answers.manifest import Manifest
from graphgame.chance.layers import layer_files, layers
from graphgame.chance.layers.chance_database import ChanceDatabase
from graphgame.chance.layers.layer_rule import LOST, WON
from graphgame.chance.layers.layers import build_chance
from graphgame.errors import GraphGameError, RuleMismatchError, SolutionFileError
from graphgame.rules import asked
from tests.big.killing import kill
from tests.chance.layered import Race, Table, random_table

SIZE, GROUPS = 300, 12


def game(seed: int = 5) -> Table:
    return random_table(random.Random(seed), SIZE, GROUPS, 2)


@pytest.fixture(autouse=True)
def _small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(layer_files, "_STATES", 60)


def answers(db: ChanceDatabase) -> list[Any]:
    found = [db.bounds(v) for v in range(SIZE)]
    assert found == [*zip(*(x.tolist() for x in db._bounds(np.arange(SIZE))), strict=True)]
    return [db.values(range(SIZE)).tolist(), found]


def test_a_folder_has_the_answers_of_memory(tmp_path: Path) -> None:
    expected = answers(build_chance(game()))
    db = build_chance(game(), folder=tmp_path / "game")
    assert answers(db) == expected
    assert db.path == tmp_path / "game"
    assert len([*(tmp_path / "game").glob("*.part")]) in range(3, GROUPS + 1)
    db.verify()
    again = ChanceDatabase.open(tmp_path / "game", game())
    assert answers(again) == expected
    assert [again.best_move(v, 1) for v in range(9)] == [db.best_move(v, 1) for v in range(9)]
    assert (again.start, again.precision) == (0, 1e-9)
    # It is opened, and not solved again.
    steps: list[Any] = []
    assert (
        answers(build_chance(game(), folder=tmp_path / "game", progress=steps.append)) == expected
    )
    assert steps == []


def test_values_alone_take_eight_bytes(tmp_path: Path) -> None:
    db = build_chance(game(), folder=tmp_path, precision=None)
    expected = build_chance(game(), precision=None).values(range(SIZE))
    assert (db.values(range(SIZE)) == expected).all()
    size = sum(path.stat().st_size for path in tmp_path.glob("*.part"))
    parts = len([*tmp_path.glob("*.part")])
    assert size == 8 * SIZE + 16 * GROUPS + (64 + 4) * parts


class StoppedError(Exception):
    """Ends a build."""


def stop_after(states: int) -> Any:
    """Return what stops a build behind so many states."""

    def stop(step: Any) -> None:
        if step.done >= states:
            raise StoppedError

    return stop


@pytest.mark.parametrize("after", [1, 150, 299])
def test_a_build_that_was_stopped_goes_on(
    tmp_path: Path, after: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(layers, "_SAMPLE", 1)  # asks about state 0 once more
    whole = build_chance(game(), folder=tmp_path / "whole")

    with pytest.raises(StoppedError):
        build_chance(game(), folder=tmp_path / "game", progress=stop_after(after))
    with pytest.raises(SolutionFileError, match="got one that is not yet: build_chance"):
        ChanceDatabase.open(tmp_path / "game", game())
    written = Manifest.load(tmp_path / "game")["parts"]
    rule = CountingRule(game())
    db = build_chance(rule, folder=tmp_path / "game")
    assert answers(db) == answers(whole)
    for path in (tmp_path / "whole").iterdir():
        if path.name.endswith(".part"):
            assert path.read_bytes() == (tmp_path / "game" / path.name).read_bytes()
    if written:
        assert (rule.solved() < written[-1]["first"]).all()


class CountingRule(Table):
    """A rule that counts how often it is asked about each state."""

    def __init__(self, rule: Table) -> None:
        super().__init__(rule.rolls, rule.layers, rule.table)
        self.counts = np.zeros(SIZE, dtype=np.int64)

    def moves(self, index: int, roll: int) -> list[int]:
        self.counts[index] += 1
        return super().moves(index, roll)

    def solved(self) -> Any:
        """Return the states that were asked about more often than three digests and a check do."""
        return np.flatnonzero(self.counts > 4 * len(self.rolls))


def by_layers(folder: Path) -> Any:
    """Build with a part for each group."""
    layer_files._STATES = 1
    return build_chance(game(), folder=folder)


def test_killed_at_random_moments(tmp_path: Path) -> None:
    pytest.importorskip("fcntl")
    done, _ = kill(by_layers, tmp_path, 15)
    assert done


# -- what is refused -------------------------------------------------------------------------------


def test_another_rule_is_refused(tmp_path: Path) -> None:
    build_chance(game(), folder=tmp_path)
    other = game()
    other.table[0] = [[WON], [WON]]
    calls: list[Any] = [
        lambda rule: build_chance(rule, folder=tmp_path),
        lambda rule: ChanceDatabase.open(tmp_path, rule),
    ]
    for call in calls:
        with pytest.raises(RuleMismatchError, match="whose moves have the digest"):
            call(other)
        with pytest.raises(RuleMismatchError, match="rolls"):
            call(Table([7, 9], game().layers, game().table))
        with pytest.raises(RuleMismatchError, match="layers"):
            call(Table(game().rolls, [0, SIZE], game().table))
        with pytest.raises(RuleMismatchError, match="start"):
            call(Table(game().rolls, game().layers, game().table, start=1))
    with pytest.raises(GraphGameError, match=r"precision: expected 1e-09, as in .*, got None"):
        build_chance(game(), folder=tmp_path, precision=None)


def test_what_another_rule_has_begun_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(asked, "SAMPLE", 3)  # the digest knows few states
    with pytest.raises(StoppedError):
        build_chance(game(), folder=tmp_path, progress=stop_after(200))
    other = game()
    last = other.layers[-2]
    other.table[last] = [[LOST], [LOST]]
    with pytest.raises(RuleMismatchError, match=r"as the state \d+ shows: remove the folder"):
        build_chance(other, folder=tmp_path)
    with pytest.raises(SolutionFileError, match="a build that one rule began and another ended"):
        build_chance(game(), folder=tmp_path)
    with pytest.raises(SolutionFileError, match="a build that one rule began and another ended"):
        ChanceDatabase.open(tmp_path, game())


def test_the_same_options_in_another_order_are_the_same_rule(tmp_path: Path) -> None:
    expected = answers(build_chance(game(), folder=tmp_path))
    other = game()
    other.table = [[row[::-1] for row in rows] for rows in other.table]
    assert answers(ChanceDatabase.open(tmp_path, other)) == expected


def test_another_database_is_refused(tmp_path: Path) -> None:
    gg.build(lambda n: [n - k for k in (1, 2) if n >= k], start=9, folder=tmp_path / "take")
    with pytest.raises(GraphGameError, match="folder: expected an empty one, or one of a"):
        build_chance(Race(), folder=tmp_path / "take")
    with pytest.raises(SolutionFileError, match="expected the folder of a game of chance"):
        ChanceDatabase.open(tmp_path / "take", Race())
    with pytest.raises(SolutionFileError, match="with a file manifest.json, got none"):
        ChanceDatabase.open(tmp_path / "none", Race())
    (tmp_path / "file").write_text("dear", encoding="utf-8")
    with pytest.raises(SolutionFileError, match=r"with a file manifest\.json, got a file$"):
        ChanceDatabase.open(tmp_path / "file", Race())
    for none in (3, b"none"):
        with pytest.raises(GraphGameError, match="^folder: expected the path of a folder, got "):
            build_chance(Race(), folder=none)  # type: ignore[arg-type]
        with pytest.raises(GraphGameError, match="^folder: expected the path of a folder, got "):
            ChanceDatabase.open(none, Race())  # type: ignore[arg-type]
    build_chance(Race(), folder=tmp_path / "race")
    with pytest.raises(SolutionFileError, match="expected kind as docs/formats.md describes it"):
        gg.Database.open(tmp_path / "race")
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "letter").write_text("dear", encoding="utf-8")
    with pytest.raises(GraphGameError, match="nothing is written: give another folder"):
        build_chance(Race(), folder=tmp_path / "own")
    assert [path.name for path in (tmp_path / "own").iterdir()] == ["letter"]


def test_a_byte_that_is_changed_is_seen(tmp_path: Path) -> None:
    build_chance(game(), folder=tmp_path)
    rng = random.Random(1)
    for path in sorted(tmp_path.glob("*.part")):
        whole = path.read_bytes()
        for place in [0, 9, 20, 63, 64, len(whole) - 1, *rng.choices(range(len(whole)), k=6)]:
            changed = bytearray(whole)
            changed[place] ^= 1 << rng.randrange(8)
            path.write_bytes(changed)
            with pytest.raises(GraphGameError):
                answers(ChanceDatabase.open(tmp_path, game()))
            path.write_bytes(whole[:place])
            with pytest.raises(SolutionFileError, match="expected"):
                ChanceDatabase.open(tmp_path, game())
        path.unlink()
        with pytest.raises(SolutionFileError, match="expected this part of the database"):
            ChanceDatabase.open(tmp_path, game())
        path.write_bytes(whole)
    answers(ChanceDatabase.open(tmp_path, game()))


FORGED: dict[str, Any] = {
    "rule": {"name": 3},
    "rolls": [0, 1],
    "layers": [0, 5, 5],
    "start": -1,
    "precision": "1",
    "parts": [],
}


@pytest.mark.parametrize("name", FORGED)
def test_a_forged_manifest_is_refused(tmp_path: Path, name: str) -> None:
    build_chance(game(), folder=tmp_path)
    path = tmp_path / "manifest.json"
    fields = json.loads(path.read_text("utf-8")) | {name: FORGED[name]}
    del fields["crc32"]
    body = json.dumps(fields, sort_keys=True, separators=(",", ":"))
    fields["crc32"] = zlib.crc32(body.encode())
    path.write_text(json.dumps(fields, sort_keys=True, separators=(",", ":")) + "\n", "utf-8")
    with pytest.raises(SolutionFileError, match=f"expected {name} as docs/formats.md describes it"):
        ChanceDatabase.open(tmp_path, game())


@pytest.mark.parametrize(
    "change",
    [
        {"file": "000009.part"},
        {"first": 3},
        {"last": 3},
        {"groups": [0]},
        {"groups": [1, 1]},
        {"bytes": "9"},
        {"pages_crc32": None},
    ],
)
def test_a_forged_row_is_refused(tmp_path: Path, change: dict[str, Any]) -> None:
    build_chance(game(), folder=tmp_path)
    manifest = Manifest.load(tmp_path)
    manifest["parts"] = [{**row, **change} for row in manifest["parts"]]
    manifest.save()
    with pytest.raises(SolutionFileError, match="expected parts as docs/formats.md describes it"):
        ChanceDatabase.open(tmp_path, game())


def test_a_database_is_closed(tmp_path: Path) -> None:
    with build_chance(Race(), folder=tmp_path) as db:
        assert db.best_move(0, 2) == ~3
    value = pickle.loads(pickle.dumps(db)).value(0)
    assert (db.value(0), value) == (value, value)
    for path in tmp_path.iterdir():
        path.unlink()
    db.close()
    with pytest.raises((OSError, SolutionFileError)):
        db.value(0)
    with pytest.raises(TypeError, match="build_chance"):
        ChanceDatabase()


def test_a_closed_folder_is_opened_again_and_copies_ask_the_same(tmp_path: Path) -> None:
    rule = Heads()
    with build_chance(rule, folder=tmp_path / "heads") as db:
        value = db.value(0)
    for copied in (db, copy.deepcopy(db), pickle.loads(pickle.dumps(build_chance(rule)))):
        copied.close()
        assert (copied.value(0), copied.gap <= 1e-9) == (value, True)


class Heads:
    """Toss a coin by turns; heads wins."""

    rolls, layers, start = (1, 1), (0, 1), 0

    def moves(self, index: int, roll: int) -> list[int]:
        return [WON if roll else ~index]
