"""Graphs in the formats of others: what is damaged, and what a format cannot say.

Pinned here: ten damaged files a format are refused with one error that names the file, and the line
or the key; so is what a format cannot say of a graph, and a library that is missing.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import graphgame as gg
from graphgame import GraphGameError, ParseError
from tests.text.test_formats import needed, read

pytest.importorskip("networkx")

HEADER = b"source,target,preset\n"
NODES = b'{"directed": true, "nodes": [{"id": "a"}, {"id": "b"}], '
GRAPHML = (
    b'<graphml xmlns="http://graphml.graphdrawing.org/xmlns"><key id="d0" for="node" attr.name='
    b'"owner" attr.type="string"/><graph edgedefault="directed"><node id="a"/>'
)
DAMAGED: dict[str, list[tuple[bytes, str]]] = {
    "edges": [
        (b"", "<text>:1:1: expected a line of two names, got the end"),
        (b"\n# x\n", "<text>:3:1: expected a line of two names"),
        (b"a\n", "<text>:1:2: expected a second name"),
        (b"1 2\n3", "<text>:2:2: expected a second name"),
        (b"a b\nb c d\n", "<text>:2:5: expected the end of the line.*got 'd'; more col"),
        (b"a,,b\n", "<text>:1:3: expected a second name.*got ','"),
        (b",a b\n", "<text>:1:1: expected a name of a position"),
        (b"a b,\n", "<text>:1:4: expected the end"),
        (b'"a b" c\n', "<text>:1:1: expected a name.*got '\"a'"),
        (b"a \xffb\n", r"<text>:1:3: expected text that is UTF-8, got b'\\xff'"),
        (b"a b\x00\n", r"<text>:1:4: .*got '\\x00'"),
        (b"1 2 {3\n", "<text>:1:5: expected the end of the line"),
        (b"1 2 0.5\n", "<text>:1:5: expected the end of the line"),
    ],
    "csv": [
        (b"", "<text>:1:1: expected a header"),
        (b"x,y\n1,2\n", "<text>:1:1: expected a header that says.*format='edges', got 'x', 'y'"),
        (b"source,source\n", "<text>:1:1: expected each column once"),
        (b"source,from,to\n", "<text>:1: expected one column of positions"),
        (b"to,head\n", "<text>:1: .*'to' and 'head'"),
        (HEADER + b"a,b\n", "<text>:2:1: expected 3 cells, as in the header, got 2"),
        (HEADER + b"a,b,\n\nb,c,,\n", "<text>:4:1: expected 3 cells"),
        (HEADER + b"a,b,\n,c,\n", "<text>:3:1: expected a position in column 'source', got none"),
        (HEADER + b'a,"b,\n', "<text>:2:3: expected a quotation mark at the end of this cell"),
        (HEADER + b'\n "a\nb"c,d,\n', r"<text>:4:3: expected the end of a cell behind.*'c'"),
        (HEADER + b"a,b,WON\n", "<text>: presets: expected WIN.*'WON'"),
        (HEADER + b"a,b,WIN\na,c,LOSE\n", "<text>: column 'preset': expected one value for 'a'"),
        (b"source,target,owner\na,b,0\n", "<text>: owner: expected 0 or 1 for every position"),
        (b"source,target,owner\na,b,2\nb,,0\n", "<text>: owner of 'a': expected 0 or 1"),
        (HEADER + b"a,\xff,\n", "<text>:2:3: expected text that is UTF-8"),
    ],
    "json": [
        (b"", "<text>:1:1: expected JSON"),
        (b'{"a": [}', "<text>:1:8: expected JSON"),
        (b'{"a": ["b"],\n"a": []}', "<text>: expected each key once, got 'a' twice"),
        (b"[1, 2]", "<text>: expected an object.*got an array"),
        (b'{"a": "b"}', "<text>: a: expected the options of this position"),
        (b'{"a": [null]}', r"<text>: a\[0\]: expected a name"),
        (b'{"a": [1]}', "<text>: expected names that are all strings, or all integers"),
        (b'{"1": ["a", 2]}', "<text>: expected names that are all"),
        (NODES + b'"links": [{"source": "a"}]}', r"<text>: links\[0\]: expected a 'target'"),
        (NODES + b'"links": [{"source": "a", "target": "c"}]}', "<text>: edge 0: expected a node"),
        (NODES + b'"links": [{"source": "a", "target": [{}]}]}', "edge 0: expected .* its target"),
        (NODES + b'"links": [{"source": "c", "target": [{}]}]}', "edge 0: expected .* its source"),
        (NODES + b'"links": [{"source": "a", "source": "b", "target": "b"}]}', "'source' twice"),
        (b'{"a:b": ["a"],\n"a:b": ["b"]}', "<text>: expected each key once, got 'a:b' twice"),
        (b'{"a" : ["b"], "a\\u003a" : [], "a\\u003A": []}', "got 'a:' twice"),
        (b'{"directed": true, "_subgraph_cnt": 0, "objects": [{"_gvid": 0, "name": "a"}], "edges": '
         b'[{"tail": 0}]}', r"<text>: edges\[0\]: expected a 'head', got none"),
        (b'{"directed": true, "_subgraph_cnt": 0, "objects": [{"_gvid": 0}]}', "expected a 'name'"),
        (b'{"directed": true, "_subgraph_cnt": 0, "objects": [], "edges": 1}', "edges: exp"),
        (NODES + b'"adjacency": [[]]}', "<text>: adjacency: expected 2 rows"),
        (NODES + b'"adjacency": [[], [{}]]}', r"<text>: adjacency\[1\]\[0\]: expected an 'id'"),
        (b'{"nodes": [], "links": []}', "<text>: directed: expected true or false, got none"),
        (b'{"directed": true, "nodes": [{"id": 1}, {"id": 1}], "links": []}', "got 1 twice"),
        (b'{"directed": true, "nodes": [{}], "links": []}', r"nodes\[0\]: expected an 'id'"),
        (b'{"directed": true, "nodes": [{"id": {}}], "links": []}', "<text>: expected a name"),
        (b'{"a": [NaN]}', "<text>: expected numbers, got NaN"),
        (b"[" * 100_000, "<text>: expected JSON of a graph, got too many levels"),
    ],
    "dot": [
        (b"digraph { a [name=x]; b [name=x] }", "<text>: labels: expected distinct"),
        (b"", "<text>:1:1: expected DOT"),
        (b"digraph {", "<text>:1:10: expected DOT"),
        (b"digraph { a -> }", "<text>:1:"),
        (b"digraph { a -> b", "<text>:1:"),
        (b"digraph { a [preset=] }", "<text>:1:"),
        (b"digraph { a; }\ndigraph { b; }", "<text>: expected one graph, got 2"),
        (b"digraph { node [owner=1]; a }", "<text>: node .owner=….: expected 'owner' of each node"),
        (b"digraph { a [preset=WON] }", "<text>: presets: expected WIN"),
        (b"digraph { a [owner=0]; b }", "<text>: owner: expected 0 or 1 for every position"),
        (b"digraph { a [owner=x] }", "<text>: owner"),
        (b"digraph { start=b; a }", "<text>: start: expected a node, got 'b'"),
        (b"a -> b", "<text>:1:"),
    ],
    "graphml": [
        (b"", "<text>:1:1: expected GraphML"),
        (b"<graphml>", "<text>:1:10: expected GraphML"),
        (b"<graphml></graph>", "<text>:1:"),
        (b"<x/>", "<text>: expected GraphML"),
        (GRAPHML, "<text>:1:"),
        (GRAPHML + b"</graph><graph/></graphml>", "<text>: expected GraphML, one graph, got 2"),
        (GRAPHML + b'<edge source="a"/></graph></graphml>', "edge 0: .* as its target, got None"),
        (GRAPHML + b'<edge source="b" target="a"/></graph></graphml>', "edge 0: .* source"),
        (GRAPHML + b"<node/></graph></graphml>", "<text>: node 1: expected an id, got none"),
        (GRAPHML.replace(b"directed", b"both") + b"</graph></graphml>", "edgedefault: .* 'both'"),
        (GRAPHML + b'<edge source="a" target="a" directed="false"/><edge source="a" target="a"/>'
         b"</graph></graphml>", "<text>: edges: expected all directed, or none, got both"),
        (GRAPHML + b'<edge source="a" target="a" directed="no"/></graph></graphml>', "directed: "),
        (GRAPHML + b'<node id="b"><data key="d0">2</data></node></graph></graphml>', "of 'b': "),
        (GRAPHML + b'<node id="b"><data key="d1">2</data></node></graph></graphml>', "no key d1"),
        (b"<!DOCTYPE x [<!ENTITY a 'b'>]><graphml/>", "<text>: expected GraphML without entities"),
        (GRAPHML + b"<hyperedge/></graph></graphml>", "<text>: "),
    ],
    "gml": [
        (b"", "<text>: expected GML with one list 'graph', got 0"),
        (b"graph [", "<text>:1:8: expected ']', got the end"),
        (b"graph [ node [ id 0 ]", "<text>:1:22: expected ']', got the end"),
        (b"graph [\n node [ label 3 ] ]", "<text>:2: node: expected 'id', got none"),
        (b"graph [ node [ id 0 ] node [ id 0 ] ]", "<text>: expected each node once, got 0 twice"),
        (b"graph [\n node [ id 0 ]\nedge [ source 0 ] ]", "<text>:3: edge: expected 'target'"),
        (b"graph [ node [ id 0 ] edge [ source 0 target 1 ] ]", "<text>: edge 0: expected a node"),
        (b"graph [ node [ id 0 ] edge [ source 0 target 0 ]\n ? ]", "<text>:2:2: expected a key"),
        (b"graph [ node [ id ] ]", "<text>:1:19: expected a value of 'id': a number"),
        (b"graph [ node [ id 1_0 ] ]", "<text>:1:19: expected a value of 'id': .* got '1_0'"),
        (b'graph [ node [ id 0 label "\xc3\xa4\n ] ]', "<text>:1:27: expected a string with a"),
        (b"graph [ node [ id 0 ] ] graph", "<text>:1:30: expected a value of 'graph', got the end"),
        (b"graph [ ]\n]", "<text>:2:1: expected a key, got ']'"),
        (b"graph [ ] graph [ ]", "<text>: expected GML with one list 'graph', got 2"),
        (b"graph 1", "<text>: expected GML with one list"),
        (b"graph [ node 3 ]", "<text>: node: expected a list, got 3"),
        (b"graph [ directed 2 ]", "<text>: directed: expected 0 or 1, got 2"),
        (b'graph [ directed 1 start "b" node [ id 0 ] ]', "<text>: start: expected a node"),
        (b'graph [ directed 1 node [ id 0 preset "WON" ] ]', "<text>: presets"),
        (b"graph [ directed 1 node [ id 0 owner 0 ] node [ id 1 ] ]", "<text>: owner"),
        (b'graph [ directed 1 node [ id 0 label "a" ] node [ id 1 label "a" ] ]', "'a' twice"),
    ],
}  # fmt: skip
DAMAGED["tsv"] = [
    (text.replace(b",", b"\t"), message.replace("a,", "a\t")) for text, message in DAMAGED["csv"]
]


@pytest.mark.parametrize(
    ("kind", "text", "message"),
    [(kind, *row) for kind, rows in DAMAGED.items() for row in rows],
)
def test_damaged_files_are_refused_with_the_place(kind: str, text: bytes, message: str) -> None:
    needed(kind)
    with pytest.raises(GraphGameError, match=message) as caught:
        read(text, kind)
    assert "<text>" in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("graph", "kind", "message"),
    [
        ({"a": ["b"], "c": []}, "edges", "no position without an edge for an edge list, got 'c'"),
        ({"a b": ["b"]}, "edges", "names without blanks"),
        ({"%a": ["b"]}, "edges", "names without blanks"),
        ({"1": ["2"]}, "csv", "or some string that is none, got '1'"),
        ({(1, 2): [(1, 2)]}, "csv", "all strings, or all integers"),
        ({"a\r": ["a\r"]}, "csv", "that are not empty, in one line"),
        ({"": [""]}, "tsv", "that are not empty, in one line"),
        ({frozenset({1}): []}, "json", "labels that JSON keeps"),
        ({"a\n": []}, "dot", "characters that can be shown"),
        ({"a\\": []}, "dot", "without a backslash"),
        ({"a\x01": []}, "graphml", "characters that can be shown"),
        ({"a": [1], 1: []}, "gml", "all strings, or all integers"),
    ],
)
def test_what_a_format_cannot_say_is_refused(graph: Any, kind: str, message: str) -> None:
    with pytest.raises(GraphGameError, match=message):
        gg.write_graph(gg.as_game_graph(graph), io.BytesIO(), kind)


def test_what_edge_lists_and_graph_text_cannot_say() -> None:
    graph = gg.as_game_graph({"a": ["b"]})
    for more in (graph.with_presets({"b": 1}), graph.with_owner([0, 1]), graph._with(start="a")):
        with pytest.raises(GraphGameError, match="expected edges alone for an edge list"):
            gg.write_graph(more, io.BytesIO(), "edges")
    with pytest.raises(GraphGameError, match="priority and scores: expected none"):
        gg.write_graph(graph, io.BytesIO(), scores={"b": 1})
    with pytest.raises(GraphGameError, match="priority of 'b': expected an integer, got none"):
        gg.write_graph(graph, io.BytesIO(), "json", priority={"a": 1})
    with pytest.raises(GraphGameError, match="score of 'a': expected an integer, got 0.5"):
        gg.write_graph(graph, io.BytesIO(), "json", scores=[0.5, 1])
    with pytest.raises(GraphGameError, match="score: expected 2 values"):
        gg.write_graph(graph, io.BytesIO(), "json", scores=[1])
    with pytest.raises(GraphGameError, match="base: expected none with format 'csv'"):
        gg.write_graph(graph, io.BytesIO(), "csv", base=0)
    with pytest.raises(GraphGameError, match="format: expected one of text"):
        gg.write_graph(graph, io.BytesIO(), "xml")
    with pytest.raises(GraphGameError, match="without a start for a table"):
        gg.write_graph(graph._with(start="a"), io.BytesIO(), "csv")
    with pytest.raises(GraphGameError, match="<text>: expected scores"):
        gg.read_scores(io.BytesIO(b"a b\n"))


def test_a_missing_library_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pydot", None)
    with pytest.raises(GraphGameError) as caught:
        read(b"graph { }")
    assert str(caught.value).endswith(
        "expected the library pydot, got none; pip install 'graphgame-solver[files]'"
    )


@pytest.mark.parametrize("kind", ["graphml", "gml", "json", "csv", "tsv", "edges"])
def test_other_formats_need_no_library(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for library in ("networkx", "igraph", "pydot", "pandas"):
        monkeypatch.setitem(sys.modules, library, None)
    graph = gg.as_game_graph({"a": ["b"], "b": ["a"]})
    gg.write_graph(graph, text := io.BytesIO(), kind)
    assert read(text.getvalue(), kind).options("a") == ["b"]


def test_errors_of_texts_say_their_cure() -> None:
    with pytest.raises(ParseError) as caught:
        read(b"1 2\n2 3\n")
    assert caught.value.cure.startswith("format='edges'")
    assert str(caught.value).endswith(f"got '2'; {caught.value.cure}")
    with pytest.raises(ParseError) as caught:
        read(b"1 2\n2 3\n", "text")
    assert caught.value.cure == ""


@pytest.mark.parametrize("call", [gg.read_graph, gg.read_scores, gg.read_pg])
def test_files_that_are_not_there(call: Callable[[Any], Any], tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        call(tmp_path / "none.json")


# -- numbers beside moves -------------------------------------------------------------------------

BESIDE = {
    "csv": "source,target,{name}\na,b,1\n",
    "tsv": "source\ttarget\t{name}\na\tb\t1\n",
    "json": '{{"directed": true, "nodes": [{{"id": "a"}}], "links": '
    '[{{"source": "a", "target": "a", "{name}": 1}}]}}',
    "graphml": '<graphml><key id="k" for="edge" attr.name="{name}" attr.type="double"/>'
    '<graph edgedefault="directed"><node id="a"/><edge source="a" target="a"><data key="k">1</data>'
    "</edge></graph></graphml>",
    "gml": "graph [ directed 1 node [ id 0 ] edge [ source 0 target 0 {name} 1 ] ]",
    "dot": "digraph {{ a -> b [{name}=1] }}",
}
ADJACENCY = (
    '{{"directed": true, "nodes": [{{"id": "a"}}], "adjacency": [[{{"id": "a", "{name}": 1}}]]}}'
)


@pytest.mark.parametrize("name", ["probability", "points"])
@pytest.mark.parametrize("form", BESIDE)
def test_probabilities_and_points_are_not_dropped(form: str, name: str) -> None:
    """A graph does not keep them: `read_chance` does."""
    if form == "dot":
        pytest.importorskip("pydot")
    texts = [BESIDE[form], ADJACENCY] if form == "json" else [BESIDE[form]]
    for text in texts:
        message = f"^<text>: expected moves without numbers, .* '{name}'; read_chance .* reads"
        with pytest.raises(GraphGameError, match=message):
            gg.read_graph(io.BytesIO(text.format(name=name).encode()), form)
        gg.read_graph(io.BytesIO(text.format(name="weight").encode()), form)
