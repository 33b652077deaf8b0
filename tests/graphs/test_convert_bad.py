"""What GameGraph and `as_game_graph` refuse, and what they say then.

Pinned here: every kind of bad input from Python is a GraphGameError whose message names the place,
what was expected and what was found.  Bad graphs of other libraries are in
test_convert_libraries.py, bad text in test_parse.py.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import graphgame as gg
from graphgame import GameGraph, GraphGameError, UnknownPositionError, as_game_graph

MOST = "0 to 2147483646 positions"


def refused(source: Any, message: str, **options: Any) -> None:
    """Check that a graph is refused, by both doors, with a message."""
    with pytest.raises(GraphGameError, match=message):
        as_game_graph(source, **options)


# -- edges ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("edges", "message"),
    [
        ([(0, 1), (2, 5)], r"edges\[1, 1\]: expected a position from 0 to 2, got 5"),
        ([(3, 1), (2, 0)], r"edges\[0, 0\]: expected a position from 0 to 2, got 3"),
        ([(0, 1), (1, -1)], r"edges\[1, 1\]: expected a position from 0 to 2, got -1"),
        ([(0, 2**40)], r"edges\[0, 1\]: expected a position from 0 to 2, got 1099511627776"),
        ([(2**63, 2**63)], r"edges\[0, 0\]: expected a position .*, got 9223372036854775808"),
        (np.array([[0, 300]]), r"edges\[0, 1\]: expected a position from 0 to 2, got 300"),
        (np.array([[0, -1]], dtype=np.int8), r"edges\[0, 1\]: .* from 0 to 2, got -1"),
        (np.array([[0, 255]], dtype=np.uint8), r"edges\[0, 1\]: .* from 0 to 2, got 255"),
    ],
)
def test_vertices_out_of_range(edges: Any, message: str) -> None:
    refused(edges, message, n=3)
    with pytest.raises(GraphGameError, match=message):
        GameGraph.from_edges(edges, 3)


@pytest.mark.parametrize("vertex", [-1, -5, -(2**31), 2**31 - 1, 2**40, 2**62])
@pytest.mark.parametrize("place", [0, 1])
def test_vertices_that_no_graph_has(vertex: int, place: int) -> None:
    edge = (vertex, vertex) if place == 0 else (0, vertex)
    for edges in ([(0, 0), edge], np.array([(0, 0), edge, (0, 0)], dtype=np.int64)):
        message = rf"edges\[1, {place}\]: expected .*, got {vertex}$"
        refused(edges, message, n=7)
        names = r"; if numbers are names, give a dict .*, a table of strings, or a networkx.DiGraph"
        refused(edges, message if vertex < 0 else message[:-1] + f"{names}$")


def test_vertices_of_no_positions() -> None:
    refused([(0, 0)], r"edges\[0, 0\]: expected nothing, as there are 0 positions, got 0", n=0)


@pytest.mark.parametrize(
    ("edges", "message"),
    [
        ([(0, 1.5)], "expected integers, got 1.5"),
        ([(0, 1), (1.0, 2)], "expected integers, got .*(1.0|floating-point)"),
        ([(0, float("nan"))], "expected integers, got nan"),
        (np.array([[0, 1]], dtype=float), "expected integers, got float64"),
        (np.array([[0, 1]], dtype=complex), "expected integers, got complex128"),
        ([(True, False)], "expected integers, got .*bool"),
        (np.ones((2, 2), dtype=bool), "expected integers, got bool"),
        ([(0, None)], "expected integers, got None"),
        (np.array([["a", "b"]]), "expected integers, got strings .for labels, give a dict"),
        ([("a", 0)], "expected integers, got (strings|'a')"),
        ([(object, 0)], "expected integers, got <class 'object'> of type type"),
        (np.array([[0, "2001-01-01"]], dtype="datetime64[D]"), "expected integers, got datetime64"),
        ([(0, 2**63)], "expected integers.*64 bits"),
        ([(0, -(2**64))], "expected integers.*64 bits"),
        ([(2**64, 2**64)], "expected integers.*64 bits"),
    ],
)
def test_edges_that_are_no_integers(edges: Any, message: str) -> None:
    refused(edges, f"^edges: {message}")


def test_integers_as_objects_are_integers() -> None:
    assert GameGraph.from_edges(np.array([[0, 1]], dtype=object)).options(0) == [1]


@pytest.mark.parametrize(
    ("edges", "message"),
    [
        ([(0, 1), (2,)], r"edges\[1\]: expected a pair, got \(2,\)"),
        ([(0, 1, 2)], r"edges\[0\]: expected a pair, got \(0, 1, 2\)"),
        ([(0, 1), ()], r"edges\[1\]: expected a pair, got \(\)"),
        ({(0, 1), (0, 1, 1)}, r"edges\[.\]: expected a pair, got \(0, 1, 1\)"),
        ([(0, (1, 2))], r"edges"),
        (np.zeros((3, 3), dtype=int), r"edges: expected an array of shape \(m, 2\), got \(3, 3\)"),
        (np.zeros(4, dtype=int), r"edges: expected an array of shape \(m, 2\), got \(4,\)"),
        (np.zeros((1, 2, 2), dtype=int), r"edges: .* shape \(m, 2\), got \(1, 2, 2\)"),
        (np.array(5), r"edges: expected an array of shape \(m, 2\), got \(\)"),
    ],
)
def test_edges_that_are_no_pairs(edges: Any, message: str) -> None:
    refused(edges, message)


@pytest.mark.parametrize("row", [[1], [1, 2, 3], []])
def test_ragged_rows(row: list[int]) -> None:
    with pytest.raises(GraphGameError, match=r"edges: .*rows of one length, got \[.*\] in row 1"):
        GameGraph.from_edges([[0, 1], row, [1, 1]])


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ([[0, 1], 5], "got 5 in row 1"),
        ([[0, [1, 2]], [3, 4]], "got rows that differ"),
    ],
)
def test_rows_that_are_none_and_rows_that_differ_within(rows: Any, said: str) -> None:
    with pytest.raises(GraphGameError) as caught:
        GameGraph.from_edges(rows)
    assert str(caught.value) == f"edges: expected rows of one length, {said}"


@pytest.mark.parametrize("presets", [{0: "won"}, ["won", "LOSE"]])
def test_presets_that_are_no_names_of_outcomes(presets: Any) -> None:
    with pytest.raises(GraphGameError) as caught:
        GameGraph.from_edges([(0, 1)]).with_presets(presets)
    assert str(caught.value) == "presets: expected WIN, LOSE, DRAW or TIE, got 'won'"


# -- the number of positions ----------------------------------------------------------------------


@pytest.mark.parametrize("n", [2**31 - 1, 2**31, 2**32 + 1, 2**63, 10**30, -1])
def test_n_out_of_range(n: int) -> None:
    refused([], f"n: expected {MOST}, got {n}", n=n)
    refused([(0, 1)], f"n: expected {MOST}, got {n}", n=n)


@pytest.mark.parametrize("n", [2.0, "2", [2], None.__class__, np.float64(2), np.array([2, 2])])
def test_n_that_is_no_integer(n: Any) -> None:
    refused([(0, 1)], "n: expected an integer, got ", n=n)


@pytest.mark.parametrize(
    "source", [{0: [1]}, [[1], []], ([0, 1, 1], [1]), GameGraph.from_edges([(0, 1)])]
)
def test_n_that_differs_from_the_graph(source: Any) -> None:
    refused(source, "n: expected 2, as many as the graph has, got 3", n=3)


def test_more_positions_than_32_bits_count_are_refused_before_anything_is_built() -> None:
    # All offsets are one and the same 0, so that the array takes no memory.
    offsets = np.broadcast_to(np.int64(0), 2**31)
    with pytest.raises(GraphGameError, match=f"n: expected {MOST}, got 2147483647"):
        GameGraph.from_csr(offsets, [])


# -- CSR and options ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ptr", "idx", "message"),
    [
        ([1, 1], [0], r"indptr\[0\]: expected 0, got 1"),
        ([-1, 1], [0], r"indptr\[0\]: expected 0, got -1"),
        ([0, 2, 1], [0], r"indptr\[2\]: expected at least 2, as indptr\[1\], got 1"),
        ([0, -1, 1], [0], r"indptr\[1\]: expected at least 0, as indptr\[0\], got -1"),
        (np.array([0, 3, 2, 4], np.uint8), [0] * 4, r"indptr\[2\]: expected at least 3, .*, got 2"),
        ([0, 1, 5], [0], r"indptr\[2\]: expected 1, len\(indices\), got 5"),
        ([0, 1, 1], [0, 1], r"indptr\[2\]: expected 2, len\(indices\), got 1"),
        ([0], [0], r"indptr\[0\]: expected 1, len\(indices\), got 0"),
        ([], [], r"indptr and indices: expected .* at least one offset, got shapes \(0,\) and"),
        ([[0, 1]], [0], r"indptr and indices: expected one dimension each.* \(1, 2\) and \(1,\)"),
        ([0, 1], [[0]], r"indptr and indices: expected one dimension each.* \(2,\) and \(1, 1\)"),
        ([0.0, 1.0], [0], r"indptr: expected integers, got .*(float|0\.0)"),
        ([0, 1], [0.5], r"indices: expected integers, got .*0\.5"),
        ([0, 1], [1], r"indices\[0\]: expected a position from 0 to 0, got 1"),
        ([0, 2, 2], [0, -1], r"indices\[1\]: expected a position from 0 to 1, got -1"),
        ([0, 1], [2**32], r"indices\[0\]: expected a position from 0 to 0, got 4294967296"),
        ([0, 1], [None], r"indices: expected integers, got None"),
    ],
)
def test_bad_csr(ptr: Any, idx: Any, message: str) -> None:
    refused((ptr, idx), message)
    with pytest.raises(GraphGameError, match=message):
        GameGraph.from_csr(ptr, idx)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"a": "bc"}, "options of 'a': expected a list of positions, got 'bc'"),
        ({"a": ["b"], "b": b"a"}, "options of 'b': expected a list of positions, got b'a'"),
        ({"a": None}, "options of 'a': expected a list of positions, got None"),
        ({"a": 1}, "options of 'a': expected a list of positions, got 1"),
        ({"a": [["b"]]}, r"options of 'a': expected hashable positions, got \['b'\]: unhashable"),
        ([[1], 0], "options of 1: expected a list of positions, got 0"),
        ([[1], "0"], "options of 1: expected a list of positions, got '0'"),
        (["ab", "cd"], "options of 0: expected a list of positions, got 'ab'"),
        ([[1], [2]], r"indices\[1\]: expected a position from 0 to 1, got 2"),
        ([[1], [-1]], r"indices\[1\]: expected a position from 0 to 1, got -1"),
        ([[1.0], []], "indices: expected integers, got .*(1.0|floating-point)"),
        ([["a"], []], "indices: expected integers, got strings .for labels, give a dict"),
    ],
)
def test_bad_options(options: Any, message: str) -> None:
    refused(options, message)


@pytest.mark.parametrize("source", ["3 1", b"3 1", 5, None, 1.5, object(), int])
def test_what_is_no_graph(source: Any) -> None:
    message = f"expected a graph: .*, got {type(source).__name__}; .* read_graph"
    refused(source, message)
    with pytest.raises(GraphGameError, match=message):
        gg.solve(source)


# -- labels ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("source", [[(0, 1)], [[1], []], ([0, 1, 1], [1]), np.array([[0, 1]])])
@pytest.mark.parametrize(
    ("labels", "message"),
    [
        (["a", "a"], "labels: expected distinct labels, got 'a' twice"),
        ([1, True], "labels: expected distinct labels, got 1 twice"),
        ([(), ["a"]], "labels: expected hashable labels, got an unhashable type: 'list'"),
        ([{}, {}], "labels: expected hashable labels, got an unhashable type: 'dict'"),
        (["a", "b", "c"], "labels: expected 2, one for every position, got 3"),
        (["a"], "labels: expected 2, one for every position, got 1"),
        (5, "labels: expected .*, got .*int"),
    ],
)
def test_bad_labels(source: Any, labels: Any, message: str) -> None:
    refused(source, message, n=2, labels=labels)


@pytest.mark.parametrize("source", [{"a": []}, GameGraph.from_edges([(0, 0)])])
def test_labels_for_what_has_names(source: Any) -> None:
    name = type(source).__name__
    refused(source, f"labels: expected none, as a {name} names its positions", labels=["x"])


def test_too_few_labels_leave_a_vertex_out() -> None:
    refused([(0, 2)], r"edges\[0, 1\]: expected a position from 0 to 1, got 2", labels=["a", "b"])


# -- preset outcomes ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("presets", "message"),
    [
        ({0: 4}, r"presets\[0\]: expected WIN, LOSE, DRAW or TIE \(1, -1, 0 or 3\), got 4"),
        ({1: 1, 0: -2}, r"presets\[0\]: expected WIN, LOSE, DRAW or TIE .*, got -2"),
        ({0: 257}, r"presets\[0\]: expected WIN, LOSE, DRAW or TIE .*, got 257"),
        ([2, 4], r"presets\[1\]: expected WIN, LOSE, DRAW or TIE .*, got 4"),
        (
            np.array([255, 1], np.uint8),
            r"presets\[0\]: expected WIN, LOSE, DRAW or TIE .*, got 255",
        ),
        (
            {0: "won"},
            "presets.*: expected WIN, LOSE, DRAW or TIE, got 'won'",
        ),
        ({0: (None, 3)}, r"presets\[0\]: expected .* beside a remoteness, got None"),
        ({0: 1.0}, "presets.*: expected .*, got .*(1.0|floating-point)"),
        ({0: True}, "presets.*: expected .*, got .*bool"),
        ([1], r"presets: expected a mapping or 2 values.*, got an array of shape \(1,\)"),
        ([1, 1, 1], r"presets: expected a mapping or 2 values.*, got an array of shape \(3,\)"),
        (1, r"presets: expected a mapping or 2 values.*, got an array of shape \(\)"),
        ([[1, 1]], r"presets: expected a mapping or 2 values.*, got an array of shape \(1, 2\)"),
    ],
)
def test_bad_presets(presets: Any, message: str) -> None:
    graph = as_game_graph([(0, 1)])
    with pytest.raises(GraphGameError, match=message):
        graph.with_presets(presets)
    with pytest.raises(GraphGameError, match=message):
        gg.solve(graph, presets=presets)


def test_a_bad_preset_of_a_label_is_named_by_it() -> None:
    graph = as_game_graph({"a": ["b"]})
    for presets in ({"b": 5}, [2, 5]):
        with pytest.raises(GraphGameError, match=r"presets\['b'\]: expected WIN.*, got 5"):
            graph.with_presets(presets)


def test_words_among_presets_are_not_taken_for_labels() -> None:
    with pytest.raises(GraphGameError) as caught:
        as_game_graph([(0, 1)]).with_presets({0: "won"})  # type: ignore[dict-item]
    assert "dict of label" not in str(caught.value)


@pytest.mark.parametrize("position", [2, -1, "a", 1.0, None])
def test_presets_of_positions_that_do_not_exist(position: Any) -> None:
    with pytest.raises(UnknownPositionError, match=f"position {position!r} does not exist"):
        as_game_graph([(0, 1)]).with_presets({0: 1, position: 1})
    with pytest.raises(
        UnknownPositionError, match="position 'c' does not exist among the 2 labels"
    ):
        as_game_graph({"a": ["b"]}).with_presets({"a": 1, "c": 1})


def test_positions_of_the_empty_graph() -> None:
    with pytest.raises(UnknownPositionError, match="position 0 does not exist: .*empty"):
        as_game_graph([]).index(0)


# -- the constructor ------------------------------------------------------------------------------


def test_the_constructor_names_only_ways_that_exist() -> None:
    with pytest.raises(TypeError, match="make a GameGraph with from_edges") as caught:
        GameGraph()
    words = str(caught.value).replace(",", "").split()
    ways = [word for word in words if word.startswith(("from_", "as_"))]
    assert len(ways) >= 3
    assert all(hasattr(GameGraph, way) or hasattr(gg, way) for way in ways)


def test_every_error_is_a_value_error() -> None:
    assert issubclass(GraphGameError, ValueError)
    assert issubclass(UnknownPositionError, GraphGameError)
    assert issubclass(UnknownPositionError, LookupError)


def test_a_game_with_a_solver_of_its_own_is_no_graph() -> None:
    board = gg.PoliceAndThief(["P.T"])
    with pytest.raises(gg.GraphGameError, match="got PoliceAndThief; it has a method solve"):
        gg.solve(board)


@pytest.mark.parametrize("labels", [{"b", "a"}, frozenset("ab")])
@pytest.mark.parametrize(
    "made",
    [
        lambda labels: GameGraph.from_adjacency(np.eye(2), labels=labels),
        lambda labels: GameGraph.from_edges([(0, 1)], labels=labels),
        lambda labels: GameGraph.from_csr([0, 1, 1], [1], labels=labels),
        lambda labels: GameGraph.from_options([[1], []], labels=labels),
        lambda labels: as_game_graph([(0, 1)], labels=labels),
    ],
)
def test_labels_in_no_order_are_refused(made: Any, labels: Any) -> None:
    with pytest.raises(GraphGameError, match=r"^labels: expected a list.*sorted\(labels\)"):
        made(labels)
    assert made(dict.fromkeys("ba").keys()).labels == ["b", "a"]


@pytest.mark.parametrize("kind", ["csr", "coo", "csc", "bsr", "lil", "dok"])
@pytest.mark.parametrize("entry", [np.nan, np.inf])
def test_sparse_entries_that_are_no_numbers_are_refused(kind: str, entry: float) -> None:
    sparse = pytest.importorskip("scipy.sparse")
    dense = np.array([[0, 1.0], [entry, 0]])
    for door in (GameGraph.from_adjacency, as_game_graph, gg.solve):
        with pytest.raises(GraphGameError, match=rf"^matrix\[1, 0\]: .* got {entry}"):
            door(getattr(sparse, f"{kind}_array")(dense))


@pytest.mark.parametrize("n", [True, False, np.True_])
def test_a_number_of_positions_is_no_bool(n: Any) -> None:
    with pytest.raises(GraphGameError, match=r"^n: expected an integer, got (np\.)?(True|False)"):
        GameGraph.from_edges([], n=n)
    with pytest.raises(GraphGameError, match=r"^n: expected"):
        as_game_graph([(0, 0)], n)
