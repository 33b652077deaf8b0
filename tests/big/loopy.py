"""A loopy game of any size in C: five moves from most positions, to pseudo-random ones."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

SOURCE = """
#include <stdint.h>
static uint64_t scramble(uint64_t x)
{
    x = (x ^ (x >> 29)) * UINT64_C(0xbf58476d1ce4e5b9) + 1;
    x = (x ^ (x >> 32)) * UINT64_C(0x94d049bb133111eb);
    return x ^ (x >> 29);
}
int64_t loopy(int64_t code, int64_t *options, int64_t room, void *data)
{
    uint64_t n = (uint64_t)(uintptr_t)data, h = scramble((uint64_t)code + 12345);
    if (h % 16 == 0)
        return 0;
    if (room >= 5)
        for (int k = 0; k < 5; k++)
            options[k] = (int64_t)((h = scramble(h + k)) % n);
    return 5;
}
/* A WIN for one code of 8, a LOSE for one of 64, a DRAW for another, none for the others. */
int64_t preset(int64_t code, void *data)
{
    uint64_t h = scramble((uint64_t)code * 3 + 7) % 64;
    return h < 8 ? 1 : h == 9 ? -1 : h == 10 ? 0 : 2;
}
int64_t far(int64_t code, void *data)
{
    return preset(code, data) == 0 ? 0 : (int64_t)(scramble((uint64_t)code + 5) % 5);
}
/* The game twice: code 2v + side.  A move changes sides or not; to exchange them is a symmetry. */
int64_t twin(int64_t code, int64_t *options, int64_t room, void *data)
{
    int64_t found = loopy(code >> 1, options, room, data);
    for (int k = 0; k < found && found <= room; k++)
        options[k] = 2 * options[k] + ((code ^ (options[k] + k)) & 1);
    return found;
}
int64_t twin_preset(int64_t code, void *data)
{
    return preset(code >> 1, data);
}
int64_t twin_far(int64_t code, void *data)
{
    return far(code >> 1, data);
}
int64_t twin_class(int64_t code, void *data)
{
    return (code & ~INT64_C(1)) | (int64_t)(scramble((uint64_t)code >> 1) & 1);
}
"""
_RULE = (ctypes.c_int64, ctypes.POINTER(ctypes.c_int64), ctypes.c_int64, ctypes.c_void_p)


@cache
def library() -> Any:
    """Return the compiled functions."""
    gcc = shutil.which("gcc")
    if gcc is None:
        pytest.skip("needs gcc")
    folder = Path(tempfile.mkdtemp(prefix="graphgame-loopy-"))
    (folder / "loopy.c").write_text(SOURCE, encoding="utf-8")
    built = folder / "loopy.so"
    subprocess.run([gcc, "-O2", "-shared", "-fPIC", folder / "loopy.c", "-o", built], check=True)
    library = ctypes.CDLL(str(built))
    for name in ("loopy", "twin"):
        function = getattr(library, name)
        function.argtypes, function.restype = _RULE, ctypes.c_int64
    for name in ("preset", "far", "twin_preset", "twin_far", "twin_class"):
        function = getattr(library, name)
        function.argtypes, function.restype = (ctypes.c_int64, ctypes.c_void_p), ctypes.c_int64
    return library


class Sized:
    """The rule with its size as user data, as ``scipy.LowLevelCallable`` carries it."""

    def __init__(self, size: int, name: str = "loopy") -> None:
        self.function, self.user_data = getattr(library(), name), ctypes.c_void_p(size)


class Loopy:
    """The game as an object; with presets, and their remoteness.

    Attributes
    ----------
    options, preset, preset_remoteness : compiled functions
    """

    def __init__(self, size: int, *, presets: bool = False, far: bool = False) -> None:
        self.options = Sized(size)
        if presets:
            self.preset = library().preset
        if far:
            self.preset_remoteness = library().far


class Twin:
    """The game twice, in two sides that a symmetry exchanges; with presets and their remoteness."""

    def __init__(self, size: int, *, symmetric: bool) -> None:
        self.options = Sized(size, "twin")
        self.preset, self.preset_remoteness = library().twin_preset, library().twin_far
        if symmetric:
            self.canonical = library().twin_class


def preset_pairs(code: int) -> Any:
    """The same presets for a rule in Python: an outcome and a remoteness, or none."""
    outcome = library().preset(code, None)
    return None if outcome == 2 else (outcome, library().far(code, None))


def options_of(size: int) -> Any:
    """The same rule in Python."""
    room = (ctypes.c_int64 * 5)()

    def options(code: int) -> list[int]:
        found = library().loopy(code, room, 5, size)
        return list(room)[:found]

    return options


def same_answers(database: Any, codes: Any, outcomes: Any, remoteness: Any) -> bool:
    """Return whether a database has these answers."""
    return bool(
        len(database) == len(codes)
        and np.array_equal(database.outcome(codes), outcomes)
        and np.array_equal(database.remoteness_of(codes), remoteness)
    )
