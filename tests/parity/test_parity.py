"""Parity games against the definition and the book; certificates against mutated solutions."""

from __future__ import annotations

from functools import partial
from itertools import product
from typing import TYPE_CHECKING

import numpy as np
import pytest

import graphgame as gg
from graphgame.parity._unsolved import settle
from graphgame.parity.methods import METHODS, compress
from tests.parity import counters, families, ladders, numbering
from tests.parity.families import FAMILIES
from tests.reference.parity import Game, by_enumeration, by_recursion, is_solution

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

# Who wins everywhere, by the papers or by what a docstring says, where n is even.
WINNERS = {
    "core": 0,
    "robust core": 0,
    "Gazda": 1,
    "recursive ladder": 1,
    "model checker ladder": 0,
    "dull": 0,
    "switch all": 1,
    "switch best": 1,
    "snares": 1,
    "symmetric improvement": 0,
}


def parity_game(game: Game) -> gg.ParityGame:
    edges = np.array(game.edges, dtype=np.int32).reshape(-1, 2)
    graph = gg.GameGraph.from_edges(edges, n=game.n)
    return gg.ParityGame(graph, game.owner, game.priority)


def random_game(rng: np.random.Generator, n: int, priorities: int, degree: float) -> Game:
    edges = rng.integers(0, n, (int(degree * n), 2))
    owner, priority = rng.integers(0, 2, n), rng.integers(0, priorities, n)
    return Game(tuple(map(tuple, edges.tolist())), tuple(owner.tolist()), tuple(priority.tolist()))


def all_games(n: int) -> Iterator[Game]:
    """Return every game of n vertices with priorities from 1 to 2 or, of two vertices, to 3."""
    pairs = list(product(range(n), repeat=2))
    priorities = range(1, 4 if n < 3 else 3)
    for size in range(1 << len(pairs)):
        edges = tuple(pair for k, pair in enumerate(pairs) if size >> k & 1)
        for owner in product((0, 1), repeat=n):
            for priority in product(priorities, repeat=n):
                yield Game(edges, owner, priority)


@pytest.mark.parametrize("n", [1, 2])
def test_all_small_games_have_the_winners_of_the_definition(n: int) -> None:
    for game in all_games(n):
        solution = parity_game(game).solve()
        assert solution.winners.tolist() == by_enumeration(game), game
        assert solution.verify()


def test_games_of_three_vertices_have_the_winners_of_the_definition() -> None:
    for number, game in enumerate(all_games(3)):
        if number % 11 == 0:
            solution = parity_game(game).solve()
            assert solution.winners.tolist() == by_enumeration(game), game
            assert solution.verify()


@pytest.mark.parametrize("method", [None, *METHODS])
def test_random_games_have_the_winners_of_the_definition(method: str | None) -> None:
    rng = np.random.default_rng(6)
    for _ in range(150):
        game = random_game(rng, 6, 7, rng.uniform(1, 2))
        solution = parity_game(game).solve(method)
        assert solution.winners.tolist() == by_enumeration(game), game
        assert is_solution(game, solution.winners.tolist(), solution.strategy.tolist()), game


@pytest.mark.parametrize("method", [None, *METHODS])
def test_random_games_have_the_winners_of_the_book(method: str | None) -> None:
    rng = np.random.default_rng(50)
    for _ in range(300):
        game = random_game(rng, 50, int(rng.integers(1, 30)), rng.uniform(1, 3))
        solution = parity_game(game).solve(method)
        assert solution.winners.tolist() == by_recursion(game), game
        assert solution.verify()


def test_one_call_solves_what_the_game_does() -> None:
    rng = np.random.default_rng(31)
    for _ in range(50):
        game = random_game(rng, 8, 7, rng.uniform(1, 2))
        graph = gg.GameGraph.from_edges(np.array(game.edges, np.int32).reshape(-1, 2), n=game.n)
        s = gg.solve_parity(graph, game.owner, game.priority)
        assert s.winners.tolist() == by_enumeration(game), game
        assert s.verify() and s.strategy.tolist() == parity_game(game).solve().strategy.tolist()
        # The same as options, mappings and a rule.
        options = {v: game.successors()[v] for v in range(game.n)}
        owner, priority = dict(enumerate(game.owner)), dict(enumerate(game.priority))
        named = gg.solve_parity(options, owner, priority)
        assert [named.winner(v) for v in options] == s.winners.tolist()
        met = gg.solve_parity(options.__getitem__, owner.__getitem__, priority.__getitem__, start=0)
        assert met.start == 0 and met.verify()
        assert [met.winner(v) for v in met] == [s.winner(v) for v in met]


