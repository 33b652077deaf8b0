"""The rules of heap games: what may be taken, what may be left, and how values are computed."""

from __future__ import annotations

from _thread import RLock
from array import array
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, compress, takewhile
from math import isqrt
from typing import Any

from graphgame.arrays import types
from graphgame.checks import at_least_1
from graphgame.errors import GraphGameError, TooLargeError
from graphgame.heaps.periods import Period, guy_smith, search
from graphgame.heaps.rules import _taking
from graphgame.heaps.table import Table

# The most options that are listed at once: sorting them takes 2 GiB.
_MOST_OPTIONS = 1 << 25


class Rule:
    """The interface of every rule.

    Attributes
    ----------
    text : str
        The Python expression that makes the game.
    name : str or None
        The name of the game in the literature.
    given : list
        The rule as the user gave it: the function of the catalogue, and its arguments.  The
        certificate starts from it.
    spec : list or None
        The same in JSON, for files; None where a function or an iterator is part of the rule.
    parts : int
        The most heaps that a move leaves of one: 1, 2 or 3.
    provable : bool
        Whether every period, arithmetic or not, is proven by a table that is long enough.
    """

    bounded: bool = True  # is no value of a heap n above 2 n, since no game from it is longer?
    general: bool = False  # is it a function, or a code with other digits than 0 to F?

    text: str
    name: str | None = None
    given: list[Any]
    spec: list[Any] | None
    parts: int
    provable: bool
    has_pairs = False  # whether moves leave two heaps at most, and some two

    def best_mask(
        self, values: types.Array | memoryview, count: int, width: int
    ) -> tuple[int, int, int]:
        """Return the mask that makes the fewest heaps rare, their number, and the parity or -1."""
        raise NotImplementedError

    def extend(self, table: Table, upto: int) -> None:
        """Compute the values of the heaps up to upto - 1; the table has room for them."""
        raise NotImplementedError

    def work(self, values: types.Array, count: int) -> int:
        """Estimate the operations of a table of `count` values for as many more.

        An operation takes about a nanosecond.  The estimate depends on these values alone, so that
        a bound on it means the same on every machine, whatever has been asked before.
        """
        raise NotImplementedError

    def options(self, heaps: types.Int64Array) -> tuple[types.Int64Array, types.Int64Array]:
        """Return all options of many heaps.

        Parameters
        ----------
        heaps : (k,) int64

        Returns
        -------
        owners : (m,) int64
            Which of the heaps, from 0 to k - 1, has the option.
        rows : (m, parts) int64
            The heaps that are left, in descending order, then zeros.  A row may occur twice.
        """
        raise NotImplementedError

    def plain(self, most: int) -> dict[str, Any]:
        """Return the rule for heaps up to `most` as data for a page.

        Returns
        -------
        dict
            ``takes``, four lists: the numbers that may be taken where 0 to 3 heaps are left;
            ``tail``, from where on any number may be taken if one heap or none is left, 0 for
            nowhere; ``unequal`` and ``frozen`` as of `Splitting`.
        """
        raise NotImplementedError

    def bounds(self) -> tuple[int, int] | None:
        """Return the most tokens that a move takes and the most heaps that it leaves.

        None where moves from great heaps depend on more than these two numbers.
        """
        return None

    def proof(self, table: Table) -> Period | None:
        """Return the period that the table proves, if any: by Guy and Smith, where bounds do."""
        bounds = self.bounds()
        return None if bounds is None else guy_smith(table, bounds[1], bounds[0])

    def guess(self, values: memoryview) -> Period | None:
        """Return the period of at least half of a table, three times, if it has one.

        Where a long table would prove every period, nothing is guessed.
        """
        if self.provable:
            return None
        for arithmetic in (False, True):
            found = search(values, parts=2, slack=0, proven=False, arithmetic=arithmetic)
            if found is None or 3 * found.period > len(values) - found.preperiod:
                continue
            if found.saltus >= 0:  # values that fall without end would be negative
                return found
        return None


