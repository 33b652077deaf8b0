"""Tables of pandas, Polars and pyarrow: columns by their names, strings, and what is missing.

Pinned here: columns with names such as source and target are read by these, in any order; strings
become labels, or are among those that are given; a missing value is refused, with its column and
its row; the index of a pandas frame is no column.  Tables of integers in all their forms are in
test_convert_libraries.py.
"""

from __future__ import annotations

import random
import sys
from typing import Any

import numpy as np
import pytest

import graphgame as gg
from graphgame import GameGraph, GraphGameError, as_game_graph
from graphgame.graphs.edge_tables import is_reversed
from tests.graphs.test_convert import assert_is
from tests.graphs.test_convert_libraries import ArrowOnly

LIBRARIES = ["pandas", "polars", "pyarrow", "arrow only"]


def table_of(library: str, columns: dict[str, Any]) -> Any:
    """Make a table, with the types that the library chooses."""
    if library == "arrow only":
        return ArrowOnly(table_of("pyarrow", columns))
    module = pytest.importorskip(library)
    return (module.table if library == "pyarrow" else module.DataFrame)(columns)


# -- names of columns -----------------------------------------------------------------------------

NAMES = [
    ("source", "target"),
    ("Source", "TARGET"),
    ("src", "dst"),
    ("source", "destination"),
    ("from", "to"),
    ("from_node", "to_node"),
    ("From ID", "To ID"),
    ("u", "v"),
    ("tail", "head"),
    ("position", "option"),
    (" from", "to "),
    ("parent", "child"),
    ("parent_id", "child_id"),
    ("start", "end"),
    ("startNode", "endNode"),
    (":START_ID", ":END_ID"),
    ("_from", "_to"),
    ("from_state", "to_state"),
    ("state_from", "state_to"),
    ("from_station", "to_station"),
    ("FromNode", "ToNode"),
    ("fromnode", "tonode"),
    ("FROMID", "TOID"),
    ("source.id", "target.id"),
    ("source-position", "target-position"),
    ("origin", "destination"),
    ("before", "after"),
    ("predecessor", "successor"),
    ("prev", "next"),
    ("current_state", "next_state"),
    ("Current State", "New State"),
    ("old", "new"),
    ("first", "second"),
    ("source", "sink"),
    ("ancestor", "descendant"),
    ("sources", "targets"),
    ("s", "t"),
]
# One of two names says which end it is, and the other is for the other end.
HALVES = [
    ("state", "next_state"),
    ("state", "next"),
    ("State", "NextState"),
    ("s", "next_s"),
    ("s", "s'"),
    ("obs", "obs_next"),
    ("node", "successor"),
    ("vertex", "succ"),
    ("position", "option"),
    ("position_id", "option_id"),
    ("state", "option"),
    ("id", "child"),
    ("name", "target_name"),
    ("city", "to_city"),
    ("parent_id", "id"),
    ("parent", "node"),
    ("prev_state", "state"),
    ("from_city", "city"),
    ("source", "position"),
]


@pytest.mark.parametrize("library", LIBRARIES)
@pytest.mark.parametrize(("start", "end"), NAMES + HALVES)
def test_columns_are_read_by_their_names(start: str, end: str, library: str) -> None:
    u, v = [0, 1, 2], [1, 2, 2]
    edges = list(zip(u, v, strict=True))
    assert_is(as_game_graph(table_of(library, {start: u, end: v})), edges, 3)
    assert_is(as_game_graph(table_of(library, {end: v, start: u})), edges, 3)
    assert_is(GameGraph.from_edges(table_of(library, {end: v, start: u}), 4), edges, 4)
    words = {end: ["b", "c", "d"], start: ["a", "b", "c"]}
    solution = gg.solve(table_of(library, words))
    assert [solution.outcome(p) for p in "abcd"] == [gg.WIN, gg.LOSE, gg.WIN, gg.LOSE]
    assert solution.verify()


