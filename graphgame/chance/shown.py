"""A solved game of chance as arrays and functions, for pages and the terminal."""

from __future__ import annotations

import numpy as np

from graphgame.chance.reading import CHANCE, END
from graphgame.playing.game import Chance, SolvedGame

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphgame.chance.solution import ChanceSolution
    from graphgame.types import Float64Array, Int8Array, Int64Array

# Who moves where dice decide, among the players of a page.
DICE = 2


def solved_game(solution: ChanceSolution[Any], values: Float64Array) -> SolvedGame:
    """Return what pages and the terminal show of a solution.

    Where players alternate, each position is there twice: with player 0 to move, then with
    player 1.

    Parameters
    ----------
    solution : ChanceSolution
    values : (k,) float64
        What the positions of the solver are worth, in numbers of the user.
    """
    game, rows = solution.game, solution._rows
    n, ends = game.n, rows.kind == END
    if solution._owner is None:
        owner: Int8Array = np.repeat(np.array([0, 1], np.int8), n)
    else:
        owner = np.where(solution._owner == CHANCE, DICE, solution._owner).astype(np.int8)
    points = None if rows.points is None else rows.points / solution._scale
    if points is not None and solution.player:
        points = -points  # the players of the solver are exchanged
    chance = Chance(
        values, rows.weights, rows.totals, points, solution.has_scores, solution.player,
        solution._always_ends(),
    )  # fmt: skip
    return SolvedGame(
        rows.ptr,
        rows.idx,
        _outcomes(solution, owner, ends),
        np.where(ends, 0, -1).astype(np.int32),
        None if game.start is None else game._find(game.start),
        "normal",
        lambda v: game.position(v % n),
        game._find,
        owner,
        strategy=solution._solved.moves,
        author=game._author,
        is_sure=True,
        chance=chance,
    )


def _outcomes(solution: ChanceSolution[Any], owner: Int8Array, ends: Any) -> Int8Array:
    """Return what is certain: by the graph, or the sign of the score of an end; else draws."""
    solved = solution._solved
    if solved.one is None or solved.zero is None:
        pays: Int64Array = np.where(ends, solution._pays, 0)
        mine = np.sign(pays + int(solution.endless * solution._scale) * ends)
    else:
        mine = solved.one.astype(np.int64) - solved.zero
    turned = owner % 2 != solution.player  # at dice, outcomes are those of player 0
    found: Int8Array = np.where(turned, -mine, mine).astype(np.int8)
    return found
