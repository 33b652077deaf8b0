"""What a GameGraph answers: positions, preset outcomes, edges.

Pinned here: positions are found by label or index, and what is neither does not exist; presets
come in all their forms; the blocks of edges are the edges, across their borders too.
"""

from __future__ import annotations

from collections.abc import Hashable
from types import MappingProxyType
from typing import Any

import numpy as np
import pytest
from hypothesis import given, strategies as st

import graphgame as gg
import graphgame.graphs.graph
from graphgame import DRAW, LOSE, NO_PRESET, WIN, GameGraph, as_game_graph
from graphgame.graphs.labels import CodeLabels
from graphgame.outcome import MOST_POSITIONS
from tests.graphs.test_convert import EDGES, IDX, OPTIONS, PTR, assert_is


def starts_and_ends(graph: GameGraph) -> list[tuple[int, int]]:
    """Return the edges as edge_blocks has them."""
    return [
        pair
        for sources, targets in graph.edge_blocks()
        for pair in zip(sources.tolist(), targets.tolist(), strict=True)
    ]


# -- positions ------------------------------------------------------------------------------------


def test_positions_are_indices_or_labels() -> None:
    plain, named = as_game_graph(EDGES), as_game_graph(EDGES, labels=list("wxyz"))
    assert [plain.index(v) for v in (0, 3, np.int8(2))] == [0, 3, 2]
    assert [named.index(v) for v in "wxyz"] == [0, 1, 2, 3]
    assert (plain.position(2), named.position(2)) == (2, "y")
    assert (plain.positions([2, 0]), named.positions([2, 0])) == ([2, 0], ["y", "w"])
    assert (plain.options(2), named.options("y")) == ([2, 0], ["y", "w"])
    assert (plain.predecessors(0), named.predecessors("w")) == ([2, 3], ["y", "z"])


@pytest.mark.parametrize(
    "position",
    [
        4,
        -1,
        2**40,
        1.0,
        "0",
        None,
        True,
        (0,),
        [0],
        np.bool_(True),
        np.array([1]),
        np.array([0, 1]),
    ],
)
def test_a_position_that_does_not_exist(position: Any) -> None:
    for graph in (as_game_graph(EDGES), as_game_graph(EDGES, labels=list("wxyz"))):
        assert position not in graph
        many = isinstance(position, list | np.ndarray)  # of which index finds each
        methods: list[Any] = [graph.options, graph.predecessors]
        for method in methods if many else [*methods, graph.index]:
            with pytest.raises(gg.UnknownPositionError, match="does not exist") as caught:
                method(position)
            assert repr(position) in str(caught.value)


def test_a_label_is_no_index() -> None:
    graph = as_game_graph({"a": ["b"]})
    assert "a" in graph and "b" in graph and 0 not in graph


def test_labels_are_taken_as_they_are_then() -> None:
    labels: list[Hashable] = ["a", "b", "c", "d"]
    graph = GameGraph.from_edges(EDGES, labels=labels)
    labels[0] = "z"
    assert graph.position(0) == "a", "a graph is immutable"
    assert graph.index("a") == 0
    assert GameGraph.from_edges(EDGES, labels=list("abcdef")).n == 6


@pytest.mark.parametrize("source", [EDGES, (PTR, IDX), OPTIONS])
def test_labels_of_any_iterable(source: Any) -> None:
    for labels in ("abcde", iter("abcde"), np.array(list("abcde"))):
        graph = as_game_graph(source, n=5, labels=labels)
        assert_is(graph, [("abcde"[u], "abcde"[v]) for u, v in EDGES], 5)


