"""Solved scores in files: the npz format of docs/formats.md, written whole or not at all."""

from __future__ import annotations

import numpy as np

from graphgame.errors import SolutionFileError
from graphgame.graphs.files import load_game, read_labels, save_game
from graphgame.outcome import NEVER_ENDS, NO_PRESET
from graphgame.solving.score_input import cycles_value
from graphgame.solving.score_rules import MOST

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeAlias

    from graphgame.graphs.graph import GameGraph
    from graphgame.solving.scores import ScoreSolution
    from graphgame.types import AnyArray, File

    # The parts of a solution, in the order in which `ScoreSolution` takes them.
    Parts: TypeAlias = tuple[GameGraph[Any], AnyArray, int, AnyArray, AnyArray]

FORMAT = "graphgame scores"
VERSION = 1


def save(solution: ScoreSolution[Any], file: File) -> None:
    """Write a solution; see `ScoreSolution.save`."""
    answer: dict[str, AnyArray] = {
        "given": solution.given,
        "scores": solution.scores,
        "remoteness": solution.remoteness,
    }
    save_game(file, FORMAT, VERSION, solution.game, answer, cycles=solution.cycles)


def load(file: File) -> Parts:
    """Read the parts of a solution; see `ScoreSolution.load`."""
    return load_game(file, FORMAT, VERSION, _parts)


def _parts(header: dict[str, Any], arrays: Any, game: GameGraph[Any]) -> Parts:
    presets = np.empty(0, np.int8) if game.presets is None else game.presets
    signs = presets[presets != NO_PRESET]
    given = read_labels(arrays, "given", np.int32, -MOST, MOST, len(signs))
    if (np.sign(given) != signs).any():
        raise SolutionFileError("given: expected the signs of the presets")
    cycles = cycles_value(header["cycles"], alternate=game.movers is None)
    scores = read_labels(arrays, "scores", np.int32, -MOST, MOST, game.n)
    remoteness = read_labels(arrays, "remoteness", np.int32, NEVER_ENDS, game.n - 1, game.n)
    return game, given, cycles, scores, remoteness
