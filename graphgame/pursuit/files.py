"""Solved boards in files: the npz format of docs/formats.md, written whole or not at all."""

from __future__ import annotations

import numpy as np

from graphgame import archive
from graphgame.errors import SolutionFileError
from graphgame.pursuit.grid import EXIT, WALL, Grid

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeAlias

    from graphgame.pursuit.solution import SolvedBoard
    from graphgame.types import AnyArray, File

    # The grid, and the arrays of `LabelledStates`.
    Parts: TypeAlias = tuple[Grid, AnyArray, AnyArray, AnyArray | None]

FORMAT = "graphgame pursuit"
VERSION = 1


def save(solution: SolvedBoard, file: File) -> None:
    """Write a solution; see `PursuitSolution.save`."""
    grid, states = solution.game._grid, solution._states
    arrays = {
        "cells": np.frombuffer(grid.cells, dtype=np.uint8).reshape(grid.rows, grid.columns),
        "caught": np.asarray(states.caught),
        "held": np.asarray(states.held),
    }
    if states.ranks is not None:
        arrays["ranks"] = np.asarray(states.ranks)
    archive.save(file, FORMAT, VERSION, {"police": grid.police, "thief": grid.thief}, arrays)


def load(file: File) -> Parts:
    """Read the parts of a solution; see `PursuitSolution.load`."""
    return archive.load(file, FORMAT, VERSION, _parts)


def _parts(header: dict[str, Any], arrays: Any) -> Parts:
    cells = arrays["cells"]
    if cells.ndim != 2 or cells.dtype != np.uint8 or not cells.size or cells.max() > EXIT:
        raise SolutionFileError(f"cells: expected rows and columns of codes from 0 to {EXIT}")
    grid = Grid(b"", cells.shape[1], *(_start(header, who, cells) for who in ("police", "thief")))
    grid.rows, grid.cells = cells.shape[0], cells.tobytes()
    k = int(np.count_nonzero(cells != WALL))
    words = (cells.shape[0] * (cells.shape[1] + 1) + 63) // 64
    caught, held = (_array(arrays, name, ("u8",), (k, words)) for name in ("caught", "held"))
    ranks = None
    if "ranks" in arrays:
        ranks = _array(arrays, "ranks", ("u1", "u2", "u4"), (k, 64 * words))
    return grid, caught, held, ranks


def _start(header: dict[str, Any], who: str, cells: AnyArray) -> int:
    cell = header[who]
    if type(cell) is not int or not 0 <= cell < cells.size or cells.flat[cell] == WALL:
        raise SolutionFileError(f"{who}: expected a cell that can be entered, got {cell!r}")
    return cell


def _array(arrays: Any, name: str, kinds: tuple[str, ...], shape: tuple[int, int]) -> AnyArray:
    array = arrays[name]
    if array.shape != shape or array.dtype not in map(np.dtype, kinds):
        raise SolutionFileError(
            f"{name}: expected shape {shape} of {' or '.join(kinds)}, "
            f"got shape {array.shape} of {array.dtype.name}"
        )
    return np.ascontiguousarray(array)
