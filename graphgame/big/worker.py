"""A thread that visits partitions: receives their mail, and expands their positions."""

from __future__ import annotations

from contextlib import suppress

from graphgame import memory as sizes
from graphgame.big._expand import Expander
from graphgame.big._receive import Receiver
from graphgame.big.failing import settled
from graphgame.big.files import undamaged
from graphgame.errors import TooLargeError
from graphgame.rules._stage import RuleError
from graphgame.rules.failures import Failures

TYPE_CHECKING = False
if TYPE_CHECKING:
    from graphgame.big.partition import Partition
    from graphgame.big.visits import Visits

# Positions of a batch at most.
_BATCH = 1 << 14
# Messages in a chunk at most, about 64 KiB; bytes of the buffers of all partitions, and of a
# message in them.
CHUNK, _BUFFERS, _EACH = 5460, 1 << 25, 20


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