@pytest.mark.parametrize(
    ("first", "second"),
    [
        *[
            ("a", "b"),
            ("v", "w"),
            ("x", "u"),
            ("source", "x"),
            ("x", "target"),
            ("0", "1"),
            ("", ""),
        ],
        *[("b", "a"), ("state", "node"), ("uid", "vid"), ("from_to", "x"), ("weekend", "a")],
    ],
)
def test_other_names_leave_the_order(first: str, second: str) -> None:
    assert not is_reversed(first, second)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        *[("target", "x"), ("x", "source"), ("to", "b"), ("Unnamed: 0", "source"), ("", "parent")],
        *[("from", "source"), ("child", "next"), ("weight_to", "weight_in"), ("target", "from_to")],
        *[("v", "from"), ("next_state", "reward")],
    ],
)
def test_a_name_against_the_order_is_refused(first: str, second: str) -> None:
    message = f"columns {first!r} and {second!r}: expected the positions in the first one"
    with pytest.raises(GraphGameError, match=message):
        as_game_graph(table_of("polars", {first: [0], second: [1]}))


@pytest.mark.parametrize("library", LIBRARIES)
def test_more_columns_are_refused_with_the_cure(library: str) -> None:
    table = table_of(library, {"source": [0], "target": [1], "weight": [5]})
    with pytest.raises(GraphGameError, match=r"two columns, got 3: choose .*from_adjacency"):
        as_game_graph(table)


def test_pandas_adjacency_matrices() -> None:
    networkx = pytest.importorskip("networkx")
    pandas = pytest.importorskip("pandas")
    matrix = networkx.to_pandas_adjacency(networkx.DiGraph([(0, 1)]), dtype=int)
    for frame in (matrix, pandas.DataFrame([(0, 1), (1, 1)])):
        with pytest.raises(GraphGameError, match=r"in one way.*from_edges .*from_adjacency "):
            as_game_graph(frame)
    assert_is(GameGraph.from_adjacency(matrix), [(0, 1)], 2)
    assert_is(GameGraph.from_edges(pandas.DataFrame([(0, 1), (1, 1)])), [(0, 1), (1, 1)], 2)
    assert_is(
        as_game_graph(pandas.DataFrame([(0, 1), (1, 1), (1, 0)])), [(0, 1), (1, 1), (1, 0)], 2
    )


# -- strings --------------------------------------------------------------------------------------

WORDS = ["a", "", "twelve bytes", "thirteen byte", "ünïcödé in many bytes", "∞" * 400]


@pytest.mark.parametrize("library", LIBRARIES)
def test_strings_become_labels(library: str) -> None:
    u, v = [*WORDS, "a"], [*WORDS[1:], "a", "a"]
    graph = as_game_graph(table_of(library, {"to": v, "from": u}))
    assert list(graph.labels or []) == WORDS, "in the order in which they stand there"
    assert_is(graph, list(zip(u, v, strict=True)), len(WORDS))
    with pytest.raises(GraphGameError, match="n: expected 6, as many as the edges name, got 7"):
        as_game_graph(table_of(library, {"from": u, "to": v}), n=7)


@pytest.mark.parametrize("library", LIBRARIES)
@pytest.mark.parametrize("door", [as_game_graph, GameGraph.from_edges])
def test_labels_beside_a_table_of_strings_name_all_positions(door: Any, library: str) -> None:
    names = ["Jesse", "Jack", "John", "Jim"]
    table = table_of(library, {"to": ["John", "Jim", "Jack"], "from": ["John", "John", "Jim"]})
    edges = [("John", "John"), ("John", "Jim"), ("Jim", "Jack")]
    for labels in (names, tuple(names), iter(names), dict.fromkeys(names)):
        graph = door(table, labels=labels)
        assert list(graph.labels or ()) == names
        assert_is(graph, edges, 4)
        assert gg.solve(graph).outcome("Jesse") is gg.LOSE
    assert door(table, 4, labels=names).n == 4
    for wrong, message in (
        (
            ["John", "Jim", "Jesse"],
            "column 'to': expected one of the 3 labels, got 'Jack' in row 2",
        ),
        (["Jack", "Jim"], "column 'from': expected one of the 2 labels, got 'John' in row 0"),
        ([*names, "Jim"], "labels: expected distinct labels, got 'Jim' twice"),
        (set(names), "labels: expected a list, got .* a set"),
    ):
        with pytest.raises(GraphGameError, match=message):
            door(table, labels=wrong)
    with pytest.raises(GraphGameError, match="n: expected 4, as many as the edges name, got 5"):
        door(table, 5, labels=names)
    numbers = table_of(library, {"to": [1, 2], "from": [0, 1]})
    assert_is(door(numbers, labels=names), [("Jesse", "Jack"), ("Jack", "John")], 4)


