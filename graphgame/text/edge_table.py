"""CSV and TSV: a header, and a row for each edge; columns beside it say more of its position."""

from __future__ import annotations

import csv
import io
from itertools import chain, repeat

import numpy as np

from graphgame.errors import GraphGameError, ParseError, shown_path
from graphgame.graphs._names import NameIndex
from graphgame.graphs.edge_tables import is_reversed, role
from graphgame.reading.texts import refusal
from graphgame.text._edges import TableScanner
from graphgame.text._scan import ScanError
from graphgame.text.carried import (
    MOVE_NAMES,
    NAMES,
    graph_columns,
    refuse_beside_moves,
    with_values,
)
from graphgame.text.names import (
    decode,
    integers,
    named_graph,
    number_integers,
    number_names,
    text_names,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any, Literal

    from graphgame.graphs.graph import GameGraph
    from graphgame.text.carried import Found
    from graphgame.text.chance_formats import BesideMoves
    from graphgame.types import AnyArray, Int64Array

_CURE = (
    "name them source and target; a list of edges without a header has format='edges' "
    "(--format edges)"
)
# Rows that are written at a time.
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
    rest = [k for k, name in enumerate(known) if name not in (*NAMES, *MOVE_NAMES)]
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
    text: bytes, source: str, separator: str, beside: BesideMoves | None = None
) -> Found:
    """Read a table of edges with a header.

    A row without an option names a position.  The columns `NAMES` belong to the position of a row;
    a cell that is empty says nothing, and two that differ are refused.  The columns `MOVE_NAMES`
    belong to the move of a row; `beside` takes them, and they are refused without it.

    Raises
    ------
    ParseError
        If a row has more or fewer cells than the header, or quotes are wrong.
    GraphGameError
        If the header does not say which columns are the ends of edges, a row has no position, or a
        value does not fit.
    """
    decode(text, source)  # the scanner takes UTF-8 for granted
    scanner = TableScanner(text, ord(separator))
    try:
        header = [*map(bytes.decode, scanner.read_header())]
        ends = _ends(header, source, separator)
        wanted = NAMES if beside is None else (*NAMES, *MOVE_NAMES)
        known = [k for k, name in enumerate(header) if name.lower() in wanted and k not in ends]
        scanner.scan(*ends, known)
    except ScanError as error:
        raise refusal(error, source) from None
    if beside is None:
        refuse_beside_moves(name for k, name in enumerate(header) if k not in ends)
    if scanner.numbers:
        rows, names = number_integers(np.asarray(scanner.ends))
    else:
        rows, names = number_names(scanner.end_names())
        numbers = integers([name.removesuffix(".0") for name in names])
        if numbers is not None:  # pandas writes floats for integers beside an empty cell
            rows, names = number_integers(np.array(numbers, dtype=np.int64)[rows.ravel()])
    alone: Int64Array = np.asarray(scanner.alone).astype(np.int64)
    edges = np.delete(rows, alone, axis=0)
    graph = named_graph(edges, names, int(rows.max(initial=-1)) + 1)
    cells = scanner.value_cells()
    said = {
        header[k].lower(): _merged(graph, rows[:, 0], cells[i :: len(known)], header[k])
        for i, k in enumerate(known)
        if header[k].lower() in NAMES
    }
    if beside is not None:
        of_moves = {header[k]: cells[i :: len(known)] for i, k in enumerate(known)}
        _take(of_moves, alone, graph, rows, beside)
    return with_values(graph, said, beside)


def _take(
    columns: dict[str, list[bytes]],
    alone: Int64Array,
    graph: GameGraph[Any],
    rows: AnyArray,
    beside: BesideMoves,
) -> None:
    """Keep the columns that belong to moves; refuse a number in a row without an option."""
    for name, cells in columns.items():
        if name.lower() not in MOVE_NAMES:
            continue
        lone = next((k for k in alone.tolist() if cells[k].strip()), None)
        if lone is not None:
            raise GraphGameError(
                f"column {name!r}: expected a number beside a move, got "
                f"{cells[lone].decode()!r} in a row of {graph.position(int(rows[lone, 0]))!r} "
                "without an option"
            )
        without = {*alone.tolist()}
        beside.put(name, [cell.decode() for k, cell in enumerate(cells) if k not in without])


