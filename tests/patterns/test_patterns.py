"""The pattern finder: known sequences, random tables against brute force, and no false claims."""

from __future__ import annotations

import operator
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, strategies as st

import graphgame as gg
from graphgame.errors import GraphGameError
from graphgame.patterns.find import Pattern, find_patterns

LOSE, WIN = gg.LOSE, gg.WIN


def mexes(n: int, options: Any) -> list[int]:
    """Return Grundy values 0..n-1 from the definition: options(heap, values so far) are values."""
    values: list[int] = []
    for heap in range(n):
        reached = set(options(heap, values))
        values.append(next(x for x in range(heap + 1) if x not in reached))
    return values


def subtraction(n: int, *taken: int) -> list[int]:
    return mexes(n, lambda heap, g: [g[heap - k] for k in taken if heap >= k])


def kayles(n: int) -> list[int]:
    return mexes(
        n, lambda heap, g: [g[a] ^ g[heap - k - a] for k in (1, 2) for a in range(heap - k + 1)]
    )


def claims(table: Any, **options: Any) -> list[str]:
    return [pattern.claim for pattern in find_patterns(table, **options)]


def only(kind: str, table: Any, **options: Any) -> list[Pattern]:
    return [pattern for pattern in find_patterns(table, **options) if pattern.kind == kind]


def assert_true(patterns: list[Pattern], table: Any, losing: int, start: Any = 0) -> None:
    """Check every pattern against every entry that it says it was checked with."""
    a = np.asarray(table)
    first = (start,) * a.ndim if isinstance(start, int) else start
    for pattern in patterns:
        assert "not proven" in str(pattern)
        assert all(len(r) > 0 for r in pattern.checked)
        for index in product(*pattern.checked):
            entry = a[tuple(i - s for i, s in zip(index, first, strict=True))]
            expected = entry == losing if pattern.kind == "losing" else entry
            assert pattern(*index) == expected, (pattern, index)


# -- known sequences ------------------------------------------------------------------------------


def test_take_one_to_three_stones() -> None:
    s = gg.solve(lambda n: [n - k for k in (1, 2, 3) if n >= k], start=20)
    found = find_patterns(s)
    assert [str(pattern) for pattern in found] == [
        "LOSE iff n mod 4 = 0 (holds for n = 0..20, fitted on 14 entries, tested on 7, not proven)",
        "a[n + 4] = a[n] (holds for n = 0..20, fitted on 14 entries, tested on 7, not proven)",
    ]
    assert found[0].checked == (range(21),)
    assert [found[0](n) for n in (10**18, 10**18 + 1)] == [1, 0]
    assert [found[1](n) for n in (10**18, 10**18 + 1)] == [LOSE, WIN]


@pytest.mark.parametrize(
    ("taken", "expected"),
    [
        (
            (1, 2, 3),
            ["a[n] = n mod 4", "a[n] = 0 iff n mod 4 = 0", "a[n + 4] = a[n]"],
        ),
        (
            (2,),
            ["a[n] = floor(n/2) mod 2", "a[n] = 0 iff n mod 4 = 0 or 1", "a[n + 4] = a[n]"],
        ),
        ((1, 3, 4), ["a[n] = 0 iff n mod 7 = 0 or 2", "a[n + 7] = a[n]"]),
        ((2, 5, 7), ["a[n] = 0 iff n mod 22 = 0 or 1 or 4 or 10 or 13 or 14", "a[n + 22] = a[n]"]),
    ],
)
def test_subtraction_games(taken: tuple[int, ...], expected: list[str]) -> None:
    assert claims(subtraction(60, *taken)) == expected


@pytest.mark.parametrize("n", [125, 126, 200, 1000])
def test_kayles_has_period_12_after_70(n: int) -> None:
    """R. K. Guy and C. A. B. Smith, 1956: the last exception is n = 70."""
    (pattern,) = find_patterns(kayles(n))
    assert (pattern.preperiod, pattern.period, pattern.saltus) == (71, 12, None)
    assert pattern.claim == "a[n + 12] = a[n] from n = 71 on"
    assert pattern.checked == (range(71, n),)
    assert pattern(70) == 6
    assert pattern(1_000) == kayles(1_001)[1_000]


