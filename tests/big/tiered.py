"""Random games with tiers, whose answers in memory are known."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

import numpy as np

import graphgame as gg
from graphgame import DRAW, LOSE, WIN


@dataclass
class Tiered:
    """A game of codes: options, tiers and presets of each."""

    rows: dict[int, list[int]]
    tiers: dict[int, int]
    presets: dict[int, tuple[int, int]]
    starts: list[int]

    def options(self, code: int) -> list[int]:
        return self.rows[code]

    def preset(self, code: int) -> Any:
        return self.presets.get(code)

    def tier(self, code: int) -> int:
        return self.tiers[code]

    def solved(self, play: str) -> gg.Solution[int]:
        """Return what is known: the game solved in memory."""
        presets = self.presets.get if self.presets else None
        return gg.solve(self.options, start=self.starts, presets=presets, play=play)


def random_game(seed: int, n: int = 60) -> Tiered:
    """Return a game of at most n positions, with cycles inside tiers, and codes of any size."""
    rng = random.Random(seed)
    codes = rng.sample([*range(-40, 60), *(rng.getrandbits(64) - 2**63 for _ in range(n))], n)
    spread = rng.choice([1, 3, 10, n])
    scale = rng.choice([1, 1, -7, 10**15])
    tiers = {code: scale * rng.randrange(spread) for code in codes}
    lower = {code: [other for other in codes if tiers[other] <= tiers[code]] for code in codes}
    inside = {code: [other for other in codes if tiers[other] == tiers[code]] for code in codes}
    most = rng.choice([2, 3, 6])
    rows = {}
    for code in codes:
        near = inside[code] if rng.random() < 0.6 else lower[code]
        rows[code] = rng.choices(near, k=rng.randrange(most + 1))
        if rng.random() < 0.5:
            rows[code] += rng.choices(lower[code], k=rng.randrange(3))
    presets = {}
    if rng.random() < 0.6:
        for code in rng.sample(codes, rng.randrange(n // 3)):
            far = rng.choice([0, 0, rng.randrange(9), rng.randrange(300)])
            presets[code] = rng.choice([(LOSE, far), (WIN, far), (DRAW, 0)])
    return Tiered(rows, tiers, presets, rng.sample(codes, rng.randrange(1, 4)))


def assert_same(database: Any, solution: gg.Solution[int]) -> None:
    """Compare all positions and their answers."""
    codes = np.asarray(solution.game.labels, dtype=np.int64)
    assert len(database) == len(codes)
    assert np.array_equal(database.outcome(codes), solution.outcomes)
    assert np.array_equal(database.remoteness_of(codes), solution.remoteness)
    assert database.counts() == solution.counts()
