"""Graphs of other libraries: SciPy, NetworkX, igraph, rustworkx; and back to NetworkX.

They are told by what they can do (duck typing), and none of them is imported but by `to_networkx`.
"""

from __future__ import annotations

import warnings
from itertools import chain, compress, repeat
from operator import is_not, itemgetter

from graphgame.arrays import read_only
from graphgame.errors import GraphGameError
from graphgame.graphs.edges import add_reverse, is_edge_view, outside, viewed_graph
from graphgame.graphs.labels import name_index, named, unless_indices
from graphgame.outcome import NO_PRESET, Outcome

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable
    from typing import Any, TypeAlias

    from graphgame.graphs.graph import GameGraph
    from graphgame.types import AnyArray, Array

    Edges: TypeAlias = tuple[AnyArray, int, Any]
    Rows: TypeAlias = tuple[Array, Array, dict[str, Any]]
    from collections.abc import Iterable
    from typing import Any


def read_scipy(matrix: Any) -> tuple[str, tuple[Any, Any]]:
    """Read a sparse matrix, of which every stored entry is an edge.

    Returns
    -------
    how : {"csr", "edges"}
        Which of the constructors `GameGraph.from_csr` and `GameGraph.from_edges` takes the parts.
    parts : tuple
        The offsets and the options, or the edges and the number of positions.
    """
    import numpy as np

    if len(matrix.shape) != 2 or matrix.shape[0] != matrix.shape[1]:
        raise GraphGameError(f"expected a square adjacency matrix, got shape {matrix.shape}")
    is_csr = matrix.format == "csr"
    # Others as they are: tocsr would add up entries that stand twice.
    entries = matrix if is_csr else matrix.tocoo(copy=False)
    _check_finite(entries)
    if is_csr:
        return "csr", (matrix.indptr, matrix.indices)
    edges = np.column_stack([entries.row, entries.col])
    if matrix.format == "bsr":  # its blocks are filled up with zeros that nobody stored
        edges = edges[entries.data != 0]
    return "edges", (edges, matrix.shape[0])


def _check_finite(matrix: Any) -> None:
    """Refuse stored entries that are NaN or infinite, as a dense matrix with them is refused."""
    import numpy as np

    data = matrix.data
    if data.dtype.kind not in "fc":
        return
    odd = ~np.isfinite(data)
    if odd.any():
        at = int(odd.argmax())
        entries = matrix.tocoo(copy=False)
        raise GraphGameError(
            f"matrix[{entries.row[at]}, {entries.col[at]}]: expected a finite number where there "
            f"is an edge, got {data[at]}: leave out what is none"
        )


def read_networkx(graph: Any) -> Rows:
    """Read a graph of NetworkX as rows, labelled by its nodes."""
    # A list of pairs would be so many tuples that the garbage collector looked at the whole graph.
    nodes, rows = list(graph), [*map(itemgetter(1), graph.adjacency())]
    if [*map(itemgetter(0), graph.adjacency())] != nodes:  # a view of a part has its own order
        rows = [*map(dict(graph.adjacency()).__getitem__, nodes)]
    index = name_index(nodes)
    ptr: Array
    idx: Array
    ptr, idx = index.add_rows(rows)
    if len(index) != len(nodes):
        raise GraphGameError(
            f"graph: expected options that are nodes, got {index.names()[len(nodes)]!r}"
        )
    if graph.is_multigraph():
        ptr, idx = _repeated(ptr, idx, [edges for row in rows for edges in row.values()])
    return ptr, idx, named(index)


def _repeated(ptr: Array, idx: Array, edges: list[Any]) -> tuple[Array, Array]:
    """Return rows in which each option stands as often as it has edges, parallel ones."""
    import numpy as np

    ends = np.zeros(len(edges) + 1, np.int64)
    np.cumsum(np.fromiter(map(len, edges), np.int64, len(edges)), out=ends[1:])
    return ends[read_only(ptr)], np.repeat(read_only(idx), np.diff(ends))


