"""Tangles in long games, in neighbourhoods of what was won, and deep in regions that leak.

Small games are in `test_parity.py`: there all methods solve them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import graphgame as gg
from graphgame.parity._tangles import recursive, tangles
from graphgame.parity._unsolved import settle
from graphgame.parity.methods import compress
from tests.parity import counters, families, ladders
from tests.parity.numbering import Game

if TYPE_CHECKING:
    from collections.abc import Callable


def long_game(rng: Any, n: int, reach: int) -> gg.ParityGame[int]:
    """Return a random game whose moves lead to vertices whose numbers are near."""
    source = np.repeat(np.arange(n), rng.integers(1, 4, n))
    source = np.concatenate([np.arange(n), source])
    target = np.clip(source + rng.integers(-reach, reach + 1, len(source)), 0, n - 1)
    graph = gg.GameGraph.from_edges(np.stack([source, target], axis=1), n)
    return gg.ParityGame(graph, rng.integers(0, 2, n), rng.integers(0, 30, n))


def arrays(game: gg.ParityGame[Any]) -> tuple[Any, ...]:
    graph = game.game
    rows = graph.option_ptr, graph.option_idx, graph.pred_ptr, graph.pred_idx
    return *rows, game.owner, compress(game.priority)[0]


def parity_game(made: Game) -> gg.ParityGame[int]:
    edges, owner, priority = made
    return gg.ParityGame(gg.GameGraph.from_edges(np.array(edges), len(owner)), owner, priority)


def nobody(game: gg.ParityGame[int]) -> tuple[Any, Any]:
    """Return winners and a strategy as they are before anybody wins."""
    return np.full(game.n, -1, np.int8), np.full(game.n, -1, np.int32)


@pytest.mark.parametrize("method", ["tangles", "recursive"])
def test_long_games_have_the_winners_of_another_method(method: str) -> None:
    rng = np.random.default_rng(11)
    for _ in range(150):
        game = long_game(rng, int(rng.integers(300, 2_000)), int(rng.integers(2, 10)))
        found, other = game.solve(method), game.solve("zielonka")
        assert found.winners.tolist() == other.winners.tolist()
        assert found.verify()


@pytest.mark.parametrize("method", ["tangles", "recursive"])
def test_chains_of_different_games_are_won_one_after_the_other(method: str) -> None:
    """Blocks of random games, each of which may leave for the next one only."""
    rng = np.random.default_rng(12)
    for size in (5, 20, 60):
        blocks, n = 40, 40 * size
        v = np.arange(n)
        inside = np.stack([v, v // size * size + rng.integers(0, size, n)], axis=1)
        other = np.stack([v, v // size * size + rng.integers(0, size, n)], axis=1)
        leaving = v[rng.random(n) < 0.2]
        ahead = np.stack([leaving, np.minimum(leaving + size, n - 1)], axis=1)
        graph = gg.GameGraph.from_edges(np.concatenate([inside, other, ahead]), n)
        game = gg.ParityGame(graph, rng.integers(0, 2, n), rng.integers(0, 2 * blocks, n))
        found, other_way = game.solve(method), game.solve("zielonka")
        assert found.winners.tolist() == other_way.winners.tolist()
        assert found.verify()


LADDERS = {
    "recursive": lambda: ladders.recursive_ladder(4_000),
    "recursive, long": lambda: ladders.recursive_ladder(16_000),
    "Jurdzinski's": lambda: ladders.jurdzinski(5, 1_000),
    "Jurdzinski's, long": lambda: ladders.jurdzinski(5, 4_000),
}


@pytest.mark.parametrize("name", LADDERS)
def test_ladders_take_as_many_steps_for_each_vertex_and_edge_at_any_length(name: str) -> None:
    """Steps are edges and vertices that are looked at."""
    game = parity_game(LADDERS[name]())
    winners, strategy = nobody(game)
    assert tangles(*arrays(game), winners, strategy, budget=100 * (game.n + game.m))
    assert gg.ParitySolution(game.game, game.priority, winners, strategy).verify()


def test_a_budget_ends_searches_nearby_with_what_was_found() -> None:
    game = parity_game(ladders.jurdzinski(5, 1_000))
    right, decided = game.solve().winners, set()
    for budget in (0, 4 * 10**5, 8 * 10**5):
        winners, strategy = nobody(game)
        assert not tangles(*arrays(game), winners, strategy, budget=budget)
        assert (winners[winners >= 0] == right[winners >= 0]).all()
        decided.add(int((winners >= 0).sum()))
    assert len(decided) == 3 and min(decided) < game.n // 10


DEEP: dict[str, tuple[Callable[[], Game], int]] = {
    "core": (lambda: families.core(100), 150),
    "robust core": (lambda: families.robust_core(60), 50),
    "two counters": (lambda: families.two_counters(20), 700),
    "symmetric improvement": (lambda: counters.symmetric_improvement(300), 50),
}


@pytest.mark.parametrize("name", DEEP)
def test_tangles_deep_in_regions_are_found_by_recursion_alone(name: str) -> None:
    make, steps = DEEP[name]
    game = parity_game(make())
    winners, strategy = nobody(game)
    budget = steps * (game.n + game.m)
    assert recursive(*arrays(game), winners, strategy, budget=budget)
    assert gg.ParitySolution(game.game, game.priority, winners, strategy).verify()
    assert not tangles(*arrays(game), *nobody(game), budget=budget)


def test_what_leaks_of_a_region_takes_tangles_of_the_opponent_with_it() -> None:
    """Without this, and what the next test is about, this game takes eight times as many steps."""
    game = parity_game(ladders.gazda(100))
    winners, strategy = nobody(game)
    assert recursive(*arrays(game), winners, strategy, budget=250 * (game.n + game.m))
    assert gg.ParitySolution(game.game, game.priority, winners, strategy).verify()


def test_what_leaks_saves_steps_in_random_games() -> None:
    """They take 12 to 18 steps for each vertex and edge; if no tangle leaks, 14 to 23."""
    rng = np.random.default_rng(1)
    for _ in range(6):
        game = long_game(rng, 3_000, 4)
        winners, strategy = nobody(game)
        settle(*arrays(game), winners, strategy)
        assert recursive(*arrays(game), winners, strategy, budget=20 * (game.n + game.m))
        assert gg.ParitySolution(game.game, game.priority, winners, strategy).verify()


@pytest.mark.parametrize("method", [tangles, recursive])
def test_what_is_won_takes_the_tangles_that_can_leave_for_it_alone(method: Any) -> None:
    """Without that, this game takes 10 times as many steps by tangles, 200 times by recursion."""
    game = parity_game(ladders.gazda(1_000))
    winners, strategy = nobody(game)
    assert method(*arrays(game), winners, strategy, budget=8 * (game.n + game.m))
    assert gg.ParitySolution(game.game, game.priority, winners, strategy).verify()


def test_a_budget_ends_a_recursion_with_what_was_found() -> None:
    game = parity_game(families.two_counters(6))
    right = game.solve("zielonka").winners
    for budget in range(0, 40_000, 1_000):
        winners, strategy = nobody(game)
        done = recursive(*arrays(game), winners, strategy, budget=budget)
        assert (winners[winners >= 0] == right[winners >= 0]).all()
        assert done == (winners >= 0).all()
    assert done
