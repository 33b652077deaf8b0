"""Solved games with owners in files: the npz format of docs/formats.md."""

from __future__ import annotations

import numpy as np

from graphgame.errors import SolutionFileError
from graphgame.graphs.files import load_game, read_labels, save_game
from graphgame.graphs.graph import GameGraph
from graphgame.owners.goals import Objective

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeAlias

    from graphgame.owners.solution import OwnerSolution
    from graphgame.types import AnyArray, BoolArray, File

    # The parts of a solution, in the order in which its class takes them.
    Parts: TypeAlias = tuple[GameGraph[Any], str, int, BoolArray, AnyArray, AnyArray, AnyArray]

FORMAT = "graphgame owners"
VERSION = 1


def save(solution: OwnerSolution[Any], file: File) -> None:
    """Write a solution; see `OwnerSolution.save`."""
    answer: dict[str, AnyArray] = {
        "targets": solution.targets.view(np.int8),
        "winners": solution.winners,
        "strategy": solution.strategy,
        "rank": solution.rank,
    }
    facts = {"objective": str(solution.objective), "player": solution.player}
    save_game(file, FORMAT, VERSION, solution.game, answer, **facts)


def load(file: File) -> Parts:
    """Read the parts of a solution; see `OwnerSolution.load`."""
    return load_game(file, FORMAT, VERSION, _parts)


def _parts(header: dict[str, Any], arrays: Any, game: GameGraph[Any]) -> Parts:
    if game.movers is None or game.presets is not None:
        raise SolutionFileError("movers: expected who moves at each position, and no presets")
    objective, player = header["objective"], header["player"]
    if objective not in [*map(str, Objective)]:
        raise SolutionFileError(f"objective: expected one that is known, got {objective!r}")
    if type(player) is not int or player not in (0, 1):
        raise SolutionFileError(f"player: expected 0 or 1, got {player!r}")
    targets = read_labels(arrays, "targets", np.int8, 0, 1, game.n)
    winners = read_labels(arrays, "winners", np.int8, 0, 1, game.n)
    strategy = read_labels(arrays, "strategy", np.int32, -1, game.n - 1, game.n)
    rank = read_labels(arrays, "rank", np.int32, -1, game.n, game.n)
    return game, objective, player, targets.astype(np.bool_), winners, strategy, rank