def _ends(header: list[str], source: str, separator: str) -> tuple[int, int]:
    """Return which columns hold positions and options; refuse a header that does not say it."""
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
        cure = _CURE
        if len(header) == 1 and (other := _other_format(header[0], separator)):
            cure = f"its cells are separated as in format={other!r} (--format {other})"
        raise ParseError(
            source, 1, 1, f"a header that says which columns are the ends of edges: {cure}",
            ", ".join(map(repr, header[:9])),
        )  # fmt: skip
    return found


def _other_format(header: str, separator: str) -> str | None:
    """Return the format of a table whose header has become one cell; None where it is one."""
    if separator == "\t":
        return "csv" if "," in header or ";" in header else None
    return "tsv" if "\t" in header else None


def _merged(graph: GameGraph[Any], places: AnyArray, cells: list[bytes], name: str) -> list[Any]:
    """Return a value for each position from a cell in each of its rows; None where all are empty.

    Raises
    ------
    GraphGameError
        If two rows of a position differ.
    """
    index = NameIndex()
    index.add([b""])
    found = np.asarray(index.add(cells))
    at = np.flatnonzero(found)
    values = np.zeros(graph.n, dtype=np.int32)
    values[places[at]] = found[at]
    said = [None, *map(bytes.decode, index.names(1))]
    if (odd := found[at] != values[places[at]]).any():
        row = at[odd.argmax()]
        position = graph.position(int(places[row]))
        raise GraphGameError(
            f"column {name!r}: expected one value for {position!r}, got {said[found[row]]!r} and "
            f"{said[values[places[row]]]!r}"
        )
    return [*map(said.__getitem__, values.tolist())]


# -- write ----------------------------------------------------------------------------------------


def table_blocks(
    graph: GameGraph[Any],
    values: Mapping[str, Any],
    separator: str,
    beside: Mapping[str, list[Any]],
) -> Iterator[bytes]:
    """Yield a graph as CSV or TSV: a row for each edge, and one for each position without edges."""
    if graph.start is not None:
        raise GraphGameError(
            f"graph: expected one without a start for a table, got {graph.start!r}; the format "
            "'json' keeps it"
        )
    names = text_names(graph)
    odd = next((x for x in names if not x or "\r" in x), None)
    if odd is not None:
        raise GraphGameError(
            f"graph: expected names that are not empty, in one line, for a table, got {odd!r}; "
            "the format 'json' keeps it"
        )
    return _table_blocks(graph, names, graph_columns(graph, values), separator, beside)


def _table_blocks(
    graph: GameGraph[Any],
    names: list[str],
    columns: dict[str, list[Any]],
    separator: str,
    beside: Mapping[str, list[Any]],
) -> Iterator[bytes]:
    out = io.StringIO(newline="")
    # Blanks at the ends of a name count within quotation marks alone.
    quoting: Literal[0, 1] = (
        csv.QUOTE_ALL if any(x != x.strip() for x in names) else csv.QUOTE_MINIMAL
    )
    writer = csv.writer(out, delimiter=separator, lineterminator="\n", quoting=quoting)
    writer.writerow(["source", "target", *beside, *columns])
    has_edges = np.zeros(graph.n, dtype=bool)
    for sources, _ in graph.edge_blocks():
        has_edges[sources] = True
    alone = np.flatnonzero(~has_edges)
    ends: Any = chain(graph.edge_blocks(), [(alone, None)])
    done = 0  # how many moves are written
    for sources, targets in ends:
        for start in range(0, len(sources), _BLOCK):
            at = sources[start : start + _BLOCK].tolist()
            options: Any = repeat("", len(at))
            if targets is not None:
                options = map(names.__getitem__, targets[start : start + _BLOCK].tolist())
            said = [map(column.__getitem__, at) for column in columns.values()]
            numbers: Any = [repeat("", len(at)) for _ in beside]
            if targets is not None:
                numbers = [column[done : done + len(at)] for column in beside.values()]
                done += len(at)
            writer.writerows(zip(map(names.__getitem__, at), options, *numbers, *said, strict=True))
            yield out.getvalue().encode()
            out.seek(0)
            out.truncate()
    yield out.getvalue().encode()
