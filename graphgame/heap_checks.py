"""The sizes of heaps and the numbers that may be taken, as they come in: integers alone."""

from __future__ import annotations

from operator import index as as_int

from graphgame.errors import GraphGameError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def integer(value: Any, least: int, expected: str) -> int:
    """Check an integer of any size, which no bool is; `expected` says what it is, and where."""
    is_bool = isinstance(value, bool) or getattr(value, "dtype", None) == "bool"
    try:
        checked = least - 1 if is_bool else as_int(value)
    except TypeError:
        checked = least - 1
    if checked < least:
        raise GraphGameError(f"{expected} from {least} on, got {value!r}")
    return checked


def heap(size: Any, what: str) -> int:
    """Check the size of a heap, or another count."""
    return integer(size, 0, f"{what}: expected an integer")


def heaps(sizes: Any) -> list[int]:
    """Check the sizes of the heaps of a sum."""
    try:
        listed = list(sizes)
    except TypeError:
        raise GraphGameError(f"heaps: expected a list of integers, got {sizes!r}") from None
    return [heap(size, f"heaps[{place}]") for place, size in enumerate(listed)]


def move(number: Any) -> int:
    """Check a number that may be taken."""
    return integer(number, 1, "numbers: expected integers")
