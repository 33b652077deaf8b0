"""The certificate of heap games: is a table of values right?  NumPy only, no kernel, no solver.

A table is right if every value is the mex of the values of its options: by induction on the heap,
since options have smaller heaps.  The options come from the rule as the user gave it: numbers, a
code, the name of a game.  A proven period is checked against the theorem that it rests on, see
docs/periods.md.
"""

from __future__ import annotations

import numpy as np

from graphgame.errors import VerificationError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Any

    from graphgame.types import BoolArray, Int64Array

    # A Period, which is a tuple.
    Claim = tuple[int, int, int, int | None, bool, int]

# The entries of a block: heaps × values.
_BLOCK = 1 << 22


def verify_values(given: Sequence[Any], values: Any, period: Claim | None = None) -> bool:
    """Check a table of values, and the period that it proves.

    Parameters
    ----------
    given : sequence
        The rule as the user gave it: a function of the catalogue and its arguments.
    values : (n + 1,) array_like of int
        The values of the heaps 0 to n.
    period : Period, optional
        A proven period of these values.  Its theorem needs no heap above n.

    Returns
    -------
    bool
        True.

    Raises
    ------
    VerificationError
        If a value is not the mex of those of its options, or the values do not prove the period.

    Notes
    -----
    For n heaps of values up to v: taking one of s numbers, O(n (s + v)) time; all numbers but s,
    O(n (s² + s log n)); splits into two heaps, O(n² + n t v), where t numbers may be taken; splits
    into three, O(n² v).  32 bytes per heap and 40 MB; splits into three take v bytes per heap more.
    """
    g = np.asarray(values, dtype=np.int64)
    rule = _Rule(given, len(g) - 1)
    # No value is above the number of moves in the longest game: 2 h - 1 where a heap h > 0 splits.
    wrong = (g < 0) | (g > 2 * np.arange(len(g)))
    if wrong.any():
        rule.refuse(int(wrong.argmax()), g)
    if rule.name == "all_but":
        rule.check_all_but(g)
    else:
        rule.check_mex(g)
    if period is not None:
        _check_period(rule, g, period)
    return True


