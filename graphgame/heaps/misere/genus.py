"""The genus of sums of heaps: misère values beside heaps of Nim of size 2."""

from __future__ import annotations

from collections.abc import Iterable

from graphgame import checks
from graphgame.errors import TooLargeError
from graphgame.heaps.misere.search import HeapRules, Search, refuse_large
from graphgame.heaps.table import MOST_SEARCHED, components

# How many digits are found at first; more, where these do not tell how a genus goes on.
_FIRST_DIGITS = 12
_MOST_DIGITS = 254


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
        self.value: int = value
        self.digits: tuple[int, ...] = tuple(digits)

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
    most = checks.limit(limit)
    refuse_large(sizes, "heaps", most)
    return _genera(rule, [sizes], max(sizes, default=0), most)[0]


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
    most = checks.limit(limit)
    refuse_large([last], "n", most)
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
    from graphgame.heaps.misere.search import checked_moves

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
