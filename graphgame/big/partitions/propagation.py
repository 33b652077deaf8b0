"""Propagation on disk: in ascending order of remoteness, decided positions update predecessors."""

from __future__ import annotations

import mmap
from collections import defaultdict

from graphgame.archive import sync, sync_all
from graphgame.big.partitions import _receive, _spread
from graphgame.big.partitions.files import member, read_numbers, write_all
from graphgame.errors import TooLargeError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path
    from typing import Any

    from graphgame.big.partitions.build_state import Work
    from graphgame.big.partitions.partition import Partition
    from graphgame.big.partitions.processes import Alone


# Bytes of logs that are sorted and not yet removed.
_KEPT = 1 << 26
# Places that a buffer of the spreader holds; positions found at a time; and the positions of a
# frontier that are listed, as a share of all: of more, the labels are searched.
_TOLD, _FOUND, _LISTED = 1 << 13, 1 << 16, 32
# Bytes that wait for other ranks at most.
_OUTGOING = 1 << 25
# A bit of a counter: an option is a preset WIN of remoteness 1.
_ONE_AWAY = 1 << 15
# The greatest label of a seed: a position one ply before a preset of remoteness 2^30.
_MOST_SEED = 2 * ((1 << 30) + 1) + 1


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


def undecided(width: int) -> int:
    """Return the label of a position that is not decided."""
    return (1 << (8 * width)) - 3


