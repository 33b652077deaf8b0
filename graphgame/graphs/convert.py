"""`as_game_graph`: a GameGraph from what other libraries and plain Python call a graph.

Everything goes by what an object can do (duck typing): no other library is imported.  Nothing is
checked here but the kind; `GameGraph` checks what it is given.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import chain

from graphgame import checks
from graphgame.errors import GraphGameError
from graphgame.graphs.graph import GameGraph
from graphgame.outcome import MOST_POSITIONS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable
    from typing import Any

    import numpy.typing as npt


def as_game_graph(
    source: Any, n: int | None = None, *, labels: list[Hashable] | None = None
) -> GameGraph:
    """Make a GameGraph of any of these.

    ==================================================  ==========================================
    source                                              meaning
    ==================================================  ==========================================
    `GameGraph`                                         itself
    (m, 2) integer array; list, set or iterator of      edges: pairs (position, option)
    pairs, each a tuple
    dict of label to options                            labelled; options that are no keys come
                                                        after the keys, as terminals
    list of lists (or sets, ranges, arrays)             the options of positions 0, 1, 2, …
    ``(indptr, indices)``, or an object that has both   compressed sparse rows; a SciPy sparse
                                                        array or matrix: every stored entry
    NetworkX graph                                      labelled by its nodes
    igraph graph                                        labelled by the attribute "name", if any
    rustworkx graph                                     labelled by node index after removals
    table of two columns that speaks the Arrow stream   edges: the first column has the positions,
    or ``__array__`` (pyarrow, pandas, polars, …)       the second their options
    ==================================================  ==========================================

    Undirected graphs let the token move both ways.  Parallel edges and self-loops are kept.

    Parameters
    ----------
    source : object
    n : int, optional
        Number of positions, for edges only; one more than the greatest if not given.
    labels : list of hashable, optional
        A name for every position of a source without names.

    Returns
    -------
    GameGraph

    Raises
    ------
    GraphGameError
        If the kind is none of these, or what it holds is not a graph.

    Notes
    -----
    O(n + m) time.  An int32 array of edges in C order is taken without a copy, and so is the
    ``indices`` of a SciPy CSR.

    A list of tuples is edges, a list of lists is options, even where every list has two entries:

    >>> as_game_graph([(0, 1), (0, 2)]), as_game_graph([[1, 2], [], []])
    (GameGraph(n=3, m=2), GameGraph(n=3, m=2))
    """
    graph, fixed = _convert(source, n, labels)
    if fixed and n is not None and n != graph.n:
        raise GraphGameError(f"n: expected {graph.n}, as many as the graph has, got {n}")
    return graph


def _convert(source: Any, n: int | None, labels: Any) -> tuple[GameGraph, bool]:
    """Return the graph, and whether its number of positions came from the source."""
    if isinstance(source, GameGraph):
        _refuse_labels(source, labels)
        return source, True
    if hasattr(source, "tocoo"):
        return _from_scipy(source, labels), True
    if isinstance(source, Mapping):
        _refuse_labels(source, labels)
        return _from_mapping(source), True
    if hasattr(source, "indptr") and hasattr(source, "indices"):
        return GameGraph.from_csr(source.indptr, source.indices, labels=labels), True
    if hasattr(source, "get_edgelist"):
        return _from_igraph(source, labels), True
    if hasattr(source, "edge_list"):
        return _from_rustworkx(source, labels), True
    if hasattr(source, "nodes") and hasattr(source, "edges"):
        _refuse_labels(source, labels)
        return _from_networkx(source), True
    columns = _arrow_columns(source)
    if columns is not None:
        return GameGraph.from_edges(_pairs(columns), n, labels=labels), False
    if hasattr(source, "__array__") or hasattr(source, "__array_interface__"):
        return GameGraph.from_edges(source, n, labels=labels), False
    if isinstance(source, str | bytes) or not isinstance(source, Iterable):
        raise GraphGameError(
            "expected a graph: edges, options, CSR, or a graph of another library, "
            f"got {_kind(source)}; a file or text goes through read_graph, and a rule needs a start"
        )
    if isinstance(source, tuple) and len(source) == 2 and not all(map(_is_pair, source)):
        return GameGraph.from_csr(*source, labels=labels), True
    rows = source if isinstance(source, list) else list(source)
    if all(isinstance(row, tuple) for row in rows):
        return GameGraph.from_edges(_edge_array(rows), n, labels=labels), False
    return _from_rows(rows, labels), True


def _refuse_labels(source: Any, labels: Any) -> None:
    if labels is not None:
        raise GraphGameError(f"labels: expected none, as a {_kind(source)} names its positions")


def _kind(source: Any) -> str:
    return type(source).__name__


def _is_pair(row: Any) -> bool:
    return isinstance(row, tuple) and len(row) == 2


def _edge_array(rows: list[tuple[Any, ...]]) -> Any:
    """Check that every row is a pair; `GameGraph` checks the rest."""
    if not set(map(len, rows)) <= {2}:
        number, row = next((k, row) for k, row in enumerate(rows) if len(row) != 2)
        raise GraphGameError(f"edges[{number}]: expected a pair, got {row!r}")
    return rows


def _from_mapping(options: Mapping[Hashable, Iterable[Hashable]]) -> GameGraph:
    rows = _option_lists(options.values(), list(options))
    index = dict(zip(options, range(len(options)), strict=True))
    try:
        for option in chain.from_iterable(rows):
            index.setdefault(option, len(index))
    except TypeError as error:
        raise GraphGameError(f"options: expected hashable positions, got an {error}") from None
    return _of_rows(rows, index)


def _from_rows(rows: list[Any], labels: Any) -> GameGraph:
    import numpy as np

    lists = _option_lists(rows, range(len(rows)))
    ptr = np.zeros(len(lists) + 1, dtype=np.int64)
    np.cumsum(np.fromiter(map(len, lists), dtype=np.int64, count=len(lists)), out=ptr[1:])
    return GameGraph.from_csr(ptr, list(chain.from_iterable(lists)), labels=labels)


def _option_lists(rows: Collection[Any], names: Sequence[Any]) -> list[tuple[Any, ...]]:
    """Return the options of every position as a tuple; a string is no list of options."""
    wrong = {
        kind
        for kind in set(map(type, rows))
        if issubclass(kind, str | bytes) or not issubclass(kind, Iterable)
    }
    if wrong:
        number, row = next((k, row) for k, row in enumerate(rows) if type(row) in wrong)
        raise GraphGameError(
            f"options of {names[number]!r}: expected a list of positions, got {row!r}"
        )
    return list(map(tuple, rows))


def _of_rows(rows: list[tuple[Any, ...]], index: dict[Hashable, int]) -> GameGraph:
    """Make a labelled graph; positions of `index` beyond the rows have no options."""
    import numpy as np

    ptr = np.zeros(len(index) + 1, dtype=np.int64)
    ends = np.cumsum(np.fromiter(map(len, rows), dtype=np.int64, count=len(rows)))
    ptr[1 : len(rows) + 1] = ends
    ptr[len(rows) + 1 :] = ends[-1] if len(rows) else 0
    idx = np.fromiter(map(index.__getitem__, chain.from_iterable(rows)), np.int32, int(ptr[-1]))
    return GameGraph.from_csr(ptr, idx, labels=_unless_indices(list(index)))


def _unless_indices(labels: list[Hashable]) -> list[Hashable] | None:
    """Return None for labels 0, 1, 2, …, which are what positions without labels are called."""
    same = all(type(x) is int for x in labels) and labels == list(range(len(labels)))
    return None if same else labels


def _from_scipy(matrix: Any, labels: Any) -> GameGraph:
    import numpy as np

    if len(matrix.shape) != 2 or matrix.shape[0] != matrix.shape[1]:
        raise GraphGameError(f"expected a square adjacency matrix, got shape {matrix.shape}")
    if matrix.format == "csr":
        return GameGraph.from_csr(matrix.indptr, matrix.indices, labels=labels)
    entries = matrix.tocoo(copy=False)  # as it is: tocsr would add up entries that stand twice
    edges = np.column_stack([entries.row, entries.col])
    if matrix.format == "bsr":  # its blocks are filled up with zeros that nobody stored
        edges = edges[entries.data != 0]
    return GameGraph.from_edges(edges, matrix.shape[0], labels=labels)


def _from_networkx(graph: Any) -> GameGraph:
    import numpy as np

    nodes = list(graph.nodes)
    index = dict(zip(nodes, range(len(nodes)), strict=True))
    ends = chain.from_iterable(graph.edges())  # called, a multigraph gives pairs too
    count = 2 * graph.number_of_edges()
    edges = np.fromiter(map(index.__getitem__, ends), np.int32, count).reshape(-1, 2)
    if not graph.is_directed():
        edges = _both_ways(edges)
    return GameGraph.from_edges(edges, len(nodes), labels=_unless_indices(nodes))


def _from_igraph(graph: Any, labels: Any) -> GameGraph:
    import numpy as np

    edges = np.array(graph.get_edgelist(), dtype=np.int32).reshape(-1, 2)
    if not graph.is_directed():
        edges = _both_ways(edges)
    if labels is None and "name" in graph.vs.attributes():
        labels = graph.vs["name"]
    return GameGraph.from_edges(edges, graph.vcount(), labels=labels)


def _from_rustworkx(graph: Any, labels: Any) -> GameGraph:
    import numpy as np

    nodes = np.array(graph.node_indices(), dtype=np.int64)
    edges = np.array(graph.edge_list(), dtype=np.int64).reshape(-1, 2)
    if not hasattr(graph, "predecessors"):  # an undirected graph has neighbours only
        edges = _both_ways(edges)
    # Indices keep their value when other nodes are removed, so they may have gaps.
    if labels is None:
        labels = _unless_indices(nodes.tolist())
    return GameGraph.from_edges(np.searchsorted(nodes, edges), len(nodes), labels=labels)


def _both_ways(edges: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Add the reverse of every edge; a self-loop is its own."""
    import numpy as np

    return np.concatenate([edges, edges[edges[:, 0] != edges[:, 1], ::-1]])


def _arrow_columns(table: Any) -> list[npt.NDArray[Any]] | None:
    """Return the columns of a table that speaks the Arrow stream, None if it does not."""
    if not hasattr(table, "__arrow_c_stream__"):
        return None
    from graphgame.graphs.arrow import integer_columns

    try:
        # pandas adds the names of its rows as a column, unless they are row numbers.
        return integer_columns(table, hidden="__index_level_")
    except ImportError:  # pandas needs pyarrow for it; its arrays need nothing
        return None


def _pairs(columns: list[npt.NDArray[Any]]) -> npt.NDArray[Any]:
    import numpy as np

    if len(columns) != 2:
        raise GraphGameError(f"expected a table of two columns, got {len(columns)}")
    for name, column in zip(("first column", "second column"), columns, strict=True):
        checks.check_range(column, MOST_POSITIONS, name)
    return np.column_stack([column.astype(np.int32) for column in columns])
