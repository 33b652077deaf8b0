"""Edges of every kind as one int32 array: arrays, pairs, tables, and views of NetworkX."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Hashable, Iterable
from itertools import chain
from operator import itemgetter

from graphgame import checks
from graphgame.errors import GraphGameError
from graphgame.graphs import labels as naming
from graphgame.outcome import MOST_POSITIONS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphgame.types import AnyArray, Int32Array

# Edges checked at a time: a block fits the cache.
_BLOCK = 1 << 14
# Where matrices and tables of options go.
_OTHERS = (
    "an adjacency matrix goes through GameGraph.from_adjacency, and a table of options through "
    "GameGraph.from_options"
)


def read_edges(
    edges: Any, n: int | None, labels: Any, base: int
) -> tuple[int, Int32Array, dict[str, Any]]:
    """Read edges; see `GameGraph.from_edges`.

    Returns
    -------
    n : int
        Number of positions.
    edges : (m, 2) int32 array
    names : dict
        The arguments "labels" and "index" of a GameGraph.
    """
    from graphgame.graphs import tables

    first = checks.size(base, "base")
    if is_edge_view(edges):
        return _with_names(*edges_of_view(edges), n, labels, first)
    columns = tables.to_columns(edges)
    if columns is None:
        array = _integers(edges)
    else:
        array, found = tables.pairs(columns)
        if found is not None:
            return _with_names(array, found, n, labels, first)
    names = naming.checked(labels, n)
    if n is None and names:
        n = len(names["labels"])
    if n is not None:
        n = checks.position_count(n)
    elif first == 0 and len(array) and not _touch_zero(array):
        warnings.warn(
            "edges: position 0 touches no edge, and counts as a terminal; for edges numbered from "
            "1 use GameGraph.from_edges(edges, base=1), or give n if position 0 is meant",
            stacklevel=_outside(),
        )
    n, checked = _in_range(array, n, first)
    if first and not names:
        numbers = naming.CountedLabels(first, n)
        names = {"labels": numbers, "index": numbers.numbering()}
    return n, checked, names


def _touch_zero(edges: AnyArray) -> bool:
    """Return whether an edge has an end that is 0, or negative, which a later check refuses."""
    blocks = range(0, len(edges), _BLOCK)
    return any(edges[start : start + _BLOCK].min() <= 0 for start in blocks)


def _in_range(array: AnyArray, n: int | None, base: int) -> tuple[int, Int32Array]:
    """Return the number of positions, and the edges numbered from 0; refuse ends out of range."""
    import numpy as np

    if base:
        most = MOST_POSITIONS if n is None else n
        wrong = (array < base) | (array >= base + most)
        if wrong.any():
            row, column = map(int, divmod(int(wrong.argmax()), 2))
            expected = "nothing, as there are 0 positions"
            if most:
                expected = f"a position from {base} to {base + most - 1}, as base is {base}"
            raise GraphGameError(
                f"edges[{row}, {column}]: expected {expected}, got {array[row, column]}"
            )
        array = (array - array.dtype.type(base)).astype(np.int32)
    if n is None:
        n = checks.check_range(array, MOST_POSITIONS, "edges") + 1
    else:
        checks.check_range(array, n, "edges")
    return n, np.ascontiguousarray(array, dtype=np.int32)


def _integers(edges: Any) -> AnyArray:
    """Return edges between indices as an (m, 2) array of any integer type."""
    if isinstance(edges, Iterable) and not hasattr(edges, "__array__"):
        if not isinstance(edges, list | tuple | str | bytes):
            edges = list(edges)
        if isinstance(edges, list | tuple):
            _check_pairs(edges)
    try:
        array = checks.integers(edges, "edges")
    except GraphGameError as error:
        shape: Any = getattr(edges, "shape", ())
        if len(shape) == 2 and shape[0] == shape[1]:  # a matrix of floats, say
            raise GraphGameError(f"{error}; {_OTHERS}") from None
        raise
    if array.size == 0 and array.ndim <= 2:
        array = array.reshape(0, 2)
    if array.ndim != 2 or array.shape[1] != 2:
        found = f"edges: expected an array of shape (m, 2), got {array.shape}"
        if array.ndim == 2 and array.shape[0] == 2:
            raise GraphGameError(
                f"{found}; of a row of positions and a row of options, give its .T"
            )
        raise GraphGameError(f"{found}; {_OTHERS}" if array.ndim == 2 else found)
    return array


def _check_pairs(rows: list[Any] | tuple[Any, ...]) -> None:
    """Refuse tuples that are not pairs; rows of other types are checked as an array."""
    if not all(issubclass(kind, tuple) for kind in set(map(type, rows))):
        return
    if set(map(len, rows)) <= {2}:
        return
    number, row = next((k, row) for k, row in enumerate(rows) if len(row) != 2)
    cure = "leave out the data of an edge" if len(row) > 2 else _OTHERS
    raise GraphGameError(f"edges[{number}]: expected a pair, got {row!r}; {cure}")


def _outside() -> int:
    """Return the stack level, for a warning, of the caller of the package."""
    level, frame = 1, sys._getframe(1)
    while frame.f_back and frame.f_globals.get("__name__", "").partition(".")[0] == "graphgame":
        level, frame = level + 1, frame.f_back
    return level


# -- edges with names -----------------------------------------------------------------------------


def _with_names(
    array: AnyArray, names: list[Any], n: int | None, labels: Any, base: int
) -> tuple[int, Int32Array, dict[str, Any]]:
    """Return edges between indices together with the names of their positions."""
    import numpy as np

    if labels is not None or base:
        given = "labels" if labels is not None else "base"
        raise GraphGameError(f"{given}: expected none, as the edges name their positions")
    if n is not None and n != len(names):
        raise GraphGameError(f"n: expected {len(names)}, as many as the edges name, got {n}")
    named = naming.checked(naming.unless_indices(names), len(names))
    return len(names), np.ascontiguousarray(array, dtype=np.int32), named


def is_edge_view(source: Any) -> bool:
    """Return whether a source is an edge view of NetworkX, with or without data."""
    return hasattr(source, "_adjdict") and _viewed_graph(source) is not None


def edges_of_view(view: Any) -> tuple[AnyArray, list[Any]]:
    """Return the edges of a view of NetworkX by indices, and all nodes of its graph.

    Of each edge its two ends are read, not its key or its data.  The edges of an undirected graph
    go both ways, as those of the graph itself do.
    """
    graph = _viewed_graph(view)
    ends = chain.from_iterable(map(itemgetter(0, 1), view))
    return indexed(ends, list(graph.nodes), both_ways=not graph.is_directed())


def _viewed_graph(view: Any) -> Any:
    """Return the graph of an edge view of NetworkX; None for anything else."""
    graph = getattr(getattr(view, "_viewer", view), "_graph", None)
    return graph if hasattr(graph, "nodes") and hasattr(graph, "is_directed") else None


def indexed(
    ends: Iterable[Hashable], names: Iterable[Hashable], *, both_ways: bool
) -> tuple[AnyArray, list[Any]]:
    """Return edges, given as their ends in a row, by the indices of the names; and the names."""
    import numpy as np

    nodes = list(names)
    index = dict(zip(nodes, range(len(nodes)), strict=True))
    edges = np.fromiter(map(index.__getitem__, ends), np.int32).reshape(-1, 2)
    return add_reverse(edges) if both_ways else edges, nodes


def add_reverse(edges: AnyArray) -> AnyArray:
    """Add the reverse of every edge; a self-loop is its own."""
    import numpy as np

    return np.concatenate([edges, edges[edges[:, 0] != edges[:, 1], ::-1]])
