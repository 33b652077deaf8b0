"""CSV and TSV: a header, and a row for each edge; columns beside it say more of its position."""

from __future__ import annotations

import csv
import io
from itertools import chain, compress, islice, repeat
from operator import ne

import numpy as np

from graphgame.errors import GraphGameError, ParseError, shown_path
from graphgame.graphs._names import NameIndex
from graphgame.graphs.edge_tables import is_reversed, role
from graphgame.graphs.graph import GameGraph
from graphgame.graphs.labels import checked, unless_indices
from graphgame.text.carried import NAMES, graph_columns, with_values
from graphgame.text.names import integers, text_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

_CURE = "name them source and target; a list of edges without a header has format='edges'"
# Rows that are read at a time, and written.
_ROWS = 1 << 12
_BLOCK = 1 << 16


def find_ends(names: list[str]) -> tuple[int, int] | None:
    """Return which columns hold positions and options, by their names; None if these say nothing.

    Two columns are read as `graphs.edge_tables.is_reversed` says, if one of them is named for an
    end, or both are u and v, or s and t.  Of more columns, beside those that are known by name,
    exactly one is named for each end; what the others hold means nothing here.

    Raises
    ------
    GraphGameError
        If the names fit two readings.

    >>> find_ends(["target", "source", "preset"]), find_ends(["a", "b"])
    ((1, 0), None)
    """
    known = [name.strip().lower() for name in names]
    rest = [k for k, name in enumerate(known) if name not in NAMES]
    roles = [role(names[k]) for k in rest]
    if len(rest) == 2:
        pair = {*map(known.__getitem__, rest)}
        if not any(roles) and pair not in ({"u", "v"}, {"s", "t"}):
            return None
        turned = is_reversed(names[rest[0]], names[rest[1]])
        return (rest[1], rest[0]) if turned else (rest[0], rest[1])
    starts, ends = ([k for k, one in zip(rest, roles, strict=True) if one == x] for x in ROLES)
    if not starts and not ends:
        return None
    if len(starts) != 1 or len(ends) != 1:
        raise GraphGameError(
            f"expected one column of positions and one of options, got {', '.join(names)}; {_CURE}"
        )
    return starts[0], ends[0]


ROLES = ("start", "end")


def read_table(
    text: str, source: str, separator: str
) -> tuple[GameGraph[Any], dict[str, dict[Any, Any]]]:
    """Read a table of edges with a header.

    A row without an option names a position.  The columns `NAMES` belong to the position of a row;
    a cell that is empty says nothing, and two that differ are refused.

    Raises
    ------
    ParseError
        If a row has more or fewer cells than the header, or quotes are wrong.
    GraphGameError
        If the header does not say which columns are the ends of edges, a row has no position, or a
        value does not fit.
    """
    header, columns = _columns(text, source, separator)
    if not header:
        raise ParseError(source, 1, 1, "a header", "the end of the text")
    if len({*header}) < len(header):
        twice = next(name for k, name in enumerate(header) if name in header[:k])
        raise ParseError(source, 1, 1, "each column once", f"{twice!r} twice")
    try:
        found = find_ends(header)
    except GraphGameError as error:
        raise GraphGameError(f"{shown_path(source)}:1: {error}") from None
    if found is None:
        raise ParseError(
            source, 1, 1, f"a header that says which columns are the ends of edges: {_CURE}",
            ", ".join(map(repr, header[:9])),
        )  # fmt: skip
    sources, targets = (columns[k] for k in found)
    if not all(sources):
        row = sources.index("")
        line = _find_line(text, separator, row + 1)
        raise ParseError(source, line, 1, f"a position in column {header[found[0]]!r}", "none")
    graph, places = _graph(sources, targets)
    said = {}
    for k, name in enumerate(header):
        if name.lower() in NAMES:
            said[name.lower()] = _merged(graph, places, columns[k], name)
    return with_values(graph, said)


def _columns(text: str, source: str, separator: str) -> tuple[list[str], list[list[str]]]:
    """Return the header of a table and its columns, without blanks around cells."""
    reader = _reader(text, separator)
    rows = filter(None, reader)
    try:
        header = [*map(str.strip, next(rows, []))]
        columns: list[list[str]] = [[] for _ in header]
        while block := [*islice(rows, _ROWS)]:
            if {*map(len, block)} != {len(header)}:
                k = next(k for k, row in enumerate(block) if len(row) != len(header))
                place = _find_line(text, separator, 1 + len(columns[0]) + k)
                expected = f"{len(header)} cells, as in the header"
                raise ParseError(source, place, 1, expected, str(len(block[k])))
            for column, cells in zip(columns, zip(*block, strict=True), strict=True):
                column.extend(map(str.strip, cells))
    except csv.Error as error:
        line = max(reader.line_num, 1)
        raise ParseError(source, line, 1, "a row of a table", str(error)) from None
    return header, columns


