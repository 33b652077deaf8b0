"""`explore`, `explore_codes`: from rules to graphs; positions get indices, breadth first."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from graphgame.errors import advised
from graphgame.graphs.graph import GameGraph
from graphgame.rules.exploring.stepwise import Explorer
from graphgame.rules.game import Game

TYPE_CHECKING = False
if TYPE_CHECKING:
    from graphgame import types
    from graphgame.types import P
else:
    from graphgame.arrays import P, types


@advised
def explore(
    rule: Callable[[P], Iterable[P]] | Game[P],
    start: P | list[P] | set[P] | range | Iterator[P],
    *,
    presets: Callable[[P], types.Preset | None] | None = None,
    owner: Callable[[P], int] | None = None,
    canonical: Callable[[P], P] | None = None,
    limit: int | None = None,
    progress: types.ProgressLike = False,
    sums: bool = False,
) -> GameGraph[P]:
    """Find all positions that can be reached from a start, and their moves.

    Parameters
    ----------
    rule : callable, compiled function, or object with ``options``
        Returns the options of a position, as a list or anything else to iterate over.  An object
        may have the methods ``preset(position)`` and ``owner(position)``, too.  Where the first
        start is an integer, the rule may be one of codes as well, a function of arrays or a
        compiled one, as `explore_codes` describes: a compiled function is known by its type, and
        one of arrays by what it returns for the first start.
    start : hashable, or list, set, range, array or iterator of hashable
        One position, or many.
    presets : callable, compiled function or mapping, optional
        Returns the outcome that the rules preset for a position (for the player to move), or None
        or `NO_PRESET`.  It comes before a ``preset`` of `rule`.  A position with a preset outcome
        is not expanded.  A pair (outcome, remoteness) is a game that ended so many moves away.
        Each key of a mapping is a position that is found; others are refused.
    owner : callable, compiled function or mapping, optional
        Returns who moves at a position, 0 or 1, also where play is over.  It comes before an
        ``owner`` of `rule`.  Without either, the players alternate.  A mapping has all positions
        that are found as keys, and no others.
    canonical : callable, optional
        A symmetry of the game: from a position to the representative of its class, itself a
        position of the class.  It comes before a ``canonical`` of `rule`.  The graph then has a
        position for each class, its representative, and an option for each class of options;
        `presets` and `owner` are asked of representatives, so all positions of a class must have
        the same.  `GameGraph.index` finds the class of any position.
    limit : int, optional
        The most positions that may be found.  Without it, memory sets the limit.
    progress : bool or callable
        Show positions, moves and rate on standard error, through tqdm where it is installed; or
        call this with a `Progress`.
    sums : bool
        The options of the rule are sums, as in `grundy`.  Positions are then multisets of
        components, each a `Sum`; a component by itself finds the sum of that one.

    Returns
    -------
    GameGraph
        Labelled by the positions, in breadth-first order: index 0 is the (first) start, which is
        the `start` of the graph.

    Raises
    ------
    ExplorationLimitError
        If there are more positions than `limit`; its `explorer` can go on.
    TooLargeError
        If the next positions would not fit in memory.
    UnknownPositionError
        If a key of a mapping is no position that was found, as in a graph.
    GraphGameError
        If a rule returns no options but text, a number or None; if a position cannot be hashed or
        changes; if a preset is no outcome; if the representative of a start has another one; or if
        the rule, asked about up to 8 positions again at the end, gives other options.

    See Also
    --------
    Explorer : Explores, and goes on where it was stopped.
    check_rule : Checks a symmetry, and all else of a rule, on a sample of positions.
    explore_codes : The same for integers, many at a time: faster, and in less memory.
    Game : What an object needs to be a rule.
    solve : Explores and solves.

    Notes
    -----
    Whatever the rule raises comes out unchanged, with a note that names the position.

    O(n + m) calls and look-ups.  Beside the positions themselves: 24 bytes per position for two
    lists of them and their hashes, and 21 to 43 for the table from positions to indices, or 64
    while it grows; 8 for offsets, 4 per edge.  Memory is checked each time the positions have grown
    by an eighth.

    With sums, components take what `grundy` says of them, but for values.  A position takes 16
    bytes, 4 for each of its components, and 5.3 to 10.7 for its index; an option takes 4.  All but
    the index may take twice as much while it grows.

    Examples
    --------
    >>> import graphgame as gg
    >>> game = gg.explore(lambda n: [n - k for k in (1, 2, 3) if n >= k], start=20)
    >>> game
    GameGraph(n=21, m=57, labelled)
    >>> gg.solve(game).outcome(20), gg.solve(game).best_move(18)
    (<Outcome.LOSE: -1>, 16)
    >>> rows = gg.explore(lambda row: [(left, row - 1 - left) for left in range(row)], 3, sums=True)
    >>> rows.start, rows.options(gg.Sum(0, 2))
    (Sum(3), [Sum(0, 0, 1)])
    """
    if sums:
        from graphgame.rules.sums.written_out import explore_written_out

        return explore_written_out(rule, start, presets, owner, canonical, limit, progress)
    explorer = Explorer(rule, start, presets=presets, owner=owner, canonical=canonical)
    return explorer.run(limit=limit, progress=progress).graph()


@advised
def explore_codes(
    rule: object,
    start: types.ArrayLike,
    *,
    presets: object = None,
    owner: object = None,
    canonical: object = None,
    size: int | None = None,
    expect: int | None = None,
    threads: int = 1,
    limit: int | None = None,
    progress: types.ProgressLike = False,
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
        options of a code and returns how many there are; if `room` is short, it returns this or a
        greater number, and is called again with as much.  It may be a ctypes function, a Numba
        ``@cfunc``, a cffi pointer, a capsule as Cython makes for a ``cdef api`` function, a
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
    owner : callable, compiled function or mapping, optional
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
        The most threads to use; the graph is the same.  A compiled rule is called by several
        threads at once, and must not write to anything that they share.  A rule in Python, a
        callback of ctypes or cffi among them, is asked in the thread of the caller, by one call at
        a time; a second thread adds the options that a rule of arrays gave before, and more than
        two are as two.
    limit : int, optional
        The most positions that may be found.  Without it, memory sets the limit.
    progress : bool or callable
        As in `explore`.

    Returns
    -------
    GameGraph
        It is labelled by the codes, in breadth-first order: ``numpy.asarray(graph.labels)``.
        The first start is the `start` of the graph.

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
    build : Keep the answers alone, in memory or in a folder, which may be larger than memory.
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
        owner=owner,
        canonical=canonical,
        codes=True,
        size=size,
        expect=expect,
        threads=threads,
    )
    return explorer.run(limit=limit, progress=progress).graph()
