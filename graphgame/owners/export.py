"""Solutions of games with owners as columns of a table."""

from __future__ import annotations

import numpy as np

from graphgame.arrays import read_only
from graphgame.graphs.labels import CodeLabels

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphgame.graphs.graph import GameGraph
    from graphgame.owners.won import Won
    from graphgame.types import AnyArray, Int32Array


def table(solution: Won[Any], **more: AnyArray) -> dict[str, AnyArray]:
    """Return the columns of a solution; `more` stand between winners and moves."""
    game = solution.game
    return {
        "position": position_column(game),
        "owner": solution.owner,
        "winner": solution.winners,
        **more,
        "strategy": _move_column(game, solution.strategy),
    }


def position_column(game: GameGraph[Any]) -> AnyArray:
    """Return all positions: integers where there are no labels or all are codes, else objects."""
    if game.labels is None:
        return np.arange(game.n, dtype=np.int32)
    if isinstance(game.labels, CodeLabels):
        return read_only(game.labels.array)
    # fromiter keeps each tuple whole, where np.array would make rows of them.
    return np.fromiter(game.labels, dtype=object, count=game.n)


def _move_column(game: GameGraph[Any], moves: Int32Array) -> AnyArray:
    """Return the positions of indices, None for -1; the indices where there are no labels."""
    if game.labels is None or game.n == 0:
        return moves
    column = np.fromiter(game.labels, dtype=object, count=game.n)[moves]
    column[moves < 0] = None
    return column
