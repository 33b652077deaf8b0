"""Graphs in the formats of others: what their own writers write is read, solved and written back.

Pinned here: the graph of each file is the one that was written, with presets, owners and start;
what `write_graph` writes is read as the same graph; formats are told by names and by first bytes.
"""

from __future__ import annotations

import bz2
import csv
import gzip
import io
import json
import lzma
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import graphgame as gg
from graphgame import GraphGameError, ParseError

nx = pytest.importorskip("networkx")

FORMATS = ("edges", "csv", "tsv", "json", "dot", "graphml", "gml")
WORDS = ["WIN", "LOSE", "DRAW"]


def needed(kind: str) -> None:
    """Skip where the library is missing that reads a kind."""
    if kind == "dot":
        pytest.importorskip("pydot")


def game(seed: int, *, plain: bool = False) -> Any:
    """Return a random graph of NetworkX, whose nodes carry what a game has."""
    random = Random(seed)
    n = random.randint(2, 12)
    if random.random() < 0.4:
        names: list[Any] = random.sample(range(100), n)
    else:
        letters = "abcdefghijkl" if plain else ["a b", "ä", "x-1", "c", "d,e", "1", *"fghijkl"]
        names = list(letters[:n])
    graph = nx.DiGraph()
    if not plain:
        graph.add_nodes_from(names)
    pairs = [(random.choice(names), random.choice(names)) for _ in range(random.randint(1, 2 * n))]
    graph.add_edges_from(pairs)
    if plain:
        return graph
    if random.random() < 0.7:
        for node in random.sample(names, n // 2):
            graph.nodes[node]["preset"] = random.choice(WORDS)
            if seed % 3 == 0:
                graph.nodes[node]["preset_remoteness"] = random.randint(0, 5)
    if random.random() < 0.7:
        nx.set_node_attributes(graph, {node: random.randint(0, 1) for node in names}, "owner")
    return graph


def facts(graph: gg.GameGraph[Any]) -> tuple[Any, ...]:
    """Return what a graph says, by names."""
    ends = [graph.positions(x.tolist()) for pair in graph.edge_blocks() for x in pair]
    edges = [p for k in range(0, len(ends), 2) for p in zip(ends[k], ends[k + 1], strict=True)]
    assert graph.m == len(edges)
    names = graph.positions(range(graph.n))
    columns = [
        None if x is None else dict(zip(names, x.tolist(), strict=True))
        for x in (graph.presets, graph.preset_remoteness, graph.owner)
    ]
    return sorted(edges, key=repr), sorted(names, key=repr), columns, graph.start


def read(text: bytes, kind: str | None = None) -> gg.GameGraph[Any]:
    return gg.read_graph(io.BytesIO(text), kind)


def same(found: gg.GameGraph[Any], expected: Any) -> None:
    """Check a graph that was read against a graph of NetworkX, and solve both."""
    other = gg.as_game_graph(expected)
    assert facts(found) == facts(other)
    solved, wanted = gg.solve(found), gg.solve(other)
    solved.verify()
    for position in other.positions(range(other.n)):
        assert solved.outcome(position) == wanted.outcome(position)
        assert solved.remoteness_of(position) == wanted.remoteness_of(position)


# -- files of their own writers --------------------------------------------------------------------


def by_networkx(graph: Any, kind: str, seed: int) -> bytes:
    """Return the text that NetworkX, pydot or the csv module writes of a graph."""
    if kind == "edges":
        out = io.BytesIO()
        nx.write_edgelist(graph, out, data=seed % 2 == 0, delimiter=" \t,"[seed % 3])
        return out.getvalue()
    if kind == "json":
        data = (nx.node_link_data, nx.adjacency_data)[seed % 2](graph)
        return json.dumps(data, indent=seed % 3 or None).encode()
    if kind == "dot":
        import pydot

        dot = pydot.Dot(graph_type="digraph")
        for name, data in graph.nodes(data=True):
            dot.add_node(pydot.Node(f'"{name}"', **{k: str(x) for k, x in data.items()}))
        for one, other in graph.edges():
            dot.add_edge(pydot.Edge(f'"{one}"', f'"{other}"'))
        return dot.to_string().encode()
    if kind in ("graphml", "gml"):
        lines = nx.generate_graphml(graph) if kind == "graphml" else nx.generate_gml(graph)
        return "\n".join(lines).encode()
    out_text = io.StringIO(newline="")
    names = sorted({name for _, data in graph.nodes(data=True) for name in data})
    writer = csv.writer(out_text, delimiter="," if kind == "csv" else "\t")
    writer.writerow(["From Node", *names, "to"])
    for node, data in graph.nodes(data=True):
        said = [data.get(name, "") for name in names]
        for option in [*graph.successors(node)] or [""]:
            writer.writerow([node, *said, option])
    return out_text.getvalue().encode()


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("kind", FORMATS)
def test_their_files_are_read_and_written_back(kind: str, seed: int, tmp_path: Path) -> None:
    needed(kind)
    graph = game(seed, plain=kind == "edges")
    text = by_networkx(graph, kind, seed)
    found = read(text, kind)
    same(found, graph)
    for end in ("", ".gz", ".bz2", ".xz"):
        path = tmp_path / f"game.{kind}{end}"
        gg.write_graph(found, path)
        assert facts(gg.read_graph(path, kind)) == facts(found)
        assert (path.read_bytes()[:1].isascii()) == (end in ("", ".bz2") or end == ".gz")
    for pack in (gzip.compress, bz2.compress, lzma.compress):
        assert facts(read(pack(text), kind)) == facts(found)


@pytest.mark.parametrize("seed", range(10))
def test_files_of_igraph(seed: int, tmp_path: Path) -> None:
    igraph = pytest.importorskip("igraph")
    graph = game(seed, plain=True)
    names = [str(node) for node in graph.nodes]
    index = {node: k for k, node in enumerate(graph.nodes)}
    ig = igraph.Graph([(index[a], index[b]) for a, b in graph.edges()], n=len(names), directed=True)
    ig.vs["name"] = names
    ig.vs["owner"] = [k % 2 for k in range(len(names))]
    expected = nx.DiGraph(graph)
    nx.set_node_attributes(expected, {node: k % 2 for node, k in index.items()}, "owner")
    for kind in ("graphml", "gml"):
        path = tmp_path / f"game.{kind}"
        ig.write(str(path), format=kind)
        same(gg.read_graph(path), expected)
    path = tmp_path / "game.edgelist"
    ig.write_edgelist(str(path))
    bare = nx.relabel_nodes(graph, index)
    same(gg.read_graph(path, "edges"), bare)


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_files_of_pandas(seed: int, separator: str, tmp_path: Path) -> None:
    pandas = pytest.importorskip("pandas")
    graph = game(seed, plain=True)
    table = pandas.DataFrame([*graph.edges()], columns=["src", "dst"])
    table["weight"] = 1.5
    path = tmp_path / ("game.tsv" if separator == "\t" else "game.csv")
    table.to_csv(path, sep=separator, index=False)
    same(gg.read_graph(path), graph)
    same(gg.read_graph(io.BytesIO(path.read_bytes())), graph)


def test_a_million_integers_are_read(tmp_path: Path) -> None:
    ends = np.random.default_rng(1).integers(0, 300_000, (1_000_000, 2))
    path = tmp_path / "game.edges"
    path.write_bytes(b"\n".join(b"%d %d" % tuple(x) for x in ends.tolist()))
    found = gg.read_graph(path)
    names, edges = np.unique(ends, return_inverse=True)
    assert np.array_equal(np.asarray(found.labels), names)
    assert np.array_equal(np.concatenate([np.column_stack(x) for x in found.edge_blocks()]),
                          edges.reshape(-1, 2))  # fmt: skip


# -- details of each kind ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "names", "edges"),
    [
        (b"5 -3\n-3 7 # x\n\n% y\n7\t5", [-3, 5, 7], [(1, 0), (0, 2), (2, 1)]),
        (b"5,7\r\n7 ,5\r\n", [5, 7], [(0, 1), (1, 0)]),
        (b"1 2 {}\n2 1 {'weight': 3}  \n", [1, 2], [(0, 1), (1, 0)]),
        (b"01 2\n2 01\n", ["01", "2"], [(0, 1), (1, 0)]),
        (b"9223372036854775807 1\n", [1, 2**63 - 1], [(1, 0)]),
        (b"9223372036854775808 1\n", [str(2**63), "1"], [(0, 1)]),
        (b"-9223372036854775807 1", [-(2**63) + 1, 1], [(0, 1)]),
        (b"a b\na b\nb b", ["a", "b"], [(0, 1), (0, 1), (1, 1)]),
        ("ä b\u00a0c\n".encode(), ["ä", "b\u00a0c"], [(0, 1)]),
        (b"-0 1\n", ["-0", "1"], [(0, 1)]),
        (b"- 1\n", ["-", "1"], [(0, 1)]),
        (b"a{b} %c\n", ["a{b}", "%c"], [(0, 1)]),
    ],
)
def test_edge_lists(text: bytes, names: list[Any], edges: list[tuple[int, int]]) -> None:
    found = read(text, "edges")
    assert list(found.labels or ()) == names
    assert found.positions([1, 0]) == [names[1], names[0]]
    assert [*map(found.index, names)] == [*range(len(names))]
    ends = [np.column_stack(x).tolist() for x in found.edge_blocks()]
    assert [tuple(x) for block in ends for x in block] == edges


