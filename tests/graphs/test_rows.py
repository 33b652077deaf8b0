"""Grouping edges and counting them: every way it is done gives the same rows.

Pinned here: rows keep the order of the edges whether edges are placed directly or by buckets of any
size; memory that only serves speed is done without where it is refused; degrees are exact at the
limits of the bytes and words they are counted in.
"""

from __future__ import annotations

import ctypes
import mmap
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, strategies as st

from graphgame.graphs import _rows
from tests.marked import large
from tests.strategies import games

Edges = npt.NDArray[np.int32]
BEYOND = 2**18 + 77  # positions enough that edges in random order go by buckets


def check_groups(edges: Edges, n: int, bits: int) -> None:
    """Compare with NumPy's stable sort, by either end, and turn both round."""
    for key in (0, 1):
        order = np.argsort(edges[:, key], kind="stable")
        ptr = np.append(0, np.cumsum(np.bincount(edges[:, key], minlength=n)))
        found = [np.asarray(x) for x in _rows.group_edges(edges, n, bool(key), bits)]
        assert np.array_equal(found[0], ptr)
        assert np.array_equal(found[1], edges[order, 1 - key])
        turned = [np.asarray(x) for x in _rows.transpose(*found, bits)]
        other = edges[np.lexsort((edges[:, key], edges[:, 1 - key]))]
        counts = np.bincount(edges[:, 1 - key], minlength=n)
        assert np.array_equal(turned[0], np.append(0, np.cumsum(counts)))
        assert np.array_equal(turned[1], other[:, key])


@pytest.mark.boundary
@given(games(), st.integers(-1, 16))
def test_buckets_of_any_size_keep_the_order_of_the_edges(game: Any, bits: int) -> None:
    check_groups(np.array(game.edges, dtype=np.int32).reshape(-1, 2), game.n, bits)


@pytest.mark.boundary
@pytest.mark.parametrize("bits", [1, 5, 6, 7, 15, 16])
@pytest.mark.parametrize("n", [1, 2, 63, 64, 65, 127, 128, 129, 2**16 - 1, 2**16, 2**16 + 1])
def test_the_last_bucket_may_be_cut_anywhere(n: int, bits: int) -> None:
    edges = np.random.default_rng(n).integers(0, n, (3000, 2), dtype=np.int32)
    edges[:2] = n - 1
    check_groups(edges, n, bits)
    check_groups(edges[:1], n, bits)
    check_groups(edges[:0], n, bits)


@pytest.mark.parametrize("bits", [-1, 1, 16])
def test_no_positions_and_no_edges(bits: int) -> None:
    ptr, idx = _rows.group_edges(np.empty((0, 2), np.int32), 0, True, bits)
    assert memoryview(ptr).tolist() == [0] and len(idx) == 0
    ptr, idx = _rows.transpose(np.zeros(1, np.int64), np.empty(0, np.int32), bits)
    assert memoryview(ptr).tolist() == [0] and len(idx) == 0


