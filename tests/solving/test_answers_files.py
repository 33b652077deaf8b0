"""Files of answers that are kept alone: their codes are sorted and packed.

Pinned here: codes keep their labels when they are sorted; a file takes few bytes for a position and
keeps a long way; a damaged file is refused when it is read; without a rule there are no moves.
"""

from __future__ import annotations

import io
from typing import Any

import numpy as np
import pytest
from hypothesis import given, strategies as st

import graphgame as gg
from graphgame import archive
from graphgame.answers import _sorting
from graphgame.graphs.form import write
from tests.solving.kept_answers import of_take, take, take_many

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
    from graphgame.solving import _without_graph

    remoteness = np.zeros(len(values), dtype=np.int32)
    if dtype == np.uint32 and len(values):
        remoteness[0] = 1000
    labels = _without_graph.pack_labels(np.zeros(len(values), dtype=np.int8), remoteness)
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


def parts_of(s: gg.Database[Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    file = io.BytesIO()
    s.save(file)
    file.seek(0)
    with np.load(file) as arrays:
        found = dict(arrays)
    header = archive.read_json(found.pop("header"))
    return header, found


def loaded(header: dict[str, Any], arrays: dict[str, Any]) -> gg.Database[Any]:
    file = io.BytesIO()
    rest = {k: v for k, v in header.items() if k not in ("format", "version", "arrays")}
    known = {"format": header["format"], "version": header["version"], **rest}
    write(file, known | {"arrays": sorted(arrays)}, arrays)
    file.seek(0)
    return gg.Database.load(file)


def test_a_file_takes_few_bytes_for_a_position() -> None:
    file = io.BytesIO()
    s = of_take(100_000)
    s.save(file)
    assert file.tell() < 100_001 * 10
    short = gg.build(take_many, start=100)
    header, arrays = parts_of(short)
    assert sum(a.nbytes for a in arrays.values()) < 101 * 2 + 30
    assert loaded(header, arrays).codes.tolist() == short.codes.tolist()


@pytest.mark.boundary
@pytest.mark.parametrize("n", [126, 127, 253, 254, 255, 600])
def test_a_long_way_is_kept_in_a_file(n: int) -> None:
    for rule in (
        lambda codes: (np.flatnonzero(codes), codes[codes > 0] - 1),
        lambda v: [v - 1][:v],
    ):
        s = gg.build(rule, start=n)
        again = loaded(*parts_of(s))
        assert [*again] == [*s]
        assert again.remoteness.tolist() == s.remoteness.tolist()
        assert again.outcomes.tolist() == s.outcomes.tolist()
        assert again._storage.labels.dtype == s._storage.labels.dtype


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
    header, arrays = parts_of(gg.build(take, start=20))
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
    with pytest.raises(gg.SolutionFileError, match="far: expected values from 253 on"):
        loaded(header, arrays | far)


def test_other_files_are_refused() -> None:
    file = io.BytesIO()
    gg.solve(take, start=5).save(file)
    file.seek(0)
    with pytest.raises(gg.SolutionFileError, match="graphgame answers"):
        gg.Database.load(file)


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
        with pytest.raises(gg.GraphGameError, match=r"Database\.load\(file, rule=…\)"):
            call()
