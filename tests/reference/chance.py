"""Games of chance from their definition: pairs of strategies are enumerated, in fractions.

A position belongs to player 0, to player 1 or to chance.  Player 0 gets the points of the moves and
the pay of the end, or what endless play is worth.  Both players have positional strategies that are
best from everywhere, so that the value is the best that strategies of one player are sure of.  It
imports nothing from the package.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import product

CHANCE = -1
Row = dict[int, Fraction]


@dataclass(frozen=True)
class ChanceGame:
    """A game as the tests write it: a position in `ends` is terminal, whatever leaves it.

    `chances` has the probability of each option at positions of chance, `points` what a move pays.
    """

    kind: tuple[int, ...]
    options: tuple[tuple[int, ...], ...]
    chances: tuple[tuple[Fraction, ...], ...]
    ends: dict[int, Fraction]
    endless: Fraction = Fraction(0)
    points: tuple[tuple[Fraction, ...], ...] | None = None

    @property
    def n(self) -> int:
        """Return the number of positions."""
        return len(self.kind)

    def moves(self, player: int) -> list[list[tuple[int, ...]]]:
        """Return what a player can choose at each of the player's positions: places of options."""
        return [
            [(v, k) for k in range(len(self.options[v]))]
            for v in range(self.n)
            if self.kind[v] == player and v not in self.ends
        ]

    def fixed(self, *strategies: tuple[tuple[int, ...], ...]) -> ChanceGame:
        """Return the game in which chosen moves are the only ones."""
        options, points = [*self.options], [*self.points] if self.points else None
        for v, k in (choice for strategy in strategies for choice in strategy):
            options[v] = (self.options[v][k],)
            if points is not None and self.points is not None:
                points[v] = (self.points[v][k],)
        return replace(
            self, options=tuple(options), points=None if points is None else tuple(points)
        )

    @cached_property
    def strategies(self) -> tuple[list[tuple[tuple[int, ...], ...]], ...]:
        """Return all positional strategies of player 0, and of player 1."""
        first, second = (list(product(*self.moves(player))) for player in (0, 1))
        return first, second

    @cached_property
    def table(self) -> list[list[list[Fraction]]]:
        """Return what each pair of strategies pays, from every position."""
        first, second = self.strategies
        return [[worth(self.fixed(s, t)) for t in second] for s in first]

    @cached_property
    def sure(self) -> list[list[Fraction]]:
        """Return what each strategy of player 0 is sure of."""
        return [[min(column) for column in zip(*row, strict=True)] for row in self.table]

    @cached_property
    def values(self) -> list[Fraction]:
        """Return the value of every position."""
        values = [max(column) for column in zip(*self.sure, strict=True)]
        most = [
            [max(column) for column in zip(*rows, strict=True)]
            for rows in zip(*self.table, strict=True)
        ]
        assert values == [min(column) for column in zip(*most, strict=True)]  # determined
        assert values in self.sure  # by a strategy that is best from everywhere
        assert values in most
        return values

    def is_optimal(self, player: int, moves: dict[int, int]) -> bool:
        """Return whether moves, positions to options, are a strategy that is sure of the values."""
        strategy = tuple(
            (v, self.options[v].index(w)) for v, w in moves.items() if self.kind[v] == player
        )
        return self.fixed(strategy).values == self.values


def worth(chain: ChanceGame) -> list[Fraction]:
    """Return what play without choices pays from every position on average."""
    n = chain.n
    rows: list[Row] = [{} for _ in range(n)]
    gain = [Fraction(0)] * n
    for v in range(n):
        if v in chain.ends:
            continue
        chances = chain.chances[v] if chain.kind[v] == CHANCE else (Fraction(1),)
        assert len(chances) == len(chain.options[v])
        assert sum(chances) == 1
        for k, (w, p) in enumerate(zip(chain.options[v], chances, strict=True)):
            rows[v][w] = rows[v].get(w, Fraction(0)) + p
            gain[v] += p * chain.points[v][k] if chain.points else 0
    reached = [_reached(rows, v) for v in range(n)]
    # Positions that play comes back to for ever: whatever they lead to leads back to them.
    recurrent = [v not in chain.ends and all(v in reached[w] for w in reached[v]) for v in range(n)]
    assert not any(gain[v] for v in range(n) if recurrent[v]), "points without end"
    known = {v: chain.endless for v in range(n) if recurrent[v]} | chain.ends
    rest = [v for v in range(n) if v not in known]
    system = []
    for v in rest:
        row = [Fraction(v == w) - rows[v].get(w, 0) for w in rest]
        system.append([*row, gain[v] + sum(p * known[w] for w, p in rows[v].items() if w in known)])
    known |= dict(zip(rest, eliminated(system), strict=True))
    return [Fraction(known[v]) for v in range(n)]


def _reached(rows: list[Row], v: int) -> set[int]:
    """Return the positions after one move or more."""
    found: set[int] = set()
    new = {*rows[v]}
    while new:
        found |= new
        new = {w for u in new for w in rows[u]} - found
    return found


def eliminated(system: list[list[Fraction]]) -> list[Fraction]:
    """Solve a regular system, whose rows end with the right side."""
    n = len(system)
    for k in range(n):
        pivot = next(i for i in range(k, n) if system[i][k])
        system[k], system[pivot] = system[pivot], system[k]
        system[k] = [x / system[k][k] for x in system[k]]
        for i in range(n):
            if i != k and system[i][k]:
                factor = system[i][k]
                system[i] = [x - factor * y for x, y in zip(system[i], system[k], strict=True)]
    return [row[-1] for row in system]