class Taking(Rule):
    """Take a number of a set; what remains is one heap."""

    parts = 1

    def __init__(
        self,
        moves: FixedMoves | ListedMoves,
        text: str,
        given: list[Any],
        *,
        function: bool = False,
    ) -> None:
        self.moves: FixedMoves | ListedMoves = moves
        self.text: str = text
        self.given: list[Any] = given
        self.spec: list[Any] | None = None if function else given
        # The greatest number of a finite set; None for an infinite one.
        numbers: list[int] | None = getattr(moves, "numbers", None)
        self.greatest: int | None = None if numbers is None else max(numbers, default=0)
        self.provable: bool = numbers is not None

    def extend(self, table: Table, upto: int) -> None:
        """Use a register of heaps at a time while values are below 256, then one heap at a time."""
        moves = self.moves.upto(upto - 1)
        if table.width <= 256:
            table.widen(_taking.take_below(table.values, table.done, upto, moves))
        if table.count < upto:
            table.widen(256)
            _taking.take_one_by_one(table.values, table.done, upto, moves)

    def work(self, values: types.Array, count: int) -> int:
        """Count 8 heaps of a number, and of 32 values, as one operation; short moves by heap."""
        moves, ranges = self.moves.upto(2 * (count - 1)), 1 + greatest_value(values, count) // 32
        near = sum(move < 32 for move in moves[:32])
        return count * ranges * (near + len(moves) // (8 if ranges <= 8 else 1))

    def options(self, heaps: types.Int64Array) -> tuple[types.Int64Array, types.Int64Array]:
        """Return one option for each number up to the heap."""
        import numpy as np

        most = int(heaps.max(initial=0))
        numbers = np.array(self.moves.upto(most), dtype=np.int64)
        owners, k = ragged(np.searchsorted(numbers, heaps, "right"))
        return owners, (heaps[owners] - numbers[k]).reshape(-1, 1)

    def plain(self, most: int) -> dict[str, Any]:
        """Return the rule as data: any of the numbers may be taken."""
        numbers = self.moves.upto(most).tolist()
        return plain_rule([numbers, numbers, [], []])

    def bounds(self) -> tuple[int, int] | None:
        """Return the greatest number of a finite set, and one heap."""
        return None if self.greatest is None else (self.greatest, 1)

    def proof(self, table: Table) -> Period | None:
        """Search for a period that repeats over as many heaps as the greatest number.

        A value depends only on the values of so many smaller heaps.
        """
        if self.greatest is None:
            return None
        return search(table.view, parts=1, slack=self.greatest, proven=True)


class TakingAllBut(Rule):
    """Take any number that is not in a finite set; what remains is one heap."""

    parts = 1
    provable = True

    def __init__(self, kept: Sequence[int]) -> None:
        self.kept = kept
        self.text: str = f"all_but({set_text(kept)})"
        self.name = None if kept else "Nim"
        self.given: list[Any] = ["all_but", list(kept)]
        self.spec: list[Any] | None = self.given

    def extend(self, table: Table, upto: int) -> None:
        """Compute each value in as many steps as there are forbidden numbers."""
        kept = array("i", [k for k in self.kept if k < upto])
        _taking.take_all_but(table.values, table.done, upto, kept)

    def work(self, values: types.Array, count: int) -> int:  # noqa: ARG002 -- as of all rules
        """Count 8 operations for each heap and forbidden number."""
        return 8 * count * len(self.kept)

    def options(self, heaps: types.Int64Array) -> tuple[types.Int64Array, types.Int64Array]:
        """Return all smaller heaps but a few."""
        import numpy as np

        owners, left = ragged(heaps)
        allowed = np.isin(heaps[owners] - left, self.kept, invert=True)
        return owners[allowed], left[allowed].reshape(-1, 1)

    def plain(self, most: int) -> dict[str, Any]:
        """Return the rule as data: beyond the forbidden numbers, any may be taken."""
        tail = max(self.kept, default=0) + 1
        numbers = [t for t in range(1, min(tail, most + 1)) if t not in self.kept]
        return plain_rule([numbers, numbers, [], []], tail=tail)

    def proof(self, table: Table) -> Period | None:
        """Search for a period that repeats over 2 k + 1 differences.

        k is the greatest forbidden number.
        """
        window = 2 * max(self.kept, default=0) + 1
        return search(table.view, parts=1, slack=window, proven=True, arithmetic=True)


def ragged(counts: types.Int64Array) -> tuple[types.Int64Array, types.Int64Array]:
    """Return i and k for all k from 0 to counts[i] - 1, for all i; a negative count is 0."""
    import numpy as np

    counts = np.maximum(counts, 0)
    total = int(counts.sum(dtype=np.float64))  # a float cannot overflow
    if total > _MOST_OPTIONS:
        raise TooLargeError(f"options: expected at most {_MOST_OPTIONS} at once, got {total}")
    owners = np.repeat(np.arange(len(counts)), counts)
    return owners, np.arange(len(owners)) - np.repeat(counts.cumsum() - counts, counts)


def plain_rule(
    takes: list[list[int]], *, tail: int = 0, unequal: bool = False, frozen: int = 0
) -> dict[str, Any]:
    """Return a rule as data for a page: see `Rule.plain`."""
    return {"takes": takes, "tail": tail, "unequal": unequal, "frozen": frozen}


def greatest_value(values: types.Array, count: int) -> int:
    """Return the greatest of the first values of a table."""
    return int(max(memoryview(values)[:count]))  # type: ignore[arg-type]


def set_text(numbers: Iterable[int]) -> str:
    """Write a set of numbers as Python."""
    listed = ", ".join(map(str, numbers))
    return f"{{{listed}}}" if listed else "()"


# -- the numbers that may be taken: a finite set, a predicate, or a sequence -----------------------


class FixedMoves:
    """A finite set."""

    def __init__(self, numbers: Iterable[int]) -> None:
        self.numbers: list[int] = sorted(numbers)

    def upto(self, most: int) -> array[int]:
        """Return those up to `most`, ascending: as int32, or as int64 beyond it."""
        return array(_type(most), self.numbers[: bisect_right(self.numbers, most)])


class ListedMoves:
    """An infinite set, listed as far as it has been needed."""

    def __init__(self, more: Callable[[int, int], Iterable[int]]) -> None:
        # more(low, high) gives the members m with low < m <= high, ascending.
        self.more = more
        self.known: array[int] = array("i")  # as int64 once it was asked for numbers beyond int32
        self.listed: int = 0  # up to where
        self.lock: RLock = RLock()  # games may share them, and so may threads

    def upto(self, most: int) -> array[int]:
        """Return those up to `most`, ascending: as int32, or as int64 beyond it."""
        with self.lock:
            if most > self.listed:
                # Twice as far as asked for costs little, and a table that grows seldom asks.
                if self.known.typecode != _type(2 * most):
                    self.known = array("q", self.known)
                self.known.extend(self.more(self.listed, 2 * most))
                self.listed = 2 * most
            found = self.known[: bisect_right(self.known, most)]
            return found if found.typecode == _type(most) else array("i", found)


def _type(most: int) -> str:
    """Return the type of arrays of numbers up to `most`: int32 is what kernels take."""
    return "i" if most < 1 << 31 else "q"


def from_predicate(predicate: Callable[[int], object]) -> ListedMoves:
    """Return the numbers from 1 on that a predicate holds for."""
    return ListedMoves(lambda low, high: filter(predicate, range(low + 1, high + 1)))


def from_sequence(numbers: Iterator[int]) -> ListedMoves:
    """Return the numbers of an ascending sequence, which is read as far as it is needed."""
    held: list[int] = []  # read already, and too large until now

    def more(low: int, high: int) -> Iterator[int]:
        waiting = held.copy()
        held.clear()
        before = low
        for number in chain(waiting, numbers):
            checked = at_least_1(number, "numbers")
            if checked <= before:
                raise GraphGameError(
                    f"numbers: expected an ascending sequence, got {number!r} after {before}"
                )
            before = checked
            if checked > high:
                held.append(checked)
                return
            yield checked

    return ListedMoves(more)


# -- sets with a name: each gives the members m with low < m <= high ------------------------------


def _from_formula(formula: Callable[[int], int]) -> Callable[[int, int], Iterator[int]]:
    def more(low: int, high: int) -> Iterator[int]:
        # The formula is at least its argument, so that range is long enough.
        members = takewhile(high.__ge__, map(formula, range(1, high + 1)))
        return filter(low.__lt__, members)

    return more


def _primes(low: int, high: int) -> Iterator[int]:
    sieve = bytearray([1]) * (high + 1)
    sieve[:2] = bytes(2)
    for p in range(2, isqrt(high) + 1):
        if sieve[p]:
            sieve[p * p :: p] = bytes(len(range(p * p, high + 1, p)))
    return compress(range(low + 1, high + 1), memoryview(sieve)[low + 1 :])


NAMED: dict[str, Callable[[int, int], Iterator[int]]] = {
    "cubes": _from_formula(lambda k: k**3),
    "powers of 2": _from_formula(lambda k: 2 ** (k - 1)),
    "powers of 3": _from_formula(lambda k: 3 ** (k - 1)),
    "primes": _primes,
    "squares": _from_formula(lambda k: k * k),
    "triangular numbers": _from_formula(lambda k: k * (k + 1) // 2),
}
