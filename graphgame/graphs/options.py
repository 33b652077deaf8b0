"""Options of every position, and adjacency matrices, as compressed sparse rows (CSR)."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence, Set as AbstractSet
from itertools import chain

from graphgame import checks
from graphgame.errors import GraphGameError
from graphgame.graphs import labels as naming

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeAlias

    from graphgame.types import AnyArray, Int32Array, Int64Array

    # option_ptr, option_idx, and the arguments "labels" and "index" of a GameGraph
    Rows: TypeAlias = tuple[Int64Array, Int32Array, dict[str, Any]]


def read_options(options: Any, labels: Any) -> Rows:
    """Read the options of every position; see `GameGraph.from_options`."""
    if isinstance(options, Mapping) and not isinstance(options, AbstractSet):
        refuse_labels(options, labels)
        return _read_mapping(options)
    if isinstance(options, str | bytes | Mapping) or not isinstance(options, Iterable):
        raise GraphGameError(
            "options: expected a dict of position to options, or a list with the options of each "
            f"position, got {type(options).__name__}"
        )
    if len(getattr(options, "shape", ())) == 2:
        return _read_table(checks.integers(options, "options"), labels)
    return _read_rows(options if isinstance(options, list) else list(options), labels)


def refuse_labels(source: object, labels: object) -> None:
    """Refuse labels for a source that names its positions itself."""
    if labels is not None:
        name = type(source).__name__
        raise GraphGameError(f"labels: expected none, as a {name} names its positions")


def _read_mapping(options: Mapping[Hashable, Iterable[Hashable]]) -> Rows:
    """Read a mapping: its keys are numbered first, then the options that are not keys."""
    import numpy as np

    rows = _option_lists(options.values(), list(options))
    index = dict(zip(options, range(len(options)), strict=True))
    try:
        for option in chain.from_iterable(rows):
            index.setdefault(option, len(index))
    except TypeError as error:
        raise GraphGameError(f"options: expected hashable positions, got an {error}") from None
    ptr = _offsets(rows, len(index))
    idx = np.fromiter(map(index.__getitem__, chain.from_iterable(rows)), np.int32, int(ptr[-1]))
    return ptr, idx, naming.checked(naming.unless_indices(list(index)), len(index))


def _read_rows(rows: list[Any], labels: Any) -> Rows:
    """Read a list of the options of each position, given as indices."""
    lists = _option_lists(rows, range(len(rows)))
    names = naming.checked(labels, len(lists))
    entries = checks.integers(list(chain.from_iterable(lists)), "indices")
    return _offsets(lists, len(lists)), _in_range(entries, len(lists)), names


def _read_table(table: AnyArray, labels: Any) -> Rows:
    """Read an (n, k) array: the k options of each position."""
    import numpy as np

    n, k = table.shape
    names = naming.checked(labels, checks.position_count(n))
    ptr = np.arange(n + 1, dtype=np.int64) * k
    return ptr, _in_range(table.reshape(-1), n), names


def _in_range(entries: AnyArray, n: int) -> Int32Array:
    import numpy as np

    checks.check_range(entries, n, "indices")
    return np.ascontiguousarray(entries, dtype=np.int32)


def _option_lists(rows: Collection[Any], names: Sequence[Any]) -> list[tuple[Any, ...]]:
    """Return the options of every position as a tuple; a string is no list of options."""
    wrong = {
        kind
        for kind in set(map(type, rows))
        if issubclass(kind, str | bytes) or not issubclass(kind, Iterable)
    }
    if wrong:
        number, row = next((k, row) for k, row in enumerate(rows) if type(row) in wrong)
        raise GraphGameError(
            f"options of {names[number]!r}: expected a list of positions, got {row!r}"
        )
    return list(map(tuple, rows))


def _offsets(rows: list[tuple[Any, ...]], n: int) -> Int64Array:
    """Return where the options of each of n positions start; those beyond the rows have none."""
    import numpy as np

    ptr = np.zeros(n + 1, dtype=np.int64)
    np.cumsum(np.fromiter(map(len, rows), np.int64, len(rows)), out=ptr[1 : len(rows) + 1])
    ptr[len(rows) + 1 :] = ptr[len(rows)]
    return ptr


# -- compressed sparse rows -----------------------------------------------------------------------


def read_csr(option_ptr: Any, option_idx: Any, labels: Any) -> Rows:
    """Read compressed sparse rows; see `GameGraph.from_csr`."""
    import numpy as np

    ptr, idx = checks.integers(option_ptr, "indptr"), checks.integers(option_idx, "indices")
    if ptr.ndim != 1 or idx.ndim != 1 or len(ptr) == 0:
        raise GraphGameError(
            "indptr and indices: expected one dimension each, and at least one offset, "
            f"got shapes {ptr.shape} and {idx.shape}"
        )
    n = checks.position_count(len(ptr) - 1)
    if ptr[0] != 0:
        raise GraphGameError(f"indptr[0]: expected 0, got {ptr[0]}")
    if ptr[-1] != len(idx):
        raise GraphGameError(f"indptr[{n}]: expected {len(idx)}, len(indices), got {ptr[-1]}")
    falling = ptr[1:] < ptr[:-1]
    if falling.any():
        v = int(falling.argmax())
        raise GraphGameError(
            f"indptr[{v + 1}]: expected at least {ptr[v]}, as indptr[{v}], got {ptr[v + 1]}"
        )
    idx = _in_range(idx, n)
    return np.ascontiguousarray(ptr, dtype=np.int64), idx, naming.checked(labels, n)


# -- adjacency matrices ---------------------------------------------------------------------------


def read_adjacency(matrix: Any, labels: Any) -> Rows:
    """Read an adjacency matrix; see `GameGraph.from_adjacency`."""
    import numpy as np

    from graphgame.graphs.tables import is_adjacency, is_pandas

    if is_pandas(matrix) and not is_adjacency(matrix) and len(matrix.index):
        raise GraphGameError(
            "matrix: expected the same names for rows and columns, got "
            f"{list(matrix.index)[:4]} and {list(matrix.columns)[:4]}"
        )
    if is_pandas(matrix) and labels is None:
        labels = naming.unless_indices(list(matrix.columns))
    try:
        array = np.asarray(matrix)
    except ValueError:  # rows of different lengths
        raise GraphGameError(
            f"matrix: expected rows of one length, {checks.ragged_row(matrix)}"
        ) from None
    if array.size == 0 and array.ndim <= 2:
        array = array.reshape(0, 0).astype(bool)
    if array.ndim != 2 or array.shape[0] != array.shape[1]:
        raise GraphGameError(f"matrix: expected an array of shape (n, n), got {array.shape}")
    if array.dtype.kind not in "biuf":
        raise GraphGameError(f"matrix: expected numbers, got {array.dtype.name}")
    if array.dtype.kind == "f":
        odd = ~np.isfinite(array)
        if odd.any():
            row, column = map(int, divmod(int(odd.argmax()), len(array)))
            raise GraphGameError(
                f"matrix[{row}, {column}]: expected 0 where there is no edge, or another finite "
                f"number, got {array[row, column]}"
            )
    n = checks.position_count(len(array))
    ptr = np.zeros(n + 1, dtype=np.int64)
    np.cumsum(np.count_nonzero(array, axis=1), out=ptr[1:])
    return ptr, np.nonzero(array)[1].astype(np.int32), naming.checked(labels, n)
