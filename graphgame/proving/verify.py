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
    attacks: types.AnyArray,
    moves: types.AnyArray,
    ranks: types.AnyArray | None,
    name: Callable[[int], object],
) -> None:
    """Check some nodes of a proof that one player can force a win, or of one that he cannot.

    Parameters
    ----------
    first : int
        The first node that is checked, of k.
    ptr : (k + 1,) int64
        The options of node first + i are ``options[ptr[i]:ptr[i + 1]]``, all that the rule gives.
    options : (m,) int64
        Nodes; -1 for an option that is none.
    ends : (k,) int8
        1 where play has ended and the attacker has won, 0 where he has not, `GOES_ON` elsewhere.
    attacks : (n,) bool
        Whether the attacker moves, at each node of the proof.
    moves : (n,) int
        The option that is enough, as a node; -1 where there is none.
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
    part = slice(first, first + k)
    over = ends != GOES_ON
    chooses = ~over & (attacks[part] == wins)
    sources = np.repeat(np.arange(k), np.diff(ptr))
    followed = (options == moves[part][sources]) & (options >= 0) & chooses[sources]

    def at_sources(flags: types.AnyArray) -> types.AnyArray:
        return np.bincount(sources[flags], minlength=k) > 0

    def refuse(wrong: types.AnyArray, expected: str, found: str) -> None:
        if wrong.any():
            raise VerificationError(name(first + int(wrong.argmax())), [], expected, found)

    refuse(
        over & (ends != wins),
        f"an end that the attacker has {'won' if wins else 'not won'}", "another one",
    )  # fmt: skip
    refuse(chooses & ~at_sources(followed), "a move to one of its options", "another one, or none")
    refuse(
        ~over & ~chooses & at_sources(options < 0),
        "all of its options in the proof",
        "some of them",
    )
    if ranks is not None:
        counted = followed | (~chooses[sources] & (options >= 0))
        falls = np.zeros(len(options), dtype=bool)
        falls[counted] = ranks[options[counted]] < ranks[part][sources[counted]]
        refuse(at_sources(counted & ~falls), "a rank above those of its moves", "another rank")
