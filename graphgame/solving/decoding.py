"""What labels stand for: outcome and remoteness in one number; see `graphgame.solving._answers`."""

from __future__ import annotations

from graphgame.outcome import DRAW, NEVER_ENDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from graphgame import types
    from graphgame.types import Int8Array, Int32Array


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
