"""DOT, GraphML and GML, which pydot and NetworkX read and write where they are installed."""

from __future__ import annotations

import re
import warnings
from contextlib import redirect_stdout
from html import unescape
from io import StringIO
from itertools import chain

from graphgame.errors import GraphGameError, ParseError, shown_path
from graphgame.text.carried import NAMES, described, flat_ends, graph_columns, node_rows
from graphgame.text.names import integers, text_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from typing import Any

    from graphgame.graphs.graph import GameGraph
    from graphgame.text.carried import Found

# The line and the column that the libraries say in their messages.
_PLACE = re.compile(r"(?:line:?|at \() ?(\d+),(?: col(?:umn)?:?)? ?(\d+)\)?")
_NODES = re.compile(r"""<(?:\w+:)?node\s(?:[^>]*?\s)?id\s*=\s*["']([^"']*)""")
_GRAPHS = re.compile(r"<(?:\w+:)?graph[\s>/]")
# What none of these formats keeps in a name.
_UNSAID = re.compile(r"[\x00-\x1f\x7f\ud800-\udfff\ufffe\uffff]")
# A name in DOT, and perhaps the port behind it.
_DOT_NAME = re.compile(r'("(?:[^"\\]|\\.)*"|[^:]*)(?::.*)?', re.DOTALL)
# Statements of defaults, which pydot lists among the nodes.
_DEFAULTS = ("node", "edge", "graph")


def _library(name: str, what: str) -> Any:
    """Import a library, or raise one sentence that says how to install it."""
    from importlib import import_module

    try:
        with warnings.catch_warnings():  # of what these libraries import
            warnings.simplefilter("ignore", DeprecationWarning)
            return import_module(name)
    except ImportError:
        raise GraphGameError(
            f"{what}: expected the library {name}, got none; pip install 'graphgame-solver[files]'"
        ) from None


def _refused(source: str, what: str, error: Exception | str) -> GraphGameError:
    """Return what a library says of a text, in one line, with the place if it names one."""
    message = " ".join(str(error).split()) or type(error).__name__
    message = message[max(message.find("Expected"), 0) :]  # pydot shows the text before it
    if place := _PLACE.search(message):
        column = int(place[2]) + ("column" in place[0])  # expat counts them from 0
        return ParseError(source, int(place[1]), column, what, message)
    return GraphGameError(f"{shown_path(source)}: expected {what}, got {message}")


def _found(
    names: list[Any], rows: list[Any], ends: list[Any], about: dict[str, Any], *, directed: bool
) -> Found:
    """Return the graph of names that are texts; integers where all of them are."""
    texts = [*map(str, names)]
    if (numbers := integers(texts)) is not None:
        index = dict(zip(names, numbers, strict=True))
        if len(index) == len(names):
            start = about.get("start")
            if start is not None and str(start) in {*texts}:
                about = {**about, "start": int(start)}
            ends = [index.get(end, end) for end in ends]
            names = numbers
    return described(names, rows, ends, about, directed=directed)


# -- GraphML and GML, through NetworkX -------------------------------------------------------------


def read_graphml(text: str, source: str) -> Found:
    """Read GraphML; nodes are called by their attribute "name", if all have one, else by ids.

    Raises
    ------
    GraphGameError
        If NetworkX is not installed, or refuses the text; or if it holds several graphs.
    """
    networkx = _library("networkx", f"{shown_path(source)}: GraphML")
    if "<!ENTITY" in text:
        raise GraphGameError(f"{shown_path(source)}: expected GraphML without entities of its own")
    if (count := len(_GRAPHS.findall(text))) > 1:
        raise GraphGameError(f"{shown_path(source)}: expected one graph, got {count}")
    graph = _parsed(lambda: networkx.parse_graphml(text), source, "GraphML")
    # NetworkX adds the ends of edges that are no nodes, and "None" for those that are missing.
    declared = {*map(unescape, _NODES.findall(text))}
    odd = next((node for node in graph.nodes if node not in declared), None)
    if odd is not None:
        raise GraphGameError(
            f"{shown_path(source)}: expected edges between nodes, got one with the end {odd}"
        )
    return _from_networkx(graph, ("name",))


