"""Solve games with scores: what `solve` calls where scores are given."""

from __future__ import annotations

import numpy as np

from graphgame.memory import check_game
from graphgame.outcome import NO_PRESET
from graphgame.solving import _scores
from graphgame.solving.score_input import cycles_value, scored_game
from graphgame.solving.scores import ScoreSolution

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphgame.graphs.graph import GameGraph
    from graphgame.types import AnyArray, Int8Array, Int32Array


def solve_scores(
    graph: Any,
    scores: Any,
    *,
    cycles: Any,
    presets: Any,
    start: Any,
    **given: Any,
) -> ScoreSolution[Any]:
    """Solve a game with scores; see `solve`, whose parameters these are."""
    game, ends = scored_game(graph, scores, presets, start, **given)
    movers = game.movers
    worth = cycles_value(cycles, alternate=movers is None)
    check_game(game, 30, 6)
    order = _by_gain(game, ends, movers, worth)
    rows, degrees = game._predecessor_rows(), game._degrees()
    labels = _scores.propagate(*rows, degrees, *order, movers, worth)
    return ScoreSolution(game, ends, worth, *labels)


def _by_gain(
    game: GameGraph[Any], given: Int32Array, movers: Int8Array | None, cycles: int
) -> tuple[Int32Array, Int32Array]:
    """Return terminals and their scores by the absolute value of their gain, the greatest first."""
    terminals = np.flatnonzero(game.presets != NO_PRESET).astype(np.int32)
    worth = np.int64(cycles) if movers is None else np.where(movers[terminals], -cycles, cycles)
    gains = np.abs(given.astype(np.int64) - worth)
    below: AnyArray = gains.max(initial=0) - gains
    if len(below) and below.max() < 1 << 16:
        below = below.astype(np.uint16)  # sorted in O(k) time
    order = np.argsort(below, kind="stable")
    return terminals[order], given[order]
