"""What solvers take: a graph of any kind, or a rule with the positions it starts from."""

from __future__ import annotations

from collections.abc import Mapping

from graphgame.errors import GraphGameError
from graphgame.graphs.convert import as_game_graph

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphgame.graphs.graph import GameGraph


def as_game(
    graph: Any, presets: Any, start: Any, *, limit: int | None = None, progress: bool = False
) -> GameGraph[Any]:
    """Make a GameGraph of what `solve` takes: a graph, or a rule with its start; and presets."""
    if start is not None:
        return _explored(graph, start, presets, limit, progress)
    if limit is not None or progress:
        name = "progress" if limit is None else "limit"
        raise GraphGameError(
            f"{name}: expected it with a rule and its start, got {type(graph).__name__} and no "
            "start; name one with start="
        )
    if callable(presets):
        raise GraphGameError(
            "presets: expected a mapping or an array, got a function, "
            "which goes with a rule and its start"
        )
    game = as_game_graph(graph)
    return game if presets is None else game.with_presets(presets)


def _explored(
    rule: Any, start: Any, presets: Any, limit: int | None, progress: bool
) -> GameGraph[Any]:
    if isinstance(presets, Mapping):
        presets = presets.get
    elif presets is not None and not callable(presets):
        raise GraphGameError(
            "presets: expected a function of a position, or a mapping, with a rule; "
            f"got {type(presets).__name__}"
        )
    from graphgame.rules.explore import explore

    return explore(rule, start, presets=presets, limit=limit, progress=progress)
