"""GraphML: XML of nodes and edges, as NetworkX and igraph write it."""

from __future__ import annotations

from itertools import chain, compress, repeat
from operator import attrgetter, methodcaller
from xml.etree import ElementTree
from xml.sax.saxutils import escape, quoteattr

from graphgame.errors import GraphGameError, ParseError, shown_path
from graphgame.graphs.libraries import START
from graphgame.text.carried import (
    MOVE_NAMES,
    NAMES,
    described,
    flat_ends,
    graph_columns,
    move_rows,
    node_rows,
    refuse_beside_moves,
)
from graphgame.text.names import decode, shown_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from graphgame.graphs.graph import GameGraph
    from graphgame.text.carried import Found
    from graphgame.text.chance_formats import BesideMoves

    Element = ElementTree.Element[str]

_NAMESPACE = "http://graphml.graphdrawing.org/xmlns"
# Values that are written as numbers with a point, or an exponent.
_FLOATS = ("float", "double")


def read_graphml(text: bytes, source: str, beside: BesideMoves | None = None) -> Found:
    """Read GraphML; nodes are called by their attribute "name", if all have one, else by ids.

    Raises
    ------
    ParseError
        If the text is no XML.
    GraphGameError
        If it does not hold one graph, an edge is no move between nodes, or a value does not fit.
    """
    if "<!ENTITY" in decode(text, source):
        raise GraphGameError(f"{shown_path(source)}: expected GraphML without entities of its own")
    root = _parsed(text, source)
    space = root.tag.rpartition("graphml")[0]
    graphs = [*root.iter(f"{space}graph")]
    if root.tag != f"{space}graphml" or len(graphs) != 1 or graphs[0] not in [*root]:
        got = f"{len(graphs)}" if root.tag == f"{space}graphml" else f"<{root.tag[:80]}>"
        raise GraphGameError(f"{shown_path(source)}: expected GraphML, one graph, got {got}")
    graph = graphs[0]
    if (odd := next(root.iter(f"{space}hyperedge"), None)) is not None:
        raise GraphGameError(f"{shown_path(source)}: expected edges, got a {odd.tag[len(space) :]}")
    keys = {key.get("id"): key for key in root.iter(f"{space}key")}
    nodes, edges = graph.findall(f"{space}node"), graph.findall(f"{space}edge")
    of_edges = {k: key for k, key in keys.items() if key.get("for") == "edge"}
    if beside is None:
        refuse_beside_moves(x.get("attr.name") for x in of_edges.values())
    else:
        for name, column in _columns(edges, keys, space, MOVE_NAMES).items():
            beside.put(name, column)
    columns = _columns(nodes, keys, space, (*NAMES, "name"))
    others = {k: key for k, key in keys.items() if key.get("for") != "node"}
    about = _columns([graph], others, space, (START,))
    ids = [*map(methodcaller("get", "id"), nodes)]
    if None in ids:
        raise GraphGameError(
            f"{shown_path(source)}: node {ids.index(None)}: expected an id, got none"
        )
    ends = map(methodcaller("get", "source"), edges), map(methodcaller("get", "target"), edges)
    names = columns.pop("name", [None])
    return described(
        ids,
        [*chain.from_iterable(zip(*ends, strict=True))],
        columns,
        {name: column[0] for name, column in about.items()},
        directed=_is_directed(graph, edges),
        beside=beside,
        names=[*map(str, ids if None in names else names)],
    )


def _parsed(text: bytes, source: str) -> Element:
    # It was recoded, whatever it says.  It has no entities of its own, and nothing else is fetched.
    parser = ElementTree.XMLParser(encoding="utf-8")  # noqa: S314
    try:
        parser.feed(text)
        root: Element = parser.close()
    except ElementTree.ParseError as error:
        line, column = error.position
        message = str(error).partition(": line")[0]
        raise ParseError(source, line, column + 1, "GraphML", message) from None
    return root


