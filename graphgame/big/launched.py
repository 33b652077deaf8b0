"""Whether this process belongs to an MPI job."""

from __future__ import annotations

import os

from graphgame.big.processes import Alone
from graphgame.errors import GraphGameError

# Where launchers say how many ranks there are: MPICH and what descends from it, and Open MPI.
_SIZES = ("PMI_SIZE", "MPI_LOCALNRANKS", "OMPI_COMM_WORLD_SIZE")


def ranks() -> Alone:
    """Return the ranks of the MPI job that this process belongs to; `Alone` without one.

    Raises
    ------
    GraphGameError
        If it belongs to one, and mpi4py is not installed.
    """
    if not any(os.environ.get(name, "1") not in ("", "1") for name in _SIZES):
        return Alone()
    from graphgame.big.mpi import Ranks

    try:
        return Ranks()
    except ImportError as error:
        if (error.name or "").split(".")[0] != "mpi4py":
            raise
        raise GraphGameError(
            "folder: expected mpi4py in an MPI job, got none; pip install 'graphgame-solver[mpi]'"
        ) from None
