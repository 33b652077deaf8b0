"""Helpers for arrays and type hints that import neither NumPy nor typing.

The command solves graph text without either of them, which saves most of its start-up time.
"""

from __future__ import annotations


class Later:
    """Stands for a module, and loads it when a name of it is used.

    An import inside a function does the same, but costs every call more than reading one position
    of a solution does.  What stands for a module has the name that type checkers know it by.

    Parameters
    ----------
    module : str
        Its full name, as a literal: tests/house/test_imports.py reads it as an import.
    """

    def __init__(self, module: str) -> None:
        self._module = module

    def __getattr__(self, name: str) -> object:
        from importlib import import_module

        value: object = getattr(import_module(self._module), name)
        setattr(self, name, value)  # found without this method from now on
        return value


TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Generic, overload

    import numpy.typing as npt

    from graphgame import types
    from graphgame.types import Array, Int64Array, P
else:

    class Generic:
        """Stands for ``typing.Generic`` as a base: ``Solution[int]`` is `Solution` at run time."""

        __slots__ = ()

        def __class_getitem__(cls, parameters: object) -> type:
            return cls

    class _Parameter(str):
        """Stands for the type variable `graphgame.types.P`: a forward reference to it."""

        __slots__ = ()

        def __or__(self, other: object) -> object:
            return types.P | other

        __ror__ = __or__

    def overload(function: object) -> object:
        """Stand for ``typing.overload``, which only type checkers need."""
        return function

    types = Later("graphgame.types")
    P = _Parameter("types.P")  # evaluated in modules that have `types`

__all__ = [
    "Generic",
    "Later",
    "P",
    "distinct_rows",
    "outcome_words",
    "overload",
    "read_only",
    "types",
]


def read_only(array: Array) -> npt.NDArray[Any]:
    """Return a NumPy view of a kernel's buffer, or of an array, that cannot be written.

    ``setflags(write=True)`` is refused: NumPy asks the base of the view, which is a memoryview that
    is read-only.  The array itself stays as it is.

    >>> import numpy as np
    >>> read_only(np.arange(3)).setflags(write=True)
    Traceback (most recent call last):
    ValueError: cannot set WRITEABLE flag to True of this array
    """
    import numpy as np

    exporter: Any = array  # type checkers know buffers from Python 3.12 on
    return np.asarray(memoryview(exporter).toreadonly())


def outcome_words(outcomes: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Return outcomes as an array of the words LOSE, DRAW, WIN and TIE.

    >>> import numpy as np
    >>> outcome_words(np.array([1, -1, 0])).tolist()
    ['WIN', 'LOSE', 'DRAW']
    """
    import numpy as np

    return np.array(["LOSE", "DRAW", "WIN", "", "TIE"])[outcomes.astype(np.intp) + 1]


def distinct(values: Int64Array) -> Int64Array:
    """Return the different integers of an array, ascending; the array is sorted, too.

    `numpy.unique` takes several times as long for millions of integers, most of them different: it
    uses a hash table.

    >>> import numpy as np
    >>> distinct(np.array([5, 3, 5, 5, 4])), distinct(np.array([], np.int64))
    (array([3, 4, 5]), array([], dtype=int64))
    """
    import numpy as np

    values.sort()
    kept = np.ones(len(values), dtype=bool)
    np.not_equal(values[1:], values[:-1], out=kept[1:])
    return values[kept]


def distinct_rows(rows: npt.NDArray[Any]) -> tuple[npt.NDArray[Any], Int64Array]:
    """Return every row once, in ascending order, and how often it stands there.

    ``numpy.unique(rows, axis=0)`` does the same, and makes a TypeError of Ctrl-C.

    Parameters
    ----------
    rows : (k, w) array
        w is at least 1.

    Notes
    -----
    O(w k log k) time: a stable sort for each column, the last one first, between which Ctrl-C gets
    its answer.

    >>> import numpy as np
    >>> distinct_rows(np.array([[2, 1], [1, 3], [2, 1]]))
    (array([[1, 3],
           [2, 1]]), array([1, 2]))
    """
    import numpy as np

    order = np.argsort(rows[:, -1], kind="stable")
    for column in rows.T[-2::-1]:
        order = order[np.argsort(column[order], kind="stable")]
    ordered = rows[order]
    starts = np.ones(len(ordered), dtype=bool)
    starts[1:] = (ordered[1:] != ordered[:-1]).any(axis=1)
    first = np.flatnonzero(starts)
    return ordered[first], np.diff(first, append=len(ordered))
