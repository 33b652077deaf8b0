"""Dominated vertices taken out, dominating sets, and graphs read in blocks."""

from __future__ import annotations

import io
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

import graphgame as gg
from graphgame.cops import _numbers, graph6
from graphgame.cops._numbers import retract
from graphgame.cops.placements import neighbourhoods
from tests.cops.test_numbers import C4, C5, K1, NOTHING, Edges, graph6 as written, graphs
from tests.reference.cops import cop_number

PETERSEN: Edges = tuple(
    pair for v in range(5) for pair in ((v, (v + 1) % 5), (v, v + 5), (v + 5, (v + 2) % 5 + 5))
)


def closed(n: int, edges: Edges) -> list[set[int]]:
    rows = [{v} for v in range(n)]
    for u, v in edges:
        rows[u].add(v)
        rows[v].add(u)
    return rows


def left_of(n: int, edges: Edges) -> int:
    """Return how many vertices are left when dominated ones are taken out while there are any."""
    rows, left = closed(n, edges), set(range(n))
    while True:
        corners = [u for u in left for v in left if u != v and rows[u] & left <= rows[v]]
        if not corners:
            return len(left)
        left.remove(corners[0])


def of_one(n: int, edges: Edges) -> tuple[int, np.ndarray]:
    """Return the cop number of one graph at sight, and what is left of it."""
    pairs = np.array(edges, np.int32).reshape(-1, 2)
    numbers, kept = retract(np.array([0, n], np.int64), pairs)
    return int(np.asarray(numbers)[0]), np.asarray(kept)


def components(n: int, edges: Edges) -> Iterator[tuple[int, Edges]]:
    """Yield the components of a graph, each with vertices from 0 on."""
    left, rows = set(range(n)), closed(n, edges)
    while left:
        part, more = set[int](), {min(left)}
        while more:
            part, more = part | more, set().union(*(rows[v] for v in more)) - part - more
        left -= part
        at = {v: i for i, v in enumerate(sorted(part))}
        yield len(part), tuple((at[u], at[v]) for u, v in edges if u in part)


@given(graphs(most=9))
@settings(max_examples=200)
def test_as_many_vertices_are_left_as_in_the_reference(graph: tuple[int, Edges]) -> None:
    _, kept = of_one(*graph)
    assert kept.sum() == left_of(*graph)
    assert set(kept.tolist()) <= {0, 1}


@given(graphs(most=6))
@settings(max_examples=100)
def test_numbers_at_sight_are_those_of_the_reference(graph: tuple[int, Edges]) -> None:
    n, edges = graph
    number, kept = of_one(n, edges)
    # No cop leaves a component, and the reference takes long where there are many.
    expected = sum(cop_number(*part, directed=False) for part in components(n, edges))
    assert number in (0, expected)
    rows = closed(n, edges)
    inside = set(np.flatnonzero(kept).tolist())
    has_edge = any(rows[v] & inside != {v} for v in inside)
    pairs = any((rows[u] | rows[v]) >= inside for u, v in combinations(inside, 2))
    assert (number > 0) == (n > 0 and (not has_edge or pairs))


def test_many_graphs_are_taken_one_by_one() -> None:
    rng = np.random.default_rng(5)
    many = []
    for _ in range(300):
        n = int(rng.integers(0, 12))
        upper = np.argwhere(np.triu(rng.random((n, n)) < 0.4, 1))
        many.append((n, tuple((int(u), int(v)) for u, v in upper)))
    starts = np.cumsum([0, *(n for n, _ in many)])
    edges = [(u + at, v + at) for (_, some), at in zip(many, starts, strict=False) for u, v in some]
    numbers, kept = map(np.asarray, retract(starts, np.array(edges, np.int32)))
    for g, (n, some) in enumerate(many):
        number, left = of_one(n, some)
        assert numbers[g] == number
        assert kept[starts[g] : starts[g + 1]].tolist() == left.tolist()


@pytest.mark.parametrize("n", [63, 64, 65, 128, 129, 1000])
def test_trees_on_a_cycle_fall_off(n: int) -> None:
    """Every vertex but those of the cycle hangs on an earlier one."""
    rng = np.random.default_rng(n)
    parents = [(v, int(rng.integers(0, v))) for v in range(30, n)]
    cycle = [(v, (v + 1) % 30) for v in range(30)]
    number, kept = of_one(n, tuple(cycle + parents))
    assert (number, np.flatnonzero(kept).tolist()) == (0, list(range(30)))
    assert gg.cop_number(gg.GameGraph.from_edges(cycle + parents, n)) == 2
    assert of_one(n, tuple(parents + cycle[:-1]))[0] == 1


def test_a_large_tree_takes_one_cop_and_little_memory() -> None:
    n = 20_000
    rng = np.random.default_rng(8)
    edges = np.stack([np.arange(1, n), rng.integers(0, np.arange(1, n))], axis=1)
    assert gg.cop_number(gg.GameGraph.from_edges(edges, n), memory=1000) == 1


