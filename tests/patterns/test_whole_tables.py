"""What patterns compute of whole tables at once, against loops over entries."""

from __future__ import annotations

from collections import Counter
from itertools import islice, takewhile
from typing import Any

import numpy as np
import pytest
from hypothesis import given, strategies as st

import graphgame as gg
from graphgame.patterns._borders import borders
from graphgame.patterns.forms import _SETS, _has_others
from graphgame.patterns.periods import is_of_two, numbered
from graphgame.patterns.sequences import _irrationals, _multiple, _multiples, _recurs
from tests.reference.words import longest_borders

WORDS = st.lists(st.integers(-1, 1), max_size=40)


@given(WORDS)
def test_borders(word: list[int]) -> None:
    assert np.asarray(borders(np.array(word, dtype=np.int64))).tolist() == longest_borders(word)


def test_borders_of_a_word_whose_borders_fall_all_the_way() -> None:
    """The last entry read differs from all that the longest border could grow by."""
    word = [7] + [0, 1] * 20_000 + [0]
    found = borders(np.array(word, dtype=np.int64))
    assert np.asarray(found).tolist() == [0, 0, *range(1, 40_000), 0]


@given(st.lists(st.lists(st.integers(0, 2), min_size=3, max_size=3), max_size=12), st.booleans())
def test_rows_have_one_number_if_they_are_equal(rows: list[list[int]], large: bool) -> None:
    lines: Any = np.array(rows, dtype=object if large else np.int64).reshape(-1, 3)
    for table in (lines * (10**30 if large else 1), lines[:, :1], lines[:, 0], lines[:, :0]):
        found = numbered(table).tolist()
        equal = [[bool(np.all(x == y)) for y in table] for x in table]
        assert [[x == y for y in found] for x in found] == equal


@given(WORDS, st.integers(1, 6))
def test_entries_that_are_not_the_commonest(word: list[int], least: int) -> None:
    expected = len(word) - max(Counter(word).values(), default=0) >= least
    assert _has_others(np.array(word, dtype=np.int64), least) == expected


@given(st.lists(st.integers(0, 3), min_size=1, max_size=9))
def test_tables_of_two_entries(word: list[int]) -> None:
    assert is_of_two(np.array(word)) == (len(set(word)) <= 2)


@pytest.mark.parametrize("place", range(len(_SETS)))
def test_members_of_named_sets(place: int) -> None:
    name, rule, from_least = _SETS[place]
    members = [x for x in range(3_000) if rule(x)]
    assert len(members) > 10, name
    for least in range(1_000):
        found = takewhile(lambda x: x < 3_000, from_least(least))
        assert [*found] == [x for x in members if x >= least]
    large = 10**40
    for x in islice(from_least(large), 5):
        assert x >= large and rule(x)


def test_multiples_of_irrationals() -> None:
    """In integers of NumPy, near 2^62 too, and in Python's beyond."""
    for _, p, d, q, _ in _irrationals():
        for first in (0, 1, 250_000_000 // d, (1 << 31) - 20, 10**20):
            expected = [_multiple(p, d, q, k) for k in range(first, first + 20)]
            assert _multiples(p, d, q, first, 20).tolist() == expected


@given(st.lists(st.integers(-3, 3), min_size=1, max_size=3), WORDS, st.integers(0, 30))
def test_terms_that_recur(c: list[int], terms: list[int], wrong: int) -> None:
    k = len(c)
    for _ in range(20):
        if len(terms) >= k:
            terms.append(sum(x * terms[-1 - m] for m, x in enumerate(c)))
    if wrong < len(terms):
        terms[wrong] += 1
    expected = all(
        terms[n] == sum(x * terms[n - 1 - m] for m, x in enumerate(c)) for n in range(k, len(terms))
    )
    assert _recurs(np.array(terms, dtype=object), c) == expected


@pytest.mark.parametrize(
    ("table", "claims"),
    [
        (np.arange(70_000) ** 2, ["a[n] = 3*a[n - 1] - 3*a[n - 2] + a[n - 3] from n = 3 on"]),
        (np.isin(np.arange(70_000), np.arange(300) ** 2), ["a[n] = 1 iff n is a square"]),
    ],
)
def test_large_tables(table: Any, claims: list[str]) -> None:
    """A recurrence goes on from a table of any size."""
    found = gg.find_patterns(table.astype(np.int64), losing=1)
    assert [pattern.claim for pattern in found] == claims
    (pattern,) = found
    assert pattern(264) == table[264] and pattern(265) == table[265]
    root = 70_001
    assert pattern(root if "n - 1" in claims[0] else root**2) == (
        root**2 if "n - 1" in claims[0] else 1
    )
