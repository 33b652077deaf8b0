"""Wrong rules: none ends the process, none is answered, each gets one message that says what to do.

`WRONG` has a call, the error and what it says.  Those of compiled code run in this process: a
crash would end the tests.
"""

from __future__ import annotations

import ctypes
import itertools
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import graphgame as gg
from graphgame import memory
from tests.rules import compiling
from tests.rules.compiling import OPTIONS_NAME, PRESET_NAME, RULE, capsule, take, take_codes, typed

Error = gg.GraphGameError
SIGNATURE = r"expected a compiled function of the signature int64_t \(int64_t code, int64_t \*opti"


def numba_cfunc(signature: str, function: Callable[..., Any]) -> Any:
    return compiling.numba().cfunc(signature)(function)


def njit(function: Callable[..., Any], *signature: str) -> Any:
    return compiling.numba().njit(*signature)(function)


def cdll(name: str, **types: Any) -> Any:
    function = compiling.library()[name]
    for attribute, value in types.items():
        setattr(function, attribute, value)
    return function


def cffi(name: str, declared: str) -> Any:
    return compiling.cffi_pointer(name, declared)


def solve(rule: Any, start: Any = 20, **options: Any) -> Any:
    """Solve what ought not to be solved; the limit is for rules that never end."""
    return gg.solve(rule, start=start, limit=10**5, **options)


def callback(function: Callable[..., int]) -> Any:
    return ctypes.CFUNCTYPE(ctypes.c_int64, *RULE)(function)


def raising(*_: Any) -> Any:
    raise KeyError("mine")


def stopping(n: int) -> Any:
    raise StopIteration("mine")


async def waiting(n: int) -> list[int]:
    return take(n)


def recursive(n: int) -> Any:
    return recursive(n + 1)


def interrupted(*_: Any) -> Any:
    raise KeyboardInterrupt


def numba_raising(code: Any) -> Any:
    if code == 19:
        raise ZeroDivisionError("mine")
    return [code - 1]


def numba_writing_past(code: Any, options: Any) -> Any:
    options[-(2**40)] = 1
    return 1


def numba_more_than_written(code: Any, options: Any) -> Any:
    return len(options) + 1


def numba_fewer_than_none(code: Any, options: Any) -> Any:
    return -3


def itself(*_: Any) -> Any:
    return itself


class Random:
    """A rule that depends on how often it was asked."""

    def __init__(self) -> None:
        self.asked = 0

    def options(self, n: int) -> list[int]:
        self.asked += 1
        return [(n * self.asked + 1) % 50]

    def batch(self, codes: Any) -> Any:
        self.asked += 1
        return np.arange(len(codes)), (codes * self.asked + self.asked) % 50


def batch(sources: Callable[[Any], Any], options: Callable[[Any], Any]) -> Any:
    """Return a rule of arrays, and of arrays only."""

    def rule(codes: Any) -> Any:
        codes = codes.copy()
        return sources(codes), options(codes)

    return rule


def arange(codes: Any) -> Any:
    return np.arange(len(codes))


def mutating(board: Any) -> Any:
    board.cells += 1
    return [board]


class Board:
    def __init__(self) -> None:
        self.cells = 0

    def __hash__(self) -> int:
        return self.cells

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and self.cells == other.cells


