"""The plain tuned solver of baselines/solve.cpp, in Python compiled by Numba."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit


@njit(cache=True)
def plain(edges: Any, n: int) -> Any:
    """Return outcomes and remoteness from pairs; solve.cpp explains the arrays."""
    m = len(edges)
    ptr, left = np.zeros(n + 2, dtype=np.int32), np.zeros(n, dtype=np.int32)
    for e in range(m):
        left[edges[e, 0]] += 1
        ptr[edges[e, 1] + 2] += 1
    for v in range(n):
        ptr[v + 2] += ptr[v + 1]
    idx = np.empty(m, dtype=np.int32)
    for e in range(m):
        v = edges[e, 1]
        idx[ptr[v + 1]] = edges[e, 0]
        ptr[v + 1] += 1
    outcomes, remoteness = np.zeros(n, dtype=np.int8), np.full(n, -1, dtype=np.int32)
    queue = np.empty(n, dtype=np.int32)
    head = tail = 0
    for v in range(n):
        if left[v] == 0:
            outcomes[v], remoteness[v] = -1, 0
            queue[tail] = v
            tail += 1
    while head < tail:
        v = queue[head]
        head += 1
        lost, after = outcomes[v] == -1, remoteness[v] + 1
        for e in range(ptr[v], ptr[v + 1]):
            u = idx[e]
            if left[u] == 0:
                continue
            left[u] = 0 if lost else left[u] - 1
            if left[u] > 0:
                continue
            outcomes[u], remoteness[u] = (1 if lost else -1), after
            queue[tail] = u
            tail += 1
    return outcomes, remoteness
