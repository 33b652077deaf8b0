"""Solved partizan games in files: the npz format of docs/formats.md."""

from __future__ import annotations

import numpy as np

from graphgame import archive
from graphgame.errors import SolutionFileError
from graphgame.graphs.files import read_graph, read_labels, save_game
from graphgame.outcome import LOSE, WIN, Play

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeAlias

    from graphgame.graphs.graph import GameGraph
    from graphgame.owners.partizan import PartizanSolution
    from graphgame.types import AnyArray, File

    # The parts of a solution, in the order in which its class takes them.
    Parts: TypeAlias = tuple[GameGraph[Any], AnyArray, Play, AnyArray, AnyArray]

FORMAT = "graphgame partizan"
VERSION = 1


def save(solution: PartizanSolution[Any], file: File) -> None:
    """Write a solution; see `PartizanSolution.save`."""
    answer: dict[str, AnyArray] = {
        "by_right": solution.by_right.view(np.int8),
        "outcomes": solution.outcomes,
        "remoteness": solution.remoteness,
    }
    save_game(file, FORMAT, VERSION, solution.game, answer, play=str(solution.play))


def load(file: File) -> Parts:
    """Read the parts of a solution; see `PartizanSolution.load`."""
    return archive.load(file, FORMAT, VERSION, _parts)


def _parts(header: dict[str, Any], arrays: Any) -> Parts:
    game, play = read_graph(arrays, header["n"]), Play(header["play"])
    if game.presets is not None or game.movers is not None or "edges" not in arrays:
        raise SolutionFileError("edges: expected those of both players, and no presets")
    by_right = read_labels(arrays, "by_right", np.int8, 0, 1, game.m).astype(np.bool_)
    found = []
    for name, dtype, least, most in (
        ("outcomes", np.int8, LOSE, WIN),
        ("remoteness", np.int32, -1, 2 * game.n),
    ):
        array = arrays[name]
        if array.shape != (2, game.n):
            raise SolutionFileError(f"{name}: expected shape (2, {game.n}), got {array.shape}")
        flat = {name: np.ascontiguousarray(array).reshape(-1)}
        found.append(read_labels(flat, name, dtype, least, most, 2 * game.n).reshape(2, -1))
    return game, by_right, play, found[0], found[1]
