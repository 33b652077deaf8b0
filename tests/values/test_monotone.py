"""Games whose positions are numbered in order: found out exactly, and labelled without counters.

Pinned here: which way the moves go, wherever the one stands that goes another way; and that the
values are those of the reference and of the kernels that know no order.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, strategies as st

import graphgame as gg
from graphgame import GameGraph, _core
from graphgame.graphs import _rows
from graphgame.values import _grundy
from tests.reference import graphs as reference
from tests.reference.graphs import Game

Edges = npt.NDArray[np.int32]
PAIRS = st.lists(st.tuples(st.integers(0, 7), st.integers(0, 7)), max_size=12)


def pairs(edges: Any) -> Edges:
    return np.array(edges, dtype=np.int32).reshape(-1, 2)


def directions(edges: Edges, n: int) -> set[int]:
    return {
        _grundy.direction_of_edges(edges),
        _grundy.direction_of_rows(*_rows.group_edges(edges, n, False)),
    }


@given(PAIRS, st.sampled_from([None, -1, 1]))
def test_the_way_of_the_moves_is_that_of_all_of_them(edges: list[Any], way: int | None) -> None:
    if way is not None:
        edges = [tuple(sorted(edge, reverse=way < 0)) for edge in edges if edge[0] != edge[1]]
    down, up = (all((u > v) if less else (u < v) for u, v in edges) for less in (True, False))
    assert directions(pairs(edges), 8) == {-1 if down else 1 if up else 0}


@pytest.mark.parametrize("place", [0, 1, 2**13 - 1, 2**13, 29_998, 29_999])
@pytest.mark.parametrize("edge", [(7, 7), (5, 9), (9, 5)])
@pytest.mark.parametrize("way", [-1, 1])
def test_one_move_that_goes_another_way_is_found_anywhere(
    place: int, edge: tuple[int, int], way: int
) -> None:
    edges = np.sort(np.random.default_rng(place).integers(0, 40_000, (30_000, 2)), axis=1)
    edges = pairs(edges[edges[:, 0] < edges[:, 1]][:, ::way])
    assert directions(edges, 40_000) == {way}
    edges[min(place, len(edges) - 1)] = edge
    assert directions(edges, 40_000) == {way if np.sign(edge[1] - edge[0]) == way else 0}


def test_a_game_without_moves_is_in_order() -> None:
    for n in (0, 1, 5):
        assert directions(pairs([]), n) == {-1}
        g = gg.grundy(GameGraph.from_edges(pairs([]), n))
        assert g.values.tolist() == [0] * n and g.verify()


@given(PAIRS, st.sampled_from([-1, 1]))
def test_values_in_order_are_those_of_the_reference(edges: list[Any], way: int) -> None:
    edges = [tuple(sorted(edge, reverse=way < 0)) for edge in edges if edge[0] != edge[1]]
    rows = _rows.group_edges(pairs(edges), 8, False)
    found = _grundy.ordered_grundy(*rows, way)
    assert found is not None
    values, order, decided = found
    assert memoryview(values).tolist() == reference.grundy(Game(8, tuple(edges)))
    assert memoryview(order).tolist() == [*range(8)][::-way]
    assert decided == 8
    for graph in (
        GameGraph.from_edges(pairs(edges), 8),
        GameGraph.from_csr(*map(np.asarray, rows)),
    ):
        g = gg.grundy(graph)
        assert g.values.tolist() == memoryview(values).tolist()
        assert g.verify()


@pytest.mark.parametrize("way", [-1, 1])
@pytest.mark.parametrize("degree", [1, 5, 60])
def test_all_kernels_agree_on_larger_games(way: int, degree: int) -> None:
    n = 20_000
    edges = np.sort(np.random.default_rng(degree).integers(0, n, (degree * n, 2)), axis=1)
    edges = pairs(edges[edges[:, 0] < edges[:, 1]][:, ::way])
    options, before = (_rows.group_edges(edges, n, by_target) for by_target in (False, True))
    degrees = [_rows.degrees_of_sources(edges, n) for _ in range(2)]
    expected = _grundy.grundy(*options, *before, degrees[0])[0]
    ordered = _grundy.ordered_grundy(*options, way)
    packed = _core.packed_grundy(*before, degrees[1])
    assert ordered is not None
    assert np.array_equal(np.asarray(expected), np.asarray(ordered[0]))
    assert (packed is None) == (np.asarray(expected).max() >= 20)
    assert packed is None or np.array_equal(np.asarray(expected), np.asarray(packed[0]))


@pytest.mark.boundary
@pytest.mark.parametrize("way", [-1, 1])
@pytest.mark.parametrize("n", [63, 64, 65, 66])
def test_values_beyond_a_word_are_left_to_the_other_kernels(n: int, way: int) -> None:
    """Nim heaps: the values are the sizes."""
    edges = pairs(np.stack(np.tril_indices(n, -1), axis=1))
    if way > 0:
        edges = n - 1 - edges
    found = _grundy.ordered_grundy(*_rows.group_edges(edges, n, False), way)
    assert (found is None) == (n > 64)
    assert gg.grundy(GameGraph.from_edges(edges, n)).values.tolist() == [*range(n)][::-way]


def test_preset_losses_and_labels_go_through_the_order() -> None:
    g = gg.grundy({"a": [], "b": ["a"], "c": ["a", "b"], "d": ["c"]}, presets={"c": gg.LOSE})
    assert [g[x] for x in "abcd"] == [0, 1, 0, 1]
    assert g.verify()