def read_gml(text: str, source: str) -> Found:
    """Read GML; nodes are called by "name" or "label", the first that all have, else by ids.

    Raises
    ------
    GraphGameError
        If NetworkX is not installed, or refuses the text.
    """
    networkx = _library("networkx", f"{shown_path(source)}: GML")
    return _from_networkx(
        _parsed(lambda: networkx.parse_gml(text, label="id"), source, "GML"), ("name", "label")
    )


def _parsed(parse: Callable[[], Any], source: str, what: str) -> Any:
    try:
        with warnings.catch_warnings():  # of these libraries
            warnings.simplefilter("ignore")
            return parse()
    except MemoryError:
        raise
    except Exception as error:  # noqa: BLE001 -- whatever their parsers raise, which do not say
        raise _refused(source, what, error) from None


def _from_networkx(graph: Any, naming: tuple[str, ...]) -> Found:
    """Return the game of a graph of NetworkX whose nodes are called by an attribute."""
    nodes = [*graph.nodes]
    rows = [data for _, data in graph.nodes(data=True)]
    ends = [*chain.from_iterable(graph.edges())]
    about = graph.graph
    for attribute in naming:
        names = [row.get(attribute) for row in rows]
        if nodes and None not in names:
            if len({*names}) == len(names):  # else the error names the one that stands twice
                index = dict(zip(nodes, names, strict=True))
                ends = [*map(index.__getitem__, ends)]
            nodes = names
            break
    return _found(nodes, rows, ends, about, directed=graph.is_directed())


def graphml_blocks(graph: GameGraph[Any], values: Mapping[str, Any]) -> Iterator[bytes]:
    """Yield a graph as GraphML, which NetworkX writes."""
    networkx = _library("networkx", "GraphML")
    lines = networkx.generate_graphml(_to_networkx(networkx, graph, values))
    return ((line + "\n").encode() for line in lines)


def gml_blocks(graph: GameGraph[Any], values: Mapping[str, Any]) -> Iterator[bytes]:
    """Yield a graph as GML, which NetworkX writes."""
    networkx = _library("networkx", "GML")
    lines = networkx.generate_gml(_to_networkx(networkx, graph, values))
    return ((line + "\n").encode() for line in lines)


def _to_networkx(networkx: Any, graph: GameGraph[Any], values: Mapping[str, Any]) -> Any:
    """Return a graph of NetworkX whose nodes are called by texts; with parallel edges if any."""
    names = _plain_names(graph)
    rows = node_rows(graph.n, graph_columns(graph, values))
    for kind in (networkx.DiGraph, networkx.MultiDiGraph):
        found = kind()
        found.add_nodes_from(zip(names, rows, strict=True))
        found.add_edges_from(flat_ends(graph, names))
        if found.number_of_edges() == graph.m:
            break
    if graph.start is not None:
        found.graph["start"] = str(graph.start)
    return found


def _plain_names(graph: GameGraph[Any]) -> list[str]:
    names = text_names(graph)
    odd = next(filter(_UNSAID.search, names), None)
    if odd is not None:
        raise GraphGameError(
            f"graph: expected names of characters that can be shown, got {odd!r}; the format "
            "'json' keeps it"
        )
    return names


# -- DOT, through pydot ----------------------------------------------------------------------------


