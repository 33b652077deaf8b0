"""Labels: outcome and remoteness of a position in one unsigned number, and their counts.

A label takes 1, 2 or 4 bytes, its *width*.  A LOSE at r is 2r, a WIN at r is 2r + 1.  The three
greatest numbers of a width stand for a DRAW that never ends, a preset DRAW, and no position.
"""

from __future__ import annotations

from collections.abc import Mapping

from graphgame.errors import GraphGameError
from graphgame.outcome import DRAW, LOSE, NEVER_ENDS, NO_PRESET, WIN, Outcome

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    import numpy.typing as npt

    from graphgame.types import AnyArray, Int8Array, Int32Array

# Bytes of a label.
WIDTHS = 1, 2, 4
# What an array of outcomes holds where there is no position.
NONE = NO_PRESET
# Labels decoded or counted at a time: their arrays stay inside the cache.
_BLOCK = 1 << 18


def never(width: int) -> int:
    """Return the label of a DRAW that never ends.

    >>> never(1), preset_draw(1), no_position(1), longest(1)
    (255, 254, 253, 125)
    """
    return (1 << 8 * width) - 1


def preset_draw(width: int) -> int:
    """Return the label of a preset DRAW."""
    return (1 << 8 * width) - 2


def no_position(width: int) -> int:
    """Return the label of an index that no game reaches, or that is undecided."""
    return (1 << 8 * width) - 3


def longest(width: int) -> int:
    """Return the greatest remoteness that a WIN or a LOSE can have in this width."""
    return (no_position(width) - 2) // 2


def dtype(width: int) -> npt.DTypeLike:
    """Return the NumPy type of labels of a width."""
    return {1: "u1", 2: "<u2", 4: "<u4"}[width]


def width_for(remoteness: int) -> int:
    """Return the least width that holds a remoteness.

    >>> width_for(125), width_for(126), width_for(10**6)
    (1, 2, 4)
    """
    for width in WIDTHS:
        if remoteness <= longest(width):
            return width
    raise GraphGameError(
        f"remoteness: expected at most {longest(WIDTHS[-1])} in a label, got {remoteness}"
    )


def encode(outcomes: Int8Array, remoteness: Int32Array, width: int | None = None) -> AnyArray:
    """Return the labels of outcomes and remoteness.

    Parameters
    ----------
    outcomes : (k,) int8
        LOSE, DRAW or WIN; `NO_PRESET` for no position.
    remoteness : (k,) int32
        -1 for a DRAW that never ends; any other DRAW is a preset one.
    width : int, optional
        By default the least that holds them.

    Raises
    ------
    GraphGameError
        If a remoteness does not fit in the width.

    >>> import numpy as np
    >>> encode(np.array([-1, 1, 0, 0], np.int8), np.array([0, 1, 0, -1], np.int32)).tolist()
    [0, 3, 254, 255]
    """
    import numpy as np

    decided = (outcomes == LOSE) | (outcomes == WIN)
    greatest = int(remoteness[decided].max(initial=0))
    if width is None:
        width = width_for(greatest)
    if greatest > longest(width):
        raise GraphGameError(
            f"remoteness: expected at most {longest(width)} in labels of {width} bytes, "
            f"got {greatest}"
        )
    labels = np.full(outcomes.shape, no_position(width), dtype=dtype(width))
    far = remoteness[decided].astype(labels.dtype)
    labels[decided] = 2 * far + (outcomes[decided] == WIN)
    drawn = outcomes == DRAW
    labels[drawn] = np.where(remoteness[drawn] == NEVER_ENDS, never(width), preset_draw(width))
    return labels


def decode(labels: AnyArray) -> tuple[Int8Array, Int32Array]:
    """Return the outcomes and the remoteness that labels stand for.

    Where there is no position, they are `NO_PRESET` and -1.

    >>> import numpy as np
    >>> outcomes, remoteness = decode(np.array([0, 3, 254, 255, 253], dtype=np.uint8))
    >>> outcomes.tolist(), remoteness.tolist()
    ([-1, 1, 0, 0, 2], [0, 1, 0, -1, -1])
    """
    import numpy as np

    width = labels.dtype.itemsize
    special = labels >= no_position(width)
    outcomes = ((labels & 1) * 2).astype(np.int8) - np.int8(1)
    remoteness = (labels >> 1).astype(np.int32)
    if special.any():
        found = labels[special]
        outcomes[special] = np.where(found == no_position(width), NONE, DRAW)
        remoteness[special] = np.where(found == preset_draw(width), 0, NEVER_ENDS)
    return outcomes, remoteness


def decode_one(label: int, width: int) -> tuple[int, int]:
    """Return the outcome and the remoteness that one label stands for, as `decode`.

    >>> decode_one(3, 1), decode_one(255, 1), decode_one(253, 1)
    ((1, 1), (0, -1), (2, -1))
    """
    if label < no_position(width):
        return (1 if label & 1 else -1), label >> 1
    if label == no_position(width):
        return NONE, NEVER_ENDS
    return 0, (0 if label == preset_draw(width) else NEVER_ENDS)


