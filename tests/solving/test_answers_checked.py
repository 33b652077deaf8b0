"""What refuses wrong answers and wrong calls of answers that are kept alone.

Pinned here: a change of any field of right answers is refused by `verify`, and so is a missing or
strange position; every wrong call says what to do.
"""

from __future__ import annotations

import ctypes
import io
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, strategies as st

import graphgame as gg
from graphgame.rules.batches import ask_batch
from tests.reference.graphs import Game
from tests.rules.test_explore_compiled import native_preset, native_take, native_wrong
from tests.solving.kept_answers import changed, kept, of_take, take, take_many
from tests.solving.test_answers import Rules, coded
from tests.strategies import games


def refused(s: gg.Database[Any]) -> bool:
    try:
        s.verify()
    except gg.GraphGameError:
        return True
    return False


# -- certificates ----------------------------------------------------------------------------------


@given(game=games(max_positions=6), data=st.data())
def test_any_other_label_is_refused(game: Game, data: st.DataObject) -> None:
    assume(game.n)
    s = Rules(game).answers(data.draw(st.sampled_from(["positions", "batch", "compiled"])))
    labels = s._storage.labels.copy()
    v = data.draw(st.integers(0, game.n - 1))
    labels[v] = data.draw(st.integers(0, 255).filter(lambda x: x != labels[v]))
    assert refused(changed(s, labels=labels))


@given(game=games(max_positions=6))
def test_another_play_is_refused_where_it_matters(game: Game) -> None:
    assume(game.n)
    s = Rules(game).answers("batch")
    other = Game(game.n, game.edges, game.presets, "misere" if game.play == "normal" else "normal")
    there = Rules(other).answers("batch")
    differ = (s._storage.labels != there._storage.labels).any()
    assert refused(changed(s, play=there.play)) == bool(differ)


@pytest.mark.parametrize("rule", [take_many, native_take])
def test_other_codes_are_refused(rule: Any) -> None:
    s = of_take(rule=rule)
    assert not refused(s)
    codes = s.codes

    def with_codes(array: Any, labels: Any = s._storage.labels, **parts: Any) -> gg.Database[int]:
        return changed(s, codes=array, labels=labels, **parts)

    for v in range(len(s)):  # one that is missing
        assert refused(with_codes(np.delete(codes, v), np.delete(s._storage.labels, v)))
    strange = codes.copy()
    strange[-1] = 21
    assert refused(with_codes(strange))
    assert refused(with_codes(codes[::-1], s._storage.labels[::-1]))
    assert refused(with_codes(np.repeat(codes, 2), np.repeat(s._storage.labels, 2)))
    assert refused(changed(s, starts=[21]))
    assert refused(with_codes(codes[:0], s._storage.labels[:0]))
    assert not refused(with_codes(codes[:0], s._storage.labels[:0], starts=[]))
    assert not refused(with_codes(codes[:9], s._storage.labels[:9], starts=[3]))


def test_another_rule_is_refused() -> None:
    s = of_take()
    other = gg.build(lambda codes: take_many(codes - (codes == 8)), start=20)
    assert refused(changed(s, rule=other))
    by_hand = gg.build(take, start=20)
    shorter = gg.build(take, start=19)
    # A position that nothing leads to is no harm, where its answer is right.
    assert not refused(changed(by_hand, starts=[19], rule=shorter))
    assert refused(changed(by_hand, starts=[21]))
    assert refused(changed(by_hand, rule=gg.build(lambda n: [n - 1][:n], start=20)))


def test_a_refusal_names_the_position_and_its_options() -> None:
    s = of_take()
    labels = s._storage.labels.copy()
    labels[6] += 2
    with pytest.raises(
        gg.VerificationError, match=r"position 6: expected .*its options: "
    ) as caught:
        changed(s, labels=labels).verify()
    assert sorted(w for w, _, _ in caught.value.options) == [3, 4, 5]


def test_more_positions_than_are_checked_at_a_time() -> None:
    s = of_take(40_000)
    assert s._storage.labels.dtype == np.uint32
    assert s.verify() is True
    for v in (0, 16_383, 16_384, 39_999):
        labels = s._storage.labels.copy()
        labels[v] ^= 1
        assert refused(changed(s, labels=labels))
    assert s.longest()[gg.LOSE] == s.remoteness_of(40_000) == 20_000
    line = s.line()
    assert (len(line), line[-1], line.closes_at) == (20_001, 0, None)


# -- wrong calls -----------------------------------------------------------------------------------


@pytest.mark.parametrize("position", [21, -1, 7.5, "x", None, True, 2**70, (1,)])
def test_unknown_positions(position: Any) -> None:
    s = of_take()
    assert position not in s
    for ask in (s.outcome, s.remoteness_of, s.best_move, s.winning_moves, s.line, s.__getitem__):
        with pytest.raises(gg.UnknownPositionError, match="does not exist among the 21 positions"):
            ask(position)


