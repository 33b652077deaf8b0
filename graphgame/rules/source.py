"""What solvers take: a graph of any kind, or a rule with the positions it starts from."""

from __future__ import annotations

from collections.abc import Mapping

from graphgame.errors import GraphGameError
from graphgame.graphs.convert import as_game_graph

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphgame.graphs.graph import GameGraph


def as_game(graph: Any, presets: Any, start: Any) -> GameGraph:
    """Make a GameGraph of what `solve` takes: a graph, or a rule with its start; and presets."""
    if start is not None:
        return _explored(graph, start, presets)
    if callable(presets):
        raise GraphGameError(
            "presets: expected a mapping or an array, got a function, "
            "which goes with a rule and its start"
        )
    game = as_game_graph(graph)
    return game if presets is None else game.with_presets(presets)


def _explored(rule: Any, start: Any, presets: Any) -> GameGraph:
    if isinstance(presets, Mapping):
        presets = presets.get
    elif presets is not None and not callable(presets):
        raise GraphGameError(
            "presets: expected a function of a position, or a mapping, with a rule; "
            f"got {type(presets).__name__}"
        )
    from graphgame.rules.explore import explore

    return explore(rule, start, presets=presets)
