"""Misère play of heap games, by explicit search: outcomes, moves and misère nim-values."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from graphgame import checks
from graphgame.arrays import read_only
from graphgame.heaps.misere.search import HeapRules, Search, refuse_large
from graphgame.heaps.table import MOST_SEARCHED, components
from graphgame.line import Move
from graphgame.outcome import LOSE, WIN, Outcome

TYPE_CHECKING = False
if TYPE_CHECKING:
    from graphgame import types
else:
    from graphgame.arrays import types


def misere_outcome(
    rule: HeapRules, heaps: int | Iterable[int], *, limit: int = MOST_SEARCHED
) -> Outcome:
    """Return the outcome of some heaps in misère play, where who cannot move wins.

    For a `HeapGame`, ``game.outcome(heaps, play="misere")`` is the same.

    Parameters
    ----------
    rule : object with ``options(heap)``
        Returns for each move from a heap the tuple of the heaps that it leaves, each smaller than
        the heap; ``()`` where nothing is left.
    heaps : int, or iterable of int
        The sizes of the heaps.
    limit : int
        The most positions.

    Returns
    -------
    Outcome
        `WIN` or `LOSE`, for the player to move.

    Raises
    ------
    ExplorationLimitError
        If there are more positions than `limit`.
    TooLargeError
        If a heap is greater than `limit`: its options alone may fill the memory.
    GraphGameError
        If a heap is not an integer of 0 or more, or a move leaves a heap that is not smaller.

    See Also
    --------
    misere_value, misere_values, misere_quotient, HeapGame.outcome

    Notes
    -----
    Multisets of heaps are searched, each once, until the outcome is known: in misère play no number
    says what a heap adds to a sum, as Grundy values do in normal play.  There may be as many as
    partitions of the numbers up to the total: 22,946 for a row of 40 in Kayles, 341,928 for a row
    of 60, which takes a second.  O(sums × moves) time; 4 bytes for each heap of a sum, and 24 to 34
    for the sum.  Of a game whose misère quotient is finite, that says who wins, of any heaps.

    Examples
    --------
    >>> class Kayles:  # take one pin or two neighbours
    ...     def options(self, row):
    ...         return [
    ...             tuple(part for part in (left, row - taken - left) if part)
    ...             for taken in (1, 2)
    ...             for left in range((row - taken) // 2 + 1)
    ...         ]
    >>> [str(misere_outcome(Kayles(), n)) for n in (1, 2, 3, 4)]
    ['LOSE', 'WIN', 'WIN', 'LOSE']
    >>> misere_outcome(Kayles(), [1, 2, 3])
    <Outcome.LOSE: -1>
    """
    sizes = components(heaps)
    return LOSE if _search(rule, sizes, limit).lost([sizes])[0] else WIN


def misere_winning_moves(
    rule: HeapRules, heaps: int | Iterable[int], *, limit: int = MOST_SEARCHED
) -> list[Move[tuple[int, ...]]]:
    """Return the moves to sums that are lost for the opponent in misère play.

    See `HeapGame.winning_moves`.
    """
    sizes = components(heaps)
    search = _search(rule, sizes, limit)
    moves, left = [], []
    for i, heap in enumerate(sizes):
        for parts in sorted({tuple(parts) for parts in rule.options(heap)}):
            moves.append(Move(i, parts))
            left.append([*sizes[:i], *sizes[i + 1 :], *parts])
    return [move for move, lost in zip(moves, search.lost(left), strict=True) if lost]


def misere_value(rule: HeapRules, heaps: int | Iterable[int], *, limit: int = MOST_SEARCHED) -> int:
    """Return the misère nim-value of a heap, or of several heaps together.

    For a `HeapGame`, ``game.value(heaps, play="misere")`` is the same.

    Parameters
    ----------
    rule, heaps, limit
        As in `misere_outcome`.

    Returns
    -------
    int
        The size of the Nim heap that makes a LOSE in misère play together with these heaps.  There
        is exactly one; it is 0 if and only if the heaps by themselves are a LOSE.

    Raises
    ------
    GraphGameError
        As in `misere_outcome`.

    See Also
    --------
    misere_outcome, misere_values, HeapGame.value

    Notes
    -----
    The misère nim-value of a position without options is 1, of any other the mex of those of its
    options; it is the first figure of the superscript of its genus.  The value of a sum does not
    follow from those of its heaps.  Positions are searched as by `misere_outcome`.

    References
    ----------
    J. H. Conway, "On Numbers and Games", 1976, chapter 12.
    E. R. Berlekamp, J. H. Conway and R. K. Guy, "Winning Ways for your Mathematical Plays", 1982,
    chapter 13.

    Examples
    --------
    >>> class Nim:
    ...     def options(self, heap):
    ...         return [(left,) if left else () for left in range(heap)]
    >>> [misere_value(Nim(), heap) for heap in (0, 1, 2, 3)], misere_value(Nim(), [2, 3])
    ([1, 0, 2, 3], 1)
    """
    sizes = components(heaps)
    return int(memoryview(_search(rule, sizes, limit, 1).digits([sizes])[0])[0])


def misere_values(rule: HeapRules, n: int, *, limit: int = MOST_SEARCHED) -> types.Int32Array:
    """Return the misère nim-values of the single heaps 0 to n.

    For a `HeapGame`, ``game.values(n, play="misere")`` is the same.

    Parameters
    ----------
    rule, limit
        As in `misere_outcome`.
    n : int
        The greatest heap.

    Returns
    -------
    (n + 1,) int32 array
        Read-only.

    Raises
    ------
    GraphGameError
        As in `misere_outcome`.

    See Also
    --------
    misere_value, HeapGame.values

    Notes
    -----
    All heaps are searched together, in about the time of the greatest by itself.

    Examples
    --------
    >>> class Nim:
    ...     def options(self, heap):
    ...         return [(left,) if left else () for left in range(heap)]
    >>> misere_values(Nim(), 4).tolist()
    [1, 0, 2, 3, 4]
    """
    last = checks.size(n, "n")
    most = checks.limit(limit)
    refuse_large([last], "n", most)
    search = Search(rule, last, most, digits=1)
    found = search.digits([heap] for heap in range(last + 1))[0]
    return read_only(np.asarray(found).astype(np.int32))


def _search(rule: HeapRules, sizes: list[int], limit: int, digits: int = 0) -> Search:
    most = checks.limit(limit)
    refuse_large(sizes, "heaps", most)
    return Search(rule, max(sizes, default=0), most, digits)
