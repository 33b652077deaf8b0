"""Integers as nimbers: operands, and keys of dicts."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
import pytest
from hypothesis import given, strategies as st

from graphgame import GraphGameError, Nimber
from tests.values.test_nimber import NIMBERS, NUMBERS, loopy

OPERATIONS = [operator.add, operator.sub, operator.mul, operator.truediv]


@given(st.integers(0, 2**70) | st.booleans())
def test_an_integer_and_its_nimber_are_one_key(n: int) -> None:
    assert hash(Nimber(int(n))) == hash(n)
    assert Nimber(int(n)) == n == Nimber(int(n))
    assert {n: "one"}[Nimber(int(n))] == "one" == {Nimber(int(n)): "one"}[n]
    assert len({n, Nimber(int(n)), int(n)}) == 1


@given(NIMBERS, st.sampled_from(OPERATIONS), NUMBERS)
def test_an_integer_is_an_operand_as_its_nimber(x: Nimber, operation: Any, n: int) -> None:
    assert result(operation, x, n) == result(operation, x, Nimber(n))
    assert result(operation, n, x) == result(operation, Nimber(n), x)
    if n < 2**63:
        assert result(operation, x, np.int64(n)) == result(operation, x, Nimber(n))
        assert result(operation, np.int64(n), x) == result(operation, Nimber(n), x)


def result(operation: Any, x: Any, y: Any) -> tuple[str, str]:
    """Return what an operation gives, a nimber or an error, in words."""
    try:
        found = operation(x, y)
    except GraphGameError as error:
        return type(error).__name__, str(error)
    assert type(found) is Nimber
    return "", repr(found)


def test_a_product_with_an_integer_is_no_repeated_sum() -> None:
    assert Nimber(5) * 3 == 3 * Nimber(5) == Nimber(15)
    assert Nimber(5) + Nimber(5) + Nimber(5) == Nimber(5) == 5
    assert 5 - Nimber(3) == Nimber(3) - 5 == 6
    assert 5 / Nimber(3) == Nimber(5) / 3 == Nimber(10)
    assert loopy(0, 2) + 3 == 3 + loopy(0, 2) == loopy(1, 3)


@pytest.mark.parametrize("operation", OPERATIONS)
@pytest.mark.parametrize("other", [0.0, 1.0, None, object(), frozenset({3})])
def test_other_things_than_nimbers_and_integers_are_no_operands(operation: Any, other: Any) -> None:
    for pair in ((Nimber(3), other), (other, Nimber(3)), (loopy(3), other)):
        with pytest.raises(TypeError):
            operation(*pair)


@pytest.mark.parametrize("operation", OPERATIONS)
@pytest.mark.parametrize("other", [-1, True, False, np.int8(-1), -(10**30), np.True_])
def test_negative_integers_and_bools_are_refused_as_operands(operation: Any, other: Any) -> None:
    # NumPy hands the bool over as Python's.
    shown = {repr(other), repr(getattr(other, "tolist", lambda: other)())}
    for pair in ((Nimber(3), other), (other, Nimber(3)), (loopy(3), other)):
        with pytest.raises(GraphGameError) as caught:
            operation(*pair)
        assert str(caught.value) in {
            f"nimber: expected an integer from 0 on, got {x}" for x in shown
        } | {f"nimber: expected a finite one, got {loopy(3)}"}


def test_arrays_are_added_entry_by_entry() -> None:
    assert (np.array([1, 2]) + Nimber(3)).tolist() == (Nimber(3) + np.array([1, 2])).tolist()
    assert (Nimber(3) + np.array([1, 2])).tolist() == [Nimber(2), Nimber(1)]
