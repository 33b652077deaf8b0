"""No position that nobody has named, and no answer that is the same for every graph of a kind.

Pinned here: an option of a dict that is no key is a terminal only if a key is of its type; a tuple
that stands for a list of options is none that is a position; numbers in edges leave few gaps, or
are said to be meant; an undirected graph without presets is warned of where its answer is known.
"""

from __future__ import annotations

import json
import pickle
import warnings
from collections import OrderedDict, defaultdict
from enum import Enum, IntEnum, StrEnum
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np
import pytest

import graphgame as gg
from graphgame import GameGraph, GraphGameError, as_game_graph
from tests.graphs.test_convert import assert_is

DOORS = [as_game_graph, GameGraph.from_options, gg.solve, gg.grundy, gg.loopy_grundy]


class Cell(NamedTuple):
    """A position on a board."""

    row: int
    column: int


class Colour(Enum):
    """Positions by name."""

    RED = 1
    BLUE = 2


class Word(StrEnum):
    """Strings by name."""

    A = "a"
    B = "b"


class Number(IntEnum):
    """Integers by name."""

    ONE = 1
    TWO = 2


# -- options of a dict ----------------------------------------------------------------------------

JSON = json.loads('{"1": [2], "2": [3], "3": []}')
NEITHER_KEYS_NOR_LIKE_KEYS: list[tuple[Any, str]] = [
    (JSON, r"of '1': expected keys, .* type, str, got 2 of type int; {int\(key\): row .*2: \[\]"),
    ({1: ["2"], 2: ["3"], 3: []}, r"of 1: .* int, got '2' of type str; .*list\(map\(int, row\)\)"),
    ({1: ["2"], 2: []}, "of 1: .*got '2' of type str"),
    ({"1": (2,), "2": ()}, "of '1': .*got 2 of type int"),
    (defaultdict(list, {"-1": [-2]}), r"of '-1': .*got -2 of type int; {int\(key\)"),
    (OrderedDict({"a": ["b"], "b": [0]}), r"of 'b': .*got 0 of type int; add 0: \[\]"),
    (MappingProxyType({"1": {2: {}}, "2": {}}), r"of '1': .*got 2 of type int"),
    ({"1": [np.int64(2)]}, r"of '1': .*got np.int64\(2\) of type int64"),
    ({"1": [2.0], "2": []}, r"of '1': .*got 2.0 of type float"),
    ({1: [2.5], 2: []}, r"of 1: .*got 2.5 of type float"),
    ({b"a": ["a"]}, r"of b'a': .*bytes, got 'a' of type str"),
    ({"(0, 0)": [(0, 1)]}, r"of '\(0, 0\)': .*got \(0, 1\) of type tuple"),
    ({(0, 0): [(0, 1), "end"]}, r"of \(0, 0\): .*tuple, got 'end' of type str; add 'end': \[\]"),
    ({(0, 0): [frozenset({0})]}, "of .*got frozenset.* of type frozenset"),
    ({"a": [None]}, r"of 'a': .*got None of type NoneType; add None: \[\]"),
    ({1: [2], "a": [("b",)]}, r"of 'a': .*int or str, got \('b',\) of type tuple"),
    ({Colour.RED: [2]}, "of <Colour.RED: 1>: .*Colour, got 2 of type int"),
    ({1: [Colour.RED]}, "of 1: .*got <Colour.RED: 1> of type Colour"),
    ({(0, 0): (0, 1)}, r"of \(0, 0\): .*got 0 of type int; a single option .*, \[\(0, 1\)\], or"),
    ({"1": [2], 2: [3], "3": []}, "of 2: expected '3' of type str, which is a key, got 3 of anoth"),
    ({0: ["1"], 1: [], "0": []}, "of 0: expected 1 of type int, which is a key, got 1 of another"),
]


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize(("options", "message"), NEITHER_KEYS_NOR_LIKE_KEYS)
def test_options_that_are_neither_keys_nor_like_keys(options: Any, message: str, door: Any) -> None:
    with pytest.raises(GraphGameError, match=f"^options {message}"):
        door(options)


