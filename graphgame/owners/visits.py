"""Solve a game in which one player wants to visit targets for ever, and the other does not."""

from __future__ import annotations

import numpy as np

from graphgame.owners import _attractor, _buchi

TYPE_CHECKING = False
if TYPE_CHECKING:
    from graphgame.types import Array, BoolArray, Int8Array, Int32Array


def visit_for_ever(
    reverse: tuple[Array, Array], degrees: Array, owner: Array, targets: Int8Array, player: int
) -> tuple[BoolArray, Int32Array, Int32Array]:
    """Return where a player wins who wants to visit targets for ever, and both strategies.

    Parameters
    ----------
    reverse : (n + 1,) int64 and (m,) int32 array
        Predecessors of every position.
    degrees : (n,) int32 array
        Number of options of every position.  Who cannot move loses.
    owner : (n,) int8 array
    targets : (n,) int8 array
        1 at the targets, 0 elsewhere.
    player : {0, 1}

    Returns
    -------
    won : (n,) bool array
    strategy : (n,) int32 array
        A move where the owner wins, -1 elsewhere.
    rank : (n,) int32 array
        As of `OwnerSolution.rank`.
    """
    progress, moves = _buchi.lose(*reverse, degrees, owner, targets, player)
    rank, strategy = np.asarray(progress), np.asarray(moves)
    won: BoolArray = rank < 0
    ended = (np.asarray(degrees) == 0) & (np.asarray(owner) != player)
    entries = ((targets.view(np.bool_) | ended) & won).view(np.int8)
    nearest = _attractor.attract(*reverse, degrees, owner, entries, player)
    chosen = np.asarray(_attractor.choose(*reverse, owner, nearest, player, True))
    np.copyto(strategy, chosen, where=won)
    np.copyto(rank, np.asarray(nearest), where=won)
    return won, strategy, rank
