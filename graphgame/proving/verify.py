"""The certificate of a proof: NumPy alone, without the search."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from graphgame.arrays import types
from graphgame.errors import VerificationError

# Stands for "play goes on" where others say whether the attacker has won.
GOES_ON = -1


def check_nodes(
    first: int,
    ptr: types.Int64Array,
    options: types.Int64Array,
    ends: types.Int8Array,
    moves: types.AnyArray | None,
    ranks: types.AnyArray | None,
    name: Callable[[int], object],
) -> None:
    """Check some nodes of a proof that one player can force a win, or of one that he cannot.

    Parameters
    ----------
    first : int
        The first node that is checked, of k at which the same player moves.
    ptr : (k + 1,) int64
        The options of node first + i are ``options[ptr[i]:ptr[i + 1]]``, all that the rule gives.
    options : (m,) int64
        Nodes; -1 for an option that is none.
    ends : (k,) int8
        1 where play has ended and the attacker has won, 0 where he has not, `GOES_ON` elsewhere.
    moves : (k,) int or None
        The option that is enough, as a node, -1 where play has ended; None where all options count.
    ranks : (n,) int or None
        In how many plies the attacker wins, at most; None in a proof that he does not.
    name : callable
        From a node to what errors call it.

    Raises
    ------
    VerificationError
        If a node is wrong.

    Notes
    -----
    A player for whom one option is enough has one in the proof, and of the other one all options
    are in it.  So play stays among the nodes while he follows it, and every end among them is as it
    should be.  Ranks fall with every move, so that play of a proof of a win does end.
    """
    k = len(ends)
    wins = ranks is not None
    over = ends != GOES_ON
    sources = np.repeat(np.arange(k), np.diff(ptr))

    def refuse(wrong: types.AnyArray, expected: str, found: str) -> None:
        if wrong.any():
            raise VerificationError(name(first + int(wrong.argmax())), None, expected, found)

    def at_sources(flags: types.AnyArray) -> types.AnyArray:
        return np.bincount(sources[flags], minlength=k) > 0

    refuse(
        over & (ends != wins),
        f"an end that the attacker has {'won' if wins else 'not won'}", "another one",
    )  # fmt: skip
    counted = options >= 0
    if moves is None:
        missing = at_sources(~counted)
        refuse(~over & missing, "all of its options in the proof", "some of them")
    else:
        counted &= options == moves[sources]
        refuse(~over & ~at_sources(counted), "a move to one of its options", "another one, or none")
        refuse(over & (moves >= 0), "no move, as play has ended", "one")
    if ranks is not None:
        rises = np.zeros(len(options), dtype=bool)
        rises[counted] = ranks[options[counted]] >= ranks[first + sources[counted]]
        refuse(at_sources(rises), "a rank above those of its moves", "another rank")
