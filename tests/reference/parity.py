"""Slow solvers of parity games, from the definition and from the book.

A token moves along edges for ever; the owner of a vertex moves it from there.  Who cannot move
loses.  Of an endless play the greatest priority that occurs infinitely often counts: player 0 wins
where it is even.  Both players have winning strategies without memory (Emerson and Jutla, 1991), so
that `by_enumeration` may try all of these.  `by_recursion` is the algorithm of Zielonka (1998) as
in Grädel, Thomas and Wilke, "Automata, Logics, and Infinite Games" (2002), chapter 6.  It imports
nothing from the package.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence


@dataclass(frozen=True)
class Game:
    """A parity game as the tests write it."""

    edges: tuple[tuple[int, int], ...]
    owner: tuple[int, ...]
    priority: tuple[int, ...]

    @property
    def n(self) -> int:
        """The number of vertices."""
        return len(self.owner)

    def successors(self) -> list[list[int]]:
        """Return the successors of every vertex, each once."""
        rows: list[set[int]] = [set() for _ in self.owner]
        for source, target in self.edges:
            rows[source].add(target)
        return [sorted(row) for row in rows]


def by_enumeration(game: Game) -> list[int]:
    """Return who wins from every vertex: one player has a strategy that beats all of the other."""
    rows = game.successors()
    winners = [1] * game.n
    for own in _strategies(rows, game.owner, 0):
        beaten = [True] * game.n
        for other in _strategies(rows, game.owner, 1):
            choice = {**own, **other}
            for v in range(game.n):
                beaten[v] &= _play(game, choice, v) == 0
        winners = [0 if beaten[v] else winners[v] for v in range(game.n)]
    return winners


def _strategies(
    rows: Sequence[Sequence[int]], owner: Sequence[int], player: int
) -> Iterator[dict[int, int]]:
    own = [v for v in range(len(rows)) if owner[v] == player and rows[v]]
    for targets in product(*(rows[v] for v in own)):
        yield dict(zip(own, targets, strict=True))


def _play(game: Game, choice: Mapping[int, int], v: int) -> int:
    """Return who wins the play in which every vertex has one move."""
    seen: list[int] = []
    while v not in seen:
        seen.append(v)
        if v not in choice:
            return 1 - game.owner[v]
        v = choice[v]
    return max(game.priority[w] for w in seen[seen.index(v) :]) % 2


def by_recursion(game: Game) -> list[int]:
    """Return who wins from every vertex, by Zielonka's recursion on subgames."""
    rows = game.successors()
    ends = [v for v in range(game.n) if not rows[v]]
    vertices = set(range(game.n))
    won: list[set[int]] = [set(), set()]
    for player in (0, 1):
        lost = {v for v in ends if game.owner[v] != player}
        won[player] = _attractor(rows, game.owner, vertices, lost, player)
    rest = _recursion(rows, game, vertices - won[0] - won[1])
    zero = won[0] | rest[0]
    return [0 if v in zero else 1 for v in range(game.n)]


def _attractor(
    rows: Sequence[Sequence[int]],
    owner: Sequence[int],
    vertices: set[int],
    targets: set[int],
    player: int,
) -> set[int]:
    """Return the vertices of a subgame from which a player forces the token into the targets."""
    found = set(targets)
    grown = True
    while grown:
        grown = False
        for v in vertices - found:
            within = [w for w in rows[v] if w in vertices]
            if owner[v] == player:
                attracted = any(w in found for w in within)
            else:
                attracted = bool(within) and all(w in found for w in within)
            if attracted:
                found.add(v)
                grown = True
    return found


def _recursion(
    rows: Sequence[Sequence[int]], game: Game, vertices: set[int]
) -> tuple[set[int], set[int]]:
    """Return what each player wins in a subgame where every vertex has a successor."""
    if not vertices:
        return set(), set()
    top = max(game.priority[v] for v in vertices)
    player = top % 2
    heads = {v for v in vertices if game.priority[v] == top}
    attracted = _attractor(rows, game.owner, vertices, heads, player)
    inner = _recursion(rows, game, vertices - attracted)
    won: list[set[int]] = [set(), set()]
    if not inner[1 - player]:
        won[player] = set(vertices)
        return won[0], won[1]
    lost = _attractor(rows, game.owner, vertices, inner[1 - player], 1 - player)
    rest = _recursion(rows, game, vertices - lost)
    won[player] = rest[player]
    won[1 - player] = lost | rest[1 - player]
    return won[0], won[1]


def is_solution(game: Game, winners: Sequence[int], strategy: Sequence[int]) -> bool:
    """Whether winners and strategies are right, as the definition says it.

    At a vertex that its owner wins the strategy is a successor; elsewhere, and where there is none,
    it is -1.  Against every play of the other player, a strategy leads to no vertex that the other
    wins, to no dead end of the winner, and round no cycle of the wrong parity.
    """
    rows = game.successors()
    for v in range(game.n):
        if winners[v] not in (0, 1):
            return False
        if winners[v] != game.owner[v]:
            if strategy[v] != -1:
                return False
        elif strategy[v] not in rows[v]:  # a dead end is not won by its owner
            return False
        else:
            rows[v] = [strategy[v]]
        if any(winners[w] != winners[v] for w in rows[v]):
            return False
    return not any(
        game.priority[v] % 2 != winners[v] and _is_on_cycle(rows, game.priority, v)
        for v in range(game.n)
    )


def _is_on_cycle(rows: Sequence[Sequence[int]], priority: Sequence[int], v: int) -> bool:
    """Whether a vertex is on a cycle on which no priority is greater than its own."""
    seen: set[int] = set()
    left = [v]
    while left:
        for w in rows[left.pop()]:
            if w == v:
                return True
            if priority[w] <= priority[v] and w not in seen:
                seen.add(w)
                left.append(w)
    return False