# -- presets --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "presets",
    [
        {"a": WIN, "c": DRAW},
        {"c": 0, "a": 1},
        {"a": np.int8(1), "c": np.int64(0)},
        MappingProxyType({"a": 1, "c": 0}),
        [1, NO_PRESET, 0],
        (WIN, NO_PRESET, DRAW),
        np.array([1, 2, 0], dtype=np.int8),
        np.array([1, 2, 0], dtype=np.uint64),
    ],
)
def test_presets_in_every_form(presets: Any) -> None:
    graph = as_game_graph({"a": ["b"], "b": ["c"]})
    preset = graph.with_presets(presets)
    assert graph.presets is None, "the graph itself stays as it is"
    assert preset.presets is not None
    assert preset.presets.tolist() == [1, 2, 0]
    assert preset.presets.dtype == np.int8
    assert_is(preset, [("a", "b"), ("b", "c")], 3)
    assert gg.solve(graph, presets=presets).outcomes.tolist() == [1, 0, 0]


def test_presets_come_before_those_that_are_there() -> None:
    graph = as_game_graph(EDGES).with_presets({0: WIN, 1: LOSE}).with_presets({1: DRAW, 2: WIN})
    assert graph.presets is not None
    assert graph.presets.tolist() == [1, 0, 1, 2]
    assert graph.with_presets({}).presets.tolist() == [1, 0, 1, 2]  # type: ignore[union-attr]


def test_presets_share_the_graph() -> None:
    graph = as_game_graph((PTR, np.array(IDX, dtype=np.int32)))
    assert np.shares_memory(graph.with_presets({0: 1}).option_idx, graph.option_idx)


def test_repr_says_what_a_graph_is() -> None:
    graph = as_game_graph({"a": ["b"]})
    assert repr(as_game_graph(EDGES)) == "GameGraph(n=4, m=6)"
    assert repr(graph) == "GameGraph(n=2, m=1, labelled)"
    assert repr(graph.with_presets({"b": 1})) == (
        "GameGraph(n=2, m=1, labelled, with preset outcomes)"
    )


# -- blocks of edges ------------------------------------------------------------------------------


@pytest.mark.boundary
@pytest.mark.parametrize("block", [1, 2, 3, 5, 1 << 18])
@given(rows=st.lists(st.lists(st.integers(0, 7), max_size=6), min_size=8, max_size=8))
def test_blocks_are_the_edges(block: int, rows: list[list[int]]) -> None:
    edges = [(v, w) for v, options in enumerate(rows) for w in options]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(graphgame.graphs.graph, "_BLOCK", block)
        for graph in (GameGraph.from_options(rows), GameGraph.from_edges(edges, 8)):
            assert starts_and_ends(graph) == edges
            assert all(len(sources) <= block for sources, _ in graph.edge_blocks())


@pytest.mark.parametrize("source", [EDGES, (PTR, IDX)])
def test_blocks_are_of_int32(source: Any) -> None:
    for sources, targets in as_game_graph(source).edge_blocks():
        assert sources.dtype == targets.dtype == np.int32


# -- what the checks let in ----------------------------------------------------------------------


def test_as_many_positions_as_there_may_be() -> None:
    assert GameGraph.from_edges([], MOST_POSITIONS).n == MOST_POSITIONS == 2**31 - 2


@pytest.mark.parametrize("starts", [[], [5], [5, 2**63 - 1]])
def test_codes_may_be_unsigned(starts: list[int]) -> None:
    def none(codes: Any) -> tuple[Any, Any]:
        return codes[:0], codes[:0]

    game = gg.explore_codes(none, np.array(starts, dtype=np.uint64))
    assert [*game.labels] == starts
    with pytest.raises(gg.GraphGameError) as caught:
        gg.explore_codes(none, np.array([*starts, 2**63], dtype=np.uint64))
    assert str(caught.value) == f"start: expected codes below 2^63, got {2**63}"


def test_labels_that_are_codes_stay_codes() -> None:
    labels = gg.explore_codes(lambda codes: (codes[:0], codes[:0]), [7, 5]).labels
    assert isinstance(labels, CodeLabels)
    game = GameGraph.from_edges([(0, 1)], labels=labels)
    assert game.labels is labels and game.index(5) == 1
    twice = CodeLabels(np.array([7, 5, 7]))
    with pytest.raises(gg.GraphGameError, match="^labels: expected distinct labels, got 7 twice$"):
        GameGraph.from_edges([(0, 1)], labels=twice)
