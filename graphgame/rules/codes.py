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
    mover: object = None,
    canonical: object = None,
    size: int | None = None,
    expect: int | None = None,
    threads: int = 1,
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
        outcomes, and `NO_PRESET` or None where there is none; or a tuple of two such arrays,
        outcomes and remoteness.  With a compiled rule it takes arrays.  A compiled one is
        ``int64_t preset(int64_t code, void *data)``, or a Numba function of a code.  Positions with
        a preset are not expanded.
    mover : callable, compiled function or mapping, optional
        A callable takes what the rule takes, and returns who moves: 0 or 1, or an array of these.
        It is called for all positions, when they have been found.  Without it the players
        alternate.
    canonical : callable or compiled function, optional
        A symmetry, as in `explore`.  A callable takes what the rule takes: of a (k,) array of codes
        it returns the representatives, k codes.  A compiled one is
        ``int64_t canonical(int64_t code, void *data)``, or a Numba function of a code; it stands
        beside a compiled rule, where a callable is refused, or one of arrays.
    size : int, optional
        Where positions are integers from 0 to size - 1: an array takes the place of the table of
        codes, which is faster, and smaller unless few of the integers are positions.
    expect : int, optional
        About how many positions there are.  It saves the time in which the table grows.
    threads : int
        The most threads to use, for a compiled rule; its functions are then called by several
        threads at once, and must not write to anything that they share.  The graph is the same.
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
        If the next positions would not fit in memory, or the array for `size`.
    GraphGameError
        If the rule returns anything but two arrays of one length, the first with indices of the
        codes it was given; if a position is not below `size`; or if the rule is a compiled function
        of another signature.

    See Also
    --------
    explore : The same for any hashable positions, one at a time.

    Notes
    -----
    O(n + m) time.  Per position 8 bytes for the code, 8 for the offset, 10.7 to 21.3 for the index
    (kept, to find positions by their codes) and 1 for presets; 4 bytes per edge.  With `size`, the
    index takes 4 bytes for each integer below it instead.  On top of that come the arrays of one
    batch of at most 16,384 positions, for each thread.

    Examples
    --------
    >>> import numpy as np
    >>> def take(codes):
    ...     sources, taken = np.nonzero(codes[:, None] >= np.array([1, 2, 3]))
    ...     return sources, codes[sources] - (taken + 1)
    >>> explore_codes(take, [20])
    GameGraph(n=21, m=57, labelled)
    >>> explore_codes(take, [20], size=21)
    GameGraph(n=21, m=57, labelled)
    """
    explorer: Explorer[int] = Explorer(
        rule,
        start,
        presets=presets,
        mover=mover,
        canonical=canonical,
        codes=True,
        size=size,
        expect=expect,
        threads=threads,
    )
    return explorer.run(limit=limit, progress=progress).graph()
