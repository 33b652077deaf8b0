"""From rules on int64 codes to graphs: many positions at a time, or compiled."""

from __future__ import annotations

from graphgame import checks
from graphgame.arrays import read_only
from graphgame.errors import ExplorationLimitError, GraphGameError
from graphgame.graphs.graph import GameGraph
from graphgame.graphs.labels import CodeLabels, codes
from graphgame.outcome import MOST_POSITIONS, NO_PRESET, Outcome
from graphgame.rules import _explore
from graphgame.rules.asking import batch_moves
from graphgame.rules.explore import explain
from graphgame.rules.growth import CodeGrowth
from graphgame.rules.progress import showing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphgame import types
    from graphgame.types import Int8Array, Int64Array
else:
    from graphgame.arrays import types

# Positions in a batch at most: its arrays stay inside the cache.
_BATCH = 1 << 14
# Options that a compiled rule stages before they are looked up: STAGED of `_explore`.
_STAGED = 1 << 16


def explore_codes(
    rule: object,
    start: types.ArrayLike,
    *,
    presets: object = None,
    canonical: object = None,
    limit: int | None = None,
    progress: bool = False,
) -> GameGraph[int]:
    """Find all positions that can be reached, positions being int64 codes, many at a time.

    Parameters
    ----------
    rule : callable, or a compiled function
        A callable takes a (k,) int64 array of codes and returns two arrays of one length: the
        sources, as indices from 0 to k - 1, and the code of an option of each, in any order.

        A compiled function is called without Python in the loop, as C
        ``int64_t rule(int64_t code, int64_t *options, int64_t room, void *data)``: it writes the
        options of a code and returns how many there are; if these are more than `room` it need
        write none, and is called again.  It may be a ctypes function, a Numba ``@cfunc``, a
        cffi pointer as int, a capsule as Cython makes for a ``cdef api`` function, or a
        ``scipy.LowLevelCallable`` of one of these, whose user data is then `data`.
    start : int or (k,) array_like of int
    presets : callable or compiled function, of the same kind as `rule`, optional
        A callable takes a (k,) array of codes and returns k integers: preset outcomes, and
        `NO_PRESET` where there is none.  A compiled one is
        ``int64_t preset(int64_t code, void *data)``.  Positions with a preset are not expanded.
    canonical : callable or compiled function, optional
        A symmetry, as in `explore`.  A callable takes a (k,) array of codes and returns the
        representatives, k codes; a compiled one is
        ``int64_t canonical(int64_t code, void *data)``, and stands beside rules of both kinds.
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
        codes it was given.

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
    import numpy as np

    from graphgame.rules import symmetry as symmetries
    from graphgame.rules.compiled import native_function

    most = checks.limit(limit, MOST_POSITIONS)
    starts = codes(np.atleast_1d(np.asarray(start)), "start")
    native = native_function(rule)
    canonical, symmetry, roots = symmetries.asked_symmetry(rule, canonical), None, starts
    if canonical is not None:
        kind, real = "batch" if native is None else "compiled", rule

        def unreduced(limit: int | None) -> GameGraph[int]:
            return explore_codes(real, starts, presets=presets, limit=limit)

        symmetry = symmetries.way_back(rule, canonical, kind, unreduced)
        roots = symmetries.code_representatives(starts, canonical, kind)
        if native is None:
            rule = symmetries.reduced_batch(rule, canonical)  # type: ignore[arg-type]
        else:
            reduced = symmetries.reduced_compiled(native, canonical)  # kept while it is called
            native = reduced.address, reduced.data
    explorer = _explore.CodeExplorer(roots)
    growth = CodeGrowth(explorer)
    native_preset = None if presets is None else native_function(presets)
    if presets is not None and (native is None) != (native_preset is None):
        raise GraphGameError("presets: expected a compiled function if and only if the rule is one")
    pieces: list[Int8Array] = []
    with showing(progress) as shown:
        while explorer.expanded < explorer.count <= most:
            if native is not None:
                growth.check(_STAGED)
                try:
                    explorer.expand_compiled(*native, *(native_preset or (0, 0)), _BATCH)
                except _explore.RuleError as error:
                    raise GraphGameError(explain(error)) from None
            else:
                _expand_batch(explorer, growth, rule, presets, pieces)
            if shown is not None:
                shown(explorer.count, explorer.expanded, explorer.m)
    if explorer.count > most:
        raise ExplorationLimitError(most, explorer.count, explorer.expanded, explorer.m)
    index = explorer.index
    ptr, idx, found, compiled_presets = explorer.finish()
    return GameGraph._from_checked(
        len(found),
        len(idx),
        options=(ptr, idx),
        presets=np.concatenate(pieces) if pieces else compiled_presets,
        labels=CodeLabels(read_only(found)),
        index=index,
        start=int(starts[0]) if len(starts) else None,
        symmetry=symmetry,
    )


def _expand_batch(
    explorer: _explore.CodeExplorer,
    growth: CodeGrowth,
    rule: Any,
    preset: Any,
    pieces: list[Int8Array],
) -> None:
    """Expand the next batch by a rule in Python; append its presets, if any, to `pieces`."""
    import numpy as np

    batch = np.asarray(explorer.frontier(_BATCH))
    rows: Int64Array | None = None  # which of the batch are expanded; None for all
    try:
        if preset is not None:
            presets = _batch_presets(preset(batch), batch)
            pieces.append(presets)
            rows = np.flatnonzero(presets == NO_PRESET)
        expanded = batch if rows is None else batch[rows]
        returned = rule(expanded) if len(expanded) else ((), ())
    except Exception as error:
        error.add_note(f"while exploring {len(batch)} codes, the first being {batch[0]}")
        raise
    sources, options = batch_moves(returned, len(expanded))
    growth.check(len(options))
    explorer.append(len(batch), sources if rows is None else rows[sources], options)


def _batch_presets(values: Any, batch: Int64Array) -> Int8Array:
    import numpy as np

    presets = checks.integers(values, "presets")
    if presets.shape != batch.shape:
        raise GraphGameError(
            f"presets: expected {len(batch)} outcomes, one for every code, "
            f"got shape {presets.shape}"
        )
    wrong = (presets < Outcome.LOSE) | (presets > NO_PRESET)
    if wrong.any():
        code, found = batch[wrong][0], presets[wrong][0]
        raise GraphGameError(
            f"preset of code {code}: expected WIN, LOSE, DRAW or NO_PRESET (1, -1, 0 or 2), "
            f"got {found}"
        )
    return presets.astype(np.int8)
