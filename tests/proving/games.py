"""Small random games, as rules of every kind, with what `solve` says of them."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

import graphgame as gg

KINDS = ["positions", "labels", "batch"]


@dataclass(frozen=True)
class Drawn:
    """A game on positions 0 to n - 1: options, presets, owners or None, and the kind of play."""

    options: list[list[int]]
    presets: dict[int, gg.Outcome]
    owner: dict[int, int] | None
    play: str

    def solution(self) -> gg.Solution[int]:
        """Return what `solve` says of all positions."""
        rows = dict(enumerate(self.options))
        return gg.solve(rows, presets=self.presets or None, owner=self.owner, play=self.play)

    def outcome(self, v: int) -> gg.Outcome:
        """Return the outcome of a position."""
        return self.solution().outcome(v)

    def prove(self, v: int, kind: str, **given: Any) -> gg.Proof[Any]:
        """Return the proof of a position, with a rule of a kind."""
        rule, label = self.rule(kind)
        return gg.prove(rule, label(v), **self.given(label), play=self.play, **given)

    def given(self, label: Callable[[int], Any]) -> dict[str, Any]:
        """Return presets and owners by labels, as arguments."""
        owner = self.owner and {label(v): player for v, player in self.owner.items()}
        presets = {label(v): outcome for v, outcome in self.presets.items()}
        return {"presets": presets or None, "owner": owner}

    def rule(self, kind: str) -> tuple[Any, Callable[[int], Any]]:
        """Return a rule of a kind, and what gives the label of a position."""
        if kind == "batch":
            return self.batch, int
        if kind == "labels":
            return lambda p: [("p", w) for w in self.options[p[1]]], lambda v: ("p", v)
        return self.options.__getitem__, int

    def batch(self, codes: Any) -> tuple[Any, Any]:
        """Return the moves of an array of codes."""
        rows = [self.options[code] for code in codes.tolist()]
        sources = np.repeat(np.arange(len(rows)), [len(row) for row in rows])
        return sources, np.array([w for row in rows for w in row], dtype=np.int64)


def draw(seed: int, most: int = 24) -> Drawn:
    """Draw a game with cycles; some have presets, owners, or misère play."""
    rng = random.Random(seed)
    n, degree = rng.randint(1, most), rng.choice([1, 2, 3, 4])
    options = [[rng.randrange(n) for _ in range(rng.randint(0, degree))] for _ in range(n)]
    outcomes = [gg.WIN, gg.LOSE, gg.DRAW, gg.TIE]
    presets = {v: rng.choice(outcomes) for v in range(n) if rng.random() < 0.12}
    owner = {v: rng.randrange(2) for v in range(n)} if rng.random() < 0.4 else None
    return Drawn(options, presets, owner, rng.choice(["normal", "normal", "misere"]))
