"""What files say of positions beside moves: presets, owners, priorities and scores."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import chain, repeat
from math import isnan

import numpy as np

from graphgame.errors import GraphGameError, shown_path
from graphgame.graphs import libraries
from graphgame.graphs._names import NameIndex
from graphgame.graphs.edges import add_reverse
from graphgame.graphs.given import asked, column, is_function, position_names
from graphgame.graphs.graph import GameGraph
from graphgame.graphs.labels import beside, checked, named, unless_indices
from graphgame.outcome import NO_PRESET, Outcome
from graphgame.text.names import integers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any, NoReturn, TypeAlias

    from graphgame.text.chance_formats import BesideMoves
    from graphgame.types import AnyArray

    # A graph; and its priorities and scores, where there are some, by their names and by position.
    Found: TypeAlias = tuple[GameGraph[Any], dict[str, dict[Any, Any]]]

PRIORITY, SCORE = "priority", "score"
# Beside moves, in games of chance.
MOVE_NAMES = ("probability", "points")
# Of each value, which call reads it, and what it is.
_READERS = {PRIORITY: ("priorities", "read_pg"), SCORE: ("scores", "read_scores")}
NAMES = (*libraries.NAMES, PRIORITY, SCORE)
_INTEGER = re.compile(r"-?[0-9]{1,640}")
_FLOAT = re.compile(r"-?[0-9]{1,18}\.0+|-?[0-9](?:\.[0-9]{1,18})?[eE]\+?[0-9]{1,2}")
# From here on not every integer is a float.
_MOST_EXACT = 2.0**53
# What libraries write where there is nothing.
_NONE = ("", "None", "NaN", "nan")


def described(
    ids: list[Any],
    ends: list[Any],
    columns: dict[str, list[Any]],
    attributes: Mapping[str, Any],
    *,
    directed: bool,
    names: list[str] | None = None,
    beside: BesideMoves | None = None,
) -> Found:
    """Return the graph of nodes and edges that a file names, with what its nodes carry.

    Parameters
    ----------
    ids : list
        Of all nodes, all different.
    ends : list
        The ids of the two ends of each edge, one after the other.
    columns : dict of str to list
        As of `with_values`.
    attributes : mapping
        Of the graph: it may have "start".
    directed : bool
    names : list of str, optional
        By which nodes are called, integers where all of them are; by default by their ids.
    beside : BesideMoves, optional
        As of `with_values`.

    Raises
    ------
    GraphGameError
        If an edge names no node, a node stands twice, or a value does not fit.
    """
    index = NameIndex()
    try:
        places = np.asarray(index.add(ids))
    except TypeError:
        odd = next(name for name in ids if not _is_hashable(name))
        raise GraphGameError(f"expected a name that is no list or dict, got {odd!r}") from None
    if len(index) < len(ids):
        twice = ids[int((places != np.arange(len(ids))).argmax())]
        raise GraphGameError(f"expected each node once, got {twice!r} twice")
    edges = _edges(index, ends)
    if not directed:
        if beside is not None:
            beside.require_directed()
        edges = add_reverse(edges)
    start = attributes.get(libraries.START)
    if names is None:
        labels = named(index)
    else:
        numbers = integers(names)
        labels = checked(unless_indices([*(names if numbers is None else numbers)]), len(ids))
        if start is not None:
            is_number = numbers is not None and str(start) in {*names}
            start = int(start) if is_number else str(start)
    graph: GameGraph[Any] = GameGraph._from_checked(
        len(ids), len(edges), edges=edges, **labels, undirected=not directed
    )
    graph = libraries.with_start(graph, {libraries.START: start})
    return with_values(graph, columns, beside)


def _edges(index: NameIndex, ends: list[Any]) -> AnyArray:
    """Return edges between names as (m, 2) int32 indices."""
    try:
        edges = np.asarray(index.look_up(ends))
    except TypeError:  # before it may stand one that is unknown
        known = (end in index if _is_hashable(end) else False for end in ends)
        edges = np.fromiter(known, np.int32, len(ends)) - 1
    if len(edges) and edges.min() < 0:
        k = int((edges < 0).argmax())
        raise GraphGameError(
            f"edge {k // 2}: expected a node as its {('source', 'target')[k % 2]}, got {ends[k]!r}"
        )
    return edges.reshape(-1, 2)


def _is_hashable(value: object) -> bool:
    try:
        hash(value)
    except TypeError:  # a tuple may have a dict in it
        return False
    return True


def with_values(
    graph: GameGraph[Any], columns: dict[str, list[Any]], beside: BesideMoves | None = None
) -> Found:
    """Return the graph with its presets and owners, and its priorities and scores by position.

    Parameters
    ----------
    graph : GameGraph
    columns : dict of str to list
        For some of `NAMES` the value of each position, None where there is none; integers may be
        texts.
    beside : BesideMoves, optional
        Takes owners and scores as they are: those of a game of chance.
    """
    if beside is not None:
        columns = beside.take_positions(columns)
    columns = {name: _plain_column(column) for name, column in columns.items()}
    own = {name: column for name, column in columns.items() if name in libraries.NAMES}
    if own:
        graph = libraries.with_columns(graph, own)
    values = {}
    for name in (PRIORITY, SCORE):
        if name in columns:
            values[name] = dict(libraries.present(graph, columns[name]))
            _require_integers(name, values[name])
    return graph, values


def _plain_column(column: list[Any]) -> list[Any]:
    """Return a column of plain values; each text of a column of texts is looked at once."""
    if not {*map(type, column)} <= {str, type(None)}:
        return [*map(_plain, column)]
    plain = {value: _plain(value) for value in {*column}}
    return [*map(plain.__getitem__, column)]


def _plain(value: Any) -> Any:
    """Return an integer for a text or a float that is one, None for an empty one; else the value.

    igraph writes all numbers as floats, and NaN, or the word None, where a vertex has none; pandas
    writes integers as floats where a cell of their column is empty.  A float of 2^53 or more may
    have been another integer.
    """
    if isinstance(value, str):
        value = value.strip()
        if _INTEGER.fullmatch(value):
            return int(value)
        if value in _NONE or not _FLOAT.fullmatch(value):
            return None if value in _NONE else value
        return found if type(found := _plain(float(value))) is int else value
    if isinstance(value, float):
        is_exact = value.is_integer() and abs(value) < _MOST_EXACT
        return None if isnan(value) else int(value) if is_exact else value
    return value


def _require_integers(name: str, found: dict[Any, Any]) -> None:
    if {*map(type, found.values())} <= {int}:
        return
    position, odd = next(pair for pair in found.items() if type(pair[1]) is not int)
    raise GraphGameError(f"{name} of {position!r}: expected an integer, got {odd!r}")


def refuse_values(values: Mapping[str, Any], source: str) -> NoReturn:
    """Refuse a file that has priorities or scores, which a graph does not keep."""
    what, reader = next(_READERS[name] for name in values)
    raise GraphGameError(
        f"{shown_path(source)}: expected a graph, got one with {what}, which {reader} reads; other "
        "attributes and columns need another name"
    )


def refuse_beside_moves(names: Iterable[str | None]) -> None:
    """Refuse probabilities and points beside moves, by the names of what edges carry."""
    if found := {*MOVE_NAMES} & {name.lower() for name in names if name is not None}:
        raise GraphGameError(
            f"expected moves without numbers, got an attribute or a column {min(found)!r}; "
            "read_chance (graphgame chance) reads games of chance, and other numbers need another "
            "name"
        )


def take_moves(parts: Sequence[Mapping[str, Any]], beside: BesideMoves | None) -> None:
    """Put down probabilities and points of edges; refuse them where nobody asks for them."""
    if beside is None:
        refuse_beside_moves({*chain.from_iterable(parts)})
    else:
        beside.take(parts)


# -- the way back ---------------------------------------------------------------------------------


def graph_columns(graph: GameGraph[Any], values: Mapping[str, list[Any]]) -> dict[str, list[Any]]:
    """Return what the positions of a graph carry, as a list a name, with None where there is none.

    Parameters
    ----------
    graph : GameGraph
    values : mapping of str to list
        Priorities and scores, as `value_columns` returns them.
    """
    found: dict[str, list[Any]] = {}
    if (presets := graph.presets) is not None:
        words: list[str | None] = [None] * 5
        for outcome in Outcome:
            words[int(outcome) + 1] = outcome.name
        words[NO_PRESET + 1] = None
        found[libraries.PRESET] = [*map(words.__getitem__, (presets + 1).tolist())]
        if (ends := graph.preset_remoteness) is not None:
            masked = np.ma.masked_array(ends, presets == NO_PRESET)
            found[libraries.REMOTENESS] = masked.tolist()
    if (owner := graph.owner) is not None:
        found[libraries.OWNER] = owner.tolist()
    return {**found, **values}


def value_columns(graph: GameGraph[Any], priority: Any, scores: Any) -> dict[str, list[Any]]:
    """Return priorities and scores, where given, as a list a name, with None where there is none.

    Raises
    ------
    GraphGameError
        If they are no integers, or not one for each position.
    """
    given = {PRIORITY: priority, SCORE: scores}
    return {
        name: _value_column(graph, values, name)
        for name, values in given.items()
        if values is not None
    }


def _value_column(graph: GameGraph[Any], values: Any, name: str) -> list[Any]:
    if is_function(values):
        found = asked(values, position_names(graph), f"for the {name} of")
    elif isinstance(values := beside(values, graph, name), Mapping):
        at = [*map(graph._find, values)]
        found = [None] * graph.n
        for v, value in zip(at, values.values(), strict=True):
            found[v] = value
    else:
        entries = column(values)
        found = entries.tolist() if hasattr(entries, "tolist") else list(entries)
    if len(found) != graph.n:
        raise GraphGameError(
            f"{name}: expected {graph.n} values, one for every position, got {len(found)}"
        )
    if name == PRIORITY and None in found:
        position = graph.position(found.index(None))
        raise GraphGameError(f"priority of {position!r}: expected an integer, got none")
    kinds = {*map(type, found)} - {int, type(None)}
    if kinds:
        v = next(v for v, value in enumerate(found) if type(value) in kinds)
        raise GraphGameError(
            f"{name} of {graph.position(v)!r}: expected an integer, got {found[v]!r}"
        )
    return found


def node_rows(n: int, columns: Mapping[str, Iterable[Any]]) -> list[dict[str, Any]]:
    """Return columns as a dict for each position, without what is None."""
    if not columns:
        return [{} for _ in range(n)]
    names = [*columns]
    return [
        {name: value for name, value in zip(names, row, strict=True) if value is not None}
        for row in zip(*columns.values(), strict=True)
    ]


def move_rows(m: int, columns: Mapping[str, list[Any]]) -> Iterable[dict[str, Any]]:
    """Return columns of moves as a dict for each of m moves, without what is None."""
    return node_rows(m, columns) if columns else repeat({}, m)


def flat_ends(graph: GameGraph[Any], names: Sequence[Any]) -> Iterable[tuple[Any, Any]]:
    """Return the edges of a graph as pairs of names."""
    return chain.from_iterable(
        zip(
            map(names.__getitem__, sources.tolist()),
            map(names.__getitem__, targets.tolist()),
            strict=True,
        )
        for sources, targets in graph.edge_blocks()
    )