class Side:
    """The arrays of a partition during propagation, in files that are mapped.

    Attributes
    ----------
    labels : (n,) uint8, uint16 or uint32
    counters : (n,) uint16
    ptr, pred : arrays
    seeds : (k, 2) uint32
        Places and labels, in ascending order of remoteness.
    frontier : two (r,) uint32 arrays
        The positions that LOSE and WIN of the present remoteness, where they are listed.
    decided : list of two int
        How many these are.
    """

    partition: Partition

    def __init__(self, partition: Partition, width: int, pred_width: int) -> None:
        import numpy as np

        self.partition, n = partition, partition.count
        self.labels: Any = _map(partition.path(f"labels{width}"), f"u{width}", n)
        self.counters: Any = _map(partition.path("counts"), "u2", n)
        self.ptr: Any = _map(partition.path("ptr"), "u4", n + 1)
        self.pred: Any = _map(partition.path("pred"), f"u{pred_width}")
        self.seeds: Any = _map(partition.path("seeded"), "u4").reshape(-1, 2)
        if self.seeds[:, 1].max(initial=0) > _MOST_SEED:
            raise ValueError(f"a seed of remoteness {self.seeds[:, 1].max() >> 1}")
        room = max(256, n // _LISTED)
        self.frontier: list[Any] = [np.empty(room, dtype=np.uint32) for _ in range(2)]
        self.decided: list[int] = [0, 0]
        self.seeded: int = 0

    def blocks(self, kind: int, label: int) -> Iterator[Any]:
        """Return the positions of the frontier that LOSE, 0, or WIN, 1; some at a time."""
        import numpy as np

        count, listed = self.decided[kind], self.frontier[kind]
        if count <= len(listed):
            yield listed[:count]
            return
        found, at = np.empty(_FOUND, dtype=np.uint32), 0
        while at < len(self.labels):
            count, at = _spread.labelled(self.labels, label, at, found)
            yield found[:count]

    def next_seeds(self, remoteness: int) -> Any:
        """Return the seeds up to a remoteness that were not returned before."""
        import numpy as np

        first = self.seeded
        self.seeded += int(np.searchsorted(self.seeds[first:, 1] >> 1, remoteness, side="right"))
        return self.seeds[first : self.seeded]

    def seed_remoteness(self) -> int | None:
        """Return the remoteness of the next seed."""
        return int(self.seeds[self.seeded, 1] >> 1) if self.seeded < len(self.seeds) else None


def _map(path: Path, kind: str, count: int | None = None) -> Any:
    import numpy as np

    size = path.stat().st_size // np.dtype(kind).itemsize
    if count is not None and size != count:
        from graphgame.errors import SolutionFileError

        raise SolutionFileError(f"{path}: expected {count} entries, got {size}")
    if not size:
        return np.empty(0, dtype=kind)
    with member(path, "r+b") as file:
        return np.asarray(np.memmap(file, dtype=kind, mode="r+"))


class Inbox:
    """Messages to the positions of every partition: in memory, and then in files."""

    def __init__(self, folder: Path, memory: int) -> None:
        self._folder, self._memory, self._bytes = folder, memory, 0
        self._told: dict[tuple[int, int], list[bytes]] = defaultdict(list)
        self._spilled: set[tuple[int, int]] = set()

    def add(self, kind: int, q: int, told: bytes) -> None:
        """Append places in partition q that are told of a LOSE, 0, or a WIN, 1."""
        self._told[q, kind].append(told)
        self._bytes += len(told)
        if self._bytes > self._memory:
            self._spill()

    def _path(self, key: tuple[int, int]) -> Path:
        return self._folder / f"{key[0]:06}.told.{key[1]}"

    def _spill(self) -> None:
        for key, pieces in self._told.items():
            mode = "ab" if key in self._spilled else "wb"
            self._spilled.add(key)
            with member(self._path(key), mode) as file:
                write_all(file, b"".join(pieces))
        self._told.clear()
        self._bytes = 0

    def partitions(self) -> set[int]:
        """Return the partitions that are told anything."""
        return {q for q, _ in self._told} | {q for q, _ in self._spilled}

    def take(self, kind: int, q: int) -> Iterator[Any]:
        """Remove what partition q is told: arrays of places."""
        import numpy as np

        key = q, kind
        if key in self._spilled:
            with member(self._path(key)) as file:
                while data := file.read(1 << 20):
                    yield np.frombuffer(data, dtype=np.uint32)
            self._path(key).unlink()
            self._spilled.discard(key)
        pieces = self._told.pop(key, [])
        self._bytes -= sum(map(len, pieces))
        for data in pieces:
            yield np.frombuffer(data, dtype=np.uint32)


class Propagation:
    """Decides all positions that are not draws.

    Parameters
    ----------
    work : Work
        Its `progress` has the play, the width of labels and the last remoteness decided, "level".
    memory : int
        Bytes for what positions are told.
    """

    work: Work
    report: Callable[[], None] | None
    bits: int
    pred_width: int

    def __init__(self, work: Work, memory: int, report: Callable[[], None] | None = None) -> None:
        self.work, self.report = work, report
        self.bits, self.pred_width = place_bits(work)
        self.width: int = work.progress["width"]
        self.ranks: Alone = work.ranks
        self.sides: list[Side] = [Side(p, self.width, self.pred_width) for p in work.own if p.count]
        parts = len(work.partitions)
        self.outgoing: list[list[Any]] = [[] for _ in range(self.ranks.size)]
        self.outgoing_bytes: int = 0
        capacity = max(64, min(_TOLD, (1 << 23) // (4 * parts)))
        self.inbox: Inbox = Inbox(work.folder, memory // 2)
        self.spreader: _spread.Spreader = _spread.Spreader(parts, capacity)
        self.remoteness: int = work.progress["level"]
        self.decided: int = 0

    def run(self) -> None:
        """Decide positions in ascending order of remoteness, until nobody is told anything."""
        self._restore()
        while True:
            for side in self.sides:
                self._spread_side(side)
            while self._exchange(is_done=True):
                pass
            remoteness = self._next_remoteness()
            if remoteness is None:
                return
            if 2 * remoteness + 1 >= undecided(self.width):
                self._widen(remoteness)
            self.remoteness = remoteness
            self._decide()
            self.work.remoteness, self.work.decided = remoteness, self.decided
            if self.ranks.gather(self.work.is_due())[0]:
                self.checkpoint()
            if self.report is not None:
                self.report()

    def _next_remoteness(self) -> int | None:
        """Return the least remoteness that is still to be decided, on any rank; None at the end."""
        if self.inbox.partitions():
            remoteness: int | None = self.remoteness + 1
        else:
            waiting = [x for side in self.sides if (x := side.seed_remoteness()) is not None]
            remoteness = min(waiting, default=None)
        return min((x for x in self.ranks.gather(remoteness) if x is not None), default=None)

    # -- a remoteness -----------------------------------------------------------------------------

    def _send(self, kind: int, q: int, told: bytes) -> None:
        """Send places in partition q that are told of a LOSE, 0, or a WIN, 1."""
        if self.ranks.owns(q):
            self.inbox.add(kind, q, told)
            return
        self.outgoing[q % self.ranks.size].append((kind, q, told))
        self.outgoing_bytes += len(told)
        if self.outgoing_bytes > _OUTGOING:
            self._exchange(is_done=False)

    def _exchange(self, *, is_done: bool) -> bool:
        """Send other ranks what waits for them; return whether any rank has more to tell."""
        if self.ranks.size == 1:
            return False
        outgoing, self.outgoing = self.outgoing, [[] for _ in range(self.ranks.size)]
        self.outgoing_bytes = 0
        for kind, q, told in self.ranks.exchange(outgoing):
            self.inbox.add(kind, q, told)
        return not all(self.ranks.gather(is_done))

    def _spread_side(self, side: Side) -> None:
        """Send what the positions of a partition that were decided last tell predecessors."""
        spreader = self.spreader
        for kind in range(2):
            if not side.decided[kind]:
                continue
            for block in side.blocks(kind, 2 * self.remoteness + kind):
                while (full := spreader.spread(block, side.ptr, side.pred, self.bits)) >= 0:
                    self._send(kind, full, spreader.take(full))
            for q in spreader.waiting():
                self._send(kind, q, spreader.take(q))
            side.decided[kind] = 0

    def _decide(self) -> None:
        """Decide the positions of this remoteness: those that are told of, and those of seeds."""
        told = self.inbox.partitions()
        for side in self.sides:
            q = side.partition.number
            seeds = side.next_seeds(self.remoteness)
            if q not in told and not len(seeds):
                continue
            if len(seeds):
                wins = seeds[:, 1] & 1 == 1
                self._win(side, seeds[wins, 0].copy())
                self._lose(side, seeds[~wins, 0].copy())
            if q in told:
                for places in self.inbox.take(0, q):
                    self._win(side, places)
                for places in self.inbox.take(1, q):
                    self._lose(side, places)
            self.decided += sum(side.decided)

    def _win(self, side: Side, places: Any) -> None:
        side.decided[1] = _spread.decide(
            places,
            side.labels,
            2 * self.remoteness + 1,
            undecided(self.width),
            side.frontier[1],
            side.decided[1],
        )

    def _lose(self, side: Side, places: Any) -> None:
        side.decided[0] = _spread.count_down(
            places,
            side.labels,
            2 * self.remoteness,
            undecided(self.width),
            side.counters,
            side.frontier[0],
            side.decided[0],
        )

    # -- checkpoints ------------------------------------------------------------------------------

    def checkpoint(self) -> None:
        """Save the remoteness, and the counters as they are after it, once they are on the disk."""
        old = self.work.progress["saved"]
        for side in self.sides:
            with member(side.partition.path(f"saved.{old + 1}"), "wb") as file:
                write_all(file, side.counters.view("u1").data)
        names = f"saved.{old + 1}", f"labels{self.width}"
        sync_all(side.partition.path(name) for side in self.sides for name in names)
        self.work.progress |= {"saved": old + 1, "level": self.remoteness, "width": self.width}
        self.work.checkpoint()
        for side in self.sides:
            side.partition.path(f"saved.{old}").unlink(missing_ok=True)

    def finish(self) -> None:
        """Write the labels through to the disk; nothing else is needed."""
        sync_all(side.partition.path(f"labels{self.width}") for side in self.sides)
        self.work.progress["width"] = self.width

    def _restore(self) -> None:
        """Return to the last checkpoint: forget later labels, and find its frontier."""
        import numpy as np

        saved = self.work.progress["saved"]
        none = undecided(self.width)
        for side in self.sides:
            p = side.partition
            if saved:
                side.counters[:] = _map(p.path(f"saved.{saved}"), "u2", p.count)
                side.labels[(side.labels > 2 * self.remoteness + 1) & (side.labels < none)] = none
            for kind in range(2):
                label = 2 * self.remoteness + kind
                side.decided[kind] = int(np.count_nonzero(side.labels == label))
                count = min(side.decided[kind], len(side.frontier[kind]))
                _spread.labelled(side.labels, label, 0, side.frontier[kind][:count])
            side.next_seeds(self.remoteness)
            self.decided += int(np.count_nonzero(side.labels < none))

    def _widen(self, remoteness: int) -> None:
        """Widen all labels, so that those of a remoteness fit."""
        old, none = self.width, undecided(self.width)
        while 2 * remoteness + 1 >= undecided(self.width):
            self.width *= 2
        for side in self.sides:
            path = side.partition.path(f"labels{self.width}")
            wide = side.labels.astype(f"u{self.width}")
            wide[side.labels == none] = undecided(self.width)
            with member(path, "wb") as file:
                write_all(file, wide.view("u1").data)
            side.labels = _map(path, f"u{self.width}", len(wide))
        self.checkpoint()
        for side in self.sides:
            side.partition.path(f"labels{old}").unlink(missing_ok=True)


def prepare(work: Work, *, misere: bool) -> None:
    """Make the labels, the counters and the seeds in order, as solving begins with them."""
    import numpy as np

    for partition in work.own:
        n = partition.count
        if not n:  # it has no files
            continue
        counters = read_numbers(partition.counters.path, np.uint16)
        labels = np.full(n, undecided(1), dtype=np.uint8)
        labels[counters == 0] = 1 if misere else 0
        seeds = np.empty((0, 2), dtype=np.uint32)
        if partition.seeds.size:
            seeds = read_numbers(partition.seeds.path, np.uint32).reshape(-1, 2)
        away = counters >= _ONE_AWAY
        counters[away] -= _ONE_AWAY
        if misere:
            # A terminal is a WIN of remoteness 0 then: a preset WIN of remoteness 1 is farther.
            held = np.flatnonzero(away).astype(np.uint32)
            counters[away] += 1
            seeds = np.concatenate([seeds, np.stack([held, np.full(len(held), 4, np.uint32)], 1)])
        seeds = seeds[np.argsort(seeds[:, 1] >> 1, kind="stable")]
        for name, array in (("labels1", labels), ("counts", counters), ("seeded", seeds)):
            with member(partition.path(name), "wb") as file:
                write_all(file, np.ascontiguousarray(array).reshape(-1).view(np.uint8).data)
    work.progress |= {"width": 1, "level": 0, "saved": 0, "play": "misere" if misere else "normal"}
