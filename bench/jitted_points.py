"""Rivals in Numba for games with points: loops over tables, over rows of options, and over a rule.

    python -m bench.jitted_points deque < INPUT

solves a problem of bench/families/chance_points.py from its text.
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
from numba import cfunc, njit, types
from numba.typed import Dict


@njit(cache=True)
def deque(row: Any) -> int:
    """Return the lead of the first player: lead[i] is that of the row from i on, by length."""
    n = len(row)
    lead = np.zeros(n + 1, dtype=np.int64)
    for length in range(1, n + 1):
        for i in range(n - length + 1):
            lead[i] = max(row[i] - lead[i + 1], row[i + length - 1] - lead[i])
    return lead[0]


@njit(cache=True)
def grid(plus: Any) -> int:
    """Return the lead of the first player on a grid of -1 and 1."""
    height, width = plus.shape
    lead = np.zeros((height, width), dtype=np.int64)
    for i in range(height - 1, -1, -1):
        for j in range(width - 1, -1, -1):
            best = -(1 << 62) if i + 1 < height or j + 1 < width else 0
            if i + 1 < height:
                best = max(best, plus[i + 1, j] - lead[i + 1, j])
            if j + 1 < width:
                best = max(best, plus[i, j + 1] - lead[i, j + 1])
            lead[i, j] = best
    return lead[0, 0]


@njit(cache=True)
def rows(ptr: Any, idx: Any, points: Any) -> Any:
    """Return values and best moves of a graph without cycles, by counters of options."""
    n, m = len(ptr) - 1, len(idx)
    back, left = np.zeros(n + 2, dtype=np.int64), np.empty(n, dtype=np.int32)
    for e in range(m):
        back[idx[e] + 2] += 1
    for v in range(n):
        back[v + 2] += back[v + 1]
    before = np.empty(m, dtype=np.int32)
    for v in range(n):
        left[v] = ptr[v + 1] - ptr[v]
        for e in range(ptr[v], ptr[v + 1]):
            before[back[idx[e] + 1]] = v
            back[idx[e] + 1] += 1
    values, moves = np.zeros(n, dtype=np.int64), np.full(n, -1, dtype=np.int32)
    queue, tail = np.empty(n, dtype=np.int32), 0
    for v in range(n):
        if left[v] == 0:
            queue[tail] = v
            tail += 1
    for head in range(n):
        v = queue[head]
        for e in range(ptr[v], ptr[v + 1]):
            worth = points[e] - values[idx[e]]
            if moves[v] < 0 or worth > values[v]:
                values[v], moves[v] = worth, idx[e]
        for e in range(back[v], back[v + 1]):
            left[before[e]] -= 1
            if left[before[e]] == 0:
                queue[tail] = before[e]
                tail += 1
    return values, moves


@njit(cache=True)
def deque_moves(code: int, row: Any, options: Any, points: Any) -> int:
    """Write the options of a code and what they pay; return how many there are."""
    width = len(row) + 1
    begin, end = divmod(code, width)
    if begin >= end:
        return 0
    options[0], points[0] = code + width, row[begin]
    options[1], points[1] = code - 1, row[end - 1]
    return 2


@njit(cache=True)
def grid_moves(code: int, plus: Any, options: Any, points: Any) -> int:
    """Write the options of a square and what they pay; return how many there are."""
    height, width = plus.shape
    i, j = divmod(code, width)
    count = 0
    if j + 1 < width:
        options[count], points[count] = code + 1, plus[i, j + 1]
        count += 1
    if i + 1 < height:
        options[count], points[count] = code + width, plus[i + 1, j]
        count += 1
    return count


def compiled(name: str, width: int, size: int) -> Any:
    """Return the rule of a problem without points, as graphgame takes compiled ones."""
    row, column = (width, -1) if name == "deque" else (1, width)
    is_deque = name == "deque"

    @cfunc(types.int64(types.int64, types.CPointer(types.int64), types.int64, types.voidptr))
    def options(code: Any, found: Any, _room: Any, _data: Any) -> Any:
        i, j = divmod(code, width)
        count = 0
        if i < j if is_deque else j + 1 < width:
            found[count] = code + row
            count += 1
        if i < j if is_deque else code + width < size:
            found[count] = code + column
            count += 1
        return count

    return options


@njit
def rule(moves: Any, data: Any, start: int, size: int) -> Any:
    """Return values and best moves of a rule on codes below a size, depth first."""
    values, best = np.zeros(size, dtype=np.int64), np.full(size, -1, dtype=np.int32)
    state, path = np.zeros(size, dtype=np.int8), np.empty(size, dtype=np.int32)
    options, points = np.empty(8, dtype=np.int64), np.empty(8, dtype=np.int64)
    path[0], depth = start, 1
    while depth:
        v = path[depth - 1]
        count, state[v] = moves(v, data, options, points), 1
        for k in range(count):
            u = options[k]
            if state[u] == 1:
                raise ValueError("a cycle")
            if state[u] == 0:
                path[depth] = u
                depth += 1
                break
        else:
            for k in range(count):
                worth = points[k] - values[options[k]]
                if best[v] < 0 or worth > values[v]:
                    values[v], best[v] = worth, options[k]
            state[v] = 2
            depth -= 1
    return values, best


@njit
def rule_in_a_dict(moves: Any, data: Any, start: int) -> int:
    """Return what the start is worth by a rule on any codes, whose values are in a dict."""
    values = Dict.empty(types.int64, types.int64)
    path, depth = np.empty(1 << 20, dtype=np.int64), 1
    options, points = np.empty(8, dtype=np.int64), np.empty(8, dtype=np.int64)
    path[0] = start
    while depth:
        v = path[depth - 1]
        count, best, is_ready = moves(v, data, options, points), 0, True
        for k in range(count):
            u = options[k]
            if u not in values:
                path[depth] = u
                depth += 1
                is_ready = False
                break
            worth = points[k] - values[u]
            if k == 0 or worth > best:
                best = worth
        if is_ready:
            values[v] = best
            depth -= 1
    return values[start]


def main() -> None:
    """Solve a problem from standard input."""
    _, *words = sys.stdin.read().split()
    if sys.argv[1] == "deque":
        print(deque(np.array(words, dtype=np.int64)))
        return
    lines = np.array([[*map("- +".index, line)] for line in words[1:]], dtype=np.int64) - 1
    print({1: "Takahashi", 0: "Draw", -1: "Aoki"}[int(np.sign(grid(lines)))])


if __name__ == "__main__":
    main()
