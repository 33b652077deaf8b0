"""JSON: node-link and adjacency data as NetworkX writes them, and a dict of options."""

from __future__ import annotations

import json
from itertools import chain, repeat
from operator import itemgetter

from graphgame.errors import GraphGameError, ParseError, shown_path
from graphgame.graphs.graph import GameGraph
from graphgame.graphs.libraries import node_columns
from graphgame.text.carried import (
    NAMES,
    described,
    flat_ends,
    graph_columns,
    move_rows,
    node_rows,
    take_moves,
)
from graphgame.text.names import integers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Mapping
    from typing import Any, TypeAlias

    from graphgame.text.chance_formats import BesideMoves

    Found: TypeAlias = tuple[GameGraph[Any], dict[str, dict[Any, Any]]]

# Edges that are written at a time.
_BLOCK = 1 << 12


def read_json(text: str, source: str, beside: BesideMoves | None = None) -> Found:
    """Read a graph from JSON.

    ==========================================  ===================================================
    an object with                              is
    ==========================================  ===================================================
    lists of objects, "nodes" and "links", or   node-link data
    "nodes" and "edges"
    lists of objects, "objects" and "edges"     what dot -Tjson writes
    lists, "nodes" of objects and "adjacency"   adjacency data
    of lists
    lists of names, by names                    the options of each position; where all names are
                                                integers in one way or the other, they are integers
    ==========================================  ===================================================

    Raises
    ------
    ParseError
        If the text is no JSON.
    GraphGameError
        If it is none of these; with the key.
    """
    try:
        found = json.loads(text, parse_constant=_no_number)
        if not _has_all_keys(found, text):
            found = json.loads(text, object_pairs_hook=_once, parse_constant=_no_number)
    except json.JSONDecodeError as error:
        column = len(text[error.pos - error.colno + 1 : error.pos].encode()) + 1
        raise ParseError(source, error.lineno, column, "JSON", error.msg) from None
    except RecursionError:
        raise GraphGameError(
            f"{shown_path(source)}: expected JSON of a graph, got too many levels of nesting"
        ) from None
    except ValueError as error:  # _once, _no_number; or a number of too many digits
        raise GraphGameError(f"{shown_path(source)}: {error}") from None
    if not isinstance(found, dict):
        raise GraphGameError(
            "expected an object: node-link data, adjacency data, or names with lists of names; "
            f"got {_kind(found)}"
        )
    if _are_objects(found.get("nodes")):
        for key in ("links", "edges"):
            if _are_objects(found.get(key)):
                return _read_links(found, key, beside)
        if isinstance(found.get("adjacency"), list):
            return _read_adjacency(found, beside)
    if _are_objects(found.get("objects")) and type(found.get("_subgraph_cnt")) is int:
        return _read_graphviz(found, beside)
    return _read_options(found), {}


def _has_all_keys(found: Any, text: str) -> bool:
    """Return whether no key stood twice in an object, so that the first one was dropped.

    Each colon of the text stands behind a key, or in a string.  To look at each object while it is
    read takes three times as long as to read it.  False where a colon may be escaped.
    """
    colons = text.count(":")
    levels = [*_levels(found)]
    for objects, _ in levels:
        colons -= sum(map(len, objects))
    if not colons:
        return True
    for objects, arrays in levels:
        values = chain.from_iterable(map(dict.values, objects))
        parts = chain(values, chain.from_iterable(arrays))
        strings = (part for part in parts if type(part) is str)
        colons -= "".join(chain(chain.from_iterable(objects), strings)).count(":")
    return not colons and "\\u003" not in text


