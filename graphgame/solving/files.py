"""Solutions in files: the npz format of docs/formats.md, written whole or not at all."""

from __future__ import annotations

import numpy as np

from graphgame.errors import SolutionFileError
from graphgame.graphs.files import load_game, read_labels, save_game
from graphgame.outcome import MOST_POSITIONS, NEVER_ENDS, NO_PRESET, Outcome, Play
from graphgame.solving.turns import Turns

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeAlias

    from graphgame.graphs.graph import GameGraph
    from graphgame.solving.solution import Solution
    from graphgame.types import AnyArray, File

    # The parts of a solution, in the order in which `Solution` takes them.
    Parts: TypeAlias = tuple[GameGraph[Any], Play, AnyArray, AnyArray, Turns | None]

FORMAT = "graphgame solution"
# With movers, ties or presets of a remoteness, which readers of version 1 would ignore, the second.
PLAIN, VERSION = 1, 2


def save(solution: Solution[Any], file: File) -> None:
    """Write a solution; see `Solution.save`."""
    answer: dict[str, AnyArray] = {"outcomes": solution.outcomes, "remoteness": solution.remoteness}
    facts = {"play": str(solution.play)}
    turns = solution._turns
    if turns is not None:
        facts["count"] = turns.count
        if turns.plies is not None:
            answer["plies"] = solution.plies
    save_game(file, FORMAT, PLAIN if turns is None else VERSION, solution.game, answer, **facts)


def load(file: File, rule: Any = None, canonical: Any = None) -> Parts:
    """Read the parts of a solution; see `Solution.load`."""
    parts = load_game(file, FORMAT, VERSION, _parts)
    if rule is not None or canonical is not None:
        from graphgame.rules.symmetry import restore

        restore(parts[0], rule, canonical)
    return parts


def _parts(header: dict[str, Any], arrays: Any, game: GameGraph[Any]) -> Parts:
    play = Play(header["play"])
    if header["version"] != PLAIN or not game._is_plain():
        return _turn_parts(header, arrays, game, play)
    outcomes = read_labels(arrays, "outcomes", np.int8, -1, 1, game.n)
    remoteness = read_labels(arrays, "remoteness", np.int32, NEVER_ENDS, game.n - 1, game.n)
    return game, play, outcomes, remoteness, None


def _turn_parts(header: dict[str, Any], arrays: Any, game: GameGraph[Any], play: Play) -> Parts:
    """Read the solution of a game with movers, ties or presets of a remoteness."""
    count = header.get("count")
    if count not in ("plies", "turns"):
        raise SolutionFileError(f"count: expected 'plies' or 'turns', got {count!r}")
    outcomes = read_labels(arrays, "outcomes", np.int8, Outcome.LOSE, Outcome.TIE, game.n)
    if (outcomes == NO_PRESET).any():
        raise SolutionFileError("outcomes: expected LOSE, DRAW, WIN or TIE, got 2")
    remoteness = read_labels(arrays, "remoteness", np.int32, NEVER_ENDS, MOST_POSITIONS, game.n)
    plies = None
    if count == "turns":
        plies = read_labels(arrays, "plies", np.int32, NEVER_ENDS, game.n - 1, game.n)
    return game, play, outcomes, remoteness, Turns(count, plies)