@pytest.mark.parametrize(
    ("options", "positions"),
    [
        ({}, []),
        ({"a": ["b"]}, ["a", "b"]),
        ({(0, 0): [(0, 1, 2)]}, [(0, 0), (0, 1, 2)]),
        ({(0, 0): [(0, 1), "end"], "end": []}, [(0, 0), "end", (0, 1)]),
        ({7: ["end"], "end": [5]}, [7, "end", 5]),
        ({7: [np.int64(5)], np.int32(5): [np.uint8(3)]}, [7, 5, 3]),
        ({np.int64(7): [5]}, [7, 5]),
        ({np.float32(0.5): [0.25]}, [0.5, 0.25]),
        ({2.0: [4], 4: []}, [2.0, 4]),
        ({True: [5]}, [True, 5]),
        ({"a": [np.str_("b")]}, ["a", "b"]),
        ({np.str_("a"): ["b"]}, ["a", "b"]),
        ({Word.A: ["c"]}, ["a", "c"]),
        ({"a": [Word.A, Word.B]}, ["a", "b"]),
        ({3: [Number.ONE]}, [3, 1]),
        ({Colour.RED: [Colour.BLUE]}, [Colour.RED, Colour.BLUE]),
        ({Cell(0, 0): [(0, 1)]}, [(0, 0), (0, 1)]),
        ({(0, 0): [Cell(0, 1)]}, [(0, 0), (0, 1)]),
        ({frozenset({1}): [frozenset()]}, [frozenset({1}), frozenset()]),
        ({None: ["a"], "a": []}, [None, "a"]),
        ({"a": {"b": 5}, "c": {}}, ["a", "c", "b"]),
        ({"a": {"b": {"w": []}}}, ["a", "b"]),
    ],
)
def test_options_that_are_like_keys_are_terminals(options: Any, positions: list[Any]) -> None:
    graph = as_game_graph(options)
    assert graph.positions(range(graph.n)) == positions
    assert graph.m == sum(map(len, options.values()))


@pytest.mark.parametrize("solver", [gg.cop_number, gg.cops_and_robbers])
def test_boards_have_no_vertices_that_nobody_has_named(solver: Any) -> None:
    with pytest.raises(GraphGameError, match="^options of '1': .*got 2 of type int"):
        solver(JSON)


def test_sides_of_partizan_games_name_positions_alike() -> None:
    for sides in ((JSON, {}), ({}, JSON), (JSON, {"1": []})):
        with pytest.raises(GraphGameError, match="^options of '1': .*got 2 of type int"):
            gg.partizan(*sides)
    for left, right in (
        ({"1": ["2"]}, {1: [2]}),
        ({1: [2]}, {"3": ["2"]}),
        ({2: [1]}, {"1": []}),
    ):
        with pytest.raises(GraphGameError, match="^left, right: expected names that both .* type "):
            gg.partizan(left, right)
    assert gg.partizan({"a": ["b"]}, {"c": ["d"]}).game.n == 4
    assert gg.partizan({"a": ["b"]}, {"a": [3], 3: []}).game.n == 3


# -- a position where a list of options is due ----------------------------------------------------


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize(
    ("options", "position", "row"),
    [
        ({(0, 0): (0, 1), (0, 1): []}, (0, 0), (0, 1)),
        ({(0, 0): (0, 1), (0, 1): (1, 1), (1, 1): ()}, (0, 0), (0, 1)),
        ({(0, 0): [(0, 1)], (0, 1): (0, 0)}, (0, 1), (0, 0)),
        ({(0, 1): (0, 1), 0: [], 1: []}, (0, 1), (0, 1)),
        ({(0, 0): (0, 1), 5: [(0, 1)]}, (0, 0), (0, 1)),
        ({(1,): (), (2,): (1,)}, (2,), (1,)),
        ({Cell(0, 0): Cell(0, 1), Cell(0, 1): []}, Cell(0, 0), Cell(0, 1)),
        ({(0, 0): Cell(0, 1), (0, 1): []}, (0, 0), Cell(0, 1)),
        ({("a", "b"): ("b", "c"), ("b", "c"): []}, ("a", "b"), ("b", "c")),
        ({frozenset({1, 2}): frozenset({1}), frozenset({1}): []}, {1, 2}, frozenset({1})),
        ({((0, 0), 1): ((0, 1), 1), ((0, 1), 1): []}, ((0, 0), 1), ((0, 1), 1)),
    ],
)
def test_a_position_alone_is_no_list_of_options(
    options: Any, position: Any, row: Any, door: Any
) -> None:
    with pytest.raises(GraphGameError) as caught:
        door(options)
    where = frozenset(position) if isinstance(position, set) else position
    assert str(caught.value) == (
        f"options of {where!r}: expected a list of positions, got {row!r}, which is a position "
        f"itself; use [{row!r}] if it is the option, {list(row)!r} if its entries are"
    )


