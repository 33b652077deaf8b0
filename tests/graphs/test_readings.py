"""One reading each: what fits two is refused, and the constructors take what is meant.

Pinned here: lists of lists and small arrays that can be read in two ways are refused by every door,
with the names of the calls; these calls give the graph that is meant; what has one reading keeps
it; the edges of NetworkX are edges, whatever data they have; edges may be numbered from 1.
"""

from __future__ import annotations

import pickle
import warnings
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphgame as gg
from graphgame import GameGraph, GraphGameError, as_game_graph
from tests.graphs.test_convert import assert_is, edges_of

DOORS = [as_game_graph, gg.solve, gg.grundy, gg.loopy_grundy]
CALLS = {"edges", "options", "adjacency"}


def named_calls(error: pytest.ExceptionInfo[GraphGameError]) -> set[str]:
    """Return which of the constructors an error names."""
    return {call for call in CALLS if f"GameGraph.from_{call} " in str(error.value)}


# -- what fits two readings -----------------------------------------------------------------------

PAIRS = [[0, 1], [0, 2], [1, 2]]
MATRIX = [[0, 1, 1], [0, 0, 1], [0, 0, 0]]
AMBIGUOUS: list[tuple[Any, set[str]]] = [
    (PAIRS, {"edges", "options"}),
    ([[1, 2], [2, 0], [0, 1]], {"edges", "options"}),
    ([[0, 1], [0, 2], [1, 9]], {"edges", "options"}),  # or 9 is a slip in the options
    (list(np.array(PAIRS)), {"edges", "options"}),
    ([(0, 1), [0, 2], (1, 2)], {"edges", "options"}),
    (tuple(PAIRS), {"edges", "options"}),
    (MATRIX, {"options", "adjacency"}),
    ([[0, 2, 0], [0, 0, 2], [0, 0, 0]], {"options", "adjacency"}),
    (list(np.array(MATRIX)), {"options", "adjacency"}),
    ([[0]], {"options", "adjacency"}),
    ([[0, 1], [0, 0]], CALLS),
    (list(np.array([[0, 1], [0, 0]])), CALLS),
    (np.array([[0, 1], [0, 0]]), {"edges", "adjacency"}),
    (np.array([[0, 5], [1, 2]], dtype=np.uint8), {"edges", "adjacency"}),
]


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize(("source", "calls"), AMBIGUOUS)
def test_what_fits_two_readings_is_refused(source: Any, calls: set[str], door: Any) -> None:
    with pytest.raises(GraphGameError, match="expected a graph that can be read in one") as caught:
        door(source)
    assert named_calls(caught) == calls


def test_an_iterator_of_lists_is_a_list_of_lists() -> None:
    with pytest.raises(GraphGameError, match="a list of 3 lists of 2 entries"):
        as_game_graph(map(list, PAIRS))


@pytest.mark.parametrize("size", [1, 3, 4])
def test_square_arrays_name_the_adjacency_matrix(size: int) -> None:
    for kind in (int, float, bool):
        with pytest.raises(GraphGameError, match="GameGraph.from_adjacency"):
            as_game_graph(np.zeros((size, size), dtype=kind))


@pytest.mark.parametrize("kind", [float, bool])
def test_small_matrices_that_are_no_edges_name_the_adjacency_matrix(kind: type) -> None:
    with pytest.raises(GraphGameError, match=r"^edges: expected integers.*from_adjacency"):
        as_game_graph(np.zeros((2, 2), dtype=kind))


def test_a_row_of_positions_and_a_row_of_options_are_told_to_be_transposed() -> None:
    with pytest.raises(GraphGameError, match=r"got \(2, 3\); .* give its .T"):
        as_game_graph(np.array([[0, 0, 1], [1, 2, 2]]))


