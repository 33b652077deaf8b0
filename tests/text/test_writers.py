"""Graphs in files of each library and tool that writes them: 20 each, read, solved, written back.

Pinned here: names, presets, owners, priorities and scores of each file are those that its writer
was given; `write_graph` writes the same game in its format.  The files of tests/data/formats, which
Graphviz and jq wrote, are read where these are not installed.
"""

from __future__ import annotations

import csv
import io
import json
import shutil
import subprocess
import tempfile
import warnings
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

import graphgame as gg
from graphgame.text.graph_text import read_parts

DATA = Path(__file__).parents[1] / "data" / "formats"
WORDS = ["WIN", "LOSE", "DRAW"]


class Case(NamedTuple):
    """A graph, and what its positions carry, by position."""

    names: list[Any]
    edges: list[tuple[Any, Any]]
    carried: dict[str, dict[Any, Any]]

    def rows(self) -> list[dict[str, Any]]:
        """Return what each position carries, in the order of the names."""
        return [
            {key: values[name] for key, values in self.carried.items() if name in values}
            for name in self.names
        ]


def case(seed: int, odd: str, *, bare: bool = False) -> Case:
    """Return a random graph; `odd` are the signs that names may have, beside letters."""
    random = Random(seed)
    n = random.randint(2, 9)
    if seed % 4 == 0:
        names: list[Any] = random.sample(range(-5 if "-" in odd else 0, 200), n)
    else:
        signs = "abc" + odd
        found = {"x" + "".join(random.choices(signs, k=3)) + "y" for _ in range(n)}
        names = sorted(found)
    edges = [(random.choice(names), random.choice(names)) for _ in range(random.randint(1, 2 * n))]
    if bare:
        names = [*dict.fromkeys(name for edge in edges for name in edge)]
        return Case(names, edges, {})
    carried: dict[str, dict[Any, Any]] = {}
    if seed % 3:
        some = random.sample(names, 1 + len(names) // 2)
        carried["preset"] = {name: random.choice(WORDS) for name in some}
        if seed % 3 == 2:
            carried["preset_remoteness"] = {name: random.randint(0, 9) for name in some}
    if seed % 2:
        carried["owner"] = {name: random.randint(0, 1) for name in names}
    if seed % 5 == 1:
        carried["score"] = {name: random.randint(-(2**40), 2**40) for name in names[:2]}
    if seed % 5 == 3:
        carried["priority"] = {name: random.randint(0, 5) for name in names}
    return Case(names, edges, carried)


def check(text: bytes, kind: str | None, wanted: Case) -> None:
    """Check a text against the case; solve it, write it back and check that, too."""
    graph, values = read_parts(io.BytesIO(text), kind)
    names = graph.positions(range(graph.n))
    assert sorted(names, key=repr) == sorted(wanted.names, key=repr)
    ends = [graph.positions(x.tolist()) for pair in graph.edge_blocks() for x in pair]
    edges = [p for k in range(0, len(ends), 2) for p in zip(ends[k], ends[k + 1], strict=True)]
    assert graph.m == len(edges)
    assert sorted(edges, key=repr) == sorted(wanted.edges, key=repr)
    found: dict[str, dict[Any, Any]] = {key: dict(x) for key, x in values.items()}
    if graph.presets is not None:
        preset = {v: int(x) for v, x in zip(names, graph.presets, strict=True) if x != 2}
        found["preset"] = {v: gg.Outcome(x).name for v, x in preset.items()}
        if graph.preset_remoteness is not None:
            ends_at = dict(zip(names, graph.preset_remoteness.tolist(), strict=True))
            found["preset_remoteness"] = {v: ends_at[v] for v in preset}
    if graph.owner is not None:
        found["owner"] = dict(zip(names, graph.owner.tolist(), strict=True))
    assert found == wanted.carried
    gg.solve(graph).verify()
    if kind is not None:
        out = io.BytesIO()
        gg.write_graph(
            graph, out, kind, priority=values.get("priority"), scores=values.get("score")
        )
        if out.getvalue() != text:
            check(out.getvalue(), kind, wanted)


# -- the writers -----------------------------------------------------------------------------------


def networkx_graph(wanted: Case) -> Any:
    networkx = pytest.importorskip("networkx")
    graph = networkx.MultiDiGraph() if len({*wanted.edges}) < len(wanted.edges) else None
    graph = networkx.DiGraph() if graph is None else graph
    graph.add_nodes_from(zip(wanted.names, wanted.rows(), strict=True))
    graph.add_edges_from(wanted.edges)
    return graph


def networkx_json(wanted: Case, seed: int) -> bytes:
    graph = networkx_graph(wanted)
    json_graph = pytest.importorskip("networkx.readwrite.json_graph")
    data = (json_graph.node_link_data, json_graph.adjacency_data)[seed % 2](graph)
    return json.dumps(data, indent=seed % 3 or None, ensure_ascii=seed % 4 < 2).encode()


def networkx_lines(kind: str) -> Callable[[Case, int], bytes]:
    def write(wanted: Case, seed: int) -> bytes:
        graph, out = networkx_graph(wanted), io.BytesIO()
        networkx = pytest.importorskip("networkx")
        if kind == "edges":
            networkx.write_edgelist(graph, out, data=seed % 2 == 0, delimiter=" \t,"[seed % 3])
        elif kind == "graphml":
            networkx.write_graphml(graph, out, prettyprint=seed % 2 == 0)
        else:
            networkx.write_gml(graph, out, str)
        return out.getvalue()

    return write


def pydot_text(wanted: Case, _seed: int) -> bytes:
    pydot = pytest.importorskip("pydot")
    dot = pydot.Dot(graph_type="digraph")
    for name, row in zip(wanted.names, wanted.rows(), strict=True):
        dot.add_node(pydot.Node(f'"{name}"', **{key: str(x) for key, x in row.items()}))
    for one, other in wanted.edges:
        dot.add_edge(pydot.Edge(f'"{one}"', f'"{other}"'))
    return str(dot.to_string()).encode()


def igraph_file(kind: str) -> Callable[[Case, int], bytes]:
    def write(wanted: Case, seed: int) -> bytes:
        igraph = pytest.importorskip("igraph")
        index = {name: v for v, name in enumerate(wanted.names)}
        pairs = [(index[one], index[other]) for one, other in wanted.edges]
        graph = igraph.Graph(pairs, n=len(index), directed=True)
        are_numbers = seed % 8 == 0 and kind != "ncol"  # which would have indices then
        graph.vs["name"] = wanted.names if are_numbers else [*map(str, wanted.names)]
        for key in wanted.carried:
            graph.vs[key] = [row.get(key) for row in wanted.rows()]
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # that edges have no weights
            with tempfile.TemporaryDirectory() as folder:
                path = Path(folder, "graph")
                graph.write(str(path), format=kind)
                return path.read_bytes()

    return write


def table_rows(wanted: Case) -> tuple[list[str], list[list[Any]]]:
    """Return the header and the rows of a table, a position without options alone in its row."""
    keys = [*wanted.carried]
    of = dict(zip(wanted.names, wanted.rows(), strict=True))
    sources = {source for source, _ in wanted.edges}
    pairs = [*wanted.edges, *((name, None) for name in wanted.names if name not in sources)]
    rows = [[v, *(of[v].get(key) for key in keys), w] for v, w in pairs]
    return ["From Node", *keys, "to"], rows


def pandas_table(separator: str) -> Callable[[Case, int], bytes]:
    def write(wanted: Case, seed: int) -> bytes:
        pandas = pytest.importorskip("pandas")
        header, rows = table_rows(wanted)
        # Integers beside None are floats: 3.0, or with Int64 what they are.
        table = pandas.DataFrame(rows, columns=header)
        table = table.convert_dtypes() if seed % 2 else table.astype(object)
        quoting = (csv.QUOTE_MINIMAL, csv.QUOTE_ALL, csv.QUOTE_NONNUMERIC)[seed % 3]
        text: str = table.to_csv(sep=separator, index=False, quoting=quoting)
        return text.encode()

    return write


def pandas_edges(wanted: Case, seed: int) -> bytes:
    pandas = pytest.importorskip("pandas")
    text: str = pandas.DataFrame(wanted.edges).to_csv(
        sep=" \t,"[seed % 3], index=False, header=False
    )
    return text.encode()


def run(command: list[str], text: bytes) -> bytes:
    if shutil.which(command[0]) is None:
        pytest.skip(f"{command[0]} is not installed")
    return subprocess.run(command, input=text, capture_output=True, check=True).stdout


def jq(program: str, *options: str) -> Callable[[Case, int], bytes]:
    """Return a writer that runs a program of jq on {"header": …, "rows": …, "nodes": …}."""

    def write(wanted: Case, seed: int) -> bytes:
        header, rows = table_rows(wanted)
        nodes = [{"id": v, **row} for v, row in zip(wanted.names, wanted.rows(), strict=True)]
        data = {"header": header, "rows": rows, "nodes": nodes, "edges": wanted.edges}
        more = (("-c",), ("--tab",), ("-S",), ("-a",))[seed % 4] if not options else ()
        return run(["jq", *options, *more, program], json.dumps(data).encode())

    return write


JQ_LINKS = "{directed: true, nodes: .nodes, links: [.edges[] | {source: .[0], target: .[1]}]}"
JQ_OPTIONS = (
    "reduce .edges[] as $e (reduce .nodes[] as $n ({}; .[$n.id | tostring] = []); "
    ".[$e[0] | tostring] += [$e[1]])"
)


def graphviz(*command: str) -> Callable[[Case, int], bytes]:
    def write(wanted: Case, _seed: int) -> bytes:
        def quoted(value: Any) -> str:
            return '"' + str(value).replace('"', '\\"') + '"'

        lines = ["digraph {"]
        for name, row in zip(wanted.names, wanted.rows(), strict=True):
            said = ", ".join(f"{key}={quoted(x)}" for key, x in row.items())
            lines.append(f"{quoted(name)} [{said}];")
        lines += [f"{quoted(one)} -> {quoted(other)};" for one, other in wanted.edges]
        return run([*command], "\n".join([*lines, "}"]).encode())

    return write


# The signs that names may have, as far as a writer writes them right: igraph's DOT doubles
# backslashes and gv2gml leaves quotes as they are; an edge list has no blanks.
PLAIN, ALL = "1_-.äß", "1_-. ä,;:\"'<>&#[]{}=/é"
WRITERS: dict[str, tuple[str, Callable[[Case, int], bytes], str, bool]] = {
    "NetworkX edge list": ("edges", networkx_lines("edges"), PLAIN, True),
    "igraph edge list": ("edges", igraph_file("edgelist"), "", True),
    "igraph NCOL": ("edges", igraph_file("ncol"), "1_-.", True),
    "pandas edge list": ("edges", pandas_edges, PLAIN, True),
    "jq edge list": ("edges", jq('.edges[] | "\\(.[0]) \\(.[1])"', "-r"), PLAIN, True),
    "pandas CSV": ("csv", pandas_table(","), ALL + "\n", False),
    "pandas TSV": ("tsv", pandas_table("\t"), ALL + "\t\n", False),
    "jq CSV": ("csv", jq(".header, .rows[] | @csv", "-r"), ALL, False),
    "jq TSV": ("tsv", jq(".header, .rows[] | @tsv", "-r"), ALL.replace('"', ""), False),
    "NetworkX JSON": ("json", networkx_json, ALL + "\n\\", False),
    "jq JSON links": ("json", jq(JQ_LINKS), ALL + "\n\\", False),
    "jq JSON options": ("json", jq(JQ_OPTIONS), ALL + "\n\\", True),
    "Graphviz JSON": ("json", graphviz("dot", "-Tjson"), ALL, False),
    "pydot": ("dot", pydot_text, ALL.replace('"', ""), False),
    "igraph DOT": ("dot", igraph_file("dot"), ALL, False),
    "Graphviz canon": ("dot", graphviz("dot", "-Tcanon"), ALL, False),
    "Graphviz DOT": ("dot", graphviz("dot", "-Tdot"), ALL, False),
    "Graphviz xdot": ("dot", graphviz("dot", "-Txdot"), ALL, False),
    "NetworkX GraphML": ("graphml", networkx_lines("graphml"), ALL, False),
    "igraph GraphML": ("graphml", igraph_file("graphml"), ALL, False),
    "NetworkX GML": ("gml", networkx_lines("gml"), ALL, False),
    "igraph GML": ("gml", igraph_file("gml"), ALL, False),
    "Graphviz gv2gml": ("gml", graphviz("gv2gml"), ALL.replace('"', ""), False),
}


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("writer", WRITERS)
def test_their_files_are_read_solved_and_written_back(writer: str, seed: int) -> None:
    kind, write, odd, bare = WRITERS[writer]
    if kind == "dot":
        pytest.importorskip("pydot")
    wanted = case(seed, odd, bare=bare)
    if writer == "igraph edge list":  # it writes indices
        index = {name: v for v, name in enumerate(wanted.names)}
        wanted = Case([*range(len(index))], [(index[v], index[w]) for v, w in wanted.edges], {})
    check(write(wanted, seed), kind, wanted)


# -- files that were written once ------------------------------------------------------------------

GOLDEN = Case(
    ["x y", "b", "c", "d", 'é"q', "3"],
    [("x y", "b"), ("b", "c"), ("b", "d"), ("b", "d"), ('é"q', "3")],
    {
        "preset": {"c": "WIN", "d": "LOSE"},
        "owner": {"x y": 0, "b": 1, "c": 0, "d": 1, 'é"q': 0, "3": 1},
        "score": {"3": -7},
    },
)
# gv2gml leaves quotation marks as they are, and its file is no GML then.
WITHOUT_QUOTES = json.loads(json.dumps(GOLDEN).replace('\\"', ""))


@pytest.mark.parametrize("path", sorted(DATA.glob("game*")), ids=lambda path: path.name)
def test_files_of_tools_that_may_be_missing(path: Path) -> None:
    if path.suffix == ".gv":
        pytest.importorskip("pydot")
    wanted = GOLDEN
    if path.name == "game-gv2gml.gml":
        names, edges, carried = WITHOUT_QUOTES
        wanted = Case(names, [(v, w) for v, w in edges], carried)
    if path.suffix == ".edges":
        graph = gg.read_graph(path)
        assert (graph.n, graph.m, graph.options("b")) == (4, 4, ["c", "d", "d"])
        return
    kind = {".gv": "dot"}.get(path.suffix, path.suffix[1:])
    check(path.read_bytes(), kind, wanted)


def test_there_are_files_of_all_tools() -> None:
    assert len([*DATA.glob("game*")]) == 10


def test_floats_that_pandas_writes_of_integers_are_integers() -> None:
    found = gg.read_graph(io.BytesIO(b"source,target,owner\n1,2.0,0.0\n2,,1.0\n"), "csv")
    assert (found.positions([0, 1]), found.options(1), found.m) == ([1, 2], [2], 1)
    assert found.owner is not None
    assert found.owner.tolist() == [0, 1]
    found = gg.read_graph(io.BytesIO(b"source,target\n1,2.0\na,1\n"), "csv")
    assert found.positions([0, 1]) == ["1", "2.0"]
    text = b"source,target,score\n1,2,\n2,,9007199254740992.0\n"
    with pytest.raises(gg.GraphGameError, match="score of 2: expected an integer, got '9007"):
        gg.read_scores(io.BytesIO(text), "csv")
