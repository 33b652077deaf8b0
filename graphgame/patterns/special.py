"""Forms with a name in the literature: rulers, nim products, Welter, Euclid, r-Wythoff.

They have hardly any parameters: that they hold on a table that varies enough is the evidence.

References
----------
E. R. Berlekamp, J. H. Conway and R. K. Guy, "Winning Ways for your Mathematical Plays", 1982,
chapter 14, for coins that are turned and the Tartan theorem.  J. H. Conway, "On Numbers and Games",
1976, chapter 13, for Welter's game.  A. J. Cole and A. J. T. Davie, "A game based on the Euclidean
algorithm and a winning strategy for it", Mathematical Gazette 53, 1969, and G. Nivasch, "The
Sprague–Grundy function of the game Euclid", Discrete Mathematics 306, 2006.  A. S. Fraenkel, "How
to beat your Wythoff games' opponent on three fronts", American Mathematical Monthly 89, 1982.
"""

from __future__ import annotations

import re
from functools import cache, reduce
from itertools import combinations
from math import isqrt
from operator import xor

import numpy as np

from graphgame.patterns.bases import NAMES, bit_count, indices, zero_bits
from graphgame.patterns.forms import LEAST, Form, formulas
from graphgame.patterns.periods import least_period

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from graphgame.patterns.bases import Array, Ranges

# The least number of entries that are not the commonest one: in the table, and in the part that a
# claim is tested on.
_VARIED = 8
_VARIED_AHEAD = 4
# Entries below this have nim products that fit.
_MOST_FACTOR = 1 << 31


def is_varied(a: Array, fit: tuple[int, ...]) -> bool:
    """Return whether a table varies enough, both as a whole and where claims are tested."""
    ahead = np.ones(a.shape, dtype=bool)
    ahead[tuple(slice(k) for k in fit)] = False
    return _has_others(a.ravel(), _VARIED) and _has_others(a[ahead], _VARIED_AHEAD)


def _has_others(entries: Array, least: int) -> bool:
    """Return whether at least so many entries are not the commonest one.

    An entry that all but fewer than `least` are equal to has a majority in any 2 `least` of them.
    """
    values, counts = np.unique(entries[: 2 * least], return_counts=True)
    if counts.sum() - counts.max(initial=0) >= least:
        return True
    return len(values) > 0 and int(np.count_nonzero(entries != values[counts.argmax()])) >= least


def special_formulas(a: Array, ranges: Ranges, fit: tuple[int, ...]) -> Iterator[Form]:
    """Find named formulas of all entries; `fit` is the shape of the part that settles them."""
    if min(r.start for r in ranges) < 0 or a.dtype == object or not is_varied(a, fit):
        return
    if a.ndim == 1:
        yield from _named(a, ranges[0])
        return
    yield from _welter(a, ranges)
    if a.ndim == 2 and min(r.start for r in ranges) > 0:
        i, j = indices(ranges)
        if (_euclid(i, j) == a).all():
            yield Form("floor(|i/j - j/i|)", 2, _euclid)
    yield from _separable(a, ranges, fit)


def special_sets(lost: Array, ranges: Ranges, fit: tuple[int, ...]) -> Iterator[Form]:
    """Find named sets of lost positions."""
    if min(r.start for r in ranges) < 0 or lost.ndim == 1 or np.count_nonzero(lost) < LEAST:
        return
    ahead = lost.copy()
    ahead[tuple(slice(k) for k in fit)] = False
    if not ahead.any() or indices(ranges)[0].dtype == object:
        return
    if lost.ndim == 2:
        yield from _pairs(lost, ranges)
        yield from _near(lost, ranges)
        return

    def rule(*index: Any) -> Any:
        distinct, values = _welter_values(index)
        return distinct & (values == 0)

    if (rule(*indices(ranges)) == lost).all():
        shown = ", ".join(NAMES[lost.ndim])
        yield Form(f"{shown} differ and Welter's value of {shown} = 0", 3, rule)


def named_tables(index: tuple[Array, ...]) -> list[Array]:
    """Return the named tables for these indices, from 0 on: those of several indices."""
    if len(index) == 1 or index[0].dtype == object or min(int(x.min()) for x in index) < 0:
        return []
    found = [np.where(*_welter_values(index), -1), reduce(nim_product, index)]
    if len(index) == 2 and min(int(x.min()) for x in index) > 0:
        found.append(_euclid(*index))
    return found