@pytest.mark.parametrize("seed", range(60))
def test_tables_are_read_as_the_csv_module_reads_them(seed: int) -> None:
    random = Random(seed)
    separator = random.choice(",;\t")
    quoting = random.choice([csv.QUOTE_MINIMAL, csv.QUOTE_ALL, csv.QUOTE_NONNUMERIC])
    alphabet = "12" if seed % 3 == 0 else 'aä ",;\t\n1'
    names = {"".join(random.choices(alphabet, k=random.randint(1, 3))) for _ in range(6)}
    names = {name.strip(" \t") if quoting == csv.QUOTE_MINIMAL else name for name in names} - {""}
    rows = [random.choices([*sorted(names)], k=2) for _ in range(random.randint(1, 9))]
    out = io.StringIO(newline="")
    writer = csv.writer(out, delimiter=separator, quoting=quoting, lineterminator="\n")
    writer.writerows([["x, y", "to", "from"]] + [["", w, v] for v, w in rows])
    for text in (out.getvalue(), out.getvalue()[:-1], "\n" + out.getvalue() + "\n \n"):
        found = read(text.encode(), "tsv" if separator == "\t" else "csv")
        ends = [found.positions(x.tolist()) for pair in found.edge_blocks() for x in pair]
        assert [[str(x), str(y)] for x, y in zip(*ends, strict=True)] == rows
        assert {*map(type, found.positions(range(found.n)))} <= {int if seed % 3 == 0 else str}
    gg.write_graph(found, again := io.BytesIO(), "tsv")
    assert facts(read(again.getvalue(), "tsv")) == facts(found)