def test_one_call_refuses_what_a_game_of_visits_refuses() -> None:
    turned = gg.as_game_graph([(0, 1), (1, 0)])
    for solve in (gg.solve_parity, gg.solve_buchi):
        with pytest.raises(gg.GraphGameError, match="^owner: .* got None and a graph without"):
            solve(turned, None, [0])
        with pytest.raises(gg.GraphGameError, match="^graph: expected one without presets"):
            solve(turned.with_presets({1: 0}), [0, 1], [0])
        with pytest.raises(gg.GraphGameError, match="owner of 1: expected 0 or 1, got 2"):
            solve(turned, [0, 2], [0])
        with pytest.raises(gg.TooLargeError, match="at most 1 positions"):
            solve(turned, [0, 1], [0], limit=1)
        with pytest.raises(gg.TooLargeError, match="at most 3 positions"):
            solve(lambda n: [n + 1], lambda n: 0, [0], start=0, limit=3)
    with pytest.raises(gg.GraphGameError, match="priority: expected a mapping, a function or 2"):
        gg.solve_parity(turned, [0, 1], [0])


def test_mutated_solutions_are_judged_as_the_definition_judges_them() -> None:
    rng = np.random.default_rng(1000)
    accepted = refused = 0
    while accepted + refused < 1000:
        game = random_game(rng, int(rng.integers(2, 16)), int(rng.integers(1, 10)), 2.2)
        solution = parity_game(game).solve()
        winners, strategy = solution.winners.copy(), solution.strategy.copy()
        v = int(rng.integers(game.n))
        if rng.random() < 0.2:
            winners[v] ^= 1
        elif strategy[v] >= 0 and rng.random() < 0.9:
            strategy[v] = rng.choice(game.successors()[v])
        else:
            strategy[v] = rng.integers(-1, game.n)
        mutated = gg.ParitySolution(solution.game, solution.priority, winners, strategy)
        try:
            mutated.verify()
            judged = True
        except gg.VerificationError:
            judged = False
        assert judged == is_solution(game, winners.tolist(), strategy.tolist()), game
        accepted += judged
        refused += not judged
    assert min(accepted, refused) > 100


def test_mutated_ranks_and_levels_prove_nothing_that_is_wrong() -> None:
    """Whatever ranks and levels are, a wrong strategy is refused."""
    rng = np.random.default_rng(77)
    wrong = 0
    while wrong < 300:
        game = random_game(rng, int(rng.integers(2, 7)), 6, 2.2)
        solution = parity_game(game).solve()
        winners, strategy = solution.winners.tolist(), solution.strategy.tolist()
        rows = game.successors()
        strategy = [int(rng.choice(rows[v])) if w >= 0 else w for v, w in enumerate(strategy)]
        if is_solution(game, winners, strategy):
            continue
        wrong += 1
        for _ in range(20):
            ranks = rng.integers(0, game.n, game.n)
            levels = rng.integers(-1, 7, game.n + 1)
            with pytest.raises(gg.VerificationError):
                gg.verify_parity(
                    solution.game, game.owner, game.priority, winners, strategy, ranks, levels
                )


def test_a_certificate_refuses_each_broken_rule() -> None:
    game = gg.GameGraph.from_edges([(0, 1), (1, 0), (1, 2), (2, 2)])
    right = {
        "owner": [0, 0, 1], "priority": [1, 2, 4], "winners": [0, 0, 0],
        "strategy": [1, 0, -1], "ranks": [2, 1, 0], "levels": [-1, 1, 1, -1],
    }  # fmt: skip
    assert gg.verify_parity(game, **right)
    for name, value in {
        "owner": [2, 0, 1], "priority": [1, -2, 4], "winners": [0, 0, 1],
        "strategy": [1, 1, -1], "ranks": [1, 1, 0], "levels": [-1, 1, 0, -1],
    }.items():  # fmt: skip
        with pytest.raises(gg.VerificationError):
            gg.verify_parity(game, **(right | {name: value}))
    with pytest.raises(gg.GraphGameError, match="levels: expected 4 values"):
        gg.verify_parity(game, **(right | {"levels": [0, 0]}))


@pytest.mark.parametrize("name", FAMILIES)
def test_small_games_of_hard_families_have_the_winners_of_the_book(name: str) -> None:
    make, _ = FAMILIES[name]
    for size in (2, 4):
        edges, owner, priority = make(size)
        game = Game(tuple(edges), tuple(owner), tuple(priority))
        winners = by_recursion(game)
        if name in WINNERS:
            assert set(winners) == {WINNERS[name]}
        for method in (None, *METHODS):
            solution = parity_game(game).solve(method)
            assert solution.winners.tolist() == winners, (size, method)
            assert solution.verify()