def orders(n: int, m: int) -> dict[str, Edges]:
    """Return edges in the orders between which the kernel chooses."""
    random = np.random.default_rng(n)
    edges = random.integers(0, n, (m, 2), dtype=np.int32)
    near = (edges[:, :1] + random.integers(-40, 40, (m, 2), dtype=np.int32)) % n
    halves = np.concatenate([edges[: m // 2], np.sort(edges[m // 2 :], axis=0)])
    star = np.stack([edges[:, 0], np.where(edges[:, 1] % 8, n // 2, edges[:, 1])], axis=1)
    return {
        "random": edges,
        "by source": edges[np.argsort(edges[:, 0], kind="stable")],
        "by target": edges[np.argsort(edges[:, 1], kind="stable")],
        "local": near[np.argsort(near[:, 0], kind="stable")],
        "half of it in order": halves,
        "most to one": star,
        "few": edges[: n // 10],
    }


@pytest.mark.parametrize("n", [2**18, *large([2**18 + 1]), BEYOND])
@pytest.mark.parametrize("order", orders(8, 8))
def test_whatever_way_is_chosen_the_rows_are_the_same(n: int, order: str) -> None:
    check_groups(np.ascontiguousarray(orders(n, 2 * n + 1)[order]), n, -1)


@pytest.mark.parametrize("bits", [-2, 17, 31])
def test_buckets_that_no_low_bits_hold_are_refused(bits: int) -> None:
    edges = np.zeros((1, 2), np.int32)
    with pytest.raises(ValueError, match=rf"^expected bucket_bits from -1 to 16, got {bits}$"):
        _rows.group_edges(edges, 1, True, bits)
    with pytest.raises(ValueError, match="bucket_bits"):
        _rows.transpose(np.array([0, 1]), edges[:, 0].copy(), bits)


SHORT_OF_MEMORY = """
import resource, sys
import numpy as np
from graphgame.graphs import _rows

def run(room, kernel, *arguments):
    # Room for the result and its alignment to huge pages, and for so many bytes more.
    used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (used + room, -1))
    try:
        return kernel(*arguments)
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (-1, -1))

MIB = 2**20
n, m = 2**21, 2**23  # 16 MiB of offsets and 32 of entries; lows take 16
edges = np.random.default_rng(1).integers(0, n, (m, 2), dtype=np.int32)
edges[m // 2 :, 1] = 5  # the largest bucket takes 16 MiB too
plain = [np.asarray(x) for x in _rows.group_edges(edges, n, True, 0)]
for room in (56, 72, 300):  # neither fits, only the lows, both
    grouped = run(room * MIB, _rows.group_edges, edges, n, True, 13)
    assert all(np.array_equal(a, b) for a, b in zip(plain, map(np.asarray, grouped)))
    del grouped
    turned = run(room * MIB, _rows.transpose, *plain, 13)
    back = [np.asarray(x) for x in _rows.transpose(*plain, 0)]
    assert all(np.array_equal(a, b) for a, b in zip(back, map(np.asarray, turned)))
    del turned, back
try:
    run(40 * MIB, _rows.group_edges, edges, n, True, 13)
except MemoryError:
    print("the result has to fit")
n = 2**24  # 64 MiB of degrees; bytes take 16
for room in (70, 300):
    degrees = np.asarray(run(room * MIB, _rows.degrees_of_sources, edges, n))
    assert np.array_equal(degrees, np.bincount(edges[:, 0], minlength=n))
print("done")
"""


@pytest.mark.skipif(sys.platform != "linux", reason="limits the memory of a process")
def test_memory_that_only_serves_speed_is_done_without() -> None:
    command = [sys.executable, "-c", SHORT_OF_MEMORY]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("the result has to fit\ndone\n", "")


@pytest.mark.boundary
@pytest.mark.parametrize("count", [1, 254, 255, 256, 257, 511, 512, 513, 65_536])
def test_degrees_beyond_a_byte_are_exact(count: int) -> None:
    sources = np.concatenate([np.full(count, 3), np.full(300, 1), [0]])
    edges = np.zeros((len(sources), 2), np.int32)
    edges[:, 0] = np.random.default_rng(count).permutation(sources)
    for in_bytes in (False, True):
        degrees = _rows.degrees_of_sources(edges, 5, in_bytes)
        assert memoryview(degrees).tolist() == [1, 300, 0, count, 0]


@pytest.mark.large
@pytest.mark.skipif(sys.platform != "linux", reason="maps one file many times")
def test_one_position_may_have_all_options_that_a_word_counts() -> None:
    """17 GB of edges 1 -> 0 that take 64 MiB: one file, mapped again and again."""
    most = 2**31 - 1
    with endless([(1, 0)]) as edges:
        for in_bytes in (False, True):
            degrees = _rows.degrees_of_sources(edges[:most], 2, in_bytes)
            assert memoryview(degrees).tolist() == [0, most]
            with pytest.raises(OverflowError, match=f"^position 1 has more than {most} options$"):
                _rows.degrees_of_sources(edges[: most + 1], 2, in_bytes)


@contextmanager
def endless(edges: list[tuple[int, int]]) -> Iterator[Edges]:
    """Give 2^31 edges and more, the same ones repeated, while the context lasts.

    The resident memory of the process counts each mapping, 17 GB: unmapped, they do not hide what
    later tests take.
    """
    block, blocks = 2**26, 257
    file = os.memfd_create("edges")
    os.write(file, np.array(edges, np.int32).tobytes() * (block // (8 * len(edges))))
    libc = ctypes.CDLL(None)
    libc.mmap.restype = ctypes.c_void_p
    libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, *[ctypes.c_int] * 3, ctypes.c_long]
    libc.munmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t]
    shared, fixed, reserve, read = 0x01, 0x10, 0x4022, mmap.PROT_READ
    start = libc.mmap(None, block * blocks, 0, reserve, -1, 0)
    try:
        for i in range(blocks):
            assert libc.mmap(start + i * block, block, read, shared | fixed, file, 0) > 0
        whole = (ctypes.c_int32 * (block * blocks // 4)).from_address(start)
        yield np.frombuffer(whole, np.int32).reshape(-1, 2)
    finally:
        os.close(file)
        assert libc.munmap(start, block * blocks) == 0


@given(games(), st.data())
def test_what_can_be_reached_is_found_once_and_the_start_first(
    game: Any, data: st.DataObject
) -> None:
    if game.n == 0:
        return
    start = data.draw(st.integers(0, game.n - 1))
    rows = _rows.group_edges(np.array(game.edges, np.int32).reshape(-1, 2), game.n, False)
    expected = [start]
    for v in expected:  # breadth first: it grows while it is walked through
        expected += dict.fromkeys(w for u, w in game.edges if u == v and w not in expected)
    assert memoryview(_rows.reachable(*rows, start)).tolist() == expected
