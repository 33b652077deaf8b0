"""What docstrings promise of memory, where blocks grow by doubling.

As test_promises_slopes.py, but the resident memory of the process counts: such blocks take address
space before memory.
"""

from __future__ import annotations

import ctypes
import gc
import sys
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import graphgame as gg
from tests.house.test_promises_slopes import check

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.house.test_promises_slopes import Row


def counting_down(positions: list[int]) -> Callable[[], object]:
    """Explore positions that are there already: from each to the two below."""
    return partial(
        gg.explore, lambda x: (positions[x - 1], positions[x - 2]) if x > 1 else (), positions[-1]
    )


def splitting(positions: list[int]) -> Callable[[], object]:
    """Find the values of components that are there already: each falls into the two below."""
    return partial(
        gg.grundy,
        lambda x: [[positions[x - 1], positions[x - 2]]] if x > 1 else (),
        start=positions[-1],
        sums=True,
    )


def valued(n: int) -> Callable[[], object]:
    """Search the values of n codes, one after the other, by a compiled rule that takes one."""
    word = ctypes.c_int64
    kind = ctypes.CFUNCTYPE(word, word, ctypes.POINTER(word), word, ctypes.c_void_p)

    @kind
    def rule(code: int, words: Any, room: int, data: object) -> int:
        if code and room >= 2:
            words[0], words[1] = 1, code - 1
        return 2 if code else 0

    def work() -> object:
        found = gg.grundy(rule, start=0, sums=True, search=True)
        for code in range(n):
            found.value(code)
        return found

    return work


def two_below(codes: Any) -> Any:
    found = np.flatnonzero(codes >= 2)
    return np.repeat(found, 2), (codes[found][:, np.newaxis] - (1, 2)).ravel()


def tree_rule(n: int, *, loop: bool) -> Callable[[Any], Any]:
    """Return a rule of moves to the next row of a tree of n, one of them across; or passes.

    About 1.5 moves a position, or 2 where each may pass.
    """

    def rule(codes: Any) -> Any:
        again = codes if loop else 2 * codes + 3
        options = np.stack([2 * codes + 1, 2 * codes + 2, again], axis=1)
        sources, at = np.nonzero(options < n)
        return sources, options[sources, at]

    return rule


def halved(rule: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Return a rule on even codes, as one on their halves, with a move to the odd code above."""

    def doubled(codes: Any) -> Any:
        sources, options = rule(codes >> 1)
        own = np.arange(len(codes))
        return np.concatenate([sources, own]), np.concatenate([2 * options, codes + 1])

    return doubled


def odd(codes: Any) -> Any:
    """Preset odd codes, of which each position leads to one: a WIN for the player there."""
    return np.where(codes & 1, gg.WIN, gg.NO_PRESET)


# So many positions that a dict, or the table of codes, has just grown.
EXPLORING: dict[str, Row] = {
    "explore": (
        gg.explore,
        "24 bytes per position for two lists of them and their hashes, and 21 to 43 for the table "
        "from positions to indices, or 64 while it grows; 8 for offsets, 4 per edge",
        [3 * (1 << k) + 1 for k in (18, 19, 20)],
        lambda n: (24 + 64 + 8 + 2 * 4) * n,
        lambda n: counting_down([*range(n)]),
    ),
    "explore_codes": (
        gg.explore_codes,
        "Per position 8 bytes for the code, 8 for the offset, 10.7 to 21.3 for the index",
        [3 * (1 << k) + 1 for k in (18, 19, 20)],
        lambda n: (8 + 8 + 21.3 + 2 * 4) * n,
        lambda n: partial(gg.explore_codes, two_below, np.arange(n)),
    ),
    "grundy with sums": (
        gg.grundy,
        "9 bytes per component for the list of them and 70 to 115 for the dict from components to "
        "indices, or 145 while it grows; 8 for where its options begin, and 24 while values are "
        "found, of which 8 are kept; 8 per option and 4 per part of one",
        [int(1.34 * (1 << k)) for k in (17, 18, 19)],
        lambda n: (9 + 145 + 8 + 8 + 4 * 2) * n,
        lambda n: splitting([*range(n)]),
    ),
    "grundy with search": (
        gg.grundy,
        "per component that has a value 32 to 64 bytes, which are kept until the end",
        # Their table has just been doubled.
        [(1 << k) + 1 for k in (17, 18, 19)],
        lambda n: 64 * n,
        valued,
    ),
    "answers of a game that rises": (
        gg.build,
        "While it is explored, 7 bytes are taken, or up to 10 where codes have more than 39 bits; "
        "10.7 to 21.3 for the index; with presets 1 more; and 3 or 4 per edge but the first to "
        "each position",
        # Large pages, a part of one for each of five arrays, are little beside so many positions.
        [3 * (1 << k) + 1 for k in (20, 21, 22)],
        lambda n: (7 + 21.3 + 3 * 0.5) * n,
        lambda n: partial(gg.build, tree_rule(n, loop=False), start=0),
    ),
    "answers of a game that does not rise": (
        gg.build,
        "else predecessors take their place, 4 bytes and a half per edge, and 18 bytes per "
        "position are added",
        # So many that the table of codes is full: then solving takes more than exploring.
        [3 * (1 << k) - (1 << 16) for k in (19, 20, 21)],
        lambda n: (7 + 18 + 4.5 * 2) * n,
        lambda n: partial(gg.build, tree_rule(n, loop=True), start=0),
    ),
    "answers of undecided positions": (
        gg.build,
        "Where positions with a preset are not stored, they take nothing",
        [3 * (1 << k) - (1 << 16) for k in (19, 20, 21)],
        lambda n: (7 + 1 + 18 + 4.5 * 3) * n,
        lambda n: partial(
            gg.build, halved(tree_rule(n, loop=True)), start=0, presets=odd, store="undecided"
        ),
    ),
    "explore_codes, dense": (
        gg.explore_codes,
        "With `size`, the index takes 4 bytes for each integer below it instead",
        [3 * (1 << k) + 1 for k in (18, 19, 20)],
        lambda n: (8 + 8 + 4 * 2 + 2 * 4) * n,
        lambda n: partial(gg.explore_codes, two_below, np.arange(n), size=2 * n),
    ),
}


def resident(name: str) -> int:
    """Return what the system says of this process, in bytes."""
    with open("/proc/self/status", encoding="ascii") as lines:
        return next(int(line.split()[1]) for line in lines if line.startswith(name)) * 1024


def peak(name: str, size: int) -> int:
    """Return the greatest number of bytes that the process grew by."""
    work = EXPLORING[name][-1](size)
    gc.collect()
    before = resident("VmRSS")
    kept = work()  # noqa: F841 -- not to be freed before the peak is read
    return resident("VmHWM") - before


@pytest.mark.large  # the build that is traced takes other memory
@pytest.mark.parametrize("name", EXPLORING)
def test_memory_grows_as_the_docstring_says(name: str) -> None:
    check(EXPLORING[name], name, __file__)


if __name__ == "__main__":
    print(peak(sys.argv[1], int(sys.argv[2])))
