"""`as_game_graph` from graphs and tables of other libraries.

Pinned here: SciPy sparse matrices of every format, NetworkX, igraph and rustworkx graphs, and
tables of pandas, Polars and pyarrow give the graph that they stand for: labels kept, undirected
edges both ways, self-loops once, parallel edges each.  Every test needs its library.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Hashable
from typing import Any

import numpy as np
import pytest

import graphgame as gg
from graphgame import GameGraph, GraphGameError, as_game_graph
from tests.graphs.test_convert import EDGES, IDX, PTR, assert_is, edges_of

DISTINCT = sorted(set(EDGES))
UNDIRECTED = [(0, 1), (1, 2), (2, 2), (3, 0)]
BOTH_WAYS = [(0, 1), (1, 0), (1, 2), (2, 1), (2, 2), (3, 0), (0, 3)]
FORMATS = ["csr", "csc", "coo", "bsr", "lil", "dok", "dia"]


# -- SciPy ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["array", "matrix"])
@pytest.mark.parametrize("form", FORMATS)
def test_scipy(form: str, kind: str) -> None:
    sparse = pytest.importorskip("scipy.sparse")
    dense = np.zeros((5, 5))
    dense[tuple(zip(*DISTINCT, strict=True))] = 1.5
    assert_is(as_game_graph(getattr(sparse, f"{form}_{kind}")(dense)), DISTINCT, 5)


@pytest.mark.parametrize("form", ["csr", "csc", "coo"])
def test_scipy_keeps_every_stored_entry(form: str) -> None:
    sparse = pytest.importorskip("scipy.sparse")
    rows, columns = zip(*EDGES, strict=True)
    entries = np.zeros(len(EDGES)), (np.array(rows), np.array(columns))  # zeros count, twice too
    if form == "coo":
        matrix = sparse.coo_array(entries, shape=(5, 5))
    elif form == "csr":
        matrix = sparse.csr_array((entries[0], np.array(IDX), np.array(PTR)), shape=(5, 5))
    else:
        matrix = sparse.csr_array((entries[0], np.array(IDX), np.array(PTR)), shape=(5, 5)).tocsc()
    assert_is(as_game_graph(matrix), EDGES, 5)


def test_scipy_blocks_are_not_filled_up_with_edges() -> None:
    sparse = pytest.importorskip("scipy.sparse")
    dense = np.zeros((4, 4))
    dense[0, 1] = dense[2, 3] = dense[3, 3] = 1
    matrix = sparse.bsr_array(dense, blocksize=(2, 2))
    assert_is(as_game_graph(matrix), [(0, 1), (2, 3), (3, 3)], 4)


def test_scipy_indices_of_64_bits() -> None:
    sparse = pytest.importorskip("scipy.sparse")
    matrix = sparse.csr_array(np.ones((3, 3)))
    matrix.indices, matrix.indptr = matrix.indices.astype("int64"), matrix.indptr.astype("int64")
    assert_is(as_game_graph(matrix, labels=list("abc")), [(u, v) for u in "abc" for v in "abc"], 3)


@pytest.mark.parametrize("form", FORMATS)
def test_scipy_must_be_square(form: str) -> None:
    sparse = pytest.importorskip("scipy.sparse")
    matrix = getattr(sparse, f"{form}_array")(np.ones((2, 3)))
    with pytest.raises(GraphGameError, match=r"square adjacency matrix, got shape \(2, 3\)"):
        as_game_graph(matrix)


@pytest.mark.parametrize("form", ["csr", "coo"])
def test_scipy_must_have_two_dimensions(form: str) -> None:
    sparse = pytest.importorskip("scipy.sparse")
    vector = getattr(sparse, f"{form}_array")(np.array([0, 1, 1]))
    if vector.ndim != 1:
        pytest.skip("this SciPy has no sparse vectors")
    with pytest.raises(GraphGameError, match=r"square adjacency matrix, got shape \(3,\)"):
        as_game_graph(vector)


# -- NetworkX -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "edges", "expected"),
    [
        ("DiGraph", EDGES, DISTINCT),
        ("MultiDiGraph", EDGES, EDGES),
        ("Graph", UNDIRECTED, BOTH_WAYS),
        ("MultiGraph", [*UNDIRECTED, (0, 1), (2, 2)], [*BOTH_WAYS, (0, 1), (1, 0), (2, 2)]),
    ],
)
def test_networkx(kind: str, edges: Any, expected: Any) -> None:
    networkx = pytest.importorskip("networkx")
    names = ["zero", ("one", 1), 2.5, frozenset({3}), "alone"]
    plain, named = getattr(networkx, kind)(), getattr(networkx, kind)()
    plain.add_nodes_from(range(5))
    plain.add_edges_from(edges, weight=3)
    named.add_nodes_from(names)
    named.add_edges_from((names[u], names[v]) for u, v in edges)
    assert as_game_graph(plain).labels is None
    assert_is(as_game_graph(plain), expected, 5)
    assert list(as_game_graph(named).labels or []) == names
    assert_is(as_game_graph(named), [(names[u], names[v]) for u, v in expected], 5)


def test_networkx_views_and_the_empty_graph() -> None:
    networkx = pytest.importorskip("networkx")
    graph = networkx.DiGraph([("a", "b"), ("b", "c"), ("c", "a")])
    assert_is(as_game_graph(graph.subgraph(["a", "b"])), [("a", "b")], 2)
    assert_is(as_game_graph(graph.reverse(copy=False)), [(v, u) for u, v in graph.edges], 3)
    assert_is(as_game_graph(networkx.Graph()), [], 0)


# -- igraph ---------------------------------------------------------------------------------------


def test_igraph() -> None:
    igraph = pytest.importorskip("igraph")
    directed = igraph.Graph(n=5, edges=EDGES, directed=True)
    assert as_game_graph(directed).labels is None
    assert_is(as_game_graph(directed), EDGES, 5)
    assert_is(as_game_graph(igraph.Graph(n=5, edges=UNDIRECTED)), BOTH_WAYS, 5)
    assert_is(as_game_graph(igraph.Graph(n=2)), [], 2)


def test_igraph_names() -> None:
    igraph = pytest.importorskip("igraph")
    graph = igraph.Graph(n=5, edges=EDGES, directed=True)
    graph.vs["name"] = list("abcde")
    assert_is(as_game_graph(graph), [("abcde"[u], "abcde"[v]) for u, v in EDGES], 5)
    assert_is(as_game_graph(graph, labels=list("vwxyz")).with_presets({"v": 1}),
              [("vwxyz"[u], "vwxyz"[v]) for u, v in EDGES], 5)  # fmt: skip
    graph.vs["name"] = list("abcda")
    with pytest.raises(GraphGameError, match="labels: expected distinct labels, got 'a' twice"):
        as_game_graph(graph)


# -- rustworkx ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "edges", "expected"),
    [("PyDiGraph", EDGES, EDGES), ("PyGraph", UNDIRECTED, BOTH_WAYS)],
)
def test_rustworkx(kind: str, edges: Any, expected: Any) -> None:
    rustworkx = pytest.importorskip("rustworkx")
    graph = getattr(rustworkx, kind)()
    graph.add_nodes_from(list("abcde"))
    graph.add_edges_from_no_data(edges)
    assert as_game_graph(graph).labels is None
    assert_is(as_game_graph(graph), expected, 5)
    assert_is(as_game_graph(getattr(rustworkx, kind)()), [], 0)


@pytest.mark.parametrize("kind", ["PyDiGraph", "PyGraph"])
def test_rustworkx_nodes_keep_their_index_when_others_go(kind: str) -> None:
    rustworkx = pytest.importorskip("rustworkx")
    graph = getattr(rustworkx, kind)()
    graph.add_nodes_from(list("abcd"))
    graph.add_edges_from_no_data([(0, 1), (1, 3), (3, 3), (3, 2)])
    graph.remove_nodes_from([0])
    expected = [(1, 3), (3, 3), (3, 2)]
    if kind == "PyGraph":
        expected += [(3, 1), (2, 3)]
    assert list(as_game_graph(graph).labels or []) == [1, 2, 3]
    assert_is(as_game_graph(graph), expected, 3)
    names: dict[int, Hashable] = {1: "x", 2: "y", 3: "z"}
    named = as_game_graph(graph, labels=list("xyz"))
    assert_is(named, [(names[u], names[v]) for u, v in expected], 3)


# -- tables ---------------------------------------------------------------------------------------


class ArrowOnly:
    """A table that knows nothing but the Arrow stream."""

    def __init__(self, table: Any) -> None:
        self.table = table

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self.table.__arrow_c_stream__(requested_schema)


def table_of(library: str, columns: dict[str, list[Any]], dtype: str = "int64") -> Any:
    """Make a table of one of the libraries."""
    pyarrow = pytest.importorskip("pyarrow")  # pandas exports through it
    if library == "pyarrow":
        return pyarrow.table({k: pyarrow.array(v, dtype) for k, v in columns.items()})
    if library == "arrow only":
        return ArrowOnly(table_of("pyarrow", columns, dtype))
    module = pytest.importorskip(library)
    if library == "pandas":
        return module.DataFrame({k: module.Series(v, dtype=dtype) for k, v in columns.items()})
    kind = getattr(module, dtype.replace("u", "U").replace("int", "Int"))
    return module.DataFrame({k: module.Series(v, dtype=kind) for k, v in columns.items()})


TABLES = ["pyarrow", "pandas", "polars", "arrow only"]
U, V = [u for u, _ in EDGES], [v for _, v in EDGES]


@pytest.mark.parametrize(
    "dtype", ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"]
)
@pytest.mark.parametrize("library", TABLES)
def test_tables(library: str, dtype: str) -> None:
    table = table_of(library, {"from": U, "to": V}, dtype)
    assert_is(as_game_graph(table), EDGES, 4)
    assert_is(as_game_graph(table, n=5, labels=list("abcde")),
              [("abcde"[u], "abcde"[v]) for u, v in EDGES], 5)  # fmt: skip


@pytest.mark.parametrize("library", TABLES)
def test_empty_tables(library: str) -> None:
    table = table_of(library, {"from": [], "to": []})
    assert_is(as_game_graph(table), [], 0)
    assert_is(as_game_graph(table, n=3), [], 3)


def test_columns_of_two_types() -> None:
    pyarrow = pytest.importorskip("pyarrow")
    table = pyarrow.table({"u": pyarrow.array(U, "int8"), "v": pyarrow.array(V, "uint64")})
    assert_is(as_game_graph(table), EDGES, 4)


def test_pyarrow_chunks_and_slices() -> None:
    pyarrow = pytest.importorskip("pyarrow")
    chunks = pyarrow.chunked_array([U[:1], [], U[1:4], U[4:]], "int64")
    table = pyarrow.table({"u": chunks, "v": V})
    assert_is(as_game_graph(table), EDGES, 4)
    for start in range(len(EDGES) + 1):
        for length in range(len(EDGES) + 1 - start):
            part = table.slice(start, length)
            assert edges_of(as_game_graph(part, n=4)) == sorted(EDGES[start : start + length])


def test_pyarrow_structs_with_an_offset_of_their_own() -> None:
    pyarrow = pytest.importorskip("pyarrow")
    structs = pyarrow.array([{"u": None, "v": 9}, None, *({"u": u, "v": v} for u, v in EDGES)])
    stream = pyarrow.chunked_array([structs.slice(2), structs.slice(4, 3)])
    assert_is(as_game_graph(stream), EDGES + EDGES[2:5], 4)
    with pytest.raises(GraphGameError, match="column 'u': expected integers, got a null in row 0"):
        as_game_graph(pyarrow.chunked_array([structs.slice(1)]))


def test_nulls_that_a_slice_leaves_out_do_not_count() -> None:
    pyarrow = pytest.importorskip("pyarrow")
    table = pyarrow.table({"u": [None, *U, None], "v": [0, *V, 0]})
    assert_is(as_game_graph(table.slice(1, len(EDGES))), EDGES, 4)


def test_pandas_rows_chosen_by_their_values() -> None:
    table = table_of("pandas", {"from": U, "to": V})
    assert_is(as_game_graph(table[table["from"] > 0]), EDGES[2:], 4)
    assert_is(as_game_graph(table[table["to"] != 2]), [EDGES[k] for k in (0, 1, 4, 5)], 4)
    table.index = list("abcdef")
    assert_is(as_game_graph(table), EDGES, 4)
    with pytest.raises(GraphGameError, match="two columns, got 1"):
        as_game_graph(table[["to"]])


def test_pandas_works_without_pyarrow(monkeypatch: pytest.MonkeyPatch) -> None:
    pandas = pytest.importorskip("pandas")
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert_is(as_game_graph(pandas.DataFrame({"from": U, "to": V})), EDGES, 4)


def test_polars_chunks() -> None:
    polars = pytest.importorskip("polars")
    half = [polars.DataFrame({"u": U[k::2], "v": V[k::2]}) for k in (0, 1)]
    assert_is(as_game_graph(polars.concat(half, rechunk=False)), EDGES, 4)
    middle = polars.concat(half, rechunk=False).slice(2, 3)
    assert_is(as_game_graph(middle), [EDGES[4], EDGES[1], EDGES[3]], 3)


def test_a_long_table() -> None:
    pyarrow = pytest.importorskip("pyarrow")
    u = np.arange(100_000) % 1000
    table = pyarrow.concat_tables([pyarrow.table({"u": u, "v": u[::-1]})] * 2)
    graph = as_game_graph(table)
    assert (graph.n, graph.m) == (1000, 200_000)
    assert Counter(graph.options(7)) == {992: 200}


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ({"u": [0], "v": [1], "w": [2]}, "expected a table of two columns, got 3"),
        ({"u": [0]}, "expected a table of two columns, got 1"),
        ({"u": [0, 1], "v": [1, None]}, "column 'v': expected integers, got a null in row 1"),
        ({"u": [0, -1], "v": [1, 2]}, r"first column\[1\]: expected a position from 0 .*, got -1"),
        ({"u": [0], "v": [2**31 - 1]}, r"second column\[0\]: .*, got 2147483647"),
        ({"u": [0, 5], "v": [1, 2]}, r"edges\[1, 0\]: expected a position from 0 to 3, got 5"),
    ],
)
@pytest.mark.parametrize("library", TABLES)
def test_tables_refused(library: str, columns: dict[str, list[Any]], message: str) -> None:
    has_null = any(None in column for column in columns.values())
    table = table_of(library, columns, "Int64" if has_null and library == "pandas" else "int64")
    with pytest.raises(GraphGameError, match=message):
        as_game_graph(table, n=4)


@pytest.mark.parametrize("first", [[0.5, 1.0], ["a", "b"], [True, False], [b"a", b"b"]])
@pytest.mark.parametrize("library", ["pyarrow", "pandas", "polars"])
def test_columns_of_other_types_are_refused(library: str, first: list[Any]) -> None:
    module = pytest.importorskip(library)
    make = module.table if library == "pyarrow" else module.DataFrame
    with pytest.raises(GraphGameError, match="column 'from': expected integers, got "):
        as_game_graph(make({"from": first, "to": [0, 1]}))


def test_a_null_is_named_by_its_row_in_the_table() -> None:
    pyarrow = pytest.importorskip("pyarrow")
    table = pyarrow.table({"u": pyarrow.chunked_array([[0, 1], [], [2, None]]), "v": [0, 0, 0, 0]})
    with pytest.raises(GraphGameError, match="column 'u': expected integers, got a null in row 3"):
        as_game_graph(table)


def test_dictionaries_are_refused() -> None:
    pyarrow = pytest.importorskip("pyarrow")
    table = pyarrow.table({"from": pyarrow.array([1, 0]).dictionary_encode(), "to": [0, 1]})
    with pytest.raises(GraphGameError, match="column 'from': expected integers, got a dictionary"):
        as_game_graph(table)


def test_a_single_column_is_refused() -> None:
    pyarrow = pytest.importorskip("pyarrow")
    with pytest.raises(GraphGameError, match="expected a table of columns, got a single Arrow"):
        as_game_graph(pyarrow.chunked_array([[1, 2]]))


def test_a_stream_that_fails_says_why() -> None:
    pyarrow = pytest.importorskip("pyarrow")

    def batches() -> Any:
        yield pyarrow.record_batch({"u": [0], "v": [1]})
        raise ValueError("the disk is gone")

    schema = pyarrow.schema([("u", pyarrow.int64()), ("v", pyarrow.int64())])
    reader = pyarrow.RecordBatchReader.from_batches(schema, batches())
    with pytest.raises(GraphGameError, match=r"the Arrow stream failed: .*the disk is gone"):
        as_game_graph(ArrowOnly(reader))


def test_a_solved_table_keeps_nothing_of_its_library() -> None:
    graph = as_game_graph(table_of("pyarrow", {"u": U, "v": V}))
    assert isinstance(graph, GameGraph)
    assert gg.solve(graph).verify() is True
