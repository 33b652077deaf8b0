"""From rules on int64 codes to graphs: many positions at a time, or compiled."""

from __future__ import annotations

from graphgame.graphs.graph import GameGraph
from graphgame.rules.explorer import Explorer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from graphgame import types
else:
    from graphgame.arrays import types


def explore_codes(
    rule: object,
    start: types.ArrayLike,
    *,
    presets: object = None,
    limit: int | None = None,
    progress: bool = False,
) -> GameGraph[int]:
    """Find all positions that can be reached, positions being int64 codes, many at a time.

    Parameters
    ----------
    rule : callable, compiled function, or object with ``options`` and perhaps ``preset``
        A callable takes one code, as in `explore`; or a (k,) int64 array of codes, and returns two
        arrays of one length: the sources, as indices from 0 to k - 1, and the code of an option of
        each, in any order.

        A compiled function is called without Python in the loop, as C
        ``int64_t rule(int64_t code, int64_t *options, int64_t room, void *data)``: it writes the
        options of a code and returns how many there are; if these are more than `room` it need
        write none, and is called again.  It may be a ctypes function, a Numba ``@cfunc``, a
        cffi pointer, a capsule as Cython makes for a ``cdef api`` function, a
        ``scipy.LowLevelCallable`` of one of these, whose user data is then `data`, or an address.
        Types that are known are checked.  A Numba ``@njit`` function takes a code and returns its
        options, or takes ``(code, options)``, writes the options to this int64 array and returns
        how many there are; it is compiled with checks of indices.
    start : int, (k,) array_like of int, or iterator of int
    presets : callable, compiled function or mapping, optional
        A callable takes what the rule takes; of a (k,) array of codes it returns k integers: preset
        outcomes, and `NO_PRESET` or None where there is none.  With a compiled rule it takes
        arrays.  A compiled one is ``int64_t preset(int64_t code, void *data)``, or a Numba function
        of a code.  Positions with a preset are not expanded.
    limit : int, optional
        The most positions that may be found.  Without it, memory sets the limit.
    progress : bool
        As in `explore`.

    Returns
    -------
    GameGraph
        Labelled by the codes, in breadth-first order: ``numpy.asarray(graph.labels)``.  The first
        start is the `start` of the graph.

    Raises
    ------
    ExplorationLimitError
        If there are more positions than `limit`.
    TooLargeError
        If the next positions would not fit in memory.
    GraphGameError
        If the rule returns anything but two arrays of one length, the first with indices of the
        codes it was given; or if it is a compiled function of another signature.

    See Also
    --------
    explore : The same for any hashable positions, one at a time.

    Notes
    -----
    O(n + m) time.  Per position 8 bytes for the code, 8 for the offset, 5.3 to 10.7 for the index
    (kept, to find positions by their codes) and 1 for presets; 4 bytes per edge.  On top of that
    come the arrays of one batch of at most 16,384 positions.

    Examples
    --------
    >>> import numpy as np
    >>> def take(codes):
    ...     sources, taken = np.nonzero(codes[:, None] >= np.array([1, 2, 3]))
    ...     return sources, codes[sources] - (taken + 1)
    >>> explore_codes(take, [20])
    GameGraph(n=21, m=57, labelled)
    """
    explorer: Explorer[int] = Explorer(rule, start, presets=presets, codes=True)
    return explorer.run(limit=limit, progress=progress).graph()
