"""`explore_codes`: all positions of a game of codes, in memory or in a folder."""

from __future__ import annotations

import os
from pathlib import Path

from graphgame import checks
from graphgame.arrays import Later, overload
from graphgame.errors import GraphGameError
from graphgame.graphs.graph import GameGraph
from graphgame.rules.explorer import Explorer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphgame import types
    from graphgame.big import stored, tiers
else:
    from graphgame.arrays import types

    # Hints name it.
    stored = Later("graphgame.big.stored")
    tiers = Later("graphgame.big.tiers")

# Partitions of a game of which nobody says how large it is; and the positions of one, so that its
# table stays near the cache.
_PARTITIONS, _EACH = 64, 2_000_000
_MEMORY = 4 << 30


@overload
def explore_codes(
    rule: object,
    start: types.ArrayLike,
    *,
    presets: object = ...,
    mover: object = ...,
    canonical: object = ...,
    size: int | None = ...,
    expect: int | None = ...,
    threads: int = ...,
    limit: int | None = ...,
    progress: bool = ...,
) -> GameGraph[int]: ...
@overload
def explore_codes(
    rule: object,
    start: types.ArrayLike,
    *,
    folder: str | os.PathLike[str],
    memory: int | str | None = ...,
    partitions: int | None = ...,
    checkpoint: float = ...,
    presets: object = ...,
    canonical: object = ...,
    expect: int | None = ...,
    threads: int = ...,
    progress: bool = ...,
) -> stored.StoredGame: ...
@overload
def explore_codes(
    rule: object,
    start: types.ArrayLike,
    *,
    folder: str | os.PathLike[str],
    tier: object,
    memory: int | str | None = ...,
    presets: object = ...,
    canonical: object = ...,
    progress: bool = ...,
) -> tiers.TieredGame: ...
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
    folder: str | os.PathLike[str] | None = None,
    memory: int | str | None = None,
    partitions: int | None = None,
    checkpoint: float = 60.0,
    tier: object = None,
) -> GameGraph[int] | stored.StoredGame | tiers.TieredGame:
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
        The most threads to use; the graph is the same.  A compiled rule is called by several
        threads at once, and must not write to anything that they share.  A rule in Python, a
        callback of ctypes or cffi among them, is asked in the thread of the caller, by one call at
        a time; a second thread adds the options that a rule of arrays gave before, and more than
        two are as two.
    limit : int, optional
        The most positions that may be found.  Without it, memory sets the limit.
    progress : bool
        As in `explore`.
    folder : path, optional
        Where positions and moves go: a game on disk is as large as the disk allows.  If the same
        call was stopped, killed or left without room there, it goes on from its last checkpoint.
        Players alternate then; `mover`, `size` and `limit` go with games in memory.
    memory : int or str, optional
        With `folder`: the bytes to take, by default "4GiB", for tables, mail and sorting; buffers
        take some 20 megabytes beside.
    partitions : int, optional
        With `folder`: how many parts the positions are divided into.  By default 64, or more where
        `expect` says that these would have more than 2 million positions each.
    checkpoint : float
        With `folder`: seconds between two checkpoints.
    tier : callable or compiled function, optional
        With `folder`: a number that no move increases.  A callable takes what the rule takes; a
        compiled one is ``int64_t tier(int64_t code, void *data)``.  The game is explored and solved
        a tier at a time, in one thread; `memory` is by default what is available, and `partitions`,
        `expect` and `checkpoint` mean nothing.

    Returns
    -------
    GameGraph or, with `folder`, StoredGame or, with `tier`, TieredGame
        A graph is labelled by the codes, in breadth-first order: ``numpy.asarray(graph.labels)``.
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
        of another signature; or if the folder has another game, or another process builds there.

    See Also
    --------
    StoredGame, TieredGame : What `solve` makes a `Database` of.
    explore : The same for any hashable positions, one at a time.

    Notes
    -----
    O(n + m) time.  Per position 8 bytes for the code, 8 for the offset, 10.7 to 21.3 for the index
    (kept, to find positions by their codes) and 1 for presets; 4 bytes per edge.  With `size`, the
    index takes 4 bytes for each integer below it instead.  On top of that come the arrays of one
    batch of at most 16,384 positions, for each thread.

    On disk at most about 6 bytes per move and 10 per position, or 8 and 10 with a partition of more
    than 2^24 positions, besides mail that does not fit in memory; docs/big.md tells the method.

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
    if folder is None:
        _require_none("folder=", memory=memory, partitions=partitions, tier=tier)
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
    _require_none("no folder=", mover=mover, size=size, limit=limit)
    if tier is not None:
        _require_none("no tier=", partitions=partitions, expect=expect)
        return tiers.explore_tiers(
            rule,
            start,
            folder=folder,
            tier=tier,
            presets=presets,
            canonical=canonical,
            memory=checks.memory(memory),
            progress=progress,
        )
    from graphgame.big.asking import Asked, read_starts
    from graphgame.big.launched import ranks
    from graphgame.big.stored import StoredGame

    parts = _PARTITIONS
    if partitions is not None:
        parts = checks.at_least_1(partitions, "partitions")
    elif expect is not None:
        while parts * _EACH < checks.at_least_1(expect, "expect"):
            parts *= 2
    if not checkpoint >= 0:
        raise GraphGameError(f"checkpoint: expected a number of seconds, got {checkpoint!r}")
    starts = read_starts(start)
    if not len(starts):
        raise GraphGameError("start: expected at least one position, got none")
    game = StoredGame(
        Path(folder),
        Asked.from_rule(rule, starts, presets, canonical),
        starts,
        memory=checks.memory(memory) or _MEMORY,
        threads=checks.at_least_1(threads, "threads"),
        every=checkpoint,
        progress=progress,
        ranks=ranks(),
    )
    return game._explore(parts)


def _require_none(where: str, **given: Any) -> None:
    """Refuse arguments that go with games in memory alone, or with games on disk."""
    for name, value in given.items():
        if value is not None:
            raise GraphGameError(
                f"{name}: expected none with {where.removeprefix('no ')}, got {value!r}"
                if where.startswith("no ")
                else f"{name}: expected {where} beside it, got none"
            )