def test_tuples_and_frozensets_of_options_stay_what_they_are() -> None:
    one, two = frozenset({1}), frozenset({1, 2})
    for options in (
        {(): (), (1,): ((),)},
        {(0, 0): ((0, 1), (1, 0)), (0, 1): ()},
        {one: frozenset(), two: frozenset({one})},
        {0: (1, 2), 1: (2,), 2: ()},
        {"ab": ("a", "b"), "a": (), "b": ()},
    ):
        edges = [(u, v) for u, row in options.items() for v in row]
        assert_is(as_game_graph(options), edges, len({*options, *(v for _, v in edges)}))


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize(
    "options",
    [
        {"s": {"left": "t", "right": "u"}, "t": {}, "u": {}},
        {"t": {}, "s": {"left": "t"}},
        {"s": MappingProxyType({"left": "s"})},
        {(0, 0): {("up",): (0, 1)}, (0, 1): {}},
        {1: {10: 2}, 2: {}},
        {"s": {"a": "t"}, "t": {"b": "s"}},
    ],
)
def test_a_mapping_of_moves_to_positions_is_no_list_of_options(options: Any, door: Any) -> None:
    with pytest.raises(GraphGameError, match=r"^options of .*whose values are positions; use \["):
        door(options)


# -- gaps in the numbers of edges -----------------------------------------------------------------

COUNTED = [as_game_graph, GameGraph.from_edges, gg.solve]
GAPS: list[list[tuple[int, int]]] = [
    [(0, 5), (5, 7), (5, 900_001)],
    [(0, 10_000)],
    [(0, 2**31 - 3)],
    [(1_000_000, 1_000_001), (1_000_001, 1_000_002), (1_000_002, 1_000_000)],
    [(v, v + 1) for v in range(1000)] + [(0, 10_050)],
    [(v % 50, 20_000 + v % 20) for v in range(30_000)],
]


@pytest.mark.parametrize("door", COUNTED)
@pytest.mark.parametrize("edges", GAPS)
def test_numbers_that_are_names_are_refused(edges: list[tuple[int, int]], door: Any) -> None:
    n = max(map(max, edges)) + 1
    message = (
        rf"^edges: expected numbers from 0 on without gaps, got {n} positions, of which fewer than "
        r"one in 10 touch an edge; .*a dict of each position .*from_edges\(edges, n=…\), or labels="
    )
    for source in (edges, np.array(edges), np.array(edges, dtype=np.int32), iter(edges)):
        with pytest.raises(GraphGameError, match=message):
            door(source)


def test_numbers_that_are_names_are_refused_in_tables_and_beside_a_base() -> None:
    pandas = pytest.importorskip("pandas")
    with pytest.raises(GraphGameError, match="got 900002 positions, of which fewer than one in 10"):
        as_game_graph(pandas.DataFrame(GAPS[0], columns=["source", "target"]))
    with pytest.raises(GraphGameError, match="numbers from 1 on without gaps, got 900001 position"):
        GameGraph.from_edges([(1, 900_001)], base=1)


