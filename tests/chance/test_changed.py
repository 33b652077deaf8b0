"""A thousand solutions with one change are judged as the definition judges them.

Games are small and solved in fractions; half of them are won or lost, the others have scores.  A
false value, bound, move, region or probability is refused, and what is still right is accepted
where no more than it was changed:

- value: accepted exactly if it is within the bounds;
- bound: refused if the value of the definition is not within it; a wider one may be no proof;
- move: with new ranks for it, accepted exactly if all moves of this player are still optimal;
- region: another one is always wrong;
- probability: refused if a value, or what is certain, is another one in the changed game.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from copy import copy
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

import graphgame as gg
from graphgame.chance.reading import Solved, bound_ranks
from graphgame.chance.solution import ChanceSolution
from graphgame.chance.solve import solve_chance
from graphgame.errors import VerificationError
from tests.reference.chance import CHANCE, ChanceGame

KINDS, TIMES = ("value", "bound", "move", "region", "probability"), 200


def drawn(seed: int, *, wins: bool) -> ChanceGame:
    """Return a random game of 4 to 6 positions, two or more of them ends, with much chance."""
    rng = random.Random(seed)
    n = rng.randint(4, 6)
    kind = [rng.choice([0, 1, CHANCE, CHANCE]) for _ in range(n)]
    ends = {n - 2: Fraction(-rng.randint(0, 2)), n - 1: Fraction(rng.randint(1, 3))}
    ends |= {v: Fraction(rng.randint(-2, 2)) for v in range(n - 2) if rng.random() < 0.1}
    rows = [() if v in ends else tuple(rng.sample(range(n), rng.randint(2, 3))) for v in range(n)]
    weights = [[rng.randint(1, 3) for _ in row] for row in rows]
    chances = [tuple(Fraction(w, sum(row)) for w in row) for row in weights]
    endless = Fraction(0) if wins else Fraction(rng.randint(-1, 1))
    if wins:
        ends = {v: Fraction(x > 0) for v, x in ends.items()}
    return ChanceGame(tuple(kind), tuple(rows), tuple(chances), ends, endless)


class Case:
    """A small game, what the definition says of it, and its solution in fractions."""

    def __init__(self, seed: int, *, wins: bool) -> None:
        self.game: ChanceGame = drawn(seed, wins=wins)
        self.wins = wins
        self.solution: ChanceSolution[Any] = self.solved()

    def solved(self) -> ChanceSolution[Any]:
        """Return the solution in fractions."""
        game = self.game
        rolls = [v for v in range(game.n) if game.kind[v] == CHANCE and game.options[v]]
        owner = {v: game.kind[v] for v in range(game.n) if v not in rolls}
        given: dict[str, Any] = {"scores": dict(game.ends), "endless": game.endless}
        if self.wins:
            given = {}
        # Who cannot move has lost.
        owner |= {v: int(x > 0) for v, x in game.ends.items()}
        chances = {v: dict(zip(game.options[v], game.chances[v], strict=True)) for v in rolls}
        graph = gg.GameGraph.from_options(dict(enumerate(game.options)))
        return solve_chance(graph, owner=owner, probabilities=chances, exact=True, **given)

    @cached_property
    def values(self) -> list[Fraction]:
        """Return the values, as the definition has them."""
        return list(self.game.values)

    def accepts(self, given: Any = None, **changed: Any) -> bool:
        """Return whether the solution with a change is verified."""
        s = self.solution
        other = ChanceSolution(given or s._given, replace(s._solved, **changed))
        try:
            return other.verify()
        except VerificationError:
            return False


def change_value(case: Case, rng: random.Random) -> bool:
    """Change a value, within its bounds or beyond them, and judge the answer."""
    solved = case.solution._solved
    values, apart = solved.values.copy(), np.flatnonzero(solved.lower < solved.upper).tolist()
    v = rng.choice(apart or range(case.game.n))
    low, high, old = float(solved.lower[v]), float(solved.upper[v]), float(values[v])
    near = np.nextafter(low, -9), np.nextafter(high, 9), low, high, old + 1 / 8, old - 1 / 8
    values[v] = rng.choice([x for x in near if x != old])
    accepted = case.accepts(values=values)
    assert accepted is bool(solved.lower[v] <= values[v] <= solved.upper[v])
    return accepted


def change_bound(case: Case, rng: random.Random) -> bool:
    """Change a bound, in fractions where there is one, and judge the answer."""
    solved, v, side = case.solution._solved, rng.randrange(case.game.n), rng.randrange(2)
    bounds, exact = [solved.lower.copy(), solved.upper.copy()], dict(solved.exact)
    step = rng.choice([-1, 1]) * Fraction(1, rng.choice([2, 1 << 40]))
    endless, scale = case.solution._given.endless, case.solution._given.scale
    old = exact[v][side] if v in exact else Fraction(float(bounds[side][v]))
    new = old + step
    if v in exact:
        exact[v] = (new, exact[v][1]) if side == 0 else (exact[v][0], new)
    # The float is on the safe side of the fraction.
    bounds[side][v] = np.nextafter(float(new), -9 if side == 0 else 9)
    claimed = (Fraction(float(bounds[side][v])) if v not in exact else new) / scale + endless
    accepted = case.accepts(lower=bounds[0], upper=bounds[1], exact=exact)
    is_true = claimed <= case.values[v] if side == 0 else claimed >= case.values[v]
    assert is_true or not accepted
    return accepted


def change_move(case: Case, rng: random.Random) -> bool | None:
    """Change a move, with the ranks that belong to it, and judge the answer."""
    s, game = case.solution, case.game
    choices = [v for v in range(game.n) if game.kind[v] != CHANCE and len(set(game.options[v])) > 1]
    if not choices:
        return None
    v = rng.choice(choices)
    moves = s._solved.moves.copy()
    moves[v] = rng.choice([w for w in game.options[v] if w != moves[v]])
    rows, _ = s._given.for_solver()
    ranks = tuple(bound_ranks(rows, replace(s._solved, moves=moves), side) for side in (0, 1))
    accepted = case.accepts(moves=moves, ranks=ranks)
    player = game.kind[v]
    mine = {u: int(moves[u]) for u in range(game.n) if game.kind[u] == player and game.options[u]}
    assert accepted is game.is_optimal(player, mine)
    return accepted


def change_region(case: Case, rng: random.Random) -> bool | None:
    """Claim that a win is impossible, or certain, where it is not; or the other way round."""
    if not case.wins:
        return None
    solved, v = case.solution._solved, rng.randrange(case.game.n)
    name = rng.choice(["win_ranks", "loss_levels"])
    numbers = getattr(solved, name).copy()
    numbers[v] = rng.randrange(case.game.n) if numbers[v] < 0 else -1
    assert not case.accepts(**{name: numbers})
    return False


def change_probability(case: Case, rng: random.Random) -> bool | None:
    """Change a weight of the game beside its solution, and judge the answer."""
    given, game = case.solution._given, case.game
    rolls = [v for v in range(game.n) if game.kind[v] == CHANCE and len(game.options[v]) > 1]
    if not rolls:
        return None
    v = rng.choice(rolls)
    ptr = given.graph.option_ptr.tolist()
    assert given.weights is not None
    weights = given.weights.copy()
    weights[rng.randrange(ptr[v], ptr[v + 1])] += rng.choice([1, 7])
    row = weights[ptr[v] : ptr[v + 1]].tolist()
    there = given.graph.option_idx[ptr[v] : ptr[v + 1]].tolist()
    chances = dict(zip(there, (Fraction(w, sum(row)) for w in row), strict=True))
    changed = [*game.chances]
    changed[v] = tuple(chances[w] for w in game.options[v])
    values = list(replace(game, chances=tuple(changed)).values)
    other = copy(given)
    other.weights = weights
    accepted = case.accepts(other)
    # Where play can go is the same, and so is what is certain.
    assert values == case.values or not accepted
    return accepted


CHANGES: dict[str, Callable[[Case, random.Random], bool | None]] = {
    "value": change_value,
    "bound": change_bound,
    "move": change_move,
    "region": change_region,
    "probability": change_probability,
}


def test_each_of_a_thousand_changes_is_judged_as_by_the_definition() -> None:
    rng = random.Random(1)
    counts: Counter[tuple[str, bool]] = Counter()
    seed = 0
    while sum(counts.values()) < TIMES * len(KINDS):
        case = Case(seed, wins=seed % 2 == 0)
        seed += 1
        if case.solution._solved.ranks is None:  # one pass, without bounds
            continue
        for kind in KINDS:
            for _ in range(6):
                if counts[kind, True] + counts[kind, False] == TIMES:
                    break
                accepted = CHANGES[kind](case, rng)
                if accepted is None:
                    break
                counts[kind, accepted] += 1
    # Both answers were given wherever both can be right.
    for kind in ("value", "bound", "move", "probability"):
        assert counts[kind, True] >= 10, counts
        assert counts[kind, False] >= 10, counts
    assert counts["region", False] == TIMES


def test_solutions_of_the_cases_are_those_of_the_definition() -> None:
    for seed in range(40):
        case = Case(seed, wins=seed % 2 == 0)
        solved: Solved = case.solution._solved
        assert case.solution.verify()
        assert [case.solution.exact(v) for v in range(case.game.n)] == case.values
        assert len(solved.values) == case.game.n