@pytest.mark.parametrize("size", [1, 2, 3, 7])
def test_matrices_of_networkx_are_never_taken_for_edges(size: int) -> None:
    networkx = pytest.importorskip("networkx")
    graph = networkx.gnp_random_graph(size, 0.5, directed=True, seed=size)
    for kind in (int, float):
        matrix = networkx.to_numpy_array(graph, dtype=kind)
        for source in (matrix, list(matrix), matrix.tolist()):
            with pytest.raises(GraphGameError, match="GameGraph.from_adjacency"):
                as_game_graph(source)
        assert_is(GameGraph.from_adjacency(matrix), graph.edges, size)


# -- what has one reading -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("source", "edges", "n"),
    [
        ([[1, 2], [2], []], [(0, 1), (0, 2), (1, 2)], 3),
        ([[1, 2], [2, 0], {0, 1}], [(0, 1), (0, 2), (1, 2), (1, 0), (2, 0), (2, 1)], 3),
        ([range(1, 3), range(2), range(2)], [(0, 1), (0, 2), (1, 0), (1, 1), (2, 0), (2, 1)], 3),
        ([[0, 1, 1], [0, 0, 1], []], [(0, 0), (0, 1), (0, 1), (1, 0), (1, 0), (1, 1)], 3),
        ([(0, 1), (0, 2), (1, 2)], PAIRS, 3),
        ([(0, 1), (1, 0)], [(0, 1), (1, 0)], 2),
        (np.array(PAIRS), PAIRS, 3),
        (np.array([[0, 1]]), [(0, 1)], 2),
        (np.zeros((0, 0)), [], 0),
        ({0: [0, 1], 1: [0, 0]}, [(0, 0), (0, 1), (1, 0), (1, 0)], 2),
    ],
)
def test_what_has_one_reading_keeps_it(source: Any, edges: Any, n: int) -> None:
    assert_is(as_game_graph(source), [tuple(edge) for edge in edges], n)


def test_the_number_of_positions_may_tell_the_reading() -> None:
    edges = [(0, 1), (0, 2), (1, 2)]
    assert_is(as_game_graph(PAIRS, n=4), edges, 4)
    assert_is(
        as_game_graph(PAIRS, labels=list("abcd")), [("abc"[u], "abc"[v]) for u, v in edges], 4
    )
    assert_is(as_game_graph(np.array([[0, 1], [0, 0]]), n=3), [(0, 1), (0, 0)], 3)
    for told in ({"n": 3}, {"labels": "abc"}, {"labels": iter("abcd")}):
        with pytest.raises(GraphGameError, match="GameGraph.from_edges"):
            as_game_graph(PAIRS, **told)  # type: ignore[arg-type]


def test_a_list_of_pairs_that_is_an_array_too_is_edges() -> None:
    rustworkx = pytest.importorskip("rustworkx")
    graph = rustworkx.PyDiGraph()
    graph.add_nodes_from([0, 1])
    graph.add_edges_from_no_data([(0, 1), (1, 1)])
    assert_is(as_game_graph(graph.edge_list()), [(0, 1), (1, 1)], 2)


# -- the constructors -----------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [list, tuple, np.array, iter, lambda rows: map(tuple, rows)])
def test_from_edges_takes_rows_of_every_kind(kind: Any) -> None:
    assert_is(GameGraph.from_edges(kind(PAIRS)), [(0, 1), (0, 2), (1, 2)], 3)
    assert_is(GameGraph.from_edges(kind([[0, 1], [0, 0]])), [(0, 1), (0, 0)], 2)


@pytest.mark.parametrize("kind", [list, tuple, np.array, iter, lambda rows: map(tuple, rows)])
def test_from_options_takes_rows_of_every_kind(kind: Any) -> None:
    rows = [[1, 2], [2, 0], [0, 1]]
    graph = GameGraph.from_options(kind(rows))
    assert [graph.options(v) for v in range(3)] == rows
    assert_is(GameGraph.from_options(kind([[1], [0]]), labels="ab"), [("a", "b"), ("b", "a")], 2)


