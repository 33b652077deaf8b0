"""The state of a game that is being built: a folder with partitions, and its checkpoints."""

from __future__ import annotations

import json
import os
import zlib
from time import monotonic

from graphgame.answers.folder import WORK, remove_work
from graphgame.archive import sync, sync_all
from graphgame.big.partitions.files import member, write_all
from graphgame.big.partitions.partition import Partition
from graphgame.big.partitions.processes import Alone
from graphgame.checks import open_regular, read_json
from graphgame.errors import SolutionFileError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from typing import Any

# The version of the files below work/, which nobody else reads.
_VERSION = 3
# Bytes that are not needed but for the last checkpoint, from which on the next one is made.
_FORGETTABLE = 1 << 28
# A checkpoint takes at most one part in so many of the time.
_SHARE = 20
# What stands before the checksum of the state.
_CHECKSUM = ', "crc32": '


class Work:
    """The folder F/work of a game, and what its last checkpoint says.

    Parameters
    ----------
    folder : Path
    every : float
        Seconds between two checkpoints.
    ranks : Alone, optional
        The processes that build together.

    Attributes
    ----------
    stage : {"exploring", "sorting", "solving", "writing"}
    progress : dict
        What the stage keeps in checkpoints; numbers and lists.
    partitions : list of Partition
    opened : dict of int to Partition
        Those with a table in memory, the last visited at the end.
    remoteness, decided : int
        While solving: the remoteness that is decided, and how many positions are.
    record : callable, optional
        While exploring: is called at a checkpoint with each partition that has changed.
    """

    folder: Path
    every: float

    def __init__(self, folder: Path, every: float = 60.0, ranks: Alone | None = None) -> None:
        self.ranks: Alone = ranks or Alone()
        self.folder, self.every = folder / WORK, every
        self.stage: str = "exploring"
        self.progress: dict[str, Any] = {}
        self.partitions: list[Partition] = []
        self.opened: dict[int, Partition] = {}
        self.is_begun: bool = False
        self.remoteness = self.decided = 0
        self.record: Callable[[Partition], None] | None = None
        self._states: dict[int, dict[str, Any]] = {}
        self._last, self._took, self._asked = monotonic(), 0.0, 0

    @classmethod
    def exists(cls, folder: Path) -> bool:
        """Return whether a folder has a state."""
        return (folder / WORK / "state.json").exists()

    def begin(self, parts: int) -> None:
        """Start a new game; what a build left that never came to a checkpoint is removed."""
        if self.ranks.is_first:
            remove_work(self.folder.parent)
            self.folder.mkdir(parents=True, exist_ok=True)
        self.ranks.gather(None)
        self.partitions = [Partition(self.folder, q) for q in range(parts)]
        for partition in self.partitions:
            partition.changed = True

    def resume(self) -> None:
        """Read the state of the last checkpoint."""
        path = self.folder / "state.json"
        try:
            with open_regular(path, within=True) as file:
                text = read_json(file).decode()
            state = json.loads(text)
            if state["version"] != _VERSION:
                raise SolutionFileError(
                    f"{path}: expected version {_VERSION}, got {state['version']}: build again"
                )
            if _with_checksum(text.rpartition(_CHECKSUM)[0] + "}") != text:
                raise SolutionFileError(
                    f"{path}: expected the text of its checksum, got another one; the folder is "
                    "damaged: remove it, and build again"
                )
            self.stage, self.progress = state["stage"], state["progress"]
            self._states = dict(enumerate(state["partitions"]))
        except SolutionFileError:
            raise
        except (KeyError, TypeError, ValueError, RecursionError) as error:
            raise SolutionFileError(f"{path}: expected a whole state of a game") from error
        self.is_begun = True
        self.partitions = [Partition(self.folder, q, s) for q, s in self._states.items()]
        for partition in self.partitions:
            if self.ranks.owns(partition.number):
                partition.restore(self.stage)

    @property
    def positions(self) -> int:
        """Positions found, but for preset ones."""
        return sum(p.count for p in self.partitions)

    @property
    def moves(self) -> int:
        """Moves of the positions expanded."""
        return sum(p.moves for p in self.partitions)

    @property
    def nbytes(self) -> int:
        """Bytes of the files that exploring made, and of the mail."""
        sizes = (8 * p.count + p.log.size + p.counters.size + p.seeds.size for p in self.partitions)
        ends = sum(p.ends.size + 12 * p.mail.messages for p in self.partitions)
        return sum(sizes) + ends

    def is_due(self) -> bool:
        """Return whether it is time for a checkpoint."""
        if monotonic() - self._last >= max(self.every, _SHARE * self._took):
            return True
        self._asked += 1
        if self._asked % 64 or self.stage != "exploring":
            return False
        return sum(p.forgettable for p in self.partitions) > _FORGETTABLE

    def checkpoint(self) -> None:
        """Write everything, then replace the state; then remove what it no longer needs.

        What the state names is forced onto the disk before it, and the state before anything is
        removed: so a power cut loses what was done since the last checkpoint, and no more.
        """
        began = monotonic()
        changed = [p for p in self.partitions if p.changed and self.ranks.owns(p.number)]
        for partition in changed:
            partition.write()
            partition.mail.spill()
            if self.record is not None:
                self.record(partition)
            partition.changed = False
        sync_all([path for partition in changed for path in partition.unsynced()])
        for states in self.ranks.gather({p.number: p.state() for p in changed}):
            self._states |= states
        if self.ranks.is_first:
            sync(self.folder)  # the names of new files
            self.save()
        self.ranks.gather(None)
        for partition in changed:
            partition.forget()
        self._last = monotonic()
        self._took = self._last - began if self.every else 0.0

    def share(self) -> None:
        """Copy what the last checkpoint says of the partitions of other ranks."""
        for q, state in self._states.items():
            if not self.ranks.owns(q):
                self.partitions[q] = Partition(self.folder, q, state)

    @property
    def own(self) -> list[Partition]:
        """The partitions of this process."""
        return [p for p in self.partitions if self.ranks.owns(p.number)]

    def save(self) -> None:
        """Replace the state by the present one, in one step."""
        state = {
            "version": _VERSION,
            "stage": self.stage,
            "progress": self.progress,
            "partitions": [self._states[q] for q in range(len(self.partitions))],
        }
        text = _with_checksum(json.dumps(state, sort_keys=True))
        replace(self.folder / "state.json", text.encode())


def _with_checksum(text: str) -> str:
    """Return the text of a JSON object with its checksum as another entry."""
    return f"{text[:-1]}{_CHECKSUM}{zlib.crc32(text.encode())}}}"


def replace(path: Path, content: bytes) -> None:
    """Replace a file in one step."""
    new = path.with_suffix(".new")
    with member(new, "wb") as file:
        write_all(file, content)
        os.fsync(file.fileno())
    os.replace(new, path)
    sync(path.parent)