@pytest.mark.parametrize(
    ("make", "vertices", "edges"),
    [
        # What the generators named in the docstrings write, counted for n = 5.
        (partial(ladders.jurdzinski, 5), 75, 180),
        (ladders.recursive_ladder, 25, 52),
        (ladders.model_checker_ladder, 16, 21),
        (ladders.gazda, 18, 33),
        (ladders.dull, 15, 20),
        (families.robust_core, 118, 344),
        # Their end has one vertex and one edge more: see `counters`.
        (counters.switch_all, 77 + 1, 177 + 1),
        (counters.switch_best, 135 + 1, 310 + 1),
        (counters.snares, 170 + 1, 431 + 1),
        (counters.symmetric_improvement, 52, 114),
    ],
)
def test_families_have_as_many_vertices_and_edges_as_their_sources(
    make: Callable[[int], numbering.Game], vertices: int, edges: int
) -> None:
    pairs, owner, _ = make(5)
    assert (len(owner), len(set(pairs)), len(pairs)) == (vertices, edges, edges)


@pytest.mark.parametrize("name", FAMILIES)
def test_hard_families_are_solved(name: str) -> None:
    make, size = FAMILIES[name]
    size = min(size, 8) if name != "ladder" else 50
    edges, owner, priority = make(size)
    game = Game(tuple(edges), tuple(owner), tuple(priority))
    methods = (None, "tangles", "recursive", "improvement")
    solutions = [parity_game(game).solve(method) for method in methods]
    for solution in solutions:
        assert solution.winners.tolist() == solutions[0].winners.tolist()
        assert solution.verify()


@pytest.mark.parametrize("name", FAMILIES)
def test_hard_families_are_solved_without_a_hint_where_others_gave_up(name: str) -> None:
    make, size = FAMILIES[name]
    edges, owner, priority = make(size)
    solution = parity_game(Game(tuple(edges), tuple(owner), tuple(priority))).solve()
    assert solution.verify()
    assert sum(solution.counts().values()) == len(owner)


