"""DOT, the language of Graphviz, which pydot reads where it is installed."""

from __future__ import annotations

import re
import warnings
from contextlib import redirect_stdout
from io import StringIO

from graphgame.errors import GraphGameError, ParseError, shown_path
from graphgame.graphs.libraries import node_columns
from graphgame.text.carried import (
    MOVE_NAMES,
    NAMES,
    described,
    flat_ends,
    graph_columns,
    move_rows,
    node_rows,
    take_moves,
)
from graphgame.text.names import shown_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from graphgame.graphs.graph import GameGraph
    from graphgame.text.carried import Found
    from graphgame.text.chance_formats import BesideMoves

# The line and the column that pydot says in its messages.
_PLACE = re.compile(r"line:(\d+), col:(\d+)")
# A name in DOT, and perhaps the port behind it.
_DOT_NAME = re.compile(r'("(?:[^"\\]|\\.)*"|[^:]*)(?::.*)?', re.DOTALL)
# What pydot does not take: the attribute "name", and negative numbers without quotation marks; and
# comments and strings, which may hold either.
_UNREAD = re.compile(
    r'(?P<name>"name"(?=\s*=)|\bname(?=\s*=))|(?P<number>(?<![\w.-])-(?:\.\d+|\d+(?:\.\d*)?))'
    r'|"(?:[^"\\]|\\.)*"|//[^\n]*|/\*.*?\*/',
    re.DOTALL,
)
_RENAMED = "name_"
# Statements of defaults, which pydot lists among the nodes.
_DEFAULTS = ("node", "edge", "graph")


def _pydot(source: str) -> Any:
    """Import pydot, or raise one sentence that says how to install it."""
    try:
        with warnings.catch_warnings():  # of what it imports
            warnings.simplefilter("ignore", DeprecationWarning)
            import pydot
    except ImportError:
        raise GraphGameError(
            f"{shown_path(source)}: DOT: expected the library pydot, got none; pip install "
            "'graphgame-solver[files]'"
        ) from None
    return pydot


def _graphs(text: str, source: str) -> list[Any]:
    """Return the graphs of a text; raise what pydot raises or prints, with the place."""
    pydot = _pydot(source)
    with redirect_stdout(StringIO()) as said, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of pydot and its parser
        try:
            found: list[Any] | None = pydot.graph_from_dot_data(_UNREAD.sub(_readable, text))
        except MemoryError:
            raise
        except Exception as error:  # noqa: BLE001 -- whatever it raises, which it does not say
            raise _refused(source, str(error) or type(error).__name__) from None
    if not found:
        raise _refused(source, said.getvalue().strip() or "no graph")
    return found


def _readable(found: re.Match[str]) -> str:
    """Return what stands for a part of a text that pydot does not take; others as they are."""
    if found["name"]:
        return _RENAMED
    return f'"{found[0]}"' if found["number"] else found[0]


def _refused(source: str, said: str) -> GraphGameError:
    """Return what pydot says of a text, in one line, with the place if it names one."""
    message = " ".join(said.split())
    message = message[max(message.find("Expected"), 0) :]  # before it stands the text
    if place := _PLACE.search(message):
        return ParseError(source, int(place[1]), int(place[2]), "DOT", message)
    return GraphGameError(f"{shown_path(source)}: expected DOT, got {message}")


def read_dot(text: str, source: str, beside: BesideMoves | None = None) -> Found:
    """Read Graphviz text; a node is where its name stands first, in subgraphs, too.

    Nodes are called by their attribute "name", if all have one, else by their names in the text.

    Raises
    ------
    GraphGameError
        If pydot is not installed, or refuses the text; if it holds several graphs; or where
        defaults of nodes are presets, owners, priorities or scores, or those of edges numbers.
    """
    graphs = _graphs(text, source)
    if len(graphs) != 1:
        raise GraphGameError(f"{shown_path(source)}: expected one graph, got {len(graphs)}")
    rows: dict[str, dict[str, Any]] = {}
    ends: list[str] = []
    moves: list[dict[str, Any]] = []
    _walk(graphs[0], rows, ends, moves)
    take_moves(moves, beside)
    about = {name: _unquoted(value) for name, value in graphs[0].get_attributes().items()}
    directed = graphs[0].get_type() == "digraph"
    columns = node_columns([*rows.values()], (*NAMES, _RENAMED))
    names = columns.pop(_RENAMED, [None])  # as igraph writes it, whose nodes are 0, 1, 2, …
    if None in names:
        names = [*rows]
    how: Any = {"directed": directed, "names": names, "beside": beside}
    return described([*rows], ends, columns, about, **how)


