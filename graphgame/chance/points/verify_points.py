"""The certificate of a game without chance in which no position comes back: NumPy only, no solver.

- An end is worth its score, or 0 without one, and has no best move.
- Elsewhere no move is worth more to who moves than the value, and the best move is worth as much;
  no option of a lower index is.
- Ranks fall along all moves; without ranks, all indices fall along moves, or all of them rise.

So no play comes back, and values are right from the ends on, by induction.  Everything is compared
as integers of 64 bits; a sum that has more is refused.
"""

from __future__ import annotations

import numpy as np

from graphgame.errors import VerificationError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from graphgame.types import AnyArray, BoolArray, Int8Array, Int32Array, Int64Array

_LEAST = -(2**63)


def verify_points(
    blocks: Iterable[tuple[Int32Array, Int32Array, Int64Array | None]],
    owner: Int8Array | None,
    scores: tuple[Int64Array, Int64Array],
    values: Int64Array,
    moves: Int32Array,
    ranks: Int32Array | None,
) -> None:
    """Check that values, best moves and ranks are a proof, in O(n + m) time.

    Parameters
    ----------
    blocks : iterable of (sources, options, points)
        All moves; points is what they pay, to player 0, or to who moves where players alternate.
    owner : (n,) int8 or None
        Who moves, 0 or 1; None where players alternate.
    scores : (k,) int64, (k,) int64
        The positions at which play ends, although they may have options, and what these pay.
    values : (n,) int64
    moves : (n,) int32
    ranks : (n,) int32 or None

    Raises
    ------
    VerificationError
        If they are no proof: which position breaks a rule, what was expected and what was found.
    """
    n = len(values)
    scored: BoolArray = np.zeros(n, dtype=np.bool_)
    pays: Int64Array = np.zeros(n, dtype=np.int64)
    scored[scores[0]], pays[scores[0]] = True, scores[1]
    has_moves, attained = np.zeros(n, dtype=np.bool_), np.zeros(n, dtype=np.bool_)
    _refuse(values == _LEAST, range(n), values, "a value above -2^63")
    against: list[AnyArray] = []  # a move that does not fall, then one that does not rise
    for sources, options, points in blocks:
        has_moves[sources] = True
        kept = ~scored[sources]
        u, w = sources[kept], options[kept]
        worth, wide = _worth(values[w], None if points is None else points[kept], owner is None)
        mine = values[u]
        second = np.zeros(len(u), dtype=np.bool_) if owner is None else owner[u] == 1
        _refuse(wide, u, values, "moves that are worth a number of 64 bits")
        better = np.where(second, worth < mine, worth > mine)
        _refuse(better, u, values, "a value that no move is better than")
        equal = worth == mine
        _refuse(equal & (w < moves[u]), u, moves, "the best move of the lowest index")
        attained[u[equal & (w == moves[u])]] = True
        if ranks is not None:
            _refuse(ranks[w] >= ranks[u], u, ranks, "a rank above those of its options")
            continue
        if not against:
            against = [u[:0], u[:0]]
        against = [np.append(x, u[y])[:1] for x, y in zip(against, (w >= u, w <= u), strict=True)]
        if all(map(len, against)):
            raise _error(int(against[1][0]), "ranks where indices are in no order", "none")
    over = scored | ~has_moves
    _refuse(over & (values != pays), range(n), values, "the score of an end")
    _refuse(over & (moves != -1), range(n), moves, "no best move at an end")
    _refuse(~over & ~attained, range(n), moves, "a best move that is worth the value")


def _worth(
    after: Int64Array, points: Int64Array | None, alternate: bool
) -> tuple[Int64Array, BoolArray]:
    """Return what moves are worth by the values behind them, and which have more than 64 bits."""
    worth = -after if alternate else after
    if points is None:
        return worth, np.zeros(len(worth), dtype=np.bool_)
    total = worth + points  # wraps: then its sign is neither that of the one nor of the other
    return total, ((worth ^ total) & (points ^ total)) < 0


def _refuse(wrong: BoolArray, at: Any, found: AnyArray, expected: str) -> None:
    """Refuse the first position whose flag is set; found[v] is what it has."""
    if wrong.any():
        v = int(at[int(wrong.argmax())])
        raise _error(v, expected, str(found[v]))


def _error(v: int, expected: str, found: str) -> VerificationError:
    return VerificationError(v, [], expected, found)
