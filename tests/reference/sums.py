"""Games that fall apart, from the definitions: no kernel, no solver; recursion and dicts.

A rule is a function from a component to its options, each a tuple of components.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Any

from graphgame.outcome import Outcome
from tests.reference import graphs

Rule = Callable[[Any], Iterable[tuple[Any, ...]]]
State = tuple[Any, ...]


def written(parts: Iterable[Any]) -> State:
    """Return the components of a sum in an order that does not depend on how they came."""
    return tuple(sorted(parts, key=repr))


def options(rule: Rule, state: State) -> set[State]:
    """Return the sums that one move leaves of a sum."""
    return {
        written((*state[:i], *option, *state[i + 1 :]))
        for i, part in enumerate(state)
        for option in rule(part)
    }


def reachable(rule: Rule, state: State) -> dict[State, set[State]]:
    """Return all sums that can be reached from one, with their options."""
    start = written(state)
    found: dict[State, set[State]] = {}
    waiting = [start]
    while waiting:
        one = waiting.pop()
        if one not in found:
            found[one] = options(rule, one)
            waiting += found[one]
    return found


def whole_value(rule: Rule, state: State) -> int:
    """Return the Grundy value of a sum as one game: the mex over all its options."""
    known: dict[State, int] = {}
    graph = reachable(rule, state)

    def value(one: State) -> int:
        if one not in known:
            seen = {value(option) for option in graph[one]}
            known[one] = next(k for k in range(len(seen) + 1) if k not in seen)
        return known[one]

    return value(written(state))


def values(rule: Rule, parts: Iterable[Hashable]) -> dict[Any, int]:
    """Return the values of components and of all that they lead to, each as a game by itself."""
    found: dict[Any, int] = {}
    waiting = list(parts)
    while waiting:
        part = waiting.pop()
        if part not in found:
            found[part] = whole_value(rule, (part,))
            waiting += [one for option in rule(part) for one in option]
    return found


def misere_wins(rule: Rule, state: State) -> bool:
    """Return whether the player to move wins a sum where who cannot move wins."""
    graph = reachable(rule, state)
    known: dict[State, bool] = {}

    def wins(one: State) -> bool:
        if one not in known:
            known[one] = not graph[one] or not all(wins(option) for option in graph[one])
        return known[one]

    return wins(written(state))


def solved(rule: Rule, state: State, play: str) -> dict[State, tuple[Outcome, int]]:
    """Return the outcome and the remoteness of all sums that can be reached, with cycles too."""
    graph = reachable(rule, state)
    index = {one: v for v, one in enumerate(graph)}
    edges = tuple((index[one], index[option]) for one in graph for option in graph[one])
    answer = graphs.solve(graphs.Game(len(graph), edges, play=play))
    return dict(zip(graph, zip(answer.outcomes, answer.remoteness, strict=True), strict=True))
