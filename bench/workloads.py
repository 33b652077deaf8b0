"""Seeded workloads: each function returns the edges of a graph as int32 pairs."""

from __future__ import annotations

import random

import numpy as np
import numpy.typing as npt

Edges = npt.NDArray[np.int32]


def path(n: int) -> Edges:
    """Return a path 0 → 1 → … → n - 1: remoteness up to n - 1, one position per level."""
    edges = np.empty((n - 1, 2), dtype=np.int32)
    edges[:, 0] = np.arange(n - 1)
    edges[:, 1] = np.arange(1, n)
    return edges


def shuffled(edges: Edges, n: int, *, seed: int = 1) -> Edges:
    """Return the same graph: its positions are renumbered and its edges reordered at random."""
    rng = np.random.default_rng(seed)
    renamed = rng.permutation(n).astype(np.int32)[edges]
    rng.shuffle(renamed)
    return renamed


def random_digraph(n: int, m: int, *, terminals: float = 0.1, seed: int = 1) -> Edges:
    """Return edges between independent uniform ends; a share of the positions has no options."""
    rng = np.random.default_rng(seed)
    edges = rng.integers(0, n, (m, 2), dtype=np.int32)
    # The terminals are the last positions; the sources are the others.
    edges[:, 0] %= max(1, round(n * (1 - terminals)))
    return edges


def random_dag(n: int, m: int, *, seed: int = 1) -> Edges:
    """Return edges between independent uniform ends, from the greater to the smaller one."""
    edges = np.random.default_rng(seed).integers(0, n, (m, 2), dtype=np.int32)
    edges = edges[edges[:, 0] != edges[:, 1]]
    return np.stack([edges.max(axis=1), edges.min(axis=1)], axis=1)


def rmat(scale: int, m: int, *, seed: int = 1) -> Edges:
    """Return edges among 2^scale positions by the R-MAT model of Chakrabarti, Zhan and Faloutsos.

    Each bit of both ends is drawn with the usual probabilities .57, .19, .19 and .05: few positions
    have many options, many have none, and those are the terminals.
    """
    rng = np.random.default_rng(seed)
    edges = np.zeros((m, 2), dtype=np.int32)
    for _ in range(scale):
        drawn = rng.random(m, dtype=np.float32)
        edges <<= 1
        edges[:, 0] += drawn >= 0.76
        edges[:, 1] += ((drawn >= 0.57) & (drawn < 0.76)) | (drawn >= 0.95)
    return edges


def grid_game(side: int, *, walls: float = 0.07, seed: int = 1) -> Edges:
    """Return the game of a token that moves right, down or both on side² cells, never onto a wall.

    Position r * side + c is the cell in row r and column c.  With 7 % walls there are 2.6 moves for
    each cell.
    """
    free = np.random.default_rng(seed).random((side, side)) >= walls
    cells = np.arange(side * side, dtype=np.int32).reshape(side, side)
    steps = [(0, 1), (1, 0), (1, 1)]
    edges = np.empty((len(steps), side, side, 2), dtype=np.int32)
    allowed = np.zeros((len(steps), side, side), dtype=bool)
    for k, (down, right) in enumerate(steps):
        here = np.s_[: side - down, : side - right]
        there = np.s_[down:, right:]
        edges[k][here] = np.stack([cells[here], cells[there]], axis=-1)
        allowed[k][here] = free[here] & free[there]
    # Cell by cell.
    order = (1, 2, 0)
    return np.ascontiguousarray(edges.transpose(*order, 3)[allowed.transpose(*order)])


def board(side: int, *, walls: float = 0.2, seed: int = 1) -> str:
    """Return grid text of a random board for policeman and thief with one exit."""
    rng = random.Random(seed)
    cells = ["*" if rng.random() < walls else "." for _ in range(side * side)]
    free = [i for i, cell in enumerate(cells) if cell == "."]
    for mark, i in zip("EPT", rng.sample(free, 3), strict=True):
        cells[i] = mark
    rows = ("".join(cells[i : i + side]) for i in range(0, len(cells), side))
    return f"{side} {side}\n" + "\n".join(rows) + "\n"
