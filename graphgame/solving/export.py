"""Solutions for other libraries: columns of a table, and graphs of NetworkX."""

from __future__ import annotations

from graphgame.arrays import outcome_words
from graphgame.graphs.labels import move_column, position_column

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphgame.solving.solution import Solution
    from graphgame.types import AnyArray, P


def table(solution: Solution[P]) -> dict[str, AnyArray]:
    """Return the columns of a solution; see `Solution.table`."""
    game = solution.game
    return {
        "position": position_column(game),
        "outcome": outcome_words(solution.outcomes),
        "remoteness": solution.remoteness,
        "best_move": move_column(game, solution.best_moves),
    }


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
    moves = zip(positions, solution.best_moves.tolist(), strict=True)
    for name, column in (
        ("outcome", zip(positions, outcome_words(solution.outcomes).tolist(), strict=True)),
        ("remoteness", zip(positions, solution.remoteness.tolist(), strict=True)),
        # Files of graphs have no None.
        ("best_move", ((position, positions[w]) for position, w in moves if w >= 0)),
    ):
        nx.set_node_attributes(graph, dict(column), name)
    return graph
