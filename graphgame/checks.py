"""The one door through which arrays come in.

Kernels index with what they are given, unchecked.  So every array passes through the checks here,
once, when a `GameGraph` is made; text has passed the same checks in the scanner.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Mapping, Set as AbstractSet
from itertools import chain
from operator import index as as_int

from graphgame.errors import GraphGameError, SolutionFileError, UnknownPositionError, shown_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import IO, Any

    import numpy.typing as npt

    from graphgame import outcome as terms
else:
    from graphgame.arrays import Later

    terms = Later("graphgame.outcome")

# What to do with pairs or lists of labels, which are no edges and no options of indices.
FOR_LABELS = " (for labels, give a dict of label to options)"
# And with rows of a table that have no option, or no position.
FOR_NULLS = (
    "; leave such rows out: a position without options is named by labels= of "
    "GameGraph.from_edges, or counted by n="
)


def as_array(values: Any, what: str) -> npt.NDArray[Any]:
    """Return values as an array, as NumPy does; but refuse masked entries, which it would unmask.

    Where none has a meaning, as of presets and of scores, the caller takes the mask off before.
    """
    import numpy as np

    refuse_masked(values, what)
    return np.asarray(values)


def unviewed(values: Any) -> Any:
    """Return a memoryview as an array, and anything else as it is.

    Python goes through a memoryview of one dimension alone, and hashes none that can be written.
    """
    if not isinstance(values, memoryview):
        return values
    import numpy as np

    return np.asarray(values)


def refuse_masked(values: Any, what: str) -> None:
    """Refuse values of which an entry is masked: the first one is named."""
    place = _masked_place(values)
    if place is not None:
        raise GraphGameError(
            f"{what}{place or ''}: expected a value, got a masked entry; filled() of a masked "
            "array has a value in its place, compressed() leaves it out"
        )


def is_masked_array(values: object) -> bool:
    """Return whether values are a masked array of NumPy, without importing `numpy.ma`.

    That import takes about 10 ms.  Where nobody has imported it, nothing is masked.
    """
    masked = sys.modules.get("numpy.ma")
    return masked is not None and isinstance(values, masked.MaskedArray)


def _masked_place(values: Any) -> list[int] | None:
    """Return the place of the first masked entry of an array, or of a list of arrays."""
    import numpy as np

    if is_masked_array(values):
        if not np.ma.is_masked(values):
            return None
        mask = np.ma.getmaskarray(values)
        return [int(i) for i in np.unravel_index(int(mask.argmax()), mask.shape)]
    if not (isinstance(values, list | tuple) and values and hasattr(values[0], "__array__")):
        return None
    if "numpy.ma" not in sys.modules or not any(
        issubclass(kind, np.ma.MaskedArray) for kind in set(map(type, values))
    ):
        return None
    rows = ((number, _masked_place(row)) for number, row in enumerate(values))
    return next(([number, *place] for number, place in rows if place is not None), None)


def integers(values: Any, what: str) -> npt.NDArray[Any]:
    """Return values as an array of an integer type; an empty list is accepted."""
    import numpy as np

    hint = FOR_LABELS if what in ("edges", "indices") else ""
    try:
        array = as_array(values, what)
    except GraphGameError:  # solved values refuse to be an array
        raise
    except ValueError:  # rows of different lengths
        raise GraphGameError(f"{what}: expected rows of one length, {ragged_row(values)}") from None
    except OverflowError:
        found = f"expected integers below 2^63, got a larger one{hint}"
        raise GraphGameError(f"{what}: {found}") from None
    if array.dtype.kind in "iu":
        refuse_bools(values, what)
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
                found = f"integers beyond 64 bits{hint}"
        else:
            first = next(x for x in objects.flat if type(x) in odd)
            found = f"{first!r} of type {type(first).__name__}"
            if not isinstance(first, float | complex | np.generic | bool | None):
                found += hint
    elif array.dtype.kind == "U":
        found = f"strings{hint}"
    else:
        found = array.dtype.name + (hint if array.dtype.kind == "S" else "")
    raise GraphGameError(f"{what}: expected integers, got {found}")


def refuse_bools(values: Any, what: str) -> None:
    """Refuse a bool among the integers of lists, which NumPy reads as 0 or 1."""
    while isinstance(values, list | tuple):
        found = set(map(type, values))
        if not all(issubclass(kind, list | tuple) for kind in found):
            break
        values = list(chain.from_iterable(values))
        if not values:
            return
    else:
        return
    if any(map(_is_bool, found)):
        odd = next(value for value in values if is_bool(value))
        raise GraphGameError(
            f"{what}: expected integers, got {odd!r} of type {type(odd).__name__} among them; "
            "int() makes 0 or 1 of it"
        )


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
        if _masked_place(values) is not None:
            raise
        if not objects.size or not all(type(x) is int and 0 <= x < 1 << 64 for x in objects.flat):
            raise
        return objects.astype(np.uint64)


def kept(
    array: npt.NDArray[Any], dtype: npt.DTypeLike, given: object, *, copy: bool
) -> npt.NDArray[Any]:
    """Return an array as a C-contiguous one of a type, for a graph to keep.

    Parameters
    ----------
    array : array
        What `given` was read as.
    dtype : dtype
    given : object
        What the user gave.
    copy : bool
        Whether the memory has to be the graph's own.  What a conversion made is not copied again.
    """
    import numpy as np

    found = np.ascontiguousarray(array, dtype=dtype)
    if not copy or (isinstance(given, list | tuple) and not hasattr(given, "__array__")):
        return found
    return found.copy() if np.may_share_memory(found, array) else found


def _is_integer(kind: type) -> bool:
    import numpy as np

    return issubclass(kind, int | np.integer) and kind is not bool


def _is_bool(kind: type) -> bool:
    import numpy as np

    return issubclass(kind, bool | np.bool_)


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


def require_folder(folder: Any) -> None:
    """Refuse what is no path where a folder is named."""
    if not isinstance(folder, str | os.PathLike) or not isinstance(os.fspath(folder), str):
        raise GraphGameError(f"folder: expected the path of a folder, got {folder!r}")


def open_regular(
    path: str | os.PathLike[str], mode: str = "rb", *, within: bool = False, buffering: int = -1
) -> IO[Any]:
    """Open a regular file as `open` does; a pipe is not waited for, nor a device read for ever.

    Parameters
    ----------
    path : path
    mode : str
    within : bool
        Whether it is a member of a folder of ours, where links are refused, too.
    buffering : int

    Raises
    ------
    SolutionFileError
        If it is something else.
    OSError
        If it cannot be opened.
    """
    from graphgame._kernel.opening import IrregularFileError, follow, stay

    try:
        return open(path, mode, buffering, opener=stay if within else follow)
    except IrregularFileError as error:
        raise SolutionFileError(
            f"{shown_path(path)}: expected a regular file, got {error.strerror}"
        ) from None


# Bytes of a text of JSON that is read before anything of it is checked, and of one that is written.
MOST_JSON = 1 << 30


def read_json(file: IO[bytes]) -> bytes:
    """Return the text in a regular file that holds an object of JSON; what can be none stays there.

    Raises
    ------
    ValueError
        If it does not begin as an object of JSON, or has more than `MOST_JSON` bytes.
    """
    size = os.fstat(file.fileno()).st_size
    if size > MOST_JSON:
        raise ValueError(f"expected at most {MOST_JSON:,} bytes, got {size:,}")
    if (start := file.read(1)) != b"{":
        raise ValueError(f"expected an object of JSON, got {start!r} at the beginning")
    return start + file.read(size)


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


class Alone:
    """Refuses what another thread is doing, while a ``with`` statement lasts.

    Parameters
    ----------
    running : dict
        Empty, or who is doing it.  No lock: Ctrl-C at the moment of its release would leave it
        locked, where a thread that was interrupted may go on here.
    what : str
        For the message.
    """

    def __init__(self, running: dict[str, int], what: str) -> None:
        self._running, self._what = running, what

    def __enter__(self) -> None:
        from threading import get_ident

        if self._running.setdefault("thread", get_ident()) != get_ident():
            raise GraphGameError(
                f"{self._what}: expected one thread at a time, got a call while it is running in "
                "another thread; each can have an explorer of its own"
            )

    def __exit__(self, *_: object) -> None:
        self._running.pop("thread", None)


def sizes(values: Iterable[Any], what: str) -> list[int]:
    """Return non-negative integers, such as the sizes of heaps, as a list; as `size`."""
    try:
        iterator = iter(unviewed(values))
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


def seconds(value: Any, what: str) -> None:
    """Refuse what is no number of seconds."""
    try:
        is_right = not is_bool(value) and value >= 0
    except TypeError:
        is_right = False
    if not is_right:
        raise GraphGameError(f"{what}: expected a number from 0 on, got {value!r}")


def limit(most: Any, default: int | None = None) -> int:
    """Return a limit on the number of positions; `default`, if there is one, for None."""
    if most is None and default is not None:
        return default
    return min(at_least_1(most, "limit"), terms.MOST_POSITIONS)


def memory(most: Any) -> int | None:
    """Return the bytes that may be taken; None, for what is available, as it is.

    >>> memory("4GiB"), memory("500 MB"), memory(1 << 20), memory("1000")
    (4294967296, 500000000, 1048576, 1000)
    """
    if most is None:
        return None
    try:
        size = _read_bytes(most) if isinstance(most, str) else integer(most, "memory")
    except GraphGameError:
        size = 0
    if size < 1:
        cure = ""
        if isinstance(most, str) and most.strip()[-1:].upper() in ("K", "M", "G", "T"):
            start = most.strip()
            cure = f"; {start}B is in powers of 1000, {start}iB in powers of 1024"
        raise GraphGameError(
            "memory: expected a number of bytes, or text such as '4GiB' or '500MB', got "
            f"{most!r:.60}{cure}"
        )
    return size


def _read_bytes(text: str) -> int:
    """Read a number and a unit; return 0 for anything else."""
    units = {"": 1, "B": 1}
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
    if not 0 <= count <= terms.MOST_POSITIONS:
        raise GraphGameError(f"n: expected 0 to {terms.MOST_POSITIONS} positions, got {count}")
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