# -- one index ------------------------------------------------------------------------------------


def _ruler(n: Any) -> Any:
    return n & -n


_NAMED: tuple[tuple[str, int, int, Callable[[Any], Any]], ...] = (
    ("the greatest power of 2 that divides {x}", 1, 1, _ruler),
    ("{x} xor floor({x}/2)", 2, 0, lambda n: n ^ n >> 1),
    ("2*{x} + bit count of {x} mod 2", 2, 0, lambda n: 2 * n + bit_count(n) % 2),
    ("2*{x} + (bit count of {x} + 1) mod 2", 3, 0, lambda n: 2 * n + (bit_count(n) + 1) % 2),
    ("the odd part of {x}", 1, 1, lambda n: n >> zero_bits(n)),
)


def _named(a: Array, along: range) -> Iterator[Form]:
    """Find formulas of bits, of n or of a neighbour."""
    n = indices((along,))[0]
    for shift in (0, 1, -1):
        x = "n" if shift == 0 else f"(n {'+-'[shift < 0]} 1)"
        for text, cost, least, rule in _NAMED:
            if along.start + shift >= least and (rule(n + shift) == a).all():
                yield Form(text.format(x=x), cost + (shift != 0), _shifted(rule, shift))


def _shifted(rule: Callable[[Any], Any], shift: int) -> Callable[[Any], Any]:
    return lambda n: rule(n + shift)


# -- several indices ------------------------------------------------------------------------------


def _welter_values(index: tuple[Any, ...]) -> tuple[Any, Any]:
    """Return whether the squares differ, and Welter's value of coins on them."""
    values = reduce(xor, index)
    distinct: Any = True
    for x, y in combinations(index, 2):
        t = x ^ y
        distinct = distinct & (t != 0)
        values = values ^ t ^ (t - 1)
    return distinct, values


def _welter(a: Array, ranges: Ranges) -> Iterator[Form]:
    """Find the values of Welter's game, with one entry wherever two coins would share a square."""
    distinct, values = _welter_values(indices(ranges))
    if a.ndim == 2 or distinct.all() or not (a == values)[distinct].all():
        return
    nowhere = np.unique(a[~distinct])
    if len(nowhere) > 1:
        return
    c = int(nowhere[0])

    def rule(*index: Any) -> Any:
        differ, value = _welter_values(index)
        return np.where(differ, value, c)

    shown = ", ".join(NAMES[a.ndim])
    yield Form(f"Welter's value of {shown}, or {c} where two are equal", 2, rule)


def _euclid(i: Any, j: Any) -> Any:
    return abs(i * i - j * j) // (i * j)


def _near(lost: Array, ranges: Ranges) -> Iterator[Form]:
    """Find the lost pairs of the game Euclid: the golden ratio is between their ratio and 1."""
    i, j = indices(ranges)
    text = "max(i, j) < min(i, j) * (1 + sqrt(5))/2"
    for condition, cost, equal in ((f"{text} and i != j", 3, False), (text, 2, True)):

        def rule(i: Any, j: Any, equal: bool = equal) -> Any:
            low, high = np.minimum(i, j), np.maximum(i, j)
            near = (2 * high - low) * (2 * high - low) < 5 * low * low
            return near & ((i != j) | equal)

        if (rule(i, j) == lost).all():
            yield Form(condition, cost, rule)


def _pairs(lost: Array, ranges: Ranges) -> Iterator[Form]:
    """Find the pairs of r-Wythoff: floor(k α) and r k more, α = (2 - r + sqrt(r² + 4)) / 2."""
    i, j = np.broadcast_arrays(*indices(ranges))
    apart = abs(i - j)[lost]
    if not apart.any():
        return
    r = int(apart[apart > 0].min())
    most = int(abs(i - j).max()) // r
    if r > 64:
        return
    lesser = np.array([_lesser(r, k) for k in range(most + 1)])
    turns, rest = np.divmod(abs(i - j), r)
    if (((rest == 0) & (np.minimum(i, j) == lesser[turns])) == lost).all():

        def rule(i: int, j: int) -> bool:
            turns, rest = divmod(abs(i - j), r)
            return rest == 0 and min(i, j) == _lesser(r, turns)

        if r == 1:
            text = "min(i, j) = floor(|i - j| * (1 + sqrt(5))/2)"
        else:
            text = f"|i - j| = {r}*k and min(i, j) = floor(k * {_slope(r)})"
        yield Form(text, 3 + (r > 1), rule)


