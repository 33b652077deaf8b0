"""Nim and its variants: who wins, and by which moves, for piles of any size.

>>> from graphgame import nim
>>> nim.outcome([3, 4, 5]), nim.winning_moves([3, 4, 5])
(<Outcome.WIN: 1>, [(0, 1)])
>>> nim.winning_moves([1, 1, 2], play="misere")
[(2, 1)]

Nim: `outcome`, `winning_moves`; with ``most=k``, at most k are taken in a move (bounded Nim).
Moore's Nim, where a move takes from several piles: `moore_outcome`, `moore_winning_moves`.
Staircase Nim: `staircase_outcome`, `staircase_winning_moves`.

A position is an iterable of non-negative integers without any bound, or many positions are the rows
of an array of integers of up to 64 bits, signed or not.  In normal play who cannot move loses, in
misère play who cannot move wins.

Notes
-----
The value of a pile p is p itself, in bounded Nim p mod (k + 1).  Normal play: a position is LOSE
iff the nim-sum (exclusive or) of the values is 0.  Misère play: as normal play while some value is
2 or more, and then the other way round, LOSE iff the nim-sum of the values, all 0 or 1, is 1.

Why, in misère play: a move changes one value.  Where all are 0 or 1 and stay so, it changes the
nim-sum; the player at nim-sum 0 has such a move, unless the game is over, and won: take a 1 from a
value of 1 or, where all values are 0, k of a pile, which holds k + 1 or more.  Where one value is 2
or more, the player makes it 0 or 1, whichever leaves nim-sum 1.  Where several are, one at least is
left after the move that wins in normal play, and none leads from nim-sum 0 to nim-sum 0.

Sources: C. L. Bouton, "Nim, a game with a complete mathematical theory", Annals of Mathematics 3,
1901, for Nim in both kinds of play; E. H. Moore, "A generalization of the game called Nim", Annals
of Mathematics 11, 1910; T. S. Ferguson, "On sums of graph games with last player losing",
International J. of Game Theory 3, 1974, for bounded misère Nim; Y. Yamasaki, "On misère Nim-type
games", J. of the Mathematical Society of Japan 32, 1980, for misère play of games like these.
"""

from __future__ import annotations

from typing import overload

from graphgame.nim import rules

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Any, TypeAlias

    import numpy as np
    import numpy.typing as npt

    from graphgame.outcome import Outcome
    from graphgame.types import Int8Array

    IntpArray: TypeAlias = npt.NDArray[np.intp]
    Arrays: TypeAlias = tuple[IntpArray, IntpArray, npt.NDArray[Any]]
    Position: TypeAlias = Iterable[int]
    Positions: TypeAlias = Sequence[Sequence[int]]
    Move: TypeAlias = tuple[int, int]

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
def outcome(piles: npt.NDArray[Any], *, play: str = "normal", most: int | None = None) -> Any: ...
@overload
def outcome(piles: Position, *, play: str = "normal", most: int | None = None) -> Outcome: ...
@overload
def outcome(piles: Positions, *, play: str = "normal", most: int | None = None) -> Int8Array: ...
def outcome(piles: Any, *, play: str = "normal", most: int | None = None) -> Any:
    """Return the outcome of a position of Nim, or of many.

    Parameters
    ----------
    piles : iterable of int, or (k, n) array_like of int
        The sizes of the piles, or k positions of n piles each, a row each.
    play : {"normal", "misere"}
    most : int, optional
        The most that may be taken in a move: bounded Nim.

    Returns
    -------
    Outcome, or (k,) int8 array, read-only
        `WIN` or `LOSE`, for the player to move.

    Raises
    ------
    GraphGameError
        If a pile is not an integer of 0 or more, in an array one of at most 64 bits.

    Notes
    -----
    O(number of piles) operations on integers.

    >>> outcome([1, 2, 3]), outcome([10**100, 1], play="misere")
    (<Outcome.LOSE: -1>, <Outcome.WIN: 1>)
    >>> outcome([[1, 2, 3], [3, 4, 5]]), outcome([4, 8], most=3)
    (array([-1,  1], dtype=int8), <Outcome.LOSE: -1>)
    """
    return rules.outcome(piles, play, most=most)


@overload
def winning_moves(
    piles: npt.NDArray[Any], *, play: str = "normal", most: int | None = None
) -> Any: ...
@overload
def winning_moves(
    piles: Position, *, play: str = "normal", most: int | None = None
) -> list[Move]: ...
@overload
def winning_moves(piles: Positions, *, play: str = "normal", most: int | None = None) -> Arrays: ...
def winning_moves(piles: Any, *, play: str = "normal", most: int | None = None) -> Any:
    """Return every winning move of a position of Nim, or of many.

    Parameters
    ----------
    piles, play, most
        As in `outcome`.

    Returns
    -------
    list of (int, int)
        The index of the pile and its new size, in the order of the piles; of each pile there is one
        winning move at most.
    For many positions, three (moves,) arrays, read-only
        The index of the position, the index of the pile, both intp, and the new size of the pile,
        of the type of `piles`; in the order of the positions and then of the piles.

    Raises
    ------
    GraphGameError
        As `outcome`.

    Notes
    -----
    O(number of piles) operations on integers.

    >>> winning_moves([4, 1]), winning_moves([4, 1], play="misere")
    ([(0, 1)], [(0, 0)])
    >>> winning_moves([3, 4, 5], most=3)  # values 3, 0, 1
    [(0, 1), (1, 2), (2, 3)]
    >>> winning_moves([[1, 2, 3], [3, 4, 5]])
    (array([1]), array([0]), array([1]))
    """
    return rules.winning_moves(piles, play, most=most)


# -- staircase Nim --------------------------------------------------------------------------------


