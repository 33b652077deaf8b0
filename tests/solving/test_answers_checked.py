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
from graphgame.solving.decoding import decoded
from graphgame.solving.positions import CodePositions
from tests.reference.graphs import Game
from tests.rules.test_explore_compiled import native_preset, native_take, native_wrong
from tests.solving.kept_answers import of_take, take, take_many
from tests.solving.test_answers import Rules, coded
from tests.strategies import games


def changed(s: gg.Answers[Any], **parts: Any) -> gg.Answers[Any]:
    """Return answers of which some parts are others."""
    kept = {
        "positions": s._positions,
        "labels": s._labels,
        "play": s.play,
        "starts": s._starts,
        "rules": s._rules,
    }
    return gg.Answers(**(kept | parts))


def refused(s: gg.Answers[Any]) -> bool:
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
    labels = s._labels.copy()
    v = data.draw(st.integers(0, game.n - 1))
    labels[v] = data.draw(st.integers(0, 255).filter(lambda x: x != labels[v]))
    assert refused(changed(s, labels=labels))


@given(game=games(max_positions=6))
def test_another_play_is_refused_where_it_matters(game: Game) -> None:
    assume(game.n)
    s = Rules(game).answers("batch")
    other = Game(game.n, game.edges, game.presets, "misere" if game.play == "normal" else "normal")
    there = Rules(other).answers("batch")
    differ = (s._labels != there._labels).any()
    assert refused(changed(s, play=there.play)) == bool(differ)


@pytest.mark.parametrize("rule", [take_many, native_take])
def test_other_codes_are_refused(rule: Any) -> None:
    s = of_take(rule=rule)
    assert not refused(s)
    codes = s.codes

    def with_codes(array: Any, labels: Any = s._labels, **parts: Any) -> gg.Answers[int]:
        return changed(s, positions=CodePositions(np.array(array)), labels=labels, **parts)

    for v in range(len(s)):  # one that is missing
        assert refused(with_codes(np.delete(codes, v), np.delete(s._labels, v)))
    strange = codes.copy()
    strange[-1] = 21
    assert refused(with_codes(strange))
    assert refused(with_codes(codes[::-1], s._labels[::-1]))
    assert refused(with_codes(np.repeat(codes, 2), np.repeat(s._labels, 2)))
    assert refused(changed(s, starts=[21]))
    assert refused(with_codes(codes[:0], s._labels[:0]))
    assert not refused(with_codes(codes[:0], s._labels[:0], starts=[]))
    assert not refused(with_codes(codes[:9], s._labels[:9], starts=[3]))


def test_another_rule_is_refused() -> None:
    s = of_take()
    other = gg.solve(lambda codes: take_many(codes - (codes == 8)), start=20, keep="answers")
    assert refused(changed(s, rules=other._rules))
    by_hand = gg.solve(take, start=20, keep="answers")
    shorter = gg.solve(take, start=19, keep="answers")
    assert refused(changed(by_hand, starts=[19], rules=shorter._rules))
    assert refused(
        changed(by_hand, rules=gg.solve(lambda n: [n - 1][:n], start=20, keep="answers")._rules)
    )


def test_a_refusal_names_the_position_and_its_options() -> None:
    s = of_take()
    labels = s._labels.copy()
    labels[6] += 2
    with pytest.raises(
        gg.VerificationError, match=r"position 6: expected .*its options: "
    ) as caught:
        changed(s, labels=labels).verify()
    assert sorted(w for w, _, _ in caught.value.options) == [3, 4, 5]


def test_more_positions_than_are_checked_at_a_time() -> None:
    s = of_take(40_000)
    assert s._labels.dtype == np.uint32
    assert s.verify() is True
    for v in (0, 16_383, 16_384, 39_999):
        labels = s._labels.copy()
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
        with pytest.raises(gg.UnknownPositionError, match="does not exist among the 21 codes"):
            ask(position)


def test_integers_of_numpy_are_codes() -> None:
    s = of_take()
    assert np.int8(5) in s
    assert s.outcome(np.uint64(5)) is s.outcome(5)  # type: ignore[arg-type]


