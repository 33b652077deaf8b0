"""Exact values of small components: strategy iteration in fractions.

A component is a set of positions that lead to each other; what its moves lead to outside has a
known value.  Endless play is worth 0: the caller has subtracted its worth from all others.

Where play may go on for ever, many values agree with all moves, and only one of them is right.  So
the game is solved first in which play ends after each move with a tiny probability, and is then
worth 0: it has one solution, which strategy iteration finds.  Its strategies are played in the game
itself, and the values that they reach there are accepted if they are a proof: no move is better,
and whoever gains from an end gets to it, whatever the opponent does.  If they are none, the
probability is squared (docs/decisions/039).

Python loops over positions, since integers of any size are objects of Python.
"""

from __future__ import annotations

from fractions import Fraction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    # A move: the position that it leads to, and what it pays.  A way: moves with probabilities, and
    # what is known of their sum.
    Move = tuple[int, Fraction]
    Way = tuple[dict[int, Fraction], Fraction]

MAX, MIN, CHANCE = 0, 1, -1
# How likely the changed game ends after a move; it is squared until strategies are right.
STOP = Fraction(1, 1 << 40)


class Component:
    """The positions of a component, their moves, and the values outside.

    `moves[v]` has a (position, points) for each option, `chances[v]` the probabilities at chance.
    """

    def __init__(
        self,
        kind: dict[int, int],
        moves: dict[int, list[Move]],
        chances: dict[int, list[Fraction]],
        outside: Callable[[int], Fraction],
    ) -> None:
        self.kind: dict[int, int] = kind
        self.moves: dict[int, list[Move]] = moves
        self.chances: dict[int, list[Fraction]] = chances
        self._outside = outside

    def worth(self, move: Move, values: dict[int, Fraction]) -> Fraction:
        """Return what a move is worth."""
        u, points = move
        return points + (values[u] if u in self.kind else self._outside(u))

    def way(self, v: int, chosen: dict[int, int]) -> Way:
        """Return the moves of a position that are made, with what is known of them summed up."""
        moves = self.moves[v]
        if v in chosen:
            moves, chances = [moves[chosen[v]]], [Fraction(1)]
        else:
            chances = self.chances[v]
        inside: dict[int, Fraction] = {}
        known = Fraction(0)
        for (u, points), p in zip(moves, chances, strict=True):
            known += p * points
            if u in self.kind:
                inside[u] = inside.get(u, Fraction(0)) + p
            else:
                known += p * self._outside(u)
        return inside, known

    def better(
        self, player: int, chosen: dict[int, int], values: dict[int, Fraction]
    ) -> dict[int, int]:
        """Return moves of a player that are strictly better than those chosen, the best ones."""
        found = {}
        pick = max if player == MAX else min
        for v, kind in self.kind.items():
            if kind != player:
                continue
            worth = [self.worth(move, values) for move in self.moves[v]]
            best = pick(range(len(worth)), key=worth.__getitem__)
            if worth[best] != worth[chosen[v]]:
                found[v] = best
        return found


def solve(
    component: Component, guess: dict[int, int] | None = None, *, ends: bool = False
) -> tuple[dict[int, Fraction], dict[int, int]]:
    """Return the values of a component, and the moves of both players: places among options.

    Moves to begin with may be given.  If play surely ends, the game itself has one solution.
    """
    chosen = {v: 0 for v, kind in component.kind.items() if kind != CHANCE} | (guess or {})
    stop = Fraction(0) if ends else STOP
    while True:
        improve(component, chosen, stop)
        values = played(component, chosen)
        if is_proof(component, chosen, values):
            return values, chosen
        stop *= stop


def improve(component: Component, chosen: dict[int, int], stop: Fraction) -> None:
    """Make moves the best ones of both players in the game that stops.

    The maximiser answers the minimiser's moves as well as possible, and only then does the
    minimiser change moves.  Each change lowers a value and raises none, so that this ends.
    """
    while True:
        while True:
            ways = {v: component.way(v, chosen) for v in component.kind}
            values = eliminated(ways, 1 - stop)
            if not (changes := component.better(MAX, chosen, values)):
                break
            chosen |= changes
        if not (changes := component.better(MIN, chosen, values)):
            return
        chosen |= changes


