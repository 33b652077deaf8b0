"""A partition of a game: its positions, their counters and seeds, its log and its mailbox."""

from __future__ import annotations

from threading import Lock

from graphgame.arrays import distinct
from graphgame.big.partitions.files import Appended, Mailbox, cut, read_numbers
from graphgame.graphs._index import CodeIndex

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path
    from typing import Any

    from graphgame._kernel.buffer import Buffer

# The files that exploring appends to; and those that are not needed to write the part, by the
# beginnings of their names.
_FILES = ("log", "counters", "seeds", "ends")
_MOVES = ("log", "counters", "seeds", "pred", "ptr", "counts", "seeded", "saved", "told", "mail")
# Codes of preset positions are kept once each when half as many were added, and so many bytes.
_ADDED = 1 << 21


class Partition:
    """The files of a partition, and its table of codes while it is open.

    Parameters
    ----------
    folder : Path
    number : int
    state : dict or None
        What the last checkpoint says; None at first.

    Attributes
    ----------
    index : CodeIndex or None
        Its positions, while it is open.
    expanded, moves : int
        How many positions are expanded, and how many moves these have.
    codes, log, counters, seeds, ends : Appended
    mail : Mailbox
    lock : Lock
        Guards what other partitions' visits change: `mail` and `ends`.
    """

    number: int
    log: Appended
    counters: Appended
    seeds: Appended
    ends: Appended

    def __init__(self, folder: Path, number: int, state: dict[str, Any] | None = None) -> None:
        state = state or {"codes": 0, "expanded": 0, "mail": [0, 0, 0, 0], "messages": 0}
        self._folder, self.number = folder, number
        self.index: CodeIndex | None = None
        self._written = self._count = state["codes"]
        self.expanded: int = state["expanded"]
        self.moves: int = state.get("moves", 0)
        self.generation: int = state.get("generation", 0)
        self.unique: int = state.get("unique", 0)
        # What the rule said at some positions, and of how much that was a sample: `recorded`.
        self.recorded: list[list[int]] = state.get("recorded", [])
        self.recorded_at: int = 0
        sizes = [state.get(name, 0) for name in _FILES]
        self.log, self.counters, self.seeds, self.ends = (
            Appended(self.path(name), size) for name, size in zip(_FILES, sizes, strict=True)
        )
        self.codes: Appended = Appended(self.path("codes"), 8 * self._written)
        self.mail: Mailbox = Mailbox(folder, number, state["mail"], state["messages"])
        self.lock: Lock = Lock()
        self.is_busy = False
        self.changed = False
        self._old: list[Path] = []
        self._old_bytes = 0

    def path(self, name: str) -> Path:
        """Return the path of one of its files."""
        name = f"ends.{self.generation}" if name == "ends" else name
        return self._folder / f"{self.number:06}.{name}"

    @property
    def count(self) -> int:
        """Number of its positions."""
        return self._count if self.index is None else self.index.count

    @property
    def nbytes(self) -> int:
        """Bytes that the open partition takes."""
        return 0 if self.index is None else 8 * self.index.count + self.index.nbytes

    @property
    def is_done(self) -> bool:
        """Whether it has nothing to receive and nothing to expand."""
        return self.mail.messages == 0 and self.expanded == self.count

    @property
    def is_sorted(self) -> bool:
        """Whether its log is sorted, and no longer needed."""
        return self.path("ptr").exists()

    def restore(self, stage: str) -> None:
        """Restore the files to what the last checkpoint says, as far as a stage needs them."""
        cut(self.path("codes"), 8 * self._written)
        cut(self.ends.path, self.ends.size)
        if stage == "writing":
            return
        for file in (self.log, self.counters, self.seeds):
            if file is not self.log or not self.is_sorted:
                cut(file.path, file.size)
        if stage == "exploring":
            self._restore_mail()

    def _restore_mail(self) -> None:
        head, _, tail, size = self.mail.state
        known = {self.mail.path(segment).name for segment in range(head, tail + 1)}
        known.add(self.ends.path.name)
        for path in self._folder.glob(f"{self.number:06}.*"):
            if path.name.split(".")[1] in ("mail", "ends") and path.name not in known:
                path.unlink()
        cut(self.mail.path(tail), size)

    def open(self) -> CodeIndex:
        """Return the table of its codes, which are read where it is not open."""
        if self.index is None:
            import numpy as np

            index = CodeIndex(0, self._count)
            if self._count:
                codes = read_numbers(self.path("codes"), np.int64)
                for at in range(0, len(codes), 1 << 18):
                    piece = codes[at : at + (1 << 18)]
                    index.add(piece, np.empty(len(piece), dtype=np.int32))
            self.index = index
        return self.index

    def close(self) -> None:
        """Write everything and drop the table."""
        self.write()
        with self.lock:
            self.mail.close()
        self._count = self.count
        self.index = None

    def write(self) -> None:
        """Write what is in memory, but for the mail."""
        index = self.index
        if index is not None and index.count > self._written:
            for at in range(self._written, index.count, 1 << 15):
                stop = min(at + (1 << 15), index.count)
                self.codes.add(memoryview(index.batch(at, stop)).tobytes())
            self.codes.write()
            self._written = index.count
        for file in (self.log, self.counters, self.seeds):
            file.write()
        with self.lock:
            self.ends.write()

    def unsynced(self) -> list[Path]:
        """Return the files, mail too, that were written since the last call."""
        found = self.mail.unsynced()
        for file in (self.codes, self.log, self.counters, self.seeds, self.ends):
            if not file.is_synced:
                found.append(file.path)
                file.is_synced = True
        return found

    def compact_ends(self) -> None:
        """Keep each code of a preset position once, if many may be repeated."""
        if 2 * self.ends.size < 3 * self.unique + 2 * _ADDED:
            return
        with self.lock:
            self.ends.write()
            codes = distinct(read_numbers(self.ends.path, "i8"))
            self._old.append(self.ends.path)
            self._old_bytes += self.ends.size
            self.generation += 1
            self.ends = Appended(self.path("ends"))
            self.ends.path.unlink(missing_ok=True)
            self.ends.add(codes.tobytes())
            self.unique = self.ends.size

    def state(self) -> dict[str, Any]:
        """Return what a checkpoint says of it, when everything is written."""
        return {
            "codes": self._written,
            "expanded": self.expanded,
            "moves": self.moves,
            "log": self.log.size,
            "counters": self.counters.size,
            "seeds": self.seeds.size,
            "ends": self.ends.size,
            "generation": self.generation,
            "unique": self.unique,
            "mail": self.mail.state,
            "messages": self.mail.messages,
            "recorded": self.recorded,
        }

    def forget(self) -> None:
        """Remove what a checkpoint no longer needs."""
        self.mail.forget()
        for path in self._old:
            path.unlink(missing_ok=True)
        self._old, self._old_bytes = [], 0

    @property
    def forgettable(self) -> int:
        """Bytes that the next checkpoint removes."""
        return self.mail.read + self._old_bytes

    def drop_moves(self) -> None:
        """Remove what is not needed any more when all labels are decided."""
        for path in self._folder.glob(f"{self.number:06}.*"):
            if path.name.split(".")[1] in _MOVES:
                path.unlink()

    def batch(self, most: int) -> Buffer:
        """Return the codes of the next positions to expand."""
        assert self.index is not None, "it is open"
        return self.index.batch(self.expanded, min(self.index.count, self.expanded + most))
