"""The game of `take`, n to n - 1, n - 2 and n - 3, as a rule of every kind.

Each function of this module returns one, and skips the test where what it needs is missing.
"""

from __future__ import annotations

import ctypes
import importlib.util
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

SOURCE = """
#include <stdint.h>
int64_t take(int64_t code, int64_t *options, int64_t room, void *data)
{
    int64_t k, found = code < 3 ? code : 3;
    if (found <= room)
        for (k = 0; k < found; k++)
            options[k] = code - k - 1;
    return found;
}
int64_t preset(int64_t code, void *data) { return code == 2 ? 1 : 2; }
int64_t huge(int64_t code, int64_t *options, int64_t room, void *data) { return INT64_C(1) << 61; }
int64_t large(int64_t code, int64_t *options, int64_t room, void *data) { return 2000000000; }
int64_t more(int64_t code, int64_t *options, int64_t room, void *data) { return room + 1; }
int64_t up(int64_t code, int64_t *options, int64_t room, void *data)
{
    if (room)
        options[0] = code + 1;
    return 1;
}
int64_t unwritten(int64_t code, int64_t *options, int64_t room, void *data) { return code > 0; }
int64_t count;
int64_t other(int64_t code, int64_t *options, int64_t room, void *data)
{
    if (room)
        options[0] = (code + ++count) % 100;
    return 1;
}
int64_t five(int64_t code, void *data) { return 5; }
double real(double x) { return x + 1; }
"""
RULE = (ctypes.c_int64, ctypes.POINTER(ctypes.c_int64), ctypes.c_int64, ctypes.c_void_p)
# As Cython names the capsule of a function.
OPTIONS_NAME = b"int64_t (int64_t, int64_t *, int64_t, void *)"
PRESET_NAME = b"int64_t (int64_t, void *)"


def take(n: int) -> list[int]:
    return [n - k for k in (1, 2, 3) if n >= k]


def take_codes(codes: Any) -> Any:
    sources, taken = np.nonzero(codes[:, None] >= np.array([1, 2, 3]))
    return sources, codes[sources] - (taken + 1)


@cache
def folder() -> Path:
    return Path(tempfile.mkdtemp(prefix="graphgame-rules-"))


@cache
def library() -> Any:
    """Return the functions of `SOURCE`, without argtypes."""
    gcc = shutil.which("gcc")
    if gcc is None:
        pytest.skip("needs gcc")
    source, built = folder() / "rules.c", folder() / "rules.so"
    source.write_text(SOURCE, encoding="utf-8")
    subprocess.run([gcc, "-O1", "-shared", "-fPIC", "-o", built, source], check=True)
    return ctypes.CDLL(str(built))


def address(name: str) -> int:
    found = ctypes.cast(library()[name], ctypes.c_void_p).value
    assert found is not None
    return found


def typed(name: str) -> Any:
    """Return a function of the library with its types."""
    function = library()[name]  # a new object each time
    function.restype = ctypes.c_int64
    function.argtypes = RULE if name not in ("preset", "five") else (RULE[0], RULE[-1])
    return function


def capsule(name: str, signature: bytes | None) -> Any:
    """Return a capsule with a function of the library."""
    new = ctypes.pythonapi["PyCapsule_New"]
    new.restype, new.argtypes = (
        ctypes.py_object,
        (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p),
    )
    kept.append(signature)  # a capsule does not copy its name
    return new(address(name), signature, None)


kept: list[object] = []


def cffi_pointer(name: str, declared: str) -> Any:
    cffi = pytest.importorskip("cffi")
    ffi = cffi.FFI()
    return ffi.cast(declared, address(name))


def numba() -> Any:
    return pytest.importorskip("numba")


@cache
def numba_cfunc() -> Any:
    @numba().cfunc("int64(int64, CPointer(int64), int64, voidptr)")
    def rule(code: Any, options: Any, room: Any, data: Any) -> Any:
        found = min(code, 3)
        if found <= room:
            for k in range(found):
                options[k] = code - k - 1
        return found

    return rule


@cache
def numba_list() -> Any:
    @numba().njit
    def rule(code: Any) -> Any:
        return [code - k for k in range(1, 4) if code >= k]

    return rule


