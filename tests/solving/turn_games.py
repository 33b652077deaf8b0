"""Games with owners, presets with a remoteness, and ties: drawn, solved, compared."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

import graphgame as gg
from graphgame import TIE, GameGraph, Outcome, Solution
from tests.reference import turns as reference
from tests.reference.turns import TurnGame
from tests.strategies import games


@st.composite
def turn_games(draw: st.DrawFn, max_positions: int = 8) -> TurnGame:
    """Draw a game with owners or without, whose presets may have a remoteness, or tie."""
    game = draw(games(max_positions=max_positions))
    positions = st.integers(0, max(game.n - 1, 0))
    preset = st.tuples(st.sampled_from(Outcome), st.sampled_from([0, 0, 1, 2, 3, 7]))
    presets = draw(st.dictionaries(positions, preset, max_size=game.n))
    owner: tuple[int, ...] = ()
    count = "plies"
    if draw(st.booleans()):
        owner = tuple(draw(st.lists(st.integers(0, 1), min_size=game.n, max_size=game.n)))
        # What has no positions has no owners for the reference.
        count = draw(st.sampled_from(["plies", "turns"]) if owner else st.just("plies"))
    return TurnGame(game.n, game.edges, presets, owner, game.play, count)


def graph_of(game: TurnGame) -> GameGraph[int]:
    graph: GameGraph[int] = GameGraph.from_edges(list(game.edges), game.n)
    if game.owner:
        graph = graph.with_owner(game.owner)
    return graph.with_presets(game.presets) if game.presets else graph


def solved(game: TurnGame) -> Solution[int]:
    count: Any = game.count
    play: Any = game.play
    return gg.solve(graph_of(game), play=play, count=count)


def assert_right(game: TurnGame) -> None:
    """Compare everything a solution says with the reference, and verify it."""
    answer, solution = reference.solve(game), solved(game)
    positions = range(game.n)
    best = [answer.best_move(v) for v in positions]
    assert solution.outcomes.tolist() == answer.outcomes
    assert solution.remoteness.tolist() == answer.remoteness
    if game.count == "turns":
        assert solution.plies.tolist() == answer.plies
    assert [solution.best_move(v) for v in positions] == best, "one by one"
    assert solution.best_moves.tolist() == [-1 if w is None else w for w in best]
    for v in positions:
        assert solution.winning_moves(v) == answer.winning_moves(v)
        line = solution.line(v)
        assert (list(line), line.closes_at) == answer.line(v)
    for outcome in Outcome:
        there = [r for o, r in zip(answer.outcomes, answer.remoteness, strict=True) if o == outcome]
        if outcome != TIE or there:
            assert solution.counts()[outcome] == len(there)
            assert solution.longest()[outcome] == max(there, default=-1)
        else:
            assert TIE not in solution.counts(), "only games that preset a TIE see it"
    assert solution.verify() is True
