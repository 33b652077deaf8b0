"""The first argument of solvers: a graph of any kind, or a rule with its starts."""

from __future__ import annotations

from graphgame import checks
from graphgame.errors import GraphGameError, TooLargeError
from graphgame.graphs.convert import as_game_graph
from graphgame.outcome import MOST_POSITIONS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphgame.graphs.graph import GameGraph
    from graphgame.types import ProgressLike


def as_game(
    graph: Any,
    presets: Any,
    start: Any,
    limit: int | None = None,
    progress: ProgressLike = False,
    owner: Any = None,
    canonical: Any = None,
    size: int | None = None,
    expect: int | None = None,
    threads: int = 1,
) -> GameGraph:
    """Return the GameGraph of a graph, or of a rule with its start, with presets added.

    Parameters
    ----------
    graph : anything that `as_game_graph` takes, or with `start` a rule
    presets : mapping, function of a position, or array; or None
    start : hashable, or list, set or iterator of hashable, or None
    limit : int, optional
        The most positions, of a graph too.
    progress : bool or callable
        As of `explore`; a graph shows none.
    owner : mapping, function of a position, or array; or None
        Who moves; as the graph says, if it does.
    canonical : callable, optional
        As of `explore`; a graph has none.
    size, expect, threads
        With `start`: as of `explore_codes`.  Without it, there may be no size and no number
        expected.

    Raises
    ------
    TooLargeError
        If there are more positions than `limit`, or than fit in memory.
    GraphGameError
        If one of them does not go with the others.

    See Also
    --------
    graphgame.as_game_graph, graphgame.explore
    """
    if start is not None:
        from graphgame.rules.exploring.stepwise import Explorer

        given: dict[str, Any] = {"presets": presets, "owner": owner, "canonical": canonical}
        explorer: Explorer[Any] = Explorer(
            graph, start, **given, size=size, expect=expect, threads=threads
        )
        return explorer.run(limit=limit, progress=progress).graph()
    if canonical is not None:
        raise GraphGameError(
            "canonical: expected a rule and its start, which a symmetry goes with, got a graph"
        )
    for name, hint in (("size", size), ("expect", expect)):
        if hint is not None:
            raise GraphGameError(
                f"{name}: expected none beside a graph, got {hint!r}, which goes with a rule and "
                "its start"
            )
    most = checks.limit(limit, MOST_POSITIONS)
    game = as_game_graph(graph)
    if game.n > most:
        raise TooLargeError(f"limit: expected a graph of at most {most} positions, got {game.n}")
    if owner is not None:
        game = _with_owner(game, owner)
    return game if presets is None else game.with_presets(presets)


def _with_owner(game: GameGraph[Any], owner: Any) -> GameGraph[Any]:
    """Return the game with owners; refuse others than it has."""
    owned = game.with_owner(owner)
    known, given = game.owner, owned.owner
    if known is None or given is None:
        return owned
    different = known != given
    if different.any():
        v = int(different.argmax())
        raise GraphGameError(
            f"owner of {game.position(v)!r}: expected {known[v]}, as the graph says, got "
            f"{given[v]}; graph.with_owner(owner) replaces what it says"
        )
    return owned
