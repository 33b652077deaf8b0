"""The certificate of games of one's own, and of codes with any digits.  NumPy only.

Values are checked from the function, or from the code read anew: by sets of sums that are made from
all parts at once, where the solver adds one part after another.
"""

from __future__ import annotations

import re
from itertools import pairwise

import numpy as np

from graphgame.errors import VerificationError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any

    from graphgame.types import BoolArray, Int64Array

    # A Period, which is a tuple; a way is what is taken, how many heaps are left, and which.
    Claim = tuple[int, int, int, int | None, bool, int]
    Way = tuple[int, int, str]

_LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def verify_rule(given: Sequence[Any], values: Any, period: Claim | None = None) -> bool:
    """Check a table of values of a function or a code, and the period that it proves.

    Parameters
    ----------
    given : sequence
        ("from_rule", options, reach, parts) or ("octal", code).
    values : (n + 1,) array_like of int
    period : Period, optional
        A proven period of these values.

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
    A function is called again for 1 to n.  A code takes O(n² v j) time for values up to v and j
    heaps left, O(n³ v) where j has no bound.
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
        _check_period(g, period, parts, longest)
    return True


def _check_function(options: Callable[[int], Iterable[Any]], g: Int64Array) -> None:
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


# -- codes ----------------------------------------------------------------------------------------


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


def _check_code(ways: list[Way], g: Int64Array) -> None:
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

    def __init__(self, g: Int64Array, rows: int, width: int) -> None:
        self.g, self.rows, self.width = g, rows, width
        self.known: dict[tuple[int, str], BoolArray] = {}

    def sets(self, j: int, mark: str) -> BoolArray:
        """Return the sets for j heaps: all, or those that differ, or are equal, or not all so."""
        if (j, mark) not in self.known:
            self.known[j, mark] = self._made(j, mark)
        return self.known[j, mark]

    def _made(self, j: int, mark: str) -> BoolArray:
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

    def _add_unequal(self, found: BoolArray, j: int) -> None:
        """Add parts in descending order, each once."""
        levels = [np.zeros_like(found) for _ in range(j)] + [found]
        levels[0][0, 0] = True
        columns = np.arange(self.width)
        for a in range(min(len(self.g), self.rows) - 1, 0, -1):
            for fewer, more in reversed(list(pairwise(levels))):
                more[a:] |= fewer[: self.rows - a, columns ^ self.g[a]]


# -- periods --------------------------------------------------------------------------------------


def _check_period(g: Int64Array, claim: Claim, parts: int | None, longest: int | None) -> None:
    """Check that the values up to `checked` fill the window of the theorem, and that all repeat."""
    p, q, saltus, last_exception, proven, checked = claim
    shown = f"period {q} after {p}, checked to {checked}"
    if parts is None or longest is None:
        raise VerificationError(p, [], "no proven period, as no theorem is at hand", shown)
    window = max(p, 1) * parts + parts * q + longest - 1
    if not (proven and saltus == 0 and p >= 0 and q >= 1 and window <= checked < len(g)):
        raise VerificationError(p, [], f"a proven period, and heaps up to {window}", shown)
    agree = g[q:] == g[:-q]
    if not agree[p:].all() or last_exception != (p - 1 if p else None):
        raise VerificationError(p, [], f"value(n + {q}) = value(n) from {p} on", shown)
    if p and agree[p - 1]:
        raise VerificationError(p, [], f"a pre-period of at most {p - 1}", shown)
    if any(q % part == 0 and (g[p + part :] == g[p:-part]).all() for part in range(1, q)):
        raise VerificationError(p, [], f"a shorter period than {q}", shown)
