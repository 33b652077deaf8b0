"""Ranks are bijections: all of small sizes against lists, random ones of sizes up to 2^62."""

from __future__ import annotations

import ctypes
import mmap
import shutil
import subprocess
import sys
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphgame as gg
from graphgame.big.indexed import _ranking
from tests.reference import ranking

RADIX = [[1], [5], [2, 3], [3, 1, 4], [2, 2, 2, 2], [7, 6, 5], []]
CELLS = [(0, 0), (1, 0), (1, 1), (5, 2), (6, 6), (9, 4), (12, 3)]
PIECES: list[list[int]] = [
    [1],
    [3],
    [1, 1],
    [2, 2],
    [0, 2, 1],
    [3, 2, 1],
    [1, 1, 1, 1],
    [4, 0, 3],
    [],
]


def listed() -> list[tuple[Any, list[tuple[int, ...]]]]:
    rows: list[tuple[Any, list[tuple[int, ...]]]] = []
    rows += [(gg.MixedRadix(bases), ranking.digits(bases)) for bases in RADIX]
    rows += [(gg.Combinations(n, k), ranking.cells(n, k)) for n, k in CELLS]
    rows += [(gg.Arrangements(counts), ranking.pieces(counts)) for counts in PIECES]
    return rows


@pytest.mark.parametrize(("ranks", "things"), listed(), ids=lambda x: repr(x)[:30])
def test_all_of_small_sizes(ranks: Any, things: list[tuple[int, ...]]) -> None:
    assert ranks.size == len(things)
    for index, thing in enumerate(things):
        assert ranks.rank(thing) == index
        assert ranks.unrank(index) == thing
    everything = ranks.unrank(np.arange(ranks.size))
    assert everything.tolist() == [list(thing) for thing in things]
    assert ranks.rank(everything).tolist() == list(range(ranks.size))
    for index in (-1, ranks.size):
        with pytest.raises(gg.GraphGameError, match="expected an index from 0 to"):
            ranks.unrank(index)