def widen(labels: AnyArray, width: int) -> AnyArray:
    """Return labels in a width that is at least their own; they keep what they stand for.

    >>> import numpy as np
    >>> widen(np.array([0, 3, 253, 254, 255], dtype=np.uint8), 2).tolist()
    [0, 3, 65533, 65534, 65535]
    """
    import numpy as np

    own = labels.dtype.itemsize
    if own == width:
        return labels
    if own > width:
        raise GraphGameError(f"width: expected at least {own}, that of the labels, got {width}")
    wide = labels.astype(dtype(width))
    np.add(wide, never(width) - never(own), out=wide, where=labels >= no_position(own))
    return wide


class Tally:
    """Counts of labels: how many positions there are of each outcome and remoteness.

    Attributes
    ----------
    lose, win : dict of int to int
        Of each remoteness how many positions have it.
    preset_draws, never : int
        DRAWs that the rules preset, and DRAWs that never end.

    Examples
    --------
    >>> import numpy as np
    >>> tally = Tally().add(np.array([0, 3, 3, 255, 253], dtype=np.uint8))
    >>> tally.positions, tally.counts()[WIN], tally.remoteness()[LOSE]
    (4, 2, {0: 1})
    """

    __slots__ = ("lose", "never", "preset_draws", "win")
    never: int
    preset_draws: int

    def __init__(self) -> None:
        self.lose: dict[int, int] = {}
        self.win: dict[int, int] = {}
        self.preset_draws = self.never = 0

    def add(self, labels: AnyArray) -> Tally:
        """Count labels, those of no position left out; return this tally."""
        for start in range(0, len(labels), _BLOCK):
            self._add(labels[start : start + _BLOCK])
        return self

    def _add(self, labels: AnyArray) -> None:
        import numpy as np

        width = labels.dtype.itemsize
        if width == 1:
            counts = np.bincount(labels, minlength=256)
            found = np.flatnonzero(counts)
            counts = counts[found]
        else:
            found, counts = np.unique(labels, return_counts=True)
        for label, count in zip(found.tolist(), counts.tolist(), strict=True):
            if label < no_position(width):
                kind = self.win if label & 1 else self.lose
                kind[label >> 1] = kind.get(label >> 1, 0) + count
            elif label == never(width):
                self.never += count
            elif label == preset_draw(width):
                self.preset_draws += count

    def __iadd__(self, other: Tally) -> Tally:  # noqa: PYI034 -- no typing at run time
        for own, more in ((self.lose, other.lose), (self.win, other.win)):
            for remoteness, count in more.items():
                own[remoteness] = own.get(remoteness, 0) + count
        self.preset_draws += other.preset_draws
        self.never += other.never
        return self

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Tally) and self.to_json() == other.to_json()

    __hash__: None = None  # type: ignore[assignment]

    @property
    def positions(self) -> int:
        """How many positions there are."""
        return sum(self.counts().values())

    def counts(self) -> dict[Outcome, int]:
        """Return the number of positions of each outcome: WIN, LOSE, DRAW."""
        draws = self.preset_draws + self.never
        return {WIN: sum(self.win.values()), LOSE: sum(self.lose.values()), DRAW: draws}

    def remoteness(self) -> dict[Outcome, dict[int, int]]:
        """Return, of each outcome, how many positions have each remoteness, in ascending order."""
        drawn = {NEVER_ENDS: self.never, 0: self.preset_draws}
        kinds = ((WIN, self.win), (LOSE, self.lose), (DRAW, drawn))
        return {kind: {r: rows[r] for r in sorted(rows) if rows[r]} for kind, rows in kinds}

    def to_json(self) -> dict[str, list[list[int]]]:
        """Return, by the word of each outcome, pairs of a remoteness and a count.

        >>> import numpy as np
        >>> Tally().add(np.array([0, 3, 3, 255], dtype=np.uint8)).to_json()
        {'WIN': [[1, 2]], 'LOSE': [[0, 1]], 'DRAW': [[-1, 1]]}
        """
        return {
            str(outcome): [[r, count] for r, count in rows.items()]
            for outcome, rows in self.remoteness().items()
        }

    @classmethod
    def from_json(cls, fields: Mapping[str, Any]) -> Tally:
        """Return the tally that `to_json` wrote."""
        tally = cls()
        tally.lose, tally.win = ({r: n for r, n in fields[word]} for word in ("LOSE", "WIN"))  # noqa: C416
        drawn = {r: n for r, n in fields["DRAW"]}  # noqa: C416
        tally.never, tally.preset_draws = drawn.get(NEVER_ENDS, 0), drawn.get(0, 0)
        return tally
