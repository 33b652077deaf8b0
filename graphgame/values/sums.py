"""`game_sum`: games played side by side, written out as one graph."""

from __future__ import annotations

from math import prod

from graphgame import checks
from graphgame.arrays import read_only
from graphgame.errors import GraphGameError, TooLargeError
from graphgame.graphs import _rows
from graphgame.graphs.graph import GameGraph
from graphgame.graphs.labels import ProductLabels
from graphgame.values.values import MOST_IN_A_SUM

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable
    from typing import Any

    import numpy as np
    import numpy.typing as npt


def game_sum(
    games: Iterable[Any],
    *,
    start: Iterable[Hashable] | None = None,
    limit: int = MOST_IN_A_SUM,
) -> GameGraph:
    """Write a sum of games out: a move is a move in one of them.

    What values say of a sum in normal play, the graph says in any kind of play, by brute force.

    Parameters
    ----------
    games : iterable of GameGraph, or of anything that `as_game_graph` takes
        The components, none with preset outcomes.
    start : iterable of hashable, optional
        A position of each component: then only what can be reached from there is written out, and
        index 0 is the start.
    limit : int
        The most positions.

    Returns
    -------
    GameGraph
        Labelled by tuples, a position of each component.

    Raises
    ------
    TooLargeError
        If there are more positions than `limit`, before any is made.
    GraphGameError
        If a component has preset outcomes: they say nothing of a sum.

    Notes
    -----
    For components of n₁, n₂, … positions and m₁, m₂, … moves there are N = n₁ n₂ … positions and
    N (m₁/n₁ + m₂/n₂ + …) moves; O(N + M) time, 8 bytes a move.

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
    return GameGraph._of_checked(
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


def _parts(
    components: list[GameGraph], start: Iterable[Hashable] | None
) -> list[npt.NDArray[np.int32]]:
    """Return the indices of the positions that each component takes part with, its start first."""
    import numpy as np

    if start is None:
        return [np.arange(game.n, dtype=np.int32) for game in components]
    positions = list(start)
    if len(positions) != len(components):
        raise GraphGameError(
            f"start: expected {len(components)} positions, one of each game, got {len(positions)}"
        )
    return [
        read_only(_rows.reachable(*game._option_rows(), game.index(position)))
        for game, position in zip(components, positions, strict=True)
    ]


def _edges(
    components: list[GameGraph], places: list[npt.NDArray[np.int32]], sizes: list[int], n: int
) -> npt.NDArray[np.int32]:
    """Return the moves: those of each component, with every position of the others beside it."""
    import numpy as np

    indices = np.arange(n, dtype=np.int32).reshape(sizes)
    blocks = [np.empty((0, 2), dtype=np.int32)]
    for axis, (game, place) in enumerate(zip(components, places, strict=True)):
        # Options of a position that takes part take part themselves.
        sources = np.repeat(place, np.diff(game.option_ptr))
        moves = sources[sources >= 0], place[game.option_idx[sources >= 0]]
        ends = [np.take(indices, end, axis=axis).ravel() for end in moves]
        blocks.append(np.stack(ends, axis=1))
    return np.concatenate(blocks)
