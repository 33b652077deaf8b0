"""Nim and its variants: who wins, and by which moves, for piles of any size.

Nim: `outcome`, which ``nim(3, 4, 5)`` gives, too; `winning_moves`; with ``most=k``, a move takes at
most k (bounded Nim).
Moore's Nim, where a move takes from several piles: `moore_outcome`, `moore_winning_moves`.
Staircase Nim: `staircase_outcome`, `staircase_winning_moves`.

One position is an iterable of non-negative integers of any size.  Many positions are the rows of an
array of integers of up to 64 bits, signed or not.  In normal play who cannot move loses, in misère
play who cannot move wins.

Notes
-----
The value of a pile p is p itself, in bounded Nim p mod (k + 1).  Normal play: a position is LOSE
iff the nim sum (exclusive or) of the values is 0.  Misère play: as normal play while some value is
2 or more, and then the opposite: LOSE iff the nim sum of the values, all 0 or 1, is 1.

Why, in misère play: a move changes one value.  If all values are 0 or 1, and stay so, it changes
the nim sum.  At nim sum 0 the player has such a move, unless the game is over, and won: take a 1
from a value of 1 or, if all values are 0, k of a pile, which holds k + 1 or more.  If one value is
2 or more, the player makes it 0 or 1, whichever leaves nim sum 1.  If several are, at least one is
left after the move that wins in normal play, and no move leads from nim sum 0 to nim sum 0.

References
----------
C. L. Bouton, "Nim, a game with a complete mathematical theory", Annals of Mathematics 3, 1901, for
Nim in both kinds of play.
E. H. Moore, "A generalization of the game called Nim", Annals of Mathematics 11, 1910.
T. S. Ferguson, "On sums of graph games with last player losing", International J. of Game Theory 3,
1974, for bounded misère Nim.
Y. Yamasaki, "On misère Nim-type games", J. of the Mathematical Society of Japan 32, 1980, for
misère play of games like these.

Examples
--------
>>> from graphgame import nim
>>> nim.outcome([3, 4, 5]), nim.winning_moves([3, 4, 5])
(<Outcome.WIN: 1>, [Move(component=0, to=1)])
>>> nim.winning_moves([1, 1, 2], play="misere")
[Move(component=2, to=1)]
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from types import ModuleType

from graphgame.arrays import overload, types
from graphgame.errors import advised
from graphgame.line import Move
from graphgame.nim import rules
from graphgame.outcome import Outcome

# May import: the top.
#   rules.py  the rules: of one position, and of many as an array

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, TypeAlias

    from graphgame.types import AnyArray, Int8Array, PlayName

    One: TypeAlias = Iterable[int]
    Many: TypeAlias = Sequence[Sequence[int]]
    Moves: TypeAlias = list[Move[int]]
    Arrays: TypeAlias = tuple[AnyArray, AnyArray, AnyArray]

__all__ = [
    "moore_outcome",
    "moore_winning_moves",
    "outcome",
    "staircase_outcome",
    "staircase_winning_moves",
    "winning_moves",
]


# -- Nim and bounded Nim --------------------------------------------------------------------------


@overload
def outcome(piles: AnyArray, *, play: PlayName = ..., most: int | None = ...) -> Any: ...
@overload
def outcome(piles: One, *, play: PlayName = ..., most: int | None = ...) -> Outcome: ...
@overload
def outcome(piles: Many, *, play: PlayName = ..., most: int | None = ...) -> Int8Array: ...
@advised
def outcome(
    piles: object, *, play: types.PlayName = "normal", most: int | None = None
) -> Outcome | types.Int8Array:
    """Return the outcome of a position of Nim, or of many.

    Parameters
    ----------
    piles : iterable of int, or (positions, n) array_like of int
        The sizes of the piles; or many positions of n piles, one per row.
    play : {"normal", "misere"}
    most : int, optional
        The most that a move may take: bounded Nim.

    Returns
    -------
    Outcome, or (positions,) int8 array, read-only
        `WIN` or `LOSE`, for the player to move.

    Raises
    ------
    GraphGameError
        If a pile is not an integer of 0 or more, in an array one of at most 64 bits.

    See Also
    --------
    winning_moves, moore_outcome, staircase_outcome

    Notes
    -----
    O(number of piles) operations on integers.

    Examples
    --------
    >>> outcome([1, 2, 3]), outcome([10**100, 1], play="misere")
    (<Outcome.LOSE: -1>, <Outcome.WIN: 1>)
    >>> outcome([[1, 2, 3], [3, 4, 5]]), outcome([4, 8], most=3)
    (array([-1,  1], dtype=int8), <Outcome.LOSE: -1>)
    """
    return rules.outcome(piles, play, most=most)


@overload
def winning_moves(piles: AnyArray, *, play: PlayName = ..., most: int | None = ...) -> Any: ...
@overload
def winning_moves(piles: One, *, play: PlayName = ..., most: int | None = ...) -> Moves: ...
@overload
def winning_moves(piles: Many, *, play: PlayName = ..., most: int | None = ...) -> Arrays: ...
@advised
def winning_moves(
    piles: object, *, play: types.PlayName = "normal", most: int | None = None
) -> list[Move[int]] | tuple[types.AnyArray, types.AnyArray, types.AnyArray]:
    """Return every winning move of a position of Nim, or of many.

    Parameters
    ----------
    piles, play, most
        As in `outcome`.

    Returns
    -------
    list of Move
        The index of the pile and its new size, in the order of the piles.  Each pile has at most
        one winning move.
    For many positions, three (moves,) arrays, read-only
        The index of the position and the index of the pile, both intp, and the new size of the
        pile, of the type of `piles`; in the order of the positions and then of the piles.

    See Also
    --------
    outcome, moore_winning_moves, staircase_winning_moves

    Notes
    -----
    O(number of piles) operations on integers.

    Examples
    --------
    >>> winning_moves([4, 1]), winning_moves([4, 1], play="misere")
    ([Move(component=0, to=1)], [Move(component=0, to=0)])
    >>> [pile for pile, size in winning_moves([3, 4, 5], most=3)]  # values 3, 0, 1
    [0, 1, 2]
    >>> winning_moves([[1, 2, 3], [3, 4, 5]])
    (array([1]), array([0]), array([1]))
    """
    return rules.winning_moves(piles, play, most=most)


# -- staircase Nim --------------------------------------------------------------------------------


@overload
def staircase_outcome(stairs: AnyArray, *, play: PlayName = ..., most: int | None = ...) -> Any: ...
@overload
def staircase_outcome(stairs: One, *, play: PlayName = ..., most: int | None = ...) -> Outcome: ...
@overload
def staircase_outcome(
    stairs: Many, *, play: PlayName = ..., most: int | None = ...
) -> Int8Array: ...
@advised
def staircase_outcome(
    stairs: object, *, play: types.PlayName = "normal", most: int | None = None
) -> Outcome | types.Int8Array:
    """Return the outcome of a position of staircase Nim, or of many.

    A move takes coins from one stair and puts them on the stair below.  From the first stair they
    go to the ground, where they stay.

    Parameters
    ----------
    stairs : iterable of int, or (positions, n) array_like of int
        The number of coins on each stair, the first stair first; or many positions, one per row.
    play, most
        As in `outcome`.

    Returns
    -------
    Outcome, or (positions,) int8 array, read-only

    See Also
    --------
    staircase_winning_moves, outcome

    Notes
    -----
    The first, third, fifth … stair are the piles of Nim, in either kind of play: coins that come
    down on one of these from above can be moved on at once, and the player who needs a move where
    all values are 0 finds one, if the game is not over, by which a value becomes 1.

    Examples
    --------
    >>> staircase_outcome([2, 7, 2]), staircase_outcome([0, 3], play="misere")
    (<Outcome.LOSE: -1>, <Outcome.WIN: 1>)
    """
    return rules.outcome(stairs, play, most=most, stairs=True)


@overload
def staircase_winning_moves(
    stairs: AnyArray, *, play: PlayName = ..., most: int | None = ...
) -> Any: ...
@overload
def staircase_winning_moves(
    stairs: One, *, play: PlayName = ..., most: int | None = ...
) -> Moves: ...
@overload
def staircase_winning_moves(
    stairs: Many, *, play: PlayName = ..., most: int | None = ...
) -> Arrays: ...
@advised
def staircase_winning_moves(
    stairs: object, *, play: types.PlayName = "normal", most: int | None = None
) -> list[Move[int]] | tuple[types.AnyArray, types.AnyArray, types.AnyArray]:
    """Return every winning move of a position of staircase Nim, or of many.

    Parameters
    ----------
    stairs, play, most
        As in `staircase_outcome`.

    Returns
    -------
    list of Move, or for many positions three (moves,) arrays, read-only
        The index of the stair that coins are taken from, 0 for the first, and how many stay there;
        as `winning_moves`.

    See Also
    --------
    staircase_outcome, winning_moves

    Notes
    -----
    O(number of stairs) operations on integers.

    Examples
    --------
    >>> staircase_winning_moves([1, 5, 3])  # or move two from the second stair to the first
    [Move(component=1, to=3), Move(component=2, to=1)]
    """
    return rules.winning_moves(stairs, play, most=most, stairs=True)


# -- Moore's Nim ----------------------------------------------------------------------------------


@overload
def moore_outcome(piles: AnyArray, k: int, *, play: PlayName = ...) -> Any: ...
@overload
def moore_outcome(piles: One, k: int, *, play: PlayName = ...) -> Outcome: ...
@overload
def moore_outcome(piles: Many, k: int, *, play: PlayName = ...) -> Int8Array: ...
@advised
def moore_outcome(
    piles: object, k: int, *, play: types.PlayName = "normal"
) -> Outcome | types.Int8Array:
    """Return the outcome of a position of Moore's Nim, or of many.

    A move takes from at least one pile and from at most k, any number but 0 from each.

    Parameters
    ----------
    piles, play
        As in `outcome`.
    k : int
        The most piles that a move takes from.

    Returns
    -------
    Outcome, or (positions,) int8 array, read-only

    See Also
    --------
    moore_winning_moves, outcome

    Notes
    -----
    Normal play: LOSE iff for each binary digit the number of piles that have it is a multiple of
    k + 1.  Misère play: the same while some pile is 2 or more, and then LOSE iff the number of ones
    leaves remainder 1: a LOSE with a pile of 2 or more has more than k such piles, so that every
    move leaves one, and the moves to a LOSE can be made digit by digit, see `moore_winning_moves`.
    O(n log k) operations on integers for n piles.

    There is no rule of this kind with a bound on what is taken from a pile: with up to two piles
    and one from each, (1, 1, 1, 2) has values 1, 1, 1, 0 and is a WIN.

    Examples
    --------
    >>> moore_outcome([1, 2, 3], 2), moore_outcome([5, 5, 5], 2)
    (<Outcome.WIN: 1>, <Outcome.LOSE: -1>)
    """
    return rules.outcome(piles, play, k=k)


@advised
def moore_winning_moves(
    piles: Iterable[int], k: int, *, play: types.PlayName = "normal"
) -> Iterator[tuple[Move[int], ...]]:
    """Iterate over all winning moves of a position of Moore's Nim.

    Parameters
    ----------
    piles : iterable of int
        One position.
    k, play
        As in `moore_outcome`.

    Returns
    -------
    iterator of tuple of Move
        Each move once: the piles that it takes from, as index and new size, in their order.

    See Also
    --------
    moore_outcome, winning_moves

    Notes
    -----
    There may be as many moves as there are ways to choose k piles, and more: ``next`` returns one
    of them, with a default None if there is none.  Each takes O(n b) operations for n piles of b
    binary digits; memory is O(n b) integers.

    Binary digits are settled from the highest.  At each, the piles that are lowered already take
    any digit, and of the others those with a 1 may take a 0, by which they are lowered.  As Moore
    proves, this can always be completed: no choice is a dead end.

    Examples
    --------
    >>> list(moore_winning_moves([1, 2, 2], 2))
    [(Move(component=1, to=1), Move(component=2, to=1))]
    >>> next(moore_winning_moves([10**30] * 3, 2), None) is None
    True
    """
    return rules.moore_moves(piles, k, play)


# -- the module, called ---------------------------------------------------------------------------


class _Nim(ModuleType):
    """The module: called with piles, it gives the outcome of the position."""

    def __call__(self, *piles: Any, **options: Any) -> Any:
        alone = len(piles) == 1 and hasattr(piles[0], "__iter__")
        return outcome(piles[0] if alone else piles, **options)


sys.modules[__name__].__class__ = _Nim
