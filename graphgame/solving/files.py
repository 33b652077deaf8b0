"""Solutions in files: the npz format of docs/formats.md, written whole or not at all."""

from __future__ import annotations

import numpy as np

from graphgame.graphs.files import load_game, read_labels, save_game
from graphgame.outcome import NEVER_ENDS, Play

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeAlias

    from graphgame.graphs.graph import GameGraph
    from graphgame.solving.solution import Solution
    from graphgame.types import AnyArray, File

    # The parts of a solution, in the order in which `Solution` takes them.
    Parts: TypeAlias = tuple[GameGraph[Any], Play, AnyArray, AnyArray]

FORMAT = "graphgame solution"
VERSION = 1


def save(solution: Solution[Any], file: File) -> None:
    """Write a solution; see `Solution.save`."""
    answer: dict[str, AnyArray] = {"outcomes": solution.outcomes, "remoteness": solution.remoteness}
    save_game(file, FORMAT, VERSION, solution.game, answer, play=str(solution.play))


def load(file: File, rule: Any = None, canonical: Any = None) -> Parts:
    """Read the parts of a solution; see `Solution.load`."""
    parts = load_game(file, FORMAT, VERSION, _parts)
    if rule is not None or canonical is not None:
        from graphgame.rules.symmetry import restore

        restore(parts[0], rule, canonical)
    return parts


def _parts(header: dict[str, Any], arrays: Any, game: GameGraph[Any]) -> Parts:
    outcomes = read_labels(arrays, "outcomes", np.int8, -1, 1, game.n)
    remoteness = read_labels(arrays, "remoteness", np.int32, NEVER_ENDS, game.n - 1, game.n)
    return game, Play(header["play"]), outcomes, remoteness
