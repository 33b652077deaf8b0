"""The certificate of arithmetic periods: whether a table proves that its values rise for ever.

NumPy only.  docs/periods.md states the theorem and proves it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

import numpy as np

from graphgame.arrays import types
from graphgame.errors import VerificationError

# A Period, which is a tuple; and what is taken, if so many heaps are left.
Claim: TypeAlias = tuple[int, int, int, int | None, bool, int]
Way: TypeAlias = tuple[int, int]

# The theorem looks at all triples of so many heaps.
_MOST_CLASSES = 256


def verify_arithmetic(code: str, values: Any, period: Claim) -> bool:
    """Check that the values of a game by its code prove an arithmetic period.

    The values themselves are checked by `verify_values`.

    Parameters
    ----------
    code : str
        Digits of at most 15: no move leaves more than three heaps.
    values : (n + 1,) array_like of int
    period : Period

    Raises
    ------
    VerificationError
        If the values do not repeat so, or do not prove it.

    Notes
    -----
    O(d c^3) time for d digits and c heaps of the pre-period and the period, doubled at most four
    times; O(c^2) memory.
    """
    p, q, saltus, last_exception, proven, checked = period
    g = np.asarray(values, dtype=np.int64)
    shown = f"period {q} with saltus {saltus} after {p}, checked to {checked}"
    if not (proven and p >= 0 and q >= 1 and saltus > 0 and p + q <= checked < len(g)):
        raise VerificationError(p, [], "a proven arithmetic period within the table", shown)
    rises = g[q:] - g[:-q] == saltus
    if not rises[p:].all() or last_exception != (p - 1 if p else None):
        expected = f"value(n + {q}) = value(n) + {saltus} from {p} on"
        raise VerificationError(p, [], expected, shown)
    if p and rises[p - 1]:
        raise VerificationError(p, [], f"a pre-period of at most {p - 1}", shown)
    for part in range(1, q):
        steps = g[p + part :] - g[p:-part]
        if q % part == 0 and (steps == steps[0]).all():
            raise VerificationError(p, [], f"a period of at most {part}", shown)
    if not 0 < window(ways(code), g, p, q, saltus) <= checked:
        raise VerificationError(p, [], "values that fulfil the conditions of the theorem", shown)
    return True


def ways(code: str) -> list[Way]:
    """Return the numbers that may be taken where so many heaps are left, by the digits."""
    before, _, after = code.strip().partition(".")
    digits = [int(digit, 16) for digit in (before or "0") + after.rstrip("0")]
    return [(t, j) for t, digit in enumerate(digits) for j in range(4) if digit >> j & 1]


def window(moves: Sequence[Way], g: types.Int64Array, p: int, q: int, saltus: int) -> int:
    """Return the last heap that the proof of an arithmetic period looks at; 0 if there is no proof.

    The values repeat so as far as they are known.
    """
    length, rise = (q, saltus) if q % 2 == 0 else (2 * q, 2 * saltus)
    while max(p, 1) + length <= _MOST_CLASSES:
        theorem = _Theorem(moves, g, max(p, 1), length, rise)
        if theorem.last >= len(g):
            return 0
        if theorem.excludes() and theorem.attains():
            return theorem.last
        length, rise = 2 * length, 2 * rise
    return 0


class _Theorem:
    """The conditions of the theorem, for a pre-period p >= 1 and an even period.

    Heaps are 1 to p + length - 1.  Those from p on are *large*: each stands for all that are longer
    by multiples of the period.

    Attributes
    ----------
    last : int
        The last heap whose value is looked at.
    """

    def __init__(
        self, moves: Sequence[Way], g: types.Int64Array, p: int, length: int, rise: int
    ) -> None:
        self.moves, self.g, self.p, self.length, self.rise = moves, g, p, length, rise
        self.low = (rise & -rise) - 1  # bits that the saltus does not change
        self.heaps = np.arange(1, p + length)
        self.longest = max((t for t, _ in moves), default=0)
        self.first = 3 * (p + length) + self.longest
        self.last: int = self.first + length - 1

    # -- no option has the value of its heap ----------------------------------------------------

    def excludes(self) -> bool:
        """Return whether no heap has an option of its own value, one of whose heaps is large."""
        heaps = self.heaps
        values, large = self.g[heaps], heaps >= self.p
        small = np.where(large, 0, values)
        first = heaps, values, values, small, small, large.astype(np.int64)
        for t, j in self.moves:
            for others in self._others(j):
                size, total, small_total, count = (first[k] + others[k] for k in (0, 1, 3, 5))
                xor, small_xor = (first[k] ^ others[k] for k in (2, 4))
                bound = small_total + small_xor
                if self._may_meet(size + t, total, xor, bound, count).any():
                    return False
        return True

    def _others(self, j: int) -> Iterator[tuple[Any, ...]]:
        """Yield the other heaps of moves that leave j.

        Their sizes; the sums and nim-sums of their values, and of those that are not large; and how
        many are large.
        """
        heaps, g = self.heaps[:, None], self.g
        values, large = g[heaps], heaps >= self.p
        small = np.where(large, 0, values)
        if j == 1:
            yield (0,) * 6
        elif j == 2:
            yield heaps, values, values, small, small, large.astype(np.int64)
        elif j == 3:
            for heap in self.heaps.tolist():
                value, is_large = int(g[heap]), heap >= self.p
                own = 0 if is_large else value
                yield (
                    heaps + heap, values + value, values ^ value, small + own, small ^ own,
                    large + int(is_large),
                )  # fmt: skip

    def _may_meet(
        self,
        size: types.Int64Array,
        total: types.Int64Array,
        xor: types.Int64Array,
        bound: types.Int64Array,
        count: types.Int64Array,
    ) -> types.BoolArray:
        """Return where heaps may have the nim-sum that is the value of a heap of their size.

        Sum minus nim-sum is even and not negative, and the same for all heaps that these stand for,
        if the value is.  With one large heap it is at most `bound`, the sum and the nim-sum of
        the values of the others: docs/periods.md has the proof.
        """  # fmt: skip
        turns = (size - self.p) // self.length
        value = self.g[size - turns * self.length] + turns * self.rise
        # A size below p stands for those that are longer by periods: turns is negative there.
        excess = total - value
        same = ((xor ^ value) & self.low) == 0
        met = (count > 0) & (excess >= 0) & (excess % 2 == 0) & same
        found: types.BoolArray = met & ((count > 1) | (excess <= bound))
        return found

    # -- every lesser value is that of an option ------------------------------------------------

    def attains(self) -> bool:
        """Return whether the heaps of one period have options of all lesser values that go on."""
        least = int(self.g[self.heaps].max()) + 1
        exact = self._exact()
        for n in range(self.first, self.first + self.length):
            wanted = int(self.g[n])
            paired, risen, stable = (np.zeros(wanted + 1, dtype=bool) for _ in range(3))
            for t, j in self.moves:
                if j == 3:  # to any heap, and two that are equal
                    beside = np.arange(n - t - 2, 0, -2)
                    _mark(paired, self.g[beside])
                    _mark(risen, self.g[beside[beside >= self.p]])
                elif j == 2 and (n - t) % 2 == 0:  # to two that are equal
                    paired[0] = True
                sizes, low = exact[j]
                rest = n - t - sizes
                _mark(stable, self.g[rest[rest >= self.p]] ^ low[rest >= self.p])
            fixed = least + self.rise
            if not (
                wanted >= fixed
                and paired[:fixed].all()
                and risen[least:fixed].all()
                and (stable | risen)[fixed:wanted].all()
            ):
                return False
        return True

    def _exact(self) -> dict[int, tuple[types.Int64Array, types.Int64Array]]:
        """Return for each number of heaps what may lie beside a large one.

        The sizes and nim-sums of j - 1 heaps that change no bit that the saltus changes.
        """
        none = np.zeros(1, dtype=np.int64)
        heaps, values = self.heaps, self.g[self.heaps]
        pairs, sums = heaps[:, None] + heaps, values[:, None] ^ values
        calm, both = values <= self.low, sums <= self.low
        found = np.unique(np.stack((pairs[both], sums[both])), axis=1)
        return {
            0: (none[:0], none[:0]),
            1: (none, none),
            2: (heaps[calm], values[calm]),
            3: (found[0], found[1]),
        }


def _mark(found: types.BoolArray, values: types.Int64Array) -> None:
    found[values[values < len(found)]] = True
