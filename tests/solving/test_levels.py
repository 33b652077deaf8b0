"""Draw levels: the slow definition, and what the certificate refuses."""

from __future__ import annotations

import random
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

import graphgame as gg
from graphgame import DRAW, GameGraph, GraphGameError, VerificationError, verify_draw_levels
from tests.reference import graphs as reference, levels as slow
from tests.reference.graphs import Game
from tests.strategies import all_graphs, games

if TYPE_CHECKING:
    from collections.abc import Sequence


def graph_of(game: Game) -> GameGraph:
    graph = GameGraph.from_edges(list(game.edges), game.n)
    return graph.with_presets(game.presets) if game.presets else graph


def ranks(levels: gg.DrawLevels[Any]) -> list[tuple[int, int]]:
    return list(zip(levels.levels.tolist(), levels.remoteness.tolist(), strict=True))


def accepts(graph: GameGraph, outcomes: Any, labels: Sequence[tuple[int, int]]) -> bool:
    columns = np.array(labels, dtype=np.int32).reshape(-1, 2)
    try:
        return verify_draw_levels(graph, outcomes, columns[:, 0], columns[:, 1])
    except VerificationError:
        return False


def drawn_game(seed: int, n: int, m: int, presets: int = 0) -> Game:
    """Return a random game whose draws have many levels: few ends, and sparse."""
    rng = random.Random(seed)
    edges = [(rng.randrange(1, n), rng.randrange(n)) for _ in range(m)]
    edges += [(v, rng.randrange(n)) for v in range(1, n)]
    marks = rng.sample(range(n), presets)
    return Game(n, tuple(edges), {v: rng.choice([gg.WIN, gg.LOSE, DRAW]) for v in marks})


def check(game: Game) -> None:
    answer, graph = reference.solve(game), graph_of(game)
    found = gg.solve(graph, play=game.play).draw_levels()
    right = slow.levels(answer)
    assert ranks(found) == right
    assert found.verify()
    for v in range(game.n):
        draws = {w for w in answer.options[v] if answer.outcomes[w] == DRAW}
        lost = sorted(w for w in answer.options[v] if answer.outcomes[w] == gg.WIN)
        is_draw = answer.outcomes[v] == DRAW
        assert found.moves(v) == (slow.best(right, draws) if is_draw else [])
        assert found.losing_moves(v) == (lost if is_draw else [])
        only = min(draws) if is_draw and lost and len(draws) == 1 else None
        assert found.only_move(v) == only
        assert found[v] == (*right[v], None if right[v][0] < 0 else right[v][1] % 2 == 1)
    counts = found.counts()
    for level, count in enumerate(counts):
        lengths = [r for k, r in right if k == level]
        assert count == {
            "pressing": sum(r % 2 for r in lengths),
            "pressed": sum(1 - r % 2 for r in lengths),
            "edge": lengths.count(0),
            "longest": max(lengths),
        }
    assert len(counts) == max((k for k, _ in right), default=-1) + 1


@given(games())
def test_random_games_have_the_levels_of_the_reference(game: Game) -> None:
    check(game)


@pytest.mark.parametrize("n", [1, 2, 3])
def test_all_smallest_games(n: int) -> None:
    for edges in all_graphs(n):
        check(Game(n, edges, {}, "normal"))


@pytest.mark.parametrize("seed", range(40))
def test_sparse_games_have_many_levels(seed: int) -> None:
    check(drawn_game(seed, 60, 30, presets=seed % 3))


def test_random_games_do_reach_several_levels() -> None:
    """Or the tests above would say little."""
    most = [gg.solve(graph_of(drawn_game(seed, 60, 30))).draw_levels() for seed in range(40)]
    assert max(len(levels.counts()) for levels in most) >= 2
    assert max(int(levels.remoteness.max()) for levels in most) >= 4


def ladder(levels: int) -> Game:
    """Return a game of so many levels: on edge k, a move lets the other player press on k - 1."""
    edges = [(1, 0), (2, 1)]  # 0 LOSE, 1 WIN
    presser = 1
    edges.pop()
    for k in range(levels):
        edge, next_presser = 2 + 2 * k, 3 + 2 * k
        edges += [(edge, presser), (edge, next_presser), (next_presser, edge)]
        presser = next_presser
    return Game(2 + 2 * levels, tuple(edges))


@pytest.mark.parametrize("levels", [0, 1, 2, 7])
def test_a_game_of_so_many_levels(levels: int) -> None:
    found = gg.solve(graph_of(ladder(levels))).draw_levels()
    wanted = [(-1, -1)] * 2 + [(k, r) for k in range(levels) for r in (0, 1)]
    assert ranks(found) == wanted
    check(ladder(levels))


def test_a_dead_draw_is_one_from_which_nobody_can_lose() -> None:
    game = Game(4, ((0, 1), (1, 0), (1, 2), (3, 3)), {2: DRAW})
    found = gg.solve(graph_of(game)).draw_levels()
    assert found.dead == 3
    assert found.counts() == []
    assert repr(found) == "DrawLevels(0 levels: 0 pressing, 0 pressed, 3 dead)"
    assert found.moves(1) == [0, 2]


def test_a_drawn_terminal_has_no_moves_at_any_length() -> None:
    graph = GameGraph.from_edges([(0, 1), (1, 0), (0, 2), (2, 0), (2, 3), (3, 4)], 5)
    for preset in (DRAW, (DRAW, 2)):
        solution = gg.solve(graph, presets={2: preset})
        found = solution.draw_levels()
        assert solution.outcome(2) is DRAW and solution.best_move(2) is None
        assert found.moves(2) == found.losing_moves(2) == [] and found.only_move(2) is None
        assert found.moves(0) == [1, 2]