@pytest.mark.parametrize(
    "ranks",
    [
        gg.MixedRadix([2**31, 2**31]),
        gg.MixedRadix([7] * 22),
        gg.MixedRadix([2] * 62),
        gg.Combinations(64, 31),
        gg.Combinations(66, 33),
        gg.Combinations(2000, 6),
        gg.Arrangements([1] * 20),
        gg.Arrangements([31, 31]),
        gg.Arrangements([8, 8, 8, 8]),
        gg.Arrangements([13, 13, 13]),
    ],
    ids=repr,
)
def test_random_indices_of_large_sizes(ranks: Any) -> None:
    assert 2**48 < ranks.size < 2**63
    rng = np.random.default_rng(1)
    indices = np.concatenate(
        [rng.integers(0, ranks.size, 2000), [0, 1, ranks.size - 2, ranks.size - 1]]
    )
    things = ranks.unrank(indices.reshape(2, -1))
    assert things.shape[:2] == (2, len(indices) // 2)
    assert (ranks.rank(things).ravel() == indices).all()
    assert ranks.rank(ranks.unrank(ranks.size - 1)) == ranks.size - 1


@pytest.mark.parametrize(("n", "k"), [*CELLS, (64, 20), (64, 64), (63, 31)])
def test_sets_of_cells_as_bits(n: int, k: int) -> None:
    ranks = gg.Combinations(n, k)
    indices = np.unique(np.random.default_rng(n).integers(0, ranks.size, 200))
    cells = ranks.unrank(indices)
    sets = [sum(1 << cell for cell in row) for row in cells.tolist()]
    assert ranks.unrank_bits(indices).tolist() == sets
    assert ranks.rank_bits(np.array(sets, dtype=np.uint64)).tolist() == indices.tolist()
    assert ranks.rank_bits(sets[0]) == indices[0]
    assert ranks.unrank_bits(int(indices[0])) == sets[0]


@pytest.mark.parametrize(
    ("ranks", "wrong"),
    [
        (gg.MixedRadix([2, 3]), [[2, 0], [0, 3], [-1, 0], [0, -1]]),
        (gg.Combinations(5, 2), [[1, 1], [3, 2], [-1, 2], [0, 5]]),
        (gg.Arrangements([2, 1]), [[0, 0, 0], [1, 1, 0], [0, 2, 1], [-1, 0, 0]]),
    ],
    ids=lambda x: repr(x)[:30],
)
def test_what_has_no_index(ranks: Any, wrong: list[list[int]]) -> None:
    for row in wrong:
        with pytest.raises(gg.GraphGameError, match="expected what has an index, got"):
            ranks.rank(row)
        with pytest.raises(gg.GraphGameError, match="expected what has an index, got"):
            ranks.rank([ranks.unrank(0), row])
    for shape in ([], [0] * 7, 3):
        with pytest.raises(gg.GraphGameError, match="integers for an index"):
            ranks.rank(shape)


def test_wrong_sets_of_cells() -> None:
    ranks = gg.Combinations(5, 2)
    for bits in (0, 0b111, 0b1, 0b100001, 1 << 63 | 1):
        with pytest.raises(gg.GraphGameError, match="expected what has an index"):
            ranks.rank_bits(bits)
    with pytest.raises(gg.GraphGameError, match="at most 64 cells"):
        gg.Combinations(65, 2).rank_bits(3)
    with pytest.raises(gg.GraphGameError, match="at most 64 cells"):
        gg.Combinations(65, 2).unrank_bits(3)


@pytest.mark.skipif(sys.platform != "linux", reason="protects a page by the C library of Linux")
def test_sets_of_too_many_cells_read_nothing_behind_the_table() -> None:
    """The table ends where a page begins that nobody may read."""
    page = mmap.PAGESIZE
    memory = mmap.mmap(-1, 2 * page)
    address = ctypes.addressof(ctypes.c_char.from_buffer(memory))
    known = np.asarray(_ranking.binomials(5, 2))
    table = np.frombuffer(memory, np.int64, len(known), page - known.nbytes)
    table[:] = known
    protect = ctypes.CDLL(None).mprotect
    protect.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
    assert protect(address + page, page, 0) == 0
    sets = np.array([0b11111, 0b11100, 0b11000], dtype=np.uint64)
    assert np.asarray(_ranking.rank_bits(table, 5, 2, sets)).tolist() == [-1, -1, 9]


@pytest.mark.parametrize(
    ("make", "arguments"),
    [
        (gg.MixedRadix, ([2**32, 2**31],)),
        (gg.Combinations, (67, 33)),
        (gg.Arrangements, ([1] * 21,)),
        (gg.Arrangements, ([70000],)),
        (gg.Combinations, (65000, 5000)),
    ],
)
def test_sizes_beyond_int64_are_refused(make: Any, arguments: Any) -> None:
    with pytest.raises(gg.TooLargeError):
        make(*arguments)


@pytest.mark.parametrize(
    ("make", "arguments"),
    [
        (gg.MixedRadix, ([2, 0],)),
        (gg.MixedRadix, ([-1],)),
        (gg.Combinations, (2, 3)),
        (gg.Combinations, (-1, 0)),
        (gg.Combinations, (70000, 1)),
        (gg.Arrangements, ([2, -1],)),
    ],
)
def test_wrong_sizes(make: Any, arguments: Any) -> None:
    with pytest.raises(gg.GraphGameError, match="expected"):
        make(*arguments)


def test_the_header_from_c(tmp_path: Path) -> None:
    """A rule in C includes ranking.h, and counts as Python does."""
    if shutil.which("gcc") is None:
        pytest.skip("needs gcc")
    (tmp_path / "own.c").write_text("""
        #include "ranking.h"
        static int64_t table[65 * 65];
        void prepare(int64_t n, int64_t k) { gg_binomials(n, k, table); }
        int64_t rank(int64_t n, int64_t k, uint64_t set) { return gg_rank_bits(table, n, k, set); }
    """)
    command = ["gcc", "-Wall", "-Wextra", "-Werror", "-std=c99", "-shared", "-fPIC", "own.c"]
    command += [f"-I{gg.get_include()}", "-o", "own.so"]
    subprocess.run(command, cwd=tmp_path, check=True, env={"PATH": "/usr/bin:/bin"})
    own = ctypes.CDLL(str(tmp_path / "own.so"))
    own.prepare(ctypes.c_int64(40), ctypes.c_int64(7))
    own.rank.restype = ctypes.c_int64
    ranks = gg.Combinations(40, 7)
    for index in (0, 1, 12345, comb(40, 7) - 1):
        bits = ctypes.c_uint64(ranks.unrank_bits(index))
        assert own.rank(ctypes.c_int64(40), ctypes.c_int64(7), bits) == index