def test_greater_graphs_are_left_as_they_are() -> None:
    n = 30_000
    path = np.stack([np.arange(n - 1), np.arange(1, n)], axis=1).astype(np.int32)
    numbers, kept = map(np.asarray, retract(np.array([0, n]), path))
    assert numbers.tolist() == [0] and kept.all()


def test_a_path_on_a_dense_graph_falls_off() -> None:
    rng = np.random.default_rng(2)
    n, dense = 1_000, 900
    upper = np.argwhere(np.triu(rng.random((dense, dense)) < 0.5, 1))
    path = [(v, v + 1) for v in range(dense - 1, n - 1)]
    number, kept = of_one(n, tuple((int(u), int(v)) for u, v in [*upper, *path]))
    assert number == 0 and kept[:dense].all() and not kept[dense:].any()


@pytest.mark.parametrize(("k", "number"), [(2, 0), (3, 3), (4, 4)])
def test_parts_are_dominated_by_enough_vertices(k: int, number: int) -> None:
    """Three vertices dominate the Petersen graph, and two do not."""
    rows, back = neighbourhoods(10, np.array(PETERSEN, np.int32), False)
    part_ptr, members, local = map(np.asarray, _numbers.parts(*rows, *back))
    numbers = np.zeros(1, np.int32)
    _numbers.dominate(*rows, part_ptr, members, local, numbers, k)
    assert numbers.tolist() == [number]


@pytest.mark.boundary
def test_a_part_of_a_whole_word_is_dominated() -> None:
    star = np.array([(0, v) for v in range(1, 64)], np.int32)
    for n, number in ((64, 1), (65, 0)):
        rows, back = neighbourhoods(n, np.array([*star, (n - 1, 0)], np.int32), False)
        part_ptr, members, local = map(np.asarray, _numbers.parts(*rows, *back))
        numbers = np.zeros(1, np.int32)
        _numbers.dominate(*rows, part_ptr, members, local, numbers, 1)
        assert numbers.tolist() == [number]


# -- blocks ---------------------------------------------------------------------------------------

LINES = [C4, C5, K1, written(10, PETERSEN), NOTHING, written(3, ()), C4]
NUMBERS = [2, 2, 1, 3, 0, 3, 2]


@pytest.mark.parametrize("block", [1, 2, 3, 7, 100])
@pytest.mark.parametrize(
    "make",
    [
        "\n".join,
        lambda lines: "\r\n".join(lines).encode() + b"\r\n",
        list,
        iter,
        lambda lines: [line.encode() for line in lines],
        lambda lines: io.StringIO("\n".join(lines)),
        lambda lines: io.BytesIO("\n".join(lines).encode()),
    ],
)
def test_blocks_do_not_show(make: Any, block: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(graph6, "BLOCK", block)
    assert gg.cop_numbers(make(LINES)).tolist() == NUMBERS
    assert gg.cop_numbers(make(LINES), 2).tolist() == [c if c < 3 else -1 for c in NUMBERS]
    with pytest.raises(gg.ParseError, match="^graphs:6:2: "):
        gg.cop_numbers(make([*LINES[:5], "B=", C4]))


@pytest.mark.parametrize("block", [1, 2, 5])
def test_rows_of_bits_in_blocks(block: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(3)
    matrices = rng.random((20, 5, 5)) < 0.5
    matrices[:, range(5), range(5)] = False
    arcs = matrices @ (1 << np.arange(5))
    bits = (matrices | matrices.swapaxes(1, 2)) @ (1 << np.arange(5))
    whole = [gg.cop_numbers(bits).tolist(), gg.cop_numbers(arcs, directed=True).tolist()]
    monkeypatch.setattr(graph6, "BLOCK", block)
    for rows in (bits, bits.tolist(), iter(bits.tolist())):
        assert gg.cop_numbers(rows).tolist() == whole[0]
    assert gg.cop_numbers(arcs, directed=True).tolist() == whole[1]


def test_lines_are_read_while_they_are_solved(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(graph6, "BLOCK", 4)
    asked = []

    def lines() -> Iterator[str]:
        for number in range(10**9):
            asked.append(number)
            yield C4 if number < 9 else "B="

    with pytest.raises(gg.ParseError, match="^graphs:10:2: "):
        gg.cop_numbers(lines())
    assert len(asked) == 12


def test_what_follows_text_must_be_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(graph6, "BLOCK", 2)
    for last in (C5.encode(), 7, None):
        with pytest.raises(gg.GraphGameError, match="graphs: expected"):
            gg.cop_numbers([C4, C4, C4, last])


@given(st.lists(graphs(most=4), min_size=1, max_size=6), st.integers(1, 4))
@settings(max_examples=40)
def test_random_graphs_in_blocks(many: list[tuple[int, Edges]], block: int) -> None:
    lines = [written(n, edges) for n, edges in many]
    expected = gg.cop_numbers(lines).tolist()
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(graph6, "BLOCK", block)
        assert gg.cop_numbers(lines).tolist() == expected
