"""Games of chance in CSV, JSON, DOT, GraphML and GML.

Pinned here: what is written is read again as the same game, random ones and what NetworkX writes;
ten damaged files a format, and more, are refused with one sentence that names the file and the
place; what a table cannot say is refused before anything is written.
"""

from __future__ import annotations

import io
import json
import random
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphgame as gg
from graphgame import GameGraph, GraphGameError
from graphgame.cli import main
from tests.text.test_chance_writing import drawn

FORMATS = ["csv", "tsv", "json", "graphml", "gml", "dot"]


def needed(form: str) -> None:
    if form == "dot":
        pytest.importorskip("pydot")


def read(text: bytes | str, form: str | None = None) -> Any:
    data = text if isinstance(text, bytes) else text.encode()
    return gg.read_chance(io.BytesIO(data), form)


def written(form: str, graph: GameGraph[Any], **numbers: Any) -> bytes:
    file = io.BytesIO()
    gg.write_chance(graph, file, form, **numbers)
    return file.getvalue()


def said(graph: GameGraph[Any], numbers: dict[str, Any]) -> dict[str, Any]:
    """Return a game by the names of its positions, whatever order these have."""
    count = range(graph.m)
    ends = [
        (graph.position(int(u)), graph.position(int(v)))
        for sources, targets in graph.edge_blocks()
        for u, v in zip(sources, targets, strict=True)
    ]
    chances, points = (numbers.get(x, [None] * graph.m) for x in ("probabilities", "points"))
    names = [graph.position(v) for v in range(graph.n)]
    owner = numbers.get("owner")
    presets = graph.presets
    return {
        "moves": [(*ends[e], chances[e] or None, points[e]) for e in count],
        "owner": None if owner is None else dict(zip(names, owner.tolist(), strict=True)),
        "presets": None if presets is None else dict(zip(names, presets.tolist(), strict=True)),
        "scores": numbers.get("scores"),
        "names": {*names},
    }


@pytest.mark.parametrize("form", FORMATS)
def test_random_games_are_read_again_as_they_were(form: str) -> None:
    needed(form)
    rng = random.Random(form)
    for _ in range(40 if form == "dot" else 150):
        graph, numbers = gg.read_chance(io.BytesIO(drawn(rng, 0).encode()), base=0)
        text = written(form, graph, **numbers)
        for told in (form, None) if form != "tsv" else (form,):
            assert said(*read(text, told)) == said(graph, numbers)
        again, same = read(text, form)
        assert said(*read(written(form, again, **same), form)) == said(graph, numbers)


NAMED = GameGraph.from_options({"a b": ["c", "ü"], "c": ["ü", "ü", "e"], "ü": [], "e": []})


@pytest.mark.parametrize("form", FORMATS)
def test_names_and_every_form_of_numbers(form: str, tmp_path: Path) -> None:
    needed(form)
    given = {
        "owner": {"a b": 1, "c": "chance"},
        "probabilities": {"c": {"ü": 0.75, "e": "1/4"}},
        "points": {("a b", "c"): -0.5},
        "scores": {"ü": 3, "e": Fraction(-7, 2)},
    }
    path = tmp_path / f"game.{form}.gz"
    gg.write_chance(NAMED, path, **given)
    graph, numbers = gg.read_chance(path)
    assert [*graph.positions([0, 1, 2, 3])] == ["a b", "c", "ü", "e"] or form in ("csv", "tsv")
    assert said(graph, numbers)["moves"] == [
        ("a b", "c", None, Fraction(-1, 2)), ("a b", "ü", None, 0),
        ("c", "ü", Fraction(3, 8), 0), ("c", "ü", Fraction(3, 8), 0), ("c", "e", Fraction(1, 4), 0),
    ]  # fmt: skip
    s, other = (
        gg.solve_chance(*x, exact=True, **y) for x, y in (((graph,), numbers), ((NAMED,), given))
    )
    assert s.exact("a b") == other.exact("a b") == Fraction(7, 8) and s.verify()