def _levels(found: Any) -> Iterator[tuple[list[Any], list[Any]]]:
    """Yield the objects and the arrays of each level of nesting."""
    objects = [part for part in [found] if type(part) is dict]
    arrays = [part for part in [found] if type(part) is list]
    while objects or arrays:
        yield objects, arrays
        kinds = {*map(type, chain.from_iterable(map(dict.values, objects)))}
        kinds |= {*map(type, chain.from_iterable(arrays))}
        if kinds.isdisjoint((dict, list)):
            return
        parts = [*chain.from_iterable(map(dict.values, objects)), *chain.from_iterable(arrays)]
        if kinds == {dict}:
            objects, arrays = parts, []
        else:
            objects = [part for part in parts if type(part) is dict]
            arrays = [part for part in parts if type(part) is list]


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object; refuse one that has a key twice."""
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for k, key in enumerate(keys) if key in keys[:k])
        raise GraphGameError(f"expected each key once, got {twice!r} twice")
    return found


def _no_number(name: str) -> float:
    raise GraphGameError(f"expected numbers, got {name}")


def _kind(value: Any) -> str:
    """Return what JSON calls a value."""
    kinds = {dict: "an object", list: "an array", str: "a string", bool: "a bool"}
    return "null" if value is None else kinds.get(type(value), "a number")


def _are_objects(value: Any) -> bool:
    return isinstance(value, list) and {*map(type, value)} <= {dict}


# -- node-link and adjacency data ------------------------------------------------------------------


def _read_links(found: dict[str, Any], key: str, beside: BesideMoves | None) -> Found:
    take_moves(found[key], beside)
    return _described(found, _values(found[key], key, ("source", "target")), beside)


def _read_graphviz(found: dict[str, Any], beside: BesideMoves | None) -> Found:
    """Read what ``dot -Tjson`` writes: subgraphs, and nodes behind them, in one list."""
    nodes, edges = found["objects"][found["_subgraph_cnt"] :], found.get("edges", [])
    if not _are_objects(edges):
        raise GraphGameError(f"edges: expected an array of objects, got {_kind(edges)}")
    take_moves(edges, beside)
    ids = _values(nodes, "objects", ("_gvid",))
    ends = _values(edges, "edges", ("tail", "head"))
    names = _values(nodes, "objects", ("name",))
    columns = node_columns(nodes, NAMES)
    how: Any = {"directed": _directed(found), "names": [*map(str, names)], "beside": beside}
    return described(ids, ends, columns, found, **how)


def _values(parts: list[dict[str, Any]], what: str, keys: tuple[str, ...]) -> list[Any]:
    """Return the values of some keys of objects, one after the other."""
    try:
        found = [*map(itemgetter(*keys), parts)]
    except KeyError as error:
        k = next(k for k, part in enumerate(parts) if error.args[0] not in part)
        raise GraphGameError(f"{what}[{k}]: expected {_an(error.args[0])}, got none") from None
    return found if len(keys) == 1 else [*chain.from_iterable(found)]


def _an(key: str) -> str:
    return f"an {key!r}" if key == "id" else f"a {key!r}"


def _read_adjacency(found: dict[str, Any], beside: BesideMoves | None) -> Found:
    nodes, rows = found["nodes"], found["adjacency"]
    if len(rows) != len(nodes):
        raise GraphGameError(f"adjacency: expected {len(nodes)} rows, a node each, got {len(rows)}")
    if not ({*map(type, rows)} <= {list} and _are_objects([*chain.from_iterable(rows)])):
        k = next(k for k, row in enumerate(rows) if not _are_objects(row))
        raise GraphGameError(f"adjacency[{k}]: expected an array of objects with ids")
    take_moves([*chain.from_iterable(rows)], beside)
    try:
        targets = [*map(itemgetter("id"), chain.from_iterable(rows))]
    except KeyError:
        k, i = next(
            (k, i) for k, row in enumerate(rows) for i, x in enumerate(row) if "id" not in x
        )
        raise GraphGameError(f"adjacency[{k}][{i}]: expected an 'id', got none") from None
    sources = chain.from_iterable(map(repeat, _ids(nodes), map(len, rows)))
    ends = [*chain.from_iterable(zip(sources, targets, strict=True))]
    if found.get("directed") is False:  # each edge stands in both rows
        if beside is not None:
            beside.require_directed()
        graph, values = _described({**found, "directed": True}, ends, beside)
        return graph._with(undirected=True), values
    return _described(found, ends, beside)


def _ids(nodes: list[dict[str, Any]]) -> list[Any]:
    return _names(_values(nodes, "nodes", ("id",)))


def _names(found: list[Any]) -> list[Any]:
    """Return names: a list stands for a tuple."""
    return [*map(_hashable, found)] if list in {*map(type, found)} else found


def _hashable(value: Any) -> Hashable:
    """Return a name."""
    return tuple(map(_hashable, value)) if isinstance(value, list) else value


def _directed(found: dict[str, Any]) -> bool:
    directed = found.get("directed")
    if not isinstance(directed, bool):
        got = _kind(directed) if "directed" in found else "none"
        raise GraphGameError(
            f"directed: expected true or false, got {got}; where it is true, an edge is a move "
            "from its source to its target alone"
        )
    return directed


def _described(found: dict[str, Any], ends: list[Any], beside: BesideMoves | None) -> Found:
    directed = _directed(found)
    about = found.get("graph", {})
    # NetworkX writes the attributes of the graph as an object, or as pairs.
    if isinstance(about, list) and all(isinstance(x, list) and len(x) == 2 for x in about):
        about = {str(name): value for name, value in about}
    if not isinstance(about, dict):
        raise GraphGameError(f"graph: expected an object, got {_kind(about)}")
    if "start" in about:
        about = {**about, "start": _hashable(about["start"])}
    names = _ids(found["nodes"])
    columns = node_columns(found["nodes"], NAMES)
    return described(names, _names(ends), columns, about, directed=directed, beside=beside)


# -- options by names ------------------------------------------------------------------------------


def _read_options(found: dict[str, Any]) -> GameGraph[Any]:
    for key, row in found.items():
        if not isinstance(row, list):
            raise GraphGameError(
                f"{key}: expected the options of this position, an array of names, got "
                f"{_kind(row)}; node-link data has arrays of objects, 'nodes' and 'links'"
            )
    kinds = {*map(type, chain.from_iterable(found.values()))}
    if not kinds <= {str, int}:
        key, k, odd = next(
            (key, k, name)
            for key, row in found.items()
            for k, name in enumerate(row)
            if type(name) not in (str, int)
        )
        raise GraphGameError(f"{key}[{k}]: expected a name, a string or an integer, got {odd!r}")
    if int in kinds:
        numbers = integers([*found])
        if kinds != {int} or numbers is None:
            raise GraphGameError(
                "expected names that are all strings, or all integers, got options that are "
                "integers beside names that are none; write all options as strings"
            )
        return GameGraph.from_options(dict(zip(numbers, found.values(), strict=True)))
    return GameGraph.from_options(found)


# -- write ----------------------------------------------------------------------------------------


def json_blocks(
    graph: GameGraph[Any], values: Mapping[str, Any], beside: Mapping[str, list[Any]]
) -> Iterator[bytes]:
    """Yield a graph as node-link data; refuse labels that JSON does not have."""
    labels = [*range(graph.n)] if graph.labels is None else [*graph.labels]
    for label in labels:
        _require_json(label)
    about = {} if graph.start is None else {"start": graph.start}
    rows = node_rows(graph.n, graph_columns(graph, values))
    nodes = [{**row, "id": label} for row, label in zip(rows, labels, strict=True)]
    return _json_blocks(graph, labels, about, nodes, beside)


def _json_blocks(
    graph: GameGraph[Any],
    labels: list[Any],
    about: dict[str, Any],
    nodes: list[dict[str, Any]],
    beside: Mapping[str, list[Any]],
) -> Iterator[bytes]:
    yield f'{{"directed": true, "multigraph": true, "graph": {json.dumps(about)}, '.encode()
    yield f'"nodes": {json.dumps(nodes)}, "edges": ['.encode()
    before = ""
    pairs = zip(flat_ends(graph, labels), move_rows(graph.m, beside), strict=True)
    for block in _in_blocks(pairs):
        edges = [{"source": source, "target": target} | row for (source, target), row in block]
        yield (before + json.dumps(edges)[1:-1]).encode()
        before = ", "
    yield b"]}\n"


def _in_blocks(pairs: Any) -> Iterator[list[tuple[Any, Any]]]:
    from itertools import islice

    pairs = iter(pairs)
    while block := [*islice(pairs, _BLOCK)]:
        yield block


def _require_json(label: Any) -> None:
    if isinstance(label, tuple):
        for part in label:
            _require_json(part)
    elif type(label) not in (str, int):
        raise GraphGameError(
            "graph: expected labels that JSON keeps, strings, integers and tuples of these, got "
            f"{label!r} of type {type(label).__name__}; Solution.save keeps others"
        )
