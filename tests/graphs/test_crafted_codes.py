"""Codes that were chosen to meet in one slot of the table: they do not.

Before, the hash of a code was the same in every process.  Codes can be computed back from it: of
80,000 with one home each was compared with all before it.
"""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from graphgame.graphs._index import CodeIndex

COUNT = 80_000
# What the hash multiplied with in every process.
FIRST, SECOND = 0xFF51AFD7ED558CCD, 0xC4CEB9FE1A85EC53


def back(hashes: Any, bits: int) -> Any:
    """Return the codes that had these hashes of so many bits."""
    most = np.uint64((1 << bits) - 1)
    found = hashes.astype(np.uint64) & most
    for factor in (SECOND, FIRST):
        found = found * np.uint64(pow(factor, -1, 1 << bits)) & most  # of 2 ** 64, as NumPy does
        found ^= found >> np.uint64(32 if bits >= 60 else bits // 2)
    return (found - np.uint64(1 << (bits - 1) if bits < 64 else 0)).view(np.int64)


HASHES = {
    "in turn": np.arange(COUNT),
    "backwards": np.arange(COUNT - 1, -1, -1),
    "far apart": np.arange(0, COUNT << 20, 1 << 20),
}


@pytest.mark.parametrize("kind", HASHES)
@pytest.mark.parametrize("bits", [60, 64])
@pytest.mark.parametrize("home", [0, 5, 1000])
def test_codes_of_one_home_are_spread(home: int, bits: int, kind: str) -> None:
    codes = back(np.uint64(home << (bits - 20)) + HASHES[kind].astype(np.uint64), bits)
    index, places = CodeIndex(), np.empty(COUNT, np.int32)
    index.add(codes, places)
    assert (places == np.arange(COUNT)).all()
    assert index.farthest() < COUNT // 80


def test_packed_codes_of_one_home_are_spread() -> None:
    codes = back((7 << 22) + np.arange(COUNT), 40)
    index, places = CodeIndex(0, 0, True), np.empty(COUNT, np.int32)
    index.add(codes, places)
    assert (places == np.arange(COUNT)).all()
    assert index.farthest() < COUNT // 80


SCRIPT = """
import graphgame as gg
graph = gg.explore_codes(lambda n: [n // 2, n // 3, n ^ 1] if n else [], 10**12)
print(list(graph.labels), gg.solve(graph).remoteness.tolist())
"""


def test_answers_do_not_depend_on_the_process() -> None:
    said = set()
    for seed in ("0", "1", "2", "random"):
        environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path), "PYTHONHASHSEED": seed}
        command = [sys.executable, "-c", SCRIPT]
        run = subprocess.run(command, capture_output=True, check=True, env=environment)
        said.add(run.stdout)
    assert len(said) == 1