@pytest.mark.parametrize("kind", ["node-link", "adjacency", "graphml", "gml"])
def test_what_networkx_writes(kind: str, tmp_path: Path) -> None:
    """Its floats stand for fractions: three times a third is 1."""
    nx = pytest.importorskip("networkx")
    graph = nx.MultiDiGraph()
    for end in ("won", "lost", "won"):
        graph.add_edge("roll", end, probability=1 / 3)
    graph.nodes["roll"]["owner"] = "chance"
    graph.nodes["won"]["score"] = 1.0
    graph.nodes["lost"]["score"] = -0.5
    path = tmp_path / ("g." + {"node-link": "json", "adjacency": "json"}.get(kind, kind))
    if kind == "graphml":
        nx.write_graphml(graph, path)
    elif kind == "gml":
        nx.write_gml(graph, path)
    else:
        data = nx.node_link_data(graph) if kind == "node-link" else nx.adjacency_data(graph)
        path.write_text(json.dumps(data), "utf-8")
    game, numbers = gg.read_chance(path)
    assert numbers["owner"].tolist() == [-1, 0, 0]
    assert {*numbers["probabilities"]} == {Fraction(1, 3)}
    assert numbers["scores"] == {"won": 1, "lost": Fraction(-1, 2)}
    s = gg.solve_chance(game, **numbers, exact=True)
    assert s.exact("roll") == Fraction(1, 2)


def test_cells_of_a_table() -> None:
    game, numbers = read(
        "u,v,Probability,POINTS,owner\na,b,, 2.50 ,0.0\na,c,,nan,\nb,d,2,,Chance\nb,c,4,-1,\n"
    )
    assert numbers["owner"].tolist() == [0, -1, 0, 0]
    assert numbers["points"].tolist() == [Fraction(5, 2), 0, 0, -1]
    assert numbers["probabilities"].tolist() == [0, 0, 2, 4]
    assert gg.solve_chance(game, **numbers, exact=True).exact("a") == Fraction(5, 2) - Fraction(
        2, 3
    )
    game, numbers = read("source,target,points\na,b,1\nb,c,\n")
    assert {*numbers} == {"points"}  # players alternate
    assert gg.solve_chance(game, **numbers).value("a") == 1
    assert read("source,target,points\na,b,\n")[1] == {}


GML = (
    'graph [ directed 1 node [ id 0 label "a" %s ] node [ id 1 label "b" ] '
    "edge [ source 0 target 1 %s ] ]"
)
DOT = "digraph { a [%s]; a -> b [%s] }"
NODES = '{"directed": true, "nodes": [{"id": "a"%s}, {"id": "b"}], '
LINKS = NODES + '"links": [{"source": "a", "target": "b"%s}]}'
ROWS = NODES + '"adjacency": [[{"id": "b"%s}], []]}'
XML = (
    '<graphml xmlns="http://graphml.graphdrawing.org/xmlns"><key id="o" for="node" attr.name='
    '"owner" attr.type="string"/><key id="s" for="node" attr.name="score" attr.type="string"/>'
    '<key id="p" for="edge" attr.name="probability" attr.type="string"/><key id="q" for="edge" '
    'attr.name="points" attr.type="double"/><graph edgedefault="directed"><node id="a">%s</node>'
    '<node id="b"/><edge source="a" target="b">%s</edge></graph></graphml>'
)
TABLE = "source,target,probability,points,owner,score\na,b,%s\nb,,%s\n"


def data(**values: str) -> str:
    keys = {"owner": "o", "score": "s", "probability": "p", "points": "q"}
    return "".join(f'<data key="{keys[x]}">{y}</data>' for x, y in values.items())


# What is wrong, as values of position "a" and of the move from it; and what the error says.
MOVE, PLACE = "of the move from 'a' to 'b': ", "of 'a': "
WRONG: list[tuple[dict[str, str], dict[str, str], str]] = [
    ({}, {"probability": "x"}, f"probability {MOVE}expected a probability above 0, .* got 'x'"),
    ({}, {"probability": "0"}, f"probability {MOVE}expected a probability above 0"),
    ({}, {"probability": "-1/2"}, f"probability {MOVE}expected a probability above 0"),
    ({}, {"probability": "1/0"}, f"probability {MOVE}expected a probability above 0, .* '1/0'"),
    ({}, {"probability": "1e999"}, f"probability {MOVE}expected a probability above 0"),
    ({}, {"probability": "576460752303423488"}, f"probability {MOVE}expected .* below 2\\^59"),
    ({}, {"points": "two"}, f"points {MOVE}expected a number, as 2, 1/6 or .25, .* got 'two'"),
    ({}, {"points": "1_0"}, f"points {MOVE}expected a number"),
    ({"owner": "chance"}, {}, f"probability {MOVE}expected one, as chance moves there, got none"),
    ({"owner": "1"}, {"probability": "1"}, f"probability {MOVE}expected none, as player 1 moves"),
    ({"owner": "nature"}, {}, f"owner {PLACE}expected 0, 1 or chance, got 'nature'"),
    ({"owner": "2"}, {}, f"owner {PLACE}expected 0, 1 or chance, got"),
    ({"score": "high"}, {"points": "1"}, f"score {PLACE}expected a number, .* got 'high'"),
]


