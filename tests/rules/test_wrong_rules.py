"""Wrong rules: none ends the process, none is answered, each gets one message that says what to do.

`WRONG` has a call, the error and what it says, from the tables of `wrong_compiled`, `wrong_python`
and `wrong_starts`.  Those of compiled code run in this process: a crash would end the tests.
"""

from __future__ import annotations

import gc
import itertools
import sys
import types
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import graphgame as gg
from graphgame import memory
from graphgame.rules.compiled import failures
from tests.rules.wrong_calls import raising, solve
from tests.rules.wrong_compiled import COMPILED, callback, njit, numba_raising
from tests.rules.wrong_python import PYTHON, arange, batch
from tests.rules.wrong_starts import STARTS_AND_PRESETS
from tests.stepping import interrupted_at, steps

WRONG = COMPILED | PYTHON | STARTS_AND_PRESETS


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_rule_gets_one_clear_message(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(memory, "available_memory", lambda: 10**9)
    call, kind, message = WRONG[name]
    with pytest.raises(kind, match=message or None) as caught:
        call()
    assert caught.value.__cause__ is None
    assert capsys.readouterr() == ("", "")
    if issubclass(kind, gg.GraphGameError):
        assert len(str(caught.value)) < 400 or "Numba cannot compile" in str(caught.value)


def test_there_are_enough_wrong_rules() -> None:
    assert len(WRONG) >= 90


# -- what is unusual, and right --------------------------------------------------------------------


def test_a_batch_may_change_the_arrays_it_is_given() -> None:
    def rule(codes: Any) -> Any:
        options = codes[codes > 0] - 1
        sources = np.flatnonzero(codes)
        codes[:] = -1
        return sources, options

    def presets(codes: Any) -> Any:
        found = np.where(codes == 3, 1, 2)
        codes[:] = 0
        return found

    graph = gg.explore(rule, 9, presets=presets)
    assert list(graph.labels or ()) == [9, 8, 7, 6, 5, 4, 3]
    assert gg.solve(graph).outcome(4) is gg.LOSE


@pytest.mark.parametrize(
    ("rows", "start"),
    [
        ({(0, 0): ((0, 1), (1, 0)), (0, 1): ((1, 1),)}, (0, 0)),
        ({(0, 0): ((0, 1), "end"), (0, 1): ["end"]}, (0, 0)),
        ({((0, 0), (1, 1)): (((0, 1), (1, 1)), ((0, 0), (1, 0)))}, ((0, 0), (1, 1))),
        ({(1,): ((),)}, (1,)),
        ({4: (3, 2), 3: (2,)}, 4),
        ({"ab": ("a", "b")}, "ab"),
        ({frozenset({1, 2}): frozenset({frozenset({1}), frozenset({2})})}, frozenset({1, 2})),
    ],
)
def test_tuples_and_frozensets_of_options_are_no_single_option(rows: Any, start: Any) -> None:
    graph = gg.explore(lambda position: rows.get(position, ()), start)
    for position, row in rows.items():
        assert graph.options(position) == list(row)


def test_a_note_says_where_a_rule_raised() -> None:
    notes = {
        "while exploring from position 19": [raising, lambda: njit(numba_raising)],
        "while exploring 1 codes, the first being 19": [lambda: batch(arange, raising)],
    }
    for note, rules in notes.items():
        for make in rules:
            rule = make if make is raising else make()
            with pytest.raises((KeyError, ZeroDivisionError)) as caught:
                solve(rule, 19)
            assert caught.value.__notes__ == [note]


def test_what_others_raise_to_nobody_goes_where_it_went(monkeypatch: pytest.MonkeyPatch) -> None:
    """An exception of `__del__` while a compiled rule runs is none of the rule."""
    seen: list[Any] = []
    monkeypatch.setattr(sys, "unraisablehook", seen.append)
    before = sys.unraisablehook

    class Noisy:
        def __del__(self) -> None:
            raise ConnectionError("mine")

    def rule(code: int, options: Any, room: int, data: Any) -> int:
        Noisy()
        return 0

    assert solve(callback(rule)).game.n == 1
    assert {type(x.exc_value) for x in seen} == {ConnectionError}
    assert sys.unraisablehook is before
    with pytest.raises(KeyError):
        solve(callback(raising))
    assert sys.unraisablehook is before


@pytest.mark.usefixtures("only_new")
def test_ctrl_c_at_every_step_of_taking_exceptions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of later rules went to whoever had set a hook since, and their answers were wrong."""

    def take() -> None:
        with failures.Failures() as taken:
            taken.check()

    for step in steps():
        came = interrupted_at(step, (failures,), take)
        gc.collect()  # what is traced is known to its own frames
        others: list[Any] = []
        monkeypatch.setattr(sys, "unraisablehook", others.append)
        before = sys.unraisablehook
        with pytest.raises(KeyError):
            solve(callback(raising))
        assert sys.unraisablehook is before and not others
        if not came:
            break
    assert step > 8


@pytest.mark.parametrize("number", [2**47, -(2**47), 2**62, 0, 1])
@pytest.mark.parametrize("ask", [gg.explore, gg.check_rule])
def test_no_number_of_a_callback_that_raised_is_read(ask: Callable[..., Any], number: int) -> None:
    """Whatever memory held is what ctypes returns then; here the test says which number it is."""
    calls, failing = itertools.count(), 0

    def rule(code: int, options: Any, room: int, data: Any) -> int:
        if next(calls) == failing:
            error = ConnectionError("mine")
            name = "Exception ignored on calling ctypes callback function"
            sys.unraisablehook(
                types.SimpleNamespace(
                    exc_type=type(error), exc_value=error, exc_traceback=None,
                    err_msg=name, object=rule,
                )
            )  # fmt: skip
            return number
        for k in range(min(room, code)):
            options[k] = k
        return code

    counted = callback(rule)
    while True:
        calls = itertools.count()
        try:
            ask(counted, start=3)
        except ConnectionError:
            failing += 1
        else:
            break
    assert failing == next(calls) > 8


@pytest.mark.parametrize(("many", "expected"), [(2**47, "at most"), (2**31 - 2, "got 68.7 GB")])
def test_a_number_of_options_that_is_told_without_room_is_bounded(
    monkeypatch: pytest.MonkeyPatch, many: int, expected: str
) -> None:
    """The last question about a position is how many options it has, with no room for them."""

    def rule(code: int, options: Any, room: int, data: Any) -> int:
        for k in range(min(room, 1, code)):
            options[k] = code - 1
        return min(code, 1) if room else many

    monkeypatch.setattr(memory, "available_memory", lambda: 10**9)
    with pytest.raises(gg.GraphGameError, match=expected):
        gg.explore(callback(rule), 3)