def test_integers_of_numpy_are_codes() -> None:
    s = of_take()
    assert np.int8(5) in s
    assert s.outcome(np.uint64(5)) is s.outcome(5)  # type: ignore[arg-type]


def test_wrong_calls_of_solve() -> None:
    with pytest.raises(gg.GraphGameError, match="store: expected 'all' or 'undecided', got 'any'"):
        gg.build(take, start=5, store="any")
    with pytest.raises(gg.GraphGameError, match="start: expected the position where play begins"):
        gg.build([(0, 1)])
    with pytest.raises(gg.GraphGameError, match="rule: expected a function, or an object with"):
        gg.build([(0, 1)], start=0)
    with pytest.raises(gg.GraphGameError, match="play: expected"):
        gg.build(take, start=5, play="odd")  # type: ignore[arg-type]
    with pytest.raises(gg.GraphGameError, match="threads: expected"):
        gg.build(take, start=5, threads=0)
    with pytest.raises(gg.ExplorationLimitError):
        gg.build(take_many, start=50, limit=10)
    with pytest.raises(gg.GraphGameError, match="rule: expected a function"):
        gg.build(3.5, start=5)
    with pytest.raises(gg.GraphGameError, match="expected a number of options, got -5"):
        gg.build(native_wrong, start=5)
    assert kept("graph", take, start=5).outcome(5) is gg.WIN


def test_without_a_start() -> None:
    s = gg.build(take, start=[])
    assert (len(s), s.start, [*s]) == (0, None, [])
    assert s.verify() is True
    with pytest.raises(gg.GraphGameError, match="start"):
        _ = s.result
    with pytest.raises(gg.GraphGameError, match="start"):
        s.line()


def test_labels_have_no_codes() -> None:
    s = gg.build(lambda x: [x[1:]] if x else [], start="ab")
    assert [*s] == ["ab", "b", ""]
    assert s.table()["position"].tolist() == ["ab", "b", ""]
    with pytest.raises(gg.GraphGameError, match="codes: expected a rule on codes"):
        _ = s.codes


def test_a_rule_that_is_not_the_one_that_was_solved() -> None:
    file = io.BytesIO()
    of_take().save(file)
    other: Any = lambda codes: (np.arange(len(codes)), codes + 50)  # noqa: E731
    none: Any = lambda codes: (codes[:0], codes[:0])  # noqa: E731
    for rule, found in ((other, "the option 50, which is no position there"), (none, "no options")):
        file.seek(0)
        with pytest.raises(gg.RuleMismatchError, match=f"as the file has it, got .*{found}; load"):
            gg.Database.load(file, rule=rule)
    # A rule that was the right one, and is not any more.
    asked = [of_take()._rule().rules.options]
    file.seek(0)

    def changing(codes: Any) -> Any:
        return asked[0](codes)

    answers = gg.Database.load(file, rule=changing)
    asked[0] = other
    with pytest.raises(gg.GraphGameError, match="rule: expected the one that was solved, got 55"):
        answers.best_move(5)
    asked[0] = none
    with pytest.raises(gg.GraphGameError, match="got none of the options that make 5 a WIN"):
        answers.best_move(5)


def test_what_a_compiled_rule_returns_is_checked_again() -> None:
    wrong = ctypes.c_int64(0)
    kind = ctypes.CFUNCTYPE(
        ctypes.c_int64,
        ctypes.c_int64,
        ctypes.POINTER(ctypes.c_int64),
        ctypes.c_int64,
        ctypes.c_void_p,
    )
    outcome = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64, ctypes.c_void_p)
    rule = kind(lambda code, options, room, data: -wrong.value)
    presets = outcome(lambda code, data: 2 + 7 * (wrong.value == 2))
    s = gg.build(rule, start=3, presets=presets)
    assert s.verify() is True
    for value, message in ((1, "number of options, got -1"), (2, "got 9")):
        wrong.value = value
        with pytest.raises(gg.GraphGameError, match=message):
            s.verify()


def test_a_preset_position_is_asked_for_no_options() -> None:
    s = gg.build(native_take, start=10, presets=native_preset)
    assert s._rule().rules is not None
    sources, options, presets, _ = ask_batch(s._rule().rules, np.array([2, 3]))
    assert presets is not None
    assert (presets.tolist(), sources.tolist()) == ([1, 2], [1, 1, 1])
    assert sorted(options.tolist()) == [0, 1, 2]
    assert (s.best_move(2), s.winning_moves(2), s.verify()) == (None, [], True)


def test_room_grows_when_a_compiled_rule_is_asked_again() -> None:
    from tests.rules.test_explore_compiled import native_fan

    s = gg.build(native_fan, start=0)
    assert (len(s), s.best_move(0), s.verify()) == (100_001, 1, True)
    assert coded(0) not in s