def text_of(form: str, node: dict[str, str], edge: dict[str, str]) -> str:
    """Return a text with these values at a position and at a move."""
    if form in ("csv", "tsv"):
        cells = [edge.get("probability", ""), edge.get("points", "")]
        cells += [node.get("owner", ""), node.get("score", "")]
        text = TABLE % (",".join(cells), ",,,")
        return text if form == "csv" else text.replace(",", "\t")
    if form in ("links", "rows"):
        parts = [
            "".join(f', "{x}": {json.dumps(y)}' for x, y in part.items()) for part in (node, edge)
        ]
        return (LINKS if form == "links" else ROWS) % tuple(parts)
    if form == "graphml":
        return XML % (data(**node), data(**edge))
    if form == "gml":
        return GML % tuple(" ".join(f'{x} "{y}"' for x, y in part.items()) for part in (node, edge))
    return DOT % tuple(",".join(f'{x}="{y}"' for x, y in part.items()) for part in (node, edge))


@pytest.mark.parametrize(("node", "edge", "message"), WRONG)
@pytest.mark.parametrize("form", ["csv", "tsv", "links", "rows", "graphml", "gml", "dot"])
def test_wrong_values(form: str, node: dict[str, str], edge: dict[str, str], message: str) -> None:
    needed(form)
    with pytest.raises(GraphGameError, match=f"^<text>: {message}") as found:
        read(text_of(form, node, edge), "json" if form in ("links", "rows") else form)
    assert "\n" not in str(found.value)


BOTH_WAYS = "^<text>: expected a directed graph where moves have numbers, got 'points'"
DAMAGED = [
    ("csv", "source,target,points,Points\na,b,1,2\n", "one attribute or column 'points' of moves"),
    ("csv", "source,target,points\na,b,1\nb,,2\n", "column 'points': expected a number beside a"),
    ("csv", "source,target,points\na,b\n", "^<text>:2:1: expected 3 cells"),
    ("csv", "source,target,owner\na,b,0\na,c,1\n", "column 'owner': expected one value for 'a'"),
    ("csv", "source,target,priority\na,b,1\nb,,0\n", "got one with priorities, which read_pg"),
    ("csv", "probability,points\n1,2\n", "^<text>:1:1: expected a header that says which"),
    ("json", LINKS % ("", ', "points": 1, "Points": 2'), "one attribute or column 'points' of mov"),
    ("json", LINKS % ("", ', "points": [1]'), r"points of the move from .* a number, got \[1\]"),
    ("json", LINKS % ("", ', "points": true'), "points of the move from .* got True"),
    ("json", LINKS % ("", ', "probability": {}'), "probability of the move from .* number, got {}"),
    ("json", LINKS % (', "owner": [0]', ""), r"owner of 'a': expected 0, 1 or chance, got \[0\]"),
    ("json", (LINKS % ("", ', "points": 1')).replace("true", "false"), BOTH_WAYS),
    ("json", (ROWS % ("", ', "points": 1')).replace("true", "false"), BOTH_WAYS),
    ("json", '{"a": {"b": 1}}', "a: expected the options of this position, an array of names"),
    ("gml", GML.replace("directed 1 ", "") % ("", "points 1"), BOTH_WAYS),
    ("gml", GML % ("", "points 1 Points 2"), "one attribute or column 'points'"),
    ("graphml", XML.replace('"directed"', '"undirected"') % ("", data(points="1")), BOTH_WAYS),
    ("graphml", XML % ("", '<data key="z">1</data>'), "data: expected a key that is declared"),
    ("dot", "graph { a -- b [points=1] }", BOTH_WAYS),
    ("dot", "digraph { edge [points=1]; a -> b }", r"edge \[points=…\]: expected 'points' of each"),
    ("edges", "a b\n", "^<text>: expected numbers beside moves, got an edge list"),
]  # fmt: skip


