"""`as_game_graph`: a GameGraph from what other libraries and plain Python call a graph.

The kind is told by what an object can do (duck typing) and by its shape, never by its values: no
other library is imported.  What it holds is checked by the `GameGraph` that is made.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set as AbstractSet, Sized

from graphgame import checks
from graphgame.errors import GraphGameError, advised
from graphgame.graphs.by_state import refuse_solved
from graphgame.graphs.graph import GameGraph

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphgame import types
    from graphgame.graphs import edge_tables, edges as views, given, libraries, options
else:
    from graphgame.arrays import Later, types

    # The command has a GameGraph already, and most callers have a dict.
    edge_tables, views = Later("graphgame.graphs.edge_tables"), Later("graphgame.graphs.edges")
    given, libraries = Later("graphgame.graphs.given"), Later("graphgame.graphs.libraries")
    options = Later("graphgame.graphs.options")

# The calls that say which reading is meant.
_CALLS = {
    "edges": "GameGraph.from_edges if its rows are edges",
    "options": "GameGraph.from_options if they are the options of each position",
    "adjacency": "GameGraph.from_adjacency if it is an adjacency matrix",
}


@advised
def as_game_graph(
    source: object,
    n: int | None = None,
    *,
    labels: Iterable[types.Anything] | None = None,
    copy: bool = True,
) -> GameGraph[types.Anything]:
    """Make a GameGraph from any supported source.

    ==================================================  ==========================================
    source                                              meaning
    ==================================================  ==========================================
    `GameGraph`                                         itself
    (m, 2) integer array; list, set or iterator of      edges: pairs (position, option); pairs of
    pairs, each a tuple                                 strings name their positions
    dict of label to options                            labelled; options that are no keys, but
                                                        of the type of one, come after the keys,
                                                        as terminals
    list of lists (or sets, ranges, arrays)             the options of positions 0, 1, 2, …
    ``(indptr, indices)``, or an object that has both   compressed sparse rows; a SciPy sparse
                                                        array or matrix: every stored entry
    NetworkX graph, or its ``edges``                    labelled by its nodes; keys and data of
                                                        edges are left out
    igraph graph                                        labelled by the attribute "name", if any
    rustworkx graph                                     labelled by node index after removals
    table of two columns: pandas, Polars, pyarrow, …    edges: the positions and their options, by
                                                        names such as source and target, or in
                                                        this order; strings become labels
    ==================================================  ==========================================

    Undirected graphs let the token move both ways.  Parallel edges and self-loops are kept.

    Nodes of other libraries may carry the attributes "preset" (an outcome, its number, or its name
    such as "WIN"), "preset_remoteness" beside it, and "owner" (0 or 1, at every node): they become
    presets and owners.  A graph of NetworkX may have the attribute "start".  So what
    `GameGraph.to_networkx` writes is read back.  The attributes "outcome", "remoteness",
    "best_move" and "play" of `Solution.to_networkx` are answers, which change no game.

    Parameters
    ----------
    source : object
    n : int, optional
        Number of positions, for edges only; one more than the greatest if not given.
    labels : iterable of hashable, optional
        A name for every position of a source without names; beside a table of strings all
        positions, also those without an edge.
    copy : bool
        False lends int32 arrays, as in `GameGraph.from_edges`: do not change these as long as the
        graph, or its solution, is used.

    Returns
    -------
    GameGraph

    Raises
    ------
    GraphGameError
        If the kind is none of these, or what it holds is not a graph; or if its shape fits two
        readings.  These are refused, with the names of the constructors that decide: lists of
        lists that all have two entries (edges or options?), square lists of lists (options or an
        adjacency matrix?), and 2 × 2 arrays (edges or an adjacency matrix?).

    Warns
    -----
    UserWarning
        If edges without n leave position 0 alone, since they may be numbered from 1; or most
        positions, since numbers may be names.

    See Also
    --------
    GameGraph.from_edges, GameGraph.from_options, GameGraph.from_adjacency, GameGraph.from_csr :
        Constructors that take one reading each.

    Notes
    -----
    O(n + m) time.

    Examples
    --------
    >>> as_game_graph([(0, 1), (0, 2)]), as_game_graph([[1, 2], [], []])
    (GameGraph(n=3, m=2), GameGraph(n=3, m=2))
    >>> as_game_graph({"a": ["b", "c"]}).options("a")
    ['b', 'c']
    """
    if type(source) is dict and n is None:  # nothing else need be asked
        return GameGraph.from_options(source, labels=labels)
    graph, fixed = _convert(source, n, labels, copy)
    if fixed and n is not None and n != graph.n:
        raise GraphGameError(f"n: expected {graph.n}, as many as the graph has, got {n}")
    return graph


def names_positions(source: Any) -> bool:
    """Return whether a source names its positions: by keys, or by nodes, not by their order."""
    nodes = hasattr(source, "nodes") and not hasattr(source, "edge_list")
    return nodes or views.is_edge_view(source) or isinstance(source, Mapping)


def as_part(source: Any) -> tuple[GameGraph[Any], bool]:
    """Return the graph of some moves of a game, and whether its positions are counted by edges.

    Positions that none of these moves touches are no reason to warn, since others may.  Arrays are
    lent.
    """
    graph, fixed = _convert(source, None, None, copy=False, whole=False)
    return graph, not fixed and graph.labels is None


def _convert(
    source: Any, n: int | None, labels: Any, copy: bool, whole: bool = True
) -> tuple[GameGraph[Any], bool]:
    """Return the graph, and whether its number of positions came from the source."""
    if isinstance(source, GameGraph):
        if labels is not None:
            options.refuse_labels(source, labels)
        return source, True
    refuse_solved(source)
    source = checks.unviewed(source)
    if hasattr(source, "tocoo"):
        return GameGraph.from_adjacency(source, labels=labels, copy=copy), True
    if views.is_edge_view(source):
        options.refuse_labels(source, labels)
        return libraries.carried_by(views.viewed_graph(source), GameGraph.from_edges(source)), True
    if isinstance(source, Mapping) and not isinstance(source, AbstractSet):
        return GameGraph.from_options(source, labels=labels), True
    if hasattr(source, "indptr") and hasattr(source, "indices"):
        rows = source.indptr, source.indices
        return GameGraph.from_csr(*rows, labels=labels, copy=copy), True
    if hasattr(source, "get_edgelist"):
        return _from_library(source, *libraries.read_igraph(source, labels))
    if hasattr(source, "edge_list"):
        return _from_library(source, *libraries.read_rustworkx(source, labels))
    if hasattr(source, "nodes") and hasattr(source, "edges"):
        options.refuse_labels(source, labels)
        ptr, idx, names = libraries.read_networkx(source)
        graph = GameGraph._from_checked(len(ptr) - 1, len(idx), options=(ptr, idx), **names)
        return libraries.carried_by(source, graph), True
    if edge_tables.is_pandas(source) or hasattr(source, "__arrow_c_stream__"):
        if edge_tables.is_adjacency(source) and len(source) == 2:
            _refuse("a table with 2 rows and 2 columns of the same names", "edges", "adjacency")
        return _from_edges(source, n, labels, copy, whole), False
    if hasattr(source, "__array__") or hasattr(source, "__array_interface__"):
        return _from_array(source, n, labels, copy, whole), False
    if isinstance(source, str | bytes | Mapping) or not isinstance(source, Iterable):
        cure = "a file or text goes through read_graph, and a rule needs a start"
        if callable(getattr(source, "solve", None)):  # such as PoliceAndThief
            cure = "it has a method solve of its own"
        raise GraphGameError(
            "expected a graph: edges, options, CSR, or a graph of another library, "
            f"got {type(source).__name__}; {cure}"
        )
    if isinstance(source, tuple) and len(source) == 2 and not all(map(_is_pair, source)):
        return GameGraph.from_csr(*source, labels=labels, copy=copy), True
    return _from_rows(given.own_rows(source), n, labels, whole)


def _from_library(source: Any, edges: Any, n: int, labels: Any) -> tuple[GameGraph[Any], bool]:
    graph = GameGraph.from_edges(edges, n, labels=labels, copy=False)
    return libraries.carried_by(source, graph), True


def _is_pair(row: object) -> bool:
    return isinstance(row, tuple) and len(row) == 2


def _from_edges(edges: Any, n: int | None, labels: Any, copy: bool, whole: bool) -> GameGraph[Any]:
    n, array, names = views.read_edges(edges, n, labels, 0, copy=copy, whole=whole)
    return GameGraph._from_checked(n, len(array), edges=array, **names)._as_named(labels)


def _from_array(source: Any, n: int | None, labels: Any, copy: bool, whole: bool) -> GameGraph[Any]:
    """Make a graph of an array of edges; one of 2 × 2 may be an adjacency matrix."""
    if not hasattr(source, "dtype") and isinstance(source, Iterable):
        rows = given.own_rows(source)
        if rows and all(map(_is_pair, rows)):  # a list of tuples that can be an array too
            return _from_edges(rows, n, labels, copy, whole)
    array = checks.as_array(source, "edges")
    if array.shape == (2, 2) and array.dtype.kind in "iuO" and _may_have(2, n, labels):
        _refuse("a 2 × 2 array", "edges", "adjacency")
    return _from_edges(array, n, labels, copy, whole)


def _from_rows(
    rows: list[Any], n: int | None, labels: Any, whole: bool
) -> tuple[GameGraph[Any], bool]:
    """Make a graph of rows: edges if all are tuples, else the options of positions.

    Lists whose lengths fit several readings are refused, unless `n` or the number of labels differs
    from the number of rows: then the rows are edges.
    """
    kinds = set(map(type, rows))
    if all(issubclass(kind, tuple) for kind in kinds):
        return _from_edges(rows, n, labels, True, whole), False
    # What can be a pair, or a row of a matrix: it has an order, and its entries can be any numbers.
    alike = all(issubclass(kind, list | tuple) or hasattr(kind, "__array__") for kind in kinds)
    try:
        lengths = set(map(len, rows)) if alike else set()
    except TypeError:  # an array without dimensions
        lengths = set()
    if not _may_have(len(rows), n, labels):
        if lengths == {2}:
            return _from_edges(rows, n, labels, True, whole), False
    elif lengths == {2} or lengths == {len(rows)}:
        readings = ["edges"] * (lengths == {2}) + ["options"]
        readings += ["adjacency"] * (lengths == {len(rows)})
        _refuse(f"a list of {len(rows)} lists of {lengths.pop()} entries", *readings)
    return GameGraph.from_options(rows, labels=labels), True


def _may_have(count: int, n: int | None, labels: Any) -> bool:
    """Return whether n and the labels, where given, allow a graph with this number of positions."""
    named = len(labels) if isinstance(labels, Sized) else None
    return (not isinstance(n, int) or n == count) and named in (None, count)


def _refuse(found: str, *readings: str) -> None:
    raise GraphGameError(
        f"expected a graph that can be read in one way, got {found}; use "
        + ", ".join(_CALLS[reading] for reading in readings)
    )
