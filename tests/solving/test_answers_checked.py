"""What refuses wrong answers, wrong files and wrong calls of answers that are kept alone.

Pinned here: a change of any field of right answers is refused by `verify`, and so is a missing or
strange position; a damaged file is refused when it is read; every wrong call says what to do.
"""

from __future__ import annotations

import ctypes
import io
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import assume, given, strategies as st

import graphgame as gg
from graphgame import archive
from graphgame.rules.batches import ask_batch
from graphgame.solving import _sorting
from graphgame.solving.decoding import decoded
from graphgame.solving.positions import CodePositions
from tests.reference.graphs import Game
from tests.rules.test_explore_compiled import native_preset, native_take, native_wrong
from tests.solving.test_answers import Rules, coded
from tests.strategies import games

Codes = npt.NDArray[np.int64]


def take(n: int) -> list[int]:
    return [n - k for k in (1, 2, 3) if n >= k]


def take_many(codes: Codes) -> tuple[Codes, Codes]:
    sources, taken = np.nonzero(codes[:, None] >= np.array([1, 2, 3]))
    return sources, codes[sources] - (taken + 1)


def of_take(n: int = 20, rule: Any = take_many) -> gg.Answers[int]:
    return gg.solve(rule, start=n, keep="answers")


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


# -- sorting and packing ---------------------------------------------------------------------------

INT64 = st.integers(-(2**63), 2**63 - 1)
NEAR = st.integers(-300, 300)


@given(st.lists(INT64 | NEAR, max_size=200, unique=True), st.sampled_from([np.uint8, np.uint32]))
def test_codes_are_sorted_with_their_labels(codes: list[int], dtype: Any) -> None:
    array = np.array(codes, dtype=np.int64)
    values = np.arange(len(codes)) * 7 % 251
    labels = _labels_buffer(values, dtype)
    _sorting.sort_labels(array, labels)
    assert array.tolist() == sorted(codes)
    assert np.asarray(labels).tolist() == [
        x for _, x in sorted(zip(codes, values.tolist(), strict=True))
    ]


def _labels_buffer(values: Any, dtype: Any) -> Any:
    """Return a Buffer of these labels; a long remoteness makes it wide."""
    from graphgame.solving import _answers

    remoteness = np.zeros(len(values), dtype=np.int32)
    if dtype == np.uint32 and len(values):
        remoteness[0] = 1000
    labels = _answers.pack_labels(np.zeros(len(values), dtype=np.int8), remoteness)
    np.asarray(labels)[:] = values
    return labels


@pytest.mark.parametrize("kind", ["random", "dense", "skewed", "high", "same"])
def test_many_codes_are_sorted(kind: str) -> None:
    random = np.random.default_rng(5)
    n = 100_000
    codes = {
        "random": lambda: random.integers(-(2**63), 2**63 - 1, n),
        "dense": lambda: random.permutation(n) - n // 2,
        "skewed": lambda: ((random.random(n) + 1e-6) ** -2.5).astype(np.int64),
        "high": lambda: random.integers(0, 256, n) << 56,
        "same": lambda: np.full(n, -3),
    }[kind]()
    order = np.argsort(codes, kind="stable")
    labels = _labels_buffer(codes & 127, np.uint8)
    array = codes.copy()
    _sorting.sort_labels(array, labels)
    assert (array == codes[order]).all()
    assert (np.asarray(labels) == array & 127).all()


@given(st.sets(INT64 | NEAR, max_size=60))
def test_codes_are_packed_and_unpacked(codes: set[int]) -> None:
    array = np.array(sorted(codes), dtype=np.int64)
    packed = np.asarray(_sorting.pack(array))
    assert len(packed) <= 10 * len(array)
    assert (np.asarray(_sorting.unpack(packed, len(array))) == array).all()
    for n in (len(array) - 1, len(array) + 1):
        with pytest.raises(ValueError, match="code|byte"):
            _sorting.unpack(packed, n)


