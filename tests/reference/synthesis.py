"""Slow synthesis, from the definitions: letters one by one, and conditions as sets of colours.

An automaton reads letters, which are sets of propositions: an integer by its bits.  In each step
the environment chooses the inputs and the controller the outputs; in a Mealy game the environment
is first, in a Moore game the controller.  The controller wins if the run is accepted.  A run is
accepted by the set of colours that it sees for ever: 2 x is the acceptance set x, 2 x + 1 what is
not in x.  A run that meets a letter without an edge is rejected.

`winner` solves the game by the recursion of McNaughton (1993) for conditions on sets of colours.
`is_right` judges a machine by the product with the automaton: for each set of colours, it looks for
a component that has them all and no others.  It imports nothing from the package.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

# ("inf" or "fin", x, whether of the complement), ("and" or "or", …), True or False.
Condition: TypeAlias = "bool | tuple[object, ...]"
Colours: TypeAlias = "frozenset[int]"
# The colour of a run that has died.
DEAD = -1


@dataclass(frozen=True)
class Spec:
    """An automaton: of each state, edges of a set of letters, a set of marks and a state."""

    n_ap: int
    controllable: frozenset[int]
    sets: int
    condition: Condition
    edges: tuple[tuple[tuple[frozenset[int], frozenset[int], int], ...], ...]
    start: int | None

    @property
    def outputs(self) -> int:
        """The bits of the outputs in a letter."""
        return sum(1 << v for v in self.controllable)

    def step(self, state: int, letter: int) -> tuple[Colours, int] | None:
        """Return the colours of the edge for a letter and where it leads; None where none is."""
        for letters, marks, target in self.edges[state]:
            if letter in letters:
                return frozenset(2 * x + (x not in marks) for x in range(self.sets)), target
        return None

    def accepts(self, colours: Colours) -> bool:
        """Return whether a run is accepted that sees these colours for ever, and no others."""
        return DEAD not in colours and _holds(self.condition, colours)


def _holds(condition: Condition, colours: Colours) -> bool:
    if isinstance(condition, bool):
        return condition
    kind, *rest = condition
    if kind in ("inf", "fin"):
        x, outside = rest
        assert isinstance(x, int)
        return (2 * x + bool(outside) in colours) == (kind == "inf")
    parts = [_holds(part, colours) for part in rest]  # type: ignore[arg-type]
    return all(parts) if kind == "and" else any(parts)


def subsets(bits: int) -> Iterator[int]:
    """Yield all letters of some propositions."""
    part = bits
    while True:
        yield part
        if not part:
            return
        part = (part - 1) & bits


# -- games ----------------------------------------------------------------------------------------

Vertex: TypeAlias = "tuple[object, ...]"


class _Game:
    """A game whose vertices have owners and colours; each vertex has a successor."""

    def __init__(self, accepts: Callable[[Colours], bool]) -> None:
        self.accepts = accepts
        self.owner: dict[Vertex, int] = {}
        self.colours: dict[Vertex, Colours] = {}
        self.successors: dict[Vertex, set[Vertex]] = {}

    def add(self, v: Vertex, owner: int, colours: Colours, successors: Iterable[Vertex]) -> None:
        """Add a vertex."""
        self.owner[v], self.colours[v], self.successors[v] = owner, colours, {*successors}

    def attractor(self, among: set[Vertex], targets: set[Vertex], player: int) -> set[Vertex]:
        """Return the vertices from which a player can force the token into some."""
        found = targets & among
        while True:
            more = {
                v
                for v in among - found
                for inside in [self.successors[v] & among]
                if (inside & found if self.owner[v] == player else inside <= found)
            }
            if not more:
                return found
            found |= more

    def won(self, among: set[Vertex]) -> set[Vertex]:
        """Return the vertices of a subgame that player 0 wins."""
        return self.split(among)[0]

    def split(self, among: set[Vertex]) -> tuple[set[Vertex], set[Vertex]]:
        """Return the vertices of a subgame that each player wins.

        One of them wins a run that sees all colours.  If the other one wins nothing in any subgame
        that avoids a colour, that player visits the colours in turn and wins everything.
        """
        lost: set[Vertex] = set()  # of the player who wins with all colours
        left = set(among)
        while left:
            all_colours = frozenset().union(*(self.colours[v] for v in left))
            player = 0 if self.accepts(all_colours) else 1
            for colour in sorted(all_colours):
                seeing = {v for v in left if colour in self.colours[v]}
                rest = left - self.attractor(left, seeing, player)
                theirs = self.split(rest)[1 - player] if rest else set()
                if theirs:
                    theirs = self.attractor(left, theirs, 1 - player)
                    inner = self.split(left - theirs)
                    found = [inner[0], inner[1]]
                    found[1 - player] = found[1 - player] | theirs
                    return found[0], found[1]
            lost = left
            return (lost, set()) if player == 0 else (set(), lost)
        return set(), set()


def winner(spec: Spec, *, moore: bool) -> int:
    """Return who wins: 0 for the controller, 1 for the environment."""
    if spec.start is None:
        return 1
    game = _Game(spec.accepts)
    every = (1 << spec.n_ap) - 1
    first, second = every & ~spec.outputs, spec.outputs
    if moore:
        first, second = second, first
    leader = 0 if moore else 1
    game.add((), 0, frozenset({DEAD}), [()])
    for q in range(len(spec.edges)):
        choices = []
        for a in subsets(first):
            after = set()
            for b in subsets(second):
                step = spec.step(q, a | b)
                edge: Vertex = ()
                if step is not None:
                    edge = ("edge", *step)
                    game.add(edge, 0, step[0], [("state", step[1])])
                after.add(edge)
            choice: Vertex = ("choice", 1 - leader, frozenset(after))
            game.add(choice, 1 - leader, frozenset(), after)
            choices.append(choice)
        game.add(("state", q), leader, frozenset(), choices)
    return 0 if ("state", spec.start) in game.won(set(game.owner)) else 1


# -- machines -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Machine:
    """A machine: of each state, for each letter of the other player, what it says and where to."""

    rows: tuple[dict[int, tuple[int, int]], ...]


def is_right(spec: Spec, machine: Machine, *, wins: bool, leads: bool) -> bool:
    """Return whether each run with a machine is accepted, or each one rejected if not `wins`."""
    says = spec.outputs if wins else ((1 << spec.n_ap) - 1) & ~spec.outputs
    reads = ((1 << spec.n_ap) - 1) & ~says
    if spec.start is None:
        return not wins
    edges: dict[tuple[int, int], set[tuple[Colours, tuple[int, int]]]] = {}
    waiting = [(spec.start, 0)]
    while waiting:
        node = waiting.pop()
        if node in edges:
            continue
        edges[node] = set()
        q, s = node
        if leads and len({said for said, _ in machine.rows[s].values()}) > 1:
            return False
        for letter in subsets(reads):
            if letter not in machine.rows[s]:
                return False
            said, after = machine.rows[s][letter]
            step = spec.step(q, letter | said)
            if step is None:
                if wins:
                    return False
                continue
            edges[node].add((step[0], (step[1], after)))
            waiting.append((step[1], after))
    colours = sorted({x for row in edges.values() for seen, _ in row for x in seen})
    for size in range(len(colours) + 1):
        for some in combinations(colours, size):
            if spec.accepts(frozenset(some)) != wins and _has_cycle(edges, frozenset(some)):
                return False
    return True


def _has_cycle(
    edges: dict[tuple[int, int], set[tuple[Colours, tuple[int, int]]]], colours: Colours
) -> bool:
    """Return whether some closed walk sees exactly these colours."""
    rows = {v: [(x, w) for x, w in row if x <= colours] for v, row in edges.items()}
    reached: dict[tuple[int, int], set[tuple[int, int]]] = {}
    for v, row in rows.items():
        found: set[tuple[int, int]] = set()
        waiting = [w for _, w in row]
        while waiting:
            w = waiting.pop()
            if w not in found:
                found.add(w)
                waiting += [x for _, x in rows[w]]
        reached[v] = found
    for v in rows:
        if v in reached[v]:
            component = {w for w in reached[v] if v in reached[w]}
            seen = {x for w in component for c, u in rows[w] if u in component for x in c}
            if seen == colours:
                return True
    return False
