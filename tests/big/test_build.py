"""`build`: four ways to the answers of a rule, by one function.

Pinned here: all ways give the answers of the solved graph; a small game gets one part, and no files
of partitions; the same call opens a finished folder, and another game, play or way is refused;
arguments of one way are refused by the others; what a database has, it has wherever it lies.
"""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphgame as gg
from graphgame.big import build as module
from graphgame.rules import asked


def take(n: int) -> list[int]:
    """Take 1, 2 or 3 of n stones."""
    return [n - k for k in (1, 2, 3) if n >= k]


def give(n: int) -> list[int]:
    """Return the positions from which a move leads to n, of 0 to 30."""
    return [n + k for k in (1, 2, 3) if n + k <= 30]


def add(n: int) -> list[int]:
    """Add 1, 2 or 3 to n, up to 30."""
    return [n + k for k in (1, 2, 3) if n + k <= 30]


def ring(n: int) -> list[int]:
    """Go one or two steps on, on a ring of 12 where 7 ends the game."""
    return [] if n == 7 else [(n + 1) % 12, (n + 2) % 12]


WAYS: dict[str, dict[str, Any]] = {
    "in memory": {},
    "in memory, with a size": {"size": 31},
    "by index": {"size": 31, "memory": "64MB"},
    "by index, with undo": {"size": 31, "undo": give},
    "by index, in a folder": {"size": 31, "folder": "index"},
    "by tiers": {"folder": "tiers", "tier": lambda n: n // 7},
    "in a folder": {"folder": "small"},
    "in partitions": {"folder": "parts", "partitions": 3},
}


def given(way: str, folder: Path) -> dict[str, Any]:
    """Return the arguments of a way, with folders below one."""
    found = dict(WAYS[way])
    if "folder" in found:
        found["folder"] = folder / found["folder"]
    return found


@pytest.mark.parametrize("play", ["normal", "misere"])
@pytest.mark.parametrize("presets", [None, {3: gg.WIN, 4: gg.DRAW}, {9: (gg.LOSE, 5)}])
@pytest.mark.parametrize("way", WAYS)
def test_all_ways_give_the_answers_of_the_graph(
    way: str, presets: Any, play: Any, tmp_path: Path
) -> None:
    expected = gg.solve(take, start=30, presets=presets, play=play)
    with gg.build(take, 30, play=play, presets=presets, **given(way, tmp_path)) as db:
        assert len(db) == len(expected) and {*db} == {*expected}
        for n in expected:
            assert db[n][:2] == expected[n][:2]
            assert (db.best_move(n) is None) == (expected.best_move(n) is None)
            assert {*db.winning_moves(n)} == {*expected.winning_moves(n)}
        assert db.start == 30 and db.result is expected.result
        assert db.counts() == expected.counts() and db.longest() == expected.longest()
        assert db.moves in (None, expected.game.m)
        assert db.verify()


@pytest.mark.parametrize("way", WAYS)
def test_a_database_has_one_set_of_methods(way: str, tmp_path: Path) -> None:
    expected = gg.solve(take, start=30)
    with gg.build(take, 30, **given(way, tmp_path)) as db:
        order = db.table()["position"].tolist()
        assert {*order} == {*db} and (db._listed is not None or db.codes.tolist() == sorted(order))
        assert db.outcomes.tolist() == [expected.outcome(n) for n in order]
        assert db.remoteness.tolist() == [expected.remoteness_of(n) for n in order]
        table = db.table()
        assert table["outcome"].tolist() == [str(expected.outcome(n)) for n in order]
        assert db.outcome([7, 4, 7]).tolist() == [expected.outcome(n) for n in (7, 4, 7)]
        assert db.remoteness_of(np.array([[3], [9]])).tolist() == [[1], [5]]
        assert db.line(7) == (7, 4, 3, 0) or len(db.line(7)) == 4
        assert db.graph().n == 31 and gg.solve(db.graph()).counts() == db.counts()
        assert db.remoteness_counts()[gg.LOSE][0] == 1
        assert not any(db.count_unstored().values())
        assert 31 not in db and "7" not in db and None not in db
        with pytest.raises(gg.UnknownPositionError, match="expected a position of the 31"):
            db.outcome([3, 31])
        file = io.BytesIO()
        db.save(file)
        file.seek(0)
        loaded = gg.Database.load(file, take)
        assert {n: loaded[n] for n in loaded} == {n: db[n] for n in db}
        assert loaded.verify() and loaded.start == 30 and loaded.path is None


def test_by_index_every_index_may_be_a_position() -> None:
    db = gg.build(ring, size=12)
    expected = gg.solve({n: ring(n) for n in range(12)})
    assert {n: db[n][:2] for n in range(12)} == {n: expected[n][:2] for n in range(12)}
    assert db.start is None and db.moves == 22 and db.verify()
    ordered = gg.build(add, 0, size=31, ordered=True)
    assert ordered.line(0)[-1] == 30 and ordered.verify()


def test_positions_of_any_kind_stay_in_memory(tmp_path: Path) -> None:
    def words(word: str) -> list[str]:
        return [word[1:], word[:-1]] if word else []

    db = gg.build(words, "abcd", presets={"c": gg.WIN})
    expected = gg.solve(words, start="abcd", presets={"c": gg.WIN})
    assert {word: db[word] for word in db} == {word: expected[word] for word in expected}
    assert db.outcome(["ab", ""]).tolist() == [expected.outcome("ab"), expected.outcome("")]
    assert db.verify() and db.moves == expected.game.m
    with pytest.raises(gg.UnknownPositionError, match=r"positions\[1\]: expected a position"):
        db.outcome(["ab", "ba"])
    with pytest.raises(gg.GraphGameError, match="expected positions that are codes"):
        db.serve(port=0)
    with pytest.raises(gg.GraphGameError):
        gg.build(words, "abcd", folder=tmp_path / "words")
    assert not (tmp_path / "words").exists()


# -- folders ---------------------------------------------------------------------------------------


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def test_a_small_game_opens_no_partitions(tmp_path: Path) -> None:
    gg.build(take, 30, folder=tmp_path / "small").close()
    assert names(tmp_path / "small") == {"manifest.json", "lock", "000000.part"}
    gg.build(take, 30, folder=tmp_path / "three", partitions=3).close()
    assert len(names(tmp_path / "three")) == 5


@pytest.mark.boundary
def test_a_game_that_is_not_small_is_partitioned(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_LIMITS", (4, 16, 31))
    gg.build(take, 30, folder=tmp_path / "31").close()
    assert len(names(tmp_path / "31")) == 3
    with gg.build(take, 31, folder=tmp_path / "32") as db:
        assert len(names(tmp_path / "32")) == 66 and db.verify() and len(db) == 32
    monkeypatch.setattr(module, "_SHORT", -1.0)  # a rule that takes long
    gg.build(take, 30, folder=tmp_path / "long").close()
    assert len(names(tmp_path / "long")) == 66


def test_a_rule_that_takes_long_is_asked_little_before_progress_is_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_SHORT", -1.0)
    monkeypatch.setattr(asked, "_SHORT", -1.0)
    calls, before = 0, []

    def rule(n: int) -> list[int]:
        nonlocal calls
        calls += 1
        return take(n)

    def look(progress: gg.Progress) -> None:
        if not before:
            before.append((calls, progress.stage, progress.total))

    gg.build(rule, 2000, folder=tmp_path / "first", progress=look).close()
    # The exploration in memory stops after 16 positions, then the digest tells how far it is.
    assert before[0][0] < 100 and before[0][1:] == ("asking", asked.SAMPLE)
    before.clear()
    gg.build(rule, 60, folder=tmp_path / "tiers", tier=lambda n: n, progress=look).close()
    assert before[0][1] == "asking"


@pytest.mark.parametrize("way", [way for way in WAYS if "folder" in WAYS[way]])
def test_the_same_call_opens_what_is_finished(way: str, tmp_path: Path) -> None:
    arguments = given(way, tmp_path)
    with gg.build(take, 30, **arguments) as db:
        expected = {n: db[n] for n in db}
    folder = Path(arguments["folder"])
    before = {path.name: path.stat().st_mtime_ns for path in folder.glob("*.part")}
    with gg.build(take, 30, **arguments) as again:
        assert {n: again[n] for n in again} == expected
    assert {path.name: path.stat().st_mtime_ns for path in folder.glob("*.part")} == before
    for other, match in (
        ({"start": 29}, "start|rule of"),
        ({"play": "misere"}, "expected (play=)?.normal., "),
        ({"presets": {3: gg.WIN}}, "rule of"),
    ):
        with pytest.raises(gg.GraphGameError, match=match):
            gg.build(take, **({"start": 30} | arguments | other))  # type: ignore[arg-type]


def test_a_folder_of_another_way_is_refused(tmp_path: Path) -> None:
    for way in ("by index, in a folder", "by tiers"):
        arguments = given(way, tmp_path)
        gg.build(take, 30, **arguments).close()
        for other in ("by index, in a folder", "by tiers"):
            if other != way:
                with pytest.raises(gg.RuleMismatchError, match="kind"):
                    gg.build(take, 30, **(given(other, tmp_path) | {"folder": arguments["folder"]}))
    with pytest.raises(gg.GraphGameError, match="size: expected 31, as in"):
        gg.build(take, 30, **(given("by index, in a folder", tmp_path) | {"size": 32}))


# -- arguments -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"store": "some"}, "store: expected 'all' or 'undecided', got 'some'"),
        ({"start": None}, "start: expected the position where play begins, got None"),
        ({"tier": abs}, "tier: expected none without folder="),
        ({"memory": "1GB"}, "memory: expected none without folder="),
        ({"partitions": 3}, "partitions: expected none without folder="),
        ({"checkpoint": 3.0}, "checkpoint: expected none without folder="),
        ({"undo": give}, "undo: expected none without size="),
        ({"ordered": True}, "ordered: expected none without size="),
        ({"folder": "x", "limit": 9}, "limit: expected none with folder="),
        ({"folder": "x", "store": "undecided"}, "store: expected none with folder="),
        ({"folder": "x", "tier": abs, "partitions": 3}, "partitions: expected none with tier="),
        ({"folder": "x", "size": 31, "tier": abs}, "tier: expected none by index"),
        ({"size": 31, "undo": give, "store": "undecided"}, "store: expected none by index"),
        ({"size": 31, "undo": give, "limit": 9}, "limit: expected none by index"),
        ({"size": 31, "undo": give, "canonical": abs}, "canonical: expected none by index"),
        ({"size": 31, "undo": give, "ordered": True}, "undo: expected none for an ordered game"),
        ({"folder": 3}, "^folder: expected the path of a folder, got 3$"),
        ({"folder": b"x"}, "^folder: expected the path of a folder, got b'x'$"),
        ({"folder": ["x"], "size": 31}, "^folder: expected the path of a folder, got "),
        ({"folder": True, "tier": abs}, "^folder: expected the path of a folder, got True$"),
        ({"threads": 0}, "threads: expected"),
        ({"folder": "x", "threads": 0}, "threads: expected"),
        ({"folder": "x", "expect": 0}, "expect: expected"),
        ({"folder": "x", "checkpoint": -1.0}, "checkpoint: expected"),
        ({"play": "odd"}, "play: expected"),
        ({"folder": "x", "start": []}, "start: expected at least one position"),
    ],
)
def test_what_goes_with_another_way_is_refused(
    arguments: dict[str, Any], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(gg.GraphGameError, match=message):
        gg.build(take, **({"start": 30} | arguments))  # type: ignore[arg-type]
    assert not (tmp_path / "x").exists()


def test_a_rule_that_says_who_moves_is_for_solve(tmp_path: Path) -> None:
    class Rule:
        options = staticmethod(take)

        @staticmethod
        def owner(n: int) -> int:
            return n % 2

    for way in WAYS:
        with pytest.raises(gg.GraphGameError, match=r"without owner\(position\), which a database"):
            gg.build(Rule(), 30, **given(way, tmp_path))
