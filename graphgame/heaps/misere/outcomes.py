"""Misère play of heap games by search: outcomes, moves, misère nim-values and genera of sums."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate, chain
from typing import Protocol, TypeAlias

import numpy as np

from graphgame import checks
from graphgame._kernel.buffer import Buffer
from graphgame.arrays import read_only, types
from graphgame.errors import ExplorationLimitError, GraphGameError, TooLargeError, advised
from graphgame.heaps.misere._search import HeapSums
from graphgame.heaps.table import MOST_SEARCHED, components
from graphgame.line import Move
from graphgame.outcome import LOSE, WIN, Outcome

# Heaps up to this one are compared: those without options are left out of sums, others stand for
# greater ones with the same options.  Any number of such heaps may lie about.
_COMPARED = 64
# What the kernel returns in place of a heap.
_DONE, _FULL = -1, -2
# How many digits are found at first; more, where these do not tell how a genus goes on.
_FIRST_DIGITS = 12
_MOST_DIGITS = 254

Heaps: TypeAlias = tuple[int, ...]  # in ascending order


class HeapRules(Protocol):
    """The rules of a game with heaps, where a move changes one heap."""

    def options(self, heap: int, /) -> Iterable[tuple[int, ...]]:
        """Return for each move from a heap the heaps that it leaves in its place."""
        ...


class Search:
    """Sums of the heaps of a rule, and what is known of them.

    Parameters
    ----------
    rule : object with ``options(heap)``
    largest : int
        The greatest heap.
    digits : int
        0 for outcomes, else how many digits of a genus are found.
    limit : int
        The most sums.
    """

    def __init__(self, rule: HeapRules, largest: int, limit: int, digits: int = 0) -> None:
        self._moves = checked_moves(rule)
        self._limit = limit
        self._stands: dict[int, int] = {0: 0}  # the least heap that has the same options
        self._unit = -1  # the least heap that is one of Nim of size 1
        met: dict[frozenset[Heaps], int] = {frozenset(): 0}
        for heap in range(1, min(largest, _COMPARED) + 1):
            options = frozenset(self._canonical(parts) for parts in self._moves(heap))
            self._stands[heap] = met.setdefault(options, heap)
            if options == {()}:
                self._unit = self._stands[heap]
        self.sums: HeapSums = HeapSums(digits, self._unit, limit)

    def _canonical(self, heaps: Iterable[int]) -> Heaps:
        """Return heaps that are equal to these, none of them 0, in ascending order.

        Two heaps that are Nim of size 1 are nothing together, in misère play too.
        """
        stands = self._stands
        left = sorted([x for heap in heaps if (x := stands.get(heap, heap))])
        if left.count(self._unit) > 1:
            units = left.count(self._unit)
            left = sorted([x for x in left if x != self._unit] + [self._unit] * (units % 2))
        return tuple(left)

    def solve(self, positions: Iterable[Iterable[int]]) -> tuple[types.Anything, types.Anything]:
        """Solve sums, and return them as the kernel takes them."""
        given = flat([self._canonical(heaps) for heaps in positions])
        while (wanted := self.sums.search(*given)) != _DONE:
            if wanted == _FULL:
                counts = self.sums.count + 1, self.sums.expanded, self.sums.moves
                raise ExplorationLimitError(self._limit, *counts)
            if wanted < 0:
                raise TooLargeError("heaps: expected values below 65535, found a greater one")
            found = dict.fromkeys(self._canonical(parts) for parts in self._moves(wanted))
            # Moves that leave no great heap first: the sums they lead to are soon solved.
            self.sums.load(wanted, *flat(sorted(found, key=_greatest)))
        return given

    def lost(self, positions: Iterable[Iterable[int]]) -> list[bool]:
        """Return which sums are lost."""
        return [*map(bool, memoryview(self.sums.losses(*self.solve(positions))))]

    def digits(self, positions: Iterable[Iterable[int]]) -> tuple[Buffer, Buffer]:
        """Return the digits of the genera of sums, and where they begin to repeat."""
        return self.sums.genera(*self.solve(positions))


def _greatest(heaps: Heaps) -> int:
    return heaps[-1] if heaps else 0


def flat(positions: Sequence[Heaps]) -> tuple[types.Anything, types.Anything]:
    """Return sums as the kernel takes them: where each ends, and the heaps of all."""
    ends = array("q", accumulate(map(len, positions), initial=0))
    return ends, array("i", chain.from_iterable(positions))


def _limit_for(greatest: int, what: str, limit: int) -> int:
    """Return the limit of positions; refuse a heap beyond it: its options may fill the memory."""
    most = checks.limit(limit)
    if greatest > most:
        raise TooLargeError(
            f"{what}: expected heaps of at most {most}, which is the limit of positions, "
            f"got {checks.shown(greatest)}"
        )
    return most


def checked_moves(rule: HeapRules) -> Callable[[int], tuple[Heaps, ...]]:
    """Return the function that asks the rule for what moves from a heap leave, and checks it."""
    options = getattr(rule, "options", None)
    if not callable(options):
        cure = f"; octal({rule!r}) is the game of a code" if isinstance(rule, str) else ""
        raise GraphGameError(
            f"rule: expected an object with options(heap), got {type(rule).__name__}{cure}"
        )

    def moves(heap: int) -> tuple[Heaps, ...]:
        what = f"options({heap})"
        found = options(heap)
        if not isinstance(found, Iterable):
            raise GraphGameError(f"{what}: expected a list of tuples of heaps, got {found!r}")
        checks.refuse_counts(found, what)
        checked = []
        for left in found:
            checks.refuse_uncounted(left, what)
            if not isinstance(left, Iterable):
                raise GraphGameError(f"{what}: expected tuples of heaps, got {left!r}")
            parts = tuple(checks.sizes(left, what))
            if max(parts, default=0) >= heap:
                raise GraphGameError(f"{what}: expected smaller heaps, got {parts}")
            checked.append(parts)
        return tuple(checked)

    return moves


# -- outcomes and misère nim-values ---------------------------------------------------------------


@advised
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


@advised
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


@advised
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
    search = Search(rule, last, _limit_for(last, "n", limit), digits=1)
    found = search.digits([heap] for heap in range(last + 1))[0]
    return read_only(np.asarray(found).astype(np.int32))


def _search(rule: HeapRules, sizes: list[int], limit: int, digits: int = 0) -> Search:
    largest = max(sizes, default=0)
    return Search(rule, largest, _limit_for(largest, "heaps", limit), digits)


# -- genera ---------------------------------------------------------------------------------------


class Genus:
    """The genus of a game: its Grundy value, and misère values beside heaps of Nim of size 2.

    Attributes
    ----------
    value : int
        The Grundy value in normal play.
    digits : tuple of int
        Digit k is the misère nim-value of the game together with k heaps of Nim of size 2; the last
        two digits repeat for ever.

    See Also
    --------
    misere_genus

    Examples
    --------
    >>> import graphgame as gg
    >>> genus = gg.octal("0.77").genus(5)
    >>> print(genus, genus.is_tame, genus.digit(7))
    4^146 False 4
    """

    def __init__(self, value: int, digits: Iterable[int]) -> None:
        self.value: int = checks.size(value, "value")
        self.digits: tuple[int, ...] = tuple(checks.sizes(digits, "digits"))
        if len(self.digits) < 2:
            raise GraphGameError(f"digits: expected at least 2, got {len(self.digits)}")

    @property
    def is_tame(self) -> bool:
        """Whether this is the genus of some heaps of Nim."""
        g = self.value
        return self.digits in ((g, g ^ 2), (1, 2, 0), (0, 3, 1)) and (
            self.digits == (g, g ^ 2) or g == (self.digits[0] ^ 1)
        )

    def digit(self, k: int) -> int:
        """Return the misère nim-value beside k heaps of Nim of size 2."""
        k = checks.size(k, "k")
        last = len(self.digits)
        return self.digits[k if k < last else last - 2 + (k - last) % 2]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Genus):
            return NotImplemented
        return (self.value, self.digits) == (other.value, other.digits)

    def __hash__(self) -> int:
        return hash((self.value, self.digits))

    def __str__(self) -> str:
        between = "" if max(self.digits) < 10 else ","
        return f"{self.value}^{between.join(map(str, self.digits))}"

    def __repr__(self) -> str:
        return f"<Genus {self}>"


@advised
def misere_genus(
    rule: HeapRules, heaps: int | Iterable[int], *, limit: int = MOST_SEARCHED
) -> Genus:
    """Return the genus of a heap, or of several heaps together.

    For a `HeapGame`, ``game.genus(heaps)`` is the same.

    Parameters
    ----------
    rule, heaps, limit
        As in `misere_outcome`.

    Returns
    -------
    Genus

    Raises
    ------
    GraphGameError
        As in `misere_outcome`.

    See Also
    --------
    misere_genera, misere_value, HeapGame.genus

    Notes
    -----
    The digits of a sum follow from those of its options, and each from the one before: all sums
    that can be reached are searched, as by `misere_value`.  Where every second digit of all options
    is the same from some place on, one such pair of the sum itself proves that its digits repeat.

    4 bytes for each heap of a sum, and 45 to 55 for the sum; all but 10.7 to 21.3 of them may be
    twice as many while the sums grow.  More where 12 digits do not tell how a genus goes on.

    References
    ----------
    J. H. Conway, "On Numbers and Games", 1976, chapter 12.
    E. R. Berlekamp, J. H. Conway and R. K. Guy, "Winning Ways for your Mathematical Plays", 1982,
    chapter 13.

    Examples
    --------
    >>> import graphgame as gg
    >>> misere_genus(gg.octal("0.77"), [5, 5])
    <Genus 0^120>
    """
    sizes = components(heaps)
    largest = max(sizes, default=0)
    return _genera(rule, [sizes], largest, _limit_for(largest, "heaps", limit))[0]


@advised
def misere_genera(rule: HeapRules, n: int, *, limit: int = MOST_SEARCHED) -> list[Genus]:
    """Return the genera of the single heaps 0 to n.

    For a `HeapGame`, ``game.genera(n)`` is the same.

    Parameters
    ----------
    rule, limit
        As in `misere_outcome`.
    n : int
        The greatest heap.

    Returns
    -------
    list of Genus

    Raises
    ------
    GraphGameError
        As in `misere_outcome`.

    See Also
    --------
    misere_genus, HeapGame.genera

    Notes
    -----
    All heaps are searched together, in about the time of the greatest by itself.

    Examples
    --------
    >>> import graphgame as gg
    >>> [str(genus) for genus in misere_genera(gg.octal("0.77"), 6)]
    ['0^120', '1^031', '2^20', '3^31', '1^031', '4^146', '3^31']
    """
    last = checks.size(n, "n")
    most = _limit_for(last, "n", limit)
    return _genera(rule, [[heap] for heap in range(last + 1)], last, most)


def _genera(rule: HeapRules, positions: list[list[int]], largest: int, limit: int) -> list[Genus]:
    digits = _FIRST_DIGITS
    while True:
        search = Search(rule, largest, limit, digits)
        buffers = search.digits(positions)
        found = memoryview(buffers[0]).tolist()
        starts = [x & 0xFF for x in memoryview(buffers[1])]
        if max(starts) <= digits:
            break
        if digits == _MOST_DIGITS:
            raise TooLargeError(
                f"heaps: expected a genus that repeats within {_MOST_DIGITS} digits, found none"
            )
        digits = min(2 * digits, _MOST_DIGITS)
    values = _normal_values(rule, {heap for sizes in positions for heap in sizes})
    genera = []
    for i, (sizes, start) in enumerate(zip(positions, starts, strict=True)):
        value = 0
        for heap in sizes:
            value ^= values[heap]
        genera.append(Genus(value, found[digits * i : digits * i + start + 2]))
    return genera


def _normal_values(rule: HeapRules, heaps: set[int]) -> dict[int, int]:
    """Return the Grundy values of heaps, and of those that moves from them leave."""
    moves = checked_moves(rule)
    values: dict[int, int] = {}
    waiting = sorted(heaps)
    while waiting:
        heap = waiting[-1]
        left = moves(heap) if heap not in values else ()
        wanted = {part for parts in left for part in parts} - values.keys()
        if wanted:
            waiting += sorted(wanted)
            continue
        waiting.pop()
        if heap in values:
            continue
        met = set()
        for parts in left:
            value = 0
            for part in parts:
                value ^= values[part]
            met.add(value)
        values[heap] = next(k for k in range(len(met) + 1) if k not in met)
    return values
