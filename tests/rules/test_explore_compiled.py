"""Compiled rules: what `explore_codes` takes by its address."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import graphgame as gg
from tests.rules.test_explore import TakeGame, rows_of, take, take_codes

Codes = npt.NDArray[np.int64]


# -- compiled rules -------------------------------------------------------------------------------

RULE = ctypes.CFUNCTYPE(
    ctypes.c_int64, ctypes.c_int64, ctypes.POINTER(ctypes.c_int64), ctypes.c_int64, ctypes.c_void_p
)
OUTCOME = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64, ctypes.c_void_p)


@RULE
def native_take(code: int, options: Any, room: int, data: Any) -> int:
    found = take(code)
    if len(found) <= room:
        for k, option in enumerate(found):
            options[k] = option
    return len(found)


@RULE
def native_fan(code: int, options: Any, room: int, data: Any) -> int:
    """From 0 to 1 … 100000, more than there is room for at first; from there nowhere."""
    if code == 0 and room >= 100_000:
        for k in range(100_000):
            options[k] = k + 1
    return 100_000 if code == 0 else 0


@RULE
def native_wrong(code: int, options: Any, room: int, data: Any) -> int:
    return -5


@OUTCOME
def native_preset(code: int, data: Any) -> int:
    return 1 if code == 2 else 2


def test_a_ctypes_function_is_a_compiled_rule() -> None:
    graph = gg.explore_codes(native_take, [50, 47])
    same = gg.explore_codes(take_codes, [50, 47])
    assert list(graph.labels or ()) == list(same.labels or ())
    assert rows_of(graph) == rows_of(same)


def test_a_compiled_preset() -> None:
    graph = gg.explore_codes(native_take, 10, presets=native_preset)
    same = gg.explore(TakeGame(), 10)
    assert rows_of(graph) == rows_of(same)
    assert graph.presets is not None and same.presets is not None
    assert graph.presets.tolist() == same.presets.tolist()


def test_room_grows_for_a_position_of_many_options() -> None:
    graph = gg.explore_codes(native_fan, 0)
    assert (graph.n, graph.m) == (100_001, 100_000)
    assert gg.solve(graph).outcome(0) is gg.WIN


def test_a_compiled_rule_that_returns_nonsense_is_refused() -> None:
    with pytest.raises(gg.GraphGameError, match="rule at 3: expected a number of options, got -5"):
        gg.explore_codes(native_wrong, 3)


def test_addresses_and_holders_of_addresses() -> None:
    address = ctypes.cast(native_take, ctypes.c_void_p).value
    assert address is not None

    class Holder:  # what numba.cfunc gives has this attribute
        def __init__(self) -> None:
            self.address = address

    for rule in (address, Holder()):
        assert gg.explore_codes(rule, 20).n == 21
    with pytest.raises(gg.GraphGameError, match="null pointer"):
        gg.explore_codes(0, 20)
    with pytest.raises(gg.GraphGameError, match="got 7, where no code is"):
        gg.explore_codes(7, 20)


def test_a_scipy_low_level_callable_with_user_data() -> None:
    scipy = pytest.importorskip("scipy")

    @RULE
    def step(code: int, options: Any, room: int, data: int) -> int:
        if room:
            options[0] = code - ctypes.cast(data, ctypes.POINTER(ctypes.c_int64))[0]
        return int(code > 0)

    width = ctypes.c_int64(5)
    rule = scipy.LowLevelCallable(step, ctypes.cast(ctypes.pointer(width), ctypes.c_void_p))
    assert list(gg.explore_codes(rule, 20).labels or ()) == [20, 15, 10, 5, 0]
