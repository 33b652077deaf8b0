"""Moves that win in sums of components, by their values or, in misère play, by a graph."""

from __future__ import annotations

from graphgame.graphs.sum import Sum
from graphgame.line import Move
from graphgame.outcome import Outcome

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from graphgame.graphs.graph import GameGraph
    from graphgame.values.sum_sources import Source


def winning_moves(source: Source, parts: tuple[Any, ...]) -> list[Move[Any]]:
    """Return every move of a sum that leaves a sum of value 0, in normal play."""
    total = source.sum(parts)
    if not total:
        return []
    return [
        Move(i, option)
        for i, target, option in _moves(source, parts, total)
        if source.sum(option) == target
    ]


def best_move(source: Source, parts: tuple[Any, ...]) -> Move[Any] | None:
    """Return a move of a sum to one of value 0; first look at options that need no search."""
    total = source.sum(parts)
    if not total:
        return None
    later: list[tuple[int, int, Sum[Any]]] = []
    for i, target, option in _moves(source, parts, total):
        if not all(map(source.has_value, option)):
            later.append((i, target, option))
        elif source.sum(option) == target:
            return Move(i, option)
    return next(Move(i, option) for i, target, option in later if source.sum(option) == target)


def winning_moves_in_misere_play(
    source: Source, parts: tuple[Any, ...], graph: GameGraph[Sum[Any]]
) -> Iterator[Move[Any]]:
    """Yield every move of a sum that leaves a lost one in misère play; the graph has all sums."""
    from graphgame.solving.solve import solve

    solution = solve(graph, play="misere")
    for i, _, option in _moves(source, parts, 0):
        if solution.outcome(Sum(*parts[:i], *option, *parts[i + 1 :])) is Outcome.LOSE:
            yield Move(i, option)


def _moves(
    source: Source, parts: tuple[Any, ...], total: int
) -> Iterator[tuple[int, int, Sum[Any]]]:
    """Yield every move once: the component, the value that is wanted of the option, the option."""
    for i, part in enumerate(parts):
        target = total ^ source.value(part)
        for option in dict.fromkeys(Sum(*option) for option in source.moves(part)):
            yield i, target, option