def test_a_header_for_commas_and_for_semicolons_is_refused() -> None:
    with pytest.raises(ParseError, match="a header with commas or with semicolons, not both"):
        read(b"source;a,target;b\n1;2,3;4\n", "csv")


def test_blanks_around_cells_and_rows_before_a_name() -> None:
    found = read(b"source , target\n1 , 2 \n 2,\t\na,1\n", "csv")
    assert found.positions([0, 1, 2]) == ["1", "2", "a"]
    assert (found.options("1"), found.options("2"), found.options("a")) == (["2"], [], ["1"])


def test_the_least_integer_of_64_bits_is_one() -> None:
    graph = gg.as_game_graph({-(2**63): [2**63 - 1]})
    for kind in ("edges", "csv", "json"):
        gg.write_graph(graph, text := io.BytesIO(), kind)
        assert facts(read(text.getvalue(), kind)) == facts(graph)


def test_a_dict_of_options_is_read() -> None:
    found = read(b'{"a": ["b", "c"], "b": []}')
    assert (found.options("a"), found.options("c")) == (["b", "c"], [])
    assert read(json.dumps({3: [4, 5], 4: [3]}).encode()).options(3) == [4, 5]
    assert read(b'{"nodes": ["edges"], "edges": []}').options("nodes") == ["edges"]


def test_parts_of_gml() -> None:
    text = b"""# "x [
    Creator "a [
    b" graph [ comment "#" directed 1 # y ]
    node [ id 7 label "a&#228;" owner 1.0 graphics [ x 1. y -.5e3 fill "[" ] ] node[id 8 label "b"
    owner 0 presetremoteness 3 preset "LOSE"]edge [ source 7 target 8 weight NAN ] ] more [ ]"""
    found = read(text)
    assert (found.positions([0, 1]), found.options("a\u00e4")) == (["a\u00e4", "b"], ["b"])
    assert found.owner is not None
    assert found.owner.tolist() == [1, 0]
    assert found.preset_remoteness is not None
    assert found.preset_remoteness.tolist() == [0, 3]


def test_undirected_graphs_go_both_ways() -> None:
    graph = nx.Graph([("a", "b"), ("b", "c"), ("c", "c")])
    graph.nodes["a"]["preset"] = "WIN"
    for data in (nx.node_link_data, nx.adjacency_data):
        same(read(json.dumps(data(graph)).encode()), graph)
    same(read("\n".join(nx.generate_graphml(graph)).encode()), graph)


def test_tuples_are_names_in_json() -> None:
    graph = gg.as_game_graph({(0, 1): [(1, 2)], (1, 2): [(0, 1)]})
    out = io.BytesIO()
    gg.write_graph(graph, out, "json")
    assert facts(read(out.getvalue())) == facts(graph)


