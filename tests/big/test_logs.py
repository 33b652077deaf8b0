"""Logs of moves: entries of six bytes or of eight, counted and sorted by their targets."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from graphgame.big.partitions._receive import Receiver, count_targets, place_sources
from graphgame.graphs._index import CodeIndex
from tests.marked import large

NO_SOURCE = 0xFFFFFFFF
BITS = 28


def message(origin: int, codes: list[int], sources: list[int]) -> bytes:
    """Return a chunk of messages, as docs of the kernel say: codes, then sources."""
    header = np.array([origin, len(codes), 0, 0], dtype=np.uint32).tobytes()
    return (
        header + np.array(codes, np.int64).tobytes() + np.array(sources, dtype=np.uint32).tobytes()
    )


def random_mail(random: Random, codes: int, sources: int) -> list[tuple[int, list[int], list[int]]]:
    """Return chunks of random messages; some have no source, and some chunks none with one."""
    chunks = []
    for _ in range(random.randrange(1, 8)):
        k = random.randrange(1, 40)
        share = random.choice([0, 0.3, 1])
        has_source = [random.random() < share for _ in range(k)]
        told = [random.randrange(sources) if has else NO_SOURCE for has in has_source]
        chunks.append((random.randrange(3), [random.randrange(codes) for _ in range(k)], told))
    return chunks


def rows_of(index: CodeIndex, log: bytes, sizes: list[int]) -> list[list[int]]:
    """Return the rows of all positions by the kernels."""
    ptr = np.zeros(len(index) + 1, dtype=np.uint32)
    total = count_targets(log, ptr)
    ptr = np.cumsum(ptr, dtype=np.uint32)
    assert int(ptr[-1]) == total
    pred = np.empty(total, dtype=np.uint64)
    place_sources(log, ptr[:-1].copy(), 0, pred, BITS, np.array(sizes, dtype=np.int64))
    return [pred[a:b].tolist() for a, b in zip(ptr[:-1].tolist(), ptr[1:].tolist(), strict=True)]


def filled(count: int) -> Any:
    """Return an index of the codes below count, each its own place."""
    index = CodeIndex(count + 1)
    index.add(np.arange(count), np.empty(count, dtype=np.int32))
    return index


@pytest.mark.parametrize("seed", [*range(5), *large(range(5, 20))])
@pytest.mark.parametrize("sources", [5, 1 << 16, 1 << 24, (1 << 24) + 1, (1 << BITS) - 1])
def test_rows_are_those_of_the_messages(sources: int, seed: int) -> None:
    random = Random(seed)
    codes = random.choice([7, 70_000])
    index, receiver, log = filled(codes), Receiver(), b""
    expected: list[list[int]] = [[] for _ in range(codes)]
    for origin, found, told in random_mail(random, codes, sources):
        log += receiver.receive(index, message(origin, found, told))
        for code, source in zip(found, told, strict=True):
            if source != NO_SOURCE:
                expected[code].append(origin << BITS | source)
    assert len(log) % 4 == 0
    assert rows_of(index, log, [sources] * 3) == expected


@pytest.mark.parametrize(("source", "size"), [((1 << 24) - 1, 6), (1 << 24, 8)])
def test_an_entry_takes_six_bytes_while_its_numbers_have_three(source: int, size: int) -> None:
    log = Receiver().receive(filled(4), message(0, [1, 2, 3, 3], [source, 0, 1, NO_SOURCE]))
    assert len(log) == 16 + -(-3 * size // 4) * 4


@pytest.mark.always
@pytest.mark.large
@pytest.mark.parametrize("count", [1 << 24, (1 << 24) + 1])
def test_places_of_more_than_three_bytes(count: int) -> None:
    index = filled(count)
    log = Receiver().receive(index, message(0, [count - 1, 0], [1, 2]))
    assert len(log) == 16 + (12 if count <= 1 << 24 else 16)
    ptr = np.zeros(count + 1, dtype=np.uint32)
    assert count_targets(log, ptr) == 2
    assert np.flatnonzero(ptr).tolist() == [1, count]


def test_logs_that_are_damaged_are_refused() -> None:
    index = filled(9)
    log = Receiver().receive(index, message(1, [4, 5, 8], [3, 2, 1]))
    counts = np.zeros(10, dtype=np.uint32)
    for cut in range(1, len(log)):
        with pytest.raises(ValueError, match="cut"):
            count_targets(log[:cut], counts)
    for less in (1, 3, 7, 8, 9, 1 << 31):
        header = np.array([1, 3, less, 0], dtype=np.uint32).tobytes()
        with pytest.raises(ValueError, match=r"cut|there is not"):
            count_targets(header + log[16:], counts)
    with pytest.raises(ValueError, match="there is not"):
        count_targets(log, np.zeros(9, dtype=np.uint32))
    for sizes in ([4, 3], [4]):
        with pytest.raises(ValueError, match="there is not"):
            rows_of(index, log, sizes)
