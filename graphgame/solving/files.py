"""Solutions in files: the npz format of docs/formats.md, written whole or not at all."""

from __future__ import annotations

import numpy as np

from graphgame import archive
from graphgame.errors import SolutionFileError
from graphgame.graphs.files import graph_arrays, graph_of
from graphgame.outcome import NEVER_ENDS, Play

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable
    from typing import Any, TypeAlias

    import numpy.typing as npt

    from graphgame.graphs.graph import GameGraph
    from graphgame.solving.solution import Solution
    from graphgame.types import AnyArray, File

    # The parts of a solution, in the order in which `Solution` takes them.
    Parts: TypeAlias = tuple[GameGraph[Any], Play, AnyArray, AnyArray]

FORMAT = "graphgame solution"
VERSION = 1


def save(solution: Solution[Any], file: File) -> None:
    """Write a solution; see `Solution.save`."""
    graph = solution.game
    arrays: dict[str, AnyArray] = {
        "outcomes": solution.outcomes,
        "remoteness": solution.remoteness,
        **graph_arrays(graph),
    }
    header: dict[str, object] = {"play": str(solution.play), "n": graph.n}
    if solution.start is not None:
        header["start"] = graph.index(solution.start)
    archive.save(file, FORMAT, VERSION, header, arrays)


def load(file: File) -> Parts:
    """Read the parts of a solution; see `Solution.load`."""
    return archive.load(file, FORMAT, VERSION, _parts)


def _parts(header: dict[str, Any], arrays: Any) -> Parts:
    graph = graph_of(arrays, header["n"])
    if "start" in header:
        graph.start = _start(header["start"], graph)
    outcomes = _labelling(arrays, "outcomes", np.int8, -1, 1, graph.n)
    remoteness = _labelling(arrays, "remoteness", np.int32, NEVER_ENDS, graph.n - 1, graph.n)
    return graph, Play(header["play"]), outcomes, remoteness


def _start(index: object, graph: GameGraph[Any]) -> Hashable:
    if type(index) is not int or not 0 <= index < graph.n:
        raise SolutionFileError(f"start: expected an index from 0 to {graph.n - 1}, got {index!r}")
    start: Hashable = graph.position(index)
    return start


def _labelling(
    arrays: Any, name: str, dtype: Any, least: int, greatest: int, n: int
) -> npt.NDArray[Any]:
    array = arrays[name]
    if array.shape != (n,) or array.dtype != dtype:
        raise SolutionFileError(
            f"{name}: expected {n} values of {np.dtype(dtype).name}, "
            f"got shape {array.shape} of {array.dtype.name}"
        )
    if n and not least <= array.min() <= array.max() <= greatest:
        raise SolutionFileError(f"{name}: expected values from {least} to {greatest}")
    return np.ascontiguousarray(array)
