"""Sequences that grow: linear recurrences, and multiples of quadratic irrationals rounded down.

A sequence is the entries of a table of one index, or the lost positions of one, in ascending order.

References
----------
J. L. Massey, "Shift-register synthesis and BCH decoding", IEEE Transactions on Information Theory
15, 1969, for the shortest recurrence of a sequence.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from math import gcd, isqrt

import numpy as np

from graphgame.errors import GraphGameError
from graphgame.patterns.bases import Array
from graphgame.patterns.forms import Form, plus

# A prime; coefficients are small integers of either sign modulo it.
_PRIME = (1 << 61) - 1
_MOST_COEFFICIENT = 1000
# The longest recurrence, the terms that it is sought in, and the terms that may come before it.
_LONGEST = 8
_TERMS = 64
_SKIPPED = 8
# How many equations must hold, beyond those that the coefficients need, before claims are tested.
_SPARE = 2
# How far a sequence is followed beyond the table: the steps of a recurrence.
_STEPS = 1 << 16
# Terms that are compared first: most sequences differ from a claim among these.
_FIRST = 1 << 10
# The least terms of a claim on multiples, and how likely a chance agreement of one may be.
_LEAST_MULTIPLES = 16
_CHANCE = 0.005


def recurrence(terms: Array, fit: int) -> tuple[int, list[int]] | None:
    """Find the shortest recurrence of a sequence, which its first `fit` terms must settle.

    Returns
    -------
    (skipped, coefficients) or None
        ``terms[n]`` is the sum of ``coefficients[k] * terms[n - 1 - k]`` for all n from
        ``skipped + len(coefficients)`` on.
    """
    for skipped in range(min(_SKIPPED, fit) + 1):
        part = terms[skipped : min(fit, skipped + _TERMS)].tolist()
        c = _shortest([t % _PRIME for t in part])
        k = len(c)
        if not 0 < k <= _LONGEST or len(part) - 2 * k < _SPARE + skipped:
            continue
        c = [x - _PRIME if x > _PRIME // 2 else x for x in c]
        if max(map(abs, c)) > _MOST_COEFFICIENT or c[-1] == 0:
            continue
        if all(_recurs(terms[skipped:stop], c) for stop in (_FIRST, len(terms))):
            return skipped, c
    return None


def _recurs(terms: Array, c: list[int]) -> bool:
    """Return whether each term is the sum of those before it, with these coefficients."""
    k, n = len(c), len(terms)
    sums = sum(x * terms[k - 1 - m : n - 1 - m] for m, x in enumerate(c))
    return n <= k or bool((terms[k:] == sums).all())


def _shortest(s: Sequence[int]) -> list[int]:
    """Return the coefficients of the shortest recurrence modulo the prime (Berlekamp–Massey)."""
    c, b = [1], [1]
    length, since, last = 0, 1, 1
    for n, term in enumerate(s):
        error = (term + sum(c[k] * s[n - k] for k in range(1, min(len(c), length + 1)))) % _PRIME
        if error == 0:
            since += 1
            continue
        old, factor = c, error * pow(last, -1, _PRIME) % _PRIME
        c = c + [0] * (len(b) + since - len(c))
        for k, x in enumerate(b):
            c[k + since] = (c[k + since] - factor * x) % _PRIME
        if 2 * length <= n:
            length, b, last, since = n + 1 - length, old, error, 1
        else:
            since += 1
    return [-x % _PRIME for x in (c + [0] * length)[1 : length + 1]]


def recurrence_form(terms: Array, start: int, fit: int) -> Iterator[Form]:
    """Find a recurrence of the entries of a table, where they go on to grow."""
    ahead = terms[fit:]
    found = recurrence(terms, fit) if len(ahead) >= 3 else None
    if found is None or 2 * len(np.unique(ahead)) < len(ahead):
        return
    skipped, c = found
    if any(_is_arithmetic(terms[skipped:], q) for q in (len(c), len(c) - 1)):
        return  # a period, whose evidence is judged elsewhere
    text = _sum_text([f"a[n - {k + 1}]" for k in range(len(c))], c)
    first = start + skipped + len(c)
    sequence = _Followed(terms, c)
    cost = 1 + skipped + sum(1 + (abs(x) > 1) for x in c if x)
    yield Form(f"{text} from n = {first} on", cost, lambda n: sequence.term(n - start))


def _is_arithmetic(terms: Array, period: int) -> bool:
    """Return whether terms rise by the same each period."""
    if period == 0 or period >= len(terms):
        return period > 0
    rises = terms[period:] - terms[:-period]
    return bool((rises == rises[0]).all())


def recurrent_set(members: Array, start: int, stop: int, fit: int) -> Iterator[Form]:
    """Find a recurrence of the lost positions, whose gaps grow."""
    inside = int(np.count_nonzero(members < fit))
    if inside == len(members) or len(members) < 8:
        return
    gaps = np.diff(members)
    if 2 * gaps[: len(gaps) // 2].max() > gaps[-1]:
        return
    found = recurrence(members, inside)
    if found is None:
        return
    skipped, c = found
    sequence = _Followed(members, c)
    if sequence.term(len(members)) < stop:
        return
    text = _sum_text([f"m[k - {k + 1}]" for k in range(len(c))], c)
    shown = ", ".join(map(str, members[: skipped + len(c)]))
    cost = 1 + skipped + len(c) + sum(1 + (abs(x) > 1) for x in c if x)
    yield Form(
        f"{{x}} is one of m = {shown}, …, with m[k] = {text}",
        cost,
        lambda x: sequence.has(x, start),
    )


class _Followed:
    """A sequence that its recurrence continues: `more` are the last terms and those added."""

    def __init__(self, terms: Array, c: list[int]) -> None:
        self.terms, self.c = terms, c
        self.more: list[int] = terms[-len(c) :].tolist()
        self.before: int = len(terms) - len(self.more)

    def _add(self) -> None:
        if len(self.more) > _STEPS:
            most = len(self.terms) + _STEPS
            raise GraphGameError(f"index: expected one of the first {most} terms of a recurrence")
        self.more.append(sum(x * self.more[-1 - k] for k, x in enumerate(self.c)))

    def term(self, n: int) -> int:
        """Return a term."""
        if n < 0:
            raise GraphGameError(f"{n}: expected an index in the table, or ahead of it")
        while self.before + len(self.more) <= n:
            self._add()
        return int(self.terms[n]) if n < self.before else self.more[n - self.before]

    def has(self, x: int, start: int) -> bool:
        """Return whether an integer is a term, where terms ascend."""
        while self.more[-1] < x:
            before = self.more[-1]
            self._add()
            if self.more[-1] <= before:
                raise GraphGameError(f"{x}: expected an index below {before}, where terms descend")
        terms: Array | list[int] = self.terms if x < self.more[0] else self.more
        k = bisect_left(terms, x)
        return x >= start and k < len(terms) and bool(terms[k] == x)


def _sum_text(names: list[str], c: list[int]) -> str:
    """Write a sum of multiples, those of 0 left out."""
    text = ""
    for name, x in zip(names, c, strict=True):
        if x:
            term = name if abs(x) == 1 else f"{abs(x)}*{name}"
            text += (f" {'-' if x < 0 else '+'} " if text else "-" if x < 0 else "") + term
    return text


# -- multiples of quadratic irrationals -----------------------------------------------------------


@cache
def _irrationals() -> list[tuple[int, int, int, int, float]]:
    """Return (p + m sqrt(d)) / q as (cost, p, m² d, q, value), simplest first."""
    found = {}
    for d in (2, 3, 5, 6, 7, 10, 11, 13, 14, 15, 17, 19):
        for q in (1, 2, 3):
            for m in (1, 2):
                for p in range(-6, 7):
                    value = (p + m * d**0.5) / q
                    if value > 0 and gcd(gcd(p, m), q) == 1:
                        found[value] = (
                            abs(p) + 2 * (m - 1) + 2 * (q - 1) + d,
                            p,
                            m * m * d,
                            q,
                            value,
                        )
    return sorted(found.values())


def _multiple(p: int, d: int, q: int, k: int) -> int:
    """Return floor(k (p + sqrt(d)) / q) for k >= 0."""
    return (k * p + isqrt(k * k * d)) // q


def _multiples(p: int, d: int, q: int, first: int, n: int) -> Array:
    """Return `_multiple` of n integers k from `first` on."""
    if (first + n) ** 2 * d >= 1 << 62:
        return np.array([_multiple(p, d, q, k) for k in range(first, first + n)], dtype=object)
    k = np.arange(first, first + n)
    square = k * k * d
    root = np.sqrt(square).astype(np.int64)  # or one more, or one less
    root -= root * root > square
    root += (root + 1) * (root + 1) <= square
    found: Array = (k * p + root) // q
    return found


def _quadratic(terms: Array, first: int, fit: int) -> tuple[int, int, int] | None:
    """Find the irrational whose multiples from k = first on, rounded down, are a sequence.

    Those in question lie in an interval that the first `fit` terms leave.  They are tried from the
    simplest on, until there have been so many that one may lie there by chance.
    """
    settling = terms[first == 0 : fit]
    k = np.arange(max(first, 1), max(first, 1) + len(settling))
    low = float((settling / k).max(initial=0))
    high = float(((settling + 1) / k).min(initial=np.inf))
    if high - low > 1 or low > high:
        return None
    for rank, (_, p, d, q, value) in enumerate(_irrationals(), 1):
        if rank * (high - low) / 10 > _CHANCE:
            return None
        if low <= value <= high:
            parts = (terms[:_FIRST], terms)
            right = all((_multiples(p, d, q, first, len(t)) == t).all() for t in parts)
            return (p, d, q) if right else None
    return None


def multiples_form(terms: Array, start: int, fit: int) -> Iterator[Form]:
    """Find the entries that are multiples of n, or of a neighbour, rounded down."""
    if len(terms) < _LEAST_MULTIPLES or start < 0:
        return
    for shift in (0, 1, -1):
        if start + shift >= 0 and (found := _quadratic(terms, start + shift, fit)):
            x = "n" if shift == 0 else f"(n{plus(shift)})"
            rule = _shifted(found, shift)
            yield Form(f"floor({x} * {_text(*found)})", 3 + (shift != 0), rule)


def _shifted(found: tuple[int, int, int], shift: int) -> Callable[[int], int]:
    return lambda n: _multiple(*found, n + shift)


def multiples_set(members: Array, stop: int, fit: int) -> Iterator[Form]:
    """Find lost positions that are floor(k α) for k from 0 or 1 on."""
    inside = int(np.count_nonzero(members < fit))
    if len(members) < _LEAST_MULTIPLES or members[0] < 0 or inside == len(members):
        return
    first = 0 if members[0] == 0 else 1
    found = _quadratic(members, first, inside)
    if found is None or _multiple(*found, first + len(members)) < stop:
        return

    def rule(x: int) -> bool:
        # k is about x q / (p + sqrt(d)), within one of the quotient by a scaled integer.
        p, d, q = found
        scale = 1 << max(64, 2 * int(x).bit_length())
        k = max(first, int(x) * q * scale // (p * scale + isqrt(d * scale * scale)))
        return any(_multiple(*found, m) == x for m in range(max(first, k - 1), k + 3))

    yield Form(f"{{x}} is floor(k * {_text(*found)}) for some k >= {first}", 3, rule)


def _text(p: int, d: int, q: int) -> str:
    """Write (p + sqrt(d)) / q."""
    root = f"sqrt({d})"
    top = f"({p} + {root})" if p else root
    return top if q == 1 else f"{top}/{q}"
