"""A solved game of chance as arrays and functions, for pages and the terminal."""

from __future__ import annotations

import numpy as np

from graphgame.chance.bounds.rows import CHANCE, END
from graphgame.playing.dice import DICE
from graphgame.playing.game import Chance, SolvedGame

TYPE_CHECKING = False
if TYPE_CHECKING:
    from graphgame.chance.bounds.reading import Solved
    from graphgame.chance.bounds.rows import Rows
    from graphgame.chance.input.game import ChanceGame
    from graphgame.types import BoolArray, Float64Array, Int8Array


def solved_game(
    given: ChanceGame, rows: Rows, solved: Solved, values: Float64Array, *, ends: bool
) -> SolvedGame:
    """Return what pages and the terminal show of a solution.

    Where players alternate, each position is there twice: with player 0 to move, then with
    player 1.

    Parameters
    ----------
    given : ChanceGame
    rows : Rows
        Its moves as the solver takes them.
    solved : Solved
    values : (rows.n,) float64
        What the positions of the solver are worth, in numbers of the user.
    ends : bool
        Whether play surely ends.
    """
    game, owner, player = given.graph, given.owner, given.player
    n, over = game.n, rows.kind == END
    if owner is None:
        mover: Int8Array = np.repeat(np.array([0, 1], np.int8), n)
    else:
        mover = np.where(owner == CHANCE, DICE, owner).astype(np.int8)
    points = None if rows.points is None else rows.points / given.scale
    chance = Chance(values, rows.weights, rows.totals, points, given.has_scores, player, ends)
    return SolvedGame(
        rows.ptr,
        rows.idx,
        _outcomes(solved, mover, over, values, player),
        np.where(over, 0, -1).astype(np.int32),
        None if game.start is None else game._find(game.start),
        "normal",
        lambda v: game.position(v % n),
        game._find,
        mover,
        strategy=solved.moves,
        author=game._author,
        is_sure=True,
        chance=chance,
    )


def _outcomes(
    solved: Solved, mover: Int8Array, over: BoolArray, values: Float64Array, player: int
) -> Int8Array:
    """Return what is certain: by the graph, or the sign of the score of an end; else draws."""
    if solved.one is None or solved.zero is None:
        mine = np.where(over, np.sign(values), 0)
    else:
        mine = solved.one.astype(np.int8) - solved.zero
    turned = mover % 2 != player  # at dice, outcomes are those of player 0
    found: Int8Array = np.where(turned, -mine, mine).astype(np.int8)
    return found