def is_directed(source: Any) -> bool | None:
    """Return whether a graph of a library, or an edge view of one, is directed; None of others."""
    graph = viewed_graph(source) if is_edge_view(source) else source
    says = getattr(graph, "is_directed", None)  # NetworkX, igraph
    if callable(says):
        return bool(says())
    if hasattr(source, "edge_list"):  # rustworkx: an undirected graph has neighbours only
        return hasattr(source, "predecessors")
    return None


def warn_if_undirected(game: GameGraph[Any], answer: str) -> None:
    """Warn that a game has one answer, whatever its edges are, as nobody is ever stuck in it.

    It has where it was made of an undirected graph that has an edge and no preset outcome.
    """
    if game._is_undirected and game.m and game._presets is None:
        warnings.warn(
            "graph: an undirected graph lets the token move back along every edge, so that nobody "
            f"is ever stuck, and every position with an edge {answer}; give a directed graph, such "
            "as networkx.DiGraph, or presets= where play ends; cops_and_robbers is a pursuit",
            stacklevel=outside(),
        )


def read_igraph(graph: Any, labels: Any) -> Edges:
    """Read a graph of igraph, labelled by the attribute "name", if there is one."""
    import numpy as np

    edges = np.array(graph.get_edgelist(), dtype=np.int32).reshape(-1, 2)
    if not graph.is_directed():
        edges = add_reverse(edges)
    if labels is None and "name" in graph.vs.attributes():
        labels = graph.vs["name"]
    return edges, graph.vcount(), labels


def read_rustworkx(graph: Any, labels: Any) -> Edges:
    """Read a graph of rustworkx, labelled by node indices where these have gaps."""
    import numpy as np

    nodes = np.array(graph.node_indices(), dtype=np.int64)
    edges = np.array(graph.edge_list(), dtype=np.int64).reshape(-1, 2)
    if not is_directed(graph):
        edges = add_reverse(edges)
    # Indices keep their value when other nodes are removed, so they may have gaps.
    if labels is None:
        labels = unless_indices(nodes.tolist())
    return np.searchsorted(nodes, edges), len(nodes), labels


def to_networkx(game: GameGraph[Any]) -> Any:
    """Make a `networkx.DiGraph`; see `GameGraph.to_networkx`."""
    import networkx

    graph = networkx.DiGraph()
    names: list[Hashable] = game.positions(range(game.n))
    if game.labels is not None and None in game:
        raise GraphGameError(
            "position None: expected a name that NetworkX takes, which has no None"
        )
    graph.add_nodes_from(names)
    for sources, targets in game.edge_blocks():
        pairs = (map(names.__getitem__, ends.tolist()) for ends in (sources, targets))
        graph.add_edges_from(zip(*pairs, strict=True))
    presets = game.presets
    if presets is not None:
        at = (presets != NO_PRESET).nonzero()[0].tolist()
        outcomes = map(Outcome, presets[at].tolist())
        found = dict(zip(map(names.__getitem__, at), outcomes, strict=True))
        networkx.set_node_attributes(graph, found, "preset")
        if game.preset_remoteness is not None:
            ends = dict(zip(found, game.preset_remoteness[at].tolist(), strict=True))
            networkx.set_node_attributes(graph, ends, "preset_remoteness")
    if game.owner is not None:
        owner = dict(zip(names, game.owner.tolist(), strict=True))
        networkx.set_node_attributes(graph, owner, OWNER)
    if game.start is not None:
        graph.graph["start"] = game.start
    return graph


# -- what nodes carry ------------------------------------------------------------------------------

PRESET, REMOTENESS, OWNER, START = "preset", "preset_remoteness", "owner", "start"
NAMES = (PRESET, REMOTENESS, OWNER)


def carried_by(source: Any, game: GameGraph[Any]) -> GameGraph[Any]:
    """Return the game of a graph of another library, with what that graph carries.

    Parameters
    ----------
    source : graph of NetworkX, igraph or rustworkx
        Its nodes may have "preset", an outcome, a number or a name such as "WIN";
        "preset_remoteness", of nodes with a preset; and "owner", 0 or 1, of every node.  None
        stands for none.  The nodes of rustworkx have them as entries of dicts.  A graph of
        NetworkX may have "start".
    game : GameGraph
        Its positions and moves, in the order of its nodes.

    Raises
    ------
    GraphGameError
        If a value is none of these.
    """
    if hasattr(source, "get_edgelist"):
        columns = {name: source.vs[name] for name in NAMES if name in source.vs.attributes()}
    elif hasattr(source, "edge_list"):
        columns = node_columns(source.nodes())
    else:
        from graphgame.graphs.verify import require_labels

        require_labels(source.nodes, game)
        columns = node_columns([*map(itemgetter(1), source.nodes(data=True))])
        game = with_start(game, getattr(source, "graph", {}))
    game = with_columns(game, columns) if columns else game
    return game._with(undirected=True) if is_directed(source) is False else game