def test_from_options_takes_a_mapping_and_tables_of_any_width() -> None:
    assert_is(GameGraph.from_options({"a": ["b"]}), [("a", "b")], 2)
    assert GameGraph.from_options(np.zeros((4, 0), dtype=int)).n == 4
    assert GameGraph.from_options(np.zeros((2, 5), dtype=int)).options(1) == [0] * 5
    assert GameGraph.from_options([]).n == 0


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("ab", "options: expected a dict .*, got str"),
        (5, "options: expected a dict .*, got int"),
        ([[1], [2]], r"indices\[1\]: expected a position from 0 to 1, got 2"),
        (np.array([[0, 1], [0, 2]]), r"indices\[3\]: expected a position from 0 to 1, got 2"),
        (np.array([[0.5]]), "options: expected integers, got float64"),
        ([[0], 0], "options of 1: expected a list of positions, got 0"),
        ({"a": "bc"}, "options of 'a': expected a list of positions, got 'bc'"),
    ],
)
def test_from_options_refuses(options: Any, message: str) -> None:
    with pytest.raises(GraphGameError, match=message):
        GameGraph.from_options(options)
    with pytest.raises(GraphGameError, match="labels: expected none, as a dict names"):
        GameGraph.from_options({"a": []}, labels=["x"])


@pytest.mark.parametrize("kind", [list, tuple, np.array, lambda x: np.array(x, dtype=bool),
                                  lambda x: np.array(x) * -0.5])  # fmt: skip
def test_from_adjacency_takes_matrices_of_every_kind(kind: Any) -> None:
    assert_is(GameGraph.from_adjacency(kind(MATRIX)), [(0, 1), (0, 2), (1, 2)], 3)
    named = GameGraph.from_adjacency(kind(MATRIX), labels="abc")
    assert_is(named, [("a", "b"), ("a", "c"), ("b", "c")], 3)


def test_from_adjacency_of_other_libraries() -> None:
    sparse = pytest.importorskip("scipy.sparse")
    assert_is(GameGraph.from_adjacency(sparse.coo_array(MATRIX)), [(0, 1), (0, 2), (1, 2)], 3)
    assert GameGraph.from_adjacency([]).n == GameGraph.from_adjacency(np.zeros((0, 0))).n == 0
    networkx, pandas = pytest.importorskip("networkx"), pytest.importorskip("pandas")
    graph = networkx.DiGraph([("a", "b"), ("b", "c")])
    frame = networkx.to_pandas_adjacency(graph)
    assert_is(GameGraph.from_adjacency(frame), graph.edges, 3)
    with pytest.raises(GraphGameError, match="matrix: expected the same names for rows and col"):
        GameGraph.from_adjacency(pandas.DataFrame({"a": [0, 1], "b": [0, 0]}))


@pytest.mark.parametrize(
    ("matrix", "message"),
    [
        ([[0, 1, 0], [0, 0, 1]], r"matrix: expected an array of shape \(n, n\), got \(2, 3\)"),
        ([0, 1], r"matrix: expected an array of shape \(n, n\), got \(2,\)"),
        ([[0, 1], [0]], r"matrix: expected rows of one length, got \[0\] in row 1"),
        ([["0", "1"], ["0", "0"]], "matrix: expected numbers, got str"),
        ([[0, np.nan], [0, 0]], r"matrix\[0, 1\]: expected 0 where there is no edge, .*, got nan"),
        ([[0, 1], [np.inf, 0]], r"matrix\[1, 0\]: expected 0 where there is no edge, .*, got inf"),
    ],
)
def test_from_adjacency_refuses(matrix: Any, message: str) -> None:
    with pytest.raises(GraphGameError, match=message):
        GameGraph.from_adjacency(matrix)


# -- the edges of NetworkX ------------------------------------------------------------------------

