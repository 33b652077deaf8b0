"""Exploring a game on the ranks of an MPI job, which work in rounds."""

from __future__ import annotations

from time import monotonic

from graphgame.big.partitions.visits import Visits

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphgame.big.partitions.partition import Partition
    from graphgame.big.partitions.processes import Alone

# Bytes that wait for other ranks at most, and seconds between two exchanges.
_OUTGOING, _ROUND = 1 << 25, 0.2


class RankVisits(Visits):
    """The same as a rank of an MPI job, which visits its own partitions.

    Ranks work in rounds.  A round ends with an exchange of what they have for each other, in which
    all take part: when somebody has much to send, or nothing more to do, or some time has passed.
    When nobody has anything to do, all is explored.
    """

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        del self.workers[1:]
        self.ranks: Alone = self.work.ranks
        self.outgoing: list[list[Any]] = [[] for _ in range(self.ranks.size)]
        self.outgoing_bytes: int = 0
        self.last: float = monotonic()

    def next(self) -> Partition | None:
        """Return the partition to visit; None if no rank has anything to do."""
        while True:
            free = [p for p in self.own if not p.is_done]
            if free:
                chosen = max(free, key=lambda p: p.mail.messages + p.count - p.expanded)
                chosen.is_busy = True
                return chosen
            if not self.exchange():
                return None

    def deliver(self, q: int, chunk: bytes) -> None:
        """Place a chunk in the mailbox of a partition, or keep it for its rank."""
        if self.ranks.owns(q):
            super().deliver(q, chunk)
        else:
            self._post(q, chunk, False)

    def deliver_ends(self, q: int, codes: bytes) -> None:
        """Keep codes of preset positions, for another rank until the round ends."""
        if self.ranks.owns(q):
            super().deliver_ends(q, codes)
        else:
            self._post(q, codes, True)

    def _post(self, q: int, content: bytes, ended: bool) -> None:
        self.outgoing[q % self.ranks.size].append((q, content, ended))
        self.outgoing_bytes += len(content)

    def breathe(self) -> None:
        """End the round, between batches, if it is time."""
        if self.outgoing_bytes > _OUTGOING or monotonic() - self.last > _ROUND:
            self.exchange()
        if self.report is not None:
            self.report()

    def exchange(self) -> bool:
        """End a round; return whether any rank has anything to do.

        If it is time, the state is saved, too.
        """
        self._deliver_all()
        busy = any(w.partition is not None for w in self.workers)
        has_work = busy or any(not p.is_done for p in self.own)
        found = self.ranks.gather((has_work, self.work.is_due()))
        if found[0][1]:
            for worker in self.workers:
                worker.flush()
            self._deliver_all()
            self.work.checkpoint()
            self.mail_bytes = 0
        self.last = monotonic()
        return any(work for work, _ in found)

    def _deliver_all(self) -> None:
        outgoing, self.outgoing = self.outgoing, [[] for _ in range(self.ranks.size)]
        self.outgoing_bytes = 0
        for q, content, ended in self.ranks.exchange(outgoing):
            if ended:
                super().deliver_ends(q, content)
            else:
                super().deliver(q, content)
