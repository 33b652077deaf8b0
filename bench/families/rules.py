"""Write the rules of one game in seven ways, and measure how fast each is explored.

    python -m bench.families.rules

The game is Dodgem (examples/dodgem.py) on n × n. A code is, from the right: n² bits for the cars of
the player to move, n² for those of the other player, and one that is set when the second player is
to move. All rules find the options in the same order, and so give the same graph.

Printed are CPU seconds, medians of runs in turn; compilation does not count.
"""

from __future__ import annotations

import argparse
import ctypes
import importlib.util
import os
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

import numpy as np
import numpy.typing as npt

import graphgame as gg

SIDE = 4
ROUNDS = 5
Codes = npt.NDArray[np.int64]


def start(n: int) -> int:
    """Return the code of the start: the cars on the left column and on the bottom row."""
    first = sum(1 << n * k for k in range(1, n))
    second = sum(1 << k for k in range(1, n))
    return first | second << n * n


# -- in Python ------------------------------------------------------------------------------------


def python_rule(n: int) -> Callable[[int], list[int]]:
    """Return the rule as a function of one code."""
    cells = n * n
    everywhere, turn = (1 << cells) - 1, 1 << 2 * cells

    def options(code: int) -> list[int]:
        own, other = code & everywhere, code >> cells & everywhere
        second = code >> 2 * cells
        then = other | (0 if second else turn)
        found = []
        for car in range(cells):
            if not own >> car & 1:
                continue
            x, y = car % n, car // n
            ahead, across = (y, x) if second else (x, y)
            forward, sideways = (n, 1) if second else (1, n)
            rest = own ^ 1 << car
            if ahead == n - 1:
                found.append(then | rest << cells)
            steps = ((ahead < n - 1, forward), (across > 0, -sideways), (across < n - 1, sideways))
            for inside, step in steps:
                if inside and not (own | other) >> car + step & 1:
                    found.append(then | (rest | 1 << car + step) << cells)
        return found

    return options


# -- for many codes at once, with NumPy -----------------------------------------------------------


