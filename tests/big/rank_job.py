"""What each rank of an MPI job of test_ranks.py runs: builds a game in a folder, or dies meanwhile.

Arguments: the folder; positions of the game; seconds between checkpoints; the rank that dies, -1
for none, and after how many seconds; the rank that has another rule, -1 for none.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

import graphgame as gg
from graphgame.big.launched import ranks
from tests.big.loopy import Loopy

folder, size, every, dying, after, other = sys.argv[1:]
rank = ranks().rank
if rank == int(dying):
    timer = threading.Timer(float(after), os.kill, (os.getpid(), signal.SIGKILL))
    timer.daemon = True
    timer.start()
game = Loopy(int(size) + (rank == int(other)), presets=True, far=True)
stored = gg.explore_codes(
    game, 1, folder=folder, partitions=7, checkpoint=float(every), memory="64MiB"
)
database = gg.solve(stored)
assert len(database) == stored.positions
