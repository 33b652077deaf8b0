"""Logs of moves, sorted by their targets: the predecessors of every position of a partition."""

from __future__ import annotations

import mmap

from graphgame.archive import sync, sync_all
from graphgame.big import _receive
from graphgame.big.files import member, write_all
from graphgame.errors import TooLargeError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from typing import Any

    from graphgame.big.build_state import Work
    from graphgame.big.partition import Partition

# Bytes of logs that are sorted and not yet removed.
_KEPT = 1 << 26


def place_bits(work: Work) -> tuple[int, int]:
    """Return the bits of a place in a partition, and the bytes of a place with its partition."""
    bits = max(max((p.count for p in work.partitions), default=1) - 1, 1).bit_length()
    partitions = max(len(work.partitions) - 1, 1).bit_length()
    return bits, 4 if bits + partitions <= 32 else 8


def sort_logs(work: Work, memory: int, report: Callable[[], None] | None = None) -> None:
    """Sort the logs that are not sorted yet; a log is removed when its `ptr` has its name.

    Some are sorted before the files are forced onto the disk, and their logs are removed.
    """
    sorted_: list[Partition] = []
    for partition in work.own:
        partition.mail.remove()
        if partition.is_sorted or not partition.count:
            partition.log.path.unlink(missing_ok=True)
            continue
        sort_log(work, partition, memory)
        sorted_.append(partition)
        if sum(p.log.size for p in sorted_) > _KEPT:
            _finish(work, sorted_)
            sorted_ = []
        if report is not None:
            report()
    _finish(work, sorted_)


def _finish(work: Work, partitions: list[Partition]) -> None:
    """Write what was sorted through to the disk, name it, and remove the logs."""
    sync_all(p.path(name) for p in partitions for name in ("pred", "ptr.new"))
    for partition in partitions:
        partition.path("ptr.new").replace(partition.path("ptr"))
    sync(work.folder)
    for partition in partitions:
        partition.log.path.unlink(missing_ok=True)


def mapped(path: Path) -> Any:
    """Return the bytes of a file, read where they are used."""
    if not path.exists() or not path.stat().st_size:
        return b""
    with member(path) as file:
        return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)


def sort_log(work: Work, partition: Partition, memory: int) -> None:
    """Write the predecessors of the positions of a partition: pred, and ptr.new, their rows."""
    import numpy as np

    bits, width = place_bits(work)
    log = mapped(partition.log.path)
    ptr = np.zeros(partition.count + 1, dtype=np.uint32)
    total = _receive.count_targets(log, ptr)
    if total >= 1 << 32:
        raise TooLargeError(
            f"partitions: expected less than 2^32 moves into a partition, got {total:,}; explore "
            "into a new folder with more partitions"
        )
    np.cumsum(ptr, out=ptr)
    sizes = np.array([p.count for p in work.partitions], dtype=np.int64)
    most = max(memory // (2 * width), 1 << 16)
    with member(partition.path("pred"), "wb") as file:
        first = 0
        while first < partition.count:
            # As many rows as fit in memory, at least one.
            stop = int(np.searchsorted(ptr, int(ptr[first]) + most, side="right")) - 1
            stop = min(max(stop, first + 1), partition.count)
            cursors = ptr[first:stop] - ptr[first]
            size = int(ptr[stop]) - int(ptr[first])
            pred = np.empty(size, dtype=np.uint32 if width == 4 else np.uint64)
            _receive.place_sources(log, cursors, first, pred, bits, sizes)
            write_all(file, pred.view(np.uint8).data)
            first = stop
    with member(partition.path("ptr.new"), "wb") as file:
        write_all(file, ptr.view(np.uint8).data)
    if isinstance(log, mmap.mmap):
        log.close()