def test_moves_of_codes_with_a_symmetry_are_integers() -> None:
    """A circle of 12 codes, a step to either side; its mirror image is the same."""

    def circle(codes: Any) -> tuple[Any, Any]:
        steps = np.stack([codes + 1, codes - 1], axis=1) % 12
        return np.arange(len(codes)).repeat(2), steps.ravel()

    game = gg.explore_codes(circle, start=5, canonical=lambda codes: np.minimum(codes, 12 - codes))
    moves = gg.solve(game).draw_levels().moves(3)
    assert moves == [4, 2] and {type(move) for move in moves} == {int}


def test_an_empty_game() -> None:
    found = gg.solve(GameGraph.from_edges([], 0)).draw_levels()
    assert found.counts() == []
    assert found.verify()


# -- the certificate ------------------------------------------------------------------------------


def changes(right: tuple[int, int], n: int) -> set[tuple[int, int]]:
    near = {-2, -1, 0, 1, 2, n, 2**31 - 1}
    levels = near | {right[0] + d for d in (-1, 1)}
    plies = near | {right[1] + d for d in (-2, -1, 1, 2)}
    return {x for x in product(levels, plies) if max(x) < 2**31} - {right}


def refuse_changes(game: Game) -> None:
    graph, answer = graph_of(game), reference.solve(game)
    right = slow.levels(answer)
    assert accepts(graph, answer.outcomes, right)
    for v in range(game.n):
        for label in changes(right[v], game.n):
            assert not accepts(graph, answer.outcomes, [*right[:v], label, *right[v + 1 :]])


@settings(max_examples=60)
@given(games(max_positions=8))
def test_every_change_of_one_position_is_refused(game: Game) -> None:
    refuse_changes(game)


@pytest.mark.parametrize("seed", range(4))
def test_every_change_in_games_of_several_levels_is_refused(seed: int) -> None:
    refuse_changes(drawn_game(seed, 24, 12))
    refuse_changes(ladder(seed + 1))


@pytest.mark.parametrize("n", [1, 2])
def test_all_labellings_of_all_smallest_games(n: int) -> None:
    labels = list(product((-1, 0, 1), (-1, 0, 1, 2)))
    for edges in all_graphs(n):
        game = Game(n, edges)
        graph, answer = graph_of(game), reference.solve(game)
        right = tuple(slow.levels(answer))
        found = [x for x in product(labels, repeat=n) if accepts(graph, answer.outcomes, x)]
        assert found == [right]


@given(games(), st.data())
def test_a_labelling_of_anything_is_accepted_only_if_right(game: Game, data: st.DataObject) -> None:
    graph, answer = graph_of(game), reference.solve(game)
    right = slow.levels(answer)
    label = st.tuples(st.integers(-1, 2), st.integers(-1, 4))
    drawn = [data.draw(st.one_of(st.just(x), label)) for x in right]
    assert accepts(graph, answer.outcomes, drawn) == (drawn == right)


def test_levels_that_are_shifted_together_are_refused() -> None:
    """All labels of a game a level later, or two plies: each label has its support nearby."""
    for game in (ladder(3), drawn_game(1, 40, 20)):
        graph, answer = graph_of(game), reference.solve(game)
        right = slow.levels(answer)
        assert not accepts(graph, answer.outcomes, [(k + (k >= 0), r) for k, r in right])
        assert not accepts(graph, answer.outcomes, [(k, r + 2 * (r >= 0)) for k, r in right])
        assert not accepts(graph, answer.outcomes, [(-1, -1)] * game.n)


def test_the_certificate_is_of_the_edges_that_were_given() -> None:
    solution = gg.solve(graph_of(ladder(2)))
    found = solution.draw_levels()
    ptr, idx = (np.array(x) for x in solution.game._predecessor_rows())
    wrong = solution.game._predecessors = ptr, idx[::-1].copy()
    assert found.verify()
    misled = solution.draw_levels()
    assert solution.game._predecessors is wrong
    with pytest.raises(VerificationError):
        misled.verify()


def test_wrong_shapes_and_types_are_refused() -> None:
    graph = graph_of(ladder(1))
    outcomes = gg.solve(graph).outcomes
    labels = np.array([-1, -1, 0, 0])
    with pytest.raises(GraphGameError, match=r"levels: expected 4 values, got shape \(3,\)"):
        verify_draw_levels(graph, outcomes, labels[:3], labels)
    with pytest.raises(GraphGameError, match="remoteness: expected integers, got float64"):
        verify_draw_levels(graph, outcomes, labels, labels * 1.0)
    with pytest.raises(GraphGameError, match="graph: expected a GameGraph, got list"):
        verify_draw_levels([], outcomes, labels, labels)  # type: ignore[arg-type]


# -- what has no levels ---------------------------------------------------------------------------


def test_games_in_which_players_do_not_take_turns_are_refused() -> None:
    solution = gg.solve([(0, 1), (1, 0)], owner=[0, 1])
    with pytest.raises(GraphGameError, match="players take turns"):
        solution.draw_levels()


def test_games_with_ties_are_refused() -> None:
    solution = gg.solve([(0, 1), (1, 0), (1, 2)], presets={2: gg.TIE})
    with pytest.raises(GraphGameError, match="without TIE"):
        solution.draw_levels()


def test_an_unknown_position() -> None:
    with pytest.raises(gg.UnknownPositionError):
        gg.solve([(0, 1), (1, 0)]).draw_levels().moves(7)
