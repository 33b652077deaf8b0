"""Options of every position, and adjacency matrices, as compressed sparse rows (CSR)."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence, Set as AbstractSet
from itertools import chain, compress, islice

from graphgame import checks
from graphgame.errors import GraphGameError
from graphgame.graphs import labels as naming
from graphgame.graphs.by_state import refuse_solved

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeAlias

    from graphgame.types import AnyArray, Int32Array, Int64Array

    # option_ptr, option_idx, and the arguments "labels" and "index" of a GameGraph
    Rows: TypeAlias = tuple[Int64Array, Int32Array, dict[str, Any]]


def read_options(options: Any, labels: Any, *, copy: bool) -> Rows:
    """Read the options of every position; see `GameGraph.from_options`."""
    refuse_solved(options)
    if isinstance(options, Mapping) and not isinstance(options, AbstractSet):
        refuse_labels(options, labels)
        return _read_mapping(options)
    if isinstance(options, str | bytes | Mapping) or not isinstance(options, Iterable):
        raise GraphGameError(
            "options: expected a dict of position to options, or a list with the options of each "
            f"position, got {type(options).__name__}"
        )
    if len(getattr(options, "shape", ())) == 2:
        return _read_table(options, labels, copy=copy)
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
    _refuse_positions_as_rows(options, index)
    if 0 < len(options) < len(index):
        _refuse_unnamed(options, rows, list(islice(index, len(options), None)))
    ptr = _offsets(rows, len(index))
    idx = np.fromiter(map(index.__getitem__, chain.from_iterable(rows)), np.int32, int(ptr[-1]))
    return ptr, idx, naming.checked(naming.unless_indices(list(index)), len(index))


def _refuse_positions_as_rows(options: Mapping[Hashable, Any], index: dict[Hashable, int]) -> None:
    """Refuse a tuple, say, that stands for a list of options and is a position itself.

    Empty ones are no options, even where the empty tuple is a position.
    """
    kinds, rows = set(map(type, options)), list(options.values())
    types: set[Any] = set(map(type, rows))
    alike = {
        kind
        for kind in types
        if issubclass(kind, Hashable)
        and any(issubclass(kind, key) or issubclass(key, kind) for key in kinds)
    }
    found = compress(rows, map(alike.__contains__, map(type, rows))) if alike else ()
    for row in filter(index.__contains__, filter(None, found)):
        position = next(key for key, one in options.items() if one is row)
        raise GraphGameError(
            f"options of {position!r}: expected a list of positions, got {row!r}, which is a "
            f"position itself; use [{row!r}] if it is the option, {list(row)!r} if its entries are"
        )


def _refuse_unnamed(
    options: Mapping[Hashable, Iterable[Hashable]], rows: list[tuple[Any, ...]], new: list[Any]
) -> None:
    """Refuse options that are no keys, `new`, where they are not what the keys are.

    Others are terminals that the mapping leaves out.
    """
    if any(issubclass(kind, Mapping) for kind in set(map(type, options.values()))):
        _refuse_moves(options)
    kinds = sorted({kind.__name__ for kind in set(map(type, options))})
    for option in naming.strangers(new, options):
        position = next(key for key, row in zip(options, rows, strict=True) if option in row)
        cure = _cure(options, options[position], option)
        raise GraphGameError(
            f"options of {position!r}: expected keys, or positions of their type, "
            f"{' or '.join(kinds)}, got {option!r} of type {type(option).__name__}; {cure}"
            f"add {option!r}: [] if it is a position without options"
        )
    texts = dict(zip(map(str, options), options, strict=True)) if len(kinds) > 1 else {}
    for option in filter(texts.__contains__, map(str, new)):
        at = next(key for key, row in zip(options, rows, strict=True) if option in map(str, row))
        raise GraphGameError(
            f"options of {at!r}: expected {texts[option]!r} of type "
            f"{type(texts[option]).__name__}, which is a key, got {option} of another type"
        )


def _refuse_moves(options: Mapping[Hashable, Any]) -> None:
    """Refuse a row that maps moves to positions: of a mapping, the keys are the options."""
    for position, row in options.items():
        if not isinstance(row, Mapping) or not row or any(map(options.__contains__, row)):
            continue
        try:
            reached = set(row.values()) <= options.keys()
        except TypeError:  # data of edges, which cannot be hashed
            continue
        if reached:
            raise GraphGameError(
                f"options of {position!r}: expected a list of positions, got {dict(row)!r}, whose "
                f"values are positions; use {list(row.values())!r} if these are the options, "
                f"{list(row)!r} if the keys are"
            )


def _cure(options: Mapping[Hashable, Any], row: Any, option: Any) -> str:
    """Return how options get the type of the keys, where the values suggest it."""
    if isinstance(option, int) and all(
        isinstance(key, str) and key.removeprefix("-").isdigit() for key in options
    ):
        return "{int(key): row for key, row in options.items()} has numbers for keys, or "
    if isinstance(option, str) and option.removeprefix("-").isdigit():
        return "{key: list(map(int, row)) for key, row in options.items()} has numbers, or "
    if type(row) in set(map(type, options)):
        return f"a single option goes into a list, [{row!r}], or "
    return ""


def _read_rows(rows: list[Any], labels: Any) -> Rows:
    """Read a list of the options of each position, given as indices."""
    lists = _option_lists(rows, range(len(rows)))
    names = naming.checked(labels, len(lists))
    entries = checks.integers(list(chain.from_iterable(lists)), "indices")
    return _offsets(lists, len(lists)), _in_range(entries, len(lists), lists), names


def _read_table(options: Any, labels: Any, *, copy: bool) -> Rows:
    """Read an (n, k) array: the k options of each position."""
    import numpy as np

    table = checks.integers(options, "options")
    n, k = table.shape
    names = naming.checked(labels, checks.position_count(n))
    ptr = np.arange(n + 1, dtype=np.int64) * k
    return ptr, _in_range(table.reshape(-1), n, options, copy=copy), names


def _in_range(entries: AnyArray, n: int, given: object, *, copy: bool = True) -> Int32Array:
    import numpy as np

    checks.check_range(entries, n, "indices")
    return checks.kept(entries, np.int32, given, copy=copy)


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


def read_csr(option_ptr: Any, option_idx: Any, labels: Any, *, copy: bool) -> Rows:
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
    idx = _in_range(idx, n, option_idx, copy=copy)
    return checks.kept(ptr, np.int64, option_ptr, copy=copy), idx, naming.checked(labels, n)


# -- adjacency matrices ---------------------------------------------------------------------------


def read_adjacency(matrix: Any, labels: Any) -> Rows:
    """Read an adjacency matrix; see `GameGraph.from_adjacency`."""
    import numpy as np

    from graphgame.graphs.edge_tables import is_adjacency, is_pandas

    refuse_solved(matrix)
    if is_pandas(matrix) and not is_adjacency(matrix) and len(matrix.index):
        raise GraphGameError(
            "matrix: expected the same names for rows and columns, got "
            f"{list(matrix.index)[:4]} and {list(matrix.columns)[:4]}"
        )
    if is_pandas(matrix) and labels is None:
        labels = naming.unless_indices(list(matrix.columns))
    try:
        array = checks.as_array(matrix, "matrix")
    except GraphGameError:
        raise
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
