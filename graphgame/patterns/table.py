"""The tables that patterns are sought in: arrays, mappings, solved games."""

from __future__ import annotations

from collections.abc import Mapping
from math import prod

import numpy as np

from graphgame import checks
from graphgame.errors import GraphGameError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeAlias

    import numpy.typing as npt

    Array: TypeAlias = npt.NDArray[Any]
    Ranges: TypeAlias = tuple[range, ...]

# From here on NumPy's integers give way to Python's, so that nothing overflows.
_LARGE = 1 << 30


def read_table(table: Any, start: Any) -> tuple[Array, Ranges, bool]:
    """Return the table as an array, its indices, and whether it is known to hold outcomes."""
    entries, labels, of_outcomes = _entries(table)
    if labels is not None:
        entries, start = _placed(labels, entries, start)
    try:
        entries = np.asarray(entries)
    except ValueError:
        raise GraphGameError("table: expected rows of one length") from None
    a = checks.integers(entries, "table")
    if a.size == 0 or a.ndim not in {1, 2, 3}:
        raise GraphGameError(
            f"table: expected entries in one to three dimensions, got an array of shape {a.shape}"
        )
    first = np.ravel(checks.integers(0 if start is None else start, "start")).tolist()
    if len(first) not in {1, a.ndim}:
        raise GraphGameError(f"start: expected one index for each dimension, got {start!r}")
    first *= a.ndim // len(first)
    ranges = tuple(range(x, x + k) for x, k in zip(first, a.shape, strict=True))
    ends = [int(a.min()), int(a.max()), *(x for r in ranges for x in (r.start, r.stop))]
    return a.astype(object if max(map(abs, ends)) > _LARGE else np.int64), ranges, of_outcomes


def _entries(table: Any) -> tuple[Any, Any, bool]:
    """Return the entries, their positions if they have some, and whether they are outcomes."""
    if isinstance(table, Mapping):
        return list(table.values()), list(table), False
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
