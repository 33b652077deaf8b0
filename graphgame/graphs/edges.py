"""Edges of every kind as one int32 array: arrays, pairs, tables, and views of NetworkX."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Hashable, Iterable
from itertools import chain
from operator import itemgetter

from graphgame import checks
from graphgame.arrays import Later
from graphgame.errors import GraphGameError
from graphgame.graphs import labels as naming
from graphgame.graphs.by_state import refuse_solved
from graphgame.graphs.given import own_rows
from graphgame.outcome import MOST_POSITIONS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphgame.graphs import _names
    from graphgame.types import AnyArray, Int32Array
else:
    _names = Later("graphgame.graphs._names")  # arrays need no kernel

# Edges checked at a time: a block fits the cache.
_BLOCK = 1 << 14
# NumPy takes long for more pairs in a list; for fewer no kernel is loaded.
_MANY = 256
# Of more positions, counted up to the greatest in the edges, one of so many must touch an edge.
_MOST_WITH_GAPS = 10_000
_ONE_OF = 10
_IF_NAMES = (
    "if numbers are names, give a dict of each position to its options, a table of strings, or a "
    "networkx.DiGraph"
)
_IF_MEANT = (
    "if all are positions, GameGraph.from_edges(edges, n=…), or labels= with a name for each"
)
# Where matrices and tables of options go.
_OTHERS = (
    "an adjacency matrix goes through GameGraph.from_adjacency, and a table of options through "
    "GameGraph.from_options"
)


def read_edges(
    edges: Any, n: int | None, labels: Any, base: int, *, copy: bool, whole: bool = True
) -> tuple[int, Int32Array, dict[str, Any]]:
    """Read edges; see `GameGraph.from_edges`.

    Parameters
    ----------
    edges, n, labels, base
        As of `GameGraph.from_edges`.
    whole : bool
        Whether no other edges are of the same game, so that positions without an edge are odd.

    Returns
    -------
    n : int
        Number of positions.
    edges : (m, 2) int32 array
    names : dict
        The arguments "labels" and "index" of a GameGraph.
    """
    import numpy as np

    from graphgame.graphs import edge_tables

    refuse_solved(edges)
    edges = checks.unviewed(edges)
    first = checks.size(base, "base")
    if is_edge_view(edges):
        return _with_names(*edges_of_view(edges), n, labels, first)
    if labels is None and (coded := edge_tables.coded(edges)):
        return _with_names(*coded, n, None, first)
    columns = edge_tables.to_columns(edges)
    if columns is None:
        array, found = _pairs(edges, labels)
    else:
        array, found = edge_tables.pairs(columns, labels)
    if found is not None:
        return _with_names(array, found, n, None, first)
    names = naming.checked(labels, n)
    if n is None and names:
        n = len(names["labels"])
    is_counted = n is None
    n, checked = _in_range(array, None if n is None else checks.position_count(n), first)
    own = columns is not None or first > 0
    kept = checks.kept(checked, np.int32, edges, copy=copy and not own)
    if is_counted and whole:
        _look_for_gaps(kept, n, first)
    if first and not names:
        numbers = naming.CountedLabels(first, n)
        names = {"labels": numbers, "index": numbers.numbering()}
    return n, kept, names


def _look_for_gaps(edges: Int32Array, n: int, base: int) -> None:
    """Warn, or refuse, where edges leave out positions below the greatest one, n - 1."""
    touched = _touched(edges, n)
    if n > _MOST_WITH_GAPS and touched * _ONE_OF < n:
        raise GraphGameError(
            f"edges: expected numbers from {base} on without gaps, got {n} positions, of which "
            f"fewer than one in {_ONE_OF} touch an edge; {_IF_NAMES}; {_IF_MEANT}"
        )
    found = []
    if base == 0 and n and not _touch_zero(edges):
        found.append(
            "position 0 touches no edge, and counts as a terminal; for edges numbered from 1 use "
            "GameGraph.from_edges(edges, base=1), or give n if position 0 is meant"
        )
    if touched * 2 < n:
        found.append(
            f"most of the {n} positions touch no edge, and count as terminals; {_IF_NAMES}; "
            f"{_IF_MEANT}"
        )
    if found:
        warnings.warn("edges: " + "; ".join(found), stacklevel=outside())


def _touched(edges: Int32Array, n: int) -> int:
    """Return how many of n positions touch an edge; once they are half of them, no more is counted.

    Of a random graph, n / 3 edges are looked at.  Where edges are too few for a tenth of the
    positions, it is how many ends they have.
    """
    import numpy as np

    ends = edges.reshape(-1)
    if len(ends) * _ONE_OF < n:  # without a flag for each of what may be 2^31 positions
        return len(ends)
    flags, found = np.zeros(n, dtype=bool), 0
    block = max(_BLOCK, n // 8)  # so that counting takes O(n + m) time all together
    for start in range(0, len(ends), block):
        flags[ends[start : start + block]] = True
        found = int(np.count_nonzero(flags))
        if found * 2 >= n:
            break
    return found


def _touch_zero(edges: Int32Array) -> bool:
    """Return whether an edge has an end that is 0."""
    blocks = range(0, len(edges), _BLOCK)
    return any(edges[start : start + _BLOCK].min() == 0 for start in blocks)


def _in_range(array: AnyArray, n: int | None, base: int) -> tuple[int, AnyArray]:
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
            found = array[row, column]
            hint = f"; {_IF_NAMES}" if n is None and found >= base else ""
            raise GraphGameError(f"edges[{row}, {column}]: expected {expected}, got {found}{hint}")
        array = (array - array.dtype.type(base)).astype(np.int32)
    if n is None:
        n = _greatest(array) + 1
    else:
        checks.check_range(array, n, "edges")
    return n, array


def _greatest(array: AnyArray) -> int:
    """Return the greatest position, -1 without edges; refuse what no graph can have."""
    try:
        return checks.check_range(array, MOST_POSITIONS, "edges")
    except GraphGameError as error:
        if (array < 0).any():
            raise
        raise GraphGameError(f"{error}; {_IF_NAMES}") from None


def _pairs(edges: Any, labels: Any) -> tuple[AnyArray, list[Any] | None]:
    """Return edges by indices, and the names of the positions where the edges have names.

    They have where all ends are strings.
    """
    import numpy as np

    if isinstance(edges, Iterable) and not hasattr(edges, "__array__"):
        if not isinstance(edges, list | tuple | str | bytes):
            edges = own_rows(edges)
        if isinstance(edges, list) and len(edges) >= _MANY:
            found = _names.integer_pairs(edges)
            if found is not None:
                return np.asarray(found), None
        if isinstance(edges, list | tuple):
            _check_pairs(edges)
            if _begins_with_text(edges) and _all_tuples(edges):
                ends = list(chain.from_iterable(edges))
                if _names.kinds(ends) == {str}:
                    return naming.numbered(ends, labels, lambda k: (f"edges[{k // 2}]", ""))
    return _integers(edges), None


def _begins_with_text(edges: Any) -> bool:
    return bool(edges) and isinstance(edges[0], tuple) and isinstance(next(iter(edges[0]), 0), str)


def _integers(edges: Any) -> AnyArray:
    """Return edges between indices as an (m, 2) array of any integer type."""
    try:
        array = checks.integers(edges, "edges")
    except GraphGameError as error:
        shape: Any = getattr(edges, "shape", ())
        if len(shape) == 2 and shape[0] == shape[1]:  # a matrix of floats, say
            raise GraphGameError(f"{error}; {_OTHERS}") from None
        is_ragged = "rows of one length" in str(error) and isinstance(edges, list | tuple)
        if is_ragged and all(isinstance(row, tuple) for row in edges):  # pairs of tuples
            raise GraphGameError(f"{error}{checks.FOR_LABELS}") from None
        raise
    if array.size == 0 and array.ndim <= 2:
        array = array.reshape(0, 2)
    if array.ndim != 2 or array.shape[1] != 2:
        found = f"edges: expected an array of shape (m, 2), got {array.shape}"
        if array.ndim == 2 and array.shape[0] == 2:
            raise GraphGameError(
                f"{found}; of a row of positions and a row of options, give its .T"
            )
        hint = f"; {_OTHERS}" if array.ndim == 2 else checks.FOR_LABELS if array.ndim > 2 else ""
        raise GraphGameError(found + hint)
    return array


def _all_tuples(rows: Iterable[Any]) -> bool:
    return all(issubclass(kind, tuple) for kind in set(map(type, rows)))


def _check_pairs(rows: list[Any] | tuple[Any, ...]) -> None:
    """Refuse tuples that are not pairs; rows of other types are checked as an array."""
    if not _all_tuples(rows):
        return
    if set(map(len, rows)) <= {2}:
        return
    number, row = next((k, row) for k, row in enumerate(rows) if len(row) != 2)
    cure = "leave out the data of an edge" if len(row) > 2 else _OTHERS
    raise GraphGameError(f"edges[{number}]: expected a pair, got {row!r}; {cure}")


def outside() -> int:
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
    return hasattr(source, "_adjdict") and viewed_graph(source) is not None


def edges_of_view(view: Any) -> tuple[AnyArray, list[Any]]:
    """Return the edges of a view of NetworkX by indices, and all nodes of its graph.

    Of each edge its two ends are read, not its key or its data.  The edges of an undirected graph
    go both ways, as those of the graph itself do.
    """
    graph = viewed_graph(view)
    ends = chain.from_iterable(map(itemgetter(0, 1), view))
    return indexed(ends, list(graph.nodes), both_ways=not graph.is_directed())


def viewed_graph(view: Any) -> Any:
    """Return the graph of an edge view of NetworkX; None for anything else."""
    graph = getattr(getattr(view, "_viewer", view), "_graph", None)
    return graph if hasattr(graph, "nodes") and hasattr(graph, "is_directed") else None


def indexed(
    ends: Iterable[Hashable], names: Iterable[Hashable], *, both_ways: bool
) -> tuple[AnyArray, list[Any]]:
    """Return edges, given as their ends in a row, by the indices of the names; and the names."""
    import numpy as np

    nodes = list(names)
    both = list(ends)
    edges = np.asarray(naming.name_index(nodes).look_up(both)).reshape(-1, 2)
    if (edges < 0).any():  # a kernel would read before its arrays
        stranger = both[int((edges < 0).argmax())]
        raise GraphGameError(f"edges: expected ends that are nodes, got {stranger!r}")
    return add_reverse(edges) if both_ways else edges, nodes


def add_reverse(edges: AnyArray) -> AnyArray:
    """Add the reverse of every edge; a self-loop is its own."""
    import numpy as np

    return np.concatenate([edges, edges[edges[:, 0] != edges[:, 1], ::-1]])
