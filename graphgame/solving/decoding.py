"""What labels stand for: outcome and remoteness in one number; see `graphgame.solving._answers`."""

from __future__ import annotations

from graphgame.arrays import read_only
from graphgame.outcome import DRAW, LOSE, NEVER_ENDS, WIN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from graphgame import types
    from graphgame.types import Int8Array, Int32Array

# Labels converted at a time: their arrays stay inside the cache.
_BLOCK = 1 << 18


def decoded(labels: types.AnyArray) -> tuple[Int8Array, Int32Array]:
    """Return the outcomes and the remoteness that labels stand for.

    Parameters
    ----------
    labels : (k,) uint8 or uint32
        2 * remoteness, and 1 more for a WIN.  The greatest number of the type is a DRAW that never
        ends, the one below it a preset DRAW.

    Returns
    -------
    outcomes : (k,) int8
    remoteness : (k,) int32

    >>> import numpy as np
    >>> outcomes, remoteness = decoded(np.array([0, 3, 254, 255], dtype=np.uint8))
    >>> outcomes.tolist(), remoteness.tolist()
    ([-1, 1, 0, 0], [0, 1, 0, -1])
    """
    import numpy as np

    never = np.iinfo(labels.dtype).max
    drawn = labels >= never - 1
    outcomes = ((labels & 1) * 2).astype(np.int8) - np.int8(1)
    outcomes[drawn] = DRAW
    remoteness = (labels >> 1).astype(np.int32)
    remoteness[drawn] = 0
    remoteness[labels == never] = NEVER_ENDS
    return outcomes, remoteness


def column(labels: types.AnyArray, which: int) -> types.AnyArray:
    """Return the outcomes, or if `which` is 1 the remoteness, of many labels, read-only."""
    import numpy as np

    found: types.AnyArray = np.empty(len(labels), dtype=(np.int8, np.int32)[which])
    for start in range(0, len(labels), _BLOCK):
        stop = start + _BLOCK
        found[start:stop] = decoded(labels[start:stop])[which]
    return read_only(found)


def tally(labels: types.AnyArray) -> tuple[list[int], list[int]]:
    """Return the count and the greatest remoteness of WIN, LOSE and DRAW, -1 where there is none.

    >>> import numpy as np
    >>> tally(np.array([0, 3, 255], dtype=np.uint8))
    ([1, 1, 1], [1, 0, -1])
    """
    counts, longest = [0, 0, 0], [-1, -1, -1]
    for start in range(0, len(labels), _BLOCK):
        outcomes, remoteness = decoded(labels[start : start + _BLOCK])
        for k, outcome in enumerate((WIN, LOSE, DRAW)):
            found = remoteness[outcomes == outcome]
            counts[k] += len(found)
            longest[k] = max(longest[k], int(found.max(initial=-1)))
    return counts, longest
