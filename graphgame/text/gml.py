"""GML: a list of nodes and edges, as NetworkX, igraph and Graphviz write it."""

from __future__ import annotations

from itertools import chain
from operator import itemgetter, methodcaller

from graphgame.errors import GraphGameError, shown_path
from graphgame.graphs.libraries import REMOTENESS, node_columns
from graphgame.reading.texts import refusal
from graphgame.text._gml import scan_gml
from graphgame.text._scan import ScanError
from graphgame.text.carried import (
    NAMES,
    described,
    flat_ends,
    graph_columns,
    move_rows,
    node_rows,
    take_moves,
)
from graphgame.text.names import decode, shown_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from graphgame.graphs.graph import GameGraph
    from graphgame.text.carried import Found
    from graphgame.text.chance_formats import BesideMoves

# Larger integers stand in quotes: those of GML have 32 bits.
_GREATEST = 2**31


def read_gml(text: bytes, source: str, beside: BesideMoves | None = None) -> Found:
    """Read GML; nodes are called by "name" or "label", the first that all have, else by ids.

    Parameters
    ----------
    text : bytes
        With LF at the ends of lines.
    source : str
        The name of the text in errors.
    beside : BesideMoves, optional
        Takes what the text says of a game of chance.

    Raises
    ------
    ParseError
        If the text breaks the format.
    GraphGameError
        If it does not hold one graph, a node has no id or an edge no end, or a value does not fit.
    """
    decode(text, source)  # the scanner takes UTF-8 for granted
    try:
        graphs = scan_gml(text).get("graph", [])
    except ScanError as error:
        raise refusal(error, source) from None
    if len(graphs) != 1 or type(graphs[0]) is not dict:
        raise GraphGameError(
            f"{shown_path(source)}: expected GML with one list 'graph', got {len(graphs)}"
        )
    graph = graphs[0]
    nodes, edges = (_lists(graph.get(kind, []), kind, source) for kind in ("node", "edge"))
    take_moves(edges, beside)
    ids = _values(nodes, "node", ("id",), source)
    ends = _values(edges, "edge", ("source", "target"), source)
    directed = graph.get("directed", 0)
    if directed not in (0, 1):
        raise GraphGameError(f"directed: expected 0 or 1, got {directed!r}")
    names = ids
    for attribute in ("label", "name"):
        found = [*map(methodcaller("get", attribute), nodes)]
        if None not in found:
            names = found
    columns = node_columns(nodes, (*NAMES, _PLAIN_REMOTENESS))
    if _PLAIN_REMOTENESS in columns:
        columns.setdefault(REMOTENESS, columns.pop(_PLAIN_REMOTENESS))
    how: Any = {"directed": bool(directed), "names": [*map(str, names)], "beside": beside}
    return described(ids, ends, columns, graph, **how)


# As igraph writes it: keys of GML have letters and digits alone.
_PLAIN_REMOTENESS = REMOTENESS.replace("_", "")


def _lists(found: list[Any], kind: str, source: str) -> list[dict[str, Any]]:
    if not {*map(type, found)} <= {dict}:
        odd = next(part for part in found if type(part) is not dict)
        raise GraphGameError(f"{shown_path(source)}: {kind}: expected a list, got {odd!r}")
    return found


def _values(
    parts: list[dict[str, Any]], kind: str, keys: tuple[str, ...], source: str
) -> list[Any]:
    """Return the values of some keys of nodes or edges, one after the other."""
    try:
        found = [*map(itemgetter(*keys), parts)]
    except KeyError as error:
        line = next(part[""] for part in parts if error.args[0] not in part)
        raise GraphGameError(
            f"{shown_path(source)}:{line}: {kind}: expected {error.args[0]!r}, got none"
        ) from None
    return found if len(keys) == 1 else [*chain.from_iterable(found)]


def gml_blocks(
    graph: GameGraph[Any], values: Mapping[str, Any], beside: Mapping[str, list[Any]]
) -> Iterator[bytes]:
    """Yield a graph as GML."""
    return _blocks(graph, shown_names(graph), graph_columns(graph, values), beside)


def _blocks(
    graph: GameGraph[Any],
    names: list[str],
    columns: dict[str, list[Any]],
    beside: Mapping[str, list[Any]],
) -> Iterator[bytes]:
    yield b"graph [\n  directed 1\n  multigraph 1\n"
    if graph.start is not None:
        yield f"  start {_shown(str(graph.start))}\n".encode()
    rows = node_rows(graph.n, columns)
    yield from (
        f"  node [\n    id {v}\n    label {_shown(name)}\n{_pairs(row)}  ]\n".encode()
        for v, (name, row) in enumerate(zip(names, rows, strict=True))
    )
    yield from (
        f"  edge [\n    source {source}\n    target {target}\n{_pairs(row)}  ]\n".encode()
        for (source, target), row in zip(
            flat_ends(graph, range(graph.n)), move_rows(graph.m, beside), strict=True
        )
    )
    yield b"]\n"


def _pairs(row: dict[str, Any]) -> str:
    return "".join(f"    {key} {_shown(value)}\n" for key, value in row.items())


def _shown(value: Any) -> str:
    if type(value) is int and -_GREATEST <= value < _GREATEST:
        return str(value)
    text = str(value).replace("&", "&amp;").replace('"', "&quot;")
    return '"' + text.encode("ascii", "xmlcharrefreplace").decode() + '"'
