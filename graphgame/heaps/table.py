"""The table of values of a heap game, while it grows."""

from __future__ import annotations

from array import array
from collections.abc import Iterable

from graphgame import checks
from graphgame.errors import GraphGameError, TooLargeError
from graphgame.heaps import _sparse, _taking

TYPE_CHECKING = False
if TYPE_CHECKING:
    from graphgame._kernel.buffer import Buffer

# The greatest heap of a table: no value is above the number of moves in the longest game, which is
# below 2 n, so that values and their nim-sums fit in 31 bits.
MOST_HEAP = (1 << 30) - 2
# The most positions of a search in misère play, unless the caller says otherwise.
MOST_SEARCHED = 2_000_000
# Rare heaps that a list has room for at first, beside twice those that there are.
_FEW = 1 << 8


def components(state: int | Iterable[int]) -> list[int]:
    """Return the heaps of a state, which is one heap or several."""
    if isinstance(state, str | bytes):
        raise GraphGameError(f"heaps: expected integers, got {state!r}")
    checks.refuse_uncounted(state, "heaps")
    if isinstance(state, Iterable):
        return checks.sizes(state, "heaps")
    return [checks.size(state, "heaps")]


class Space:
    """The sparse space of a table: a mask, and the list of the heaps that it makes rare.

    Attributes
    ----------
    mask, parity : int
        See `_sparse`; the parity is -1 where that of heaps does not count.
    heaps, values : (room,) int32 Buffer
        The rare heaps, ascending, and their values.
    listed : array of two int64
        How many there are, and the first heap that has not been looked at.
    """

    def __init__(self, mask: int, parity: int, rares: int) -> None:
        self.mask: int = mask
        self.parity: int = parity
        self.heaps: Buffer = _taking.table(2 * rares + _FEW)
        self.values: Buffer = _taking.table(2 * rares + _FEW)
        self.listed: array[int] = array("q", [0, 1])

    def make_room(self) -> None:
        """Make room for twice the rare heaps, if there is none for a few more."""
        room = len(self.heaps)
        if self.listed[0] + _FEW // 2 > room:
            _taking.enlarge(self.heaps, 2 * room)
            _taking.enlarge(self.values, 2 * room)


class Table:
    """The values of heaps 0, 1, 2, … as far as they are known.

    Attributes
    ----------
    values : (room,) int32 Buffer
        The first `count` entries are known.
    done : array of one int64
        The count, which kernels advance.
    width : int
        A power of 2 above all values; kernels stop at a value that reaches it.
    probe : int32 Buffer
        The splits that the sparse-space method found useful.
    space : Space or None
        The sparse space that was chosen last.
    sought : int
        How many values were known when a sparse space was sought last.
    """

    def __init__(self) -> None:
        self.values: Buffer = _taking.table(1)
        self.done: array[int] = array("q", [1])
        self.width: int = 32
        self.probe: Buffer = _sparse.probes()
        self.space: Space | None = None
        self.sought: int = 0

    @property
    def count(self) -> int:
        """How many values are known; that of the empty heap always is."""
        return self.done[0]

    @property
    def view(self) -> memoryview:
        """The values that are known."""
        return memoryview(self.values)[: self.count]

    @staticmethod
    def check(heap: int) -> None:
        """Refuse a heap that no table can hold."""
        if heap > MOST_HEAP:
            raise TooLargeError(
                f"heap {checks.shown(heap)}: expected at most {MOST_HEAP} in a table"
            )

    def make_room(self, rows: int) -> None:
        """Make room for this many values, at least double; views of the old room stay valid.

        While there are no views, the room is enlarged where it is, so that a long table is in
        memory once, and only as far as its values are known.
        """
        self.check(rows - 1)
        if rows > len(self.values):
            wanted = min(MOST_HEAP + 1, max(rows, 2 * len(self.values)))
            try:
                _taking.enlarge(self.values, wanted)
            except BufferError:
                room = _taking.table(wanted)
                memoryview(room)[: self.count] = self.view
                self.values = room

    def widen(self, greatest: int) -> None:
        """Make the width more than the greatest value."""
        while greatest >= self.width:
            self.width *= 2