def _walk(
    graph: Any, rows: dict[str, dict[str, Any]], ends: list[str], moves: list[dict[str, Any]]
) -> dict[str, None]:
    """Add the nodes and the edges of a graph and of its subgraphs; return the nodes in it.

    Of each edge `moves` gets the attributes.
    """
    parts = [*graph.get_node_list(), *graph.get_edge_list(), *graph.get_subgraph_list()]
    found: dict[str, None] = {}
    for part in sorted(parts, key=lambda part: part.get_sequence() or 0):
        if hasattr(part, "get_subgraph_list"):
            found |= _walk(part, rows, ends, moves)
        elif hasattr(part, "get_source"):
            sides = [
                _side(side, rows, ends, moves)
                for side in (part.get_source(), part.get_destination())
            ]
            found |= sides[0] | sides[1]
            ends += (end for one in sides[0] for other in sides[1] for end in (one, other))
            said = {key: _unquoted(value) for key, value in part.get_attributes().items()}
            moves += [said] * (len(sides[0]) * len(sides[1]))
        elif part.get_name() in _DEFAULTS:
            _refuse_defaults(part)
        else:
            name = _name(part.get_name())
            row = rows.setdefault(name, {})
            row |= {key: _unquoted(value) for key, value in part.get_attributes().items()}
            found[name] = None
    return found


def _side(
    side: Any, rows: dict[str, dict[str, Any]], ends: list[str], moves: list[dict[str, Any]]
) -> dict[str, None]:
    """Return the nodes at one side of an edge: one, or those of a subgraph."""
    if not isinstance(side, str):
        import pydot

        return _walk(pydot.Subgraph(obj_dict=dict(side)), rows, ends, moves)
    name = _name(side)
    rows.setdefault(name, {})
    return {name: None}


def _refuse_defaults(part: Any) -> None:
    """Refuse defaults that would be presets, owners, priorities or scores of all nodes.

    And those that would be numbers beside all moves.
    """
    of_moves = part.get_name() == "edge"
    known = MOVE_NAMES if of_moves else NAMES
    if found := [name for name in part.get_attributes() if name.lower() in known]:
        raise GraphGameError(
            f"{part.get_name()} [{found[0]}=…]: expected {found[0]!r} of each "
            f"{'edge' if of_moves else 'node'} by itself, got a default"
        )


def _name(text: str) -> str:
    match = _DOT_NAME.fullmatch(text)
    assert match is not None, "the pattern fits every text"
    return str(_unquoted(match[1]))


def _unquoted(value: Any) -> Any:
    if isinstance(value, str) and len(value) > 1 and value[0] == value[-1] == '"':
        return value[1:-1].replace("\\\n", "").replace('\\"', '"')
    return value


def dot_blocks(
    graph: GameGraph[Any], values: Mapping[str, Any], beside: Mapping[str, list[Any]]
) -> Iterator[bytes]:
    """Yield a graph as Graphviz text."""
    names = shown_names(graph)
    if odd := next((name for name in names if "\\" in name), None):
        raise GraphGameError(f"graph: expected names without a backslash for DOT, got {odd!r}")
    return _dot_blocks(graph, [*map(_quoted, names)], graph_columns(graph, values), beside)


def _dot_blocks(
    graph: GameGraph[Any],
    names: list[str],
    columns: dict[str, list[Any]],
    beside: Mapping[str, list[Any]],
) -> Iterator[bytes]:
    yield b"digraph {\n"
    if graph.start is not None:
        yield f"start={_quoted(str(graph.start))};\n".encode()
    rows = node_rows(graph.n, columns)
    yield from (
        f"{name}{_attributes(row)};\n".encode() for name, row in zip(names, rows, strict=True)
    )
    yield from (
        f"{source} -> {target}{_attributes(row)};\n".encode()
        for (source, target), row in zip(
            flat_ends(graph, names), move_rows(graph.m, beside), strict=True
        )
    )
    yield b"}\n"


def _attributes(row: dict[str, Any]) -> str:
    said = ", ".join(f"{name}={_value(value)}" for name, value in row.items())
    return f" [{said}]" if said else ""


def _value(value: Any) -> str:
    """Return a value of an attribute; a fraction needs quotation marks."""
    return _quoted(value) if isinstance(value, str) and "/" in value else str(value)


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '\\"') + '"'
