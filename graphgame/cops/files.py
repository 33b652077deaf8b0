"""Solved games of cops and robbers in files: the npz format of docs/formats.md."""

from __future__ import annotations

import numpy as np

from graphgame import archive
from graphgame.cops.placements import count
from graphgame.errors import SolutionFileError
from graphgame.graphs.files import graph_arrays, read_graph

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeAlias

    from graphgame.cops.solution import CopsSolution
    from graphgame.graphs.graph import GameGraph
    from graphgame.types import AnyArray, File

    # Graph, directed, cops, number of the start, capture time; the sets for cops and robber, times.
    Parts: TypeAlias = tuple[GameGraph[Any], bool, int, int, int, tuple[AnyArray | None, ...]]

FORMAT = "graphgame cops"
VERSION = 1


def save(solution: CopsSolution[Any], file: File) -> None:
    """Write a solution; see `CopsSolution.save`."""
    states = solution._states
    times, sets = states.times(), states.sets()
    arrays = graph_arrays(solution.game)
    if times is not None:
        arrays["capture_times"] = times
    elif sets is not None:
        arrays["won"], arrays["lost"] = sets
    header = {
        "n": solution.game.n,
        "cops": solution.cops,
        "directed": solution.directed,
        "start": int(states.hunt.start),
        "capture_time": solution.capture_time,
    }
    archive.save(file, FORMAT, VERSION, header, arrays)


def load(file: File) -> Parts:
    """Read the parts of a solution; see `CopsSolution.load`."""
    return archive.load(file, FORMAT, VERSION, _parts)


def _parts(header: dict[str, Any], arrays: Any) -> Parts:
    graph = read_graph(arrays, header["n"])
    directed, cops = header["directed"], header["cops"]
    if graph.n < 1 or graph.presets is not None or type(directed) is not bool:
        raise SolutionFileError("expected a graph of vertices without presets, directed or not")
    if type(cops) is not int or cops < 1:
        raise SolutionFileError(f"cops: expected an integer of at least 1, got {cops!r}")
    placements = count(graph.n, cops)
    start, capture_time = header["start"], header["capture_time"]
    if not (type(start) is type(capture_time) is int and -1 <= start < placements):
        raise SolutionFileError(f"start: expected a number below {placements}, got {start!r}")
    if (start < 0) != (capture_time < 0) or not -1 <= capture_time < 2**31:
        raise SolutionFileError(f"capture_time: expected -1 without a start, got {capture_time}")
    buffers: tuple[AnyArray | None, ...]
    if "capture_times" in arrays:
        times = _array(arrays, "capture_times", ("i2", "i4"), (placements, graph.n))
        # The kernel keeps the narrow ones without sign.
        buffers = None, None, times.view("u2") if times.itemsize == 2 else times
    else:
        shape = placements, (graph.n + 63) // 64
        buffers = *(_array(arrays, name, ("u8",), shape) for name in ("won", "lost")), None
    return graph, directed, cops, start, capture_time, buffers


def _array(arrays: Any, name: str, kinds: tuple[str, ...], shape: tuple[int, int]) -> AnyArray:
    array = arrays[name]
    if array.shape != shape or array.dtype not in map(np.dtype, kinds):
        raise SolutionFileError(
            f"{name}: expected shape {shape} of {' or '.join(kinds)}, "
            f"got shape {array.shape} of {array.dtype.name}"
        )
    return np.ascontiguousarray(array).reshape(-1)