def test_strings_of_arrow_in_every_form() -> None:
    pyarrow = pytest.importorskip("pyarrow")
    u, v = [*WORDS, "a"] * 3, [*WORDS[1:], "a", "a"] * 3
    for kind in (pyarrow.string(), pyarrow.large_string(), pyarrow.string_view()):
        chunks = [pyarrow.array(u[k : k + 8], kind) for k in range(0, len(u), 8)]
        columns = {"u": pyarrow.chunked_array(chunks, kind), "v": pyarrow.array(v, kind)}
        table = pyarrow.table(columns)
        assert_is(as_game_graph(table), list(zip(u, v, strict=True)), len(WORDS))
        for start, length in ((0, 0), (3, 1), (5, 9), (20, 1)):
            part = as_game_graph(table.slice(start, length))
            ends = slice(start, start + length)
            assert_is(part, list(zip(u[ends], v[ends], strict=True)), part.n)


def test_long_strings_in_several_buffers_of_polars() -> None:
    polars = pytest.importorskip("polars")
    words = [f"{k} {'x' * (k % 40)}" for k in range(3000)]
    half = [polars.DataFrame({"u": words[k::2], "v": words[k::2][::-1]}) for k in (0, 1)]
    graph = as_game_graph(polars.concat(half, rechunk=False))
    expected = [pair for k in (0, 1) for pair in zip(words[k::2], words[k::2][::-1], strict=True)]
    assert_is(graph, expected, 3000)


def test_categories_of_pandas_are_strings_and_others_are_refused() -> None:
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"from": ["a", "b"], "to": ["b", "c"]}).astype("category")
    assert_is(as_game_graph(frame), [("a", "b"), ("b", "c")], 3)
    polars = pytest.importorskip("polars")
    table = polars.DataFrame({"from": ["a", "b"], "to": ["b", "c"]}).cast(polars.Categorical)
    with pytest.raises(GraphGameError, match="a dictionary of categories: convert it"):
        as_game_graph(table)


def test_strings_beside_integers_are_refused() -> None:
    table = table_of("polars", {"from": ["a"], "to": [1]})
    message = "column 'from': expected integers, got strings, as column 'to' has integers"
    with pytest.raises(GraphGameError, match=message):
        as_game_graph(table)


# -- what is missing ------------------------------------------------------------------------------


@pytest.mark.parametrize("library", LIBRARIES)
@pytest.mark.parametrize(
    ("column", "expected"),
    [([0, 1, None], "integers"), (["a", "b", None], "strings"), ([0.0, 1.0, np.nan], "integers")],
)
def test_a_missing_value_is_named_by_its_row(library: str, column: Any, expected: str) -> None:
    table = table_of(library, {"from": column[:2] + column[:1], "to": column})
    if expected == "integers" and library != "pandas" and None in column:
        table = table_of(library, {"from": [0, 1, 0], "to": column})
    cure = ".*a position without options is named by labels= of GameGraph.from_edges"
    message = f"column '(to|from)': expected {expected}, got (NaN|a null) in row 2; leave{cure}"
    if column[0] == 0.0 and isinstance(column[0], float):
        table = table_of(library, {"from": [0, 1, 0], "to": column})
    with pytest.raises(GraphGameError, match=message):
        as_game_graph(table)


@pytest.mark.parametrize("missing", [None, np.nan])
@pytest.mark.parametrize("dtype", ["object", "string", "str"])
def test_a_missing_string_of_pandas_is_named_by_its_row(dtype: str, missing: Any) -> None:
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"from": ["a", "b"], "to": ["b", missing]}, dtype=dtype)
    with pytest.raises(GraphGameError, match="column 'to': expected strings, got .* in row 1"):
        as_game_graph(frame)