@pytest.mark.parametrize(("form", "text", "message"), DAMAGED)
def test_damaged_texts(form: str, text: str, message: str) -> None:
    needed(form)
    with pytest.raises(GraphGameError, match=message) as found:
        read(text, None if form == "edges" else form)
    assert str(found.value).startswith("<text>:") and "\n" not in str(found.value)


def test_calls_that_are_none(tmp_path: Path) -> None:
    given = {"owner": [0, 0, 0, 0], "points": [1] * 5}
    for form in ("edges", "xml", 3):
        with pytest.raises(GraphGameError, match="^format: expected one of text, csv"):
            read("a", form)  # type: ignore[arg-type]
        with pytest.raises(GraphGameError, match="^format: expected one of text, csv"):
            written(form, NAMED, **given)  # type: ignore[arg-type]
    with pytest.raises(GraphGameError, match="^format: expected one of text, .* got 'edges'"):
        gg.write_chance(NAMED, tmp_path / "a.edges", **given)
    assert not [*tmp_path.iterdir()]
    with pytest.raises(GraphGameError, match="^base: expected none with format 'csv'"):
        gg.write_chance(NAMED, tmp_path / "a.csv", base=0, **given)
    with pytest.raises(GraphGameError, match="base: expected none with format 'json'"):
        gg.read_chance(io.BytesIO(b"{}"), "json", base=0)
    with pytest.raises(GraphGameError, match=r"points\['a b'\]\['c'\]: expected a number"):
        written("json", NAMED, owner=[0] * 4, points=["x", 0, 0, 0, 0])


def test_a_longer_table_than_a_block() -> None:
    rng = np.random.default_rng(2)
    n, m = 40_000, 90_000
    edges = np.sort(rng.integers(n, size=(m, 2)), axis=1)
    edges = edges[edges[:, 0] < edges[:, 1]].astype(np.int32)
    graph = GameGraph.from_edges(edges, n)
    points = rng.integers(-9, 9, len(edges))
    text = written("csv", graph, points=points)
    again, numbers = read(text, "csv")
    assert numbers["points"].tolist() == points.tolist()
    v = again.index([*range(n)])
    assert (gg.solve_chance(graph, points=points).values
            == gg.solve_chance(again, **numbers).values[v]).all()  # fmt: skip


def test_the_command(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "dice.csv"
    path.write_text("source,target,probability,owner\nroll,it is won,1/6,chance\nroll,lost,5/6,\n"
                    "it is won,,,1\npick,roll,,0\npick,lost,,\n", "utf-8")  # fmt: skip
    assert main(["chance", str(path), "--moves", "--verify"]) == 0
    rows = capfd.readouterr().out.splitlines()
    assert [*map(str.split, rows)][2:] == [["lost", "0", "-"], ["pick", rows[0].split()[1], "roll"]]
    assert rows[1] == '"it is won" 1 -'
    assert main(["chance", str(path), "--exact", "--moves"]) == 0
    assert capfd.readouterr().out.splitlines()[3] == "pick 1/6 roll"
    assert main(["chance", str(path), "--from", "pick"]) == 0
    out = capfd.readouterr().out
    assert "best     roll\n" in out and "move     lost 0.0\n" in out
    assert main(["chance", str(path), "--json", "--moves"]) == 0
    said = json.loads(capfd.readouterr().out)
    assert said["named"] and said["names"] == ["roll", "it is won", "lost", "pick"]
    assert said["best_moves"] == [None, None, None, "roll"]
    assert main(["chance", str(path), "--summary"]) == 0
    assert "position roll" in capfd.readouterr().out
    assert main(["chance", str(path), "--format", "json"]) == 2
    assert "dice.csv:1:1: expected JSON" in capfd.readouterr().err
    path.write_text("source,target,owner\na,b,0\n", "utf-8")
    assert main(["chance", str(path)]) == 0
    assert capfd.readouterr().out == "a 0\nb 0\n"
