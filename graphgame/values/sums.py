"""`game_sum`: the sum of games as one graph."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from math import prod

from graphgame import checks
from graphgame.arrays import read_only
from graphgame.errors import GraphGameError, TooLargeError
from graphgame.graphs import _rows
from graphgame.graphs.graph import GameGraph
from graphgame.graphs.labels import ProductLabels

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphgame.types import Int32Array

# The most positions of a sum, unless told otherwise: with its moves, some hundred megabytes.
MOST_IN_A_SUM = 1 << 22


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
        The components, none with preset outcomes.
    start : iterable of hashable, optional
        A position of each component.  Then the graph has the positions that can be reached from
        there only, and the start has index 0.
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
        If a component has preset outcomes: they say nothing of a sum.

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
    return GameGraph._from_checked(
        n, len(edges), edges=edges, labels=labels, index=index, start=first
    )


def _component(game: Any, i: int) -> GameGraph:
    from graphgame.graphs.convert import as_game_graph

    graph = as_game_graph(game)
    if graph.presets is not None:
        raise GraphGameError(
            f"games[{i}]: expected a game without preset outcomes, got {graph!r}: "
            "they say nothing of a sum"
        )
    return graph


def _parts(components: list[GameGraph], start: Iterable[Hashable] | None) -> list[Int32Array]:
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
    components: list[GameGraph], places: list[Int32Array], sizes: list[int], n: int
) -> Int32Array:
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