VIEWS = [
    lambda graph: graph.edges,
    lambda graph: graph.edges(),
    lambda graph: graph.edges(data=True),
    lambda graph: graph.edges(data="weight"),
]


@pytest.mark.parametrize("door", [as_game_graph, GameGraph.from_edges])
@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("kind", ["DiGraph", "MultiDiGraph", "Graph", "MultiGraph"])
def test_edges_of_networkx_are_what_their_graph_is(kind: str, view: Any, door: Any) -> None:
    networkx = pytest.importorskip("networkx")
    for names in ([0, 1, 2, 3], ["a", "b", "c", "alone"]):
        graph = getattr(networkx, kind)()
        graph.add_nodes_from(names)
        for u, v in [(0, 1), (1, 2), (2, 2), (0, 1)]:
            graph.add_edge(names[u], names[v], weight=3)
        found = door(view(graph))
        assert edges_of(found) == edges_of(as_game_graph(graph))
        assert found.labels == as_game_graph(graph).labels
        with (
            nullcontext() if graph.is_directed() else pytest.warns(UserWarning, match="undirected")
        ):
            assert gg.solve(view(graph)).verify()


def test_keys_and_views_of_some_edges_of_networkx() -> None:
    networkx = pytest.importorskip("networkx")
    graph = networkx.MultiDiGraph([("a", "b"), ("a", "b"), ("b", "c")])
    assert_is(
        as_game_graph(graph.edges(keys=True, data=True)), [(u, v) for u, v, _ in graph.edges], 3
    )
    assert_is(as_game_graph(graph.in_edges), [(u, v) for u, v, _ in graph.edges], 3)
    assert_is(as_game_graph(graph.edges("b")), [("b", "c")], 3)
    assert as_game_graph(graph.edges, n=3).n == 3
    with pytest.raises(GraphGameError, match="n: expected 3, as many as"):
        as_game_graph(graph.edges, n=4)
    with pytest.raises(GraphGameError, match="n: expected 3, as many as"):
        GameGraph.from_edges(graph.edges, 4)
    with pytest.raises(GraphGameError, match="labels: expected none"):
        GameGraph.from_edges(graph.edges, labels="abc")
    with pytest.raises(GraphGameError, match="base: expected none"):
        GameGraph.from_edges(graph.edges, base=1)


def test_nodes_of_networkx_are_no_graph_and_data_is_no_position() -> None:
    networkx = pytest.importorskip("networkx")
    graph = networkx.DiGraph()
    graph.add_node(0, colour="red")
    graph.add_edge(0, 1, weight=5)
    for call in (as_game_graph, GameGraph.from_options):
        with pytest.raises(GraphGameError, match=r"expected a .*got NodeView"):
            call(graph.nodes)
    with pytest.raises(GraphGameError, match=r"edges\[0\]: expected a pair.*leave out the data"):
        as_game_graph(list(graph.edges(data=True)))
    assert_is(as_game_graph(graph.adj), [(0, 1)], 2)


@pytest.mark.parametrize("kind", ["graphml", "gml"])
def test_a_solution_goes_into_files_of_graphs(kind: str, tmp_path: Path) -> None:
    nx = pytest.importorskip("networkx")
    s = gg.solve({"a": ["b", "c"], "b": ["c"], "d": ["d"]})
    getattr(nx, f"write_{kind}")(s.to_networkx(), tmp_path / "game")
    again = getattr(nx, f"read_{kind}")(tmp_path / "game")
    assert {v: dict(again.nodes[v]) for v in again} == {
        v: {
            "outcome": s[v].outcome.name,
            "remoteness": s[v].remoteness,
            **({} if s[v].best_move is None else {"best_move": s[v].best_move}),
        }
        for v in s
    }


