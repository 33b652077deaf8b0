"""`find_patterns`: guess the pattern of a table, and say how far the guess has been checked."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product
from math import prod
from typing import Any

import numpy as np

from graphgame import checks
from graphgame.errors import GraphGameError, advised
from graphgame.outcome import Outcome
from graphgame.patterns.bases import NAMES, Array, Ranges, index_type, indices
from graphgame.patterns.forms import (
    Form,
    ahead,
    formulas,
    named_tables,
    plus,
    sets,
    since,
    special_formulas,
    special_sets,
)
from graphgame.patterns.periods import (
    is_damaged,
    is_of_two,
    is_quiet,
    is_short_line,
    is_short_word,
    least_period,
    numbered,
)
from graphgame.patterns.sequences import (
    multiples_form,
    multiples_set,
    recurrence_form,
    recurrent_set,
)
from graphgame.patterns.table import read_table


@dataclass(frozen=True)
class Pattern:
    """A form that a table has as far as it was checked: a guess, never a proof.

    Called with an index, in the table or beyond, it gives the entry that it foretells; one of kind
    "losing" says whether the position is lost, 1 or 0.

    Attributes
    ----------
    kind : {"constant", "formula", "period", "arithmetic period", "recurrence", "losing"}
    claim : str
        What was found; ``a`` is the table, ``n``, ``i, j`` or ``i, j, k`` the index.
    checked : tuple of range
        Where it was compared with the table: a range of indices for each dimension.
    fitted, tested : int
        On how many entries it was fitted, the first two thirds of the table at the most, and on how
        many that were held back it was then tested.
    preperiod, period, saltus : int or None
        Of a period: how many entries come before it, its length, and what it adds each time.
    axis : int or None
        Of a period: along which index, 0 for ``n`` or ``i``, 1 for ``j``, 2 for ``k``.

    See Also
    --------
    find_patterns

    Examples
    --------
    >>> pattern = find_patterns([0, 1, 2, 0, 1, 2, 0])[0]
    >>> print(pattern)
    a[n] = n mod 3 (holds for n = 0..6, fitted on 4 entries, tested on 3, not proven)
    >>> pattern(10**18)
    1
    """

    kind: str
    claim: str
    checked: tuple[range, ...]
    fitted: int
    tested: int
    preperiod: int | None = None
    period: int | None = None
    saltus: int | None = None
    axis: int | None = None
    _rule: Callable[..., Any] = field(repr=False, compare=False, kw_only=True)
    _cost: int = field(repr=False, compare=False, kw_only=True)

    def __call__(self, *index: int) -> int:
        """Return the entry that the pattern predicts."""
        d = len(self.checked)
        if len(index) != d:
            raise GraphGameError(f"index: expected {d} integer{'s' * (d > 1)}, got {len(index)}")
        return int(self._rule(*(checks.integer(x, "index") for x in index)))

    def _foretold(self, index: tuple[int, ...]) -> int | None:
        """Return the predicted entry, or None where the pattern predicts none."""
        try:
            return int(self._rule(*index))
        except GraphGameError:
            return None

    def __copy__(self) -> Pattern:
        return self  # nothing of it can change

    def __deepcopy__(self, memo: Any) -> Pattern:
        return self

    def __reduce__(self) -> Any:
        raise TypeError("a Pattern cannot be pickled: a function is part of it")

    def __str__(self) -> str:
        names = NAMES[len(self.checked)]
        where = (f"{x} = {r[0]}..{r[-1]}" for x, r in zip(names, self.checked, strict=True))
        evidence = f"fitted on {self.fitted} entries, tested on {self.tested}"
        return f"{self.claim} (holds for {', '.join(where)}, {evidence}, not proven)"


@advised
def find_patterns(
    table: object,
    *,
    start: int | Sequence[int] | None = None,
    losing: int | None = None,
) -> list[Pattern]:
    r"""Find the patterns of a table of outcomes or values over one, two or three parameters.

    Parameters
    ----------
    table : array_like of int, mapping of position to int, or a solved game
        The outcomes of a `Solution`, the values of `GrundyValues`, or of `LoopyValues` where all
        are finite.  The positions of a solved game or mapping are integers that fill a range, or
        pairs or triples that fill a box; or the pairs i <= j of a square, which is mirrored.
    start : int or sequence of int, optional
        The index of the first entry of an array, one for all indices or one for each: 0 if not
        given.
    losing : int, optional
        The entry of lost positions.  If not given: `LOSE` in a table of outcomes, that is of -1, 0
        and 1 with a -1 among them, and 0 in another, such as one of Grundy values.

    Returns
    -------
    list of Pattern
        Simplest first.  They hold on the whole table, and do not contradict each other ahead of it;
        of what lies beyond nothing is known.

    Raises
    ------
    GraphGameError
        If the table is empty, has other dimensions, or holds something else than integers.

    See Also
    --------
    HeapGame.period : The period of the values of a heap game, which may be proven.

    Notes
    -----
    A third of the table is held back, the last third along an index, or the far sides of a square
    or cube.  The rest must settle every number of a claim, and no entry may refute it.

    Sought are constants; the least period; the same up to a saltus (arithmetic periods); linear
    functions, floors of them, these mod k; XOR, min and max with a constant; the same of the bit
    count, the bit length or the zeros or ones at the end of n; multiples of a quadratic irrational,
    rounded down; linear recurrences of up to 8 terms, behind up to 8 others.  Of two or three
    indices: functions of one of them, or of the sum, the difference, XOR, min or max of some, and
    of all these with i and j mod some k; nim products and nim-sums of a function of each index; the
    period along each index, common or of every line by itself.  For the lost positions: residues of
    all these, powers of 2, squares, triangular and Fibonacci numbers, other sequences with a linear
    recurrence, multiples of irrationals, products of two sets, and the pairs of r-Wythoff.

    The evidence required for a period is two full periods.  If a pre-period comes first, a quarter
    of the table follows it, and at least 8 entries are foretold that differ from the one before, 8
    of those held back, or all; or all entries that follow are equal, and this run is more than 8
    times as long as any gap between entries of other values before it, since the gap behind the
    last member of a sparse set is no pattern.  Of all such the one with the least sum of pre-period
    and period is reported, never a multiple.  An arithmetic period is a period, with its evidence,
    of the differences of neighbours.  Entries that follow a rounded line repeat with a period q >=
    10 only if there are 8 q^1.5 of them, since multiples of an irrational nearly repeat.  Other
    formulas need 4 different arguments, other sets 4 members, named ones 8 entries other than the
    commonest, 4 of them held back.  An irrational must be so simple that one is in the interval
    which the table leaves by chance in less than 1 of 200 cases.  Where a table has no pattern but
    a tenth of its entries or less do not fit one, nothing is claimed of its lost positions.

    A claim that contradicts a simpler one ahead of the table is not reported.

    O(N log N) time and O(N) memory for N entries: about 1 µs for each.  Periods are found by the
    failure function of Knuth, Morris and Pratt on the reversed table.

    References
    ----------
    D. E. Knuth, J. H. Morris and V. R. Pratt, "Fast pattern matching in strings", SIAM Journal on
    Computing 6, 1977.

    Examples
    --------
    >>> import graphgame as gg
    >>> stones = gg.solve(lambda n: [n - k for k in (1, 2, 3) if n >= k], start=20)
    >>> print(*find_patterns(stones), sep="\n")
    LOSE iff n mod 4 = 0 (holds for n = 0..20, fitted on 14 entries, tested on 7, not proven)
    a[n + 4] = a[n] (holds for n = 0..20, fitted on 14 entries, tested on 7, not proven)
    >>> nim = find_patterns([[i ^ j for j in range(8)] for i in range(8)])
    >>> print(*(pattern.claim for pattern in nim), sep="\n")
    a[i, j] = i xor j
    a[i, j] = 0 iff i = j, that is i xor j = 0
    >>> nim[0].fitted, nim[0].tested
    (36, 28)
    """
    a, ranges, of_outcomes = read_table(table, start)
    low, high = int(a.min()), int(a.max())
    of_outcomes = of_outcomes or (low == Outcome.LOSE and high <= Outcome.WIN)
    if losing is None:
        losing = Outcome.LOSE if of_outcomes else 0
    losing = checks.integer(losing, "losing")
    entry = f"a[{', '.join(NAMES[a.ndim])}]"
    lost_if = "LOSE iff " if losing == Outcome.LOSE else f"{entry} = {losing} iff "
    if a.size < 2:
        return []
    fit = _fitted(a.shape)
    counts = {"fitted": prod(fit), "tested": a.size - prod(fit)}
    if low == high:
        claim = f"{entry} = {low}"
        return [Pattern("constant", claim, ranges, **counts, _rule=lambda *_: low, _cost=0)]
    periods = list(_periods(a, ranges))
    forms = [("formula", f"{entry} = ", form) for form in _formulas(a, ranges, fit, periods)]
    lost = [*_sets(a == losing, ranges, fit)]
    forms += [("losing", lost_if, form) for form in lost]
    found = [
        Pattern(kind, head + form.text, ranges, **counts, _rule=form.rule, _cost=form.cost)
        for kind, head, form in forms
    ]
    if a.ndim == 1 and not found and not periods:
        for form in recurrence_form(a, ranges[0].start, fit[0]):
            claim = f"{entry} = {form.text}"
            found.append(
                Pattern("recurrence", claim, ranges, **counts, _rule=form.rule, _cost=form.cost)
            )
    # Of formulas that agree far beyond the table, the first and simplest is kept.
    places = range(16 if a.ndim < 3 else 6)
    probes = list(product(*([r.start + (k * k * 7) % 4093 for k in places] for r in ranges)))
    kept: dict[Hashable, Pattern] = {}
    for p in sorted(found + periods, key=lambda p: p._cost):
        key = tuple(p._foretold(index) for index in probes) if p.axis is None else p.claim
        kept.setdefault((p.kind, key), p)
    patterns = _consistent([*kept.values()], ranges, losing)
    alone = all(p.kind == "losing" for p in patterns) and not is_of_two(a)
    turns = [form.period for form in lost if form.period]
    if alone and is_damaged(a, ranges, turns, named_tables(indices(ranges))):
        return []
    return patterns


def _fitted(shape: tuple[int, ...]) -> tuple[int, ...]:
    """Return the shape of the part that must settle a claim: at least a third is held back."""
    share: float = (2 / 3) ** (1 / len(shape))
    if len(shape) == 1:
        return (2 * shape[0] // 3,)
    return tuple(max(1, int(k * share + 1e-9)) for k in shape)


def _formulas(
    a: Array, ranges: Ranges, fit: tuple[int, ...], periods: list[Pattern]
) -> Iterator[Form]:
    """Find all formulas of entries."""
    pure = {(p.kind, p.axis): p.period for p in periods if p.preperiod == 0}
    yield from formulas(a, ranges, fit, pure)
    yield from special_formulas(a, ranges, fit)
    if a.ndim == 1 and not any(p.kind == "arithmetic period" for p in periods):
        yield from multiples_form(a, ranges[0].start, fit[0])


def _sets(lost: Array, ranges: Ranges, fit: tuple[int, ...]) -> Iterator[Form]:
    """Find all sets of lost positions."""
    found = [*sets(lost, ranges, fit), *special_sets(lost, ranges, fit)]
    if lost.ndim == 1 and not found and lost.any():
        along = ranges[0]
        members = np.flatnonzero(lost).astype(index_type(ranges)) + along.start
        settled = along.start + fit[0]
        found += multiples_set(members, along.stop, settled)
        found += recurrent_set(members, along.start, along.stop, settled)
        found = [Form(form.text.format(x="n", y="n"), form.cost, form.rule) for form in found]
    yield from found


def _consistent(patterns: list[Pattern], ranges: Ranges, losing: int) -> list[Pattern]:
    """Remove each pattern that contradicts an earlier one at an index beyond the table."""
    if len(patterns) < 2:
        return patterns
    beyond = list(ahead(ranges, max(p.period or 0 for p in patterns)))
    kept: list[Pattern] = []
    foretold: list[list[int | None]] = []  # by each that is kept; None where it says nothing
    for p in patterns:
        entries = [p._foretold(index) for index in beyond]
        for q, others in zip(kept, foretold, strict=True):
            pairs = (pair for pair in zip(entries, others, strict=True) if None not in pair)
            if p.kind == "losing" and q.kind != "losing":
                pairs = ((x, int(y == losing)) for x, y in pairs)
            elif q.kind == "losing" and p.kind != "losing":
                pairs = ((int(x == losing), y) for x, y in pairs)
            if any(x != y for x, y in pairs):
                break
        else:
            kept.append(p)
            foretold.append(entries)
    return kept


# -- periods --------------------------------------------------------------------------------------


def _periods(a: Array, ranges: Ranges) -> Iterator[Pattern]:
    """Find the periods along each index: of all lines together, or else of each by itself."""
    for axis, along in enumerate(ranges):
        lines = np.moveaxis(a, axis, 0).reshape(len(along), -1)
        beside = tuple(r for r in ranges if r is not along)
        held = len(along) - 2 * len(along) // 3
        for words in (lines, np.diff(lines, axis=0)):
            plain = words is lines
            numbers = numbered(words)
            each = [least_period(numbers)]
            if each[0] is None and plain and lines.shape[1] > 1:
                each = [least_period(line) for line in words.T]
            found = [pair for pair in each if pair is not None]
            if len(found) < len(each) or max(map(sum, found)) > len(along) - held:
                continue
            p, q = max(found)[0], found[0][1]
            saltus = None if plain else int(lines[p + q, 0]) - int(lines[p, 0])
            if saltus == 0 or (not plain and (lines[p + q] - lines[p] != saltus).any()):
                continue
            if len(found) == 1 and _is_doubtful(lines, numbers, found[0], held, plain=plain):
                continue
            yield Pattern(
                "period" if plain else "arithmetic period",
                _period_text(ranges, axis, found, saltus or 0)
                + since(_name(ranges, axis), along.start, p),
                tuple(r[p:] if r is along else r for r in ranges),
                (len(along) - held) * lines.shape[1],
                held * lines.shape[1],
                p,
                q if len(found) == 1 else None,
                saltus,
                axis,
                _rule=_foretold(lines, found, axis, along.start, beside, saltus or 0),
                _cost=1 + sum(map(sum, found)) * lines.shape[1] // len(found) + (not plain),
            )


def _is_doubtful(
    lines: Array, word: Array, found: tuple[int, int], held: int, *, plain: bool
) -> bool:
    """Return whether a period that all lines have may well end."""
    p, q = found
    if p and is_quiet(word, held):
        return True
    if plain:
        return is_short_word(word[p:], q)
    return lines.shape[1] == 1 and is_short_line(lines[p:, 0], q)


def _name(ranges: Ranges, axis: int) -> str:
    return NAMES[len(ranges)][axis]


def _period_text(ranges: Ranges, axis: int, found: Sequence[tuple[int, int]], saltus: int) -> str:
    """Write that entries repeat along an index, with the periods of the lines where they differ."""
    shown = [*NAMES[len(ranges)]]
    before = f"a[{', '.join(shown)}]"
    shown[axis] += f" + {found[0][1] if len(found) == 1 else 'q'}"
    claim = f"a[{', '.join(shown)}] = {before}{plus(saltus)}"
    if len(found) > 1:
        periods = [str(q) for _, q in found[:9]] + ["…"] * (len(found) > 9)
        others = (
            (x, r)
            for k, (x, r) in enumerate(zip(NAMES[len(ranges)], ranges, strict=True))
            if k != axis
        )
        where = ", ".join(f"{x} = {r[0]}" for x, r in others)
        claim += f" with q = {', '.join(periods)} for {where}, …"
    return claim


def _foretold(
    lines: Array,
    found: Sequence[tuple[int, int]],
    axis: int,
    start: int,
    beside: Ranges,
    saltus: int,
) -> Callable[..., int]:
    """Return the function that continues the lines by one period for all, or one for each."""

    def rule(*index: int) -> int:
        k, side = index[axis] - start, 0
        others = (x for place, x in enumerate(index) if place != axis)
        for x, across in zip(others, beside, strict=True):
            if x not in across:
                k = -1
            side = side * len(across) + x - across.start
        if k < 0:
            raise GraphGameError(f"{list(index)}: expected an index in the table, or ahead of it")
        p, q = found[side % len(found)]
        turns, rest = divmod(k - p, q) if k >= p else (0, k - p)
        return int(lines[p + rest, side]) + turns * saltus

    return rule