def numpy_rule(n: int) -> Callable[[Codes], tuple[Codes, Codes]]:
    """Return the rule as a function of an array of codes."""
    cells = n * n
    everywhere, turn = (1 << cells) - 1, 1 << 2 * cells
    # steps[player, car, k]: the cell that a move leads to; -1 for none, `cells` for off the board.
    steps = np.full((2, cells, 4), -1)
    for car in range(cells):
        for player, (ahead, across) in enumerate([(car % n, car // n), (car // n, car % n)]):
            forward, sideways = (1, n) if player == 0 else (n, 1)
            steps[player, car, 0] = cells if ahead == n - 1 else -1
            steps[player, car, 1] = car + forward if ahead < n - 1 else -1
            steps[player, car, 2] = car - sideways if across > 0 else -1
            steps[player, car, 3] = car + sideways if across < n - 1 else -1

    def options(codes: Codes) -> tuple[Codes, Codes]:
        own, other, player = codes & everywhere, codes >> cells & everywhere, codes >> 2 * cells
        to = steps[player]  # of each code, car and step
        moving = (own[:, None] >> np.arange(cells) & 1 != 0)[:, :, None] & (to >= 0)
        moving &= (own | other)[:, None, None] >> np.maximum(to, 0) & 1 == 0
        source, car, step = np.nonzero(moving)
        end = to[source, car, step]
        after = own[source] ^ 1 << car | np.where(end < cells, 1 << end, 0)
        return source, other[source] | after << cells | np.where(player[source], 0, turn)

    return options


# -- compiled by Numba, by gcc and by Cython ------------------------------------------------------


def numba_function(n: int) -> Any:
    """Return the rule as a Numba function that writes the options for which there is room."""
    from numba import njit

    cells = n * n
    everywhere, turn = (1 << cells) - 1, 1 << 2 * cells

    @njit
    def write(code, found):  # noqa: ANN001, ANN202
        own, other = code & everywhere, code >> cells & everywhere
        second = code >> 2 * cells
        then = other if second else other | turn
        count = 0
        for car in range(cells):
            if not own >> car & 1:
                continue
            x, y = car % n, car // n
            ahead, across = (y, x) if second else (x, y)
            forward, sideways = (n, 1) if second else (1, n)
            rest = own ^ 1 << car
            if ahead == n - 1:
                if count < len(found):
                    found[count] = then | rest << cells
                count += 1
            for k in range(3):
                step = forward if k == 0 else -sideways if k == 1 else sideways
                inside = ahead < n - 1 if k == 0 else across > 0 if k == 1 else across < n - 1
                if inside and not (own | other) >> (car + step) & 1:
                    if count < len(found):
                        found[count] = then | (rest | 1 << (car + step)) << cells
                    count += 1
        return count

    return write


def njit_rule(n: int) -> Any:
    """Return the rule as a Numba function, which has been compiled."""
    write = numba_function(n)
    gg.explore_codes(write, 0)  # a board without cars
    return write


def cfunc_rule(n: int) -> Any:
    """Return the rule as a Numba cfunc."""
    from numba import carray, cfunc, types

    write = numba_function(n)

    @cfunc(types.int64(types.int64, types.CPointer(types.int64), types.int64, types.voidptr))
    def options(code, found, room, data):  # noqa: ANN001, ANN202, ARG001
        return write(code, carray(found, room))

    return options


C_BODY = """
    const int64_t all = (1LL << N * N) - 1, own = code & all, other = code >> N * N & all;
    const int second = code >> 2 * N * N;
    const int64_t then = second ? other : other | 1LL << 2 * N * N;
    const int forward = second ? N : 1, sideways = second ? 1 : N;
    int64_t count = 0;
    for (int64_t left = own; left; left &= left - 1) {
        const int car = __builtin_ctzll(left), x = car % N, y = car / N;
        const int ahead = second ? y : x, across = second ? x : y;
        const int64_t rest = own ^ 1LL << car;
        if (ahead == N - 1 && count++ < room) found[count - 1] = then | rest << N * N;
        const int inside[3] = {ahead < N - 1, across > 0, across < N - 1};
        const int steps[3] = {forward, -sideways, sideways};
        for (int k = 0; k < 3; k++)
            if (inside[k] && !((own | other) >> (car + steps[k]) & 1) && count++ < room)
                found[count - 1] = then | (rest | 1LL << (car + steps[k])) << N * N;
    }
    return count;
"""
SIGNATURE = "int64_t options(int64_t code, int64_t *found, int64_t room, void *data)"


def build(source: Path, library: Path, option: str) -> None:
    """Compile a C source into a library."""
    # Preloaded sanitizers are for the kernels, not for the compiler.
    kept = {name: value for name, value in os.environ.items() if name != "LD_PRELOAD"}
    words = ["gcc", "-O2", "-shared", "-fPIC", option, str(source), "-o", str(library)]
    subprocess.run(words, check=True, env=kept)


def c_library(n: int, folder: Path) -> str:
    """Compile the rule in C; return the path of the library."""
    source, library = folder / f"dodgem{n}.c", folder / f"dodgem{n}.so"
    source.write_text(f"#include <stdint.h>\n{SIGNATURE} {{{C_BODY}}}\n", encoding="utf-8")
    build(source, library, f"-DN={n}")
    return str(library)


def c_rule(n: int, folder: Path) -> Any:
    """Return the rule as a C function that ctypes has loaded."""
    return ctypes.CDLL(c_library(n, folder)).options


_OPEN: list[Any] = []  # cffi closes a library that nobody refers to, even if a function is in use


def cffi_rule(n: int, folder: Path) -> Any:
    """Return the rule as a C function that cffi has loaded."""
    from cffi import FFI

    ffi = FFI()
    ffi.cdef(f"{SIGNATURE};")
    library = ffi.dlopen(c_library(n, folder))
    _OPEN.append(library)
    return library.options


CYTHON = """
from libc.stdint cimport int64_t

cdef extern from *:
    "static int trailing_zeros(int64_t x) { return __builtin_ctzll(x); }"
    int trailing_zeros(int64_t x) noexcept nogil

cdef api int64_t options(
    int64_t code, int64_t *found, int64_t room, void *data
) noexcept nogil:
    cdef int64_t all = (<int64_t>1 << N * N) - 1, own = code & all, other = code >> N * N & all
    cdef bint second = code >> 2 * N * N
    cdef int64_t then = other if second else other | <int64_t>1 << 2 * N * N
    cdef int64_t left = own, rest, count = 0
    cdef int car, ahead, across, k, step
    cdef bint inside
    while left:
        car = trailing_zeros(left)
        left &= left - 1
        ahead, across = (car // N, car % N) if second else (car % N, car // N)
        rest = own ^ <int64_t>1 << car
        if ahead == N - 1:
            if count < room:
                found[count] = then | rest << N * N
            count += 1
        for k in range(3):
            step = (N if second else 1) if k == 0 else (1 if second else N) * (2 * k - 3)
            inside = ahead < N - 1 if k == 0 else across > 0 if k == 1 else across < N - 1
            if inside and not (own | other) >> (car + step) & 1:
                if count < room:
                    found[count] = then | (rest | <int64_t>1 << (car + step)) << N * N
                count += 1
    return count
"""


def cython_rule(n: int, folder: Path) -> Any:
    """Return the rule as the capsule that Cython makes of a function declared ``api``."""
    from Cython.Compiler.Main import compile as translate

    name = f"dodgem_in_cython{n}"
    source, library = folder / f"{name}.pyx", folder / f"{name}.so"
    directives = "# cython: language_level=3, cdivision=True\n"
    source.write_text(f"{directives}DEF_N{CYTHON}".replace("DEF_N", f"cdef enum: N = {n}\n"))
    if translate(str(source)).num_errors:
        raise RuntimeError(f"{source}: Cython has found errors")
    build(source.with_suffix(".c"), library, f"-I{sysconfig.get_path('include')}")
    spec = importlib.util.spec_from_file_location(name, library)
    if spec is None or spec.loader is None:
        raise ImportError(f"{library} cannot be imported")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.__pyx_capi__["options"]


# -- the measurement ------------------------------------------------------------------------------


def ways(n: int, folder: Path) -> dict[str, Callable[[], gg.GameGraph[int]]]:
    """Return what explores the game in each way."""
    by_code: dict[str, Any] = {
        "NumPy": numpy_rule(n),
        "njit": njit_rule(n),
        "cfunc": cfunc_rule(n),
        "C": c_rule(n, folder),
        "cffi": cffi_rule(n, folder),
        "Cython": cython_rule(n, folder),
    }
    python = python_rule(n)
    return {"Python": lambda: gg.explore(python, start=start(n))} | {
        name: lambda rule=rule: gg.explore_codes(rule, start(n)) for name, rule in by_code.items()
    }


def main() -> int:
    """Explore the game in every way in turn, and print the rates."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--side", type=int, default=SIDE, help=f"of the board; default: {SIDE}")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help=f"default: {ROUNDS}")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found = ways(args.side, Path(folder))
        times: dict[str, list[float]] = {name: [] for name in found}
        for _ in range(args.rounds):
            for name, explore in found.items():
                before = process_time()
                graph = explore()
                times[name].append(process_time() - before)
    print(f"Dodgem, {args.side} × {args.side}: {graph.n:,} positions, {graph.m:,} moves")
    for name, runs in times.items():
        seconds = median(runs)
        rates = (
            f"{count / seconds / 1e6:6.2f} million {what}/s"
            for count, what in ((graph.n, "positions"), (graph.m, "moves"))
        )
        print(f"{name:<8}{seconds:8.3f} s {' '.join(rates)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
