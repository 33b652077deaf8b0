"""Input graphs of the contestants: files in a folder, read before the clock starts."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

import graphgame as gg
from bench.workloads import Edges

Outcomes = npt.NDArray[np.int8]
BLOCK = 1 << 16


def write(folder: Path, edges: Edges, n: int, presets: Outcomes | None = None) -> dict[str, Any]:
    """Write a graph as edges and as rows of options; return its size."""
    np.array([n, len(edges)], dtype=np.int64).tofile(folder / "size")
    edges.tofile(folder / "edges")
    graph = gg.GameGraph.from_edges(edges, n)
    graph.option_ptr.tofile(folder / "ptr")
    graph.option_idx.tofile(folder / "idx")
    if presets is not None:
        presets.tofile(folder / "presets")
    return {"positions": n, "moves": len(edges), "input_mib": round(edges.nbytes / 2**20, 1)}


def writer(make: Callable[[], Edges], n: int) -> Callable[[Path], dict[str, Any]]:
    """Return a function that makes and writes a graph."""
    return lambda folder: write(folder, make(), n)


class Stored:
    """A graph in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.n, self.m = np.fromfile(folder / "size", dtype=np.int64).tolist()

    def edges(self) -> Edges:
        """Return pairs of position and option."""
        return np.fromfile(self.folder / "edges", dtype=np.int32).reshape(-1, 2)

    def rows(self) -> tuple[npt.NDArray[np.int64], Edges]:
        """Return offsets and options."""
        ptr = np.fromfile(self.folder / "ptr", dtype=np.int64)
        return ptr, np.fromfile(self.folder / "idx", dtype=np.int32)

    def presets(self) -> Outcomes | None:
        """Return preset outcomes, None if there are none."""
        file = self.folder / "presets"
        return np.fromfile(file, dtype=np.int8) if file.exists() else None

    def lists(self) -> list[list[int]]:
        """Return the options of every position as lists."""
        options: list[list[int]] = [[] for _ in range(self.n)]
        edges = self.edges()
        for block in range(0, self.m, BLOCK):  # all pairs at once would take gigabytes
            for u, v in edges[block : block + BLOCK].tolist():
                options[u].append(v)
        return options


def weighted(items: npt.NDArray[Any]) -> int:
    """Return the sum of (item + 2) (2 index + 1) modulo 2^64: a checksum of all items."""
    total, size = 0, 1 << 20
    for start in range(0, len(items), size):
        part = items[start : start + size].astype(np.int64).view(np.uint64) + np.uint64(2)
        weights = np.arange(start, start + len(part), dtype=np.uint64) * 2 + 1
        total += int((part * weights).sum(dtype=np.uint64))
    return total % 2**64


def folded(items: npt.NDArray[Any]) -> int:
    """Return the XOR of item times index."""
    wide = items.astype(np.uint64)
    return int(np.bitwise_xor.reduce(wide * np.arange(len(wide), dtype=np.uint64)))