@pytest.mark.parametrize("n", range(1, 125))
def test_kayles_has_no_period_before_two_thirds_show_it(n: int) -> None:
    assert all(pattern.period != 12 for pattern in find_patterns(kayles(n)))


def test_grundys_game_has_no_known_pattern() -> None:
    split = mexes(400, lambda heap, g: [g[k] ^ g[heap - k] for k in range(1, (heap + 1) // 2)])
    assert find_patterns(split) == []


def test_taking_a_proper_divisor_leaves_the_trailing_zeros() -> None:
    values = mexes(60, lambda heap, g: [g[heap - k] for k in range(1, heap) if heap % k == 0])
    assert claims(values[1:], start=1) == [
        "a[n] = trailing zero bits of n",
        "a[n] = 0 iff n mod 2 = 1",
    ]


def test_taking_at_most_half() -> None:
    values = mexes(60, lambda heap, g: g[(heap + 1) // 2 : heap])
    assert claims(values) == ["a[n] = 0 iff n is a power of 2 less 1"]


def test_fibonacci_nim() -> None:
    def options(position: tuple[int, int]) -> list[tuple[int, int]]:
        stones, most = position
        return [(stones - k, 2 * k) for k in range(1, min(stones, most) + 1)]

    s = gg.solve(options, start=[(n, n - 1) for n in range(2, 60)])
    found = only("losing", [s.outcome((n, n - 1)) for n in range(2, 60)], start=2)
    assert found[0].claim == "LOSE iff n is a Fibonacci number"


@pytest.mark.parametrize("n", [4, 5, 8, 16, 20])
def test_nim_values(n: int) -> None:
    found = find_patterns([[i ^ j for j in range(n)] for i in range(n)])
    assert str(found[0]) == (
        f"a[i, j] = i xor j (holds for i = 0..{n - 1}, j = 0..{n - 1}, "
        f"fitted on {found[0].fitted} entries, tested on {found[0].tested}, not proven)"
    )
    assert found[1].claim == "a[i, j] = 0 iff i = j, that is i xor j = 0"
    assert (found[0](1000, 24), found[1](1000, 1000), found[1](1000, 24)) == (1008, 1, 0)
    assert len(found) == 2


def test_nim_outcomes() -> None:
    def options(heaps: tuple[int, int]) -> list[tuple[int, int]]:
        i, j = heaps
        return [(k, j) for k in range(i)] + [(i, k) for k in range(j)]

    s = gg.solve(options, start=(9, 6))
    (pattern,) = find_patterns(s)
    assert pattern.claim == "LOSE iff i = j, that is i xor j = 0"
    assert pattern.checked == (range(10), range(7))


def wythoff(most: int) -> gg.Solution:
    def options(heaps: tuple[int, int]) -> list[tuple[int, int]]:
        i, j = sorted(heaps)
        moved = [(k, j) for k in range(i)] + [(i, k) for k in range(j)]
        moved += [(i - k, j - k) for k in range(1, i + 1)]
        return [(min(x), max(x)) for x in moved]

    return gg.solve(options, start=(most, most))


def test_wythoff_is_not_xor() -> None:
    """The positions of the solution are the pairs i <= j: the table is their mirror image too."""
    found = find_patterns(wythoff(30))
    assert [pattern.claim for pattern in found] == [
        "LOSE iff min(i, j) = floor(|i - j| * (1 + sqrt(5))/2)"
    ]
    assert found[0].checked == (range(31), range(31))
    assert [found[0](*cold) for cold in ((12, 20), (20, 12), (12, 21))] == [1, 1, 0]


def test_nim_with_a_bound() -> None:
    """Take at most 3 from one of two heaps: the values are (i mod 4) xor (j mod 4)."""
    n = np.arange(12)
    found = find_patterns(np.bitwise_xor.outer(n % 4, n % 4))
    assert [pattern.claim for pattern in found] == [
        "a[i, j] = (i xor j) mod 4",
        "a[i, j] = 0 iff i mod 4 = j mod 4",
        "a[i + 4, j] = a[i, j]",
        "a[i, j + 4] = a[i, j]",
    ]
    assert [pattern.axis for pattern in found] == [None, None, 0, 1]


# -- forms ----------------------------------------------------------------------------------------

N = np.arange(24)
A, B = np.ogrid[:12, :15]


@pytest.mark.parametrize(
    ("table", "first"),
    [
        (N * 0 + 7, "a[n] = 7"),
        (N, "a[n] = n"),
        (N - 3, "a[n] = n - 3"),
        (5 - N, "a[n] = -n + 5"),
        (3 * N - 5, "a[n] = 3*n - 5"),
        (N // 2, "a[n] = floor(n/2)"),
        ((3 * N + 2) // 4, "a[n] = floor((3*n + 2)/4)"),
        ((N + 2) // 4, "a[n] = floor((n + 2)/4)"),
        (N % 5, "a[n] = n mod 5"),
        (N % 5 + 2, "a[n] = n mod 5 + 2"),
        ((N + 3) % 5 - 1, "a[n] = (n + 3) mod 5 - 1"),
        (-N % 5, "a[n] = -n mod 5"),
        ((2 - N) % 5, "a[n] = (2 - n) mod 5"),
        ((N + 1) // 3 % 2, "a[n] = floor((n + 1)/3) mod 2"),
        (N ^ 5, "a[n] = n xor 5"),
        (np.minimum(N, 7), "a[n] = min(n, 7)"),
        (np.maximum(N, 7), "a[n] = max(n, 7)"),
        (A + B, "a[i, j] = i + j"),
        (A + 0 * B, "a[i, j] = i"),
        (B - A - 1, "a[i, j] = j - i - 1"),
        (abs(A - B), "a[i, j] = |i - j|"),
        ((A ^ B) + 1, "a[i, j] = (i xor j) + 1"),
        (np.minimum(A, B), "a[i, j] = min(i, j)"),
        (np.maximum(A, B) - 2, "a[i, j] = max(i, j) - 2"),
        (np.minimum(A, B) % 3, "a[i, j] = min(i, j) mod 3"),
        ((A + B) % 4, "a[i, j] = (i + j) mod 4"),
        ((A + B) % 4 + 1, "a[i, j] = (i + j) mod 4 + 1"),
        ((A - B) % 3, "a[i, j] = (i - j) mod 3"),
        ((A + B) // 3, "a[i, j] = floor((i + j)/3)"),
        ((A + B) // 2 % 3, "a[i, j] = floor((i + j)/2) mod 3"),
        ((A % 3) ^ (B % 5), "a[i, j] = (i mod 3) xor (j mod 5)"),
        ((A % 3) + (B % 2) + 1, "a[i, j] = (i mod 3) + (j mod 2) + 1"),
        (np.where(A % 3 == B % 3, LOSE, WIN), "LOSE iff i mod 3 = j mod 3"),
        (np.where((A + B) % 3 == 1, LOSE, WIN), "LOSE iff (i + j) mod 3 = 1"),
        (np.where(A + B == 7, LOSE, WIN), "LOSE iff i + j = 7"),
        (np.where(np.minimum(A, B) == 0, LOSE, WIN), "LOSE iff min(i, j) = 0"),
        (np.where(A % 2 + B % 3 == 0, LOSE, WIN), "LOSE iff i mod 2 = 0 and j mod 3 = 0"),
        (np.where(A % 2 * (B % 2) == 0, LOSE, WIN), "LOSE iff not (i mod 2 = 1 and j mod 2 = 1)"),
        (np.where(N * 0 + N % 5 == 2, LOSE, 0), "LOSE iff n mod 5 = 2"),
        (np.where(np.isin(N, [0, 1, 4, 9, 16]), LOSE, WIN), "LOSE iff n is a square"),
        (np.where(np.isin(N, [1, 2, 4, 8, 16]), LOSE, WIN), "LOSE iff n is a power of 2"),
        (
            np.where(np.isin(N, [0, 1, 3, 6, 10, 15, 21]), LOSE, WIN),
            "LOSE iff n is a triangular number",
        ),
    ],
)
def test_forms_simplest_first(table: Any, first: str) -> None:
    found = find_patterns(table)
    kind = found[0].kind if "iff" in first else "formula"
    assert next(p for p in found if p.kind in {kind, "constant"}).claim == first
    assert_true(found, table, -1 if "LOSE" in first else 0)


@given(
    d=st.integers(1, 5),
    k=st.integers(2, 6),
    b=st.integers(-9, 9),
    c=st.integers(-4, 4),
    sign=st.sampled_from([1, -1]),
    start=st.integers(-20, 20),
)
def test_residues_of_floors(d: int, k: int, b: int, c: int, sign: int, start: int) -> None:
    def f(n: int) -> int:
        return (sign * n + b) // d % k + c

    table = [f(n) for n in range(start, start + 2 * d * k)]
    patterns = find_patterns(table, start=start)
    formulas = [pattern for pattern in patterns if pattern.kind == "formula"]
    assert any(all(p(n) == f(n) for n in range(-200, 200)) for p in formulas)
    (period,) = [pattern for pattern in patterns if pattern.kind == "period"]
    assert (period.preperiod, period.period) == (0, d * k)


@given(
    p=st.integers(-9, 9),
    q=st.integers(-20, 20),
    r=st.integers(1, 9),
    start=st.integers(-20, 20),
    shift=st.sampled_from([0, 2**31, 2**62]),
)
def test_floors_of_linear_functions(p: int, q: int, r: int, start: int, shift: int) -> None:
    assume(p != 0)

    def f(n: int) -> int:
        return (p * n + q) // r + shift

    table = [f(n) for n in range(start, start + 2 * r + 4)]
    formulas = only("formula", table, start=start)
    assert any(all(g(n) == f(n) for n in range(-200, 200)) for g in formulas)


@given(
    st.sampled_from([operator.xor, operator.add, operator.sub, min, max]),
    st.tuples(st.integers(0, 5), st.integers(0, 5)),
    st.integers(-3, 3),
)
def test_functions_of_two(function: Any, start: tuple[int, int], c: int) -> None:
    i0, j0 = start
    table = [[function(i, j) + c for j in range(j0, j0 + 16)] for i in range(i0, i0 + 12)]
    formulas = only("formula", table, start=start)
    grid = list(product(range(0, 60, 7), repeat=2))
    assert any(all(g(i, j) == function(i, j) + c for i, j in grid) for g in formulas)


# -- what comes in --------------------------------------------------------------------------------


def test_what_a_table_may_be() -> None:
    expected = claims([0, 1, 2] * 4)
    assert claims(np.array([0, 1, 2] * 4, dtype=np.uint8)) == expected
    assert claims(tuple([0, 1, 2] * 4)) == expected
    assert claims({n: n % 3 for n in range(11, -1, -1)}) == expected
    assert claims(np.array([0, 1, 2] * 4)[::1]) == expected
    assert claims({n: n % 3 for n in range(5, 20)})[0] == "a[n] = n mod 3"
    assert claims({(i, j): i ^ j for i in range(4) for j in range(9)})[0] == "a[i, j] = i xor j"


def test_positions_that_fill_half_a_square_or_a_row() -> None:
    half = {(i, j): i ^ j for i in range(2, 9) for j in range(i, 9)}
    assert find_patterns(half)[0].checked == (range(2, 9), range(2, 9))
    assert find_patterns({(0, j): j for j in range(9)})[0].checked == (range(1), range(9))
    above = {(i, j): i ^ j for i in range(4) for j in range(4, 9)}
    assert find_patterns(above)[0].checked == (range(4), range(4, 9))


def test_codes() -> None:
    def take(codes: Any) -> Any:
        sources, taken = np.nonzero(codes[:, None] >= np.array([1, 2, 3]))
        return sources, codes[sources] - (taken + 1)

    assert claims(gg.solve(gg.explore_codes(take, [30])))[0] == "LOSE iff n mod 4 = 0"


def test_a_solution_without_labels() -> None:
    s = gg.solve([(n, n - k) for n in range(20) for k in (1, 2) if n >= k])
    assert claims(s) == ["LOSE iff n mod 3 = 0", "a[n + 3] = a[n]"]


def test_which_entry_is_lost() -> None:
    table = [5, 1, 1] * 5
    assert claims(table) == ["a[n + 3] = a[n]"]
    assert claims(table, losing=5) == ["a[n] = 5 iff n mod 3 = 0", "a[n + 3] = a[n]"]
    # Drawn positions are neither: LOSE alone decides.
    assert claims([-1, 0, 1, 0] * 4)[0] == "LOSE iff n mod 4 = 0"


def test_one_entry_shows_no_pattern() -> None:
    assert find_patterns([4]) == []
    assert find_patterns([[4]]) == []


def test_before_a_period() -> None:
    pattern = only("period", [9, 8, *[0, 1] * 9], start=5)[0]
    assert pattern.claim == "a[n + 2] = a[n] from n = 7 on"
    assert [pattern(n) for n in (5, 6, 7, 8, 1001)] == [9, 8, 0, 1, 0]
    with pytest.raises(GraphGameError, match="expected an index in the table, or ahead of it"):
        pattern(4)


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ([], "expected entries in one to three dimensions, got an array of shape"),
        (
            np.zeros((0, 3), int),
            "expected entries in one to three dimensions, got an array of shape",
        ),
        (7, "expected entries in one to three dimensions, got an array of shape"),
        (
            np.zeros((2, 2, 2, 2), int),
            r"one to three dimensions, got an array of shape \(2, 2, 2, 2\)",
        ),
        ([0.5, 1], "expected integers, got float64"),
        (np.zeros(3), "expected integers, got float64"),
        (["a"], "expected integers"),
        ([2**70, 1], "expected integers"),
        ([[1, 2], [1]], "expected rows of one length"),
        ({"a": 1}, "integers, or pairs or triples of integers, got 'a'"),
        ({(1, 2, 3, 4): 1}, r"integers, or pairs or triples of integers, got \(1, 2, 3, 4\)"),
        ({1: 1, (1, 2): 1}, "integers, or pairs or triples of integers, got 1"),
        ({0: 1, 2: 1}, r"expected all 3 positions from \[0\] to \[2\], got 2"),
        ({(0, 0): 1, (1, 1): 1, (2, 0): 3}, r"all 6 positions from \[0, 0\] to \[2, 1\], got 3"),
        ({}, "expected entries, got none"),
        ({1: [1, 2]}, "expected one entry for each position, got"),
    ],
)
def test_tables_that_are_none(table: Any, message: str) -> None:
    with pytest.raises(GraphGameError, match=f"^table: .*{message}"):
        find_patterns(table)


def test_starts_that_are_none() -> None:
    with pytest.raises(GraphGameError, match="^start: expected one index for each dimension"):
        find_patterns([[1, 2], [3, 4]], start=(1, 2, 3))
    with pytest.raises(GraphGameError, match="^start: expected one index for each dimension"):
        find_patterns([1, 2], start=(1, 2))
    with pytest.raises(GraphGameError, match="^start: expected integers"):
        find_patterns([1, 2], start=0.5)  # type: ignore[arg-type]
    with pytest.raises(GraphGameError, match="^start: expected none"):
        find_patterns({0: 1}, start=1)


def test_patterns_are_values() -> None:
    first, again = find_patterns([0, 1] * 4), find_patterns([0, 1] * 4)
    assert first == again
    assert len({*first, *again}) == len(first)
    assert "_rule" not in repr(first[0])
    with pytest.raises(AttributeError):
        first[0].claim = "proven"  # type: ignore[misc]
