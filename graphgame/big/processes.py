"""Processes that build one game together: alone, or the ranks of an MPI job."""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import TracebackType
    from typing import Any, Self


class Alone:
    """A single process: it owns all partitions, and what ranks do together it does at once.

    Attributes
    ----------
    rank, size : int
    """

    rank: int = 0
    size: int = 1

    @property
    def is_first(self) -> bool:
        """Whether this process writes what all share."""
        return self.rank == 0

    def owns(self, q: int) -> bool:
        """Return whether a partition belongs to this process."""
        return q % self.size == self.rank

    def gather(self, value: Any) -> list[Any]:
        """Return the values of all ranks, in their order."""
        return [value]

    def exchange(self, outgoing: list[list[Any]]) -> list[Any]:
        """Send each rank a list; return what all have sent to this one."""
        return outgoing[0]

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        return None


def fail(error: BaseException) -> None:
    """Print in one line what ends the job of this rank."""
    if sys.stderr is not None:
        print(f"graphgame: {type(error).__name__}: {error}", file=sys.stderr, flush=True)
