"""Names of positions in files: texts, which are integers where all of them are."""

from __future__ import annotations

import re

import numpy as np

from graphgame.errors import GraphGameError, ParseError
from graphgame.graphs._names import NameIndex
from graphgame.graphs.graph import GameGraph
from graphgame.graphs.labels import CodeLabels, CountedLabels, checked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphgame.types import AnyArray

# Numbers whose range is at most so many times their count are flagged, others are sorted.
_SPREAD = 4
# What none of the formats of Graphviz, GraphML and GML keeps in a name.
_UNSAID = re.compile(r"[\x00-\x1f\x7f\ud800-\udfff\ufffe\uffff]")
# An integer as Python writes it.
_INTEGER = re.compile(r"0|-?[1-9][0-9]{0,18}")


def decode(text: bytes, source: str) -> str:
    """Return a text of UTF-8; refuse what is none, with its place."""
    try:
        return text.decode()
    except UnicodeDecodeError as error:
        from graphgame.reading.texts import quoted

        line = text.count(b"\n", 0, error.start) + 1
        column = error.start - text.rfind(b"\n", 0, error.start)
        found = quoted(text[error.start : error.start + 1])
        raise ParseError(source, line, column, "text that is UTF-8", found) from None


def integers(names: list[str]) -> list[int] | None:
    """Return names as integers, if all are written as Python writes them in 64 bits; else None."""
    if not all(map(_INTEGER.fullmatch, names)):
        return None
    found = [*map(int, names)]
    return found if not found or (min(found) >= -(2**63) and max(found) < 2**63) else None


def number_integers(ends: AnyArray) -> tuple[AnyArray, Any]:
    """Return the edges of (2 m,) int64 ends, (m, 2) int32 indices, and the names that ascend.

    Names 0, 1, 2, … are None.
    """
    if not len(ends):
        return np.empty((0, 2), dtype=np.int32), None
    low, high = int(ends.min()), int(ends.max())
    span = high - low + 1
    if span <= _SPREAD * len(ends):
        flags = np.zeros(span, dtype=bool)
        flags[ends - low] = True
        names = np.flatnonzero(flags) + low
        places = np.cumsum(flags, dtype=np.int32)
        edges = places[ends - low] - np.int32(1)
    else:
        names, edges = np.unique(ends, return_inverse=True)
    labels: Any = None
    if len(names) != span:
        labels = CodeLabels(names.astype(np.int64, copy=False))
    elif low:
        labels = CountedLabels(low, span)
    return np.ascontiguousarray(edges.reshape(-1, 2), dtype=np.int32), labels


def number_names(ends: list[bytes]) -> tuple[AnyArray, list[str]]:
    """Return the edges of 2 m ends, (m, 2) int32 indices, and the names in their order.

    Raises
    ------
    UnicodeDecodeError
        If one is no UTF-8.
    """
    index = NameIndex()
    edges = np.asarray(index.add(ends)).reshape(-1, 2)
    return edges, [*map(bytes.decode, index.names())]


def named_graph(edges: AnyArray, names: Any, n: int) -> GameGraph[Any]:
    """Return the graph of (m, 2) indices of n positions with these names, None for 0, 1, 2, …."""
    rows = np.ascontiguousarray(edges, dtype=np.int32)
    return GameGraph._from_checked(n, len(rows), edges=rows, **checked(names, n))


def text_names(graph: GameGraph[Any]) -> list[str]:
    """Return the names of all positions as texts; refuse what would be another name when read.

    Raises
    ------
    GraphGameError
        If a label is neither a string nor an integer; or if some are strings and some not, or all
        are strings that would be read as integers.
    """
    labels = range(graph.n) if graph.labels is None else graph.labels
    kinds = {*map(type, labels)}
    if kinds <= {int} and (not graph.n or -(2**63) <= min(labels) <= max(labels) < 2**63):
        return [*map(str, labels)]
    if not kinds <= {str}:
        odd = next(label for label in labels if type(label) is not str)
        raise GraphGameError(
            f"graph: expected names that are all strings, or all integers of 64 bits, got {odd!r}; "
            "the format 'json' keeps most, and Solution.save all"
        )
    found: list[Any] = [*labels]
    if found and integers(found) is not None:
        raise GraphGameError(
            f"graph: expected integers, or some string that is none, got {found[0]!r}: these "
            "would be read as integers; the format 'json' keeps strings"
        )
    return found


def shown_names(graph: GameGraph[Any]) -> list[str]:
    """Return the names of all positions as `text_names`; refuse characters that are not shown."""
    names = text_names(graph)
    odd = next(filter(_UNSAID.search, names), None)
    if odd is not None:
        raise GraphGameError(
            f"graph: expected names of characters that can be shown, got {odd!r}; the format "
            "'json' keeps it"
        )
    return names