@pytest.mark.parametrize("door", COUNTED)
@pytest.mark.parametrize(
    "edges",
    [
        [(0, 5), (5, 7), (7, 5)],
        [(0, 9)],
        [(0, 9_999)],
        [(0, 100), (0, 101), (0, 102)],
        [(v, v + 1) for v in range(1000)] + [(0, 10_009)],
        [(v % 50, 1000 + v % 20) for v in range(30_000)],
    ],
)
def test_most_positions_without_an_edge_are_warned_of(edges: Any, door: Any) -> None:
    n = max(map(max, edges)) + 1
    for source in (edges, np.array(edges)):
        with pytest.warns(UserWarning, match=f"^edges: most of the {n} positions touch") as caught:
            door(source)
        assert [warning.filename for warning in caught] == [__file__]


def test_position_0_and_most_others_are_warned_of_together() -> None:
    with pytest.warns(UserWarning, match=r"^edges: position 0 .*base=1.*; most of the 10 ") as one:
        as_game_graph([(4, 9)])
    assert len(one) == 1


def test_gaps_that_are_meant_or_few() -> None:
    edges = [(0, 5), (5, 900_001)]
    assert GameGraph.from_edges(edges, 900_002).n == as_game_graph(edges, 900_002).n == 900_002
    assert GameGraph.from_edges([(0, 9)], labels="abcdefghij").n == 10
    assert as_game_graph({0: [5], 5: [900_001]}).n == 3
    assert as_game_graph([(0, 3), (1, 3)]).n == 4
    assert as_game_graph([(0, 1), (0, 3)]).n == 4
    assert as_game_graph(np.array([(v, v + 20_000) for v in range(20_000)])).n == 40_000
    assert as_game_graph(np.array([(2 * v, 2 * v) for v in range(50_000)])).n == 99_999
    assert GameGraph.from_csr([0] * 30_000, []).n == 29_999
    sparse = pytest.importorskip("scipy.sparse")
    assert as_game_graph(sparse.coo_array(([1], ([0], [9])), shape=(30_000, 30_000))).n == 30_000


def test_sides_of_partizan_games_have_the_gaps_of_both_together() -> None:
    left, right = [(v, v + 1) for v in range(20)], [(v, v + 1) for v in range(20, 40)]
    assert gg.partizan(left, right).game.n == gg.partizan(right, left).game.n == 41
    assert gg.partizan([(0, 9)], [], n=20).game.n == 20
    assert gg.partizan(GameGraph.from_edges([(0, 9)], 20), []).game.n == 20
    with pytest.warns(UserWarning, match="most of the 10 positions"):
        gg.partizan([(0, 9)], [(9, 0)])
    with pytest.raises(GraphGameError, match="got 900002 positions"):
        gg.partizan([(0, 5)], [(5, 900_001)])


@pytest.mark.parametrize("number", [2**31 - 1, 2**31, 3_000_000_000, 2**40, 2**62])
def test_numbers_beyond_31_bits_name_what_makes_labels(number: int) -> None:
    message = rf"got {number}; .*a dict of each .*, a table of strings, or a networkx.DiGraph$"
    for door in COUNTED:
        with pytest.raises(GraphGameError, match=rf"^edges\[0, 1\]: .*{message}"):
            door([(0, number)])
    with pytest.raises(GraphGameError, match=rf"^edges\[0, 1\]: .*as base is 1, {message}"):
        GameGraph.from_edges([(1, number)], base=1)
    assert as_game_graph({0: [number]}).positions([1]) == [number]


@pytest.mark.parametrize(
    "edges",
    [
        [((0, 0), (0, 1)), ((0, 1), (1, 1))],
        [((0, 0), (0, 1)), ((0, 1), (1,))],
        [(("a", 1), ("b", 2))],
        [(frozenset({1}), frozenset())],
        [((0,), (1, 2)), ((1, 2), (3, 4, 5))],
        [("a", 1), (1, "b")],
        [(b"a", b"b")],
        [(2**63, 2**64)],
        [("a", None)],
        [("a", b"b")],
        [(Colour.RED, Colour.BLUE)],
        [("a", (0, 1))],
    ],
)
@pytest.mark.parametrize("door", COUNTED)
def test_pairs_of_labels_are_told_to_be_a_dict(edges: Any, door: Any) -> None:
    with pytest.raises(GraphGameError, match=r"^edges: .*for labels, give a dict of label to opti"):
        door(edges)


