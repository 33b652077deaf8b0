"""Options of every position, and adjacency matrices, as compressed sparse rows (CSR)."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Hashable, Iterable, Mapping, Sequence, Set as AbstractSet
from itertools import chain, compress

from graphgame import checks
from graphgame.arrays import Later
from graphgame.errors import GraphGameError
from graphgame.graphs import labels as naming
from graphgame.graphs.by_state import refuse_solved
from graphgame.graphs.given import explain_weights, own_rows

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeAlias

    from graphgame._kernel.buffer import Buffer
    from graphgame.graphs import _names
    from graphgame.graphs._names import NameIndex
    from graphgame.types import AnyArray, Array, Int32Array, Int64Array

    # option_ptr, option_idx, and the arguments "labels" and "index" of a GameGraph
    Rows: TypeAlias = tuple[Array, Array, dict[str, Any]]
else:
    _names = Later("graphgame.graphs._names")  # arrays need no kernel


# What holds options; and what of that can be no position itself, as it has no hash.
_HOLDERS = {list, tuple, set, frozenset, dict, range}
_NO_NAMES = {list, set, dict}
# What holds options and nothing beside them, and is nothing else.
_PLAIN = {list, set}


def read_options(options: Any, labels: Any, *, copy: bool) -> Rows:
    """Read the options of every position; see `GameGraph.from_options`."""
    if type(options) is dict:  # nothing else need be asked
        refuse_labels(options, labels)
        return _read_mapping(options)
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
    return _read_rows(own_rows(options), labels)


def refuse_labels(source: object, labels: object) -> None:
    """Refuse labels for a source that names its positions itself."""
    if labels is not None:
        name = type(source).__name__
        raise GraphGameError(f"labels: expected none, as a {name} names its positions")


def _read_mapping(options: Mapping[Hashable, Iterable[Hashable]]) -> Rows:
    """Read a mapping: its keys are numbered first, then the options that are not keys."""
    keys = list(options)
    rows = list(options.values()) if type(options) is dict else own_rows(options.values())
    of_rows = _names.kinds(rows)
    are_plain = of_rows <= _PLAIN
    if not are_plain:
        _refuse_others(of_rows, rows, keys)
        if any(issubclass(kind, Mapping) for kind in of_rows):
            _refuse_weights(keys, rows)
    index = _names.NameIndex()
    index.add(keys)
    count = len(keys)
    if len(index) != count or len(rows) != count:
        raise GraphGameError(
            f"options: expected as many different positions as rows, got {len(index)} and "
            f"{len(rows)}"
        )
    try:
        ptr, idx = index.add_rows(rows)
    except TypeError as error:
        _refuse_unhashable(keys, rows)
        raise error from None
    if not are_plain and of_rows - _NO_NAMES:
        _refuse_positions_as_rows(keys, rows, index)
    if 0 < count < len(index):
        _refuse_unnamed(options, keys, rows, (ptr, idx, index.names()))
    return ptr, idx, naming.named(index)


def _refuse_unhashable(keys: list[Any], rows: list[Any]) -> None:
    """Refuse an option that cannot be hashed, if one is in a row that can be read twice."""
    for key, row in zip(keys, rows, strict=True):
        for option in row if isinstance(row, list | tuple) else ():
            try:
                hash(option)
            except TypeError as error:
                raise GraphGameError(
                    f"options of {key!r}: expected hashable positions, got {option!r}: {error}"
                ) from None


def _refuse_weights(keys: list[Any], rows: list[Any]) -> None:
    """Refuse a row with a floating-point number for each position: dice may decide there."""
    for key, row in zip(keys, rows, strict=True):
        if _names.has_weights(row):
            raise GraphGameError(f"options of {key!r}: {explain_weights(row)}")


def _refuse_positions_as_rows(keys: list[Any], rows: list[Any], index: NameIndex) -> None:
    """Refuse a tuple, say, that stands for a list of options and is a position itself.

    Empty ones are no options, even where the empty tuple is a position.
    """
    of_keys, of_rows = _names.kinds(keys), _names.kinds(rows)
    alike = {
        kind
        for kind in filter(_are_hashable, of_rows)
        if any(issubclass(kind, key) or issubclass(key, kind) for key in of_keys)
    }
    if not alike:
        return
    found = [*filter(None, compress(rows, map(alike.__contains__, map(type, rows))))]
    for row in compress(found, map((-1).__ne__, memoryview(index.look_up(found)))):
        position = next(key for key, one in zip(keys, rows, strict=True) if one is row)
        raise GraphGameError(
            f"options of {position!r}: expected a list of positions, got {row!r}, which is a "
            f"position itself; use [{row!r}] if it is the option, {list(row)!r} if its entries are"
        )


def _are_hashable(kind: Any) -> bool:
    return issubclass(kind, Hashable)


def _refuse_unnamed(
    options: Mapping[Hashable, Iterable[Hashable]],
    keys: list[Any],
    rows: list[Any],
    found: tuple[Buffer, Buffer, list[Any]],
) -> None:
    """Refuse options that are no keys where they are not what the keys are.

    Others are terminals that the mapping leaves out.

    Parameters
    ----------
    options : mapping
    keys, rows : lists
    found : tuple
        The rows by indices, and the names of all positions: those of the keys first.
    """
    ptr, idx, names = found
    new = names[len(keys) :]
    if any(issubclass(kind, Mapping) for kind in _names.kinds(rows)):
        _refuse_moves(options)
    of_keys = _names.kinds(keys)
    types = sorted(kind.__name__ for kind in of_keys)

    def first_key(option: Any) -> Any:
        """Return the key of the first row that has an option."""
        index = len(keys) + next(k for k, name in enumerate(new) if name is option)
        edge = memoryview(idx).tolist().index(index)
        return keys[bisect_right(memoryview(ptr), edge) - 1]

    for option in naming.strangers(new, of_keys):
        position = first_key(option)
        cure = _cure(options, options[position], option)
        raise GraphGameError(
            f"options of {position!r}: expected keys, or positions of their type, "
            f"{' or '.join(types)}, got {option!r} of type {type(option).__name__}; {cure}"
            f"add {option!r}: [] if it is a position without options"
        )
    texts = dict(zip(map(str, keys), keys, strict=True)) if len(types) > 1 else {}
    for option in new if texts else ():
        if (text := str(option)) in texts:
            raise GraphGameError(
                f"options of {first_key(option)!r}: expected {texts[text]!r} of type "
                f"{type(texts[text]).__name__}, which is a key, got {text} of another type"
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
    import numpy as np

    n = len(rows)
    of_rows = _names.kinds(rows)
    _refuse_others(of_rows, rows, range(n))
    names = naming.checked(labels, n)
    if of_rows <= {list, tuple}:  # which can be read twice
        index = _names.NameIndex(n)
        try:
            ptr, idx = index.look_up_rows(rows)
        except TypeError:  # an entry cannot be hashed
            index = _names.NameIndex()
        if index.is_counted and (np.asarray(idx) >= 0).all():
            return ptr, idx, names
    lists = list(map(tuple, rows))
    entries = checks.integers(list(chain.from_iterable(lists)), "indices")
    return _offsets(lists, n), _in_range(entries, n, lists), names


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


def _refuse_others(of_rows: set[type], rows: list[Any], names: Sequence[Any]) -> None:
    """Refuse rows that hold no options; a string is no list of them."""
    wrong = {
        kind
        for kind in of_rows - _HOLDERS
        if issubclass(kind, str | bytes) or not issubclass(kind, Iterable)
    }
    if wrong:
        number, row = next((k, row) for k, row in enumerate(rows) if type(row) in wrong)
        raise GraphGameError(
            f"options of {names[number]!r}: expected a list of positions, got {row!r}"
        )


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