def test_games_of_hundreds_of_vertices_are_solved() -> None:
    # Levels of one player lie above each other here, with and without hubs.
    rng = np.random.default_rng(1)
    for k in range(150):
        n = int(rng.integers(2, 300))
        edges = rng.integers(0, n, (int(n * rng.uniform(0.8, 4)) + 1, 2)).astype(np.int32)
        if k % 4 == 0:
            edges[: len(edges) // 3, 0] = 0
        if k % 7 == 0:
            edges[len(edges) // 2 :, 1] = n - 1
        graph = gg.GameGraph.from_edges(edges, n=n)
        game = gg.ParityGame(graph, rng.integers(0, 2, n), rng.integers(0, 8, n))
        found = game.solve("zielonka")
        assert found.verify()
        assert found.winners.tolist() == game.solve("tangles").winners.tolist()


def test_rows_of_any_length_are_read_in_parts() -> None:
    # Zielonka's algorithm collects edges of many rows at once; these rows are longer than its room.
    rng = np.random.default_rng(5)
    for hubs, n in ((1, 600), (3, 1500), (40, 1200)):
        hub, leaf = rng.integers(0, hubs, 3 * n), rng.integers(hubs, n, 3 * n)
        inside = rng.integers(0, n, (n, 2))
        edges = np.concatenate([np.stack([hub, leaf], 1), np.stack([leaf, hub], 1), inside])
        graph = gg.GameGraph.from_edges(edges.astype(np.int32), n=n)
        game = gg.ParityGame(graph, rng.integers(0, 2, n), rng.integers(0, 7, n))
        found = game.solve("zielonka")
        assert found.verify()
        assert found.winners.tolist() == game.solve("tangles").winners.tolist()
        assert max(np.diff(graph.option_ptr).max(), np.diff(graph.pred_ptr).max()) > 512 // hubs


def test_methods_follow_each_other_where_one_gives_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """With budgets of a few steps every method is asked; what is left becomes a smaller game."""
    monkeypatch.setattr("graphgame.parity.methods._FIRST_BUDGET", 0)
    rng = np.random.default_rng(3)
    for _ in range(100):
        game = random_game(rng, 30, 12, 2)
        solution = parity_game(game).solve()
        assert solution.winners.tolist() == by_recursion(game)
        assert solution.verify()


def test_a_game_of_which_nothing_is_solved_is_not_copied(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("graphgame.parity.methods._between", None)
    edges, owner, priority = FAMILIES["Gazda"][0](40)
    assert parity_game(Game(tuple(edges), tuple(owner), tuple(priority))).solve().verify()


def test_a_self_loop_that_its_owner_loses_is_nowhere_to_go() -> None:
    game = parity_game(Game(((0, 0), (0, 1), (1, 1)), (0, 1), (1, 1)))
    winners, strategy = np.full(2, -1, dtype=np.int8), np.full(2, -1, dtype=np.int32)
    graph, numbers = game.game, np.array([1, 1], dtype=np.int32)
    rows = graph.option_ptr, graph.option_idx, graph.pred_ptr, graph.pred_idx
    assert settle(*rows, game.owner, numbers, winners, strategy) == 2
    assert (winners.tolist(), strategy.tolist()) == ([1, 1], [-1, 1])


def test_priorities_are_compressed_in_their_order_and_parity() -> None:
    rng = np.random.default_rng(9)
    for _ in range(200):
        n = int(rng.integers(1, 20))
        priority = rng.integers(0, int(rng.integers(1, 200)), n)
        numbers, greatest = compress(priority)
        assert (numbers % 2 == priority % 2).all()
        assert (np.diff(numbers[np.argsort(priority, kind="stable")]) >= 0).all()
        assert numbers.max() <= n
        for number in set(numbers.tolist()):
            assert greatest[number] == priority[numbers == number].max()


def test_a_game_is_made_of_arrays_mappings_and_functions() -> None:
    by_array = gg.ParityGame([(0, 1), (1, 0)], [0, 1], [2, 1])
    by_mapping = gg.ParityGame({0: [1], 1: [0]}, {1: 1, 0: 0}, {1: 1, 0: 2})
    by_function = gg.ParityGame(lambda v: [1 - v], lambda v: v, lambda v: 2 - v, start=0)
    for game in (by_array, by_mapping, by_function):
        assert game.owner.tolist() == [0, 1]
        assert game.priority.tolist() == [2, 1]
        assert game.solve().winners.tolist() == [0, 0]
    assert by_function.solve().result == gg.WIN


@pytest.mark.parametrize(
    ("owner", "priority", "message"),
    [
        ([0, 2], [0, 0], "owner of 1: expected 0 or 1, got 2"),
        ([0, 1], [0, -1], "priority of 1: expected 0 to 2\\^63 - 1, got -1"),
        ([0, 1], [0], "priority: expected a mapping, a function or 2 values"),
        ([0, 1], {0: 1}, "priority of 1: expected one for every position"),
        ([0, 1], [0.5, 1], "priority: expected integers"),
        (lambda v: v + 1, [0, 1], "owner of 1: expected 0 or 1, got 2"),
    ],
)
def test_bad_owners_and_priorities_are_refused(
    owner: object, priority: object, message: str
) -> None:
    with pytest.raises(gg.GraphGameError, match=message):
        gg.ParityGame([(0, 1), (1, 0)], owner, priority)  # type: ignore[arg-type]


def test_who_cannot_move_loses_and_a_play_is_a_lasso() -> None:
    game = gg.ParityGame({"a": ["b", "c"], "b": [], "c": ["a"]}, [0, 1, 1], [1, 0, 0])
    solution = game.solve()
    assert solution.play("a") == ("a", "b")
    assert solution.play("a").closes_at is None
    loop = gg.ParityGame([(0, 1), (1, 2), (2, 1)], [0, 0, 1], [5, 2, 1]).solve().play(0)
    assert (loop, loop.closes_at) == ((0, 1, 2, 1), 1)
    with pytest.raises(gg.GraphGameError, match="method: expected one of"):
        game.solve("magic")


def test_a_long_path_needs_no_recursion() -> None:
    n = 200_000
    edges = np.stack([np.arange(n), (np.arange(n) + 1) % n], axis=1)
    game = gg.ParityGame(gg.GameGraph.from_edges(edges), np.zeros(n, np.int8), np.arange(n))
    solution = game.solve()
    assert solution.counts() == {0: 0, 1: n}
    assert solution.verify()


def test_a_solution_is_saved_and_loaded(tmp_path: object) -> None:
    path = f"{tmp_path}/s.npz"
    solution = gg.ParityGame({"a": ["b"], "b": ["a"]}, [0, 1], [2**40, 1]).solve()
    solution.save(path)
    loaded = gg.ParitySolution.load(path)
    assert loaded.verify()
    assert loaded.priority.tolist() == [2**40, 1]
    assert loaded["a"] == solution["a"]


def test_owners_may_be_the_owners_of_the_graph() -> None:
    graph = gg.GameGraph.from_edges([(0, 1), (1, 0)]).with_owner([0, 1])
    assert gg.ParityGame(graph, None, [0, 1]).owner.tolist() == [0, 1]
    assert gg.ParityGame(graph, [0, 1], [0, 1]).owner.tolist() == [0, 1]
    with pytest.raises(gg.GraphGameError, match=r"^owner of 0: expected 0, .* got 1; .*with_owner"):
        gg.ParityGame(graph, [1, 1], [0, 1])
    assert gg.ParityGame(graph.with_owner([1, 1]), None, [0, 1]).owner.tolist() == [1, 1]
    assert gg.ParityGame(graph, None, [0, 1]).solve().winners.tolist() == [1, 1]
    with pytest.raises(gg.GraphGameError, match=r"^owner: .* got None and a graph without owners$"):
        gg.ParityGame([(0, 1), (1, 0)], None, [0, 1])