PAIR = r"expected a pair of arrays, \(sources, options\)"
WRONG: dict[str, tuple[Callable[[], Any], type[BaseException], str]] = {
    "None among the options": (
        lambda: solve(lambda n: [n - 1 if n else None]),
        Error,
        r"options of 0: expected positions, got None; leave out what is no move",
    ),
    # -- signatures
    "ctypes function of doubles": (
        lambda: solve(cdll("real", argtypes=[ctypes.c_double], restype=ctypes.c_double)),
        Error,
        SIGNATURE + r".*, got argtypes \(c_double\) and restype c_double",
    ),
    "ctypes function that returns a double": (
        lambda: solve(cdll("take", restype=ctypes.c_double)),
        Error,
        SIGNATURE + r".*, got no argtypes and restype c_double",
    ),
    "ctypes function without restype": (
        lambda: solve(cdll("take", argtypes=list(RULE))),
        Error,
        SIGNATURE + r".* and restype c_int; c_int is what ctypes takes .*: set restype = ctypes.c_",
    ),
    "ctypes function of ints": (
        lambda: solve(ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_int)(lambda n: n)),
        Error,
        SIGNATURE + r".*, got argtypes \(c_int\) and restype c_int",
    ),
    "ctypes preset as a rule": (lambda: solve(typed("preset")), Error, SIGNATURE),
    "numba cfunc of floats": (
        lambda: solve(numba_cfunc("float64(float64)", lambda x: x)),
        Error,
        SIGNATURE + r".*, got float64\(float64\); in Numba it is int64\(int64, CPointer\(int64\), ",
    ),
    "numba cfunc of int32": (
        lambda: solve(
            numba_cfunc("int64(int32, CPointer(int32), int64, voidptr)", lambda a, b, c, d: 0)
        ),
        Error,
        SIGNATURE + r".*, got int64\(int32, int32\*, int64, void\*\)",
    ),
    "numba function of three arguments": (
        lambda: solve(njit(lambda a, b, c: a)),
        Error,
        r"^rule: expected a Numba function of one parameter, the code, or two, \(code, options\)",
    ),
    "numba function of floats": (
        lambda: solve(njit(lambda x: x, "float64(float64)")),
        Error,
        r"^rule: expected a Numba function of \(int64\), got one of \(float64,\) -> float64",
    ),
    "numba function that returns floats": (
        lambda: solve(njit(lambda n: [n / 2])),
        Error,
        r"^rule: expected a Numba function that returns the options .* got .*float64",
    ),
    "numba function that returns a number": (
        lambda: solve(njit(lambda n: n - 1)),
        Error,
        r"^rule: expected a Numba function that returns the options of a code, .*, got int64",
    ),
    "numba function that returns unsigned codes": (
        lambda: solve(njit(lambda n: [np.uint64(n)])),
        Error,
        r"^rule: expected a Numba function that returns the options .* got .*uint64",
    ),
    "numba function that returns a matrix": (
        lambda: solve(njit(lambda n: np.zeros((n, n), np.int64))),
        Error,
        r"^rule: expected a Numba function that returns the options .* got array\(int64, 2d",
    ),
    "numba writer that returns nothing": (
        lambda: solve(njit(lambda code, options: None)),
        Error,
        r"^rule: expected a Numba function \(code, options\) that returns how many .*, got none",
    ),
    "numba writer that Numba cannot compile": (
        lambda: solve(njit(lambda code, options: options.nothing)),
        Error,
        r"(?s)^rule: Numba cannot compile it for a code: .*nothing",
    ),
    "numba preset that returns a bool": (
        lambda: solve(typed("take"), presets=njit(lambda n: n == 2)),
        Error,
        r"^presets: expected a Numba function that returns integers, got bool",
    ),
    "capsule of doubles": (
        lambda: solve(capsule("real", b"double (double)")),
        Error,
        SIGNATURE + r".*, got double \(double\)",
    ),
    "capsule that is no function": (
        lambda: solve(__import__("datetime").datetime_CAPI),
        Error,
        r"^rule: expected a capsule whose name is its signature in C, .*'datetime.datetime_CAPI'$",
    ),
    "capsule without a name": (
        lambda: solve(capsule("take", None)),
        Error,
        r"^rule: expected a capsule whose name is its signature in C, .* got one named ''$",
    ),
    "capsule of an unknown type": (
        lambda: solve(capsule("take", b"code_t (code_t, code_t *, code_t, void *)")),
        Error,
        SIGNATURE + r".*; 64-bit integers are spelled int64_t$",
    ),
    "Cython function of doubles": (
        lambda: solve(compiling.cython()["real"]),
        Error,
        SIGNATURE + r".*, got double \(double\)",
    ),
    "cffi pointer to another function": (
        lambda: solve(cffi("real", "double(*)(double)")),
        Error,
        SIGNATURE + r".*, got double\(\*?\)\(double\)",
    ),
    "cffi pointer to numbers": (
        lambda: solve(cffi("real", "double *")),
        Error,
        r"^rule: expected a pointer to a function .*, got double \*$",
    ),
    "LowLevelCallable of another signature": (
        lambda: solve(compiling.low_level(capsule("take", OPTIONS_NAME), signature="int (int)")),
        Error,
        SIGNATURE + r".*, got int \(int\)",
    ),
    "LowLevelCallable of a preset": (
        lambda: solve(compiling.low_level(capsule("preset", PRESET_NAME))),
        Error,
        SIGNATURE,
    ),
    "an integer that is no address": (
        lambda: solve(12345),
        Error,
        r"^rule: expected a function, or an object with .*, got 12345, where no code is$",
    ),
    "the address of data": (
        lambda: solve(np.zeros(9).ctypes.data),
        Error,
        r"^rule: expected .*, where no code is$",
    ),
    "a null pointer": (lambda: solve(0), Error, r"^rule: expected the address of .* null pointer$"),
    "True as an address": (lambda: solve(True), Error, r"^rule: expected a function, .* got bool"),
    # -- what compiled rules return
    "C rule with a count beyond all memory": (
        lambda: solve(typed("huge")),
        Error,
        r"^rule at 20: expected a number of options, at most 2147483646, got 2305843009213693952$",
    ),
    "C rule with a count beyond this memory": (
        lambda: solve(typed("large")),
        gg.TooLargeError,
        r"^rule: expected to need at most .* for 2,000,000,000 options of 20$",
    ),
    "C rule with ever more options": (
        lambda: solve(typed("more")),
        Error,
        r"^rule at 20: expected a number of options, got \d+$",
    ),
    "C rule that never ends": (
        lambda: solve(typed("up")),
        gg.ExplorationLimitError,
        r"^limit: expected at most 100000 positions",
    ),
    "C rule that is no function of the code": (
        lambda: solve(typed("other")),
        Error,
        r"^rule at \d+: expected the same options each time it is asked, got ",
    ),
    "C preset that is no outcome": (
        lambda: solve(typed("take"), presets=typed("five")),
        Error,
        r"^preset of 20: expected WIN, LOSE, DRAW or TIE \(1, -1, 0 or 3\), one of them and a "
        r"remoteness, or none, got 5$",
    ),
    "numba function that raises": (lambda: solve(njit(numba_raising)), ZeroDivisionError, "mine"),
    "numba preset that raises": (
        lambda: solve(typed("take"), presets=njit(numba_raising_number)),
        ZeroDivisionError,
        "mine",
    ),
    "numba cfunc that raises": (
        lambda: solve(
            numba_cfunc("int64(int64, CPointer(int64), int64, voidptr)", numba_cfunc_raising)
        ),
        ZeroDivisionError,
        "mine",
    ),
    "numba writer before its array": (
        lambda: solve(njit(numba_writing_past)),
        IndexError,
        "index is out of bounds",
    ),
    "numba writer of more than it wrote": (
        lambda: solve(njit(numba_more_than_written)),
        Error,
        r"^rule at 20: expected a number of options, ",
    ),
    "numba writer of fewer than none": (
        lambda: solve(njit(numba_fewer_than_none)),
        Error,
        r"^rule at 20: expected a number of options, got -3$",
    ),
    "ctypes callback that raises": (lambda: solve(callback(raising)), KeyError, "mine"),
    "ctypes callback interrupted": (lambda: solve(callback(interrupted)), KeyboardInterrupt, ""),
    "cffi callback that raises": (
        lambda: solve(cffi_callback(raising)),
        KeyError,
        "mine",
    ),
    # -- rules of one position
    "no function": (lambda: solve(None), Error, r"^rule: expected a function, or an object with"),
    "text as a rule": (lambda: solve("rule"), Error, r"^rule: expected a function, or an object"),
    "rule that returns None": (
        lambda: solve(lambda n: None),
        Error,
        r"^rule at 20: expected a list of options, got None; of a terminal position it is empty$",
    ),
    "rule that returns text": (
        lambda: solve(lambda n: "text"),
        Error,
        r"^rule at 20: expected a list of options, got 'text'; for a single option return \['text'",
    ),
    "rule that returns a number": (
        lambda: solve(lambda n: n - 1),
        Error,
        r"^rule at 20: expected a list of options, got 19; a single option goes into a list, ",
    ),
    "rule that returns itself": (
        lambda: solve(itself),
        Error,
        r"^rule at 20: expected a list of options, got <function itself",
    ),
    "rule whose options are lists": (
        lambda: solve(lambda n: [[n - 1]]),
        Error,
        r"^options of 20: expected hashable positions .* use tuple\(position\)$",
    ),
    "rule whose options are dicts": (
        lambda: solve(lambda n: [{n: 1}]),
        Error,
        r"^options of 20: expected hashable positions .* use tuple\(sorted\(position.items\(\)\)\)",
    ),
    "rule whose options are arrays": (
        lambda: solve(lambda n: [np.zeros(3)]),
        Error,
        r"^options of 20: expected hashable positions .* use position.tobytes\(\)",
    ),
    "rule that raises": (lambda: solve(raising), KeyError, "mine"),
    "rule that raises StopIteration": (lambda: solve(stopping), StopIteration, "mine"),
    "rule that recurses": (lambda: solve(recursive), RecursionError, "maximum recursion depth"),
    "rule that is interrupted": (lambda: solve(interrupted), KeyboardInterrupt, ""),
    "rule that changes its position": (
        lambda: solve(mutating, Board()),
        Error,
        r"changed while the rule expanded it: make new positions in the rule",
    ),
    "rule that is no function of the position": (
        lambda: solve(Random()),
        Error,
        r"^rule at \d+: expected the same options each time it is asked, got ",
    ),
    "rule that never ends": (
        lambda: solve(lambda n: [n + 1]),
        gg.ExplorationLimitError,
        r"^limit: expected at most 100000 positions, found 100001",
    ),
    "rule with endless options": (
        lambda: solve(lambda n: itertools.count()),
        gg.ExplorationLimitError,
        r"^limit: expected at most 100000 positions, found 100001",
    ),
    "codes that are none": (
        lambda: gg.explore_codes(lambda n: [n / 2], 3, limit=100),
        Error,
        r"^positions: expected integers, got 1.5 of type float; explore takes any hashable posit",
    ),
    "codes beyond 64 bits": (
        lambda: gg.explore_codes(lambda n: [n * 2**40] if n < 2**63 else [], 1, limit=100),
        Error,
        r"^positions: expected integers, got integers beyond 64 bits$",
    ),
    "C rule that does not write its options": (
        lambda: solve(typed("unwritten")),
        Error,
        r"^rule at \d+: expected as many options as it returns, but it writes none in place 0$",
    ),
    "class of a rule": (
        lambda: solve(Random),
        Error,
        r"^rule: expected an object with options\(position\), got its class Random: make one ",
    ),
    "async rule": (lambda: solve(waiting), Error, r"got an async one: leave out async$"),
    "symmetry that returns None": (
        lambda: solve(take, canonical=lambda n: None),
        Error,
        r"^canonical of 20: expected a position, got None$",
    ),
    "symmetry with a representative that has another one": (
        lambda: solve(take, canonical=lambda n: n - 1 if n in (6, 7) else n),
        Error,
        r"^canonical: expected the representative .* to be itself, but that of 6 is 5$",
    ),
    "symmetry that the rule does not have": (
        lambda: solve(take, canonical=lambda n: n - n % 2),
        Error,
        r"^canonical: expected a symmetry of the rule, but 19 has other options, up to symmetry, ",
    ),
    "symmetry of one code for a batch": (
        lambda: solve(take_codes, canonical=lambda codes: int(codes[0])),
        Error,
        r"^canonical: expected one dimension, got shape \(\)$",
    ),
    "mover None": (
        lambda: solve(take, mover=lambda n: None),
        Error,
        r"^mover of 20: expected 0 or 1, got None$",
    ),
    "presets of one code for a compiled rule": (
        lambda: solve(typed("take"), presets=lambda n: gg.WIN if n == 2 else None),
        Error,
        r"^presets: expected an array of 1 outcomes, one for every code of the array .* got None$",
    ),
    # -- rules of arrays
    "batch of floats": (
        lambda: solve(batch(arange, lambda c: c / 2)),
        Error,
        r"^options: expected integers, got float64$",
    ),
    "batch of NaN": (
        lambda: solve(batch(arange, lambda c: np.full(len(c), np.nan))),
        Error,
        r"^options: expected integers, got float64$",
    ),
    "batch of bools": (
        lambda: solve(batch(arange, lambda c: c > 3)),
        Error,
        r"^options: expected integers, got bool$",
    ),
    "batch of text": (
        lambda: solve(batch(arange, lambda c: c.astype(str))),
        Error,
        r"^options: expected integers, got strings$",
    ),
    "batch of codes beyond int64": (
        lambda: solve(batch(arange, lambda c: c.astype(np.uint64) + np.uint64(2**63))),
        Error,
        r"^options: expected codes below 2\^63, got 9223372036854775828$",
    ),
    "batch of negative sources": (
        lambda: solve(batch(lambda c: np.full(len(c), -1), lambda c: c - 1)),
        Error,
        r"^sources\[0\]: expected a position from 0 to 0, got -1",
    ),
    "batch of sources beyond the codes": (
        lambda: solve(batch(lambda c: np.full(len(c), 99), lambda c: c + 99)),
        Error,
        r"^sources\[0\]: expected a position from 0 to 0, got 99",
    ),
    "batch the wrong way round": (
        lambda: solve(batch(lambda c: c - 1, arange)),
        Error,
        r"^sources\[0\]: .* return \(sources, options\), not \(options, sources\)$",
    ),
    "batch of unequal lengths": (
        lambda: solve(batch(arange, lambda c: np.repeat(c, 2))),
        Error,
        r"^rule: expected two arrays of one length, got 1 sources and 2 options$",
    ),
    "batch of matrices": (
        lambda: solve(batch(lambda c: arange(c)[None], lambda c: c[None])),
        Error,
        r"^sources: expected one dimension, got shape \(1, 1\)$",
    ),
    "batch of one array": (
        lambda: gg.explore_codes(lambda c: c.copy(), 20),
        Error,
        rf"^rule: {PAIR}.*; got one array of shape \(1,\)$",
    ),
    "batch of three arrays": (
        lambda: gg.explore_codes(lambda c: (c.copy(), c, c), 20),
        Error,
        rf"^rule: {PAIR}.*; got a tuple of 3$",
    ),
    "batch of a dict": (
        lambda: gg.explore_codes(lambda c: {"sources": arange(c), "options": c}, 20),
        Error,
        rf"^rule: {PAIR}.*; got one dict$",
    ),
    "batch of None": (
        lambda: gg.explore_codes(lambda c: c.sort(), 20),
        Error,
        rf"^rule: {PAIR}.*; got None$",
    ),
    "batch that raises": (lambda: solve(batch(arange, raising)), KeyError, "mine"),
    "batch that is no function of the codes": (
        lambda: solve(Random().batch),
        Error,
        r"^rule at \d+: expected the same options each time it is asked, got ",
    ),
    "batch that never ends": (
        lambda: solve(batch(arange, lambda c: c + 1)),
        gg.ExplorationLimitError,
        r"^limit: expected at most 100000 positions, found 1",
    ),
    # -- starts
    "endless starts": (
        lambda: solve(take, itertools.count()),
        gg.ExplorationLimitError,
        r"^limit: expected at most 100000 positions, found 100001, with 0 moves",
    ),
    "endless starts of a batch": (
        lambda: solve(take_codes, itertools.count()),
        gg.ExplorationLimitError,
        r"^limit: expected at most 100000 positions, found 100001, with 0 moves",
    ),
    "starts of floats": (
        lambda: solve(typed("take"), [1.5]),
        Error,
        r"^start: expected integers, got 1.5 of type float$",
    ),
    "text as a start of codes": (
        lambda: gg.explore_codes(typed("take"), "a"),
        Error,
        r"^start: expected integers, got strings$",
    ),
    "True as a start of codes": (
        lambda: gg.explore_codes(typed("take"), True),
        Error,
        r"^start: expected integers, got bool$",
    ),
    "None as a start of codes": (
        lambda: gg.explore_codes(typed("take"), None),
        Error,
        r"^start: expected integers, got None of type NoneType$",
    ),
    "start beyond int64": (
        lambda: solve(typed("take"), 2**63),
        Error,
        r"^start: expected codes below 2\^63, got 9223372036854775808$",
    ),
    "matrix of starts": (
        lambda: solve(take_codes, np.zeros((2, 2), dtype=int)),
        Error,
        r"^start: expected one dimension, got shape \(2, 2\)$",
    ),
    "unhashable start": (
        lambda: solve(take, [[1, 2]]),
        Error,
        r"^start: expected hashable positions that never change, got \[1, 2\]",
    ),
    "a graph with a start": (
        lambda: solve(gg.GameGraph.from_edges([(1, 0)])),
        Error,
        r"^rule: expected a function, .* got GameGraph; a graph needs no start$",
    ),
    # -- presets
    "preset True": (
        lambda: solve(take, presets=lambda n: True),
        Error,
        r"^preset of 20: expected WIN, LOSE, DRAW or TIE .* got True$",
    ),
    "preset of text": (
        lambda: solve(take, presets=lambda n: "WIN"),
        Error,
        r"^preset of 20: expected WIN, .* got 'WIN'; return gg.WIN$",
    ),
    "preset of a float": (
        lambda: solve(take, presets=lambda n: 1.0),
        Error,
        r"^preset of 20: expected WIN, LOSE, DRAW or TIE .* got 1.0$",
    ),
    "preset of another number": (
        lambda: solve(take, presets=lambda n: -7),
        Error,
        r"^preset of 20: expected WIN, LOSE, DRAW or TIE .* got -7$",
    ),
    "presets that are a list": (
        lambda: solve(take, presets=[0, 1]),
        Error,
        r"^presets: expected a function of a position, or a mapping, got \[0, 1\]$",
    ),
    "compiled presets of a Python rule": (
        lambda: solve(take, presets=typed("preset")),
        Error,
        r"^presets: expected a function of one position, or a mapping, .* got the compiled ",
    ),
    "presets of a rule's signature": (
        lambda: solve(typed("take"), presets=typed("take")),
        Error,
        r"^presets: expected a compiled function of the signature int64_t \(int64_t code, void \*d",
    ),
    "presets of one code for a batch": (
        lambda: solve(take_codes, presets=lambda n: gg.WIN),
        Error,
        r"^presets: expected 1 outcomes, one for every code, got shape \(\)$",
    ),
    "batch presets of another length": (
        lambda: solve(take_codes, presets=lambda codes: [2, 2]),
        Error,
        r"^presets: expected 1 outcomes, one for every code, got shape \(2,\)$",
    ),
    "batch presets of bools": (
        lambda: solve(take_codes, presets=lambda codes: codes == 2),
        Error,
        r"^presets: expected integers, got bool$",
    ),
    "batch presets of a list of bools": (
        lambda: solve(take_codes, presets=lambda codes: [True]),
        Error,
        r"^presets: expected integers, got True of type bool$",
    ),
    "batch presets of another number": (
        lambda: solve(take_codes, presets=lambda codes: codes * 0 + 7),
        Error,
        r"^preset of code 20: expected WIN, LOSE, DRAW, TIE or NO_PRESET "
        r"\(1, -1, 0, 3 or 2\), got 7$",
    ),
    "batch presets of NaN": (
        lambda: solve(take_codes, presets=lambda codes: codes * np.nan),
        Error,
        r"^presets: expected integers, got float64$",
    ),
    "mapping of text presets for a batch": (
        lambda: solve(take_codes, presets={20: "WIN"}),
        Error,
        r"^presets: expected integers, got 'WIN' of type str$",
    ),
    "mapping of other positions for a batch": (
        lambda: solve(take_codes, presets={"a": gg.WIN}),
        Error,
        r"^presets: expected integers, got strings",
    ),
}


def numba_raising_number(code: Any) -> Any:
    if code == 19:
        raise ZeroDivisionError("mine")
    return 2


def numba_cfunc_raising(code: Any, options: Any, room: Any, data: Any) -> Any:
    if code == 20:
        raise ZeroDivisionError("mine")
    return 0


def cffi_callback(function: Callable[..., int]) -> Any:
    ffi = pytest.importorskip("cffi").FFI()
    return ffi.callback("int64_t(int64_t, int64_t *, int64_t, void *)", function)


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
