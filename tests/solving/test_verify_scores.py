"""`verify_scores` accepts a labelling exactly when it is right, and never asks the kernels.

A game has one labelling that is a proof, so every change of a right answer must be refused.
"""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, strategies as st

import graphgame as gg
from graphgame import GameGraph, GraphGameError, ScoreSolution, VerificationError, verify_scores
from tests.reference.scores import ScoreGame
from tests.strategies import all_graphs, score_games

FARTHEST, MOST = 2**31 - 1, 2**63 - 1
NONE = gg.NO_SCORE


def parts(game: ScoreGame) -> tuple[GameGraph, Any, dict[str, Any]]:
    graph = GameGraph.from_edges(list(game.edges), game.n)
    given = np.array([game.scores.get(v, NONE) for v in range(game.n)], dtype=np.int64)
    return graph, given, {"owner": game.owner, "endless": game.endless}


def accepts(game: ScoreGame, scores: Any, remoteness: Any) -> bool:
    graph, given, more = parts(game)
    try:
        return verify_scores(graph, given, scores, remoteness, **more)
    except VerificationError:
        return False


# -- exactly the right answers --------------------------------------------------------------------


@given(score_games())
def test_the_answer_of_the_reference_is_accepted(game: ScoreGame) -> None:
    positions = range(game.n)
    answer = [game.score(v) for v in positions], [game.remoteness(v) for v in positions]
    assert accepts(game, *answer)


@given(score_games(6))
def test_every_change_of_one_position_is_refused(game: ScoreGame) -> None:
    """Another score, a remoteness one off or far off, or both, for every position in turn."""
    positions = range(game.n)
    scores = np.array([game.score(v) for v in positions], dtype=np.int64)
    remoteness = np.array([game.remoteness(v) for v in positions], dtype=np.int32)
    for v in positions:
        right = int(scores[v]), int(remoteness[v])
        near = {right[1] - 1, right[1], right[1] + 1, -2, -1, 0, FARTHEST}
        others = {right[0] - 1, right[0], right[0] + 1, -right[0], game.endless}
        others |= {NONE, MOST, -MOST, FARTHEST}
        for label in product((x for x in others if NONE <= x <= MOST), near):
            if label != right:
                scores[v], remoteness[v] = label
                assert not accepts(game, scores, remoteness), (v, label)
        scores[v], remoteness[v] = right


@given(score_games(6), st.data())
def test_other_labellings_are_refused(game: ScoreGame, data: st.DataObject) -> None:
    """Several changes at once, and whole labellings of other rules for endless play."""
    positions = range(game.n)
    right = [(game.score(v), game.remoteness(v)) for v in positions]
    label = st.tuples(st.integers(-4, 4), st.integers(-1, 4))
    changed = [data.draw(st.one_of(st.just(right[v]), label)) for v in positions]
    assume(changed != right)
    assert not accepts(game, [x for x, _ in changed], [r for _, r in changed])


@pytest.mark.parametrize("owner", [None, (0, 0), (0, 1)])
def test_all_labellings_of_all_smallest_games(owner: tuple[int, ...] | None) -> None:
    labels = list(product((-2, -1, 0, 2), (-1, 0, 1, 2)))
    for edges in all_graphs(2):
        stuck = {v for v in range(2) if all(u != v for u, _ in edges)}
        for score in (-1, 2):
            game = ScoreGame(2, edges, dict.fromkeys(stuck or {1}, score), owner)
            right = [(game.score(v), game.remoteness(v)) for v in range(2)]
            for a, b in product(labels, repeat=2):
                found = accepts(game, [a[0], b[0]], [a[1], b[1]])
                assert found == ([a, b] == right), (game, a, b)


@given(score_games(6, moved=True), st.integers(-5, 5))
def test_another_worth_of_endless_play_is_noticed(game: ScoreGame, endless: int) -> None:
    """The right answer for one worth is accepted for another only if it is right there, too."""
    other = ScoreGame(game.n, game.edges, game.scores, game.owner, endless)
    answers = [[(x.score(v), x.remoteness(v)) for v in range(game.n)] for x in (game, other)]
    scores, remoteness = [x for x, _ in answers[0]], [r for _, r in answers[0]]
    assert accepts(other, scores, remoteness) == (answers[0] == answers[1])


