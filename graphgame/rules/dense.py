"""The index of an exploration of codes: an array or a table, as large as the author says."""

from __future__ import annotations

from graphgame import checks, memory
from graphgame.errors import GraphGameError
from graphgame.outcome import MOST_POSITIONS
from graphgame.rules._codes import CodeExplorer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from graphgame.types import Int64Array

# What a position takes at least: its code, its offset and a slot of the table.
_EACH = 8 + 8 + 11
# Bytes of an entry of the array, which are checked before it is made from _SMALL on.
_ENTRY, _SMALL = 4, 1 << 26


def make_explorer(
    starts: Int64Array, size: int | None, expect: int | None, packed: bool
) -> CodeExplorer:
    """Return a CodeExplorer for these starts; check what the author of a rule says of it.

    Parameters
    ----------
    starts : (k,) int64
    size, expect
        As of `explore_codes`.
    packed : bool
        As of `CodeIndex`.

    Raises
    ------
    TooLargeError
        If the array for `size` does not fit in memory.
    GraphGameError
        If one of them is no integer from 1 on, or a start is not below `size`.
    """
    size = 0 if size is None else checks.at_least_1(size, "size")
    # A hint: what it promises may be more than there is.
    expect = 0 if expect is None else min(checks.at_least_1(expect, "expect"), MOST_POSITIONS)
    if expect * _EACH > _SMALL:
        expect = min(expect, (memory.available_memory() or 0) // (2 * _EACH))
    if size:
        if _ENTRY * size > _SMALL:
            memory.check_memory(
                _ENTRY * size, None, "size", lambda: f"an array for the {size:,} integers below it"
            )
        wrong = (starts < 0) | (starts >= size)
        if wrong.any():
            raise GraphGameError(
                f"start: expected positions from 0 to {size - 1}, for size={size} was given; "
                f"got {starts[wrong][0]}"
            )
    return CodeExplorer(starts, size, expect, packed)
