"""How much memory there is: what would not fit is refused before anything is allocated."""

from __future__ import annotations

import os
import sys

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
    the process (RLIMIT_AS, ``ulimit -v``) says so; on macOS the pages that are free or soon can be;
    elsewhere all physical memory.
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
    if sys.platform == "darwin" and (available := _darwin_memory()) is not None:
        return available
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):
        return None


def _darwin_memory() -> int | None:
    """Return the bytes that macOS can hand out without swapping; None if it does not say."""
    import subprocess

    try:
        done = subprocess.run(["/usr/bin/vm_stat"], capture_output=True, timeout=5, check=True)
        return _vm_stat(done.stdout.decode("ascii"))
    except (OSError, ValueError, IndexError, subprocess.SubprocessError):
        return None


def _vm_stat(text: str) -> int:
    r"""Return the bytes of the pages that `vm_stat` counts as free, or as soon to be so.

    >>> _vm_stat("Statistics: (page size of 16384 bytes)\nPages free:  3.\nPages active:  9.")
    49152
    """
    head, *lines = text.splitlines()
    page = int(head.partition("page size of ")[2].split()[0])
    counts = {name: count for name, _, count in (line.partition(":") for line in lines)}
    wanted = ("free", "inactive", "speculative", "purgeable")
    return page * sum(int(counts.get(f"Pages {x}", "0").strip(" .")) for x in wanted)


def _group_memory(folder: str, groups: str = "/proc/self/cgroup") -> int | None:
    """Return the bytes that the control groups of this process have left; None without a limit.

    A group is in others, and each may have a limit.  In a container the path of the group may be
    that of the machine, where only the top can be seen.

    Parameters
    ----------
    folder : str
        Where the groups are mounted: version 2, or version 1 with a folder for each controller.
    groups : str
        The file that names the groups of the process.
    """
    left = None
    for root, path, *names in _groups(groups):
        parts = path.strip("/").split("/")
        for depth in range(len(parts) + 1):
            group = "/".join([folder + root, *parts[:depth]])
            found = _left(*(f"{group}/{name}" for name in names))
            if found is not None:
                left = found if left is None else min(left, found)
    return left


# Files with the limit of a group, its use, and parts of the use.
_SECOND = ("memory.max", "memory.current", "memory.stat")
_FIRST = ("memory.limit_in_bytes", "memory.usage_in_bytes", "memory.stat")


def _groups(file: str) -> list[tuple[str, ...]]:
    """Return the groups of the process: the folder of the controller, the path, and its files."""
    found: list[tuple[str, ...]] = []
    try:
        with open(file, encoding="utf-8", errors="surrogateescape") as lines:
            for line in lines:
                _, controllers, path = line.rstrip("\n").split(":", 2)
                if not controllers:
                    found.append(("", path, *_SECOND))
                elif "memory" in controllers.split(","):
                    found.append(("/memory", path, *_FIRST))
    except (OSError, ValueError):
        pass
    return found or [("", "", *_SECOND), ("/memory", "", *_FIRST)]


def _left(most: str, used: str, parts: str) -> int | None:
    """Return how much a group may still take; None without a limit.

    Copies of files that were not in use lately count as free: the system drops them first.
    """
    try:
        with open(most, encoding="ascii") as limit, open(used, encoding="ascii") as usage:
            bound = limit.read().strip()
            # Version 1 has a number of nearly 2^63 where there is no limit.
            if bound == "max" or int(bound) >= 1 << 60:
                return None
            left = int(bound) - int(usage.read())
    except (OSError, ValueError):
        return None
    try:
        with open(parts, encoding="ascii") as lines:
            counts = dict(line.split() for line in lines)
        left += int(counts.get("total_inactive_file", counts.get("inactive_file", 0)))
    except (OSError, ValueError):
        pass
    return max(0, left)
