"""The slow solver of cops and robbers, written from the definition.

Two sets of states grow round by round, the cops in ordered tuples.  No multiset, no bit, no queue;
it imports nothing from the package.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import count, product

Cops = tuple[int, ...]


@dataclass(frozen=True)
class Chase:
    """A game as the tests write it: arcs in any order, parallel ones and loops included."""

    n: int
    arcs: tuple[tuple[int, int], ...]
    k: int
    directed: bool

    @cached_property
    def near(self) -> list[set[int]]:
        """Where a piece can be after its move: it may stay."""
        near = [{v} for v in range(self.n)]
        for u, v in self.arcs:
            near[u].add(v)
            if not self.directed:
                near[v].add(u)
        return near

    def cops_moves(self, cops: Cops) -> Iterator[Cops]:
        """Return all joint moves, in lexicographic order."""
        return product(*(sorted(self.near[v]) for v in cops))

    @cached_property
    def rounds(self) -> list[tuple[set[tuple[Cops, int]], set[tuple[Cops, int]]]]:
        """From where the robber is caught within 0, 1, … rounds: cops to move, robber to move."""
        states = list(product(product(range(self.n), repeat=self.k), range(self.n)))
        caught = {(cops, robber) for cops, robber in states if robber in cops}
        rounds = [(caught, caught)]
        while True:
            _, lost = rounds[-1]
            next_won = caught | {
                (cops, robber)
                for cops, robber in states
                if any((moved, robber) in lost for moved in self.cops_moves(cops))
            }
            next_lost = caught | {
                (cops, robber)
                for cops, robber in states
                if all((cops, moved) in next_won for moved in self.near[robber])
            }
            if (next_won, next_lost) == rounds[-1]:
                return rounds
            rounds.append((next_won, next_lost))

    @cached_property
    def times(self) -> tuple[dict[tuple[Cops, int], int], dict[tuple[Cops, int], int]]:
        """Return the rounds to the capture, cops to move and robber to move; no entry for never."""
        found: tuple[dict[tuple[Cops, int], int], dict[tuple[Cops, int], int]] = ({}, {})
        for t, sets in enumerate(self.rounds):
            for times, states in zip(found, sets, strict=True):
                for state in states:
                    times.setdefault(state, t)
        return found

    def time(self, cops: Cops, robber: int, turn: str) -> int:
        """Return the rounds to the capture, -1 for never."""
        return self.times[turn == "robber"].get((cops, robber), -1)

    def placements(self) -> list[Cops]:
        """Return all ascending placements, by the highest vertex first, then the second highest."""
        every = product(range(self.n), repeat=self.k)
        return sorted({tuple(sorted(cops)) for cops in every}, key=lambda cops: cops[::-1])

    def worst(self, cops: Cops) -> float:
        """Return the rounds to the capture if the robber starts as well as he can."""
        return max(_delay(self.time(cops, robber, "cops")) for robber in range(self.n))

    @cached_property
    def capture_time(self) -> float:
        """Return the rounds to the capture from the best start, infinity for none."""
        return min(map(self.worst, self.placements()))

    @cached_property
    def start(self) -> Cops:
        """Return the first of the best starts; where none wins, one with the fewest ways out."""
        if self.capture_time < float("inf"):
            return next(c for c in self.placements() if self.worst(c) == self.capture_time)
        return min(
            self.placements(),
            key=lambda cops: sum(self.time(cops, r, "cops") < 0 for r in range(self.n)),
        )

    def robber_start(self, cops: Cops) -> int:
        """Return the first vertex on which the robber is caught last, or never."""
        return max(range(self.n), key=lambda r: _delay(self.time(cops, r, "cops")))

    def robber_move(self, cops: Cops, robber: int) -> int | None:
        """Return the first option on which the robber is caught last, or never."""
        if robber in cops:
            return None
        options = sorted(self.near[robber])
        return max(options, key=lambda r: _delay(self.time(cops, r, "cops")))

    def cops_move(self, cops: Cops, robber: int) -> Cops | None:
        """Return the first joint move after which the robber is caught soonest."""
        if robber in cops:
            return None
        return min(
            self.cops_moves(cops), key=lambda moved: _delay(self.time(moved, robber, "robber"))
        )


def _delay(time: int) -> float:
    return float("inf") if time < 0 else time


def cop_number(n: int, arcs: tuple[tuple[int, int], ...], directed: bool) -> int:
    """Return the least number of cops that win; no cop is needed where there is no vertex."""
    if n == 0:
        return 0
    return next(k for k in count(1) if Chase(n, arcs, k, directed).capture_time < float("inf"))
