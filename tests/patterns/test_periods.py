"""Periods of tables that the pattern finder finds, against brute force."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, strategies as st

import graphgame as gg
from graphgame.errors import GraphGameError
from graphgame.patterns.find import Pattern, find_patterns
from tests.patterns.test_patterns import assert_true

LOSE, WIN = gg.LOSE, gg.WIN


# -- periods against brute force ------------------------------------------------------------------


def brute_force(a: list[int], *, tail: int = 0) -> tuple[int, int] | None:
    """Return (p, q) with the least p + q, then the least q, by the rule of `find_patterns`."""
    n = len(a) + tail
    pairs = [
        (p + q, q, p)
        for p in range(len(a))
        for q in range(1, (len(a) - p) // 2 + 1)
        if all(a[i] == a[i + q] for i in range(p, len(a) - q))
        and (p == 0 or (len(a) - p - q >= 8 and 4 * (len(a) - p) >= n and no_gap(a, p, q)))
    ]
    return min(pairs)[2:0:-1] if pairs else None


def settled(
    found: tuple[int, int] | None, word: list[int], heights: list[int], entries: int
) -> tuple[int, int] | None:
    """Return a period that the first two thirds show, and that nothing makes doubtful.

    Behind a pre-period, the last third changes 8 times, or always.  Heights that are a rounded line
    repeat a period q of 10 or more over at least 8 q^1.5 entries.
    """
    if found is None:
        return None
    p, q = found
    held = entries - 2 * entries // 3
    if p + q > 2 * entries // 3:
        return None
    changes = sum(x != y for x, y in pairwise(word[-held - 1 :]))
    if p and 0 < changes < min(8, held):
        return None
    rest = heights[p:]
    if 10 <= q < len(rest) < 8 * q**1.5:
        rise = rest[q] - rest[0]
        above = [q * h - rise * k for k, h in enumerate(rest)]
        if max(above) - min(above) < q:
            return None
    return found


def ups(a: list[int]) -> list[int]:
    """Return a rounded line for a word of two letters, and no line for another."""
    letters = sorted(set(a))
    return np.cumsum([x == letters[-1] for x in a]).tolist() if len(letters) == 2 else []


def no_gap(a: list[int], p: int, q: int) -> bool:
    """Say whether what the tail foretells is more than a gap behind the last of sparse entries."""
    if set(a[p:]) != {a[-1]}:
        return sum(x != y for x, y in pairwise(a[p + q - 1 :])) >= 8
    others = [i for i, x in enumerate(a) if x != a[-1]]
    return not others or len(a) - 1 - others[-1] > 8 * max(
        y - x for x, y in pairwise([-1, *others])
    )


def periodic(kind: str, patterns: list[Pattern]) -> tuple[int | None, int | None] | None:
    found = [pattern for pattern in patterns if pattern.kind == kind]
    assert len(found) <= 1
    return (found[0].preperiod, found[0].period) if found else None


@st.composite
def repeating(draw: st.DrawFn) -> tuple[list[int], list[int], list[int]]:
    """Draw (pre-period, word, table)."""
    values = st.integers(0, draw(st.integers(0, 3)))
    head = draw(st.lists(values, max_size=12))
    word = draw(st.lists(values, min_size=1, max_size=9))
    length = draw(st.integers(1, 60))
    return head, word, (head + word * length)[:length]


@given(repeating())
def test_the_least_period_against_brute_force(
    drawn: tuple[list[int], list[int], list[int]],
) -> None:
    _, _, table = drawn
    patterns = find_patterns(table)
    if len(set(table)) == 1:
        assert [pattern.kind for pattern in patterns] == ["constant"] * (len(table) > 1)
        return
    found = brute_force(table)
    letters = ups(table[found[0] :]) if found else []
    heights = [0] * found[0] + letters if found and letters else []
    assert periodic("period", patterns) == settled(found, table, heights, len(table))
    differences = np.diff(table).tolist()
    expected = settled(brute_force(differences), differences, table, len(table))
    if expected is not None:
        p, q = expected
        expected = expected if table[p + q] != table[p] else None
    assert periodic("arithmetic period", patterns) == expected
    assert_true(patterns, table, 0)


@given(repeating(), st.integers(-5, 5))
def test_a_long_table_gives_back_what_it_was_made_of(
    drawn: tuple[list[int], list[int], list[int]], saltus: int
) -> None:
    """Of the word its root, of the pre-period what the root cannot take over."""
    head, word, _ = drawn
    q = next(k for k in range(1, len(word) + 1) if (word * 2)[k : k + len(word)] == word)
    step = saltus * q // len(word) if saltus * q % len(word) == 0 else 0
    table = head + [word[k % q] + k // q * step for k in range(100)]
    p = len(head)
    while p and table[p - 1] + step == table[p - 1 + q]:
        p -= 1
    assume(len(set(table)) > 1)
    if step == 0:
        assert periodic("period", find_patterns(table)) == (p, q)
    else:
        d = np.diff(table).tolist()
        least = settled(brute_force(d), d, table, len(table))
        assert least is not None
        assert least[1] <= q
        assert periodic("arithmetic period", find_patterns(table)) == least


@given(st.lists(st.integers(-1, 2), min_size=1, max_size=40), st.integers(-30, 30))
def test_nothing_false_of_a_line(table: list[int], start: int) -> None:
    losing = -1 if min(table) == -1 and max(table) <= 1 else 0
    patterns = find_patterns(table, start=start)
    assert_true(patterns, table, losing, start)
    assert len({p.claim for p in patterns}) == len(patterns)
    for p in patterns:
        if p.period is not None:
            (checked,) = p.checked
            assert len(checked) >= 2 * p.period


@st.composite
def planes(draw: st.DrawFn) -> np.ndarray[Any, Any]:
    """Draw small tables: random ones, and such as have patterns, with at most one entry spoilt."""
    rows, columns = draw(st.integers(1, 9)), draw(st.integers(1, 9))
    i, j = np.ogrid[:rows, :columns]
    k, m = draw(st.integers(1, 4)), draw(st.integers(1, 4))
    noise = draw(st.lists(st.integers(-1, 1), min_size=81, max_size=81))
    table = draw(
        st.sampled_from(
            [
                (i + j) % k,
                (i ^ j) % k,
                abs(i - j) // m,
                np.minimum(i, j) // m % k,
                (i % k) ^ (j % m),
                np.where(i % k == j % k, -1, 1),
                np.where((i % k == 0) & (j % m == 0), -1, 1),
                np.array(noise[: rows * columns]).reshape(rows, columns),
            ]
        )
    )
    table = table + np.zeros((rows, columns), dtype=int)
    if draw(st.booleans()):
        table[draw(st.integers(0, rows - 1)), draw(st.integers(0, columns - 1))] = draw(
            st.integers(-1, 3)
        )
    return table


@given(planes(), st.tuples(st.integers(-9, 9), st.integers(-9, 9)))
def test_nothing_false_of_a_plane(table: np.ndarray[Any, Any], start: tuple[int, int]) -> None:
    losing = -1 if table.min() == -1 and table.max() <= 1 else 0
    patterns = find_patterns(table, start=start)
    assert_true(patterns, table, losing, start)
    for p in patterns:
        if p.period is not None:
            assert p.axis is not None
            assert len(p.checked[p.axis]) >= 2 * p.period


@given(planes())
def test_common_periods_of_a_plane_against_brute_force(table: np.ndarray[Any, Any]) -> None:
    patterns = find_patterns(table)
    if table.min() == table.max():
        return
    for axis in (0, 1):
        lines = [tuple(line) for line in (table if axis == 0 else table.T).tolist()]
        common = [
            (p.preperiod, p.period)
            for p in patterns
            if p.kind == "period" and p.axis == axis and p.period is not None
        ]
        expected = brute_force(lines)  # type: ignore[arg-type]
        assert common == ([] if expected is None else [expected])


def test_every_row_by_itself() -> None:
    table = [[j % (i + 1) for j in range(20)] for i in range(5)]
    (pattern,) = find_patterns(table)
    assert pattern.claim == "a[i, j + q] = a[i, j] with q = 1, 2, 3, 4, 5 for i = 0, …"
    assert (pattern.period, pattern.axis) == (None, 1)
    assert [pattern(4, j) for j in (3, 4, 5, 10**9 + 1)] == [3, 4, 0, 1]
    with pytest.raises(GraphGameError, match="expected an index in the table, or ahead of it"):
        pattern(5, 0)


def test_rows_with_a_saltus() -> None:
    i, j = np.ogrid[:9, :9]
    found = {p.axis: p for p in find_patterns(5 * (i // 2) + j * j % 3) if p.period is not None}
    assert (found[0].kind, found[0].period, found[0].saltus) == ("arithmetic period", 2, 5)
    assert (found[1].kind, found[1].period, found[1].saltus) == ("period", 3, None)
    assert found[0](101, 4) == 251
