"""The different rows of an array."""

from __future__ import annotations

import numpy as np

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeAlias

    import numpy.typing as npt

    Counts: TypeAlias = npt.NDArray[np.int64]


def distinct_rows(rows: npt.NDArray[Any]) -> tuple[npt.NDArray[Any], Counts]:
    """Give every row once, in ascending order, and how often it stands there.

    ``numpy.unique(rows, axis=0)`` does the same, and makes a TypeError of Ctrl-C.

    Parameters
    ----------
    rows : (k, w) array
        w is at least 1.

    Notes
    -----
    O(w k log k) time: a stable sort for each column, the last one first, between which Ctrl-C gets
    its answer.

    >>> distinct_rows(np.array([[2, 1], [1, 3], [2, 1]]))
    (array([[1, 3],
           [2, 1]]), array([1, 2]))
    """
    order = np.argsort(rows[:, -1], kind="stable")
    for column in rows.T[-2::-1]:
        order = order[np.argsort(column[order], kind="stable")]
    ordered = rows[order]
    starts = np.ones(len(ordered), dtype=bool)
    starts[1:] = (ordered[1:] != ordered[:-1]).any(axis=1)
    first = np.flatnonzero(starts)
    return ordered[first], np.diff(first, append=len(ordered))
