"""`game_sum`: the sum of games as one graph."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from math import prod
from typing import Any

from graphgame import checks
from graphgame.arrays import read_only, types
from graphgame.errors import GraphGameError, TooLargeError, advised
from graphgame.graphs import _rows
from graphgame.graphs.graph import GameGraph
from graphgame.graphs.labels import ProductLabels
from graphgame.graphs.libraries import require_moves_alone

# The most positions of a sum, unless told otherwise: with its moves, some hundred megabytes.
MOST_IN_A_SUM = 1 << 22


@advised
def game_sum(
    games: Iterable[object],
    *,
    start: Iterable[Hashable] | None = None,
    limit: int = MOST_IN_A_SUM,
) -> GameGraph:
    """Return the sum of games as one graph: a move is a move in one of them.

    In normal play values say who wins a sum.  Solving this graph says it in misère play too, and
    where the components are no games with values.

    Parameters
    ----------
    games : iterable of GameGraph, or of anything that `as_game_graph` takes
        The components, none with preset outcomes or owners.  One of classes, as a symmetry makes
        it, takes part with them.
    start : iterable of hashable, optional
        A position of each component.  Then the graph has the positions that can be reached from
        there only, and the start has index 0.  Without it, the graph has all positions and no
        start, wherever the components begin.
    limit : int
        The most positions.

    Returns
    -------
    GameGraph
        Its labels are tuples with a position of each component.

    Raises
    ------
    TooLargeError
        If there are more positions than `limit`; then no memory is taken.
    GraphGameError
        If a component has preset outcomes, which say nothing of a sum, or owners: the component
        in which a player moves would say who is next in the others.

    See Also
    --------
    GrundyValues.outcome, LoopyValues.outcome : who wins a sum of positions of one game

    Notes
    -----
    For components of n₁, n₂, … positions and m₁, m₂, … moves there are N = n₁ n₂ … positions and
    M = N (m₁/n₁ + m₂/n₂ + …) moves; O(N + M) time, 8 bytes per move.

    Examples
    --------
    >>> import graphgame as gg
    >>> heaps = gg.explore(range, start=3)
    >>> two = gg.game_sum([heaps, heaps], start=[1, 1])
    >>> two, two.options((1, 1))
    (GameGraph(n=4, m=4, labelled), [(0, 1), (1, 0)])
    >>> gg.solve(two, play="misere").outcome((1, 1))
    <Outcome.WIN: 1>
    """
    components = [_component(game, i) for i, game in enumerate(games)]
    parts = _parts(components, start)
    sizes = [len(part) for part in parts]
    n = prod(sizes)
    most = checks.limit(limit)
    if n > most:
        raise TooLargeError(
            f"limit: expected a sum of at most {most} positions, got {n} "
            f"({' × '.join(map(str, sizes))})"
        )
    labels = ProductLabels(components, parts)
    index = labels.numbering()
    edges = _edges(components, index.places, sizes, n)
    first = None if start is None else labels[0]
    lost = all(game._is_undirected for game in components) and bool(components)
    return GameGraph._from_checked(
        n, len(edges), edges=edges, labels=labels, index=index, start=first, undirected=lost
    )


def _component(game: Any, i: int) -> GameGraph:
    from graphgame.graphs.convert import as_game_graph

    graph = as_game_graph(game)
    require_moves_alone(
        graph,
        f"games[{i}]",
        "presets and owners of a component say nothing of a sum",
        classes=True,
    )
    return graph


def _parts(components: list[GameGraph], start: Iterable[Hashable] | None) -> list[types.Int32Array]:
    """Return the indices of the positions of each component in the sum, its start first."""
    import numpy as np

    if start is None:
        return [np.arange(game.n, dtype=np.int32) for game in components]
    positions = list(start)
    if len(positions) != len(components):
        raise GraphGameError(
            f"start: expected {len(components)} positions, one of each game, got {len(positions)}"
        )
    return [
        read_only(_rows.reachable(*game._option_rows(), game._find(position)))
        for game, position in zip(components, positions, strict=True)
    ]


def _edges(
    components: list[GameGraph], places: list[types.Int32Array], sizes: list[int], n: int
) -> types.Int32Array:
    """Return the moves: each move of a component, beside every position of the others."""
    import numpy as np

    indices = np.arange(n, dtype=np.int32).reshape(sizes)
    blocks = [np.empty((0, 2), dtype=np.int32)]
    for axis, (game, place) in enumerate(zip(components, places, strict=True)):
        # The options of a position in the sum are in the sum too.
        sources = np.repeat(place, np.diff(game.option_ptr))
        moves = sources[sources >= 0], place[game.option_idx[sources >= 0]]
        ends = [np.take(indices, end, axis=axis).ravel() for end in moves]
        blocks.append(np.stack(ends, axis=1))
    return np.concatenate(blocks)