class Move(NamedTuple):
    before: str
    after: str


@pytest.mark.parametrize("door", [as_game_graph, GameGraph.from_edges])
def test_named_tuples_of_strings_name_positions(door: Any) -> None:
    graph = door([Move("b", "a"), Move("b", "c"), ("a", "c")])
    assert graph.labels == ["b", "a", "c"]
    assert graph.options("b") == ["a", "c"]


@pytest.mark.parametrize("door", [as_game_graph, GameGraph.from_edges])
def test_pairs_of_strings_name_positions(door: Any) -> None:
    graph = door([("b", "a"), ("b", "c"), ("a", "c"), ("b", "a")])
    assert graph.labels == ["b", "a", "c"]
    assert graph.options("b") == ["a", "c", "a"]
    assert (graph.n, graph.m) == (3, 4)
    assert sorted(door({("a", "b"), ("b", "c")}).labels) == ["a", "b", "c"]
    assert door(iter([("a", "b")])).labels == ["a", "b"]
    graph = door([("b", "a")], labels=["a", "b", "c"])
    assert (graph.labels, graph.options("b")) == (["a", "b", "c"], ["a"])
    with pytest.raises(GraphGameError, match=r"^edges\[1\]: expected one of the 2 labels, got 'c'"):
        door([("a", "b"), ("b", "c")], labels=["a", "b"])
    with pytest.raises(GraphGameError, match=r"^edges\[1\]: expected a pair, got \('a',\)"):
        door([("a", "b"), ("a",)])


def test_an_edge_view_whose_ends_are_no_nodes_is_refused() -> None:
    networkx = pytest.importorskip("networkx")
    graph = networkx.DiGraph([("a", "b")])
    graph._succ["b"] = {"c": {}}  # no node of the graph
    for source in (graph, graph.edges):
        with pytest.raises(GraphGameError, match="nodes, got 'c'"):
            as_game_graph(source)


# -- undirected graphs ----------------------------------------------------------------------------

UNDIRECTED = r"^graph: an undirected graph .*DiGraph, or presets=.*cops_and_robbers"


def undirected(library: str) -> Any:
    """Return an undirected path on three vertices."""
    if library == "rustworkx":
        graph = pytest.importorskip("rustworkx").PyGraph()
        graph.add_nodes_from([0, 1, 2])
        graph.add_edges_from_no_data([(0, 1), (1, 2)])
        return graph
    if library == "igraph":
        return pytest.importorskip("igraph").Graph([(0, 1), (1, 2)])
    networkx = pytest.importorskip("networkx")
    graph = getattr(networkx, library.partition(" ")[0])([(0, 1), (1, 2)])
    if library.endswith("as view"):
        return networkx.DiGraph([(0, 1), (1, 2)]).to_undirected(as_view=True)
    return graph.edges if library.endswith("edges") else graph


LIBRARIES = [
    *["Graph", "MultiGraph", "Graph edges", "MultiGraph edges", "Graph as view"],
    *["igraph", "rustworkx"],
]


@pytest.mark.parametrize("library", LIBRARIES)
def test_an_undirected_graph_is_warned_of(library: str) -> None:
    graph = undirected(library)
    for call in (
        lambda: gg.solve(graph).outcomes.tolist() == [0, 0, 0],
        lambda: gg.solve(graph, play="misere").outcomes.tolist() == [0, 0, 0],
        lambda: gg.solve(graph, owner=[0, 1, 0]).outcomes.tolist() == [0, 0, 0],
        lambda: gg.loopy_grundy(graph).values.tolist() == [-1, -1, -1],
    ):
        with pytest.warns(UserWarning, match=UNDIRECTED) as caught:
            assert call()
        assert [warning.filename for warning in caught] == [__file__]


