"""Ranks and levels of parity games: they prove what is right, and name a cycle where it is not.

Pinned here: whatever the strategies are, either the certificate accepts the ranks and levels, or
the vertex that is named is the greatest of a cycle that its player loses.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import graphgame as gg
from graphgame.parity._ranks import rank
from graphgame.parity.methods import compress


def allowed(game: gg.ParityGame, winners: Any, strategy: Any) -> list[list[int]]:
    """Return the moves that are left to every vertex when winners follow their strategies."""
    ptr, idx = game.game.option_ptr, game.game.option_idx
    return [
        ([int(strategy[v])] if strategy[v] >= 0 else [])
        if game.owner[v] == winners[v]
        else idx[ptr[v] : ptr[v + 1]].tolist()
        for v in range(game.n)
    ]


def is_on_a_cycle(v: int, rows: list[list[int]], priority: Any) -> bool:
    """Whether v can come back to itself through vertices of no greater priority."""
    seen, waiting = {v}, [v]
    while waiting:
        for w in rows[waiting.pop()]:
            if w == v:
                return True
            if w not in seen and priority[w] <= priority[v]:
                seen.add(w)
                waiting.append(w)
    return False


def ranked(game: gg.ParityGame, numbers: Any, winners: Any, strategy: Any) -> tuple[Any, Any, int]:
    rows = game.game.option_ptr, game.game.option_idx
    most = int(numbers.max(initial=0))
    ranks, levels, worst = rank(*rows, game.owner, numbers, winners, strategy, most)
    return np.asarray(ranks), np.asarray(levels), worst


def random_game(rng: np.random.Generator, n: int) -> gg.ParityGame:
    edges = rng.integers(0, n, (int(n * rng.uniform(1, 3)), 2))
    graph = gg.GameGraph.from_edges(edges, n)
    return gg.ParityGame(graph, rng.integers(0, 2, n), rng.integers(0, 9, n))


@pytest.mark.parametrize("seed", range(4))
def test_ranks_prove_a_solution_or_name_a_lost_cycle(seed: int) -> None:
    rng = np.random.default_rng(seed)
    proved = named = 0
    for _ in range(150):
        game = random_game(rng, int(rng.integers(1, 40)))
        solution = game.solve()
        winners, strategy = solution.winners, solution.strategy.copy()
        for v in rng.integers(0, game.n, int(rng.integers(0, 30))).tolist():
            options = [w for w in game.game.options(v) if winners[w] == winners[v]]
            if strategy[v] >= 0:
                strategy[v] = rng.choice(options)
        numbers, _ = compress(game.priority)
        ranks, levels, worst = ranked(game, numbers, winners, strategy)
        if worst < 0:
            given = game.owner, numbers, winners, strategy, ranks, levels
            assert gg.verify_parity(game.game, *given)
            proved += 1
        else:
            rows = allowed(game, winners, strategy)
            assert numbers[worst] % 2 != winners[worst]
            assert is_on_a_cycle(worst, rows, numbers)
            named += 1
    assert min(proved, named) > 20


@pytest.mark.parametrize(("last", "named"), [(4, "2"), (7, "[23]")])
def test_a_vertex_of_a_lost_cycle_is_named(last: int, named: str) -> None:
    """Player 0 goes round 1, 2, 3 for ever; 5 and 7 are one priority to the solver."""
    game = gg.ParityGame([(0, 1), (1, 2), (2, 3), (3, 1), (3, 0)], [0] * 4, [8, 2, 5, last])
    solution = game.solve()
    assert solution.winners.tolist() == [0, 0, 0, 0]
    strategy = np.array([1, 2, 3, 1], dtype=np.int32)
    wrong = gg.ParitySolution(solution.game, solution.priority, solution.winners, strategy)
    message = f"^position {named}: expected no cycle that player 1 wins, got one that the strateg"
    with pytest.raises(gg.VerificationError, match=message):
        wrong.verify()
