"""The numbers that a heap game lets a player take: a finite set, a predicate, or a sequence."""

from __future__ import annotations

from _thread import RLock
from array import array
from bisect import bisect_right
from itertools import chain, compress, takewhile
from math import isqrt

from graphgame.checks import at_least_1
from graphgame.errors import GraphGameError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator


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
