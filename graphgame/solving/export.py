"""Solutions for other libraries: columns of a table, and graphs of NetworkX."""

from __future__ import annotations

import numpy as np

from graphgame.arrays import outcome_words, read_only
from graphgame.graphs.labels import CodeLabels

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphgame.graphs.graph import GameGraph
    from graphgame.solving.solution import Solution
    from graphgame.types import AnyArray, Int32Array, P


def table(solution: Solution[P]) -> dict[str, AnyArray]:
    """Return the columns of a solution; see `Solution.table`."""
    game, moves = solution.game, solution.best_moves
    return {
        "position": position_column(game),
        "outcome": outcome_words(solution.outcomes),
        "remoteness": solution.remoteness,
        "best_move": moves if game.labels is None else move_column(game, moves),
    }


def position_column(game: GameGraph[P]) -> AnyArray:
    """Return all positions: an array of integers where all of them are, of objects otherwise."""
    if game.labels is None:
        return np.arange(game.n, dtype=np.int32)
    return label_column(game.labels)


def label_column(labels: Any) -> AnyArray:
    """Return labels as a column: an array of integers where all of them are, else of objects."""
    if isinstance(labels, CodeLabels):
        return read_only(labels.array)
    if {*map(type, labels)} == {int}:
        try:
            return np.fromiter(labels, dtype=np.int64, count=len(labels))
        except OverflowError:
            pass
    return _objects(labels)


def move_column(game: GameGraph[P], moves: Int32Array) -> AnyArray:
    """Return the positions of indices as objects, None for -1."""
    positions = _objects(range(game.n) if game.labels is None else game.labels)
    if not game.n:
        return positions
    column = positions[moves]
    column[moves < 0] = None
    return column


def _objects(values: Any) -> AnyArray:
    # fromiter keeps each tuple whole, where np.array would make rows of them.
    return np.fromiter(values, dtype=object, count=len(values))


def to_networkx(solution: Solution[P]) -> Any:
    """Return the game as a graph whose nodes carry the solution; see `Solution.to_networkx`."""
    try:
        import networkx as nx
    except ModuleNotFoundError:
        raise ModuleNotFoundError(
            "to_networkx: expected NetworkX, which is not installed; install it with "
            "`pip install networkx`, or take table()",
            name="networkx",
        ) from None
    game = solution.game
    graph = game.to_networkx()
    graph.graph["play"] = str(solution.play)
    if solution.count != "plies":
        graph.graph["count"] = solution.count
    if solution.start is not None:
        graph.graph["start"] = solution.start
    positions = game.positions(range(game.n))
    for name, column in (
        ("outcome", outcome_words(solution.outcomes)),
        ("remoteness", solution.remoteness),
        ("best_move", move_column(game, solution.best_moves)),
    ):
        nx.set_node_attributes(graph, dict(zip(positions, column.tolist(), strict=True)), name)
    return graph
