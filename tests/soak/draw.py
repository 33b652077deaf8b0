"""Random graphs, of the shapes that have broken solvers."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from tests.soak.case import arrays_of

Edges = np.ndarray[Any, Any]


def _pairs(*columns: Any) -> Edges:
    return np.column_stack(columns).astype(np.int32).reshape(-1, 2)


def _nothing(n: int, m: int, rng: np.random.Generator) -> Edges:
    return np.empty((0, 2), dtype=np.int32)


def _any(n: int, m: int, rng: np.random.Generator) -> Edges:
    return rng.integers(0, n, (m, 2), dtype=np.int32)


def _path(n: int, m: int, rng: np.random.Generator) -> Edges:
    return _pairs(np.arange(n - 1), np.arange(1, n))


def _cycle(n: int, m: int, rng: np.random.Generator) -> Edges:
    return _pairs(np.arange(n), np.arange(1, n + 1) % n)


def _both_ways(n: int, m: int, rng: np.random.Generator) -> Edges:
    path = _path(n, m, rng)
    return np.concatenate([path, path[:, ::-1]])


def _near(n: int, m: int, rng: np.random.Generator) -> Edges:
    """Draw moves to near positions, forward more often than backward: long lines of play."""
    sources = rng.integers(0, n, m)
    steps = rng.integers(-1, 4, m)
    return _pairs(sources, np.clip(sources + steps, 0, n - 1))


def _down(n: int, m: int, rng: np.random.Generator) -> Edges:
    """Draw moves without cycles."""
    ends = rng.integers(0, n, (m, 2))
    ends = ends[ends[:, 0] != ends[:, 1]]
    return _pairs(ends.max(axis=1), ends.min(axis=1))


def _subtraction(n: int, m: int, rng: np.random.Generator) -> Edges:
    taken = rng.integers(1, 8, 3)
    sources = np.repeat(np.arange(n), 3)
    targets = sources - np.tile(taken, n)
    return _pairs(sources, targets)[targets >= 0]


def _star(n: int, m: int, rng: np.random.Generator) -> Edges:
    rays, hub = np.arange(1, n), np.zeros(n - 1)
    return _pairs(rays, hub) if rng.random() < 0.5 else _pairs(hub, rays)


def _hubs(n: int, m: int, rng: np.random.Generator) -> Edges:
    """Draw moves of which a few positions have most."""
    skewed = (n * rng.random((m, 2)) ** 4).astype(np.int32)
    return np.minimum(skewed, n - 1)


def _two_sides(n: int, m: int, rng: np.random.Generator) -> Edges:
    """Draw moves between two halves, as in games where the position says who moves."""
    half = max(n // 2, 1)
    left, right = rng.integers(0, half, m), rng.integers(half, max(n, half + 1), m)
    turned = rng.random(m) < 0.5
    return np.minimum(_pairs(np.where(turned, left, right), np.where(turned, right, left)), n - 1)


LOOPY = (_any, _cycle, _both_ways, _near, _hubs, _two_sides)
LOOPFREE = (_nothing, _path, _down, _subtraction, _star)


def edges(rng: random.Random, n: int, *, loopfree: bool = False, moves: float = 4.0) -> Edges:
    """Draw the edges of a graph of n positions, with loops and parallel edges if allowed."""
    arrays = arrays_of(rng)
    if n == 0:
        return np.empty((0, 2), dtype=np.int32)
    shape = rng.choice(LOOPFREE if loopfree else LOOPY + LOOPFREE)
    drawn = shape(n, int(n * rng.uniform(0.3, moves)), arrays)
    if rng.random() < 0.5:
        more = (_down if loopfree else _any)(n, int(n * rng.random() ** 3), arrays)
        drawn = np.concatenate([drawn, more])
    if not loopfree and rng.random() < 0.3:
        passing = arrays.integers(0, n, 1 + int(n * rng.random() ** 3))
        drawn = np.concatenate([drawn, _pairs(passing, passing)])
    if len(drawn) and rng.random() < 0.3:
        again = arrays.integers(0, len(drawn), 1 + int(len(drawn) * rng.random() ** 2))
        drawn = np.concatenate([drawn, drawn[again]])
    if rng.random() < 0.7:  # other names, another order
        drawn = arrays.permutation(n).astype(np.int32)[drawn]
        arrays.shuffle(drawn)
    return np.ascontiguousarray(drawn, dtype=np.int32)


def presets(rng: random.Random, n: int, outcomes: tuple[int, ...] = (-1, 0, 1)) -> Any:
    """Draw preset outcomes for no, some or most positions: (position, outcome) each."""
    if n == 0 or rng.random() < 0.5:
        return []
    arrays = arrays_of(rng)
    chosen = np.flatnonzero(arrays.random(n) < rng.random() ** 3)
    return _pairs(chosen, arrays.choice(np.array(outcomes), len(chosen))).tolist()


def size(rng: random.Random, low: int, high: int) -> int:
    """Draw a size, small ones as often as large ones."""
    return round(low * (high / low) ** rng.random())
