"""The different rows of an array, and what becomes of Ctrl-C while they are found."""

from __future__ import annotations

import gc
import sys
from collections import Counter
from itertools import count
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import graphgame as gg
from graphgame.arrays import distinct_rows

if TYPE_CHECKING:
    from collections.abc import Callable


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