@pytest.mark.parametrize("library", LIBRARIES)
def test_an_undirected_graph_is_not_warned_of_where_it_is_meant(library: str) -> None:
    graph = undirected(library)
    assert gg.solve(graph, presets={0: gg.LOSE}).outcomes.tolist() == [-1, 1, -1]
    assert gg.solve_scores(graph, {0: 1}).verify()
    assert gg.loopy_grundy(graph, presets={0: gg.LOSE}).verify()
    assert gg.cop_number(graph) == 1
    assert gg.attractor(graph, [0, 1, 0], [0]).verify()
    assert as_game_graph(graph).m == 4


def test_graphs_in_which_somebody_is_stuck_are_not_warned_of() -> None:
    networkx = pytest.importorskip("networkx")
    alone = networkx.empty_graph(3)
    preset = networkx.path_graph(3)
    preset.nodes[0]["preset"] = "LOSE"
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert gg.solve(alone).outcomes.tolist() == [-1, -1, -1]
        assert gg.solve(preset).outcomes.tolist() == [-1, 1, -1]
        assert gg.solve(networkx.path_graph(3, create_using=networkx.DiGraph)).verify()
        assert gg.solve(networkx.DiGraph([(0, 1)]).edges).verify()
        assert gg.solve(networkx.to_scipy_sparse_array(networkx.path_graph(3))).verify()


def test_edges_of_a_directed_graph_are_a_directed_board() -> None:
    networkx = pytest.importorskip("networkx")
    graph = networkx.DiGraph([(0, 1), (1, 2), (2, 3)])
    for source in (graph, graph.edges):
        assert gg.cops_and_robbers(source).directed
    assert not gg.cops_and_robbers(graph.to_undirected().edges).directed


# The ways of an undirected graph to a call, as a graph of ours.
WAYS = {
    "as_game_graph": gg.as_game_graph,
    "from_edges of a view": lambda graph: GameGraph.from_edges(graph.edges),
    "with owners": lambda graph: gg.as_game_graph(graph).with_owner([0, 1, 0]),
    "without presets": lambda graph: (
        gg.as_game_graph(graph).with_presets({0: gg.WIN}).with_presets(None)
    ),
    "pickled": lambda graph: pickle.loads(pickle.dumps(gg.as_game_graph(graph))),
    "a sum": lambda graph: gg.game_sum([graph, gg.as_game_graph(graph)]),
}


@pytest.mark.parametrize(
    ("call", "way"),
    [(gg.solve, way) for way in WAYS]
    + [(gg.loopy_grundy, way) for way in WAYS if way != "with owners"],
)
def test_a_graph_made_of_an_undirected_one_is_warned_of(call: Any, way: str) -> None:
    networkx = pytest.importorskip("networkx")
    graph = WAYS[way](networkx.path_graph(3))
    with pytest.warns(UserWarning, match="^graph: an undirected graph lets"):
        call(graph)


@pytest.mark.parametrize("library", ["igraph", "rustworkx"])
def test_a_graph_made_of_an_undirected_one_of_any_library_is_warned_of(library: str) -> None:
    module = pytest.importorskip(library)
    if library == "igraph":
        graph = module.Graph([(0, 1), (1, 2)])
    else:
        graph = module.PyGraph()
        graph.add_nodes_from(range(3))
        graph.add_edges_from([(0, 1, None), (1, 2, None)])
    with pytest.warns(UserWarning, match="^graph: an undirected graph lets"):
        gg.solve(gg.as_game_graph(graph))


def test_a_graph_made_of_an_undirected_one_is_silent_where_it_is_meant() -> None:
    networkx = pytest.importorskip("networkx")
    graph = gg.as_game_graph(networkx.path_graph(3))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        gg.solve(graph.with_presets({0: gg.LOSE}))
        gg.solve(graph, presets={0: gg.LOSE})
        gg.cop_number(graph)
        gg.attractor(graph, [0, 1, 0], [2])
        gg.solve(gg.as_game_graph(networkx.path_graph(3).to_directed()))
        gg.solve(gg.game_sum([graph, [(0, 1)]]))
