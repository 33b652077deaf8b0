"""The tables that patterns are sought in: functions, arrays, mappings, solved games."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from itertools import product
from math import prod
from typing import Any, SupportsIndex

import numpy as np

from graphgame import checks, types
from graphgame.errors import GraphGameError, TooLargeError, advised
from graphgame.patterns.bases import Array, Ranges

# From here on NumPy's integers give way to Python's, so that nothing overflows.
_LARGE = 1 << 30
# The most indices of a table, and the most entries that are asked for: 60 GB while gathered.
_MOST_INDICES, _MOST_ENTRIES = 3, 10**9


@advised
def table(
    fun: Callable[..., SupportsIndex], shape: int | Sequence[int], *, start: int | Sequence[int] = 0
) -> types.AnyArray:
    """Make a table of a function of one, two or three integers.

    Parameters
    ----------
    fun : function of as many integers as the shape has numbers
        Returns an integer, such as a Grundy value or an `Outcome`.
    shape : int, or sequence of 1 to 3 int
        How many entries the table has along each index, at least 1.
    start : int, or sequence of int
        The index of the first entry: one for all indices, or one for each.

    Returns
    -------
    array of the given shape
        int64, or Python's integers where one is beyond 2^63.

    Raises
    ------
    GraphGameError
        If a parameter is not as described, or the function returns something else than an integer.
    TooLargeError
        If the table would have more than 10^9 entries.

    See Also
    --------
    find_patterns

    Notes
    -----
    The function is called once for each entry.  8 bytes per entry, and 60 while they are gathered.

    Examples
    --------
    >>> import graphgame as gg
    >>> product = gg.table(lambda i, j: int(gg.nim_product(i, j)), (9, 9), start=1)
    >>> print(gg.find_patterns(product, start=1)[0].claim)
    a[i, j] = nim product of i and j
    """
    if not callable(fun):
        raise GraphGameError(f"fun: expected a function, got {fun!r}; find_patterns takes tables")
    sizes = [checks.at_least_1(k, "shape") for k in _one_or_many(shape, "shape")]
    if not 1 <= len(sizes) <= _MOST_INDICES:
        raise GraphGameError(f"shape: expected 1 to {_MOST_INDICES} numbers, got {shape!r}")
    if prod(sizes) > _MOST_ENTRIES:
        raise TooLargeError(
            f"shape: expected at most {_MOST_ENTRIES:,} entries, which are asked for one by one, "
            f"got {shape!r}"
        )
    first = _first(start, len(sizes))
    entries = []
    for index in product(*(range(x, x + k) for x, k in zip(first, sizes, strict=True))):
        entry = fun(*index)
        try:
            if checks.is_bool(entry):
                raise TypeError
            entries.append(operator.index(entry))
        except TypeError:
            where = ", ".join(map(str, index))
            raise GraphGameError(f"fun({where}): expected an integer, got {entry!r}") from None
    large = max(map(abs, entries)) >= 1 << 63
    return np.array(entries, dtype=object if large else np.int64).reshape(sizes)


def _one_or_many(value: Any, what: str) -> list[Any]:
    numbers: list[Any] = np.ravel(checks.integers(value, what)).tolist()
    return numbers


def _first(start: Any, d: int) -> list[int]:
    """Return the index of the first entry, for each of d indices."""
    first = _one_or_many(start, "start")
    if len(first) not in {1, d}:
        raise GraphGameError(f"start: expected one index for each dimension, got {start!r}")
    return first * (d // len(first))


def read_table(given: Any, start: Any) -> tuple[Array, Ranges, bool]:
    """Return the table as an array, its indices, and whether it is known to hold outcomes."""
    entries, labels, of_outcomes = _entries(given)
    if labels is not None:
        entries, start = _placed(labels, entries, start)
    try:
        entries = checks.as_array(entries, "table")
    except GraphGameError:
        raise
    except ValueError:
        raise GraphGameError("table: expected rows of one length") from None
    a = checks.integers(entries, "table")
    if a.size == 0 or not 1 <= a.ndim <= _MOST_INDICES:
        raise GraphGameError(
            f"table: expected entries in one to three dimensions, got an array of shape {a.shape}"
        )
    first = _first(0 if start is None else start, a.ndim)
    ranges = tuple(range(x, x + k) for x, k in zip(first, a.shape, strict=True))
    if a.max() >= 1 << 63:
        raise GraphGameError(f"table: expected integers below 2^63, got {a.max()}")
    ends = [int(a.min()), int(a.max()), *(x for r in ranges for x in (r.start, r.stop))]
    return a.astype(object if max(map(abs, ends)) > _LARGE else np.int64), ranges, of_outcomes


def _entries(table: Any) -> tuple[Any, Any, bool]:
    """Return the entries, their positions if they have some, and whether they are outcomes."""
    if isinstance(table, Mapping):
        return list(table.values()), list(table), False
    if (names := checks.series_names(table)) is not None:
        return np.asarray(table), names, False
    if hasattr(table, "game") and hasattr(table.game, "labels"):
        for name in ("outcomes", "values"):
            if hasattr(table, name):
                entries = np.asarray(getattr(table, name))
                _check_finite(table, name, entries)
                return entries, table.game.labels, name == "outcomes"
    if callable(getattr(table, "values", None)):
        raise GraphGameError(f"table: expected entries, got {table!r}; values(n) has those to n")
    return table, None, False


def _check_finite(table: Any, name: str, entries: Array) -> None:
    """Refuse loopy values that are infinite, which have no integer to stand for them."""
    if name == "values" and entries.size and entries.min() < 0:
        position = table.game.position(int(entries.argmin()))
        raise GraphGameError(
            f"table: expected finite values, got {table[position]} at {position!r}; "
            "find_patterns(solve(game)) finds patterns of the outcomes"
        )


def _placed(positions: Any, values: Any, start: Any) -> tuple[Array, list[int]]:
    """Return values at the places that their positions name, and the first place."""
    if start is not None:
        raise GraphGameError("start: expected none, as the positions say where the table starts")
    if not len(positions):
        raise GraphGameError("table: expected entries, got none")
    try:
        places = np.asarray(positions)
    except ValueError:  # tuples of different lengths
        places = np.empty(0)
    if places.dtype.kind not in "iu" or places.shape[1:] not in {(), (2,), (3,)}:
        raise GraphGameError(
            "table: expected positions that are integers, or pairs or triples of integers, got "
            f"{next(iter(positions))!r}"
        )
    places, values = places.reshape(len(places), -1), checks.integers(values, "table")
    if values.ndim != 1:
        raise GraphGameError(f"table: expected one entry for each position, got {values[0]!r}")
    low, high = places.min(0).tolist(), places.max(0).tolist()
    if places.shape[1] == 2 and low[0] == low[1] and (places[:, 0] <= places[:, 1]).all():
        # Half a square, unless it is a single row: the rest is its mirror image.
        off = (places[:, 0] < places[:, 1]) & (high[0] > low[0])
        places = np.concatenate((places, places[off, ::-1]))
        values = np.concatenate((values, values[off]))
        high = places.max(0).tolist()
    shape = [y - x + 1 for x, y in zip(low, high, strict=True)]
    cells = prod(shape)
    if cells != len(places):
        raise GraphGameError(
            f"table: expected all {cells} positions from {low} to {high}, got {len(places)}; give "
            "an array, or a mapping of a part that has no holes"
        )
    a = np.empty(shape, dtype=values.dtype)
    a[tuple((places - low).T)] = values
    return a, low
