"""Components, and where play surely ends, against slow definitions."""

from __future__ import annotations

import random

import numpy as np
import pytest

from graphgame.chance.bounds import _parts
from graphgame.chance.bounds.endless import always_ends
from graphgame.chance.bounds.rows import Rows
from tests.chance.games import as_rows, random_game


def reached(rows: list[list[int]], v: int) -> set[int]:
    """Return v and what it leads to."""
    found, new = {v}, {v}
    while new:
        new = {w for u in new for w in rows[u]} - found
        found |= new
    return found


@pytest.mark.boundary
def test_components_are_those_of_the_definition() -> None:
    for seed in range(300):
        rng = random.Random(seed)
        n = rng.randint(0, 9)
        rows = [[w for w in range(n) if rng.random() < 0.25] for _ in range(n)]
        ptr = np.cumsum([0, *map(len, rows)])
        idx = np.array([w for row in rows for w in row], dtype=np.int32)
        order, part, count = _parts.components(ptr, idx)
        places = {v: k for k, v in enumerate(np.asarray(order).tolist())}
        number = np.asarray(part).tolist()
        assert sorted(places) == list(range(n)) and count == len({*number})
        for v in range(n):
            for w in range(n):
                together = v in reached(rows, w) and w in reached(rows, v)
                assert (number[v] == number[w]) == together
                if w in reached(rows, v):
                    assert number[w] <= number[v]
        assert [number[v] for v in places] == sorted(number), "a component's positions together"


def test_a_long_path_is_no_recursion() -> None:
    n = 10**6
    ptr = np.minimum(np.arange(n + 1), n - 1)
    order, part, count = _parts.components(ptr, np.arange(1, n, dtype=np.int32))
    assert count == n
    assert np.asarray(order)[0] == n - 1
    assert np.asarray(part)[0] == n - 1


def surely(rows: Rows, part: list[int]) -> set[int]:
    """Return from where play ends or leaves its component, whatever players choose."""
    found = {v for v in range(rows.n) if rows.kind[v] == 2}
    while True:
        more = {
            v
            for v in set(range(rows.n)) - found
            if (any if rows.kind[v] == -1 else all)(
                w in found or part[w] != part[v] for w in rows.idx[rows.ptr[v] : rows.ptr[v + 1]]
            )
        }
        if not more:
            return found
        found |= more


@pytest.mark.boundary
def test_where_play_surely_ends() -> None:
    sure = 0
    for seed in range(300):
        rows, _, _ = as_rows(random_game(seed))
        _, part, _ = _parts.components(rows.ptr, rows.idx)
        parts = np.asarray(part)
        ranks = always_ends(rows, parts)
        wanted = surely(rows, parts.tolist())
        assert {*np.flatnonzero(ranks >= 0).tolist()} == wanted
        sure += len(wanted)
        for v in wanted:
            row = rows.idx[rows.ptr[v] : rows.ptr[v + 1]].tolist()
            falls = [parts[w] != parts[v] or ranks[w] < ranks[v] for w in row]
            assert rows.kind[v] == 2 or (any if rows.kind[v] == -1 else all)(falls)
    assert sure > 500
