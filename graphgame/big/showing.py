"""Progress of a game that is built on disk, in lines on standard error."""

from __future__ import annotations

import sys
from time import monotonic

from graphgame.memory import size

TYPE_CHECKING = False
if TYPE_CHECKING:
    from graphgame.big.work import Work


class Shown:
    """Writes a line about every second: the stage, positions, moves, rate, and bytes on disk.

    Parameters
    ----------
    work : Work
    """

    def __init__(self, work: Work) -> None:
        self._work = work
        self._last = self._first = monotonic()
        self._before = work.moves

    def __call__(self) -> None:
        """Write a line if it is time to."""
        now = monotonic()
        if now - self._last >= 1 and sys.stderr is not None:
            self._last = now
            print(self.line(now - self._first), file=sys.stderr, flush=True)

    def line(self, seconds: float) -> str:
        """Return the line that says how far the work is after so many seconds."""
        work = self._work
        text = f"{work.stage}: {work.positions:,} positions, {work.moves:,} moves"
        if work.stage == "exploring":
            expanded = sum(p.expanded for p in work.partitions)
            rate = (work.moves - self._before) / max(seconds, 1e-9)
            text += f", {expanded:,} expanded, {rate:,.0f} moves/s"
        elif work.stage == "sorting":
            done = sum(p.is_sorted for p in work.partitions)
            text += f", {done} of {len(work.partitions)} logs"
        elif work.stage == "solving":
            text += f", {work.decided:,} decided, level {work.level}"
        else:
            text += f", {len(work.progress.get('written', ()))} of {len(work.partitions)} parts"
        return f"{text}, {size(work.nbytes)} on disk"
