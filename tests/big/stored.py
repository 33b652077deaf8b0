"""Random games of codes, as rules of every kind, and what building them leaves in a folder."""

from __future__ import annotations

import random
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np

import graphgame as gg

# Codes are multiples of one of these: dense, and spread over narrow and wide tables.
SPREADS = (1, 10**6 + 7, 2**54 + 1)


class Game:
    """A random game: options with repetitions and self-loops, and presets of some kind.

    Attributes
    ----------
    rule : callable
        Of one code.
    presets : dict or None
    start : list of int
    """

    def __init__(
        self,
        seed: int,
        sizes: tuple[int, ...] = (1, 5, 20, 60, 300),
        spreads: tuple[int, ...] = SPREADS,
    ) -> None:
        r = random.Random(seed)
        n, spread = r.choice(sizes), r.choice(spreads)
        self.spread = spread
        self.options = [
            [r.randrange(n) * spread for _ in range(r.choice([0, 1, 1, 2, 3, 5]))] for _ in range(n)
        ]
        self.presets: dict[int, Any] | None = None
        far = r.choice([None, None, (0,), (0, 0, 1, 2, 3, 7, 200), (0, 1, 40_000)])
        if far is not None:
            self.presets = {}
            for v in range(n):
                outcome = r.choice([gg.WIN, gg.LOSE, gg.DRAW])
                away = 0 if outcome == gg.DRAW else r.choice(far)
                if r.random() < 0.2:
                    self.presets[v * spread] = (outcome, away) if away else outcome
        self.start = [v * spread for v in r.sample(range(n), r.choice([1, min(n, 3)]))]
        if self.presets is not None:  # a key that is never met is refused
            met = gg.explore(self.rule, self.start, presets=self.presets.get)
            self.presets = {code: end for code, end in self.presets.items() if code in met}

    def rule(self, code: int) -> list[int]:
        return self.options[code // self.spread]

    def batch(self, codes: Any) -> Any:
        """The same rule for an array of codes; moves in no order."""
        rows = [self.rule(code) for code in codes.tolist()]
        sources = np.repeat(np.arange(len(rows)), [len(row) for row in rows])
        options = np.array([x for row in rows for x in row], dtype=np.int64)
        order = np.random.default_rng(1).permutation(len(options))
        return sources[order], options[order]

    def solved(self, play: str = "normal") -> gg.Solution[int]:
        presets = None if self.presets is None else self.presets.get
        return gg.solve(self.rule, start=self.start, presets=presets, play=play)


def require_same(database: Any, solution: gg.Solution[int]) -> None:
    """Require that a database has the positions and the answers of a solution."""
    graph = solution.graph()
    codes = np.array(graph.labels, dtype=np.int64)
    assert len(database) == graph.n
    assert (database.outcome(codes) == solution.outcomes).all()
    assert (database.remoteness_of(codes) == solution.remoteness).all()
    assert database.counts() == solution.counts()
    assert database.verify()


def contents(folder: Path) -> dict[str, str]:
    """Return the checksum of every file of a complete database, by its name."""
    files = [path for path in folder.iterdir() if path.name != "lock"]
    return {path.name: sha256(path.read_bytes()).hexdigest() for path in files}
