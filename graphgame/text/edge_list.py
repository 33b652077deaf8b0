"""Edge lists: lines of two names, a position and one of its options."""

from __future__ import annotations

import re

import numpy as np

from graphgame.errors import GraphGameError, ParseError, shown_path
from graphgame.text._edges import EdgeScanner
from graphgame.text._scan import ScanError
from graphgame.text.edge_table import find_ends
from graphgame.text.names import (
    decode,
    named_graph,
    number_integers,
    number_names,
    text_names,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from graphgame.graphs.graph import GameGraph
    from graphgame.types import AnyArray

# What says nothing: comments, and data of edges as NetworkX writes them.
_REMARKS = re.compile(rb"#[^\n]*|^[ \t]*%[^\n]*|(?<=[ \t,])\{[^\n]*", re.MULTILINE)
_COMMAS = bytes.maketrans(b",", b" ")
# What an edge list cannot say in a name.
_UNSAID = re.compile(r'[\s\x00-\x20,#\x7f]|^[%{"]|^\Z')


def read_edge_list(text: bytes, source: str, *, asked: bool) -> GameGraph[Any]:
    """Read an edge list.

    Names that are all integers, as Python writes them, become integers in ascending order; else
    all are strings, in the order of the text.

    Parameters
    ----------
    text : bytes
        With LF at the ends of lines.
    source : str
        The name of the text in errors.
    asked : bool
        Whether the caller said that it is an edge list; else graph text is refused.

    Raises
    ------
    ParseError
        If a line has not two names.
    GraphGameError
        If it may be graph text, or a table with a header.

    Notes
    -----
    O(length) time where names are strings or integers close to each other, and sorting else.
    """
    scanner = EdgeScanner()
    try:
        scanner.scan(text)
    except ScanError as error:
        from graphgame.reading.texts import refusal

        raise _with_cure(refusal(error, source)) from None
    if not scanner.count:
        line = text.count(b"\n") + 1
        column = len(text) - text.rfind(b"\n")
        raise ParseError(source, line, column, "a line of two names", "the end of the text")
    if scanner.numbers:
        ends = np.asarray(scanner.ends)
        if not asked:
            _refuse_graph_text(ends.reshape(-1, 2), source)
        edges, numbers = number_integers(ends)
        return named_graph(edges, numbers, int(edges.max()) + 1)
    said = _REMARKS.sub(b"", text) if scanner.remarks else text
    try:
        edges, names = number_names(said.translate(_COMMAS).split())
    except UnicodeDecodeError:
        decode(text, source)  # raises with the place
        raise
    _refuse_header(names, edges, source)
    return named_graph(edges, names, len(names))


def _with_cure(refused: ParseError) -> ParseError:
    if refused.expected.startswith("the end of the line"):
        refused.cure = "more columns, or names with blanks, stand in CSV or TSV with a header"
    return refused


def _refuse_graph_text(edges: AnyArray, source: str) -> None:
    """Refuse a list of integers that is graph text, too."""
    if not len(edges) or edges[0, 1] != len(edges) - 1:
        return
    rest = edges[1:]
    if not len(rest) or (rest.min() >= 0 and rest.max() <= edges[0, 0]):
        raise GraphGameError(
            f"{shown_path(source)}: expected a text that can be read in one way, got one that is "
            "graph text with its first line 'n m', and an edge list; say format='text' or "
            "format='edges' (--format)"
        )


def _refuse_header(names: list[str], edges: AnyArray, source: str) -> None:
    """Refuse a first line such as "source target", whose names stand nowhere else."""
    if len(edges) < 2 or (edges[1:] < 2).any() or edges[0, 1] != 1:
        return
    try:
        is_header = find_ends(names[:2]) is not None
    except GraphGameError:
        return
    if is_header:
        raise GraphGameError(
            f"{shown_path(source)}: expected an edge in the first line, got what may be a header, "
            f"{names[0]!r} and {names[1]!r}; leave it out, or, if these are positions, put another "
            "line first"
        )


# -- write ----------------------------------------------------------------------------------------


def edge_list_blocks(graph: GameGraph[Any], values: Mapping[str, Any]) -> Iterator[bytes]:
    """Yield a graph as an edge list; refuse one that has more than edges with plain names."""
    carried = {"presets": graph.presets, "owners": graph.owner, "a start": graph.start, **values}
    if found := [name for name, value in carried.items() if value is not None]:
        raise GraphGameError(
            f"graph: expected edges alone for an edge list, got a graph with {found[0]}; the "
            "format 'json' keeps all of it"
        )
    names = text_names(graph)
    touched = np.zeros(graph.n, dtype=bool)
    for columns in graph.edge_blocks():
        for column in columns:
            touched[column] = True
    if not touched.all():
        alone = names[int((~touched).argmax())]
        raise GraphGameError(
            f"graph: expected no position without an edge for an edge list, got {alone!r}; the "
            "format 'csv' keeps it"
        )
    odd = next(filter(_UNSAID.search, names), None)
    if odd is not None:
        raise GraphGameError(
            f"graph: expected names without blanks, commas and {'#'!r} for an edge list, got "
            f"{odd!r}; the format 'csv' keeps it"
        )
    return _edge_blocks(graph, names)


def _edge_blocks(graph: GameGraph[Any], names: list[str]) -> Iterator[bytes]:
    for sources, targets in graph.edge_blocks():
        pairs = (map(names.__getitem__, ends.tolist()) for ends in (sources, targets))
        yield ("\n".join(map(" ".join, zip(*pairs, strict=True))) + "\n").encode()
