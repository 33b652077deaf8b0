"""Games whose rules are in C, called a position at a time and compared with other rules."""

from __future__ import annotations

import ctypes
import importlib
import random
import shutil
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import _compiled
import pytest

from graphgame import NO_PRESET

MARKS = [
    pytest.mark.large,  # millions of moves
    pytest.mark.skipif(shutil.which("gcc") is None, reason="there is no gcc"),
]

# The stones of the player to move, and those of the other player, as sets of numbered cells.
Stones = tuple[frozenset[int], frozenset[int]]


@cache
def game(name: str, kind: str, *sizes: int) -> Any:
    return getattr(importlib.import_module(name), kind)(*sizes)


def options(played: Any, code: int) -> list[int]:
    return _compiled.listed(played.library.options, code)


def preset(played: Any, code: int) -> int:
    """Call the presets in C."""
    return number(played.library.preset, code)


def number(function: Any, code: int) -> int:
    """Call a function in C that gives a number of a code."""
    address = ctypes.cast(function, ctypes.c_void_p).value or 0
    return ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64, ctypes.c_void_p)(address)(code, None)


def stones(code: int, cells: int) -> Stones:
    """Read a code as `_compiled` documents it."""
    own, other = (frozenset(c for c in range(cells) if code >> c + k & 1) for k in (0, cells))
    return own, other


def random_positions(played: Any, starts: list[int], plies: int, count: int) -> Iterator[int]:
    """Yield positions of random games, the ends too."""
    rng = random.Random(15)
    for _ in range(count):
        code = rng.choice(starts)
        for _ in range(rng.randrange(plies)):
            found = options(played, code) if preset(played, code) == NO_PRESET else []
            if not found:
                break
            code = rng.choice(found)
        yield code


def compare(
    played: Any,
    codes: Iterator[int],
    moves: Callable[[Stones], list[Stones]],
    judge: Callable[[Stones], int],
    cells: int,
) -> Counter[int]:
    """Compare presets, and the options of positions without; return how many there were."""
    seen: Counter[int] = Counter()
    for code in codes:
        position = stones(code, cells)
        outcome = preset(played, code)
        assert outcome == judge(position)
        if outcome == NO_PRESET:
            found = Counter(stones(option, cells) for option in options(played, code))
            assert found == Counter(moves(position))
        seen[outcome] += 1
    return seen
