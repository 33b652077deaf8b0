"""`verify_chance`: check bounds of anybody, by the certificate, with ranks that are found first."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from graphgame.arrays import types
from graphgame.chance.bounds.reading import Solved, bound_ranks
from graphgame.chance.bounds.rows import FIRST, SECOND
from graphgame.chance.bounds.verify import verify_solved
from graphgame.chance.input.given import read_game
from graphgame.chance.input.weights import float_below
from graphgame.errors import GraphGameError, TooLargeError, advised

TYPE_CHECKING = False
if TYPE_CHECKING:
    from graphgame.chance.input.game import ChanceGame
    from graphgame.types import Int32Array

# Positions whose bounds are compared as fractions.
_MOST_EXACT = 20_000


@advised
def verify_chance(
    graph: object,
    lower: types.ArrayLike | Sequence[Fraction],
    upper: types.ArrayLike | Sequence[Fraction],
    best_moves: types.ArrayLike,
    *,
    owner: object = None,
    probabilities: object = None,
    points: object = None,
    scores: object = None,
    presets: object = None,
    endless: object = 0,
    player: int = 0,
    start: object = None,
) -> bool:
    """Check that bounds of the values of a game of chance are proven by the moves of both players.

    Of player 0, or of `player` in a game that is won or lost: where this player moves, the lower
    bound is at most what the best move is worth by it; where the other player moves, at most what
    every move is worth; at chance, at most the mean.  Where it is above what endless play is worth,
    ranks fall along the best moves, along all moves of the other player, and along some move of
    chance.  The upper bound is checked in the same way with the players exchanged.  All is compared
    as fractions in games of at most 20,000 positions; in larger ones means are rounded outward, and
    bounds need some room.

    Parameters
    ----------
    graph, owner, probabilities, points, scores, presets, endless, player, start
        The game, as of `solve_chance`.
    lower, upper : (n,) array_like of float
        Bounds, in terms of `ChanceSolution.values`; in games of at most 20,000 positions they may
        be fractions.
    best_moves : (n,) array_like of int
        The index of the best move of each position; -1 at chance and where play is over.

    Returns
    -------
    bool
        True.

    Raises
    ------
    VerificationError
        If they are no proof: which position breaks a rule, what was expected and what was found.
    GraphGameError
        As of `solve_chance`, or if an array has not n values.
    TooLargeError
        If there are more than 20,000 positions, and `endless` is not 0 or scores or points are no
        integers.

    See Also
    --------
    ChanceSolution.verify : Check a solution, with its ranks, and regions of what is certain.
    solve_chance

    Notes
    -----
    O(n + m) time.  The ranks are found by an attractor first, and checked then.

    Examples
    --------
    >>> import graphgame as gg
    >>> edges, who = [(0, 1), (0, 2)], [-1, 1, 0]
    >>> gg.verify_chance(edges, [0.5, 1, 0], [0.5, 1, 0], [-1] * 3, owner=who, probabilities=[1, 1])
    True
    """
    game = read_game(
        graph, owner=owner, probabilities=probabilities, points=points, scores=scores,
        presets=presets, endless=endless, player=player, start=start, limit=None, progress=False,
    )  # fmt: skip
    game.refuse_wide()
    n, rows = game.graph.n, game.for_solver()[0]
    given = {"lower": lower, "upper": upper, "best_moves": best_moves}
    arrays = {name: np.asarray(values) for name, values in given.items()}
    for name, array in arrays.items():
        fits = "iufO" if name != "best_moves" and n <= _MOST_EXACT else "iuf"
        if array.shape != (n,) or array.dtype.kind not in fits:
            raise GraphGameError(
                f"{name}: expected {n} numbers, one for every position, got an array of shape "
                f"{array.shape} of {array.dtype}"
            )
    claimed = [arrays["lower"], arrays["upper"]]
    moves: Int32Array = arrays["best_moves"].astype(np.int32)
    if game.owner is None:
        claimed = [np.concatenate([claimed[k], -claimed[1 - k]]) for k in (0, 1)]
        moves = np.concatenate([np.where(moves < 0, -1, moves + n), moves]).astype(np.int32)
    exact: dict[int, tuple[Fraction, Fraction]] = {}
    if n <= _MOST_EXACT:
        scaled = [_scaled(name, claimed[k], game) for k, name in enumerate(("lower", "upper"))]
        exact = dict(enumerate(zip(*scaled, strict=True)))
        low = np.array([float_below(x) for x in scaled[0]])
        high = np.array([-float_below(-x) for x in scaled[1]])
    elif game.endless == 0 and game.scale == 1:
        low, high = (x.astype(np.float64) for x in claimed)
    else:
        raise TooLargeError(
            f"graph: expected at most {_MOST_EXACT:,} positions where endless play is worth "
            f"something or scores are no integers, got {n:,}; ChanceSolution.verify checks more"
        )
    solved = Solved((low + high) / 2, low, high, moves, exact)
    solved.ranks = bound_ranks(rows, solved, FIRST), bound_ranks(rows, solved, SECOND)
    verify_solved(game, solved)
    return True


def _scaled(name: str, bounds: types.AnyArray, game: ChanceGame) -> list[Fraction]:
    """Return bounds as the solver knows them."""
    try:
        return [(Fraction(x) - game.endless) * game.scale for x in bounds.tolist()]
    except (TypeError, ValueError, OverflowError):
        raise GraphGameError(f"{name}: expected finite numbers, got others among them") from None
