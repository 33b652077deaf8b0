"""Solved parity games in files: the npz format of docs/formats.md, written whole or not at all."""

from __future__ import annotations

import numpy as np

from graphgame.errors import SolutionFileError
from graphgame.graphs.files import load_game, read_labels, save_game

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeAlias

    from graphgame.graphs.graph import GameGraph
    from graphgame.owners.parity_solution import ParitySolution
    from graphgame.types import AnyArray, File

    Parts: TypeAlias = tuple[GameGraph[Any], AnyArray, AnyArray, AnyArray]

FORMAT = "graphgame parity"
VERSION = 1


def save(solution: ParitySolution[Any], file: File) -> None:
    """Write a solution; see `ParitySolution.save`."""
    answer: dict[str, AnyArray] = {
        "priority": solution.priority,
        "winners": solution.winners,
        "strategy": solution.strategy,
    }
    save_game(file, FORMAT, VERSION, solution.game, answer)


def load(file: File) -> Parts:
    """Read the parts of a solution; see `ParitySolution.load`."""
    return load_game(file, FORMAT, VERSION, _parts)


def _parts(header: dict[str, Any], arrays: Any, game: GameGraph[Any]) -> Parts:
    del header
    if game.movers is None or game.presets is not None:
        raise SolutionFileError("movers: expected who moves at each position, and no presets")
    priority = read_labels(arrays, "priority", np.int64, 0, np.iinfo(np.int64).max, game.n)
    winners = read_labels(arrays, "winners", np.int8, 0, 1, game.n)
    strategy = read_labels(arrays, "strategy", np.int32, -1, game.n - 1, game.n)
    return game, priority, winners, strategy