def test_wrong_calls_of_solve() -> None:
    with pytest.raises(
        gg.GraphGameError, match="keep: expected 'graph', 'answers' or 'undecided', got 'all'"
    ):
        gg.solve(take, start=5, keep="all")  # type: ignore[call-overload]
    with pytest.raises(gg.GraphGameError, match="keep: expected 'graph' without a start"):
        gg.solve([(0, 1)], keep="answers")  # type: ignore[call-overload]
    with pytest.raises(gg.GraphGameError, match="play: expected"):
        gg.solve(take, start=5, keep="answers", play="odd")  # type: ignore[call-overload]
    with pytest.raises(gg.GraphGameError, match="threads: expected"):
        gg.solve(take, start=5, keep="answers", threads=0)
    with pytest.raises(gg.ExplorationLimitError):
        gg.solve(take_many, start=50, keep="answers", limit=10)
    with pytest.raises(gg.GraphGameError, match="rule: expected a function"):
        gg.solve(3.5, start=5, keep="answers")
    with pytest.raises(gg.GraphGameError, match="expected a number of options, got -5"):
        gg.solve(native_wrong, start=5, keep="answers")
    assert gg.solve(take, start=5, keep="graph").outcome(5) is gg.WIN


def test_without_a_start() -> None:
    s = gg.solve(take, start=[], keep="answers")
    assert (len(s), s.start, [*s]) == (0, None, [])
    assert s.verify() is True
    with pytest.raises(gg.GraphGameError, match="start"):
        _ = s.result
    with pytest.raises(gg.GraphGameError, match="start"):
        s.line()


def test_labels_have_no_codes() -> None:
    s = gg.solve(lambda x: [x[1:]] if x else [], start="ab", keep="answers")
    assert [*s] == ["ab", "b", ""]
    assert s.table()["position"].tolist() == ["ab", "b", ""]
    with pytest.raises(gg.GraphGameError, match="codes: expected a rule on codes"):
        _ = s.codes


def test_a_rule_that_is_not_the_one_that_was_solved() -> None:
    file = io.BytesIO()
    of_take().save(file)
    file.seek(0)
    other = gg.Answers.load(file, rule=lambda codes: (np.arange(len(codes)), codes + 50))
    with pytest.raises(gg.GraphGameError, match="rule: expected the one that was solved, got 55"):
        other.best_move(5)
    file.seek(0)
    none = gg.Answers.load(file, rule=lambda codes: (codes[:0], codes[:0]))
    with pytest.raises(gg.GraphGameError, match="got none of the options that make 5 a WIN"):
        none.best_move(5)


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
    s = gg.solve(rule, start=3, presets=presets, keep="answers")
    assert s.verify() is True
    for value, message in ((1, "number of options, got -1"), (2, "got 9")):
        wrong.value = value
        with pytest.raises(gg.GraphGameError, match=message):
            s.verify()


def test_a_preset_position_is_asked_for_no_options() -> None:
    s = gg.solve(native_take, start=10, presets=native_preset, keep="answers")
    assert s._rules is not None
    sources, options, presets, _ = ask_batch(s._rules, np.array([2, 3]))
    assert presets is not None
    assert (presets.tolist(), sources.tolist()) == ([1, 2], [1, 1, 1])
    assert sorted(options.tolist()) == [0, 1, 2]
    assert (s.best_move(2), s.winning_moves(2), s.verify()) == (None, [], True)


def test_room_grows_when_a_compiled_rule_is_asked_again() -> None:
    from tests.rules.test_explore_compiled import native_fan

    s = gg.solve(native_fan, start=0, keep="answers")
    assert (len(s), s.best_move(0), s.verify()) == (100_001, 1, True)
    assert coded(0) not in s


def test_decoded_labels() -> None:
    narrow = np.array([0, 1, 252, 253, 254, 255], dtype=np.uint8)
    wide = np.array([0, 1, 252, 253, 2**32 - 2, 2**32 - 1], dtype=np.uint32)
    for labels in (narrow, wide):
        outcomes, remoteness = decoded(labels)
        assert outcomes.tolist() == [-1, 1, -1, 1, 0, 0]
        assert remoteness.tolist() == [0, 0, 126, 126, 0, -1]