def played(component: Component, chosen: dict[int, int]) -> dict[int, Fraction]:
    """Return what play along chosen moves is worth: 0 where it never ends."""
    ways = {v: component.way(v, chosen) for v in component.kind}
    leaves = {v for v, (inside, _) in ways.items() if sum(inside.values()) != 1}
    uses: dict[int, list[int]] = {v: [] for v in ways}
    for v, (inside, _) in ways.items():
        for u in inside:
            uses[u].append(v)
    work = [*leaves]
    while work:
        for v in uses[work.pop()]:
            if v not in leaves:
                leaves.add(v)
                work.append(v)
    for v in ways.keys() - leaves:
        if ways[v][1]:
            raise AssertionError("points without end")
        ways[v] = {}, Fraction(0)
    return eliminated(ways)


def is_proof(component: Component, chosen: dict[int, int], values: dict[int, Fraction]) -> bool:
    """Return whether no move is better, and whoever gains from an end reaches it."""
    if any(component.better(player, chosen, values) for player in (MAX, MIN)):
        return False
    for player in (MAX, MIN):
        sign = 1 if player == MAX else -1
        wanted = {v for v, x in values.items() if sign * x > 0}
        ends = {*values} - wanted
        uses: dict[int, list[int]] = {}
        waits: dict[int, int] = {}
        work = [*ends]
        for v in wanted:
            moves = component.moves[v]
            if component.kind[v] == player:
                moves = [moves[chosen[v]]]
            inside = {u for u, _ in moves if u in component.kind}
            outside = any(u not in component.kind for u, _ in moves)
            waits[v] = min(1, len(inside)) if component.kind[v] == CHANCE else len(inside)
            if component.kind[v] == CHANCE and outside:
                waits[v] = 0
            for u in inside:
                uses.setdefault(u, []).append(v)
            if waits[v] == 0:
                ends.add(v)
                work.append(v)
        while work:
            for v in uses.get(work.pop(), ()):
                waits[v] -= 1
                if waits[v] == 0 and v not in ends:
                    ends.add(v)
                    work.append(v)
        if len(ends) != len(values):
            return False
    return True


def eliminated(system: dict[int, Way], goes_on: Fraction = Fraction(1)) -> dict[int, Fraction]:
    """Solve x[g] = goes_on * (known + the sum of p * x[h] over inside), one x after another."""
    rows = {
        g: ({h: goes_on * p for h, p in inside.items()}, goes_on * known)
        for g, (inside, known) in system.items()
    }
    uses: dict[int, set[int]] = {g: set() for g in rows}
    for g, (inside, _) in rows.items():
        for h in inside:
            uses[h].add(g)
    order = []
    left = {*rows}
    # Those that few others use, and that use few others, first: they fill in least.
    queue = sorted(left, key=lambda g: len(uses[g]) * len(rows[g][0]))
    for g in queue:
        inside, known = rows[g]
        loop = inside.pop(g, Fraction(0))
        if loop:
            scale = 1 / (1 - loop)
            inside = {h: p * scale for h, p in inside.items()}
            known *= scale
        rows[g] = inside, known
        left.discard(g)
        for f in uses[g]:
            if f not in left:
                continue
            row, x = rows[f]
            p = row.pop(g)
            for h, q in inside.items():
                if h in row:
                    row[h] += p * q
                else:
                    row[h] = p * q
                    uses[h].add(f)
            rows[f] = row, x + p * known
        order.append(g)
    solved: dict[int, Fraction] = {}
    for g in reversed(order):
        inside, known = rows[g]
        solved[g] = known + sum((p * solved[h] for h, p in inside.items()), Fraction(0))
    return solved
