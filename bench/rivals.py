"""Rivals in Python: lists, NumPy, Numba, SciPy, NetworkX and ogdoad.

Each function reads the input and returns the work.  They are written as users write them, with
loops over positions and edges where users write loops.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from bench.graphs import BLOCK, Stored, weighted
from bench.record import ROOT

Found = tuple[Any, ...]

Work = Callable[[], Found]


def missing(module: str) -> str:
    """Return why a contestant cannot take part, an empty string if it can."""
    return "" if find_spec(module) else "not installed"


def lists(folder: Path) -> Work:
    """Return the work of plain Python: lists of predecessors, and a queue."""
    stored = Stored(folder)
    edges, n = stored.edges(), stored.n

    def work() -> Found:
        predecessors: list[list[int]] = [[] for _ in range(n)]
        left = [0] * n
        for block in range(0, len(edges), BLOCK):  # all pairs at once would take gigabytes
            for u, v in edges[block : block + BLOCK].tolist():
                predecessors[v].append(u)
                left[u] += 1
        outcomes, remoteness = [0] * n, [-1] * n
        queue = deque(v for v in range(n) if not left[v])
        for v in queue:
            outcomes[v], remoteness[v] = -1, 0
        while queue:
            v = queue.popleft()
            lost, after = outcomes[v] == -1, remoteness[v] + 1
            for u in predecessors[v]:
                if outcomes[u]:
                    continue
                if lost:
                    outcomes[u] = 1
                else:
                    left[u] -= 1
                    if left[u]:
                        continue
                    outcomes[u] = -1
                remoteness[u] = after
                queue.append(u)
        return np.array(outcomes, dtype=np.int8), np.array(remoteness), predecessors

    return work


def joined(ptr: npt.NDArray[np.int64], idx: Any, rows: Any) -> Any:
    """Return the entries of some rows, concatenated."""
    lengths = ptr[rows + 1] - ptr[rows]
    ends = lengths.cumsum()
    total = int(ends[-1]) if len(ends) else 0
    return idx[np.repeat(ptr[rows] - ends + lengths, lengths) + np.arange(total)]


def numpy_levels(folder: Path) -> Work:
    """Return the work of NumPy, level by level."""
    stored = Stored(folder)
    edges, n = stored.edges(), stored.n

    def work() -> Found:
        sources, targets = edges[:, 0], edges[:, 1]
        idx = sources[targets.argsort(kind="stable")]
        ptr = np.zeros(n + 1, dtype=np.int64)
        np.bincount(targets, minlength=n).cumsum(out=ptr[1:])
        left = np.bincount(sources, minlength=n)
        outcomes, remoteness = np.zeros(n, dtype=np.int8), np.full(n, -1, dtype=np.int32)
        level, frontier = 0, np.flatnonzero(left == 0)
        while len(frontier):
            lost = level % 2 == 0
            outcomes[frontier], remoteness[frontier] = -1 if lost else 1, level
            before = joined(ptr, idx, frontier)
            before, times = np.unique(before[outcomes[before] == 0], return_counts=True)
            if lost:
                frontier = before
            else:
                left[before] -= times
                frontier = before[left[before] == 0]
            level += 1
        return outcomes, remoteness

    return work


def numba_rows(folder: Path) -> Work:
    """Return the work of Numba; it compiles before the clock starts."""
    os.environ.setdefault("NUMBA_CACHE_DIR", str(ROOT / "build" / "numba"))
    from bench.jitted import plain

    stored = Stored(folder)
    edges, n = stored.edges(), stored.n
    plain(edges[:0], 1)
    return lambda: plain(edges, n)


def scipy_part(folder: Path) -> Callable[[], Any]:
    """Return the work of SciPy: the transpose of the rows alone."""
    from scipy.sparse import csr_array

    stored = Stored(folder)
    ptr, idx = stored.rows()
    matrix = csr_array((np.ones(stored.m, dtype=np.int8), idx, ptr), shape=(stored.n, stored.n))
    return matrix.tocsc


def networkx_part(folder: Path) -> Work:
    """Return the work of propagation over the dicts of NetworkX."""
    import networkx as nx

    stored = Stored(folder)
    graph = nx.DiGraph()
    graph.add_nodes_from(range(stored.n))
    graph.add_edges_from(stored.edges().tolist())

    def work() -> Found:
        left = dict(graph.out_degree())
        queue = deque(v for v, degree in left.items() if not degree)
        outcomes, remoteness = dict.fromkeys(queue, -1), dict.fromkeys(queue, 0)
        while queue:
            v = queue.popleft()
            lost, after = outcomes[v] == -1, remoteness[v] + 1
            for u in graph.predecessors(v):
                if u in outcomes:
                    continue
                if not lost:
                    left[u] -= 1
                    if left[u]:
                        continue
                outcomes[u], remoteness[u] = 1 if lost else -1, after
                queue.append(u)
        everything = range(stored.n)
        return (
            np.array([outcomes.get(v, 0) for v in everything], dtype=np.int8),
            np.array([remoteness.get(v, -1) for v in everything]),
        )

    return work


def ogdoad_outcomes(folder: Path) -> Work:
    """Return the work of ogdoad: outcomes without remoteness, from lists of options."""
    import ogdoad

    options = Stored(folder).lists()
    kinds = ((ogdoad.Outcome.win(), 1), (ogdoad.Outcome.loss(), -1), (ogdoad.Outcome.draw(), 0))
    numbers = {kind.name(): number for kind, number in kinds}

    class Decoded:
        """Return the outcomes as numbers; decoded after the clock has stopped."""

        def __init__(self, found: list[Any]) -> None:
            self.found = found

        def __array__(self, *_: Any, **__: Any) -> npt.NDArray[np.int8]:
            return np.array([numbers[outcome.name()] for outcome in self.found], dtype=np.int8)

    return lambda: (Decoded(ogdoad.outcomes(options)), None)


def checks(result: Any) -> dict[str, Any]:
    """Return checksums of outcomes and, if it is known, of remoteness."""
    if not isinstance(result, tuple):  # a part of the work
        return {"checks": {}}
    outcomes, remoteness, *_ = result
    found = {"outcomes": weighted(np.asarray(outcomes))}
    if remoteness is not None:
        found["remoteness"] = weighted(np.asarray(remoteness))
    return {"checks": found}
