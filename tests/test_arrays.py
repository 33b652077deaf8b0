"""Views that stay read-only; the different rows of an array, and Ctrl-C while they are found."""

from __future__ import annotations

import copy
import gc
import io
import pickle
import sys
from collections import Counter
from itertools import count
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import graphgame as gg
from graphgame.arrays import distinct_rows, read_only

if TYPE_CHECKING:
    from collections.abc import Callable


# -- views that stay read-only --------------------------------------------------------------------

ARRAYS = {
    "int8": np.arange(5, dtype=np.int8),
    "int64": np.arange(5, dtype=np.int64),
    "uint64": np.arange(5, dtype=np.uint64),
    "long long": np.arange(5, dtype=np.longlong),
    "bool": np.array([True, False]),
    "words": np.array(["LOSE", "WIN"]),
    "objects": np.array([None, "a", (1, 2)], dtype=object),
    "pairs": np.arange(6, dtype=np.int32).reshape(3, 2),
    "three indices": np.zeros((2, 3, 4), dtype=np.uint16),
    "columns": np.arange(12.0).reshape(3, 4)[:, ::2],
    "backwards": np.arange(4)[::-1],
    "nothing": np.empty(0, dtype=np.int8),
    "no pairs": np.empty((0, 2), dtype=np.int32),
    "no words": np.empty(0, dtype="U4"),
    "one number": np.array(5),
    "a buffer": gg.solve([(0, 1), (1, 2)])._outcomes,
}


@pytest.mark.parametrize("name", ARRAYS)
def test_no_view_can_be_made_writable_again(name: str) -> None:
    array = ARRAYS[name]
    found, expected = read_only(array), np.asarray(array)
    assert (found.dtype, found.shape) == (expected.dtype, expected.shape)
    assert found.tolist() == expected.tolist()
    assert expected.size == 0 or np.shares_memory(found, expected), "no copy"
    for view in (found, found.view(), found[...], found.T, found.reshape(-1)):
        with pytest.raises(ValueError, match="cannot set WRITEABLE flag"):
            view.setflags(write=True)
        with pytest.raises(ValueError, match="cannot set WRITEABLE flag"):
            view.flags.writeable = True
    assert expected.flags.writeable, "the array stays as it was"
    assert copy.deepcopy(found).tolist() == expected.tolist()
    assert pickle.loads(pickle.dumps(found)).tolist() == expected.tolist()


@pytest.mark.parametrize("name", ["codes", "answers", "file"])
def test_codes_of_positions_stay_what_they_are(name: str) -> None:
    graph = gg.explore_codes(_down, [9])
    codes = {
        "codes": lambda: graph.labels.array,
        "answers": lambda: gg.build(_down, start=9).codes,
        "file": lambda: _loaded(gg.solve(graph)).game.labels.array,
    }[name]()
    with pytest.raises(ValueError, match="cannot set WRITEABLE flag"):
        codes.setflags(write=True)


def _down(codes: Any) -> tuple[Any, Any]:
    """Take 1 from every code."""
    sources = np.flatnonzero(codes)
    return sources, codes[sources] - 1


def _loaded(solution: gg.Solution) -> gg.Solution:
    file = io.BytesIO()
    solution.save(file)
    file.seek(0)
    return gg.Solution.load(file)


# -- different rows -------------------------------------------------------------------------------

KAYLES = gg.octal("0.77")
LOOPY = gg.loopy_grundy([(0, 0), (0, 1), (2, 2), (2, 1)])


@pytest.mark.parametrize("dtype", [np.int32, np.int64])
@pytest.mark.parametrize("width", [1, 2, 3, 7])
@pytest.mark.parametrize("size", [0, 1, 2, 40, 400])
@pytest.mark.parametrize("most", [1, 2, 5, 2**31 - 1])
def test_every_row_is_given_once_in_order_with_its_count(
    most: int, size: int, width: int, dtype: Any
) -> None:
    rows = np.random.default_rng(size).integers(-most, most, (size, width)).astype(dtype)
    before = rows.copy()
    found, counts = distinct_rows(rows)
    assert (rows == before).all() and found.dtype == dtype
    assert found.shape == (len(found), width) and counts.shape == (len(found),)
    expected = Counter(map(tuple, rows.tolist()))
    assert [*map(tuple, found.tolist())] == sorted(expected)
    assert counts.tolist() == [expected[row] for row in sorted(expected)]


def test_columns_that_stand_apart_in_memory_and_rows_that_are_one() -> None:
    table = np.arange(24).reshape(4, 6) // 7 % 2
    found, counts = distinct_rows(table[:, ::3])
    assert (found.tolist(), counts.tolist()) == ([[0, 0], [0, 1], [1, 0]], [1, 2, 1])
    found, counts = distinct_rows(np.zeros((9, 3), dtype=np.int64))
    assert (found.tolist(), counts.tolist()) == ([[0, 0, 0]], [9])


def _interrupted(work: Callable[[], object], call: int) -> bool:
    """Do some work, with Ctrl-C at the start of a call; say if it came to that."""
    left = call

    def interrupt(*_: Any) -> None:
        nonlocal left
        left -= 1
        if left < 0:
            sys.setprofile(None)
            raise KeyboardInterrupt

    # What the collector calls, such as a callback of Hypothesis, has nobody to raise it to.
    collects = gc.isenabled()
    gc.disable()
    before = sys.getprofile()
    sys.setprofile(interrupt)
    try:
        work()
    finally:
        sys.setprofile(before)
        if collects:
            gc.enable()
    return left < 0


@pytest.mark.parametrize(
    "work",
    [
        lambda: distinct_rows(np.array([[2, 1], [1, 2], [2, 1]])),
        lambda: KAYLES.options(9),
        lambda: KAYLES.graph(9, nimbers=True),
        LOOPY.histogram,
    ],
)
def test_an_interrupt_comes_out_as_one_wherever_it_comes(work: Callable[[], object]) -> None:
    """Of np.unique(axis=0), which compares records, it came out as a TypeError here and there."""
    expected = str(work())
    for call in count():
        try:
            if not _interrupted(work, call):
                break
        except KeyboardInterrupt:
            continue
        pytest.fail("the interrupt was lost")
    assert call > 3
    assert str(work()) == expected
