"""Closed forms that a table may have: the finders behind `find_patterns`.

A form is a text and a function.  Everything here compares whole arrays: what is returned holds on
the whole table that was given.

Forms with a name in the literature have hardly any parameters: that they hold on a table that
varies enough is the evidence.

References
----------
E. R. Berlekamp, J. H. Conway and R. K. Guy, "Winning Ways for your Mathematical Plays", 1982,
chapter 14, for the Tartan theorem.  A. S. Fraenkel, "How to beat your Wythoff games' opponent on
three fronts", American Mathematical Monthly 89, 1982.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, partial, reduce
from itertools import count, islice, product, takewhile
from math import gcd, isqrt
from operator import add, xor
from typing import Any

import numpy as np

from graphgame.patterns.bases import (
    NAMES,
    Array,
    Base,
    Ranges,
    bases,
    indices,
    names,
    zero_bits,
)
from graphgame.patterns.periods import is_quiet, is_short_word, least_period

# The least number of arguments that a formula is compared at, and of members of a set.
LEAST = 4
# The most residues that a text lists.
_LISTED = 8
# The most indices ahead of a table, and the most lines beside them, where claims are compared.
_AHEAD = 64
_BESIDE = 32
# The least number of entries that are not the commonest one: in the table, and in the part that a
# claim is tested on.
_VARIED = 8
_VARIED_AHEAD = 4
# Entries below this have nim products that fit.
_MOST_FACTOR = 1 << 31


@dataclass(frozen=True)
class Form:
    """A function of the index, or of one integer.

    In the text of one integer, {x} is its name, and {y} its name as an operand of mod or xor.  The
    cost is how many integers the text spells out, and one more for every further operation.  From
    the least argument on, `settled` arguments settle every number in it.  `period` is that of a
    condition that repeats, 0 of any other form.
    """

    text: str
    cost: int
    rule: Callable[..., Any]
    settled: int = 1
    period: int = 0


def formulas(
    a: Array,
    ranges: Ranges,
    fit: tuple[int, ...],
    pure: Mapping[tuple[str, int | None], int | None],
) -> Iterator[Form]:
    """Find formulas of all entries.

    `fit` is the shape of the part that must settle them; `pure` has the periods without pre-period
    by kind and axis.
    """
    for base, u in bases(ranges):
        x, y = names(base, *NAMES[len(ranges)])
        span = _span(u, fit)
        c = int(a.flat[0]) - int(u.flat[0])
        if u.max() - u.min() >= LEAST - 1 and (a == u + c).all():
            yield Form(_sum(x, c), int(c != 0) + base.cost, _after(base, partial(add, c)))
        if (f := _as_function(u, a)) is not None:
            if len(ranges) == 1 and not base.cost:
                q, r = pure.get(("period", 0)), pure.get(("arithmetic period", 0))
            else:
                q, r = (_pure(least_period(word)) for word in (f, np.diff(f)))
            for form in _forms(f, int(u.min()), q, r):
                if form.settled <= span:
                    text = form.text.format(x=x, y=y).replace("-(i - j)", "j - i")
                    yield Form(text, form.cost + base.cost, _after(base, form.rule))
    turns = [pure.get(("period", axis)) for axis in range(a.ndim)]
    if a.ndim > 1 and all(k is not None and 2 <= k <= f for k, f in zip(turns, fit, strict=True)):
        yield from _block_forms(a, ranges, tuple(k for k in turns if k is not None))


def _block_forms(a: Array, ranges: Ranges, turns: tuple[int, ...]) -> Iterator[Form]:
    """Find functions of i mod k, j mod m, …, where the table repeats a block of k × m × …."""
    block = np.empty(turns, dtype=a.dtype)
    places = ([x % n for x in islice(r, n)] for r, n in zip(ranges, turns, strict=True))
    block[np.ix_(*places)] = a[tuple(slice(n) for n in turns)]
    shown = NAMES[a.ndim]
    for base, u in bases(tuple(range(n) for n in turns)):
        c = int(block.flat[0]) - int(u.flat[0])
        if u.max() - u.min() >= 1 and (block == u + c).all():
            text, _ = names(base, *(f"({x} mod {n})" for x, n in zip(shown, turns, strict=True)))
            reduced = Base(text, text, _modulo(base, turns))
            yield Form(_sum(text, c), 2 + (c != 0), _after(reduced, partial(add, c)))


def sets(lost: Array, ranges: Ranges, fit: tuple[int, ...]) -> Iterator[Form]:
    """Find conditions that separate the lost positions from the others; `fit` as in `formulas`."""
    several = len(ranges) > 1
    if lost.all() or np.count_nonzero(lost) < (LEAST if several else 1):
        return
    for base, u in bases(ranges):
        if (f := _as_function(u, lost)) is None:
            continue
        x, y = names(base, *NAMES[len(ranges)])
        span = _span(u, fit)
        line = not several and not base.cost
        for form in _conditions(f, int(u.min()), sole=several, line=line):
            if form.settled > span:
                continue
            text = form.text.format(x=x, y=y)
            text = re.sub(r"^\|(\w) - (\w)\| = 0$", r"\1 = \2, that is \1 xor \2 = 0", text)
            text = re.sub(r"^[(|](\w) - (\w)[)|] mod (\d+) = 0$", r"\1 mod \3 = \2 mod \3", text)
            rule = _after(base, form.rule)
            yield Form(text, form.cost + base.cost, rule, period=0 if base.cost else form.period)
    if len(ranges) == 2:
        yield from _products(lost, ranges, fit)


def _products(lost: Array, ranges: Ranges, fit: tuple[int, ...]) -> Iterator[Form]:
    """Find products of two sets, and their complements."""
    for wanted, inside in ((True, lost), (False, ~lost)):
        rows: Array = inside.max(1)
        columns: Array = inside.max(0)
        if rows.all() or columns.all() or (np.outer(rows, columns) != inside).any():
            continue
        for p in islice(_conditions(rows, ranges[0].start), 1):
            for q in islice(_conditions(columns, ranges[1].start), 1):
                if p.settled <= fit[0] and q.settled <= fit[1]:
                    text = f"{p.text.format(x='i', y='i')} and {q.text.format(x='j', y='j')}"
                    text = text if wanted else f"not ({text})"
                    yield Form(text, p.cost + q.cost + (not wanted), _both(p.rule, q.rule, wanted))


# -- functions of the index -----------------------------------------------------------------------


def _span(u: Array, fit: tuple[int, ...]) -> int:
    """Return how many integers the values in the part that must settle a claim reach over."""
    inside = u[tuple(slice(k) for k in fit)]
    return int(inside.max()) - int(inside.min()) + 1


def _after(base: Base, rule: Callable[[Any], Any]) -> Callable[..., Any]:
    return lambda *index: rule(base.rule(*index))


def _modulo(base: Base, turns: tuple[int, ...]) -> Callable[..., Any]:
    return lambda *index: base.rule(*(i % k for i, k in zip(index, turns, strict=True)))


def _both(
    p: Callable[[int], bool], q: Callable[[int], bool], wanted: bool
) -> Callable[[int, int], bool]:
    return lambda i, j: (p(i) and q(j)) is wanted


def _as_function(u: Array, a: Array) -> Array | None:
    """Return f with a = f(u) as an array over min(u)..max(u), or None if there is none."""
    low = u.min()
    if u.max() - low > a.size:
        return None
    k = (u - low).astype(np.int64)
    f = np.zeros(int(k.max()) + 1, dtype=a.dtype)
    f[k] = a
    return f if np.bincount(k.ravel()).all() and (f[k] == a).all() else None


# -- functions of one integer ---------------------------------------------------------------------


def _pure(found: tuple[int, int] | None) -> int | None:
    """Return the period if there is no pre-period."""
    return found[1] if found and found[0] == 0 else None


def _forms(f: Array, low: int, q: int | None, r: int | None) -> Iterator[Form]:
    """Find functions of x that equal the table from x = low on; q, r: period, arithmetic period."""
    if len(f) < LEAST or (f == f[0]).all():
        return
    x = indices((range(low, low + len(f)),))[0]
    if q is not None:
        yield from _residue_forms(f, x, q)
    if r is not None:
        yield from _floor_forms(f, x, r)
    c = int(f[0]) ^ low
    if low >= 0 and c > 0 and (x ^ c == f).all():
        yield Form(f"{{y}} xor {c}", 2, partial(xor, c))
    # Both branches of min and max must show, the constant one as often as a formula needs.
    for name, function, c, ends in (
        ("min", np.minimum, int(f.max()), f[-LEAST:]),
        ("max", np.maximum, int(f.min()), f[:LEAST]),
    ):
        if (ends == c).all() and (function(x, c) == f).all():
            settled = 1 + int((f == c).argmin() if name == "max" else (f == c).argmax())
            yield Form(f"{name}({{x}}, {c})", 1, partial(function, c), settled)
    if low > 0 and len(f) >= 2 * LEAST and (f == zero_bits(x)).all():
        yield Form("trailing zero bits of {y}", 1, zero_bits)


def _residue_forms(f: Array, x: Array, q: int) -> Iterator[Form]:
    """Find floor((±x + b) / d) mod k + c, which has the period q = d k."""
    c, k = int(f.min()), int(f.max()) - int(f.min()) + 1
    if q % k:
        return
    d, word = q // k, f[:q]
    for sign in (1, -1):
        # Where x + b = 0, modulo q: c begins (sign 1), or ends (-1).
        place = int(((word == c) & (np.roll(word, sign) != c)).argmax())
        b = -sign * int(x[place]) % q

        def rule(x: Any, sign: int = sign, b: int = b) -> Any:
            return (sign * x + b) // d % k + c

        if (rule(x) == f).all():
            inner = ("{y}" if sign == 1 else "-{y}") if b == 0 else f"({{x}}{plus(b)})"
            if sign == -1 and b:
                inner = f"({b} - {{y}})"
            text = f"{inner} mod {k}" if d == 1 else f"floor({inner}/{d}) mod {k}"
            yield Form(text + plus(c), 1 + (d > 1) + (b > 0) + (c != 0) + (sign < 0), rule, q)


def _floor_forms(f: Array, x: Array, r: int) -> Iterator[Form]:
    """Find floor((p x + q) / r), which has the arithmetic period r and the saltus p."""
    p = int(f[r]) - int(f[0])
    if p == 0 or gcd(p, r) != 1:
        return
    slack = f * r - p * x  # f r <= p x + q < (f + 1) r: q lies from the greatest slack on, and
    q = int(slack.max())  # below the least slack + r
    if q >= int(slack.min()) + r:
        return
    inner = ("-" if p == -1 else "" if p == 1 else f"{p}*") + "{y}"
    if q and p == 1:
        inner = "{x}"
    text = inner + plus(q)
    if r > 1:
        text = f"floor(({text})/{r})" if q else f"floor({text}/{r})"
    cost = (p != 1) + (q != 0) + 2 * (r > 1)
    yield Form(text, cost, lambda x: (p * x + q) // r, r + 1)


def _conditions(f: Array, low: int, *, sole: bool = False, line: bool = False) -> Iterator[Form]:
    """Find conditions on x that hold exactly where f does.

    `sole` admits a single member; a `line` has one entry for each x, and may be a rounded one.
    """
    members, stop = np.flatnonzero(f) + low, low + len(f)
    if len(f) < LEAST or not 0 < len(members) < len(f):
        return
    if sole and len(members) == 1:
        c = int(members[0])
        yield Form(f"{{x}} = {c}", int(c != 0), lambda x: x == c, c - low + 1)
    found = least_period(f)
    if found and not (line and is_short_word(f[found[0] :], found[1])):
        p, q = found
        residues = sorted(((np.flatnonzero(f[p : p + q]) + low + p) % q).tolist())
        quiet = p > 0 and (sole or is_quiet(f, len(f) - 2 * len(f) // 3))
        if 0 < len(residues) < q and len(residues) <= _LISTED and not quiet:
            shown = " or ".join(map(str, residues))
            yield Form(
                f"{{y}} mod {q} = {shown}{since('{x}', low, p)}",
                1 + p + len(residues),
                lambda x: x >= low and bool(f[x - low]) if p and x < low + p else x % q in residues,
                p + q,
                q,
            )
    if low >= 0 and len(members) >= LEAST and not sole:
        for text, rule, from_least in _SETS:
            named = [*takewhile(lambda x: x < stop, from_least(low))]
            if len(named) == len(members) and (members == named).all():
                yield Form(f"{{x}} is {text}", 2, rule)


# -- named sets -----------------------------------------------------------------------------------


def _is_square(x: int) -> bool:
    return x >= 0 and isqrt(x) ** 2 == x


def _squares(least: int) -> Iterator[int]:
    return (k * k for k in count(isqrt(least - 1) + 1 if least > 0 else 0))


def _triangular_numbers(least: int) -> Iterator[int]:
    # For the first k, k (k - 1) / 2 <= least - 1.
    return (k * (k + 1) // 2 for k in count((isqrt(8 * least - 7) + 1) // 2 if least > 0 else 0))


def _fibonacci_numbers(least: int) -> Iterator[int]:
    a, b = 0, 1
    while True:
        if a >= least:
            yield a
        a, b = (1, 2) if a == 0 else (b, a + b)


# What each is called, whether an integer is a member, and the members from an integer >= 0 on.
_SETS: tuple[tuple[str, Callable[[int], bool], Callable[[int], Iterator[int]]], ...] = (
    (
        "a power of 2",
        lambda x: x > 0 and x & (x - 1) == 0,
        lambda least: (1 << k for k in count(max(least - 1, 0).bit_length())),
    ),
    (
        "a power of 2 less 1",
        lambda x: x & (x + 1) == 0,
        lambda least: ((1 << k) - 1 for k in count(least.bit_length())),
    ),
    ("a square", _is_square, _squares),
    ("a triangular number", lambda x: _is_square(8 * x + 1), _triangular_numbers),
    (
        "a Fibonacci number",
        lambda x: _is_square(5 * x * x + 4) or _is_square(5 * x * x - 4),
        _fibonacci_numbers,
    ),
)


def landmarks(stop: int) -> Iterator[int]:
    """Yield the first member of each set that is not below an integer."""
    if stop > 0:
        yield from (next(from_least(stop)) for _, _, from_least in _SETS)


def ahead(ranges: Ranges, period: int) -> Iterable[tuple[int, ...]]:
    """Yield indices beyond a table where predictions may differ, at least two periods in a line."""
    if len(ranges) == 1:
        stop = ranges[0].stop
        yield from ((n,) for n in range(stop, stop + _AHEAD + 2 * period))
        yield from ((n,) for n in landmarks(stop))
        return
    lines = _BESIDE if len(ranges) == 2 else 6
    for axis, along in enumerate(ranges):
        beside = [r[:: max(1, -(-len(r) // lines))] for r in ranges]
        beside[axis] = range(along.stop, along.stop + min(_AHEAD, 8 + 2 * period))
        yield from product(*beside)


# -- forms with a name -----------------------------------------------------------------------------


def _is_varied(a: Array, fit: tuple[int, ...]) -> bool:
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
    if a.ndim == 1 or min(r.start for r in ranges) < 0 or a.dtype == object:
        return
    if _is_varied(a, fit):
        yield from _separable(a, ranges, fit)


def special_sets(lost: Array, ranges: Ranges, fit: tuple[int, ...]) -> Iterator[Form]:
    """Find named sets of lost positions."""
    if lost.ndim != 2 or min(r.start for r in ranges) < 0 or np.count_nonzero(lost) < LEAST:
        return
    ahead = lost.copy()
    ahead[tuple(slice(k) for k in fit)] = False
    if ahead.any() and indices(ranges)[0].dtype != object:
        yield from _pairs(lost, ranges)


def named_tables(index: tuple[Array, ...]) -> list[Array]:
    """Return the named tables for these indices, from 0 on: those of several indices."""
    if len(index) == 1 or index[0].dtype == object or min(int(x.min()) for x in index) < 0:
        return []
    return [reduce(nim_product, index)]


# -- pairs of r-Wythoff ----------------------------------------------------------------------------


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
    found = formulas(line, (along,), (settles,), pure)
    return min(found, key=lambda form: form.cost, default=None)


# -- text -----------------------------------------------------------------------------------------


def plus(c: int) -> str:
    """Write a summand: nothing for 0."""
    return f" + {c}" if c > 0 else f" - {-c}" if c < 0 else ""


def _sum(text: str, c: int) -> str:
    return f"({text}){plus(c)}" if c and " xor " in text else text + plus(c)


def since(name: str, start: int, p: int) -> str:
    """Write where a period begins: nothing if there is no pre-period."""
    return f" from {name} = {start + p} on" if p else ""
