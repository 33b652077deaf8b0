"""The one door through which arrays come in.

Kernels index with what they are given, unchecked.  So every array passes through the checks here,
once, when a `GameGraph` is made; text has passed the same checks in the scanner.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set as AbstractSet
from operator import index as as_int

from graphgame.errors import GraphGameError, UnknownPositionError
from graphgame.outcome import MOST_POSITIONS

TYPE_CHECKING = False
if TYPE_CHECKING:
    import os
    from typing import IO, Any

    import numpy.typing as npt


def integers(values: Any, what: str) -> npt.NDArray[Any]:
    """Return values as an array of an integer type; an empty list is accepted."""
    import numpy as np

    try:
        array = np.asarray(values)
    except GraphGameError:  # solved values refuse to be an array
        raise
    except ValueError:  # rows of different lengths
        raise GraphGameError(f"{what}: expected rows of one length, {ragged_row(values)}") from None
    except OverflowError:
        raise GraphGameError(f"{what}: expected integers below 2^63, got a larger one") from None
    if array.dtype.kind in "iu":
        return array
    if array.size == 0 and array.dtype.kind == "f":
        return array.astype(np.int32)
    if array.dtype.kind == "O" or (array.dtype.kind == "f" and not hasattr(values, "dtype")):
        # Look at the objects themselves: NumPy makes floats of large integers among small ones.
        objects = np.asarray(values, dtype=object)
        odd = [kind for kind in set(map(type, objects.flat)) if not _is_integer(kind)]
        if not odd:
            try:
                return objects.astype(np.int64)
            except OverflowError:
                found = "integers beyond 64 bits"
        else:
            first = next(x for x in objects.flat if type(x) in odd)
            found = f"{first!r} of type {type(first).__name__}"
    elif array.dtype.kind == "U":
        found = "strings"
        if what in ("edges", "indices"):
            found += " (for labels, give a dict of label to options)"
        elif what == "presets":
            found += " (use gg.WIN, gg.LOSE, gg.DRAW)"
    else:
        found = array.dtype.name
    raise GraphGameError(f"{what}: expected integers, got {found}")


def unsigned(values: Any, what: str) -> npt.NDArray[Any]:
    """Return values as `integers` does, and as uint64 where some of them are beyond int64."""
    import numpy as np

    try:
        return integers(values, what)
    except GraphGameError:
        try:
            objects = np.asarray(values, dtype=object)
        except ValueError:  # rows of different lengths
            objects = np.empty(0)
        if not objects.size or not all(type(x) is int and 0 <= x < 1 << 64 for x in objects.flat):
            raise
        return objects.astype(np.uint64)


def _is_integer(kind: type) -> bool:
    import numpy as np

    return issubclass(kind, int | np.integer) and kind is not bool


def ragged_row(values: Any) -> str:
    """Describe the first row that is not a pair, for an error message."""
    for number, row in enumerate(values):
        length = len(row) if hasattr(row, "__len__") else None
        if length != 2:
            return f"got {row!r} in row {number}"
    return "got rows that differ"


def binary_file(file: Any, method: str) -> None:
    """Refuse what is no open binary file.

    Parameters
    ----------
    file : object
    method : {"read", "write"}
        What will be called.

    Raises
    ------
    GraphGameError
        If it is a file of text, or has no such method.
    """
    if hasattr(file, "encoding"):  # only files of text have one
        mode = "rb" if method == "read" else "wb"
        raise GraphGameError(
            f"file: expected a path or a binary file, got a file of text, {file!r}; "
            f"open(path, {mode!r}) and io.BytesIO() make binary ones"
        )
    if not hasattr(file, method):
        raise GraphGameError(f"file: expected a path or a binary file, got {file!r}")


def open_text(path: str | os.PathLike[str]) -> IO[bytes]:
    """Open a file that holds text, as a binary file without a buffer.

    Raises
    ------
    GraphGameError
        If there is no such file and the path has several lines: it is the text itself.
    OSError
        If the file cannot be read.
    """
    try:
        return open(path, "rb", buffering=0)
    except OSError:
        if isinstance(path, str) and "\n" in path:
            raise GraphGameError(
                "file: expected a path or a binary file, got a text of several lines; "
                "io.BytesIO(text.encode()) is a binary file of it"
            ) from None
        raise


# UTF-8 of U+FEFF, which some editors write before a text.
BYTE_ORDER_MARK = b"\xef\xbb\xbf"


def without_mark(text: bytes) -> bytes:
    """Return text without the byte order mark at its beginning, if there is one."""
    return text.removeprefix(BYTE_ORDER_MARK)


def sizes(values: Iterable[Any], what: str) -> list[int]:
    """Return non-negative integers, such as the sizes of heaps, as a list; as `size`."""
    try:
        iterator = iter(values)
    except TypeError:
        raise GraphGameError(f"{what}: expected an iterable of integers, got {values!r}") from None
    return [
        x if type(x) is int and x >= 0 else size(x, f"{what}[{i}]") for i, x in enumerate(iterator)
    ]


def refuse_uncounted(values: object, what: str) -> None:
    """Refuse a mapping or a set as a sum: both would name each component once, however many."""
    if isinstance(values, AbstractSet):
        raise GraphGameError(
            f"{what}: expected a list, got {values!r}, which has equal components once"
        )
    if isinstance(values, Mapping):
        raise GraphGameError(
            f"{what}: expected a list, got {values!r}; "
            "list(collections.Counter(counts).elements()) has each as often as it occurs"
        )


def refuse_counts(values: object, what: str) -> None:
    """Refuse a mapping where options or members are listed: its values would be ignored."""
    if isinstance(values, Mapping):
        raise GraphGameError(f"{what}: expected a list, got {values!r}; list(…) has its keys alone")


def integer(value: Any, what: str) -> int:
    """Return an integer of any type, size and sign as an int."""
    try:
        if is_bool(value):
            raise TypeError
        return int(as_int(value))
    except TypeError:
        raise GraphGameError(f"{what}: expected an integer, got {value!r}") from None


def size(value: Any, what: str) -> int:
    """Return a non-negative integer of any type and any size as an int."""
    try:
        number = -1 if is_bool(value) else as_int(value)
    except TypeError:
        number = -1
    if number < 0:
        try:
            found = repr(value)
        except ValueError:  # Python prints no integer of more than 4300 digits
            found = f"a negative one of {number.bit_length()} bits"
        raise GraphGameError(f"{what}: expected an integer from 0 on, got {found}")
    return number


def shown(number: int) -> str:
    """Return an integer as text; of one that Python does not write, how many bits it has."""
    try:
        return str(number)
    except ValueError:  # it has more than 4300 digits
        return f"<{number.bit_length()} bits>"


def is_bool(value: object) -> bool:
    """Return whether a value is a bool of Python or of NumPy, neither of which is an index."""
    return isinstance(value, bool) or getattr(value, "dtype", None) == "bool"


def series_names(values: Any) -> list[Any] | None:
    """Return the index of a pandas.Series, or of what has such an index.

    None of anything else, and of an index that only counts the entries from 0 on.
    """
    if not hasattr(values, "index") or not callable(getattr(values, "to_dict", None)):
        return None
    if getattr(values, "ndim", 0) != 1 or isinstance(values, Mapping):
        return None
    import numpy as np

    names = np.asarray(values.index)
    if names.dtype.kind in "iu" and np.array_equal(names, np.arange(len(names))):
        return None
    return list(values.index)


def at_least_1(value: Any, what: str) -> int:
    """Return a positive integer of any type as an int."""
    try:
        number = 0 if is_bool(value) else as_int(value)
    except TypeError:
        number = 0
    if number < 1:
        raise GraphGameError(f"{what}: expected an integer of at least 1, got {value!r}")
    return number


def limit(most: Any, default: int | None = None) -> int:
    """Return a limit on the number of positions; `default`, if there is one, for None."""
    if most is None and default is not None:
        return default
    return min(at_least_1(most, "limit"), MOST_POSITIONS)


def memory(most: Any) -> int | None:
    """Return the bytes that may be taken; None, for what is available, as it is.

    >>> memory("4GiB"), memory("500 MB"), memory(1 << 20)
    (4294967296, 500000000, 1048576)
    """
    if most is None:
        return None
    try:
        size = _read_bytes(most) if isinstance(most, str) else integer(most, "memory")
    except GraphGameError:
        size = 0
    if size < 1:
        raise GraphGameError(
            f"memory: expected a number of bytes, or text such as '4GiB' or '500MB', got {most!r}"
        )
    return size


def _read_bytes(text: str) -> int:
    """Read a number and a unit; return 0 for anything else."""
    units = {"B": 1}
    for power, letter in enumerate("KMGT", 1):
        units |= {f"{letter}B": 1000**power, f"{letter}IB": 1024**power}
    number = text.strip().rstrip("BbIiKkMmGgTt ")
    try:
        return int(float(number) * units[text.strip()[len(number) :].strip().upper()])
    except (ValueError, KeyError, OverflowError):
        return 0


def position_count(n: int) -> int:
    """Return a number of positions as an int; refuse one that is too large for a graph."""
    count = integer(n, "n")
    if not 0 <= count <= MOST_POSITIONS:
        raise GraphGameError(f"n: expected 0 to {MOST_POSITIONS} positions, got {count}")
    return count


def index_below(position: Any, n: int) -> int:
    """Return the index of a position of a graph without labels, as Python's int."""
    try:
        v = -1 if is_bool(position) else as_int(position)
    except TypeError:
        v = -1
    if not 0 <= v < n:
        expected = f"0 to {n - 1}" if n else "none, the graph is empty"
        raise UnknownPositionError(f"position {position!r} does not exist: expected {expected}")
    return v


def check_range(array: npt.NDArray[Any], n: int, what: str) -> int:
    """Return the greatest entry, -1 if there is none; refuse entries outside 0 to n - 1.

    The first one is named.  Without their signs, negative numbers are the greatest, so that one
    look at each entry is enough.
    """
    if array.size == 0:
        return -1
    greatest = int(array.view(array.dtype.str.replace("i", "u")).max())
    if greatest < n:
        return greatest
    bad = (array < 0) | (array >= n)
    place = [int(i) for i in divmod(int(bad.argmax()), array.shape[-1])][-array.ndim :]
    expected = f"a position from 0 to {n - 1}" if n else "nothing, as there are 0 positions"
    rows = "; rows are the options of a position, edges go through GameGraph.from_edges"
    hint = rows if what == "indices" else ""
    raise GraphGameError(f"{what}{place}: expected {expected}, got {array[tuple(place)]}{hint}")