def test_to_networkx_and_back() -> None:
    networkx = pytest.importorskip("networkx")
    game = as_game_graph({"a": ["b", "b"], "b": ["b", "c"]}).with_presets({"c": gg.DRAW})
    graph = game.to_networkx()
    assert type(graph) is networkx.DiGraph
    assert list(graph.nodes) == ["a", "b", "c"]
    assert set(graph.edges) == {("a", "b"), ("b", "b"), ("b", "c")}
    assert graph.nodes["c"] == {"preset": gg.DRAW} and graph.nodes["a"] == {}
    assert_is(as_game_graph(graph), graph.edges, 3)
    plain = as_game_graph([(0, 1), (1, 1)])
    assert edges_of(as_game_graph(plain.to_networkx())) == edges_of(plain)
    with pytest.raises(GraphGameError, match="position None: expected a name that NetworkX takes"):
        as_game_graph({"a": [None], None: []}).to_networkx()


# -- edges that are numbered from 1 ---------------------------------------------------------------


@pytest.mark.parametrize("dtype", ["int8", "uint8", "int32", "int64", "uint64", object])
def test_edges_numbered_from_1(dtype: Any) -> None:
    graph = GameGraph.from_edges(np.array([(1, 2), (2, 3)], dtype=dtype), base=1)
    assert_is(graph, [(1, 2), (2, 3)], 3)
    assert gg.solve(graph).line(1) == (1, 2, 3)
    assert_is(GameGraph.from_edges([(1, 2)], 4, base=1), [(1, 2)], 4)
    assert_is(GameGraph.from_edges([(1, 2)], labels="ab", base=1), [("a", "b")], 2)
    assert_is(GameGraph.from_edges([], base=1), [], 0)
    again = pickle.loads(pickle.dumps(graph))
    assert_is(again, [(1, 2), (2, 3)], 3)
    assert again.labels is not None and list(again.labels) == [1, 2, 3]


@pytest.mark.parametrize(
    ("edges", "n", "message"),
    [
        ([(1, 2), (0, 1)], None, r"edges\[1, 0\]: .* from 1 to 2147483646, as base is 1, got 0"),
        ([(1, 4)], 3, r"edges\[0, 1\]: expected a position from 1 to 3, as base is 1, got 4"),
        ([(1, -1)], 3, r"edges\[0, 1\]: expected a position from 1 to 3, as base is 1, got -1"),
        ([(1, 1)], 0, r"edges\[0, 0\]: expected nothing, as there are 0 positions, got 1"),
    ],
)
def test_edges_below_the_base_or_beyond_n(edges: Any, n: int | None, message: str) -> None:
    with pytest.raises(GraphGameError, match=message):
        GameGraph.from_edges(edges, n, base=1)


@pytest.mark.parametrize("base", [-1, 1.0, "1", True, None])
def test_a_base_is_an_integer(base: Any) -> None:
    with pytest.raises(GraphGameError, match="base: expected an integer from 0 on"):
        GameGraph.from_edges([(0, 1)], base=base)


@pytest.mark.parametrize("edges", [[(1, 2), (2, 3)], np.array([(5, 5)])])
@pytest.mark.parametrize("call", [as_game_graph, gg.solve, GameGraph.from_edges])
def test_a_position_0_without_edges_is_warned_of(call: Any, edges: Any) -> None:
    with pytest.warns(UserWarning, match=r"position 0 touches no edge.*base=1.*give n") as caught:
        call(edges)
    assert [warning.filename for warning in caught] == [__file__]


def test_no_warning_where_it_is_meant() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        as_game_graph(np.array([(1, 2)] * 100_000 + [(2, 0)]))
        as_game_graph(np.array([(0, 2)] + [(1, 2)] * 100_000))
        GameGraph.from_edges([(1, 2)], 3)
        GameGraph.from_edges([(1, 2)], labels="abc")
        GameGraph.from_edges([(1, 2)], base=1)
        GameGraph.from_edges([])
        as_game_graph([(1, 2)], n=3)
        as_game_graph([[], [2], []])
