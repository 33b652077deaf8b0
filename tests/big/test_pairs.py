"""The kernel that sorts pairs, against sorting in Python."""

from __future__ import annotations

import numpy as np
import pytest

from graphgame.big.tiers._pairs import Pairs


def option_pairs(pairs: Pairs) -> list[tuple[int, int]]:
    return [pairs.pair(i) for i in range(pairs.count)]


@pytest.mark.parametrize("count", [0, 1, 2, 31, 33, 1000, 70_000])
@pytest.mark.parametrize("bits", [0, 3, 20, 21, 64])
@pytest.mark.parametrize("low", [0, 32, 63])
def test_sorting(count: int, bits: int, low: int) -> None:
    rng = np.random.default_rng(count + bits)
    half = 1 << bits >> 1
    codes = rng.integers(-half, half, count, dtype=np.int64, endpoint=bits == 0)
    codes += half if bits == 21 else 0  # none of them negative
    high = rng.integers(-2, 3, count) << 32 if low <= 32 else np.zeros(count, np.int64)
    words = high | rng.integers(0, 1 << 31, count) if low else rng.integers(-5, 6, count)
    pairs = Pairs(1 << 20)
    assert pairs.make_room(count)
    pairs.extend(codes, words)
    pairs.sort(low)
    found = option_pairs(pairs)
    assert sorted(found) == sorted(zip(codes.tolist(), words.tolist(), strict=True))
    keys = [(word >> low, code) for code, word in found]
    assert keys == sorted(keys)
    runs, ends = (np.asarray(part).tolist() for part in pairs.runs(low))
    assert runs == sorted({key for key, _ in keys})
    begin = 0
    for run, end in zip(runs, ends, strict=True):
        assert {key for key, _ in keys[begin:end]} == {run}
        distinct = np.asarray(pairs.distinct(begin, end)).tolist()
        assert distinct == sorted({code for _, code in keys[begin:end]})
        begin = end
    assert begin == count


def test_room() -> None:
    pairs = Pairs(4)
    assert pairs.make_room(3)
    pairs.extend(np.arange(3), np.arange(3))
    assert not pairs.make_room(2)
    assert pairs.make_room(1)
    pairs.clear()
    assert pairs.make_room(9)  # as many as come at once
    with pytest.raises(ValueError, match="room"):
        pairs.extend(np.arange(100), np.arange(100))
    with pytest.raises(ValueError, match="as many words"):
        pairs.extend(np.arange(2), np.arange(3))
    with pytest.raises(IndexError):
        pairs.pair(0)
    with pytest.raises(ValueError, match="range"):
        pairs.distinct(0, 1)
