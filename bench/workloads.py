"""Seeded workloads for measurements: each function gives the edges of a graph as int32 pairs."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Edges = npt.NDArray[np.int32]


def path(n: int) -> Edges:
    """A path 0 → 1 → … → n - 1: remoteness up to n - 1, one position per level."""
    edges = np.empty((n - 1, 2), dtype=np.int32)
    edges[:, 0] = np.arange(n - 1)
    edges[:, 1] = np.arange(1, n)
    return edges


def random_digraph(n: int, m: int, *, terminals: float = 0.1, seed: int = 1) -> Edges:
    """Edges between independent uniform ends; a share of the positions has no options."""
    rng = np.random.default_rng(seed)
    edges = rng.integers(0, n, (m, 2), dtype=np.int32)
    # The terminals are the last positions; the sources are the others.
    edges[:, 0] %= max(1, round(n * (1 - terminals)))
    return edges


def random_dag(n: int, m: int, *, seed: int = 1) -> Edges:
    """Edges between independent uniform ends, from the greater to the smaller one."""
    edges = np.random.default_rng(seed).integers(0, n, (m, 2), dtype=np.int32)
    edges = edges[edges[:, 0] != edges[:, 1]]
    return np.stack([edges.max(axis=1), edges.min(axis=1)], axis=1)
