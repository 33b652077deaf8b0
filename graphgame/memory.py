"""How much memory there is: what would not fit is refused before anything is allocated."""

from __future__ import annotations

import os

from graphgame.errors import TooLargeError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from graphgame.graphs.graph import GameGraph

# What takes less is tried at once: to ask the system costs as much as to solve a small game.
_SMALL = 1 << 28


def check_memory(needed: int, limit: int | None, what: str, taker: Callable[[], str]) -> None:
    """Refuse a need of more than `limit` bytes, or of more than is available if `limit` is None.

    Raises
    ------
    TooLargeError
        Its message names `what`, both sizes, and what `taker` says takes so much.
    """
    most = available_memory() if limit is None else limit
    if most is not None and needed > most:
        raise TooLargeError(
            f"{what}: expected to need at most {size(most)} of memory, "
            f"got {size(needed)} for {taker()}"
        )


def check_game(game: GameGraph, per_position: int, per_edge: int) -> None:
    """Refuse a game whose parts together take more memory than is available.

    A text of some bytes can announce 2^31 - 2 positions.

    Raises
    ------
    TooLargeError
        As `check_memory`.
    """
    needed = per_position * game.n + per_edge * game.m
    if needed > _SMALL:
        parts = f"{game.n} positions and {game.m} moves"
        check_memory(needed, None, "graph", lambda: parts)


def size(count: int) -> str:
    """Format a number of bytes with a unit.

    >>> size(999), size(12_345_678), size(10**40)
    ('999 bytes', '12.3 MB', 'more than 9.2e+18 bytes')
    """
    if count >= 2**63:
        return "more than 9.2e+18 bytes"
    for factor, unit in ((10**12, "TB"), (10**9, "GB"), (10**6, "MB")):
        if count >= factor:
            return f"{count / factor:,.1f} {unit}"
    return f"{count:,} bytes"


def available_memory() -> int | None:
    """Return the bytes available without swapping; None where the system does not report them.

    On Linux what the kernel estimates, or less where a control group or the limit of addresses of
    the process (RLIMIT_AS, ``ulimit -v``) says so; elsewhere all physical memory.
    """
    known = _machine_memory(), _group_memory("/sys/fs/cgroup"), address_room()
    return min((x for x in known if x is not None), default=None)


def address_room() -> int | None:
    """Return how many bytes of addresses the process may still take; None if nothing limits them.

    An array that grows takes addresses for what it may hold later.
    """
    try:
        import resource

        limit = resource.getrlimit(resource.RLIMIT_AS)[0]
        if limit == resource.RLIM_INFINITY:
            return None
        with open("/proc/self/statm", encoding="ascii") as sizes:
            used = int(sizes.read().split()[0]) * os.sysconf("SC_PAGE_SIZE")
        return max(0, limit - used)
    except (ImportError, OSError):  # no such limits on Windows, no such file elsewhere
        return None


def _machine_memory() -> int | None:
    """Return the bytes that the machine has available, or else its physical memory."""
    try:
        with open("/proc/meminfo", encoding="ascii") as lines:
            for line in lines:
                if line.startswith("MemAvailable:"):
                    return int(line.split()[1]) * 1024
    except OSError:
        pass
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):
        return None


def _group_memory(folder: str) -> int | None:
    """Return the bytes that a control group has left; None where it has no limit."""
    try:
        with open(f"{folder}/memory.max", encoding="ascii") as limit:
            most = limit.read().strip()
        with open(f"{folder}/memory.current", encoding="ascii") as usage:
            return None if most == "max" else max(0, int(most) - int(usage.read()))
    except OSError:
        return None