def read_dot(text: str, source: str) -> Found:
    """Read Graphviz text; a node is where its name stands first, in subgraphs, too.

    Raises
    ------
    GraphGameError
        If pydot is not installed, or refuses the text; if it holds several graphs; or where
        defaults of nodes are presets, owners, priorities or scores.
    """
    pydot = _library("pydot", f"{shown_path(source)}: DOT")
    with redirect_stdout(StringIO()) as said:  # there pydot says what is wrong
        graphs = _parsed(lambda: pydot.graph_from_dot_data(text), source, "DOT")
    if not graphs:
        raise _refused(source, "DOT", said.getvalue().strip() or "no graph")
    if len(graphs) != 1:
        raise GraphGameError(f"{shown_path(source)}: expected one graph, got {len(graphs)}")
    rows: dict[str, dict[str, Any]] = {}
    ends: list[str] = []
    _walk(graphs[0], rows, ends)
    about = {name: _unquoted(value) for name, value in graphs[0].get_attributes().items()}
    directed = graphs[0].get_type() == "digraph"
    return _found([*rows], [*rows.values()], ends, about, directed=directed)


def _walk(graph: Any, rows: dict[str, dict[str, Any]], ends: list[str]) -> dict[str, None]:
    """Add the nodes and the edges of a graph and of its subgraphs; return the nodes in it."""
    parts = [*graph.get_node_list(), *graph.get_edge_list(), *graph.get_subgraph_list()]
    found: dict[str, None] = {}
    for part in sorted(parts, key=lambda part: part.get_sequence() or 0):
        if hasattr(part, "get_subgraph_list"):
            found |= _walk(part, rows, ends)
        elif hasattr(part, "get_source"):
            sides = [
                _side(side, rows, ends) for side in (part.get_source(), part.get_destination())
            ]
            found |= sides[0] | sides[1]
            ends += (end for one in sides[0] for other in sides[1] for end in (one, other))
        elif part.get_name() in _DEFAULTS:
            _refuse_defaults(part)
        else:
            name = _name(part.get_name())
            row = rows.setdefault(name, {})
            row |= {key: _unquoted(value) for key, value in part.get_attributes().items()}
            found[name] = None
    return found


def _side(side: Any, rows: dict[str, dict[str, Any]], ends: list[str]) -> dict[str, None]:
    """Return the nodes at one side of an edge: one, or those of a subgraph."""
    if not isinstance(side, str):
        import pydot

        return _walk(pydot.Subgraph(obj_dict=dict(side)), rows, ends)
    name = _name(side)
    rows.setdefault(name, {})
    return {name: None}


def _refuse_defaults(part: Any) -> None:
    """Refuse defaults that would be presets, owners, priorities or scores of all nodes."""
    if known := [name for name in part.get_attributes() if name in NAMES]:
        raise GraphGameError(
            f"{part.get_name()} [{known[0]}=…]: expected {known[0]!r} of each node by itself, "
            "got a default"
        )


def _name(text: str) -> str:
    match = _DOT_NAME.fullmatch(text)
    assert match is not None, "the pattern fits every text"
    return str(_unquoted(match[1]))


def _unquoted(value: Any) -> Any:
    if isinstance(value, str) and len(value) > 1 and value[0] == value[-1] == '"':
        return value[1:-1].replace("\\\n", "").replace('\\"', '"')
    return value


def dot_blocks(graph: GameGraph[Any], values: Mapping[str, Any]) -> Iterator[bytes]:
    """Yield a graph as Graphviz text."""
    names = _plain_names(graph)
    if odd := next((name for name in names if "\\" in name), None):
        raise GraphGameError(f"graph: expected names without a backslash for DOT, got {odd!r}")
    return _dot_blocks(graph, [*map(_quoted, names)], graph_columns(graph, values))


def _dot_blocks(
    graph: GameGraph[Any], names: list[str], columns: dict[str, list[Any]]
) -> Iterator[bytes]:
    yield b"digraph {\n"
    if graph.start is not None:
        yield f"start={_quoted(str(graph.start))};\n".encode()
    rows = node_rows(graph.n, columns)
    yield from (
        f"{name}{_attributes(row)};\n".encode() for name, row in zip(names, rows, strict=True)
    )
    yield from (f"{source} -> {target};\n".encode() for source, target in flat_ends(graph, names))
    yield b"}\n"


def _attributes(row: dict[str, Any]) -> str:
    said = ", ".join(f"{name}={value}" for name, value in row.items())
    return f" [{said}]" if said else ""


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '\\"') + '"'