def _reader(text: str, separator: str) -> Any:
    return csv.reader(
        io.StringIO(text, newline=""), delimiter=separator, strict=True, skipinitialspace=True
    )


def _find_line(text: str, separator: str, row: int) -> int:
    """Return the line in which a row ends, of those that are not empty."""
    reader = _reader(text, separator)
    found = filter(None, reader)
    for _ in range(row + 1):
        next(found)
    return int(reader.line_num)


def _graph(sources: list[str], targets: list[str]) -> tuple[GameGraph[Any], Any]:
    """Return the graph of two columns of names, and the index of the position of each row."""
    index = NameIndex()
    if "" not in targets:
        ends = [*chain.from_iterable(zip(sources, targets, strict=True))]
        edges = np.asarray(index.add(ends)).reshape(-1, 2)
        places = edges[:, 0]
    else:
        names = dict.fromkeys(chain.from_iterable(zip(sources, targets, strict=True)))
        names.pop("", None)
        index.add([*names])
        places = np.asarray(index.look_up(sources))
        at = [*compress(range(len(targets)), targets)]
        options = np.asarray(index.look_up([*map(targets.__getitem__, at)]))
        edges = np.column_stack([places[at], options])
    labels = index.names()
    numbers = integers(labels)
    if numbers is not None:
        order = np.argsort(np.array(numbers, dtype=np.int64))
        ranks = np.empty(len(order), dtype=np.int32)
        ranks[order] = np.arange(len(order), dtype=np.int32)
        places, edges = ranks[places], ranks[edges]
        labels = [*map(numbers.__getitem__, order.tolist())]
    named = checked(unless_indices(labels), len(labels))
    graph: GameGraph[Any] = GameGraph._from_checked(
        len(labels), len(edges), edges=np.ascontiguousarray(edges), **named
    )
    return graph, places


def _merged(graph: GameGraph[Any], places: Any, column: list[str], name: str) -> list[Any]:
    """Return a value for each position from a value in each of its rows; None where there is none.

    Raises
    ------
    GraphGameError
        If two rows of a position differ.
    """
    at = [*compress(range(len(column)), map(ne, column, repeat("")))]
    spots = places[at].tolist()
    cells = [*map(column.__getitem__, at)]
    found: list[Any] = [None] * graph.n
    last = dict(zip(spots, cells, strict=True))
    if any(map(ne, map(last.__getitem__, spots), cells)):
        spot, cell = next(
            (spot, cell) for spot, cell in zip(spots, cells, strict=True) if last[spot] != cell
        )
        raise GraphGameError(
            f"column {name!r}: expected one value for {graph.position(spot)!r}, got {cell!r} and "
            f"{last[spot]!r}"
        )
    for spot, cell in last.items():
        found[spot] = cell
    return found


# -- write ----------------------------------------------------------------------------------------


def table_blocks(
    graph: GameGraph[Any], values: Mapping[str, Any], separator: str
) -> Iterator[bytes]:
    """Yield a graph as CSV or TSV: a row for each edge, and one for each position without edges."""
    if graph.start is not None:
        raise GraphGameError(
            f"graph: expected one without a start for a table, got {graph.start!r}; the format "
            "'json' keeps it"
        )
    names = text_names(graph)
    odd = next((x for x in names if x != x.strip() or not x or "\r" in x), None)
    if odd is not None:
        raise GraphGameError(
            f"graph: expected names without blanks at their ends for a table, got {odd!r}; "
            "the format 'json' keeps it"
        )
    return _table_blocks(graph, names, graph_columns(graph, values), separator)


def _table_blocks(
    graph: GameGraph[Any], names: list[str], columns: dict[str, list[Any]], separator: str
) -> Iterator[bytes]:
    out = io.StringIO(newline="")
    writer = csv.writer(out, delimiter=separator, lineterminator="\n")
    writer.writerow(["source", "target", *columns])
    has_edges = np.zeros(graph.n, dtype=bool)
    for sources, _ in graph.edge_blocks():
        has_edges[sources] = True
    alone = np.flatnonzero(~has_edges)
    ends: Any = chain(graph.edge_blocks(), [(alone, None)])
    for sources, targets in ends:
        for start in range(0, len(sources), _BLOCK):
            at = sources[start : start + _BLOCK].tolist()
            options: Any = repeat("", len(at))
            if targets is not None:
                options = map(names.__getitem__, targets[start : start + _BLOCK].tolist())
            said = [map(column.__getitem__, at) for column in columns.values()]
            writer.writerows(zip(map(names.__getitem__, at), options, *said, strict=True))
            yield out.getvalue().encode()
            out.seek(0)
            out.truncate()
    yield out.getvalue().encode()