@cache
def numba_array() -> Any:
    @numba().njit
    def rule(code: Any) -> Any:
        return code - 1 - np.arange(min(code, 3))

    return rule


@cache
def numba_writer() -> Any:
    @numba().njit
    def rule(code: Any, options: Any) -> Any:
        found = 0
        for k in range(1, 4):
            if code >= k:
                options[found] = code - k
                found += 1
        return found

    return rule


@cache
def numba_batch() -> Any:
    @numba().njit
    def rule(codes: Any) -> Any:
        sources = np.empty(3 * len(codes), np.int64)
        options = np.empty(3 * len(codes), np.int64)
        found = 0
        for i in range(len(codes)):
            for k in range(1, 4):
                if codes[i] >= k:
                    sources[found], options[found] = i, codes[i] - k
                    found += 1
        return sources[:found], options[:found]

    return rule


CYTHON = """
from libc.stdint cimport int64_t
cdef api int64_t take(int64_t code, int64_t *options, int64_t room, void *data) noexcept nogil:
    cdef int64_t k, found = min(code, 3)
    if found <= room:
        for k in range(found):
            options[k] = code - k - 1
    return found
cdef api long preset(long long code, void *data) noexcept nogil:
    return 1 if code == 2 else 2
cdef api double real(double x) noexcept nogil:
    return x + 1
"""


@cache
def cython() -> Any:
    """Return the capsules of functions that Cython compiles."""
    build = pytest.importorskip("Cython.Build")
    gcc = shutil.which("gcc")
    if gcc is None:
        pytest.skip("needs gcc")
    source = folder() / "cython_rules.pyx"
    source.write_text(CYTHON, encoding="utf-8")
    (extension,) = build.cythonize([str(source)], language_level=3, quiet=True)
    built = source.with_suffix(".so")
    include = f"-I{sysconfig.get_path('include')}"
    command = [gcc, "-O1", "-w", "-shared", "-fPIC", include, "-o", built, *extension.sources]
    subprocess.run(command, check=True)
    spec = importlib.util.spec_from_file_location("cython_rules", built)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    sys.modules.pop("cython_rules", None)
    return module.__pyx_capi__  # type: ignore[attr-defined]


class Numbered:
    """What holds an address, as objects of other compilers do."""

    def __init__(self, name: str) -> None:
        self.address = address(name)


def low_level(inner: Any, *arguments: Any, **keywords: Any) -> Any:
    return pytest.importorskip("scipy").LowLevelCallable(inner, *arguments, **keywords)


def _compiled_object() -> object:
    class Game:
        options = typed("take")

    return Game()


def _njit_object() -> object:
    class Game:
        options = numba_list()

    return Game()


# Every kind of rule.
KINDS: dict[str, Callable[[], Any]] = {
    "function": lambda: take,
    "generator": lambda: lambda n: (n - k for k in (1, 2, 3) if n >= k),
    "array of options": lambda: lambda n: n - 1 - np.arange(min(n, 3)),
    "batch": lambda: take_codes,
    "numba batch": numba_batch,
    "ctypes": lambda: typed("take"),
    "ctypes without types": lambda: library()["take"],
    "address": lambda: address("take"),
    "numpy address": lambda: np.uint64(address("take")),
    "object with an address": lambda: Numbered("take"),
    "capsule": lambda: capsule("take", OPTIONS_NAME),
    "capsule of longs": lambda: capsule(
        "take", b"long (long long, PY_LONG_LONG *, long int, void *)"
    ),
    "Cython": lambda: cython()["take"],
    "cffi": lambda: cffi_pointer("take", "int64_t(*)(int64_t, int64_t *, int64_t, void *)"),
    "cffi of longs": lambda: cffi_pointer("take", "long(*)(long, long *, size_t, int *)"),
    "cffi as int": lambda: int(cffi_pointer("take", "uintptr_t")),
    "LowLevelCallable of ctypes": lambda: low_level(typed("take")),
    "LowLevelCallable of a capsule": lambda: low_level(capsule("take", OPTIONS_NAME)),
    "numba cfunc": numba_cfunc,
    "numba list": numba_list,
    "numba array": numba_array,
    "numba writer": numba_writer,
    "object with a C function": _compiled_object,
    "object with a Numba function": _njit_object,
}