def test_parts_of_dot() -> None:
    pytest.importorskip("pydot")
    text = b"""/* x */ strict digraph "G" { start=a; a -> b -> {c d};
    subgraph cluster_0 { e; "f g":n -> a }
    b [preset=WIN, color=red]; c [preset="LOSE"] }"""
    found = read(text)
    assert found.positions(range(found.n)) == ["a", "b", "c", "d", "e", "f g"]
    assert (found.options("b"), found.options("f g"), found.start) == (["c", "d"], ["a"], "a")
    assert found.presets is not None
    assert found.presets.tolist() == [2, 1, -1, 2, 2, 2]
    assert read(b"graph { 0 -- 1 }").options(1) == [0]


def test_scores_and_priorities(tmp_path: Path) -> None:
    graph = gg.as_game_graph({"a": ["b", "c"], "b": ["a"], "c": ["c"]}).with_owner([0, 1, 0])
    for kind in FORMATS[1:]:
        needed(kind)
        path = tmp_path / f"game.{kind}"
        gg.write_graph(graph, path, priority={"a": 1, "b": 2, "c": 0})
        with pytest.raises(GraphGameError, match="one with priorities, which read_pg reads"):
            gg.read_graph(path)
        parity = gg.read_pg(path)
        assert parity.priority.tolist() == [1, 2, 0]
        assert parity.solve().verify()
        ends = gg.as_game_graph({"a": ["b", "c"]})
        gg.write_graph(ends, path, scores={"b": -4, "c": 2**40}.get)
        again, scores = gg.read_scores(path)
        assert scores == {"b": -4, "c": 2**40}
        assert gg.solve_scores(again, scores).score("a") == 4


# -- telling them ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "n"),
    [
        (b"a b\nb c\n", 3),
        (b"# x\n\n_a , b2\n", 2),
        (b"source,target\n1,2\n", 2),
        (b'"From Node","To Node"\n1,2\n', 2),
        (b"to\tfrom\na b\tc\n", 2),
        (b" \n{\n}", 0),
        (b'{"a": []}', 1),
        (b'<?xml version="1.0"?><graphml xmlns="http://graphml.graphdrawing.org/xmlns"><graph '
         b'edgedefault="directed"><node id="x"/></graph></graphml>', 1),
        (b"graph [ directed 1 node [ id 1 ] ]", 1),
        (b'Creator "igraph"\nVersion 1\ngraph\n[\n directed 1\n  node\n  [\n  id 0\n  ]\n]\n', 1),
        (b"3 2\n1 2\n2 3\n", 3),
        (b"# graph { \n3 2\n1 2\n2 3\n", 3),
    ],
)  # fmt: skip
def test_first_bytes_tell_a_format(text: bytes, n: int) -> None:
    class Trickle(io.RawIOBase):
        rest = text

        def read(self, _size: int = -1) -> bytes:
            piece, self.rest = self.rest[:1], self.rest[1:]
            return piece

    assert read(text).n == gg.read_graph(Trickle()).n == n


@pytest.mark.parametrize(
    "text", [b"graph {a -- b}", b"// x\ndigraph {\na\n->\nb}", b"strict\ngraph x\n{a -- b}"]
)
def test_first_bytes_tell_dot(text: bytes) -> None:
    pytest.importorskip("pydot")
    assert read(text).n == 2


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"1 2\n2 3\n3 1\n", r"<text>:2:1: .*; format='edges' \(--format edges\) takes each line"),
        (b"4 9\n1 2\n", "format='edges'"),
        (b"4 1\n1 2\n2 3\n", "format='edges'"),
        (b"a 1\n", "<text>:1:1: expected a first line 'n m'.*format='edges'"),
        (b"source target\na b\n", "what may be a header, 'source' and 'target'"),
    ],
)
def test_what_is_not_told_is_refused_with_the_cure(text: bytes, message: str) -> None:
    with pytest.raises(GraphGameError, match=message):
        read(text)


def test_what_fits_two_formats_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "game.edges"
    path.write_bytes(b"3 2\n1 2\n2 3\n")
    with pytest.raises(GraphGameError, match="one way.*format='text' or format='edges'"):
        gg.read_graph(path)
    assert (gg.read_graph(path, "edges").m, gg.read_graph(path, "text").m) == (3, 2)
    path.write_bytes(b"3 2\n1 2\n2 4\n")
    assert gg.read_graph(path).m == 3
    with pytest.raises(GraphGameError, match="format: expected one of text, edges, csv"):
        gg.read_graph(path, "xml")
    with pytest.raises(GraphGameError, match="base: expected none with format 'edges'"):
        gg.read_graph(path, base=0)
