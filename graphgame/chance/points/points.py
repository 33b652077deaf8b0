"""Solve games that need neither dice nor iteration: in one pass.

Where chance does not move and no position comes back, what a position is worth follows from its
options: exactly, in integers of 64 bits.
"""

from __future__ import annotations

import numpy as np

from graphgame.chance.bounds.reading import Solved
from graphgame.chance.bounds.rows import FIRST
from graphgame.chance.points import _points
from graphgame.chance.solution import PointsSolution
from graphgame.errors import GraphGameError
from graphgame.memory import check_game

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphgame.chance.input.game import ChanceGame
    from graphgame.types import Int8Array, Int64Array


def solve_points(given: ChanceGame) -> PointsSolution[Any] | None:
    """Solve a game with scores or points in one pass; None where that is not enough.

    It is where chance does not move, and no position comes back.

    Raises
    ------
    GraphGameError
        If a value has more than 64 bits.
    TooLargeError
        If the game does not fit in memory.

    Notes
    -----
    O(n + m) time.  The solution keeps 21 bytes per position, 25 where indices are in no order, and
    8 per move that pays.
    """
    game, over = given.graph, given.over()
    if given.given is None or given.weights is not None:
        return None
    check_game(game, 30, 8)
    values: Int64Array = np.where(over, given.given, 0)
    none: Int8Array = np.zeros(0, dtype=np.int8)
    owner = none if given.owner is None else np.where(over, FIRST, given.owner).astype(np.int8)
    moves, ranks, found, at = _points.solve(
        game.option_ptr,
        game.option_idx,
        np.zeros(0, np.int64) if given.points is None else given.points,
        owner,
        over.view(np.int8),
        values,
    )
    if found == 1:
        return None
    if found == 2:
        raise _too_large(given, at)
    whole_values: Any = values  # integers, where games of chance have float64
    solved = Solved(whole_values, whole_values, whole_values, np.asarray(moves))
    solved.order = None if ranks is None else np.asarray(ranks)
    return PointsSolution(given, solved)


def _too_large(given: ChanceGame, e: int) -> GraphGameError:
    """Return the error for a move whose worth has more than 64 bits."""
    game = given.graph
    u = int(np.searchsorted(np.asarray(game.option_ptr), e, side="right")) - 1
    move = f"{game.position(u)!r}, {game.position(int(game.option_idx[e]))!r}"
    paid = 0 if given.points is None else int(given.points[e])
    units = "" if given.scale == 1 else f" over the common denominator {given.scale}"
    return GraphGameError(
        f"points[{move}]: expected values below 2^63{units}, got one beyond it with the {paid} "
        "that this move pays; divide all scores and points by one number"
    )
