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


def components(state: int | Iterable[int]) -> list[int]:
    """Return the heaps of a state, which is one heap or several."""
    if isinstance(state, str | bytes):
        raise GraphGameError(f"heaps: expected integers, got {state!r}")
    if isinstance(state, Iterable):
        return checks.sizes(state, "heaps")
    return [checks.size(state, "heaps")]


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
    """

    def __init__(self) -> None:
        self.values: Buffer = _taking.table(1)
        self.done: array[int] = array("q", [1])
        self.width: int = 32
        self.probe: Buffer = _sparse.probes()

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
            raise TooLargeError(f"heap {heap}: expected at most {MOST_HEAP} in a table")

    def make_room(self, rows: int) -> None:
        """Make room for this many values, at least double; views of the old room stay valid."""
        self.check(rows - 1)
        if rows > len(self.values):
            room = _taking.table(min(MOST_HEAP + 1, max(rows, 2 * len(self.values))))
            memoryview(room)[: self.count] = self.view
            self.values = room

    def widen(self, greatest: int) -> None:
        """Make the width more than the greatest value."""
        while greatest >= self.width:
            self.width *= 2
