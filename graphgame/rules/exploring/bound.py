"""The bounded game of an exploration that was stopped: what is not expanded is a preset."""

from __future__ import annotations

from graphgame.errors import GraphGameError
from graphgame.graphs.graph import GameGraph
from graphgame.outcome import NO_PRESET

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeAlias

    from graphgame.types import Int8Array, Int32Array, Int64Array

    # The outcome, and the remoteness, of what is not expanded.
    Bound: TypeAlias = tuple[int, int]


def read_bound(partial: Any) -> Bound:
    """Return the preset of what is not expanded; it is given as any preset of `solve` is.

    Raises
    ------
    GraphGameError
        If it is none.
    """
    import numpy as np

    try:
        one = GameGraph.from_edges(np.empty((0, 2), np.int32), 1).with_presets({0: partial})
    except GraphGameError as error:
        raise GraphGameError(f"partial: {str(error).partition(': ')[2]}") from None
    assert one.presets is not None
    if one.presets[0] == NO_PRESET:
        raise GraphGameError(f"partial: expected a preset, as gg.DRAW, got {partial!r}")
    ends = one.preset_remoteness
    return int(one.presets[0]), 0 if ends is None else int(ends[0])


def rows(explorer: Any, n: int) -> tuple[Int64Array, Int32Array]:
    """Return copies of the rows that an explorer has; the others of n positions are empty."""
    import numpy as np

    ptr = np.full(n + 1, explorer.m, dtype=np.int64)
    ptr[: explorer.expanded + 1] = np.asarray(explorer.ptr)[: explorer.expanded + 1]
    return ptr, np.asarray(explorer.idx)[: explorer.m].copy()


def with_bound(
    presets: Any, ends: Any, n: int, expanded: int, bound: Bound
) -> tuple[Int8Array, Int32Array | None]:
    """Return the presets of n positions, and their remoteness: those known, and then the bound.

    Parameters
    ----------
    presets, ends : buffer or None
        Of the positions that are expanded, or of more.
    n, expanded : int
    bound : (int, int)
    """
    import numpy as np

    kinds = np.full(n, bound[0], dtype=np.int8)
    kinds[:expanded] = NO_PRESET if presets is None else np.asarray(presets)[:expanded]
    if ends is None and not bound[1]:
        return kinds, None
    far = np.full(n, bound[1], dtype=np.int32)
    far[:expanded] = 0
    if ends is not None:
        known = np.asarray(ends)[:expanded]
        far[: len(known)] = known
    return kinds, far
