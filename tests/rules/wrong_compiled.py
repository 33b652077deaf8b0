"""Wrong compiled rules: signatures that are none of a rule, and what else their code may do."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import graphgame as gg
from tests.rules import compiling
from tests.rules.compiling import OPTIONS_NAME, PRESET_NAME, RULE, capsule, typed
from tests.rules.wrong_calls import Cases, Error, interrupted, raising, solve

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


def callback(function: Callable[..., int]) -> Any:
    return ctypes.CFUNCTYPE(ctypes.c_int64, *RULE)(function)


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


COMPILED: Cases = {
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
        r"^rule at 20: expected a number of options, got \d+ with room for fewer, .* were written$",
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
    "C rule that does not write its options": (
        lambda: solve(typed("unwritten")),
        Error,
        r"^rule at \d+: expected as many options as it returns, but it writes none in place 0; "
        r"where there is room, return how many were written$",
    ),
}