def _slope(r: int) -> str:
    """Write (2 - r + sqrt(r² + 4)) / 2."""
    if r % 2:
        return f"({2 - r} + sqrt({r * r + 4}))/2"
    root = f"sqrt({r * r // 4 + 1})"
    return root if r == 2 else f"({1 - r // 2} + {root})"


def _lesser(r: int, k: int) -> int:
    """Return floor(k (2 - r + sqrt(r² + 4)) / 2)."""
    return (k * (2 - r) + isqrt(k * k * (r * r + 4))) // 2


# -- products and sums of functions of one index --------------------------------------------------


@cache
def _product(x: int, y: int) -> int:
    """Return the nim product of two numbers, by Fermat powers of 2 (Conway)."""
    if x < 2 or y < 2:
        return x * y
    half = 1
    while max(x, y) >> 2 * half:
        half *= 2
    mask = (1 << half) - 1
    (a, b), (c, d) = (x >> half, x & mask), (y >> half, y & mask)
    high, low = _product(a, c), _product(b, d)
    return (_product(a ^ b, c ^ d) ^ low) << half ^ low ^ _product(high, 1 << (half - 1))


def nim_product(x: Any, y: Any) -> Any:
    """Return the nim product of integers, or of arrays of integers from 0 to 2^31 - 1."""
    if isinstance(x, int) and isinstance(y, int):
        return _product(x, y)
    total: Any = 0 * x ^ 0 * y
    for p in range(int(np.max(x)).bit_length()):
        for q in range(int(np.max(y)).bit_length()):
            total = total ^ (x >> p & 1) * (y >> q & 1) * _product(1 << p, 1 << q)
    return total


def _separable(a: Array, ranges: Ranges, fit: tuple[int, ...]) -> Iterator[Form]:
    """Find nim products, and nim-sums, of a function of each index (the Tartan theorem)."""
    if int(a.min()) < 0 or int(a.max()) >= _MOST_FACTOR:
        return
    ones = np.argwhere(a == 1)
    if len(ones):
        yield from _factored(a, ranges, fit, tuple(ones[0].tolist()), nim_product)
    origin = (0,) * a.ndim
    yield from _factored(a ^ a[origin], ranges, fit, origin, xor, int(a[origin]))


def _factored(
    a: Array,
    ranges: Ranges,
    fit: tuple[int, ...],
    at: tuple[int, ...],
    operation: Callable[[Any, Any], Any],
    more: int = 0,
) -> Iterator[Form]:
    """Find a function of each index, from the lines through one cell, that make the table."""
    places: list[Any] = [[*at[:p], slice(None), *at[p + 1 :]] for p in range(a.ndim)]
    lines = [a[tuple(place)] for place in places]
    if any((line == line[0]).all() for line in lines):
        return
    if (reduce(operation, np.ix_(*lines)) != a).any():
        return
    parts = []
    for line, along, settles in zip(lines, ranges, fit, strict=True):
        part = _line_form(line, along, settles)
        if part is None:
            return
        parts.append(part)
    shown = [re.sub(r"\bn\b", x, p.text) for p, x in zip(parts, NAMES[a.ndim], strict=True)]
    joint = (
        f"nim product of {' and '.join(shown)}"
        if operation is nim_product
        else " xor ".join(f"({t})" for t in shown) + (f" xor {more}" if more else "")
    )
    yield Form(joint, 2 + sum(p.cost for p in parts) + (more > 0), _joined(parts, operation, more))


def _joined(
    parts: list[Form], operation: Callable[[Any, Any], Any], more: int
) -> Callable[..., int]:
    def rule(*index: int) -> int:
        values = (int(p.rule(x)) for p, x in zip(parts, index, strict=True))
        return int(reduce(operation, values)) ^ more

    return rule


def _line_form(line: Array, along: range, settles: int) -> Form | None:
    """Return the simplest formula of a line, or None."""
    pure: dict[tuple[str, int | None], int | None] = {}
    for kind, word in (("period", line), ("arithmetic period", np.diff(line))):
        pair = least_period(word)
        pure[kind, 0] = pair[1] if pair and pair[0] == 0 and pair[1] <= settles else None
    found = [*formulas(line, (along,), (settles,), pure), *_named(line, along)]
    return min(found, key=lambda form: form.cost, default=None)