@given(score_games(6, moved=True), st.data())
def test_other_players_are_noticed(game: ScoreGame, data: st.DataObject) -> None:
    assume(game.n)
    assert game.owner is not None
    v = data.draw(st.integers(0, game.n - 1))
    owner = tuple(1 - m if u == v else m for u, m in enumerate(game.owner))
    other = ScoreGame(game.n, game.edges, game.scores, owner, game.endless)
    answers = [[(x.score(v), x.remoteness(v)) for v in range(game.n)] for x in (game, other)]
    scores, remoteness = [x for x, _ in answers[0]], [r for _, r in answers[0]]
    assert accepts(other, scores, remoteness) == (answers[0] == answers[1])


# -- from what the user gave ----------------------------------------------------------------------


def solution() -> ScoreSolution[Any]:
    edges = [(0, 1), (1, 0), (1, 2), (2, 3), (2, 4), (5, 4)]
    return gg.solve_scores(edges, {3: 4, 4: -1}, owner=[0, 1, 0, 1, 1, 0], endless=-2)


def test_the_owners_of_a_solution_count() -> None:
    s = solution()
    game = s.game
    assert game.owner is not None
    for i in range(game.n):
        changed = game.owner.copy()
        changed[i] = 1 - changed[i]
        s.game = game.with_owner(changed)
        with pytest.raises(VerificationError):
            s.verify()


@pytest.mark.parametrize("field", ["_given", "_scores", "_remoteness"])
def test_each_field_of_a_solution_counts(field: str) -> None:
    s = solution()
    assert s.verify()
    array = np.array(getattr(s, field))
    for i in range(len(array)):
        changed = array.copy()
        changed[i] = 1 - changed[i]
        setattr(s, field, changed)
        with pytest.raises(VerificationError):
            s.verify()
    setattr(s, field, array)
    s.endless = 7
    with pytest.raises(VerificationError):
        s.verify()


def test_derived_arrays_are_not_read() -> None:
    """A wrong transpose misleads the kernel, and is noticed; afterwards it does not matter."""
    graph = GameGraph.from_edges([(0, 1), (0, 2), (3, 0)], 4)
    ptr, _ = graph._predecessor_rows()
    graph._predecessors = ptr, np.array([3, 3, 0], dtype=np.int32)
    scores = {1: -5, 2: 1}
    with pytest.raises(VerificationError):
        gg.solve_scores(graph, scores).verify()
    right = gg.solve_scores(GameGraph.from_edges([(0, 1), (0, 2), (3, 0)], 4), scores=scores)
    right.game._predecessors = graph._predecessors
    assert right.verify()


def test_a_refusal_names_the_position_and_its_options() -> None:
    graph = gg.as_game_graph({"a": ["b", "c"]})
    with pytest.raises(VerificationError) as caught:
        verify_scores(graph, [NONE, -3, 2], [2, -3, 2], [1, 0, 0])
    assert str(caught.value) == (
        "position 'a': expected no option that is worth more, got score 2 of remoteness 1; "
        "its options: 'b' score -3 0, 'c' score 2 0"
    )


WRONG: dict[str, Any] = {
    "graph: expected a GameGraph": ([(0, 1)], [NONE, 1], [-1, 1], [1, 0]),
    "scores: expected 2 values": (gg.as_game_graph([(0, 1)]), [NONE, 1], [-1], [1, 0]),
    "given: expected 2 values": (gg.as_game_graph([(0, 1)]), [1], [-1, 1], [1, 0]),
}


@pytest.mark.parametrize("message", WRONG)
def test_what_is_no_labelling_is_refused(message: str) -> None:
    with pytest.raises(GraphGameError, match=message):
        verify_scores(*WRONG[message])


def test_players_and_endless_play_go_together() -> None:
    graph = gg.as_game_graph([(0, 1)])
    with pytest.raises(GraphGameError, match="endless: expected 0"):
        verify_scores(graph, [NONE, 1], [-1, 1], [1, 0], endless=1)
    with pytest.raises(GraphGameError, match="owner: expected 0 and 1"):
        verify_scores(graph, [NONE, 1], [-1, 1], [1, 0], owner=[0, 2])


def test_no_kernel_is_needed() -> None:
    """The certificate runs in a process in which no kernel of scores can be imported."""
    program = """
import sys
sys.modules["graphgame.solving.scores._scores"] = None
import graphgame as gg
graph = gg.GameGraph.from_edges([(0, 1), (1, 2)])
print(gg.verify_scores(graph, [gg.NO_SCORE, gg.NO_SCORE, 4], [4, -4, 4], [2, 1, 0]))
"""
    environment = os.environ | {"PYTHONPATH": str(Path(gg.__file__).parents[1])}
    run = subprocess.run(
        [sys.executable, "-P", "-c", program], capture_output=True, env=environment, check=True
    )
    assert run.stdout == b"True\n"
