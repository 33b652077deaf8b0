"""The processor time, the memory and the disk that some work takes, while it is done."""

from __future__ import annotations

import os
import resource
import threading
from pathlib import Path
from stat import S_ISREG
from time import perf_counter
from typing import Any, Self

# Seconds between two looks.
_EVERY = 0.2


def cpu() -> float:
    """Return the CPU time of this process, in seconds: its own, and that of the system for it."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def size(folder: Path) -> int:
    """Return the bytes of all files in a folder, of which some may vanish meanwhile."""
    found = 0
    for inside, _, names in os.walk(folder):  # a folder that has vanished is passed over
        for name in names:
            try:
                known = os.stat(os.path.join(inside, name))
            except FileNotFoundError:
                continue
            found += known.st_size if S_ISREG(known.st_mode) else 0
    return found


class Watched:
    """Watches this process and a folder, as a context; looks five times a second.

    Attributes
    ----------
    cpu, wall : float
        Seconds, when it has ended.
    anonymous, resident : int
        The most memory, in bytes: without the page cache, and with the pages of mapped files.
    disk : int
        The most bytes that the folder had.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.anonymous = self.resident = self.disk = 0
        self.cpu, self.wall = cpu(), perf_counter()
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.cpu, self.wall = cpu() - self.cpu, perf_counter() - self.wall
        self._done.set()
        self._thread.join()
        self._look()

    def _watch(self) -> None:
        while not self._done.wait(_EVERY):
            self._look()

    def _look(self) -> None:
        with open("/proc/self/status", encoding="ascii") as lines:
            known = dict(line.split(":", 1) for line in lines)
        anonymous, resident = (1024 * int(known[x].split()[0]) for x in ("RssAnon", "VmRSS"))
        self.anonymous = max(self.anonymous, anonymous)
        self.resident = max(self.resident, resident)
        self.disk = max(self.disk, size(self.folder))

    def facts(self, *, disk: bool = True) -> dict[str, Any]:
        """Return what was seen, for a record."""
        mib = {"anonymous": self.anonymous, "with mapped files": self.resident}
        return {
            "seconds": {"cpu": round(self.cpu, 1), "wall": round(self.wall, 1)},
            "peak_mib": {name: round(found / 2**20) for name, found in mib.items()},
        } | ({"disk_gb": round(self.disk / 1e9, 3)} if disk else {})