def _is_directed(graph: Element, edges: list[Element]) -> bool:
    """Return whether edges are moves in one direction; refuse a graph that has both kinds."""
    kinds = {"directed": True, "undirected": False}
    default = graph.get("edgedefault")
    if default not in kinds:
        raise GraphGameError(f"edgedefault: expected directed or undirected, got {default!r}")
    words = {"true": True, "1": True, "false": False, "0": False, None: kinds[default]}
    said = [*map(methodcaller("get", "directed"), edges)]
    if unknown := {*said} - {*words}:
        raise GraphGameError(f"directed: expected true or false, got {min(map(str, unknown))!r}")
    found = {*map(words.__getitem__, said)} or {kinds[default]}
    if len(found) > 1:
        raise GraphGameError("edges: expected all directed, or none, got both")
    return found.pop()


def _columns(
    parts: list[Element], keys: dict[str | None, Element], space: str, wanted: tuple[str, ...]
) -> dict[str, list[Any]]:
    """Return data of nodes, of edges or of the graph, each as a list by name: those `wanted`."""
    children = [*chain.from_iterable(parts)]
    owners = [*chain.from_iterable(map(repeat, range(len(parts)), map(len, parts)))]
    are_data = [*map(f"{space}data".__eq__, map(attrgetter("tag"), children))]
    data, owners = [*compress(children, are_data)], [*compress(owners, are_data)]
    used = [*map(methodcaller("get", "key"), data)]
    if unknown := {*used} - {*keys}:
        raise GraphGameError(f"data: expected a key that is declared, got no key {unknown.pop()}")
    found = {}
    for name, key in keys.items():
        attribute = key.get("attr.name", "")
        if (attribute.lower() if wanted is MOVE_NAMES else attribute) not in wanted:
            continue
        at = [*map(name.__eq__, used)]
        default = key.findtext(f"{space}default")
        if default is None and not any(at):
            continue
        texts: Any = [*map(attrgetter("text"), compress(data, at))]
        if key.get("attr.type") in _FLOATS and attribute in NAMES:
            texts = map(_number, texts)
            default = default and _number(default)
        column = dict(zip(compress(owners, at), texts, strict=True))
        found[attribute] = [*map(column.get, range(len(parts)), repeat(default))]
    return found


def _number(text: str | None) -> Any:
    """Return the number that a text is; the text where it is none."""
    try:
        return float(text or "nan")
    except ValueError:
        return text


def graphml_blocks(
    graph: GameGraph[Any], values: Mapping[str, Any], beside: Mapping[str, list[Any]]
) -> Iterator[bytes]:
    """Yield a graph as GraphML."""
    return _blocks(graph, shown_names(graph), graph_columns(graph, values), beside)


def _blocks(
    graph: GameGraph[Any],
    names: list[str],
    columns: dict[str, list[Any]],
    beside: Mapping[str, list[Any]],
) -> Iterator[bytes]:
    yield f'<?xml version="1.0" encoding="UTF-8"?>\n<graphml xmlns="{_NAMESPACE}">\n'.encode()
    for of, described_ in (("node", columns), ("edge", beside)):
        for name, column in described_.items():
            kind = "string" if str in {*map(type, column)} else "long"
            yield f'<key id="{name}" for="{of}" attr.name="{name}" attr.type="{kind}"/>\n'.encode()
    if graph.start is not None:
        yield b'<key id="start" for="graph" attr.name="start" attr.type="string"/>\n'
    yield b'<graph edgedefault="directed">\n'
    if graph.start is not None:
        yield f'<data key="start">{escape(str(graph.start))}</data>\n'.encode()
    ids = [*map(quoteattr, names)]
    rows = node_rows(graph.n, columns)
    yield from (
        f"<node id={name}>{_data(row)}</node>\n".encode()
        for name, row in zip(ids, rows, strict=True)
    )
    yield from (
        (
            f"<edge source={source} target={target}>{_data(row)}</edge>\n"
            if row
            else f"<edge source={source} target={target}/>\n"
        ).encode()
        for (source, target), row in zip(
            flat_ends(graph, ids), move_rows(graph.m, beside), strict=True
        )
    )
    yield b"</graph>\n</graphml>\n"


def _data(row: dict[str, Any]) -> str:
    return "".join(f'<data key="{name}">{value}</data>' for name, value in row.items())
