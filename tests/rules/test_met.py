"""Mappings that go with a rule: a key that is no position of the game is refused, as in a graph."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphgame as gg
from graphgame import LOSE, WIN, UnknownPositionError
from graphgame.big.indexed.indexed_game import IndexedGame
from tests.solving.kept_answers import kept


def take(n: int) -> list[int]:
    return [n - k for k in (1, 2, 3) if n >= k]


def take_many(codes: Any) -> Any:
    rows, taken = np.nonzero(codes[:, None] >= np.array([1, 2, 3]))
    return rows, codes[rows] - (taken + 1)


def folded(n: int) -> list[int]:
    return [abs(n) - 1, 1 - abs(n)] if n else []


EVERY = dict.fromkeys(range(7), 0)


@pytest.mark.parametrize(("call", "message"), [
    (lambda: gg.solve(take, start=6, presets={"3": WIN}), "presets.* 1 of 1 .*'3' of type str, wh"),
    (lambda: gg.solve(take, start=6, presets={3: WIN, 7: WIN}), "presets.* 1 of 2 .* 7;"),
    (lambda: gg.solve(take, start=6, presets={-1: (WIN, 2), 7: LOSE}), "2 of 2 .* -1, 7;"),
    (lambda: gg.solve(take, start=6, presets=dict.fromkeys(range(9, 99), 1)), "90 .*9, 10, 11, …"),
    (lambda: gg.solve(take, start=6, presets={6: WIN, 0: WIN}), "1 of 2 .* 0;"),  # behind an end
    (lambda: gg.solve(take_many, start=6, presets={7: WIN}), "presets.* 7;"),
    (lambda: gg.build(take, start=6, presets={7: WIN}), "presets.* 7;"),
    (lambda: gg.build(take_many, start=6, presets={7: WIN}), "presets.* 7;"),
    (lambda: gg.build(take, start=6, presets={7: WIN, 3: WIN}, store="undecided"), "1 of 2 .* 7;"),
    (lambda: gg.build(take_many, start=6, presets={7: WIN, 3: WIN}, store="undecided"), "2 .* 7;"),
    (lambda: gg.explore(take, 6, presets={(3,): WIN}), "presets.* of type tuple"),
    (lambda: gg.explore_codes(take_many, 6, presets={7: WIN}), "presets.* 7;"),
    (lambda: gg.explore_codes(take, 6, presets={7: WIN}, size=9), "presets.* 7;"),
    (lambda: gg.grundy(take, start=6, presets={7: LOSE}), "presets.* 7;"),
    (lambda: gg.loopy_grundy(take, start=6, presets={7: LOSE}), "presets.* 7;"),
    (lambda: gg.explore(folded, 4, canonical=abs, presets={-2: WIN, 9: WIN}), "1 of 2 .* 9;"),
    (lambda: gg.build(folded, start=4, canonical=abs, presets={9: WIN}), "9;"),
    (lambda: gg.build(folded, start=4, canonical=abs, presets={-9: WIN}, store="undecided"), "-9;"),
    (lambda: gg.solve(take, start=6, owner=EVERY | {7: 1}), "owner.* 1 of 8 .* 7;"),
    (lambda: gg.solve(take_many, start=6, owner=EVERY | {7: 1}), "owner.* 1 of 8 .* 7;"),
    (lambda: gg.attractor(take, EVERY | {7: 1}, [0], start=6), "owner.* 1 of 8 .* 7;"),
    (lambda: gg.solve_buchi(take, EVERY | {"a": 1}, [0], start=6), "'a' of type str"),
    (lambda: gg.ParityGame(take, EVERY | {7: 1}, EVERY, start=6), "owner.* 1 of 8 .* 7;"),
    (lambda: gg.solve_scores(take, start=6, scores={0: 4, 7: 1}), "scores.* 1 of 2 .* 7;"),
    (lambda: gg.solve_scores(take, start=6, scores={0: 4, "6": 1}), "scores.* '6' of type str"),
    (lambda: gg.solve_scores(take_many, start=6, scores={0: 4, 7: 1}), "scores.* 1 of 2 .* 7;"),
])  # fmt: skip
def test_a_key_that_is_never_met_is_refused(call: Any, message: str) -> None:
    with pytest.raises(UnknownPositionError, match=message):
        call()


def add(n: int) -> list[int]:
    return [n + k for k in (1, 2, 3) if n + k < 7]


def stored(how: str, folder: Path, rule: Any = take, **options: Any) -> Any:
    """Solve a game into a file or a folder; return what loads it with presets."""
    path, start = folder / "x", options.pop("start", 6)
    if how == "indexed":
        IndexedGame(7, add, 0, ordered=True, **options).solve(path)
        return lambda **given: gg.Database.open(path, add, **given)
    if how in ("partitions", "tiers"):
        way: Any = {"tier": lambda n: abs(n) // 2} if how == "tiers" else {"partitions": 2}
        gg.build(rule, start, folder=path, **way, **options).close()
        return lambda **given: gg.Database.open(path, rule, **given)
    first = np.array([start]) if how == "codes" else start
    gg.build(rule, start=first, **options).save(path)
    return lambda **given: gg.Database.load(path, rule=rule, **given)


@pytest.mark.parametrize("how", ["answers", "codes", "partitions", "tiers", "indexed"])
@pytest.mark.parametrize("key", [7, -1, 99])
def test_a_key_that_is_never_met_is_refused_where_answers_are_loaded(
    how: str, key: int, tmp_path: Path
) -> None:
    load = stored(how, tmp_path, presets={3: WIN})
    with pytest.raises(UnknownPositionError, match=rf"presets.* 1 of 2 .* {key};"):
        load(presets={3: WIN, key: LOSE})
    assert load(presets={3: WIN}).verify()
    assert load(presets={3: WIN, key: LOSE}.get).verify()


def test_keys_of_classes_where_answers_are_loaded(tmp_path: Path) -> None:
    for how in ("answers", "partitions"):
        (tmp_path / how).mkdir()
        load = stored(how, tmp_path / how, folded, start=4, canonical=abs, presets={2: WIN})
        with pytest.raises(UnknownPositionError, match="1 of 2 .* 9;"):
            load(canonical=abs, presets={-2: WIN, 9: WIN})
        assert load(canonical=abs, presets={-2: WIN}).outcome(-2) is WIN


def test_keys_of_another_type_where_answers_are_loaded(tmp_path: Path) -> None:
    load = stored("answers", tmp_path)
    with pytest.raises(UnknownPositionError, match="'3' of type str"):
        load(presets={"3": WIN})
    path = tmp_path / "undecided"
    rule: Any = lambda word: [word[1:], word[2:]] if word else []  # noqa: E731
    gg.build(rule, start="aaaaa", presets={"aa": WIN}, store="undecided").save(path)
    with pytest.raises(UnknownPositionError, match="2 of type int"):
        gg.Database.load(path, rule=rule, presets={"aa": WIN, 2: WIN})
    # What is not stored may have been met: of a file of undecided positions nobody knows.
    assert gg.Database.load(path, rule=rule, presets={"aa": WIN, "b": WIN}).verify()


@pytest.mark.parametrize("keep", ["graph", "answers", "undecided"])
@pytest.mark.parametrize("rule", [take, take_many])
@pytest.mark.parametrize("presets", [{}, {3: WIN}, {6: WIN}, {0: WIN, 1: LOSE}, {3: None}])
def test_keys_that_are_met_are_used(rule: Any, presets: Any, keep: Any) -> None:
    s = kept(keep, rule, start=6, presets=presets)
    expected = gg.solve(take, start=6, presets=presets.get)
    assert [s.outcome(v) for v in expected] == [expected.outcome(v) for v in expected]
    assert s.verify()


@pytest.mark.parametrize("keep", ["graph", "answers", "undecided"])
def test_a_key_may_be_any_position_of_a_class(keep: Any) -> None:
    s = kept(keep, folded, start=4, canonical=abs, presets={-2: WIN})
    assert [str(s.outcome(v)) for v in (4, 3, -3, 2)] == ["WIN", "LOSE", "LOSE", "WIN"]


def test_a_function_may_know_positions_that_are_not_met() -> None:
    assert gg.solve(take, start=6, presets={3: WIN, 7: WIN}.get).outcome(3) is WIN


def test_a_limit_comes_before_what_is_not_met() -> None:
    with pytest.raises(gg.ExplorationLimitError) as stopped:
        gg.solve(take, start=6, presets={0: WIN, 7: WIN}, limit=3)
    assert stopped.value.explorer is not None
    with pytest.raises(UnknownPositionError, match="7"):
        stopped.value.explorer.run()
