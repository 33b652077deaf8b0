"""The search of one value by couples of a component and a heap.

Pinned here: values and certificates are right whatever the table of couples forgets, down to one
bucket; the table keeps its bound; values are kept, in order, by any name; a search that is stopped
anywhere goes on to the same values; few questions are asked; great heaps; every couple that is said
to be a value, and no other, loses in the reference.
"""

from __future__ import annotations

import random
import shutil
from typing import Any

import cram
import numpy as np
import pytest
from hypothesis import given, strategies as st

import graphgame as gg
from graphgame import Sum, VerificationError
from graphgame.rules.sums.sum_rule import SumRule
from graphgame.values.sums._couples import Known
from graphgame.values.sums._sum_search import NimSearch
from graphgame.values.sums.sum_sources import asked_rows
from graphgame.values.sums.verify_sums import verify_searched
from tests.reference import sums as reference
from tests.values.test_sums import Table, rule_of, tables

needs_gcc = pytest.mark.skipif(shutil.which("gcc") is None, reason="there is no gcc")
BUCKET = 4


def searched(rule: Any, start: Any, couples: int, limit: int = 1 << 30) -> tuple[Any, NimSearch]:
    """Search the value of a start with a table of so many couples."""
    asked = SumRule(rule, start, None, keeps=True)
    search = NimSearch(asked.components, couples)
    assert search.run(asked.name(start), limit, lambda *_: None, None) is None
    return asked, search


def facts(search: NimSearch) -> tuple[Any, Any]:
    names, values = search.values.facts()
    return np.asarray(names), np.asarray(values)


@given(tables(9), st.sampled_from([BUCKET, 2 * BUCKET, 1 << 12]))
def test_values_do_not_depend_on_what_is_forgotten(table: Table, couples: int) -> None:
    last = len(table) - 1
    asked, search = searched(rule_of(table), last, couples)
    expected = reference.values(table.__getitem__, [last])
    names, values = facts(search)
    found = {
        asked.position(name): v for name, v in zip(names.tolist(), values.tolist(), strict=True)
    }
    assert found[last] == expected[last]
    assert found.items() <= expected.items()
    assert verify_searched(asked_rows(asked), names, values, asked.position)


@given(tables(6))
def test_a_couple_loses_if_and_only_if_it_is_the_value(table: Table) -> None:
    """The reference reads a component and a heap as two components of one game."""
    last = len(table) - 1

    def rule(part: Any) -> Any:
        return (
            [(("heap", k),) for k in range(part[1])]
            if part[0] == "heap"
            else [tuple(("part", w) for w in option) for option in table[part[1]]]
        )

    _, search = searched(rule_of(table), last, BUCKET)
    value = search.values.known(0)
    for k in range(len(table[last]) + 2):
        is_lost = reference.whole_value(rule, (("part", last), ("heap", k))) == 0
        assert is_lost == (k == value)


def deep_table(rng: random.Random, n: int) -> Table:
    return [
        [
            tuple(rng.randrange(max(0, v - 12), v) for _ in range(rng.choice((1, 1, 2, 3))))
            for _ in range(rng.randint(0, 7) if v else 0)
        ]
        for v in range(n)
    ]


def all_values(table: Table) -> list[int]:
    """Return all values by the mex, in order: every option is of lesser components."""
    values: list[int] = []
    for row in table:
        seen = set()
        for option in row:
            total = 0
            for part in option:
                total ^= values[part]
            seen.add(total)
        values.append(next(k for k in range(len(seen) + 1) if k not in seen))
    return values


@pytest.mark.parametrize("seed", range(30))
def test_deep_games_against_all_values(seed: int) -> None:
    rng = random.Random(seed)
    table = deep_table(rng, 90)
    expected = all_values(table)
    for couples in (BUCKET, 1 << 6, 1 << 12):
        asked, search = searched(rule_of(table), 89, couples)
        names, values = facts(search)
        positions = [asked.position(name) for name in names.tolist()]
        assert values.tolist() == [expected[v] for v in positions]
        assert 89 in positions
        assert search.couples.size <= couples
        assert verify_searched(asked_rows(asked), names, values, asked.position)


def cram_search(rows: int, columns: int, couples: int) -> tuple[SumRule, NimSearch, int]:
    library, start = cram.in_c(rows, columns)
    asked = SumRule(library.options, start, library.canonical, library.weight, keeps=True)
    return asked, NimSearch(asked.components, couples), asked.name(start)


