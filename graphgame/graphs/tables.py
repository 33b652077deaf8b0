"""Tables of two columns as edges: pandas, Polars, pyarrow, and what speaks the Arrow stream."""

from __future__ import annotations

import re
from itertools import chain

from graphgame import checks
from graphgame.errors import GraphGameError
from graphgame.outcome import MOST_POSITIONS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeAlias

    from graphgame.types import AnyArray

    Columns: TypeAlias = list[tuple[str, AnyArray]]

# Names that say where an edge starts and where it ends, in any case, alone or as in "from_node".
_KIND = r"([ _]?(id|node|vertex|position|state))?"
_START = re.compile(r"(source|src|from|u|tail|position)" + _KIND, re.IGNORECASE)
_END = re.compile(r"(target|destination|dst|dest|to|v|head|option)" + _KIND, re.IGNORECASE)


def to_columns(table: Any) -> Columns | None:
    """Return the names and the values of the columns of a table; None if it is not a table.

    Columns of strings, and of integers with missing values, have dtype object.
    """
    if is_pandas(table):
        names = map(str, table.columns)
        return [(name, _from_series(table.iloc[:, k])) for k, name in enumerate(names)]
    if not hasattr(table, "__arrow_c_stream__"):
        return None
    from graphgame.graphs.arrow import read_columns

    try:
        # Names of rows that come from pandas are no column.
        return read_columns(table, hidden="__index_level_")
    except ImportError:  # a pandas.Series needs pyarrow for it; its array needs nothing
        return None


def _from_series(column: Any) -> AnyArray:
    """Return the values of a pandas.Series, as objects where an extension type has nulls."""
    import numpy as np

    if not isinstance(column.dtype, np.dtype) and column.isna().any():
        return np.asarray(column, dtype=object)
    return np.asarray(column)


def is_pandas(table: Any) -> bool:
    """Return whether a table has the interface of a pandas.DataFrame."""
    return hasattr(table, "iloc") and hasattr(table, "columns")


def is_adjacency(table: Any) -> bool:
    """Return whether a table is a pandas.DataFrame whose rows and columns have the same names."""
    return (
        is_pandas(table)
        and 0 < len(table.columns) == len(table.index)
        and list(table.columns) == list(table.index)
    )


def pairs(columns: Columns) -> tuple[AnyArray, list[Any] | None]:
    """Return the edges that two columns stand for, by indices; and labels, where they are strings.

    Labels are numbered in the order in which they stand in the table, row by row.
    """
    import numpy as np

    if len(columns) != 2:
        raise GraphGameError(
            f"expected a table of two columns, got {len(columns)}: choose those of the positions "
            "and their options; an adjacency matrix goes through GameGraph.from_adjacency"
        )
    if is_reversed(*(name for name, _ in columns)):
        columns = columns[::-1]
    values = [_checked(name, column) for name, column in columns]
    strings = [column.dtype.kind == "O" for column in values]
    if all(strings):
        ends = list(chain.from_iterable(zip(*(column.tolist() for column in values), strict=True)))
        index = dict.fromkeys(ends)
        index.update(zip(index, range(len(index)), strict=True))
        edges = np.fromiter(map(index.__getitem__, ends), np.int32, len(ends)).reshape(-1, 2)
        return edges, list(index)
    if any(strings):
        name, other = (columns[strings.index(kind)][0] for kind in (True, False))
        raise GraphGameError(
            f"column {name!r}: expected integers, got strings, as column {other!r} has integers"
        )
    for place, column in zip(("first column", "second column"), values, strict=True):
        checks.check_range(column, MOST_POSITIONS, place)
    return np.column_stack([column.astype(np.int32) for column in values]), None


def is_reversed(first: str, second: str) -> bool:
    """Return whether two columns, by their names, are in the order option, position.

    Raises
    ------
    GraphGameError
        If one name implies this order and the other implies none.

    >>> is_reversed("source", "target"), is_reversed("To", "From"), is_reversed("a", "b")
    (False, True, False)
    """
    names = first.strip(), second.strip()
    starts, ends = ([bool(kind.fullmatch(name)) for name in names] for kind in (_START, _END))
    if ends[0] and starts[1]:
        return True
    said = (ends[0] and names[0] not in "vV") or (starts[1] and names[1] not in "uU")
    if said and not starts[0] and not ends[1]:
        raise GraphGameError(
            f"columns {first!r} and {second!r}: expected the positions in the first one and their "
            "options in the second, or the names source and target: rename both"
        )
    return False


def _checked(name: str, column: AnyArray) -> AnyArray:
    """Return a column of integers or, as objects, of strings; refuse any other."""
    import numpy as np

    kind = column.dtype.kind
    if kind in "iu":
        return column
    if kind in "OUT":
        objects = np.asarray(column, dtype=object)
        types = set(map(type, objects.tolist()))
        if all(issubclass(x, str) for x in types):
            return objects if types else np.empty(0, dtype=np.int32)
        if all(issubclass(x, int | np.integer) and x is not bool for x in types):
            return checks.integers(objects, f"column {name!r}")
        wanted, expected = (str, "strings") if str in types else (int, "integers")
        row = next(k for k, x in enumerate(objects) if not isinstance(x, wanted) or x is True)
        raise GraphGameError(
            f"column {name!r}: expected {expected}, got {_found(objects[row])} in row {row}"
        )
    if kind == "f":
        missing = np.isnan(column)
        if missing.any():
            row = int(missing.argmax())
            raise GraphGameError(
                f"column {name!r}: expected integers, got NaN in row {row}: leave such rows out"
            )
        raise GraphGameError(
            f"column {name!r}: expected integers, got floating-point numbers: convert them, "
            "by astype(int) for example"
        )
    raise GraphGameError(f"column {name!r}: expected integers, got {column.dtype.name}")


def _found(value: Any) -> str:
    """Describe a value that is neither an integer nor a string."""
    if value is None or type(value).__name__ in ("NAType", "NaTType"):
        return "a null"
    return "NaN" if value != value else f"{value!r} of type {type(value).__name__}"  # noqa: PLR0124