@pytest.mark.parametrize(
    ("packed", "n", "message"),
    [
        ([1, 0], 2, "greater"),
        ([0x80], 1, "early"),
        ([0xFF] * 10, 1, "64 bits"),
        ([0x80] * 9 + [2], 1, "64 bits"),
        ([0xFF] * 9 + [1, 1], 2, "greater"),
        ([5, 6], 1, "no more"),
        ([5], 2, "at least a byte"),
        ([5], -1, "at least a byte"),
    ],
)
def test_bytes_that_pack_no_codes_are_refused(packed: list[int], n: int, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        _sorting.unpack(np.array(packed, dtype=np.uint8), n)


def test_labels_must_be_as_many_as_codes() -> None:
    with pytest.raises(ValueError, match="as many"):
        _sorting.sort_labels(np.zeros(3, dtype=np.int64), _labels_buffer(np.zeros(2), np.uint8))


# -- files -----------------------------------------------------------------------------------------


def parts_of(s: gg.Answers[Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    file = io.BytesIO()
    s.save(file)
    file.seek(0)
    with np.load(file) as arrays:
        found = dict(arrays)
    header = archive.read_json(found.pop("header"))
    return header, found


def loaded(header: dict[str, Any], arrays: dict[str, Any]) -> gg.Answers[Any]:
    file = io.BytesIO()
    rest = {k: v for k, v in header.items() if k not in ("format", "version", "arrays")}
    archive.save(file, header["format"], header["version"], rest, arrays)
    file.seek(0)
    return gg.Answers.load(file)


def test_a_file_takes_few_bytes_for_a_position() -> None:
    file = io.BytesIO()
    s = of_take(100_000)
    s.save(file)
    assert file.tell() < 100_001 * 10
    short = gg.solve(take_many, start=100, keep="answers")
    header, arrays = parts_of(short)
    assert sum(a.nbytes for a in arrays.values()) < 101 * 2 + 30
    assert loaded(header, arrays).codes.tolist() == short.codes.tolist()


@pytest.mark.parametrize("n", [126, 127, 253, 254, 255, 600])
def test_a_long_way_is_kept_in_a_file(n: int) -> None:
    for rule in (
        lambda codes: (np.flatnonzero(codes), codes[codes > 0] - 1),
        lambda v: [v - 1][:v],
    ):
        s = gg.solve(rule, start=n, keep="answers")
        again = loaded(*parts_of(s))
        assert [*again] == [*s]
        assert again.remoteness.tolist() == s.remoteness.tolist()
        assert again.outcomes.tolist() == s.outcomes.tolist()
        assert again._labels.dtype == s._labels.dtype


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("answers", np.zeros(20, dtype=np.uint8), "answers: expected 21 values"),
        ("answers", np.zeros(21, dtype=np.int8), "answers: expected 21 values of uint8"),
        ("answers", np.full(21, 253, dtype=np.uint8), "far: expected 21 values"),
        ("answers", np.full(21, 60, dtype=np.uint8), "remoteness below 21"),
        ("far", np.zeros(1, dtype=np.uint32), "far: expected 0 values"),
        ("codes", np.zeros(21, dtype=np.uint8), "greater than the one before"),
        ("codes", np.zeros(21, dtype=np.int64), "codes: expected values of uint8"),
        ("starts", np.array([21]), "starts: expected positions"),
        ("starts", np.array([1], dtype=np.int32), "starts: expected values of int64"),
    ],
)
def test_a_damaged_file_is_refused(name: str, value: Any, message: str) -> None:
    header, arrays = parts_of(of_take())
    with pytest.raises(gg.SolutionFileError, match=message):
        loaded(header, arrays | {name: value})


def test_a_file_of_labels_that_is_damaged_is_refused() -> None:
    header, arrays = parts_of(gg.solve(take, start=20, keep="answers"))
    assert [*loaded(header, arrays)] == [*range(20, -1, -1)]
    for text in ("[1,2]", '"x"', str([1] * 21)):
        with pytest.raises(gg.SolutionFileError):
            loaded(header, arrays | {"labels": archive.text_array(text)})
    for start in (-1, 21):
        with pytest.raises(gg.SolutionFileError, match="starts"):
            loaded(header, arrays | {"starts": np.array([start])})
    with pytest.raises(gg.SolutionFileError, match="n: expected an integer"):
        loaded(header | {"n": "x"}, arrays)
    far = {"answers": np.full(21, 253, dtype=np.uint8), "far": np.full(21, 3, dtype=np.uint32)}
    with pytest.raises(gg.SolutionFileError, match="far: expected labels from 253 on"):
        loaded(header, arrays | far)


def test_other_files_are_refused() -> None:
    file = io.BytesIO()
    gg.solve(take, start=5).save(file)
    file.seek(0)
    with pytest.raises(gg.SolutionFileError, match="graphgame answers"):
        gg.Answers.load(file)


# -- wrong calls -----------------------------------------------------------------------------------


def test_without_a_rule_there_are_answers_and_no_moves() -> None:
    s = of_take()
    bare = loaded(*parts_of(s))
    assert [bare.outcome(x) for x in bare] == [s.outcome(x) for x in s]
    assert (bare.counts(), bare.longest(), bare.result) == (s.counts(), s.longest(), s.result)
    assert bare.best_move(0) is None
    assert bare.winning_moves(0) == []
    for call in (
        lambda: bare.best_move(5),
        lambda: bare.winning_moves(5),
        lambda: bare[5],
        bare.line,
        bare.verify,
        bare.graph,
    ):
        with pytest.raises(gg.GraphGameError, match=r"Answers\.load\(file, rule=rule\)"):
            call()


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
