"""Weights of components, which say where a search of values looks first.

Pinned here: weights change no value, and the certificate holds whatever they are; a rule may have
them as a method; they come from Python, from C and through a callback; great ones are alike; what
is no weight is refused.
"""

from __future__ import annotations

import copy
import ctypes
import io
import pickle
from typing import Any

import pytest
from hypothesis import given, strategies as st

import graphgame as gg
from graphgame import GraphGameError, Sum, SumValues
from tests.reference import sums as reference
from tests.values.test_sums import Table, rule_of, tables
from tests.values.test_sums_input import KAYLES, compiled

WEIGHTS = """
int64_t row(int64_t row, void *data) { return row; }
int64_t against(int64_t row, void *data) { return ((int64_t)1 << 62) - row; }
int64_t below_zero(int64_t row, void *data) { return row < 5 ? -row : row; }
"""


class Kayles:
    """Kayles in Python: rows of pins, of which the longer take longer."""

    def __init__(self) -> None:
        self.weighed = 0

    def options(self, row: int) -> list[Sum[int]]:
        return [
            Sum(left, row - taken - left) for taken in (1, 2) for left in range(row - taken + 1)
        ]

    def weight(self, row: int) -> int:
        self.weighed += 1
        return row


@given(tables(), st.lists(st.integers(0, 1 << 70), min_size=7, max_size=7))
def test_weights_change_no_value(table: Table, weights: list[int]) -> None:
    last = len(table) - 1
    asked: dict[str, Any] = {"start": last, "sums": True, "search": True}
    found = gg.grundy(rule_of(table), weight=weights.__getitem__, **asked)
    expected = reference.values(table.__getitem__, [last])
    assert {v: found.value(v) for v in expected} == expected
    assert found.verify()


def test_the_least_weight_is_looked_at_first() -> None:
    # 9 may become 8 or 7; the question about 9 is answered by a part of value 0, which both are.
    table = {9: [Sum(8), Sum(7)], 8: [Sum(6)], 7: [Sum(5)], 6: [Sum(4)], 5: [Sum(3)], 4: [], 3: []}
    for first, other in ((8, 7), (7, 8)):
        found = gg.grundy(
            table.__getitem__,
            start=9,
            sums=True,
            search=True,
            weight=lambda v, first=first: v != first,
        )
        assert found.value(9) == 1
        valued = [*found]
        assert first in valued
        assert other not in valued[: valued.index(first)]


def test_a_rule_may_have_weights() -> None:
    rule = Kayles()
    asked: dict[str, Any] = {"start": 40, "sums": True, "search": True}
    found = gg.grundy(rule, **asked)
    assert found.value(40) == gg.octal("0.77").value(40)
    assert rule.weighed > 0
    # One that is given comes before; without a search nothing is weighed.
    rule.weighed = 0
    assert gg.grundy(rule, weight=lambda row: 0, **asked).value(40) == found.value(40)
    assert gg.grundy(rule, start=10, sums=True).value(10) == gg.octal("0.77").value(10)
    assert rule.weighed == 0


def test_weights_in_c() -> None:
    library = compiled(KAYLES + WEIGHTS)
    expected = gg.octal("0.77").values(90).tolist()
    asked: dict[str, Any] = {"start": 90, "sums": True, "search": True}
    orders = []
    for weight in (library.row, library.against):
        found = gg.grundy(library.rule, weight=weight, **asked)
        orders.append([*found])
        assert all(found.value(row) == expected[row] for row in orders[-1])
        assert found.verify()
    assert orders[0] != orders[1]


def test_searches_go_on_with_their_weights() -> None:
    library = compiled(KAYLES + WEIGHTS)
    found = gg.grundy(library.rule, start=30, sums=True, search=True, weight=library.row)
    file = io.BytesIO()
    found.save(file)
    file.seek(0)
    again = SumValues.load(file, rule=library.rule, weight=library.row)
    assert again.value(60) == found.value(60)
    assert [*again] == [*found]
    assert copy.deepcopy(found).value(61) == found.value(61)
    python = gg.grundy(Kayles(), start=20, sums=True, search=True, weight=abs)
    assert pickle.loads(pickle.dumps(python)).value(25) == gg.octal("0.77").value(25)


def test_what_is_no_weight_is_refused() -> None:
    asked: dict[str, Any] = {"start": 9, "sums": True}
    rule = Kayles().options
    for weight in (lambda row: -1, lambda row: 0.5, lambda row: None):
        message = "weight of .*: expected a whole number of 0 or more"
        with pytest.raises(GraphGameError, match=message):
            gg.grundy(rule, search=True, weight=weight, **asked)
    with pytest.raises(ZeroDivisionError):
        gg.grundy(rule, search=True, weight=lambda row: 1 // 0, **asked)
    with pytest.raises(GraphGameError, match="weight: expected a function of one component"):
        gg.grundy(rule, search=True, weight=7, **asked)
    with pytest.raises(GraphGameError, match="weight: expected search=True beside it"):
        gg.grundy(rule, weight=abs, **asked)
    with pytest.raises(GraphGameError, match="search: expected sums=True|weight: expected"):
        gg.grundy(rule, start=9, weight=abs)


def test_what_is_no_weight_of_codes_is_refused() -> None:
    library = compiled(KAYLES + WEIGHTS)
    asked: dict[str, Any] = {"start": 9, "sums": True, "search": True}
    with pytest.raises(GraphGameError, match="weight of .*: expected a whole number.*got -"):
        gg.grundy(library.rule, weight=library.below_zero, **asked)
    with pytest.raises(GraphGameError, match="weight: expected a compiled function"):
        gg.grundy(library.rule, weight=abs, **asked)
    with pytest.raises(GraphGameError, match="weight: expected a function of one component"):
        gg.grundy(Kayles().options, weight=library.row, **asked)
    number = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64, ctypes.c_void_p)
    with pytest.raises(KeyError):
        gg.grundy(library.rule, weight=number(lambda code, data: {}[code]), **asked)