def node_columns(rows: list[Any], names: tuple[str, ...] | None = None) -> dict[str, list[Any]]:
    """Return the attributes of nodes that belong to a game, each as a list with None for none.

    These are `NAMES`, or other names.
    """
    names = NAMES if names is None else names
    dicts = [row for row in filter(None, rows) if isinstance(row, dict)]
    known = set(chain.from_iterable(dicts)).intersection(names)
    if not known:
        return {}
    full: list[dict[str, Any]] = [row if isinstance(row, dict) else {} for row in rows]
    return {name: [row.get(name) for row in full] for name in names if name in known}


def with_columns(game: GameGraph[Any], columns: dict[str, list[Any]]) -> GameGraph[Any]:
    """Return the game with the attributes that its nodes have, of those in `NAMES`.

    Raises
    ------
    GraphGameError
        If a value does not fit.
    """
    try:
        if PRESET in columns or REMOTENESS in columns:
            game = game.with_presets(_presets(game, columns))
        if OWNER in columns:
            game = game.with_owner(dict(present(game, columns[OWNER])))
    except GraphGameError as error:
        raise GraphGameError(
            f"{error}; the attributes {PRESET!r}, {REMOTENESS!r} and {OWNER!r} of nodes belong to "
            "the game: give others another name"
        ) from None
    return game


def _presets(game: GameGraph[Any], columns: dict[str, list[Any]]) -> dict[Hashable, Any]:
    """Return the presets of nodes as a mapping, with their remoteness where some have one."""
    found = dict(present(game, columns.get(PRESET, ())))
    ends = dict(present(game, columns.get(REMOTENESS, ())))
    if lost := [position for position in ends if position not in found]:
        raise GraphGameError(
            f"{REMOTENESS} of {lost[0]!r}: expected a {PRESET} beside it, got a node without"
        )
    if not ends:
        return found
    return {position: (value, ends.get(position, 0)) for position, value in found.items()}


def present(game: GameGraph[Any], column: Iterable[Any]) -> Iterable[tuple[Hashable, Any]]:
    """Return the positions that have a value, and their values."""
    values = list(column)
    at = [*compress(range(len(values)), map(is_not, values, repeat(None)))]
    return zip(game.positions(at), map(values.__getitem__, at), strict=True)


def with_start(game: GameGraph[Any], attributes: Any) -> GameGraph[Any]:
    """Return the game with the start that a graph of another library has as an attribute."""
    start = attributes.get(START)
    if start is None:
        return game
    if start not in game:
        raise GraphGameError(
            f"start: expected a node, got {start!r}; the attribute {START!r} of a graph is where "
            "play begins: give others another name"
        )
    return game._with(start=start)


def require_moves_alone(
    game: GameGraph[Any], what: str, reason: str, *, classes: bool = False
) -> None:
    """Refuse a graph that carries more than positions, moves and a start.

    Parameters
    ----------
    game : GameGraph
    what : str
        What error messages call it.
    reason : str
        Why the rest is not used.
    classes : bool
        Whether positions may be classes of a symmetry.
    """
    carried = [
        name
        for name, found in (
            ("presets", game._presets),
            ("owners", game._owner),
            ("classes of a symmetry", None if classes else game._symmetry),
        )
        if found is not None
    ]
    if not carried:
        return
    cures = {
        "presets": "with_presets(None) is without presets",
        "owners": "with_owner(None) is without owners",
        "classes of a symmetry": "explore the rule without canonical",
    }
    raise GraphGameError(
        f"{what}: expected moves alone, got a graph with {' and '.join(carried)}; {reason}; "
        + ", ".join(cures[name] for name in carried)
    )
