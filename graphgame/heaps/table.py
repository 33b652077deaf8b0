"""The table of values of a heap game, while it grows."""

from __future__ import annotations

from array import array

from graphgame.errors import TooLargeError
from graphgame.heaps import _sparse, _taking

TYPE_CHECKING = False
if TYPE_CHECKING:
    from graphgame._kernel.buffer import Buffer

# Of longer tables neither the values nor their sums would be sure to fit in 32 bits.  No value is
# above the number of moves in the longest game, and that is below 2 n.
MOST_HEAP = (1 << 30) - 2


class Table:
    """The values of heaps 0, 1, 2, … as far as they are known.

    Attributes
    ----------
    values : (room,) int32 Buffer
        The first `count` entries are known.
    done : array of one int64
        The count, which kernels move on.
    width : int
        A power of 2 above all values; where a value reaches it, the kernels stop.
    probe : int32 Buffer
        What the sparse-space method has learned.
    """

    def __init__(self) -> None:
        self.values: Buffer = _taking.table(1)
        self.done = array("q", [1])
        self.width = 32
        self.probe: Buffer = _sparse.probes()

    @property
    def count(self) -> int:
        """How many values are known; the empty heap's always is."""
        return self.done[0]

    @property
    def view(self) -> memoryview:
        """The values that are known."""
        return memoryview(self.values)[: self.count]

    @staticmethod
    def check(heap: int) -> None:
        """Refuse a heap that no table can hold."""
        if heap > MOST_HEAP:
            raise TooLargeError(f"heap {heap}: expected at most {MOST_HEAP} in a table")

    def make_room(self, rows: int) -> None:
        """Make room for so many values, at least doubling it; views of the old room stay valid."""
        self.check(rows - 1)
        if rows > len(self.values):
            room = _taking.table(min(MOST_HEAP + 1, max(rows, 2 * len(self.values))))
            memoryview(room)[: self.count] = self.view
            self.values = room

    def widen(self, greatest: int) -> None:
        """Make the width more than the greatest value."""
        while greatest >= self.width:
            self.width *= 2
