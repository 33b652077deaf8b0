"""Graphs of other libraries: SciPy, NetworkX, igraph, rustworkx; and back to NetworkX.

They are told by what they can do (duck typing), and none of them is imported but by `to_networkx`.
"""

from __future__ import annotations

from itertools import chain

from graphgame.errors import GraphGameError
from graphgame.graphs.edges import add_reverse, indexed
from graphgame.graphs.labels import unless_indices
from graphgame.outcome import NO_PRESET, Outcome

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable
    from typing import Any, TypeAlias

    from graphgame.graphs.graph import GameGraph
    from graphgame.types import AnyArray

    # edges by indices, the number of positions, and labels
    Edges: TypeAlias = tuple[AnyArray, int, Any]


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


def read_networkx(graph: Any) -> Edges:
    """Read a graph of NetworkX, labelled by its nodes."""
    ends = chain.from_iterable(graph.edges())  # called, a multigraph gives pairs too
    edges, nodes = indexed(ends, graph.nodes, both_ways=not graph.is_directed())
    return edges, len(nodes), unless_indices(nodes)


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
    if not hasattr(graph, "predecessors"):  # an undirected graph has neighbours only
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
    if game.movers is not None:
        movers = dict(zip(names, game.movers.tolist(), strict=True))
        networkx.set_node_attributes(graph, movers, "mover")
    return graph
