"""What the pattern finder may claim of sparse sets, random tables and values of solved games.

Pinned here: no two claims foretell different entries; of powers of 2, squares, triangular and
Fibonacci numbers nothing false is claimed, at any size; good claims are still found; nothing is
claimed of random tables; the values of a solved game are taken, or refused with the cure.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import accumulate, count, repeat
from math import factorial
from typing import Any

import numpy as np
import pytest
from hypothesis import given, strategies as st

import graphgame as gg
from graphgame import LOSE, WIN, GraphGameError
from graphgame.patterns.find import find_patterns
from graphgame.patterns.forms import landmarks
from tests.marked import large

# -- sparse sets ----------------------------------------------------------------------------------

FIBONACCI = [1, 2]
while FIBONACCI[-1] < 5000:
    FIBONACCI.append(FIBONACCI[-1] + FIBONACCI[-2])

SETS: dict[str, tuple[list[int], str]] = {
    "powers of 2": ([1 << k for k in range(13)], "a power of 2"),
    "squares": ([k * k for k in range(70)], "a square"),
    "triangular": ([k * (k + 1) // 2 for k in range(100)], "a triangular number"),
    "Fibonacci": (FIBONACCI, "a Fibonacci number"),
}


@pytest.mark.parametrize("start", [1, *large([2])])
@pytest.mark.parametrize("name", SETS)
def test_of_a_sparse_set_nothing_false_is_claimed_at_any_size(name: str, start: int) -> None:
    members, text = SETS[name]
    lost = np.isin(np.arange(5000), members)
    for size in range(1, 400):
        table = np.where(lost[start : start + size], LOSE, WIN)
        found = find_patterns(table, start=start)
        for pattern in found:
            # Up to 12 entries may be two full periods, and nothing else.
            if size <= 12 and (pattern.preperiod == 0 or pattern._cost <= 2):
                continue
            for n in range(start + size, 2 * (start + size) + 200):
                expected = lost[n] if pattern.kind == "losing" else (WIN, LOSE)[int(lost[n])]
                assert pattern(n) == expected, (size, pattern)
        if np.count_nonzero(table == LOSE) >= 4 and WIN in table:
            assert [p.claim for p in found] == [f"LOSE iff n is {text}"]


@pytest.mark.parametrize("start", [0, *large([1])])
@pytest.mark.parametrize(
    "members",
    [
        [3**k for k in range(9)],
        [k**3 for k in range(20)],
        [factorial(k) for k in range(1, 8)],
        [k * (k + 1) * (k + 2) // 6 for k in range(1, 20)],
    ],
    ids=["powers of 3", "cubes", "factorials", "tetrahedral"],
)
def test_of_other_sparse_sets_nothing_false_is_claimed(members: list[int], start: int) -> None:
    """Cubes and tetrahedral numbers satisfy linear recurrences; nothing else is claimed of any."""
    last = min(members[-1], 2500)
    ahead = [n for n in members if n < 4 * last]
    for size in (*range(6, 300), *range(300, last, 37)):
        for values in ((0, 1), (LOSE, WIN), (1, 0)):
            table = [values[n not in members] for n in range(start, start + size)]
            found = find_patterns(table, start=start)
            claims = [p for p in found if p.preperiod or p._cost > 8]
            claims = [p for p in claims if " is one of m = " not in p.claim]
            assert claims == [], (size, values)
            for p in found:
                if " is one of m = " in p.claim:
                    foretold = [n for n in range(start, ahead[-1] + 1) if p(n)]
                    assert foretold == [n for n in ahead if n >= start], size


def test_the_gap_behind_the_last_member_is_no_pattern() -> None:
    for members in SETS.values():
        table = np.where(np.isin(np.arange(64), members[0]), LOSE, WIN)
        assert all(p.kind == "losing" for p in find_patterns(table))
        assert find_patterns(np.isin(np.arange(64), members[0]).astype(int)) == []


def test_a_tail_of_equal_entries_that_is_long_is_a_pattern() -> None:
    start = [3, 1, 4, 1, 5, 9, 2, 6]
    assert [p.claim for p in find_patterns([*start, *[0] * 40])] == [
        "a[n + 1] = a[n] from n = 8 on"
    ]
    # The gaps of 1, 0, 0, 1 are 1 and 3: more than 8 times 3 equal entries are enough.
    assert find_patterns([1, 0, 0, 1, *[0] * 24]) == []
    assert [p.claim for p in find_patterns([1, 0, 0, 1, *[0] * 25])] == [
        "a[n + 1] = a[n] from n = 4 on"
    ]


def test_one_member_that_returns_is_no_pattern_behind_a_pre_period() -> None:
    # 32, 64 and 96 are members, and all that the period of 32 foretells is the last of them.
    table = [int(n in {1, 2, 4, 8, 16, 32, 64}) for n in range(96)]
    assert find_patterns(table) == []


# -- good claims ----------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [20, 21, 40, 64, 65, 100, 257])
@pytest.mark.parametrize(
    ("entry", "claims"),
    [
        (lambda n: n % 4, ["a[n] = n mod 4", "a[n] = 0 iff n mod 4 = 0", "a[n + 4] = a[n]"]),
        (lambda n: LOSE if n % 3 == 1 else WIN, ["LOSE iff n mod 3 = 1", "a[n + 3] = a[n]"]),
        (lambda n: n // 2, ["a[n] = floor(n/2)", "a[n + 2] = a[n] + 1"]),
        (lambda n: min(n, 3), ["a[n] = min(n, 3)", "a[n + 1] = a[n] from n = 3 on"]),
        (lambda n: max(n, 6), ["a[n] = max(n, 6)", "a[n + 1] = a[n] + 1 from n = 6 on"]),
        (lambda n: 7, ["a[n] = 7"]),
        (lambda n: (n & -n).bit_length() if n else 9, []),
    ],
)
def test_good_claims_are_still_found(
    entry: Callable[[int], int], claims: list[str], size: int
) -> None:
    found = [p.claim for p in find_patterns([entry(n) for n in range(size)])]
    assert [claim for claim in claims if claim not in found] == []


@pytest.mark.parametrize("n", [124, 150, 300, 1000])
def test_periods_of_heap_games_are_found(n: int) -> None:
    values = gg.octal("0.77").values(n)
    period = gg.octal("0.77").period()
    assert period is not None
    assert [(p.preperiod, p.period) for p in find_patterns(values)] == [
        (period.preperiod, period.period)
    ]


# -- random tables --------------------------------------------------------------------------------


@pytest.mark.parametrize("entries", [[0, 1], [LOSE, WIN], [0, 1, 2], range(9)], ids=str)
def test_nothing_is_claimed_of_random_tables(entries: Any) -> None:
    rng = random.Random(13)
    for size in (64, 65, 100, 200, 500):
        for _ in range(40):
            assert find_patterns(rng.choices(entries, k=size)) == []


@pytest.mark.parametrize("share", [0.03, 0.1, 0.2])
def test_nothing_is_claimed_of_random_sparse_sets(share: float) -> None:
    rng = random.Random(7)
    for size in (100, 200, 500):
        for _ in range(40):
            table = [int(rng.random() < share) for _ in range(size)]
            if sum(table) > 2:
                assert find_patterns(table) == [], table


def test_nothing_is_claimed_of_random_rectangles() -> None:
    rng = np.random.default_rng(5)
    for shape in ((8, 30), (20, 20), (40, 7)):
        for _ in range(20):
            assert find_patterns(rng.integers(0, 2, shape)) == []


# -- claims agree with each other -----------------------------------------------------------------


@st.composite
def tables(draw: st.DrawFn) -> tuple[list[int], int]:
    """Draw a table with some pattern, perhaps with one entry changed, and its start."""
    start, size = draw(st.integers(0, 9)), draw(st.integers(4, 120))
    k, m = draw(st.integers(1, 9)), draw(st.integers(1, 9))
    forms: list[Callable[[int], int]] = [
        lambda n: n % k // m,
        lambda n: n // k % m,
        lambda n: min(n, 3 * k) % m,
        lambda n: n ^ k,
        lambda n: int(n in SETS["powers of 2"][0]),
        lambda n: -int(n in SETS["squares"][0]),
        lambda n: -int(n % k == 0 and n > 5 * m),
        lambda n: (n & -n).bit_length(),
    ]
    form = draw(st.sampled_from(forms))
    table = [form(n) for n in range(start, start + size)]
    if draw(st.booleans()):
        table[draw(st.integers(0, size - 1))] = draw(st.integers(-1, 3))
    return table, start


@given(tables())
def test_no_two_claims_foretell_different_entries(drawn: tuple[list[int], int]) -> None:
    table, start = drawn
    found = find_patterns(table, start=start)
    losing = -1 if min(table) == -1 and max(table) <= 1 else 0
    for n in range(start + len(table), start + len(table) + 64):
        said = {p(n) == losing if p.kind != "losing" else p(n) == 1 for p in found}
        assert len(said) <= 1, n
        assert len({p(n) for p in found if p.kind != "losing"}) <= 1, n


@given(st.integers(1, 10**9))
def test_landmarks_are_the_next_members(stop: int) -> None:
    power = next(p for p in accumulate(repeat(2), lambda x, _: 2 * x, initial=1) if p >= stop)
    less = next(p - 1 for p in accumulate(repeat(2), lambda x, _: 2 * x, initial=2) if p > stop)
    near = max(0, int(stop**0.5) - 2)
    square = next(k * k for k in count(near) if k * k >= stop)
    near = max(0, int((2 * stop) ** 0.5) - 3)
    triangular = next(k * (k + 1) // 2 for k in count(near) if k * (k + 1) // 2 >= stop)
    a, b = 1, 1
    while a < stop:
        a, b = b, a + b
    assert [*landmarks(stop)] == [power, less, square, triangular, a]
    assert [*landmarks(-stop)] == []


# -- solved games ---------------------------------------------------------------------------------


def stones(n: int) -> list[int]:
    return [n - k for k in (1, 2, 3) if k <= n]


VALUES = ["a[n] = n mod 4", "a[n] = 0 iff n mod 4 = 0", "a[n + 4] = a[n]"]


def test_the_values_of_a_solved_game_are_taken() -> None:
    for solve in (gg.grundy, gg.loopy_grundy):
        for start in (20, range(21)):
            assert [p.claim for p in find_patterns(solve(stones, start=start))] == VALUES
        edges = [(n, n - k) for n in range(21) for k in (1, 2, 3) if k <= n]
        assert [p.claim for p in find_patterns(solve(edges))] == VALUES
    two = gg.grundy(
        lambda p: [(k, p[1]) for k in range(p[0])] + [(p[0], k) for k in range(p[1])], start=(9, 7)
    )
    assert find_patterns(two)[0].claim == "a[i, j] = i xor j"


def test_infinite_values_are_refused_with_the_cure() -> None:
    with pytest.raises(GraphGameError) as caught:
        find_patterns(gg.loopy_grundy([(0, 1), (1, 0), (2, 0), (2, 3)]))
    assert str(caught.value) == (
        "table: expected finite values, got ∞{} at 0; find_patterns(solve(game)) finds patterns of "
        "the outcomes"
    )


def test_a_heap_game_is_refused_with_the_cure() -> None:
    with pytest.raises(GraphGameError) as caught:
        find_patterns(gg.octal("0.77"))
    assert str(caught.value) == (
        "table: expected entries, got octal('0.77'), Kayles; values(n) has those to n"
    )


def test_positions_of_values_must_be_integers() -> None:
    with pytest.raises(
        GraphGameError, match="^table: expected positions that are integers, or pai"
    ):
        find_patterns(gg.grundy({"ab": ["a"], "a": []}))


@pytest.mark.parametrize("losing", ["x", 1.0, True])
def test_the_entry_of_lost_positions_is_an_integer(losing: Any) -> None:
    with pytest.raises(GraphGameError, match=f"^losing: expected an integer, got {losing!r}$"):
        gg.find_patterns([0, 1, 2] * 5, losing=losing)


@pytest.mark.parametrize("index", [1.9, "a", None, True])
def test_an_index_is_an_integer(index: Any) -> None:
    pattern = gg.find_patterns([0, 1, 2] * 5)[0]
    with pytest.raises(GraphGameError, match=f"^index: expected an integer, got {index!r}$"):
        pattern(index)
    with pytest.raises(GraphGameError, match="^index: expected 1 integer, got 2$"):
        pattern(1, 2)
    plane = gg.find_patterns([[i ^ j for i in range(9)] for j in range(9)])[0]
    with pytest.raises(GraphGameError, match="^index: expected 2 integers, got 1$"):
        plane(1)


def test_a_condition_without_pre_period_holds_before_the_table_too() -> None:
    table = [int(n % 4 != 0) for n in range(5, 45)]
    (lost,) = (p for p in gg.find_patterns(table, start=5) if p.kind == "losing")
    assert [lost(n) for n in range(-8, 60)] == [int(n % 4 == 0) for n in range(-8, 60)]


def test_a_series_starts_where_its_index_says() -> None:
    pandas = pytest.importorskip("pandas")
    entries, index = [0, 1, 2] * 4, range(1, 13)
    named = pandas.Series(entries, index=index)
    for table in (named, named[::-1], dict(zip(index, entries, strict=True))):
        assert gg.find_patterns(table)[0].claim == "a[n] = (n + 2) mod 3"
    assert gg.find_patterns(pandas.Series(entries))[0].claim == "a[n] = n mod 3"
    assert gg.find_patterns(pandas.Series(entries), start=1)[0].claim == "a[n] = (n + 2) mod 3"
    with pytest.raises(gg.GraphGameError, match="start: expected none"):
        gg.find_patterns(named, start=1)
    with pytest.raises(gg.GraphGameError, match="table: expected all 1 positions"):
        gg.find_patterns(pandas.Series(entries, index=[1] * 12))