@overload
def staircase_outcome(
    stairs: npt.NDArray[Any], *, play: str = "normal", most: int | None = None
) -> Any: ...
@overload
def staircase_outcome(
    stairs: Position, *, play: str = "normal", most: int | None = None
) -> Outcome: ...
@overload
def staircase_outcome(
    stairs: Positions, *, play: str = "normal", most: int | None = None
) -> Int8Array: ...
def staircase_outcome(stairs: Any, *, play: str = "normal", most: int | None = None) -> Any:
    """Return the outcome of a position of staircase Nim, or of many.

    A move takes coins from one stair and puts them on the stair below, from the first stair on the
    ground, where they stay.

    Parameters
    ----------
    stairs : iterable of int, or (k, n) array_like of int
        How many coins lie on each stair, the first stair first, or k positions, a row each.
    play, most
        As in `outcome`.

    Returns
    -------
    Outcome, or (k,) int8 array, read-only

    Raises
    ------
    GraphGameError
        As `outcome`.

    Notes
    -----
    The first, third, fifth … stair are the piles of Nim, in either kind of play: coins that come
    down on one of these from above can be moved on at once, and the player who needs a move where
    all values are 0 finds one, if the game is not over, by which a value becomes 1.

    >>> staircase_outcome([2, 7, 2]), staircase_outcome([0, 3], play="misere")
    (<Outcome.LOSE: -1>, <Outcome.WIN: 1>)
    """
    return rules.outcome(stairs, play, most=most, stairs=True)


@overload
def staircase_winning_moves(
    stairs: npt.NDArray[Any], *, play: str = "normal", most: int | None = None
) -> Any: ...
@overload
def staircase_winning_moves(
    stairs: Position, *, play: str = "normal", most: int | None = None
) -> list[Move]: ...
@overload
def staircase_winning_moves(
    stairs: Positions, *, play: str = "normal", most: int | None = None
) -> Arrays: ...
def staircase_winning_moves(stairs: Any, *, play: str = "normal", most: int | None = None) -> Any:
    """Return every winning move of a position of staircase Nim, or of many.

    Parameters
    ----------
    stairs, play, most
        As in `staircase_outcome`.

    Returns
    -------
    list of (int, int), or for many positions three (moves,) arrays, read-only
        The index of the stair that coins are taken from, 0 for the first, and how many it keeps; as
        `winning_moves`.

    Raises
    ------
    GraphGameError
        As `outcome`.

    Notes
    -----
    O(number of stairs) operations on integers.

    >>> staircase_winning_moves([1, 5, 3])  # or move two from the second stair onto the first
    [(1, 3), (2, 1)]
    """
    return rules.winning_moves(stairs, play, most=most, stairs=True)


# -- Moore's Nim ----------------------------------------------------------------------------------


@overload
def moore_outcome(piles: npt.NDArray[Any], heaps: int, *, play: str = "normal") -> Any: ...
@overload
def moore_outcome(piles: Position, heaps: int, *, play: str = "normal") -> Outcome: ...
@overload
def moore_outcome(piles: Positions, heaps: int, *, play: str = "normal") -> Int8Array: ...
def moore_outcome(piles: Any, heaps: int, *, play: str = "normal") -> Any:
    """Return the outcome of a position of Moore's Nim, or of many.

    A move takes from at least one pile and at most `heaps`, from each any number but 0.

    Parameters
    ----------
    piles, play
        As in `outcome`.
    heaps : int

    Returns
    -------
    Outcome, or (k,) int8 array, read-only

    Raises
    ------
    GraphGameError
        As `outcome`.

    Notes
    -----
    Normal play: LOSE iff each binary digit is 1 in a number of piles that `heaps` + 1 divides.
    Misère play: the same while some pile is 2 or more, and then LOSE iff the number of ones leaves
    remainder 1: a LOSE with a pile of 2 or more has more than `heaps` such piles, so that every
    move leaves one, and the moves to a LOSE can be made digit by digit, see `moore_winning_moves`.
    O(n log(heaps)) operations on integers for n piles.

    Together with a bound on what is taken from a pile there is no rule of this kind: with up to two
    piles and one from each, (1, 1, 1, 2) has values 1, 1, 1, 0 and is a WIN.

    >>> moore_outcome([1, 2, 3], 2), moore_outcome([5, 5, 5], 2)
    (<Outcome.WIN: 1>, <Outcome.LOSE: -1>)
    """
    return rules.outcome(piles, play, heaps=heaps)


def moore_winning_moves(
    piles: Position, heaps: int, *, play: str = "normal"
) -> Iterator[tuple[Move, ...]]:
    """Iterate over all winning moves of a position of Moore's Nim.

    Parameters
    ----------
    piles : iterable of int
        One position.
    heaps, play
        As in `moore_outcome`.

    Returns
    -------
    iterator of tuple of (int, int)
        Each move once: the piles that it changes, as index and new size, in their order.

    Raises
    ------
    GraphGameError
        As `outcome`.

    Notes
    -----
    There may be very many, up to as many as there are ways to choose `heaps` piles, and more:
    ``next`` gives one of them, or with a default None where there is none.  From one to the next it
    takes O(n b) operations for n piles of b binary digits; memory is O(n b) integers.

    Binary digits are settled from the highest.  At each, the piles that are lowered already take
    any digit, and of the others those with a 1 may take a 0, by which they are lowered; as Moore
    proves, this can always be completed, so that no choice is made in vain.

    >>> list(moore_winning_moves([1, 2, 2], 2))
    [((1, 1), (2, 1))]
    >>> next(moore_winning_moves([10**30] * 3, 2), None) is None
    True
    """
    return rules.moore_moves(piles, heaps, play)
