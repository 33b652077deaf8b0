"""Build a game in a folder, or die meanwhile: a rank of the MPI jobs of test_processes.py.

Arguments: the folder; positions of the game; seconds between checkpoints; the rank that dies, -1
for none, and after how many seconds; the rank that has another rule, -1 for none.  With "layers"
in place of the positions, the game of `doors`, with what stands in place of the others: a fault, or
nothing, and the layer at which the rule stops, or nothing.

What an error says is also written beside the folder: launchers that end a job may lose it.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from graphgame.big.partitions import mpi_rounds, processes
from graphgame.big.partitions.processes import ranks
from graphgame.big.partitions.stored import explore_partitions
from tests.big import doors
from tests.big.loopy import Loopy

folder, size = sys.argv[1:3]
print_error = processes.fail


def fail(error: BaseException) -> None:
    # The error of one rank ends the others, perhaps while they write theirs.
    own = Path(f"{folder}.said.{os.getpid()}")
    own.write_text(str(error), encoding="utf-8")
    own.replace(f"{folder}.said")
    print_error(error)


processes.fail = fail  # type: ignore[assignment]
if size == "layers":
    fault, stop = sys.argv[3:]
    mpi_rounds._ROUND = 0.0  # the state is saved at the end of each
    changed = doors.RULES[fault] if fault else doors.Layers(stop=int(stop) if stop else None)
    assert doors.build("partitions", Path(folder), changed)
    sys.exit()
every, dying, after, other = sys.argv[3:]
rank = ranks().rank
if rank == int(dying):
    timer = threading.Timer(float(after), os.kill, (os.getpid(), signal.SIGKILL))
    timer.daemon = True
    timer.start()
game = Loopy(int(size) + (rank == int(other)), presets=True, far=True)
stored = explore_partitions(
    game, 1, folder=folder, partitions=7, checkpoint=float(every), memory="64MiB"
)
database = stored.solve()
assert len(database) == stored.positions