@pytest.mark.parametrize("value", [1.5, True, b"x", ("a",)])
def test_an_object_of_pandas_that_is_neither_is_named_by_its_row(value: Any) -> None:
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"from": [0, 1], "to": pandas.Series([1, value], dtype=object)})
    with pytest.raises(GraphGameError, match=r"column 'to': expected integers, got .* in row 1"):
        as_game_graph(frame)
    frame = pandas.DataFrame({"from": [0, 1], "to": pandas.Series([1, 0], dtype=object)})
    assert_is(as_game_graph(frame), [(0, 1), (1, 0)], 2)


@pytest.mark.parametrize("library", LIBRARIES)
def test_floating_point_columns_are_refused_with_the_cure(library: str) -> None:
    table = table_of(library, {"from": [0.0, 1.0], "to": [1.0, 2.0]})
    with pytest.raises(GraphGameError, match=r"'from': expected integers, got floating-point n"):
        as_game_graph(table)


# -- pandas ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("pyarrow", ["as it is", "missing"])
def test_an_index_of_pandas_is_no_column(pyarrow: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pandas = pytest.importorskip("pandas")
    if pyarrow == "missing":
        monkeypatch.setitem(sys.modules, "pyarrow", None)
    frame = pandas.DataFrame({"a": [0, 1], "b": [1, 2], "c": [2, 0]})
    assert_is(as_game_graph(frame.set_index("a")), [(1, 2), (2, 0)], 3)
    with pytest.raises(GraphGameError, match="expected a table of two columns, got 1"):
        as_game_graph(frame.set_index("a")[["b"]])
    named = pandas.DataFrame({"to": ["b", "c"], "from": ["a", "b"]}, index=["x", "y"])
    assert_is(as_game_graph(named), [("a", "b"), ("b", "c")], 3)


# -- strings that pandas has as such --------------------------------------------------------------


@pytest.mark.parametrize("kind", ["string", "string[python]", "str", "object"])
@pytest.mark.parametrize("names", [("from", "to"), ("to", "from"), ("a", "b")])
def test_strings_of_pandas_are_numbered_row_by_row(kind: str, names: tuple[str, str]) -> None:
    pandas = pytest.importorskip("pandas")
    choose = random.Random(f"{kind} {names}")
    for m in (1, 2, 30, 200):
        rows = [tuple(choose.choice("abcdefghijk") * choose.choice((1, 2)) for _ in "uv")
                for _ in range(m)]  # fmt: skip
        try:
            table = pandas.DataFrame(rows, columns=names).astype(kind)
        except (ImportError, TypeError):
            pytest.skip(f"this pandas has no {kind}")
        ordered = [row[::-1] if names[0] == "to" else row for row in rows]
        graph = GameGraph.from_edges(table)
        labels = [*dict.fromkeys(x for row in ordered for x in row)]
        assert graph.labels == labels
        edges = [edge for block in graph.edge_blocks() for edge in zip(*block, strict=True)]
        assert [(labels[u], labels[v]) for u, v in edges] == [tuple(row) for row in ordered]


def test_a_null_among_strings_of_pandas_is_refused() -> None:
    pandas = pytest.importorskip("pandas")
    table = pandas.DataFrame({"from": ["a", None], "to": ["b", "c"]}).astype("string")
    with pytest.raises(GraphGameError, match="column 'from': expected strings, got .* in row 1"):
        GameGraph.from_edges(table)


@pytest.mark.parametrize("library", LIBRARIES)
def test_numbers_too_large_for_positions_are_told_to_be_strings(library: str) -> None:
    table = table_of(library, {"from": [3_000_000_000, 1], "to": [1, 2]})
    cure = r"column\[0\]: .* got 3000000000; if numbers are names, make them strings"
    with pytest.raises(GraphGameError, match=cure):
        GameGraph.from_edges(table)
    with pytest.raises(GraphGameError, match=r"column\[0\]: .* got -3$"):
        GameGraph.from_edges(table_of(library, {"from": [-3, 1], "to": [1, 2]}))
