"""Exploring a game on disk: partitions are visited, the one with the fullest mailbox first."""

from __future__ import annotations

from contextlib import suppress
from threading import Lock

from graphgame import memory as sizes
from graphgame._kernel.threads import Bell, Helpers
from graphgame.big.failing import settled
from graphgame.big.partitions._expand import Expander, places
from graphgame.big.partitions._receive import Receiver
from graphgame.big.partitions.files import undamaged
from graphgame.errors import TooLargeError
from graphgame.outcome import NO_PRESET
from graphgame.rules.compiled._stage import RuleError
from graphgame.rules.compiled.failures import Failures
from graphgame.rules.compiled.native import ROOM
from graphgame.rules.kind import COMPILED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from graphgame.big.partitions.build_state import Work
    from graphgame.big.partitions.partition import Partition
    from graphgame.rules.asked import Asked
    from graphgame.types import Int64Array


# Positions of a batch at most.
_BATCH = 1 << 14
# Messages in a chunk at most, about 64 KiB; bytes of the buffers of all partitions, and of a
# message in them.
CHUNK, _BUFFERS, _EACH = 5460, 1 << 25, 20
# Stands in the place of a source: nobody has to tell it anything.
_NO_SOURCE = 0xFFFFFFFF
# Seconds after which a thread without work looks again whether a partition has mail.
_PATIENCE = 0.1


class Stopped(Exception):  # noqa: N818 -- no error: another thread has one
    """Another thread has met an error."""


