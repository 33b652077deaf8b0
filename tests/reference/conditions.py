"""Games of conditions on sets, from their definitions: a play is judged by what it visits for ever.

A game is a list of options for each position, and a list of owners.  Who cannot move loses.
`winners` solves it for any condition on the set of positions that are visited for ever, by the
recursion of McNaughton (1993).  `winners_without_memory` tries all strategies without memory of one
player, which are enough for a Rabin objective.  `is_right` judges strategies with memory: it looks
for each set of positions for a closed walk that visits these and no others.
"""

from __future__ import annotations

from itertools import combinations, product
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

Options: TypeAlias = "Sequence[Sequence[int]]"
# From the positions that are visited for ever to whether player 0 wins.
Wins: TypeAlias = "Callable[[frozenset[int]], bool]"
Vertex: TypeAlias = "tuple[int, int]"


def holds(
    objective: str, sets: Sequence[set[int]], n_assumptions: int, seen: frozenset[int]
) -> bool:
    """Return whether an objective holds if some positions are visited for ever, and no others."""
    met = [bool(seen & x) for x in sets]
    if objective == "generalized_buchi":
        return all(met)
    if objective == "gr1":
        return not all(met[:n_assumptions]) or all(met[n_assumptions:])
    pairs = list(zip(met[::2], met[1::2], strict=True))
    if objective == "rabin":
        return any(visited and not avoided for avoided, visited in pairs)
    assert objective == "streett"
    return all(answered or not requested for requested, answered in pairs)


def _attractor(
    options: Options, owner: Sequence[int], among: frozenset[int], found: set[int], player: int
) -> frozenset[int]:
    """Return the positions of a subgame from which a player forces the token into some."""
    while True:
        more = {
            v
            for v in among - found
            for inside in [among.intersection(options[v])]
            if inside and (inside & found if owner[v] == player else inside <= found)
        }
        if not more:
            return frozenset(found)
        found = found | more


def winners(options: Options, owner: Sequence[int], wins: Wins) -> list[int]:
    """Return who wins each position."""
    among = frozenset(range(len(options)))
    won = [frozenset[int](), frozenset[int]()]
    for player in (0, 1):
        stuck = {v for v in among if not options[v] and owner[v] != player}
        won[player] = _attractor(options, owner, among, stuck, player)
    rest = _split(options, owner, wins, among - won[0] - won[1])
    return [0 if v in won[0] | rest[0] else 1 for v in range(len(options))]


def _split(
    options: Options, owner: Sequence[int], wins: Wins, among: frozenset[int]
) -> tuple[frozenset[int], frozenset[int]]:
    """Return what each player wins of a subgame in which everybody can move.

    One player wins a play that visits all of it for ever.  If the other one wins nothing in any
    part that avoids a position, that player visits the positions in turn, and wins everything.
    """
    player = 0 if wins(among) else 1
    for v in sorted(among):
        part = among - _attractor(options, owner, among, {v}, player)
        theirs = _split(options, owner, wins, part)[1 - player] if part else frozenset[int]()
        if theirs:
            theirs = _attractor(options, owner, among, set(theirs), 1 - player)
            left = among - theirs
            found = [*(_split(options, owner, wins, left) if left else [left, left])]
            found[1 - player] |= theirs
            return found[0], found[1]
    everything = [frozenset[int](), frozenset[int]()]
    everything[player] = among
    return everything[0], everything[1]


def winners_without_memory(
    options: Options, owner: Sequence[int], wins: Wins, player: int
) -> list[int]:
    """Return who wins, if the player wins wherever one of the player's positional strategies does.

    It wins from where no dead end of the player is reached, and no closed walk that is lost.
    """
    own = [v for v, row in enumerate(options) if owner[v] == player and row]
    won: set[int] = set()
    for chosen in product(*(sorted({*options[v]}) for v in own)):
        rows = [[*row] for row in options]
        for v, w in zip(own, chosen, strict=True):
            rows[v] = [w]
        bad = {v for v, row in enumerate(rows) if not row and owner[v] == player}
        edges = {(v, 0): {(w, 0) for w in row} for v, row in enumerate(rows)}
        for seen, component in _closed_walks(edges, len(options)):
            if wins(seen) != (player == 0):
                bad |= {v for v, _ in component}
        while more := {v for v, row in enumerate(rows) if bad & {*row}} - bad:
            bad |= more
        won |= {*range(len(options))} - bad
    return [player if v in won else 1 - player for v in range(len(options))]


def _closed_walks(
    edges: dict[Vertex, set[Vertex]], n: int
) -> Iterator[tuple[frozenset[int], set[Vertex]]]:
    """Yield each set of positions that is all that a closed walk visits, and such a walk."""
    for size in range(1, n + 1):
        for some in combinations(range(n), size):
            rows = {x: {y for y in row if y[0] in some} for x, row in edges.items() if x[0] in some}
            reached = {x: _reached(rows, x) for x in rows}
            for x in rows:
                component = {y for y in reached[x] if x in reached[y]}
                if {v for v, _ in component} == {*some}:
                    yield frozenset(some), component


def _reached(rows: dict[Vertex, set[Vertex]], x: Vertex) -> set[Vertex]:
    """Return what is reached from a vertex in one step or more."""
    found: set[Vertex] = set()
    waiting = [*rows[x]]
    while waiting:
        y = waiting.pop()
        if y not in found:
            found.add(y)
            waiting += rows[y]
    return found


def is_right(
    options: Options,
    owner: Sequence[int],
    wins: Wins,
    won: Sequence[int],
    strategy: Sequence[Sequence[int]],
    update: Sequence[Sequence[int]],
) -> bool:
    """Return whether each player wins where it is said, with any state of the memory at first.

    Where the owner of a position loses, there is no move.
    """
    edges: dict[Vertex, set[Vertex]] = {}
    for state, moves in enumerate(strategy):
        for v, row in enumerate(options):
            if not 0 <= update[state][v] < len(strategy) or won[v] not in (0, 1):
                return False
            if owner[v] != won[v]:
                after = [*row]
                if moves[v] != -1:
                    return False
            elif moves[v] in row:
                after = [moves[v]]
            else:
                return False
            if any(won[w] != won[v] for w in after):
                return False
            edges[v, state] = {(w, update[state][v]) for w in after}
    for seen, component in _closed_walks(edges, len(options)):
        if any(wins(seen) != (won[v] == 0) for v, _ in component):
            return False
    return True
