"""The ranks of an MPI job, through mpi4py: sending and collective operations are MPI's."""

from __future__ import annotations

from graphgame.big.processes import Alone, fail

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import TracebackType
    from typing import Any


class Ranks(Alone):
    """All ranks of the job; each owns the partitions whose number modulo `size` is its `rank`.

    As a context manager it ends the whole job where one rank meets an error: the others would wait
    for it for ever.
    """

    rank: int
    size: int

    def __init__(self) -> None:
        from mpi4py import MPI  # starts MPI

        self._all = MPI.COMM_WORLD
        self.rank, self.size = self._all.Get_rank(), self._all.Get_size()

    def gather(self, value: Any) -> list[Any]:
        """Return the values of all ranks, in their order."""
        gathered: list[Any] = self._all.allgather(value)
        return gathered

    def exchange(self, outgoing: list[list[Any]]) -> list[Any]:
        """Send each rank a list; return what all have sent to this one."""
        return [x for came in self._all.alltoall(outgoing) for x in came]

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if error is not None:
            fail(error)
            self._all.Abort(2)