class Worker:
    """Visits partitions, in a thread.

    Parameters
    ----------
    visits : Visits

    Attributes
    ----------
    partition : Partition or None
        What it visits now.
    """

    visits: Visits
    parts: int
    expander: Expander
    receiver: Receiver

    def __init__(self, visits: Visits) -> None:
        parts = len(visits.work.partitions)
        self.visits, self.parts = visits, parts
        capacity = max(64, min(CHUNK, _BUFFERS // (_EACH * parts)))
        self.expander, self.receiver = Expander(parts, capacity), Receiver()
        self.partition: Partition | None = None

    def work(self) -> None:
        """Visit partitions until all is explored, or another thread has met an error."""
        with suppress(Stopped), Failures() as failures:
            while (partition := self.visits.next()) is not None:
                self.visit(partition, failures)
                self.visits.leave(partition)

    def visit(self, partition: Partition, failures: Failures) -> None:
        """Read all mail of a partition, and expand all its positions."""
        visits = self.visits
        index = partition.open()
        self.partition = partition
        while True:
            partition.changed = True
            with partition.lock:
                chunk, taken = partition.mail.take()
                visits.mail_bytes -= taken
            if chunk:
                with undamaged(partition.mail.path(partition.mail.head)):
                    partition.log.add(self.receiver.receive(index, chunk))
                self._check_room(partition)
            elif partition.expanded < index.count:
                self.expand(partition, failures)
            else:
                self.flush()
                if partition.is_done:
                    break
            visits.breathe()
        partition.compact_ends()
        self.partition = None

    def expand(self, partition: Partition, failures: Failures) -> None:
        """Expand the next batch of positions, and send their moves."""
        visits, expander = self.visits, self.expander
        start = partition.expanded
        assert partition.index is not None, "it is open"
        try:
            if visits.is_compiled:
                expander.expand(
                    partition.index,
                    start,
                    min(partition.count, start + _BATCH),
                    *visits.asked.addresses,
                    visits.room,
                    failures.check,
                )
            else:
                self._put(partition)
        except RuleError as error:
            failures.check()  # a function that raised returned any number
            visits.room = settled(error, visits.asked, visits.room)
            return
        while (full := expander.route()) >= 0:
            self.send(full)
        partition.expanded = expander.stop
        partition.counters.add(expander.take_counters())
        partition.seeds.add(expander.take_seeds())
        partition.moves += expander.moves

    def _put(self, partition: Partition) -> None:
        import numpy as np

        asked = self.visits.asked
        batch = np.asarray(partition.batch(_BATCH))
        ptr, options = asked.rows(batch)
        presets, remote = asked.presets(options)
        assert partition.index is not None, "it is open"
        self.expander.put(partition.index, partition.expanded, ptr, options, presets, remote)

    def send(self, full: int) -> None:
        """Send what a full buffer holds."""
        if full < self.parts:
            assert self.partition is not None, "somebody sends it"
            self.visits.deliver(full, self.expander.take(full, self.partition.number))
        else:
            self.visits.deliver_ends(full - self.parts, self.expander.take_ends(full - self.parts))

    def flush(self) -> None:
        """Send what all buffers hold."""
        for full in self.expander.waiting():
            self.send(full)

    def _check_room(self, partition: Partition) -> None:
        most = self.visits.memory // (2 * self.visits.threads)
        if partition.nbytes > max(most, 1 << 16):
            more = 2 * -(-partition.nbytes // most) * self.parts
            raise TooLargeError(
                f"memory: expected the table of a partition to take at most {sizes.size(most)}, "
                f"got {sizes.size(partition.nbytes)} for {partition.count:,} positions of one of "
                f"{self.parts} partitions; explore into a new folder with partitions={more}, or "
                "with more memory"
            )


class Visits:
    """Explores until all positions are expanded.

    Parameters
    ----------
    work : Work
    asked : Asked
    starts : (k,) int64
        Representatives, if there is a symmetry.
    memory : int
        Bytes for tables and mail.
    threads : int
        The most threads, for a compiled rule.
    report : callable, optional
        Called between batches.

    Attributes
    ----------
    own : list of Partition
        Those of this process.
    room : int
        The most options of a position that room is made for.
    """

    work: Work
    asked: Asked
    memory: int
    starts: Int64Array
    room: int

    def __init__(
        self,
        work: Work,
        asked: Asked,
        starts: Int64Array,
        memory: int,
        threads: int,
        report: Callable[[], None] | None = None,
    ) -> None:
        self.work, self.asked, self.memory = work, asked, memory
        self.starts, self.room = starts, ROOM
        self.is_compiled: bool = asked.rules.kind == COMPILED
        self.threads: int = threads if self.is_compiled else 1
        self.report = report
        self.lock: Lock = Lock()  # for the state of waiting, and of what is visited
        self._bells: list[Bell] = []
        self._alone: Bell = Bell()  # rings when the thread that makes a checkpoint works alone
        self.error: BaseException | None = None
        self.is_pausing: bool = False
        self.running: int = 0
        self.mail_bytes: int = 0
        self.workers: list[Worker] = [Worker(self) for _ in range(self.threads)]
        self.own: list[Partition] = [p for p in work.partitions if work.ranks.owns(p.number)]

    def run(self) -> None:
        """Explore all; any error leaves the folder as the last checkpoint says."""
        if not self.work.is_begun:
            self._begin()
            self.work.is_begun = True
        try:
            with Helpers() as helpers:
                del self.workers[helpers.begin(self.threads) :]
                self.running = len(self.workers)
                helpers.together(self._work, lambda: self.fail(Stopped()))
        finally:
            for partition in self.own:
                partition.mail.close()
        for worker in self.workers:
            worker.flush()
        for partition in self.own:
            partition.close()

    def _work(self, k: int) -> None:
        """Visit partitions in a thread; stop all threads for an error."""
        try:
            self.workers[k].work()
        except BaseException as error:
            self.fail(error)
            raise

    def fail(self, error: BaseException) -> None:
        """Stop all threads for the error of one."""
        with self.lock:
            if self.error is None:
                self.error = error
            self._alone.ring()
            self._wake()

    def _begin(self) -> None:
        """Send the starts, without a source."""
        import numpy as np

        starts = self.starts
        presets, _ = self.asked.presets(starts)
        owners = np.asarray(places(starts, len(self.work.partitions)))
        for partition in self.own:
            own = owners == partition.number
            ended = own & (presets != NO_PRESET) if presets is not None else np.zeros_like(own)
            partition.ends.add(starts[ended].tobytes())
            codes = starts[own & ~ended]
            for at in range(0, len(codes), CHUNK):
                piece = codes[at : at + CHUNK]
                header = np.array([0, len(piece), 0, 0], dtype=np.uint32).tobytes()
                sources = np.full(len(piece), _NO_SOURCE, dtype=np.uint32)
                self.mail_bytes += partition.mail.add(header + piece.tobytes() + sources.tobytes())
            partition.changed = partition.changed or bool(own.any())

    # -- which partition is next ------------------------------------------------------------------

    def next(self) -> Partition | None:
        """Return the partition to visit; None if all is explored.  Waits while others work."""
        while True:
            with self.lock:
                if self.error is not None:
                    raise Stopped
                if not self.is_pausing:
                    free = [p for p in self.own if not p.is_busy and not p.is_done]
                    if free:
                        chosen = max(free, key=lambda p: p.mail.messages + p.count - p.expanded)
                        chosen.is_busy = True
                        return chosen
                    if not any(p.is_busy for p in self.own):
                        self._wake()
                        self._rest()
                        return None
                bell = self._rest()
            self._wait(bell, _PATIENCE)

    def leave(self, partition: Partition) -> None:
        """Release a partition to others; close those whose tables do not fit in memory."""
        with self.lock:
            partition.is_busy = False
            opened = self.work.opened
            opened.pop(partition.number, None)
            opened[partition.number] = partition
            total = sum(p.nbytes for p in opened.values())
            for p in list(opened.values()):
                if total <= self.memory // 2:
                    break
                if not p.is_busy:
                    total -= p.nbytes
                    del opened[p.number]
                    p.close()
            self._wake()

    def deliver(self, q: int, chunk: bytes) -> None:
        """Place a chunk in the mailbox of a partition."""
        partition = self.work.partitions[q]
        with partition.lock:
            self.mail_bytes += partition.mail.add(chunk)
            partition.changed = True
        if self.mail_bytes > self.memory // 4:
            self._spill()

    def deliver_ends(self, q: int, codes: bytes) -> None:
        """Keep codes of preset positions."""
        partition = self.work.partitions[q]
        with partition.lock:
            partition.ends.add(codes)
            partition.changed = True

    def _spill(self) -> None:
        """Write the mail of the partitions that have most of it."""
        for p in sorted(self.work.partitions, key=lambda p: -p.mail.waiting):
            if self.mail_bytes <= self.memory // 8:
                break
            with p.lock:
                p.mail.spill()
            self.mail_bytes = sum(p.mail.waiting for p in self.work.partitions)

    # -- checkpoints ------------------------------------------------------------------------------

    def breathe(self) -> None:
        """Stop, between batches, for an error or a checkpoint; make one if it is time."""
        if self.error is not None:
            raise Stopped
        if self.is_pausing:
            self._park()
        elif self.work.is_due():
            self.checkpoint()
        if self.report is not None:
            self.report()

    def checkpoint(self) -> None:
        """Save the state, while all other workers wait."""
        with self.lock:
            is_first = not self.is_pausing
            if is_first:
                self.is_pausing, self._alone = True, Bell()
                if self.running == 1 or self.error is not None:
                    self._alone.ring()
        if not is_first:
            self._park()
            return
        try:
            self._alone.wait()
            if self.error is None:
                for worker in self.workers:
                    worker.flush()
                self.mail_bytes = 0
                self.work.checkpoint()
        finally:
            with self.lock:
                self.is_pausing = False
                self._wake()

    def _park(self) -> None:
        """Wait until the checkpoint that another worker makes is made.

        After an error it may still be being made, so nothing may be changed: there is no going on.
        """
        while True:
            with self.lock:
                if self.error is not None:
                    raise Stopped
                if not self.is_pausing:
                    return
                bell = self._rest()
            self._wait(bell)

    # -- waiting: each thread for a bell of its own, see `threads` ---------------------------------

    def _rest(self) -> Bell:
        """Count this thread among those that wait, with the lock; return what it waits for."""
        self.running -= 1
        if self.is_pausing and self.running == 1:
            self._alone.ring()
        bell = Bell()
        self._bells.append(bell)
        return bell

    def _wait(self, bell: Bell, seconds: float = -1) -> None:
        """Wait for a bell, without the lock, so long at most; then count this thread as before."""
        bell.wait(seconds)
        with self.lock:
            if bell in self._bells:
                self._bells.remove(bell)
            self.running += 1

    def _wake(self) -> None:
        """Release all threads that wait, with the lock."""
        for bell in self._bells:
            bell.ring()
        self._bells.clear()
