"""Numbers of bytes, as users write them."""

from __future__ import annotations

from graphgame.errors import GraphGameError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def read_bytes(memory: Any) -> int:
    """Return a number of bytes, of an int or of text such as "4GiB".

    >>> read_bytes("4GiB"), read_bytes("500 MB"), read_bytes(1 << 20)
    (4294967296, 500000000, 1048576)
    """
    if isinstance(memory, int) and not isinstance(memory, bool) and memory > 0:
        return memory
    units = {"B": 1}
    for power, letter in enumerate("KMGT", 1):
        units |= {f"{letter}B": 1000**power, f"{letter}IB": 1024**power}
    if isinstance(memory, str):
        text = memory.strip()
        number = text.rstrip("BbIiKkMmGgTt ")
        try:
            size = int(float(number) * units[text[len(number) :].strip().upper()])
        except (ValueError, KeyError, OverflowError):
            size = 0
        if size > 0:
            return size
    raise GraphGameError(
        f"memory: expected a number of bytes, or text such as '4GiB' or '500MB', got {memory!r}"
    )
