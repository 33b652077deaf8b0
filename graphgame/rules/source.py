"""What solvers take: a graph of any kind, or a rule with the positions it starts from."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from graphgame import checks
from graphgame.errors import GraphGameError, TooLargeError
from graphgame.graphs.convert import as_game_graph
from graphgame.outcome import MOST_POSITIONS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphgame.graphs.graph import GameGraph


def as_game(
    graph: Any,
    presets: Any,
    start: Any,
    limit: int | None = None,
    progress: bool = False,
    canonical: Any = None,
) -> GameGraph:
    """Return the GameGraph of a graph, or of a rule with its start, with presets added.

    Parameters
    ----------
    graph : anything that `as_game_graph` takes, or with `start` a rule
    presets : mapping, array, or with `start` a function of a position; or None
    start : hashable, or list, set or iterator of hashable, or None
    limit : int, optional
        The most positions, of a graph too.
    progress : bool
        As of `explore`; a graph shows none.
    canonical : callable, optional
        As of `explore`; a graph has none.

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
        return _explored(graph, start, presets, limit, progress, canonical)
    if canonical is not None:
        raise GraphGameError(
            "canonical: expected a rule and its start, which a symmetry goes with, got a graph"
        )
    most = checks.limit(limit, MOST_POSITIONS)
    if callable(presets):
        raise GraphGameError(
            "presets: expected a mapping or an array, got a function, "
            "which goes with a rule and its start"
        )
    game = as_game_graph(graph)
    if game.n > most:
        raise TooLargeError(f"limit: expected a graph of at most {most} positions, got {game.n}")
    return game if presets is None else game.with_presets(presets)


def _explored(
    rule: Any, start: Any, presets: Any, limit: int | None, progress: bool, canonical: Any
) -> GameGraph:
    if isinstance(presets, Mapping):
        presets = _by_class(rule, presets, canonical)
    elif presets is not None and not callable(presets):
        raise GraphGameError(
            "presets: expected a function of a position, or a mapping, with a rule; "
            f"got {type(presets).__name__}"
        )
    from graphgame.rules.explore import explore

    return explore(
        rule, start, presets=presets, canonical=canonical, limit=limit, progress=progress
    )


def _by_class(rule: Any, presets: Mapping[Any, int], canonical: Any) -> Callable[[Any], int | None]:
    """Return a mapping of presets as a function; with a symmetry, one of classes."""
    from graphgame.rules.symmetry import asked_symmetry

    canonical = asked_symmetry(rule, canonical)
    if canonical is None:
        return presets.get
    named: dict[Any, Any] = {}
    of_class: dict[Any, int] = {}
    for position, preset in presets.items():
        one = canonical(position)
        if of_class.setdefault(one, preset) != preset:
            raise GraphGameError(
                f"presets: expected one preset for the class of {one!r}, got {of_class[one]!r} for "
                f"{named[one]!r} and {preset!r} for {position!r}"
            )
        named.setdefault(one, position)
    return lambda position: of_class.get(canonical(position))
