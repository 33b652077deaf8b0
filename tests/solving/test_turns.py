"""Owners, presets with a remoteness, and ties, against the reference and against plain games.

Pinned here: every answer equals that of tests/reference/turns.py, on random graphs and on all of
the smallest ones; two laws lead back to plain games; the certificate accepts an answer exactly when
it is right, whatever is changed.
"""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

import graphgame as gg
from graphgame import (
    DRAW,
    LOSE,
    NO_PRESET,
    TIE,
    WIN,
    GameGraph,
    GraphGameError,
    Outcome,
    Play,
    Solution,
    VerificationError,
    verify,
)
from graphgame.solving.turns import Turns
from tests.reference import graphs as plain, turns as reference
from tests.reference.turns import TurnGame
from tests.solving.turn_games import assert_right, graph_of, solved, turn_games
from tests.strategies import all_graphs, games

# -- against the reference ------------------------------------------------------------------------


@settings(max_examples=400)
@given(turn_games())
def test_every_answer_equals_the_reference(game: TurnGame) -> None:
    assert_right(game)


@pytest.mark.parametrize("count", ["plies", "turns"])
@pytest.mark.parametrize("play", ["normal", "misere"])
@pytest.mark.parametrize("n", [1, 2, 3])
def test_all_graphs_and_owners_of_up_to_three_positions(n: int, play: str, count: str) -> None:
    for i, edges in enumerate(all_graphs(n)):
        ways = list(product((0, 1), repeat=n))
        for owner in ways if n < 3 else [ways[i % len(ways)]]:
            assert_right(TurnGame(n, edges, {}, owner, play, count))


def test_all_presets_of_all_graphs_of_two_positions() -> None:
    labels = [None, *product((LOSE, DRAW, WIN, TIE), (0, 2))]
    for edges in all_graphs(2):
        for preset in product(labels, repeat=2):
            presets = {v: label for v, label in enumerate(preset) if label is not None}
            for owner, count in (((), "plies"), ((0, 0), "turns"), ((0, 1), "turns")):
                assert_right(TurnGame(2, edges, presets, owner, "normal", count))


