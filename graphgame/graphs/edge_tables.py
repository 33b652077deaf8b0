"""Tables of two columns as edges: pandas, Polars, pyarrow, and what speaks the Arrow stream."""

from __future__ import annotations

import re
from itertools import chain
from math import isnan

from graphgame import checks
from graphgame.errors import GraphGameError
from graphgame.graphs import labels as naming
from graphgame.outcome import MOST_POSITIONS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeAlias

    from graphgame.types import AnyArray

    Columns: TypeAlias = list[tuple[str, AnyArray]]

# Words in names of columns that say where an edge starts, and where it ends; the docstring of
# `is_reversed` is the law.
_STARTS = (
    "source|src|from|tail|parent|predecessor|pred|previous|prev|before|start|begin|origin|orig|"
    "initial|current|old|first|departure|sender|ancestor"
)
_ENDS = (
    "target|tgt|destination|dst|dest|to|into|head|option|child|children|successor|succ|next|after|"
    "end|finish|sink|final|new|second|arrival|receiver|descendant|follower"
)
_START, _END = "start", "end"
# What both ends are.
_KINDS = "id|node|vertex|position|state|name|key|label|index|number"
_WORD = re.compile(rf"(?:{_KINDS})?(?:({_STARTS})|({_ENDS}))s?(?:{_KINDS})?|({_KINDS})")
# Where words begin within a name such as fromNode.
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


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


def coded(table: Any) -> tuple[AnyArray, list[str]] | None:
    """Return the edges and labels of two columns of strings that pandas has as such.

    It finds the strings of a column that differ in their bytes, without an object for each row.
    The labels have the order of `pairs`.  None stands for any other table, and for one that
    `pairs` refuses.
    """
    if not is_pandas(table) or len(table.columns) != 2 or not len(table):
        return None
    columns = [table.iloc[:, k] for k in range(2)]
    if any(type(column.dtype).__name__ != "StringDtype" for column in columns):
        return None
    import numpy as np

    if is_reversed(*map(str, table.columns)):
        columns.reverse()
    index = naming.name_index([])
    edges = np.empty((len(table), 2), dtype=np.int32)
    for k, column in enumerate(columns):
        codes, names = column.factorize()
        if codes.min() < 0:  # a null
            return None
        edges[:, k] = np.asarray(index.add(names.tolist()))[codes]
    # Numbers by the first place, row by row: of places written to one name the last remains.
    n, ends = len(index), edges.reshape(-1)
    first = np.empty(n, dtype=np.int64)
    first[ends[::-1]] = np.arange(len(ends) - 1, -1, -1)
    order = first.argsort()
    numbers = np.empty(n, dtype=np.int32)
    numbers[order] = np.arange(n, dtype=np.int32)
    known = np.empty(n, dtype=object)
    known[:] = index.names()
    return numbers[edges], known[order].tolist()


def pairs(columns: Columns, labels: Any) -> tuple[AnyArray, list[Any] | None]:
    """Return the edges that two columns stand for, by indices; and labels, where they are strings.

    These are `labels`, if given, else the strings in their order in the table, row by row.
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
        return naming.numbered(
            ends, labels, lambda k: (f"column {columns[k % 2][0]!r}", f" in row {k // 2}")
        )
    if any(strings):
        name, other = (columns[strings.index(kind)][0] for kind in (True, False))
        raise GraphGameError(
            f"column {name!r}: expected integers, got strings, as column {other!r} has integers"
        )
    for place, column in zip(("first column", "second column"), values, strict=True):
        try:
            checks.check_range(column, MOST_POSITIONS, place)
        except GraphGameError as error:
            if (column < 0).any():
                raise
            cure = "if numbers are names, make them strings, as table.astype(str) of pandas does"
            raise GraphGameError(f"{error}; {cure}") from None
    return np.column_stack([column.astype(np.int32) for column in values]), None


def is_reversed(first: str, second: str) -> bool:
    """Return whether two columns, by their names, are in the order option, position.

    Names are read as words, whatever their case and what separates these: from_node, "From Node",
    fromNode and fromnode are the same.

    =============================  ============================================================
    names                          reading
    =============================  ============================================================
    one with a word of `_STARTS`,  the first of these has the positions: source, target; from_id,
    one with a word of `_ENDS`     to_id; parent, child; start, end; tail, head
    one with such a word, and one  the second has the other end: next_state, state; parent, node;
    with no word but of `_KINDS`,  successor, position; s', s
    or of the first one
    u and v, or s and t            an edge leads from u to v, from s to t
    one with such a word, and      in their order, if that is what the word says; else refused
    any other
    both with words of one end     refused
    any others                     in their order
    =============================  ============================================================

    Raises
    ------
    GraphGameError
        Where the table says so.

    >>> is_reversed("source", "target"), is_reversed("To", "From"), is_reversed("a", "b")
    (False, True, False)
    >>> is_reversed("next_state", "state"), is_reversed("nodeId", "parentId")
    (True, True)
    """
    (role, words), (other_role, others) = _role(first), _role(second)
    if not role and not other_role:
        return (words, others) in (({"v"}, {"u"}), ({"t"}, {"s"}))
    if role != other_role:
        if role != _END and other_role != _START:  # as in source, x and x, target
            return False
        told = role and other_role
        if told or (others <= words if role else words <= others):
            return True
    raise GraphGameError(
        f"columns {first!r} and {second!r}: expected the positions in the first one and their "
        "options in the second, or the names source and target: rename both"
    )


def role(name: str) -> str:
    """Return which end of an edge a column is named for, "start" or "end"; "" where it is none."""
    return _role(name)[0]


def _role(name: str) -> tuple[str, set[str]]:
    """Return which end a name is for, "" where it does not say, and its words beside that."""
    words = re.findall(r"[^\W_]+", _HUMP.sub(" ", name).lower())
    if name.rstrip().endswith("'"):
        words.append("next")
    found = {word: _WORD.fullmatch(word) for word in words}
    roles = {_START if match[1] else _END for match in found.values() if match and not match[3]}
    rest = {word for word, match in found.items() if not match}
    if len(roles) != 1:
        return "", rest if words and not roles else {name}
    return roles.pop(), rest


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
            f"{checks.FOR_NULLS if _is_missing(objects[row]) else ''}"
        )
    if kind == "f":
        missing = np.isnan(column)
        if missing.any():
            row = int(missing.argmax())
            raise GraphGameError(
                f"column {name!r}: expected integers, got NaN in row {row}{checks.FOR_NULLS}"
            )
        raise GraphGameError(
            f"column {name!r}: expected integers, got floating-point numbers: convert them, "
            "by astype(int) for example"
        )
    raise GraphGameError(f"column {name!r}: expected integers, got {column.dtype.name}")


def _found(value: Any) -> str:
    """Describe a value that is neither an integer nor a string."""
    if not _is_missing(value):
        return f"{value!r} of type {type(value).__name__}"
    return "NaN" if isinstance(value, float) else "a null"


def _is_missing(value: Any) -> bool:
    """Return whether a value is None, NaN, or a null of pandas."""
    if value is None or type(value).__name__ in ("NAType", "NaTType"):
        return True
    return isinstance(value, float) and isnan(value)
