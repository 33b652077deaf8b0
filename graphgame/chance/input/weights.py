"""Probabilities as exact weights: integers, fractions, and floats that stand for fractions."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from functools import partial
from math import isnan
from numbers import Rational

import numpy as np

from graphgame.errors import GraphGameError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any

    from graphgame.types import AnyArray, Int64Array

# Denominators that a float is tried with, before it counts as the decimal that it is written as.
_SIMPLE = (100, 10_000, 1_000_000)
# The greatest common denominator, so that sums of weights stay below 2^63; and a bound of numbers
# whose products with such denominators do.
_MOST = 2**62
_SMALL = 2**31
# The least width of bounds that float64 can promise where values are about 1.
_FINEST = 1e-14
# Integers that float64 has exactly.
_EXACT = 2**53


def as_fraction(value: Any) -> Fraction | None:
    """Return a number as the fraction that it stands for; None if it is no number, or not finite.

    A float stands for the simplest fraction that is rounded to it, if its denominator is at most
    10^6, and else for the decimal as which it is written.

    Examples
    --------
    >>> as_fraction(1 / 3), as_fraction(0.1), as_fraction(0.999999), as_fraction("2/6")
    (Fraction(1, 3), Fraction(1, 10), Fraction(999999, 1000000), Fraction(1, 3))
    """
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, bool) or not isinstance(value, Rational | float | Decimal | str):
        return None
    try:
        exact = Fraction(value)
    except (ValueError, OverflowError, ZeroDivisionError):
        return None
    if not isinstance(value, float):
        return exact
    for most in _SIMPLE:
        near = exact.limit_denominator(most)
        if float(near) == value:
            return near
    return Fraction(repr(value))


def weigh(row: Sequence[Any], what: Callable[[int], str]) -> tuple[list[int], int]:
    """Return the probabilities of one position as weights, and what these sum up to.

    Parameters
    ----------
    row : sequence of numbers
        Probabilities whose sum is exactly 1, or integers, which are weights.
    what : callable
        Returns what an error calls entry k, or with -1 the position.

    Raises
    ------
    GraphGameError
        If a number is not positive, the sum of probabilities is not 1, or the common denominator
        has more than 62 bits.

    Examples
    --------
    >>> weigh([1, 4, 1], str), weigh([0.5, "1/3", 1 / 6], str)
    (([1, 4, 1], 6), ([3, 2, 1], 6))
    """
    found = []
    for k, value in enumerate(row):
        x = as_fraction(value)
        if x is None or x <= 0:
            raise GraphGameError(f"{what(k)}: expected a probability above 0, got {value!r}")
        found.append(x)
    total = sum(found, Fraction(0))
    if all(x.denominator == 1 for x in found):
        weights = [int(x) for x in found]
    else:
        if total != 1:
            raise GraphGameError(
                f"{what(-1)}: expected probabilities whose sum is 1, got {_written(total)}; "
                "integers are weights, and fractions.Fraction says what no float can"
            )
        scale = int(np.lcm.reduce([x.denominator for x in found], dtype=object))
        weights = [int(x * scale) for x in found]
    if sum(weights) > _MOST:
        raise GraphGameError(
            f"{what(-1)}: expected probabilities with a common denominator up to 2^62, got "
            f"{sum(weights)}"
        )
    return weights, sum(weights)


def _written(x: Fraction) -> str:
    """Return a sum as a number of few digits, or as the fraction that it is."""
    near = repr(float(x))
    return near if Fraction(near) == x or len(str(x)) > 40 else str(x)


def whole(
    parts: Mapping[str, tuple[Any, Callable[[int], Any]]], *, bits: int = 52
) -> tuple[list[Int64Array], int]:
    """Return numbers as integers, and what all of them have been multiplied by.

    Parameters
    ----------
    parts : mapping of str to (numbers, callable)
        Numbers by what errors call them; and what stands in brackets behind that for number k, None
        for nothing.  Arrays of int64 are taken as they are.
    bits : int
        How many they may have; 52 are those that float64 has exactly, and their sums.

    Raises
    ------
    GraphGameError
        If one is no number, or has more bits.

    Examples
    --------
    >>> whole({"a": ([1, 0.5], str), "b": ([-2], str)})
    ([array([2, 1]), array([-4])], 2)
    """
    read: list[Any] = []
    for name, (numbers, place) in parts.items():
        if isinstance(numbers, np.ndarray):
            read.append(numbers)
            continue
        found = [*map(as_fraction, numbers)]
        if None in found:
            k = found.index(None)
            at = place(k)
            where = (
                name
                if at is None
                else f"{name}[{str(at)[1:-1] if isinstance(at, tuple) else repr(at)}]"
            )
            raise GraphGameError(f"{where}: expected a number, got {numbers[k]!r}")
        read.append(found)
    lists = [x for x in read if isinstance(x, list)]
    dens = {x.denominator for part in lists for x in part}
    scale = int(np.lcm.reduce([*dens] or [1], dtype=object))
    arrays: list[Int64Array] = []
    for name, part in zip(parts, read, strict=True):
        numbers = part
        if not isinstance(part, list):  # as integers of Python, which do not wrap
            numbers = [int(part.min(initial=0)), int(part.max(initial=0))]
        refuse_wide(name, max((abs(x * scale) for x in numbers), default=0), bits)
        if isinstance(part, list):
            part = np.array([int(x * scale) for x in part], dtype=np.int64)
            arrays.append(part)
        else:
            arrays.append(part if scale == 1 else part * scale)
    return arrays, scale


def refuse_wide(name: str, most: Any, bits: int) -> None:
    """Refuse numbers whose greatest absolute value has more than so many bits."""
    if most >= 1 << bits:
        raise GraphGameError(
            f"{name}: expected numbers below 2^{bits} over a common denominator, got {most}"
        )


def numbers_in_array(values: Any, *, with_gaps: bool = False) -> AnyArray:
    """Return integers as an int64 array, anything else as one of objects.

    With gaps, NaN stands for no number, as None does.
    """
    if type(values) is np.ndarray and values.ndim == 1:
        found = _integers(values)
        if found is not None:
            return found
    if type(values) is list and {*map(type, values)} == {int}:
        try:
            return np.array(values, dtype=np.int64)
        except OverflowError:
            pass
    entries: AnyArray = np.empty(len(values), dtype=object)
    entries[:] = values.tolist() if isinstance(values, np.ndarray) else [*values]
    if with_gaps:
        entries[[k for k, x in enumerate(entries) if isinstance(x, float) and isnan(x)]] = None
    return entries


def _integers(entries: AnyArray) -> Int64Array | None:
    """Return numbers as new contiguous int64, where all are integers that it has; else None."""
    if entries.dtype.kind == "f":
        if not ((np.abs(entries) <= _EXACT) & (entries == np.floor(entries))).all():
            return None
    elif entries.dtype.kind == "u":
        if len(entries) and int(entries.max()) > 2**63 - 1:
            return None
    elif entries.dtype.kind != "i":
        return None
    return np.array(entries, dtype=np.int64, order="C")


def weights_of_rows(
    values: AnyArray, ptr: Int64Array, what: Callable[[int, int], str]
) -> tuple[Int64Array, Int64Array]:
    """Return the weights of all moves of chance, and their sum for each position.

    Parameters
    ----------
    values : (m,) array of int64 or object
        Those of one position together; at positions of chance alone.
    ptr : (n + 1,) int64
        Where the row of each position begins; empty where chance does not move.
    what : callable
        As of `weigh`, with the position as the first argument.

    Notes
    -----
    O(m) time, with a look at each different number; rows whose denominators may be large are
    weighed one by one.
    """
    numerator, denominator = _small_fractions(values)
    totals: Int64Array = np.ones(len(ptr) - 1, dtype=np.int64)
    full = np.flatnonzero(np.diff(ptr))
    if not len(full):
        return numerator, totals
    starts, degree = ptr[:-1][full], np.diff(ptr)[full]
    # Bits of the product of all denominators of a row: their common one has no more.
    bits = np.add.reduceat(np.log2(denominator), starts)
    common_one: Int64Array = np.where(np.repeat(bits < 60, degree), denominator, 0)
    scale: Int64Array = np.lcm.reduceat(common_one, starts)  # 0 where it may be large
    weights: Int64Array = numerator * (np.repeat(scale, degree) // denominator)
    sums = np.add.reduceat(weights, starts)
    whole = np.maximum.reduceat(denominator, starts) == 1
    good = (np.minimum.reduceat(numerator, starts) > 0) & (scale > 0) & (whole | (sums == scale))
    if values.dtype.kind == "O" and {bool, np.bool_} & {*map(type, values)}:
        good[:] = False  # True equals 1, and is refused
    totals[full] = sums
    for v, first, count in zip(full[~good], starts[~good], degree[~good], strict=True):
        row = slice(int(first), int(first + count))
        weights[row], totals[v] = weigh(values[row].tolist(), partial(what, int(v)))
    return weights, totals


def _small_fractions(values: AnyArray) -> tuple[Int64Array, Int64Array]:
    """Return numerators and denominators below 2^31, of 0 for what has larger ones or is none."""
    if values.dtype.kind == "i":
        return np.where(np.abs(values) < _SMALL, values, 0), np.ones(len(values), dtype=np.int64)
    try:
        kinds = dict.fromkeys(values)
    except TypeError:  # a number has a hash
        return np.zeros(len(values), dtype=np.int64), np.ones(len(values), dtype=np.int64)
    numbers = dict(zip(kinds, range(len(kinds)), strict=True))
    read = [as_fraction(value) or Fraction(0) for value in kinds]
    place: Int64Array = np.fromiter(map(numbers.__getitem__, values), np.int64, len(values))
    small = [x if max(abs(x.numerator), x.denominator) < _SMALL else Fraction(0) for x in read]
    numerator: Int64Array = np.array([x.numerator for x in small], dtype=np.int64)
    denominator: Int64Array = np.array([x.denominator for x in small], dtype=np.int64)
    return numerator[place], denominator[place]


def float_below(x: Fraction) -> float:
    """Return the greatest float64 that is not above a fraction."""
    near = float(x)
    return near if near <= x else float(np.nextafter(near, -np.inf))


def width_of_bounds(precision: Any, cure: str) -> float:
    """Return how far apart bounds may be; refuse what float64 cannot promise."""
    try:
        width = float(precision)
    except (TypeError, ValueError):
        width = 0.0
    if not _FINEST <= width < np.inf:
        raise GraphGameError(
            f"precision: expected a number from {_FINEST} on, which float64 can promise, got "
            f"{precision!r}; {cure}"
        )
    return width
