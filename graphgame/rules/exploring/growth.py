"""Limits of an exploration: it ends with an error before memory runs out.

While positions are found, their number and that of the moves is compared with the memory there is,
each time they have grown by an eighth.  What the next eighth takes is estimated: the positions by
a sample of those found last, and what holds them by how it grows.
"""

from __future__ import annotations

from sys import getsizeof

from graphgame import memory

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable
    from typing import Any

    from graphgame.graphs._names import NameIndex
    from graphgame.rules.exploring._codes import CodeExplorer

# Memory is checked at these numbers of positions or moves, and then each time one has grown by an
# eighth.  A check takes 0.1 ms.
_FIRST_POSITIONS, _FIRST_MOVES = 1 << 12, 1 << 16
# How many positions are measured, and how deep tuples in tuples are followed.
_SAMPLE, _DEPTH = 32, 4


def _more(found: int, first: int) -> int:
    """Return the count at which to check again."""
    return max(first, found + found // 8)


class ObjectGrowth:
    """Watches an exploration of Python objects; see `_objects.ObjectExplorer`.

    Parameters
    ----------
    index : NameIndex
        All positions found.
    """

    def __init__(self, index: NameIndex) -> None:
        self.index = index

    def __call__(self, found: int, _: int, moves: int) -> tuple[int, int]:
        """Return at what numbers of positions and moves to check again; check that these fit."""
        then, then_moves = _more(found, _FIRST_POSITIONS), _more(moves, _FIRST_MOVES)
        if found:
            new = then - found
            each = size_of_each(self.index.names(max(0, found - _SAMPLE)))
            arrays = 16 * new + 4 * (then_moves - moves)  # offsets and hashes, and options
            grown = arrays + 8 * new + new * each + table_growth(found, then)
            # Arrays take addresses for twice what they hold when they grow; a list an eighth more.
            room = grown + 2 * _doubled(8, found, then) + _doubled(4, moves, then_moves) + found
            _check(grown, room, found, moves)
        return then, then_moves


class CodeGrowth:
    """Watches an exploration of codes.

    Parameters
    ----------
    explorer : CodeExplorer
    """

    positions: int
    moves: int

    def __init__(self, explorer: CodeExplorer) -> None:
        self.explorer = explorer
        self.positions, self.moves = _FIRST_POSITIONS, _FIRST_MOVES

    def check(self, options: int) -> None:
        """Refuse to continue if adding this many options takes more memory than is available."""
        found, moves = self.explorer.count, self.explorer.m
        if found + options < self.positions and moves + options < self.moves:
            return
        self.positions = _more(found + options, _FIRST_POSITIONS)
        self.moves = _more(moves + options, _FIRST_MOVES)
        new, new_moves = self.positions - found, self.moves - moves
        # Slots are added to those there are; a dense index has all it needs.
        index = self.explorer.index
        slots = 0 if index.size else 8 * _power(4 * self.positions // 3)
        more_slots = max(0, slots - index.nbytes)
        # Codes, offsets and presets; options, and the batch that holds them meanwhile.
        grown = 17 * new + 4 * new_moves + 12 * options + more_slots
        room = grown + 2 * _doubled(8, found, self.positions) + _doubled(4, moves, self.moves)
        room += slots if more_slots else 0  # the table may move to addresses with more room
        _check(grown, room, found, moves)


def _check(grown: int, room: int, found: int, moves: int) -> None:
    """Refuse to continue if this many more bytes, or addresses for them, are not available."""

    def taker() -> str:
        return (
            f"more positions than the {found:,} found so far, which have {moves:,} moves; limit= "
            "sets the most positions, for a rule that goes on for ever"
        )

    memory.check_memory(grown, None, "rule", taker)
    addresses = memory.address_room()
    if addresses is not None:
        memory.check_memory(room, addresses, "rule", taker)


def size_of_each(sample: list[Hashable]) -> int:
    """Return how many bytes a position takes, on average of a sample.

    What they share, such as small integers, counts once.

    >>> size_of_each([(1000 + i, 2000 + i) for i in range(9)]) > 100
    True
    """
    seen: set[int] = set()
    return sum(_size(position, seen, _DEPTH) for position in sample) // max(len(sample), 1) + 1


def _size(value: Any, seen: set[int], depth: int) -> int:
    if id(value) in seen:
        return 0
    seen.add(id(value))
    size = getsizeof(value, 64)
    if depth and isinstance(value, tuple | frozenset):
        size += sum(_size(part, seen, depth - 1) for part in value)
    elif depth and hasattr(value, "__dict__"):
        size += getsizeof(vars(value))
        size += sum(_size(part, seen, depth - 1) for part in vars(value).values())
    return size


def table_growth(found: int, then: int) -> int:
    """Return the bytes of the table that a `NameIndex` makes on the way to `then` names.

    It has 2^k slots of 16 bytes, 4 for 3 names at least; the old ones go when the new are filled.
    """
    slots, more = (max(16, _power(-(-4 * count // 3))) for count in (found, then))
    return 16 * more if more > slots else 0


def _power(count: int) -> int:
    """Return the least power of 2 from `count` on."""
    return 1 << max(count - 1, 1).bit_length()


def _doubled(width: int, before: int, after: int) -> int:
    """Return the bytes that an array doubles to on the way; 0 if it has room enough."""
    return width * _power(after) if _power(after) > _power(before) else 0
