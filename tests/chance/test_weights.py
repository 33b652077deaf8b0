"""Probabilities as weights: exactly what was given, or one error that names the place."""

from __future__ import annotations

import random
import re
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from graphgame.chance.input.weights import (
    as_fraction,
    numbers_in_array,
    weigh,
    weights_of_rows,
    whole,
)
from graphgame.errors import GraphGameError


def place(k: int) -> str:
    return f"p[{k}]" if k >= 0 else "p"


@pytest.mark.parametrize("d", [1, 2, 3, 6, 7, 36, 97, 1296, 999_983, 10**6])
def test_a_float_is_the_simple_fraction_that_is_rounded_to_it(d: int) -> None:
    rng = random.Random(d)
    for n in {rng.randint(1, d) for _ in range(50)}:
        for value in (n / d, np.float64(n / d), Fraction(n, d), f"{n}/{d}"):
            assert as_fraction(value) == Fraction(n, d)


@pytest.mark.parametrize(
    ("value", "wanted"),
    [
        (0.1234567891, Fraction(1234567891, 10**10)),
        (1 - 2**-53, Fraction(9999999999999999, 10**16)),
        (1e-300, Fraction(1, 10**300)),
        (Decimal("0.30"), Fraction(3, 10)),
        (np.int8(3), Fraction(3)),
        (np.float32(0.5), Fraction(1, 2)),
        (float("nan"), None),
        (float("-inf"), None),
        (True, None),
        (np.True_, None),
        (1j, None),
        ("1/0", None),
        ("one", None),
        (None, None),
        ([1], None),
    ],
)
def test_other_numbers(value: Any, wanted: Fraction | None) -> None:
    assert as_fraction(value) == wanted


@pytest.mark.parametrize(
    ("row", "wanted"),
    [
        ([1, 1, 4], ([1, 1, 4], 6)),
        ([7], ([7], 7)),
        ([1.0], ([1], 1)),
        ([0.1, 0.2, 0.7], ([1, 2, 7], 10)),
        ([1 / 6] * 6, ([1] * 6, 6)),
        ([Fraction(1, 3), 0.5, "1/6"], ([2, 3, 1], 6)),
        ([0.999999, 0.000001], ([999999, 1], 10**6)),
        ([Fraction(1, 2**61), 1 - Fraction(1, 2**61)], ([1, 2**61 - 1], 2**61)),
    ],
)
def test_probabilities_are_weights(row: list[Any], wanted: tuple[list[int], int]) -> None:
    assert weigh(row, place) == wanted
    weights, totals = weights_of_rows(
        numbers_in_array(row), np.array([0, 0, len(row)]), lambda _, k: place(k)
    )
    assert (weights.tolist(), totals.tolist()) == (wanted[0], [1, wanted[1]])


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ([0.5, 0.499999], "p: expected probabilities whose sum is 1, got 0.999999; integers are"),
        ([0.3333333, 0.6666666], "p: expected probabilities whose sum is 1, got 0.9999999; "),
        ([Fraction(1, 3), Fraction(1, 7)], "p: expected probabilities whose sum is 1, got 10/21; "),
        ([0.5, float("nan")], r"p\[1\]: expected a probability above 0, got nan"),
        ([1, 0], r"p\[1\]: expected a probability above 0, got 0"),
        ([1.5, -0.5], r"p\[1\]: expected a probability above 0, got -0.5"),
        ([True, 1], r"p\[0\]: expected a probability above 0, got True"),
        ([1, None], r"p\[1\]: expected a probability above 0, got None"),
        ([2**62, 1], "p: expected probabilities with a common denominator up to 2.62, got 4611686"),
        ([Fraction(1, 3**40), 1 - Fraction(1, 3**40)], "p: expected .* a common denominator up to"),
    ],
)
def test_other_rows_are_refused(row: list[Any], message: str) -> None:
    with pytest.raises(GraphGameError, match=message):
        weigh(row, place)
    with pytest.raises(GraphGameError, match=message):
        weights_of_rows(
            numbers_in_array([1, *row, 1]),
            np.array([0, 1, len(row) + 1, len(row) + 2]),
            lambda _, k: place(k),
        )


def test_many_rows_are_weighed_as_each_one() -> None:
    rng = random.Random(1)
    refused = 0
    for _ in range(2000):
        rows: list[list[Any]] = []
        for _ in range(rng.randint(0, 5)):
            row: list[Any] = [rng.randint(1, 9) for _ in range(rng.randint(0, 4))]
            if row and rng.random() < 0.6:
                row = [Fraction(x, sum(row)) for x in row]
                if rng.random() < 0.5:
                    row = [float(x) for x in row]
                if rng.random() < 0.1:
                    row[0] *= rng.choice([2, -1, 0])
            rows.append(row)
        ptr = np.cumsum([0, *map(len, rows)])
        values = [x for row in rows for x in row]
        try:
            wanted = [weigh(row, place) if row else ([], 1) for row in rows]
        except GraphGameError as error:
            refused += 1
            with pytest.raises(GraphGameError, match=f"^{re.escape(str(error))}$"):
                weights_of_rows(numbers_in_array(values), ptr, lambda _, k: place(k))
            continue
        weights, totals = weights_of_rows(numbers_in_array(values), ptr, lambda _, k: place(k))
        assert weights.tolist() == [w for row, _ in wanted for w in row]
        assert totals.tolist() == [total for _, total in wanted]
    assert refused > 100


def test_numbers_have_a_common_denominator() -> None:
    def at(k: int) -> Any:
        return k

    assert whole({"a": ([], at)})[1] == 1
    arrays, scale = whole({"a": ([1, 0.5], at), "b": (["1/3", -2], at), "c": (np.array([7]), at)})
    assert ([x.tolist() for x in arrays], scale) == ([[6, 3], [2, -12], [42]], 6)
    with pytest.raises(GraphGameError, match=r"b\[1\]: expected a number, got 'x'"):
        whole({"a": ([1], at), "b": ([1, "x"], at)})
    with pytest.raises(GraphGameError, match="^b: expected a number, got None"):
        whole({"a": ([1], at), "b": ([None], lambda _: None)})
    for part in ([2**52], np.array([-(2**52)]), [2**40 + Fraction(1, 3**10)]):
        with pytest.raises(GraphGameError, match="a: expected numbers below 2.52 over a common"):
            whole({"a": (part, at)})
