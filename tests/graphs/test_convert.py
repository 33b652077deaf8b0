"""GameGraph and `as_game_graph` from plain Python and NumPy.

Pinned here: every such kind of input gives the same graph, with its labels, parallel edges and
self-loops, and arrays of the right type are not copied.  Graphs of other libraries are in
test_convert_libraries.py, bad input in test_convert_bad.py, what a graph answers in test_graph.py.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Hashable, Iterable
from types import MappingProxyType, SimpleNamespace
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import graphgame as gg
import graphgame.graphs.graph
from graphgame import DRAW, LOSE, WIN, GameGraph, as_game_graph
from graphgame.outcome import MOST_POSITIONS

Pairs = list[tuple[Hashable, Hashable]]

# Parallel edges, a self-loop, a cycle, a position with no edge at all (4).
EDGES = [(0, 1), (0, 1), (1, 2), (2, 2), (2, 0), (3, 0)]
OPTIONS: list[list[int]] = [[1, 1], [2], [2, 0], [0], []]
PTR, IDX = [0, 2, 3, 5, 6, 6], [1, 1, 2, 2, 0, 0]

SIGNED = ["int8", "int16", "int32", "int64", "intp", ">i2", ">i8"]
UNSIGNED = ["uint8", "uint16", "uint32", "uint64"]


def edges_of(graph: GameGraph) -> Pairs:
    """Return the edges as pairs of positions, sorted."""
    names = graph.positions(range(graph.n))
    return sorted(((u, v) for u in names for v in graph.options(u)), key=repr)


def assert_is(graph: GameGraph, edges: Iterable[tuple[Hashable, Hashable]], n: int) -> None:
    """Check that a graph has just these edges, in both directions of its CSR."""
    expected = sorted(edges, key=repr)
    names = graph.positions(range(graph.n))
    backwards = sorted(((u, v) for v in names for u in graph.predecessors(v)), key=repr)
    assert (graph.n, len(graph), graph.m) == (n, n, len(expected))
    assert edges_of(graph) == backwards == expected


# -- edges ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("dtype", SIGNED + UNSIGNED)
def test_edges_of_every_integer_type(dtype: str) -> None:
    array = np.array(EDGES, dtype=dtype)
    assert_is(as_game_graph(array, n=5), EDGES, 5)
    assert_is(GameGraph.from_edges(array), EDGES, 4)


@pytest.mark.parametrize("dtype", SIGNED + UNSIGNED)
def test_csr_of_every_integer_type(dtype: str) -> None:
    ptr, idx = np.array(PTR, dtype=dtype), np.array(IDX, dtype=dtype)
    assert_is(as_game_graph((ptr, idx)), EDGES, 5)


@pytest.mark.parametrize(
    "array",
    [
        np.asfortranarray(np.array(EDGES, dtype=np.int32)),
        np.array([(v, u) for u, v in EDGES], dtype=np.int32)[:, ::-1],
        np.array([edge for edge in EDGES for _ in range(2)], dtype=np.int32)[::2],
        np.array([(0, u, 0, v) for u, v in EDGES], dtype=np.int64)[:, 1::2],
    ],
    ids=["columns first", "reversed columns", "every other row", "every other column"],
)
def test_edges_of_every_memory_layout(array: npt.NDArray[Any]) -> None:
    assert_is(as_game_graph(array, n=5), EDGES, 5)


@pytest.mark.parametrize(
    "edges",
    [EDGES, tuple(EDGES), iter(EDGES), (edge for edge in EDGES)],
    ids=["list", "tuple", "iterator", "generator"],
)
def test_edges_from_python(edges: Iterable[tuple[int, int]]) -> None:
    assert_is(as_game_graph(edges, n=5), EDGES, 5)


def test_edges_from_sets_and_views() -> None:
    distinct = set(EDGES)
    assert_is(as_game_graph(distinct, n=5), distinct, 5)
    assert_is(as_game_graph(frozenset(distinct)), distinct, 4)
    assert_is(as_game_graph({0: 1, 1: 2}.items()), [(0, 1), (1, 2)], 3)


@pytest.mark.parametrize(("n", "positions"), [(None, 4), (4, 4), (5, 5), (np.int64(900), 900)])
def test_n_is_one_more_than_the_greatest_or_as_given(n: int | None, positions: int) -> None:
    assert_is(as_game_graph(EDGES, n=n), EDGES, positions)


@pytest.mark.parametrize(
    ("source", "n"),
    [
        ([], 0),
        ((), 0),
        (set(), 0),
        ({}, 0),
        (np.empty((0, 2), dtype=np.int32), 0),
        (np.empty((0, 2)), 0),
        (np.array([]), 0),
        ([[]], 1),
        ([[], (), []], 3),
        ({"a": []}, 1),
        (([0], []), 0),
        (([0, 0, 0], []), 2),
    ],
)
def test_no_edges(source: Any, n: int) -> None:
    graph = as_game_graph(source)
    assert_is(graph, [], n)
    assert gg.solve(graph).counts() == {WIN: 0, LOSE: n, DRAW: 0}


def test_no_edges_but_positions() -> None:
    for source in ([], np.empty((0, 2), dtype=np.int64)):
        assert_is(as_game_graph(source, n=3), [], 3)


def test_the_largest_n_is_accepted() -> None:
    assert GameGraph.from_edges([(0, 1)], MOST_POSITIONS).n == 2**31 - 2


def test_a_graph_is_itself() -> None:
    graph = as_game_graph(EDGES)
    assert as_game_graph(graph) is graph
    assert as_game_graph(graph, n=4) is graph


def test_an_object_that_knows_only_its_array() -> None:
    class Frame:
        def __array__(self, dtype: Any = None, copy: bool | None = None) -> npt.NDArray[Any]:
            return np.array(EDGES, dtype=dtype)

    assert_is(as_game_graph(Frame(), n=5), EDGES, 5)


def test_an_object_that_knows_only_its_array_interface() -> None:
    array = np.array(EDGES)
    frame = SimpleNamespace(__array_interface__=array.__array_interface__, keeps=array)
    assert_is(as_game_graph(frame), EDGES, 4)


# -- options --------------------------------------------------------------------------------------


def test_options_by_label() -> None:
    graph = as_game_graph({"a": ["b", "b"], "b": ["c", "a"], "d": []})
    assert list(graph.labels or []) == ["a", "b", "d", "c"], "options that are no keys come last"
    assert_is(graph, [("a", "b"), ("a", "b"), ("b", "c"), ("b", "a")], 4)
    assert graph.options("a") == ["b", "b"]
    assert graph.options("c") == graph.predecessors("d") == []


def test_options_by_label_keep_labels_of_every_kind() -> None:
    options = {("x", 1): [None, b"y"], None: [frozenset({2})], 7: [("x", 1)], 2.5: []}
    options |= {b"y": [], frozenset({2}): []}
    graph = as_game_graph(MappingProxyType(options))
    assert list(graph.labels or []) == [("x", 1), None, 7, 2.5, b"y", frozenset({2})]
    assert graph.options(("x", 1)) == [None, b"y"]


@pytest.mark.parametrize("options", [{0: [1], 1: [2, 0]}, {0: [], 1: [1], 2: [2]}])
def test_labels_that_count_from_0_are_indices(options: dict[int, list[int]]) -> None:
    graph = as_game_graph(options)
    assert graph.labels is None
    assert_is(graph, [(u, v) for u in options for v in options[u]], 3)


@pytest.mark.parametrize("options", [{1: [0], 0: []}, {0: [2], 2: []}, {False: [True]}])
def test_other_integers_are_labels(options: dict[int, list[int]]) -> None:
    graph = as_game_graph(options)
    assert graph.labels is not None
    assert_is(graph, [(u, v) for u in options for v in options[u]], 2)


@pytest.mark.parametrize("kind", [list, tuple, np.array, iter, dict.fromkeys, range])
def test_options_in_every_container(kind: Any) -> None:
    def options(low: int, high: int) -> Any:
        return range(low, high) if kind is range else kind(list(range(low, high)))

    expected = [(0, 1), (0, 2), (1, 2)]
    assert_is(as_game_graph([options(1, 3), options(2, 3), []]), expected, 3)
    assert_is(as_game_graph({0: options(1, 3), 1: options(2, 3)}), expected, 3)


@pytest.mark.parametrize(
    "source",
    [
        OPTIONS,
        tuple(OPTIONS),
        iter(OPTIONS),
        [tuple(OPTIONS[0]), *OPTIONS[1:]],
        dict(enumerate(OPTIONS)),
        (PTR, IDX),
        (tuple(PTR), tuple(IDX)),
        (np.array(PTR), IDX),
        SimpleNamespace(indptr=PTR, indices=IDX),
    ],
)
def test_options_of_indices(source: Any) -> None:
    graph = as_game_graph(source)
    assert_is(graph, EDGES, 5)
    assert [graph.options(v) for v in range(5)] == OPTIONS, "in the order given"
    assert (graph.option_ptr.tolist(), graph.option_idx.tolist()) == (PTR, IDX)


def test_tuples_are_edges_and_lists_are_options() -> None:
    assert edges_of(as_game_graph([(0, 1), (0, 2)])) == [(0, 1), (0, 2)]
    assert edges_of(as_game_graph([[1, 2], [], []])) == [(0, 1), (0, 2)]
    assert edges_of(as_game_graph(((0, 1), (1, 1)))) == [(0, 1), (1, 1)], "two edges, not CSR"


# -- arrays out -----------------------------------------------------------------------------------


@pytest.mark.parametrize("source", [EDGES, (PTR, IDX)])
def test_arrays_are_built_once_and_read_only(source: Any) -> None:
    graph = as_game_graph(source, labels=list("abcde")).with_presets({"a": DRAW})
    presets = graph.presets
    assert presets is not None
    arrays = (graph.option_ptr, graph.option_idx, graph.pred_ptr, graph.pred_idx, presets)
    for array, kind in zip(arrays, ("int64", "int32", "int64", "int32", "int8"), strict=True):
        assert array.dtype == kind
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1
    assert np.shares_memory(graph.option_idx, arrays[1])
    assert np.shares_memory(graph.pred_idx, arrays[3])


# -- other libraries ------------------------------------------------------------------------------


def test_no_other_library_is_imported() -> None:
    script = (
        "import sys, numpy as np, graphgame as gg\n"
        "for graph in ([(0, 1)], [[1], []], {0: [1]}, ([0, 1, 1], [1]), np.array([[0, 1]])):\n"
        "    assert gg.solve(gg.as_game_graph(graph)).verify()\n"
        "names = 'scipy networkx igraph rustworkx pandas polars pyarrow'.split()\n"
        "print([name for name in names if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "[]\n", "")