@given(st.dictionaries(st.integers(-(2**63), 2**63 - 1), st.integers(0, 2**31 - 1)))
def test_values_by_any_name(values: dict[int, int]) -> None:
    known = Known()
    names = np.array([*values], dtype=np.int64)
    known.restore(names, np.array([*values.values()], dtype=np.int32))
    assert [known.known(name) for name in values] == [*values.values()]
    assert all(known.known(name) == values.get(name, -1) for name in (0, 1, -1, 2**63 - 1))
    assert known.count == len(values)


def test_many_values_stand_in_order_and_once() -> None:
    rng = np.random.default_rng(0)
    # Beside each other, far apart, and alike in their last bits.
    runs = np.arange(5000), rng.integers(-(2**63), 2**63, 5000), np.arange(1, 5001) << 40
    names = np.unique(np.concatenate(runs))
    rng.shuffle(names)
    values = rng.integers(0, 100, len(names)).astype(np.int32)
    known = Known()
    for _ in range(2):
        known.restore(names, values)
        found, kept = map(np.asarray, known.facts())
        assert np.array_equal(found, names)
        assert np.array_equal(kept, values)
        values = values[::-1].copy()
    assert known.known(5001 << 40) == -1


@needs_gcc
def test_the_table_grows_to_its_bound_alone() -> None:
    for couples in (1 << 12, 1 << 14):
        asked, search, name = cram_search(5, 6, couples)
        assert search.run(name, 1 << 30, lambda *_: None, None) is None
        assert search.couples.size == couples
        assert search.values.known(name) == 2
        assert verify_searched(asked_rows(asked), *facts(search), asked.position)


@needs_gcc
@pytest.mark.parametrize("couples", [1 << 8, 1 << 20])
def test_a_search_that_is_stopped_goes_on(couples: int) -> None:
    """Whatever was found until then is kept, and more of it is found each time."""
    asked, search, name = cram_search(5, 6, couples)

    class StoppedError(Exception):
        pass

    def stop(*_: int) -> None:
        raise StoppedError

    stops = 0
    while search.values.known(name) < 0 and stops < 10_000:
        try:
            search.run(name, 1 << 30, lambda *_: None, stop)
        except StoppedError:
            stops += 1
    assert search.values.known(name) == 2
    assert stops > 5
    assert verify_searched(asked_rows(asked), *facts(search), asked.position)


@pytest.mark.parametrize("seed", range(20))
def test_planted_values_are_refused(seed: int) -> None:
    rng = random.Random(seed)
    table = deep_table(rng, 60)
    asked, search = searched(rule_of(table), 59, 1 << 8)
    names, values = facts(search)
    for _ in range(20):
        wrong, v = values.copy(), rng.randrange(len(values))
        wrong[v] = wrong[v] + 1 if rng.random() < 0.5 or wrong[v] == 0 else wrong[v] - 1
        with pytest.raises(VerificationError):
            verify_searched(asked_rows(asked), names, wrong, asked.position)


@pytest.mark.boundary
@pytest.mark.parametrize("heap", [63, 64, 65, 130])
def test_great_heaps(heap: int) -> None:
    """Nim with a companion: options of several parts, of which none has a value at first."""
    rule = {0: []} | {n: [Sum(k, 0) for k in range(n)] for n in range(1, heap + 1)}
    for couples in (BUCKET, 1 << 12):
        _, search = searched(rule.__getitem__, heap, couples)
        assert search.values.known(0) == heap


@needs_gcc
def test_a_search_that_does_not_fit_is_refused_and_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    library, start = cram.in_c(5, 8)
    asked: dict[str, Any] = {"canonical": library.canonical, "weight": library.weight}
    found = gg.grundy(library.options, start=3, sums=True, search=True, **asked)
    with monkeypatch.context() as patched:
        patched.setattr("graphgame.memory.available_memory", lambda: 2_000_000)
        with pytest.raises(gg.TooLargeError, match=r"components that have values.* limit= sets"):
            found.value(start)
    count = len(found)
    assert count > 1000
    assert found.value(start) == 1
    assert len(found) > count


@needs_gcc
def test_few_questions_are_asked() -> None:
    """A search that values whole parts of Cram asks 129,445 questions on 5 × 6."""
    found, start = cram.values(5, 6)
    assert found.value(start) == 2
    assert found._source.search.questions < 60_000
    assert gg.grundy(cram.PythonRules(), start=cram.board(3, 4), sums=True, search=True).verify()
