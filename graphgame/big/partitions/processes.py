"""Processes that build one game together: alone, or the ranks of an MPI job."""

from __future__ import annotations

import os
import sys

from graphgame.errors import GraphGameError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import TracebackType
    from typing import Any, Self

# Where launchers say how many ranks there are: MPICH and what descends from it, and Open MPI.
_SIZES = ("PMI_SIZE", "MPI_LOCALNRANKS", "OMPI_COMM_WORLD_SIZE")


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


def ranks() -> Alone:
    """Return the ranks of the MPI job that this process belongs to; `Alone` without one.

    Raises
    ------
    GraphGameError
        If it belongs to one, and mpi4py is not installed.
    """
    if not any(os.environ.get(name, "1") not in ("", "1") for name in _SIZES):
        return Alone()
    try:
        return Ranks()
    except ImportError as error:
        if (error.name or "").split(".")[0] != "mpi4py":
            raise
        raise GraphGameError(
            "folder: expected mpi4py in an MPI job, got none; pip install 'graphgame-solver[mpi]'"
        ) from None