def random_game(seed: int, n: int, count: str, density: float) -> TurnGame:
    random = np.random.default_rng(seed)
    edges = random.integers(0, n, (int(n * density), 2)).tolist()
    marked = random.choice(n, n // 8, replace=False).tolist()
    presets = {
        v: (Outcome(int(random.choice([-1, 0, 1, 3]))), int(random.choice([0, 0, 1, 5, 40])))
        for v in marked
    }
    owner = tuple(random.integers(0, 2, n).tolist())
    return TurnGame(n, tuple(map(tuple, edges)), presets, owner, "normal", count)


@pytest.mark.parametrize("count", ["plies", "turns"])
@pytest.mark.parametrize("density", [1.0, 1.5, 2.5])
@pytest.mark.parametrize("seed", range(3))
def test_larger_random_graphs_equal_the_reference(seed: int, density: float, count: str) -> None:
    assert_right(random_game(seed, 90, count, density))


# -- laws -----------------------------------------------------------------------------------------


@given(games(), st.sampled_from(["plies", "turns"]))
def test_the_game_on_positions_and_players_is_the_plain_game(game: plain.Game, count: Any) -> None:
    """With owners that alternate along every edge, nothing changes; turns are plies."""
    n = game.n
    edges = [(2 * u + p, 2 * v + 1 - p) for u, v in game.edges for p in (0, 1)]
    presets = {2 * v + p: outcome for v, outcome in game.presets.items() for p in (0, 1)}
    play: Any = game.play
    owned = gg.solve(
        GameGraph.from_edges(edges, 2 * n),
        play=play,
        presets=presets,
        owner=[0, 1] * n,
        count=count,
    )
    expected = gg.solve(
        GameGraph.from_edges(list(game.edges), n), play=play, presets=dict(game.presets)
    )
    for p in (0, 1):
        assert owned.outcomes[p::2].tolist() == expected.outcomes.tolist()
        assert owned.remoteness[p::2].tolist() == expected.remoteness.tolist()
        found = np.where(owned.best_moves[p::2] < 0, -1, owned.best_moves[p::2] // 2)
        assert found.tolist() == expected.best_moves.tolist()
    assert owned.plies.tolist() == owned.remoteness.tolist()


@given(turn_games())
def test_a_forced_move_of_the_other_player_changes_no_outcome(game: TurnGame) -> None:
    """A move after which the same player goes on is two moves through an invented position."""
    edges: list[tuple[int, int]] = []
    n = game.n
    for u, v in game.edges:
        if game.same(u, v):
            edges += [(u, n), (n, v)]
            n += 1
        else:
            edges.append((u, v))
    outcomes = {v: outcome for v, (outcome, _) in game.presets.items()}
    play: Any = game.play
    invented = gg.solve(GameGraph.from_edges(edges, n), play=play, presets=outcomes)
    assert invented.outcomes[: game.n].tolist() == solved(game).outcomes.tolist()


@given(games())
def test_a_remoteness_of_zero_is_no_remoteness(game: plain.Game) -> None:
    graph = GameGraph.from_edges(list(game.edges), game.n)
    play: Any = game.play
    pairs = gg.solve(graph, play=play, presets={v: (x, 0) for v, x in game.presets.items()})
    alone = gg.solve(graph, play=play, presets=dict(game.presets))
    assert pairs.outcomes.tolist() == alone.outcomes.tolist()
    assert pairs.remoteness.tolist() == alone.remoteness.tolist()
    assert pairs.best_moves.tolist() == alone.best_moves.tolist()


@given(turn_games())
def test_a_preset_of_a_remoteness_is_a_path_to_its_end(game: TurnGame) -> None:
    """Where players alternate, a LOSE in 3 is a path of three forced moves to a WIN."""
    edges, n, presets = list(game.edges), game.n, {}
    edges = [(u, v) for u, v in edges if u not in game.presets]
    for v, (outcome, remoteness) in game.presets.items():
        if outcome == DRAW:
            presets[v] = outcome
            continue
        at = v
        for _ in range(remoteness):
            edges.append((at, n))
            at, n = n, n + 1
        odd = remoteness % 2 == 1 and outcome != TIE
        presets[at] = Outcome(-outcome) if odd else outcome
    play: Any = game.play
    long = gg.solve(GameGraph.from_edges(edges, n), play=play, presets=presets)
    short = gg.solve(graph_of(game).with_owner(None), play=play)
    moving = [v for v in range(game.n) if v not in game.presets]
    assert long.outcomes[moving].tolist() == short.outcomes[moving].tolist()
    assert long.remoteness[moving].tolist() == short.remoteness[moving].tolist()


# -- the certificate ------------------------------------------------------------------------------


def accepts(game: TurnGame, outcomes: Any, remoteness: Any, plies: Any) -> bool:
    count: Any = game.count
    kept = np.array(plies, dtype=np.int32) if count == "turns" else None
    labels = np.array(outcomes, dtype=np.int8), np.array(remoteness, dtype=np.int32)
    graph = graph_of(game)
    try:
        return verify(graph, Solution(graph, Play(game.play), *labels, Turns(count, kept)))
    except VerificationError:
        return False


@settings(max_examples=150)
@given(turn_games(max_positions=6))
def test_every_change_of_one_position_is_refused(game: TurnGame) -> None:
    answer = reference.solve(game)
    labels = answer.outcomes, answer.remoteness, answer.plies
    assert accepts(game, *labels)
    for v in range(game.n):
        for field, changes in enumerate(([*Outcome, NO_PRESET], *[range(-2, 4)] * 2)):
            if field == 2 and game.count == "plies":
                continue
            for change in changes:
                planted = [list(column) for column in labels]
                planted[field][v] = change if field == 0 else labels[field][v] + change
                if planted[field][v] != labels[field][v]:
                    assert not accepts(game, *planted), (v, field, change)


def test_winners_cannot_justify_each_other_by_moves_that_cost_nothing() -> None:
    """Two positions of one player, each an option of the other, and a way out for the loser."""
    game = TurnGame(3, ((0, 1), (1, 0), (2, 2)), {}, (0, 0, 0), "normal", "turns")
    assert reference.solve(game).outcomes == [DRAW, DRAW, DRAW]
    for plies in ([1, 1, -1], [2, 1, -1], [0, 0, -1]):
        assert not accepts(game, [WIN, WIN, DRAW], [0, 0, -1], plies)
        assert not accepts(game, [WIN, WIN, DRAW], [1, 1, -1], plies)
    # The same with positions that a player can leave, to lose.
    leave = TurnGame(4, ((0, 1), (1, 0), (1, 2), (2, 3)), {}, (0, 0, 1, 0), "normal", "turns")
    assert reference.solve(leave).outcomes[:2] == [DRAW, DRAW]
    assert not accepts(leave, [LOSE, LOSE, WIN, LOSE], [2, 2, 1, 0], [4, 3, 1, 0])


def test_a_best_move_makes_progress_where_moves_cost_nothing() -> None:
    """All of 0, 1, 2 win in one turn; the way is 2, 1, 0, and then out."""
    edges = [(0, 1), (0, 3), (1, 2), (1, 0), (2, 1), (2, 0), (2, 2)]
    s = gg.solve(edges, owner=[0, 0, 0, 1], count="turns")
    assert s.remoteness.tolist() == [1, 1, 1, 0]
    assert s.plies.tolist() == [1, 2, 2, 0]
    assert [s.line(v) for v in range(3)] == [(0, 3), (1, 0, 3), (2, 0, 3)]
    assert s.winning_moves(2) == [0, 1, 2], "all of them win, if not at once"
    # Fewer turns come before fewer plies.
    more = gg.solve([(0, 1), (1, 2), (2, 3), (0, 4), (4, 5), (5, 6)], owner=[0, 0, 0, 1, 1, 0, 1])
    assert more.count == "plies"


# -- ties ------------------------------------------------------------------------------------------


def test_a_tie_comes_before_a_draw_and_after_a_win() -> None:
    graph = GameGraph.from_edges([(0, 1), (0, 0), (2, 1), (2, 3), (4, 4), (5, 0), (5, 4)])
    s = gg.solve(graph, presets={1: TIE})
    assert [str(s.outcome(v)) for v in range(6)] == ["TIE", "TIE", "WIN", "LOSE", "DRAW", "TIE"]
    assert s.remoteness.tolist() == [1, 0, 1, 0, -1, 2]
    assert s.line(5) == (5, 0, 1)
    assert s.line(5).closes_at is None
    assert s.best_moves.tolist() == [1, -1, 3, -1, 4, 0]
    assert s.counts() == {WIN: 1, LOSE: 1, DRAW: 1, TIE: 3}
    assert s.longest()[TIE] == 2
    assert s.table()["outcome"].tolist() == ["TIE", "TIE", "WIN", "LOSE", "DRAW", "TIE"]
    assert repr(s) == "Solution(n=6, m=7, play='normal': 1 WIN, 1 LOSE, 1 DRAW, 3 TIE)"


def test_games_without_a_tie_do_not_see_it() -> None:
    s = gg.solve([(0, 1), (1, 2)], presets={2: DRAW})
    assert [*s.counts(), *s.longest()] == [WIN, LOSE, DRAW] * 2


def test_values_refuse_what_is_not_impartial() -> None:
    tied = GameGraph.from_edges([(0, 1)]).with_presets({1: TIE})
    owned = GameGraph.from_edges([(0, 1)]).with_owner([0, 0])
    for solver in (gg.grundy, gg.loopy_grundy):
        with pytest.raises(GraphGameError, match="position 1: expected no preset but LOSE.*TIE"):
            solver(tied)
        with pytest.raises(GraphGameError, match="players alternate, got one with owners"):
            solver(owned)