class _Rule:
    """A rule as the user gave it, for the heaps 0 to n.

    Attributes
    ----------
    name : str
        The function of the catalogue.
    ways : list of (int, int)
        (t, j): take t if j heaps are left, none of them empty.  Taking one of a set of numbers is
        to leave one heap or none.
    longest : int
        The greatest number that the theorem of the rule names; -1 where there is no theorem.
    """

    def __init__(self, given: Sequence[Any], n: int) -> None:
        self.name, self.n = given[0], n
        argument: Any = [*given, ()][1]
        self.unequal, self.frozen = self.name == "grundys_game", -1
        self.longest = -1
        if self.name == "octal":
            before, _, after = argument.strip().partition(".")
            digits = [int(digit, 16) for digit in (before or "0") + after.rstrip("0")]
            self.ways = [(t, j) for t, d in enumerate(digits) for j in range(4) if d >> j & 1]
            self.longest = len(digits) - 1
        elif self.name in ("grundys_game", "couples_are_forever", "laskers_nim"):
            self.ways = [(0, 2)]
            self.frozen = 2 if self.name == "couples_are_forever" else -1
        else:
            numbers = argument if _is_finite(argument) else _members(argument, n)
            self.numbers = sorted(t for t in numbers if t <= n)
            self.ways = [(t, j) for t in self.numbers for j in (0, 1)]
            if _is_finite(argument):
                self.longest = max(argument, default=0)
        self.parts = max((j for _, j in self.ways), default=0)

    # -- the mex of every heap ------------------------------------------------------------------

    def check_mex(self, g: Int64Array) -> None:
        """Compare the table with the mex of the values of all options, a block of heaps at a time.

        reached[h - low, x] says whether a move leads from heap h to the value x, and
        pairs[s - first, x] whether two heaps that are s together have the nim-sum x.  For three
        heaps all pairs are kept, else those of the sums that a heap of the block leaves.
        """
        width = 1 << int(2 * g.max(initial=0) + 1).bit_length()
        first, pairs = 0, np.zeros((0, width), dtype=bool)
        back = max((t for t, j in self.ways if j == 2), default=0)
        for low in range(0, len(g), max(1, _BLOCK // width)):
            high = min(len(g), low + max(1, _BLOCK // width))
            if self.parts >= 2:
                kept = 0 if self.parts == 3 else max(0, low - back)
                more = _pair_sums(g, low, high, width, unequal=self.unequal)
                first, pairs = kept, np.concatenate((pairs[kept - first :], more))
            reached = self._reached(g, low, high, pairs, first)
            mex = reached.argmin(axis=1)
            wrong = mex != g[low:high]
            if wrong.any():
                self.refuse(low + int(wrong.argmax()), g)

    def _reached(
        self, g: Int64Array, low: int, high: int, pairs: BoolArray, first: int
    ) -> BoolArray:
        heaps = np.arange(low, high)
        reached = np.zeros((high - low, pairs.shape[1]), dtype=bool)
        if self.name == "laskers_nim":  # every smaller heap
            values, met = np.unique(g[:high], return_index=True)
            reached[:, values] = met < heaps[:, None]
        for t, j in self.ways:
            start = max(low, t + max(j, 1))  # the least heap that leaves j heaps
            if j == 0 and low <= t < high:
                reached[t - low, 0] = True
            elif j == 1 and start < high:
                reached[np.arange(start - low, high - low), g[start - t : high - t]] = True
            elif j == 2 and start < high:
                reached[start - low :] |= pairs[start - t - first : high - t - first]
            elif j == 3 and start < high:
                _add_triples(g, pairs, reached[start - low :], start - t)
        if low <= self.frozen < high:
            reached[self.frozen - low] = False
        return reached

    # -- all numbers but a few ------------------------------------------------------------------

    def check_all_but(self, g: Int64Array) -> None:
        """Compare the table with the mex of the values of all smaller heaps but a few.

        The value x is reached from heap h unless all smaller heaps of value x are a forbidden
        number below h.  Heaps of one value stand together in `order`, ascending, so that a search
        counts those below h.
        """
        n1 = len(g)
        heaps = np.arange(n1)
        keys = np.sort(g * n1 + heaps)

        def smaller(x: Int64Array) -> Int64Array:
            """Count for each h the heaps below h of value x[h]."""
            below: Int64Array = np.searchsorted(keys, x * n1 + heaps) - np.searchsorted(
                keys, x * n1
            )
            return below

        # The value of the heap itself, and those of the heaps that it cannot become: -1 for none.
        rows = [np.concatenate((np.full(t, -1), g[: n1 - t])) for t in self.numbers if t <= n1]

        def forbidden(x: Int64Array) -> Int64Array:
            return sum((row == x for row in rows), start=np.zeros(n1, dtype=np.int64))

        wrong = smaller(g) > forbidden(g)
        for row in rows:
            wrong |= (row >= 0) & (row < g) & (smaller(row) <= forbidden(row))
        # All other lesser values need a smaller heap: the last of the first heaps of 0 to g[h] - 1.
        values, met = np.unique(g, return_index=True)
        last = np.full(int(g.max(initial=0)) + 2, n1)
        last[values + 1] = met
        last[0] = -1
        wrong |= np.maximum.accumulate(last)[g] >= heaps
        if wrong.any():
            self.refuse(int(wrong.argmax()), g)

    # -- a refusal ------------------------------------------------------------------------------

    def refuse(self, heap: int, g: Int64Array) -> None:
        """Raise the error for a heap whose value is not the mex of its options."""
        found = {left: _nim_sum(g, left) for left in self.options(heap)}
        values = set(found.values())
        mex = next(x for x in range(len(values) + 1) if x not in values)
        raise VerificationError(
            heap,
            [(left, "value", value) for left, value in sorted(found.items())],
            f"value {mex}, the mex of its options",
            f"value {g[heap]}",
        )

    def options(self, heap: int) -> Iterator[tuple[int, ...]]:
        """Yield the options of a heap, each in descending order."""
        if self.name == "all_but":
            yield from ((k,) if k else () for k in range(heap) if heap - k not in self.numbers)
            return
        if self.name == "laskers_nim":
            yield from ((k,) if k else () for k in range(heap))
        for t, j in self.ways if heap != self.frozen else ():
            s = heap - t
            if s == 0 and j == 0:
                yield ()
            elif s > 0 and j == 1:
                yield (s,)
            elif j == 2:
                yield from ((s - a, a) for a in range(1, (s - self.unequal) // 2 + 1))
            elif j == 3:
                for a in range(1, s // 3 + 1):
                    yield from ((s - a - b, b, a) for b in range(a, (s - a) // 2 + 1))


def _is_finite(numbers: Any) -> bool:
    return isinstance(numbers, list | tuple)


def _members(numbers: Any, n: int) -> list[int]:
    """Return the members from 1 to n of an infinite set: a name, a predicate, or what was read."""
    if callable(numbers):
        return [t for t in range(1, n + 1) if numbers(t)]
    if not isinstance(numbers, str):
        return [int(t) for t in numbers.known]
    t = np.arange(n + 1)
    if numbers == "primes":
        prime = t > 1
        for p in range(2, int(n**0.5) + 1):
            prime[p * p :: p] = False
        return [int(p) for p in np.flatnonzero(prime)]
    powers: dict[str, Callable[[int], int]] = {
        "squares": lambda k: k**2,
        "cubes": lambda k: k**3,
        "triangular numbers": lambda k: k * (k + 1) // 2,
        "powers of 2": lambda k: 2 ** (k - 1),
        "powers of 3": lambda k: 3 ** (k - 1),
    }
    found, k = [], 1
    while powers[numbers](k) <= n:
        found.append(powers[numbers](k))
        k += 1
    return found


# -- sums of two and three heaps ------------------------------------------------------------------


def _nim_sum(g: Int64Array, heaps: tuple[int, ...]) -> int:
    return int(np.bitwise_xor.reduce(g[list(heaps)])) if heaps else 0


def _pair_sums(g: Int64Array, low: int, high: int, width: int, *, unequal: bool) -> BoolArray:
    """Return whether two heaps that are s together have the nim-sum x, for low <= s < high."""
    pairs = np.zeros((high - low, width), dtype=bool)
    rows = np.arange(low, high)
    for a in range(1, (high - 1) // 2 + 1):
        start = max(low, 2 * a + unequal)
        pairs[rows[start - low :] - low, g[a] ^ g[start - a : high - a]] = True
    return pairs


def _add_triples(g: Int64Array, pairs: BoolArray, reached: BoolArray, s: int) -> None:
    """Add to each row the nim-sums of three heaps that are s, s + 1, … together."""
    values = np.arange(pairs.shape[1])
    high = s + len(reached)
    for a in range(1, (high - 1) // 3 + 1):
        start = max(s, 3 * a)
        reached[start - s :] |= pairs[start - a : high - a, values ^ g[a]]


# -- periods --------------------------------------------------------------------------------------


def _check_period(rule: _Rule, g: Int64Array, claim: Claim) -> None:
    """Check that the values up to `checked` fill the window of the theorem, and that all repeat."""
    p, q, saltus, last_exception, proven, checked = claim
    if not (proven and p >= 0 and q >= 1 and p + q <= checked < len(g)):
        _refuse_period(claim, "a proven period within the table")
    if last_exception != (p - 1 if p else None):
        _refuse_period(claim, f"last exception {p - 1 if p else None}")
    agree = g[q:] == g[:-q] + saltus
    if not agree[p:].all():
        heap = p + int(agree[p:].argmin())
        _refuse_period(claim, f"value({heap} + {q}) = value({heap}) + {saltus}")
    if p and agree[p - 1]:
        _refuse_period(claim, f"a pre-period of at most {p - 1}")
    for part in range(1, q):
        if q % part == 0:
            step = g[p + part :] - g[p:-part]
            if (step == step[0]).all():
                _refuse_period(claim, f"a period of at most {part}")
    if checked < _window(rule, p, q, saltus):
        _refuse_period(claim, f"heaps up to {_window(rule, p, q, saltus)} for the theorem")


def _window(rule: _Rule, p: int, q: int, saltus: int) -> int:
    """Return the last heap that must agree for a period to be proven; see docs/periods.md."""
    if rule.name == "laskers_nim" and (p, q, saltus) == (1, 4, 4):
        return p + q
    if rule.longest < 0 or (saltus and rule.name != "all_but"):
        raise VerificationError(
            p, [], "no proven period, as there is no theorem for the game", f"period {q}"
        )
    if rule.name == "all_but":
        # Heaps n to n + 2 k + 1 differ from those of a period before by the same saltus.
        return p + q + 2 * rule.longest + 1
    if rule.name != "octal":
        return p + q + rule.longest - 1
    # Values agree from n0 to j n0 + (j - 1) q + k - 1 with those one period on; n0 is at least 1.
    n0, j = max(p, 1), max(rule.parts, 1)
    return j * n0 + j * q + rule.longest - 1


def _refuse_period(claim: Claim, expected: str) -> None:
    raise VerificationError(
        claim[0], [], expected, f"period {claim[1]} after {claim[0]}, checked to {claim[5]}"
    )
