"""The certificate of heap games: is a table of values right?  NumPy only, no kernel, no solver.

A table is right if every value is the mex of the values of its options: by induction on the heap,
since options have smaller heaps.  The options come from the rule as the user gave it: numbers, a
code, the name of a game.  A proven period is checked against the theorem that it rests on, see
docs/periods.md.

Codes with any digits are checked by sets of sums that are made from all parts at once, where the
solver adds one part after another.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any, TypeAlias

import numpy as np

from graphgame.arrays import types
from graphgame.errors import VerificationError

# A Period, which is a tuple; a way is what is taken, how many heaps are left, and which.
Claim: TypeAlias = tuple[int, int, int, int | None, bool, int]
Way: TypeAlias = tuple[int, int, str]

# The entries of a block: heaps × values.
_BLOCK = 1 << 22
_LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"


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
        _check_period(g, period, rule.window)
    return True


def verify_rule(given: Sequence[Any], values: Any, period: Claim | None = None) -> bool:
    """Check values as `verify_values` does, of a function or of a code with any digits.

    The rule is ("from_rule", options, reach, parts) or ("octal", code).  A function is called again
    for 1 to n.  A code takes O(n² v j) time for values up to v and j heaps left, O(n³ v) where j
    has no bound.
    """
    g = np.asarray(values, dtype=np.int64)
    if given[0] == "from_rule":
        _check_function(given[1], g)
        parts, longest = given[3], given[2]
    else:
        added, digits, turn = _read(given[1])
        ways = _ways(added, digits, turn, len(g))
        _check_code(ways, g)
        counts = [j for _, j, _ in ways]
        free = not turn and all(mark == "" for _, _, mark in ways) and "+" not in given[1]
        parts = max(counts, default=0) if free and "*" not in given[1] else None
        longest = max([0, *(t for t, _, _ in ways)])
    if period is not None:

        def window(p: int, q: int, saltus: int) -> int:
            if parts is None or longest is None or saltus:
                return -1
            return _guy_smith(parts, longest, p, q)

        _check_period(g, period, window)
    return True


# -- sets of numbers, octal and hexadecimal codes -------------------------------------------------


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

    def check_mex(self, g: types.Int64Array) -> None:
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
        self, g: types.Int64Array, low: int, high: int, pairs: types.BoolArray, first: int
    ) -> types.BoolArray:
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

    def check_all_but(self, g: types.Int64Array) -> None:
        """Compare the table with the mex of the values of all smaller heaps but a few.

        The value x is reached from heap h unless all smaller heaps of value x are a forbidden
        number below h.  Heaps of one value stand together in `order`, ascending, so that a search
        counts those below h.
        """
        n1 = len(g)
        heaps = np.arange(n1)
        keys = np.sort(g * n1 + heaps)

        def smaller(x: types.Int64Array) -> types.Int64Array:
            """Count for each h the heaps below h of value x[h]."""
            below: types.Int64Array = np.searchsorted(keys, x * n1 + heaps) - np.searchsorted(
                keys, x * n1
            )
            return below

        # The value of the heap itself, and those of the heaps that it cannot become: -1 for none.
        rows = [np.concatenate((np.full(t, -1), g[: n1 - t])) for t in self.numbers if t <= n1]

        def forbidden(x: types.Int64Array) -> types.Int64Array:
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

    def window(self, p: int, q: int, saltus: int) -> int:
        """Return the last heap that must agree for a period to be proven; -1 without a theorem."""
        if self.name == "laskers_nim" and (p, q, saltus) == (1, 4, 4):
            return p + q
        if self.longest < 0 or (saltus and self.name != "all_but"):
            return -1
        if self.name == "all_but":
            # Heaps n to n + 2 k + 1 differ from those of a period before by the same saltus.
            return p + q + 2 * self.longest + 1
        if self.name != "octal":
            return p + q + self.longest - 1
        return _guy_smith(self.parts, self.longest, p, q)

    # -- a refusal ------------------------------------------------------------------------------

    def refuse(self, heap: int, g: types.Int64Array) -> None:
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


def _nim_sum(g: types.Int64Array, heaps: tuple[int, ...]) -> int:
    return int(np.bitwise_xor.reduce(g[list(heaps)])) if heaps else 0


def _pair_sums(
    g: types.Int64Array, low: int, high: int, width: int, *, unequal: bool
) -> types.BoolArray:
    """Return whether two heaps that are s together have the nim-sum x, for low <= s < high."""
    pairs = np.zeros((high - low, width), dtype=bool)
    rows = np.arange(low, high)
    for a in range(1, (high - 1) // 2 + 1):
        start = max(low, 2 * a + unequal)
        pairs[rows[start - low :] - low, g[a] ^ g[start - a : high - a]] = True
    return pairs


def _add_triples(
    g: types.Int64Array, pairs: types.BoolArray, reached: types.BoolArray, s: int
) -> None:
    """Add to each row the nim-sums of three heaps that are s, s + 1, … together."""
    values = np.arange(pairs.shape[1])
    high = s + len(reached)
    for a in range(1, (high - 1) // 3 + 1):
        start = max(s, 3 * a)
        reached[start - s :] |= pairs[start - a : high - a, values ^ g[a]]


# -- functions of one heap ------------------------------------------------------------------------


def _check_function(options: Callable[[int], Iterable[Any]], g: types.Int64Array) -> None:
    """Compare each value with the mex of the values of the options that are listed."""
    for heap, value in enumerate(g.tolist()):
        found = {}
        for option in options(heap) if heap else ():
            left = tuple(option) if np.iterable(option) else (option,)
            if any(not 0 <= part < heap for part in left):
                raise VerificationError(heap, [], "options that are smaller heaps", f"{left}")
            found[left] = int(np.bitwise_xor.reduce(g[list(left)])) if left else 0
        met = set(found.values())
        mex = next(x for x in range(len(met) + 1) if x not in met)
        if mex != value:
            listed = [(left, "value", x) for left, x in sorted(found.items())]
            raise VerificationError(heap, listed, f"value {mex}, the mex", f"value {value}")


# -- codes with any digits ------------------------------------------------------------------------


def _read(code: str) -> tuple[list[dict[Any, str]], list[dict[Any, str]], int]:
    """Read a code: digits that add, digits that take, and how many of these are repeated."""
    before, after = code.split(".")
    plain, _, repeated = after.rstrip("]").partition("[")
    left, first, turn = _split(before), _split(plain), _split(repeated)
    return left[-2::-1], [left[-1], *first, *turn], len(turn)


def _split(text: str) -> list[dict[Any, str]]:
    """Read digits: for each number of heaps, and "more", the mark that it has."""
    found = []
    for base, mark in re.findall(r"(\{[^}]*\}|&\d+;|\*|\w)([!?=]?)", text):
        digit: dict[Any, str] = {}
        if base == "*":
            digit = {0: mark, "more": mark}
        elif base[0] == "{":
            last = ""
            for number, own in re.findall(r"(\d+)([!?=]?)", base):
                digit[int(number)] = last = own or mark
            greatest = max(digit)
            last = digit[greatest]
            if base.endswith("+}"):
                digit["more"] = last
        else:
            bits = int(base[1:-1]) if base[0] == "&" else _LETTERS.index(base)
            digit = {j: mark for j in range(64) if bits >> j & 1}
        found.append(digit)
    return found


def _ways(
    added: list[dict[Any, str]], digits: list[dict[Any, str]], turn: int, n: int
) -> list[Way]:
    """List what may be taken or added, how many heaps may be left, and which, for heaps below n."""
    found: list[Way] = []
    numbers = [(-k - 1, digit) for k, digit in enumerate(added)]
    for t in range(n if turn else len(digits)):
        place = t if t < len(digits) else len(digits) - turn + (t - len(digits)) % turn
        numbers.append((t, digits[place]))
    for t, digit in numbers:
        counts = {j: mark for j, mark in digit.items() if j != "more"}
        if "more" in digit:
            counts |= dict.fromkeys(range(max(counts) + 1, n - t), digit["more"])
        found += [(t, j, mark if j > 1 else "") for j, mark in counts.items()]
    return found


def _check_code(ways: list[Way], g: types.Int64Array) -> None:
    """Compare each value with the mex of the values that the ways lead to."""
    most = max([0, *(-t for t, _, _ in ways)])
    width = 1 << int(2 * g.max(initial=0) + 1).bit_length()
    sums = _Sums(g, len(g) + most, width)
    reached = np.zeros((len(g), width + 1), dtype=bool)  # the last column is always free
    heaps = np.arange(len(g))
    for t, j, mark in ways:
        part = sums.sets(j, mark)
        fits = (heaps >= max(t, 1)) & (heaps - t < len(part))
        reached[fits, :width] |= part[heaps[fits] - t]
    mex = reached.argmin(axis=1)
    wrong = mex != g
    if wrong.any():
        heap = int(wrong.argmax())
        raise VerificationError(
            heap, [], f"value {mex[heap]}, the mex of its options", f"value {g[heap]}"
        )


class _Sums:
    """Sets of the values of so many heaps that are s together, for all s below `rows`."""

    def __init__(self, g: types.Int64Array, rows: int, width: int) -> None:
        self.g, self.rows, self.width = g, rows, width
        self.known: dict[tuple[int, str], types.BoolArray] = {}

    def sets(self, j: int, mark: str) -> types.BoolArray:
        """Return the sets for j heaps: all, or those that differ, or are equal, or not all so."""
        if (j, mark) not in self.known:
            self.known[j, mark] = self._made(j, mark)
        return self.known[j, mark]

    def _made(self, j: int, mark: str) -> types.BoolArray:
        found = np.zeros((self.rows, self.width), dtype=bool)
        columns = np.arange(self.width)
        if j == 0:
            found[0, 0] = True
        elif mark == "=":
            part = np.arange(1, min(len(self.g), -(-self.rows // j)))
            found[j * part, self.g[part] if j % 2 else 0] = True
        elif mark == "!":
            self._add_unequal(found, j)
        elif mark == "?" and j == 1:
            pass  # one heap is equal to itself
        else:
            fewer = self.sets(j - 1, mark)
            for a in range(1, min(len(self.g), self.rows)):
                found[a:] |= fewer[: self.rows - a, columns ^ self.g[a]]
                if mark == "?":  # to j - 1 equal heaps of another size
                    b = np.arange(1, min(len(self.g), -(-(self.rows - a) // (j - 1))))
                    b = b[b != a]
                    value = self.g[a] ^ (self.g[b] if (j - 1) % 2 else 0)
                    found[a + (j - 1) * b, value] = True
        return found

    def _add_unequal(self, found: types.BoolArray, j: int) -> None:
        """Add parts in descending order, each once."""
        levels = [np.zeros_like(found) for _ in range(j)] + [found]
        levels[0][0, 0] = True
        columns = np.arange(self.width)
        for a in range(min(len(self.g), self.rows) - 1, 0, -1):
            for fewer, more in reversed(list(pairwise(levels))):
                more[a:] |= fewer[: self.rows - a, columns ^ self.g[a]]


# -- periods --------------------------------------------------------------------------------------


def _check_period(
    g: types.Int64Array, claim: Claim, window: Callable[[int, int, int], int]
) -> None:
    """Check that the values up to `checked` fill the window of the theorem, and that all repeat.

    The window says of a pre-period, a period and a saltus which heap is the last that must agree.
    """
    p, q, saltus, last_exception, proven, checked = claim

    def refuse(heap: int, expected: str) -> None:
        shown = f"period {q} after {p}, checked to {checked}"
        raise VerificationError(heap, [], expected, shown)

    if not (proven and p >= 0 and q >= 1 and p + q <= checked < len(g)):
        refuse(p, "a proven period within the table")
    needed = window(p, q, saltus)
    if needed < 0:
        refuse(p, "no proven period, as there is no theorem for the game")
    if last_exception != (p - 1 if p else None):
        refuse(p, f"last exception {p - 1 if p else None}")
    agree = g[q:] == g[:-q] + saltus
    if not agree[p:].all():
        heap = p + int(agree[p:].argmin())
        refuse(p, f"value({heap} + {q}) = value({heap}) + {saltus}")
    if p and agree[p - 1]:
        refuse(p, f"a pre-period of at most {p - 1}")
    for part in range(1, q):
        if q % part == 0:
            step = g[p + part :] - g[p:-part]
            if (step == step[0]).all():
                refuse(p, f"a period of at most {part}")
    if checked < needed:
        refuse(p, f"heaps up to {needed} for the theorem")


def _guy_smith(parts: int, longest: int, p: int, q: int) -> int:
    """Return the window of games that ask for numbers of heaps alone; see docs/periods.md.

    Values agree from n0 to j n0 + (j - 1) q + k - 1 with those one period on; n0 is at least 1, and
    so is j, where no heap is left or no move is allowed.
    """
    return max(parts, 1) * (max(p, 1) + q) + longest - 1
