"""Scores: `solve(scores=…)` against the reference, known games, and what a solution shows.

The reference solves a reachability game for each threshold; it knows nothing of an order of scores.
"""

from __future__ import annotations

import io
import pickle
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings, strategies as st

import graphgame as gg
from graphgame import DRAW, LOSE, WIN, GameGraph, GraphGameError, ScoreSolution
from graphgame.outcome import NEVER_ENDS
from graphgame.solving.scores import _scores
from tests.reference import graphs as reference
from tests.reference.graphs import Game
from tests.reference.scores import ScoreGame
from tests.strategies import games, score_games

MOST, NARROW = 2**63 - 1, 2**31 - 1


def score_array(game: ScoreGame) -> Any:
    scores = np.full(game.n, gg.NO_SCORE, dtype=np.int64)
    for v, score in game.scores.items():
        scores[v] = score
    return scores


def solved(game: ScoreGame, graph: GameGraph | None = None) -> ScoreSolution[Any]:
    if graph is None:
        graph = GameGraph.from_edges(list(game.edges), game.n)
    return gg.solve_scores(graph, score_array(game), owner=game.owner, endless=game.endless)


def plays_on(game: ScoreGame) -> bool:
    """Whether some position goes on, or none could: scores of all positions are refused."""
    return not game.edges or len(game.scores) < game.n


def same(s: ScoreSolution[Any], game: ScoreGame) -> None:
    """Compare every method with the reference."""
    positions = range(game.n)
    assert s.scores.tolist() == [game.score(v) for v in positions]
    assert s.remoteness.tolist() == [game.remoteness(v) for v in positions]
    one_by_one = [s.best_move(v) for v in positions]  # before all of them are computed
    assert one_by_one == [game.best_move(v) for v in positions]
    assert s.best_moves.tolist() == [-1 if w is None else w for w in one_by_one]
    assert [s.best_move(v) for v in positions] == one_by_one
    for v in positions:
        assert s.optimal_moves(v) == game.optimal_moves(v)
        assert s.winning_moves(v) == game.winning_moves(v)
        assert (tuple(s.line(v)), s.line(v).closes_at) == (tuple(game.line(v)[0]), game.line(v)[1])
        assert s[v] == (s.score(v), s.remoteness_of(v), s.best_move(v))
        assert s.outcome(v) == s.outcomes[v] == np.sign(s.score(v))
    assert s.verify() is True


# -- against the reference ------------------------------------------------------------------------


@settings(max_examples=300)
@given(score_games())
def test_every_answer_is_that_of_the_reference(game: ScoreGame) -> None:
    assume(plays_on(game))
    same(solved(game), game)


@given(score_games())
def test_rows_and_wide_counters_give_the_same(game: ScoreGame) -> None:
    """Compressed sparse rows, and counters in 32 bits, which positions of many options need."""
    assume(plays_on(game))
    ordered = sorted(game.edges)
    ptr = np.searchsorted([u for u, _ in ordered], np.arange(game.n + 1))
    graph = GameGraph.from_csr(ptr, np.array([w for _, w in ordered], dtype=np.int32))
    s = solved(game, graph)
    assert s.scores.tolist() == [game.score(v) for v in range(game.n)]
    gains = [abs(x - (-game.endless if m else game.endless)) for x, m in _terminals(game)]
    order = sorted(range(len(gains)), key=lambda i: -gains[i])
    terminals = np.array(sorted(game.scores), dtype=np.int32)[order]
    wide = _scores.propagate(
        *graph._predecessor_rows(),
        graph._degrees(),
        terminals,
        s.given[order],
        s.owner,
        game.endless,
        False,
    )
    assert [np.asarray(x).tolist() for x in wide] == [s.scores.tolist(), s.remoteness.tolist()]


def _terminals(game: ScoreGame) -> Iterator[tuple[int, int]]:
    for v in sorted(game.scores):
        yield game.scores[v], 0 if game.owner is None else game.owner[v]


@given(games())
def test_outcomes_are_scores(game: Game) -> None:
    """Where every game ends with 1 or -1, scores are outcomes, and remoteness is the same."""
    presets = {v: outcome for v, outcome in game.presets.items() if outcome is not DRAW}
    game = Game(game.n, game.edges, presets, game.play)
    answer = reference.solve(game)
    ends = {v: int(answer.outcomes[v]) for v in range(game.n) if not answer.options[v]}
    scored = ScoreGame(game.n, game.edges, ends)
    assume(plays_on(scored))
    s = solved(scored)
    assert s.outcomes.tolist() == answer.outcomes
    assert s.scores.tolist() == answer.outcomes
    assert s.remoteness.tolist() == answer.remoteness
    assert gg.solve(s.graph()).outcomes.tolist() == answer.outcomes


@given(score_games(), st.randoms())
def test_labels_mappings_masks_and_rules_give_the_same(game: ScoreGame, random: Any) -> None:
    assume(plays_on(game) and game.n)
    s = solved(game)
    names = [f"p{v}" for v in range(game.n)]
    options = {names[v]: [names[w] for u, w in game.edges if u == v] for v in range(game.n)}
    scores = {names[v]: score for v, score in game.scores.items()}
    owner = None if game.owner is None else dict(zip(names, game.owner, strict=True))
    by_name = gg.solve_scores(options, scores, owner=owner, endless=game.endless)
    assert by_name.scores.tolist() == s.scores.tolist()

    array = score_array(game)
    masked = np.ma.masked_equal(array, gg.NO_SCORE)
    graph = s.game if random.random() < 0.5 else GameGraph.from_edges(list(game.edges), game.n)
    again = gg.solve_scores(graph, masked, owner=game.owner, endless=game.endless)
    assert again.scores.tolist() == s.scores.tolist()
    assert again.remoteness.tolist() == s.remoteness.tolist()

    rule = SimpleNamespace(options=options.__getitem__, score=scores.get)
    if owner is not None:
        rule.owner = owner.__getitem__
    unfinished = [name for name in names if name not in scores]
    assume(unfinished)
    explored = gg.solve_scores(rule, start=[*unfinished, *names], endless=game.endless)
    assert {x: explored.score(x) for x in names} == dict(zip(names, s.scores.tolist(), strict=True))
    assert explored.start == unfinished[0]
    assert explored.verify()


# -- known games ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "scores", [[None, None, 3], (None, None, 3), np.array([None, None, 3], dtype=object)]
)
def test_none_in_a_list_is_no_score_as_it_is_in_a_mapping(scores: Any) -> None:
    edges = [(0, 1), (1, 2)]
    expected = gg.solve_scores(edges, {2: 3})
    assert gg.solve_scores(edges, scores).scores.tolist() == expected.scores.tolist()
    with pytest.raises(gg.GraphGameError, match=r"^scores\[2\]: expected a score for every"):
        gg.solve_scores(edges, [None, None, None])


def test_the_last_stone_counts() -> None:
    """Take 1 or 2 stones of n; who takes the last gets 7."""
    s = gg.solve_scores(lambda n: [n - k for k in (1, 2) if n >= k], start=5, scores={0: -7})
    assert s.scores[[s.game.index(n) for n in range(6)]].tolist() == [-7, 7, 7, -7, 7, 7]
    assert (s.line(), s.remoteness_of(5), s.optimal_moves(5)) == ((5, 3, 2, 0), 3, [3])
    assert s.result is WIN


def test_a_smaller_win_that_is_near_does_not_tempt() -> None:
    edges = [(0, 1), (0, 2), (2, 3), (3, 4), (4, 5)]
    s = gg.solve_scores(edges, {1: -1, 5: 9})
    assert (s.score(0), s.line(0), s.remoteness_of(0)) == (9, (0, 2, 3, 4, 5), 4)
    s = gg.solve_scores(edges, {1: -1, 5: -9})
    assert (s.score(0), s.line(0), s.remoteness_of(0)) == (1, (0, 1), 1)
    assert s.winning_moves(0) == s.optimal_moves(0) == [1]
    s = gg.solve_scores(edges, {1: -1, 5: 1})
    assert (s.score(0), s.line(0), s.remoteness_of(0)) == (1, (0, 1), 1)
    assert s.winning_moves(0) == s.optimal_moves(0) == [1, 2]


def test_endless_play_is_worth_cycles_to_player_0() -> None:
    """Each player may leave a circle of two positions; who leaves pays."""
    edges = [(0, 1), (1, 0), (0, 2), (1, 3)]
    scores = {2: 3, 3: 3}  # for the player to move there, the opponent of who left
    for endless, expected in ((0, [0, 0]), (2, [2, -2]), (3, [3, -3]), (5, [3, -3]), (-2, [-2, 2])):
        s = gg.solve_scores(edges, scores, owner=[0, 1, 1, 0], endless=endless)
        assert s.scores[:2].tolist() == expected
        assert s.verify()
    assert gg.solve_scores(edges, scores).remoteness[:2].tolist() == [NEVER_ENDS, NEVER_ENDS]


def test_who_moves_again_keeps_the_sign() -> None:
    s = gg.solve_scores([(0, 1), (1, 2)], {2: 4}, owner=[0, 0, 0])
    assert s.scores.tolist() == [4, 4, 4]
    s = gg.solve_scores([(0, 1), (1, 2)], {2: 4}, owner=[0, 0, 1])
    assert s.scores.tolist() == [-4, -4, 4]
    assert s.winning_moves(0) == []
    assert s.optimal_moves(0) == [1]


def test_a_level_game_that_ends_does_so_soon() -> None:
    s = gg.solve_scores([(0, 1), (1, 0), (1, 2), (0, 0), (3, 3)], {2: 0})
    assert s.remoteness.tolist() == [2, 1, 0, -1]
    assert s.line(0) == (0, 1, 2)
    assert s.line(3).closes_at == 0


def test_a_level_game_that_can_end_does() -> None:
    """Both players may go to 3, where play never ends, which is worth as much."""
    for owner in (None, [0, 1, 0, 0]):
        s = gg.solve_scores([(0, 1), (0, 3), (1, 2), (1, 3), (3, 3)], {2: 0}, owner=owner)
        assert s.remoteness.tolist() == [2, 1, 0, NEVER_ENDS]
        assert s.best_moves.tolist() == [1, 2, -1, 3]
        assert s.line(0) == (0, 1, 2)


@pytest.mark.boundary
@pytest.mark.parametrize("degree", [126, 127, 128, 255, 256, 300])
def test_positions_of_many_options(degree: int) -> None:
    """All options but the last are good for the opponent; then all of them are."""
    edges = [(0, v) for v in range(1, degree + 1)]
    scores = dict.fromkeys(range(1, degree + 1), 5) | {degree: -1}
    assert gg.solve_scores(edges, scores).scores[0] == 1
    assert gg.solve_scores(edges, scores | {degree: 2}).scores[0] == -2
    assert gg.solve_scores(edges, scores | {degree: 2}, owner=[0] * (degree + 1)).scores[0] == 5


@pytest.mark.parametrize("many", [8191, 8192, 8193, 30_000])
def test_positions_of_many_predecessors(many: int) -> None:
    edges = np.stack([np.arange(1, many + 1), np.zeros(many)], axis=1).astype(np.int32)
    owner = np.arange(many + 1) % 2
    for s in (gg.solve_scores(edges, {0: -5}), gg.solve_scores(edges, {0: -5}, owner=owner)):
        assert (s.scores[1:] == (5 if s.owner is None else np.where(owner[1:], 5, -5))).all()
        assert (s.remoteness[1:] == 1).all()


@pytest.mark.parametrize("most", [NARROW, NARROW + 1, MOST])
def test_the_greatest_scores_and_as_many_scores_as_positions(most: int) -> None:
    s = gg.solve_scores([(0, 1), (2, 3)], {1: most, 3: -most})
    assert s.scores.tolist() == [-most, most, most, -most]
    s = gg.solve_scores(
        [(0, 1), (2, 3)], scores={1: most, 3: -most}, owner=[1, 1, 0, 0], endless=-most
    )
    assert s.scores.tolist() == [most, most, -most, -most]
    assert s.verify()
    n = 1 << 17  # more classes than fit in 16 bits, each with one terminal
    edges = np.stack([np.arange(n), np.arange(n, 2 * n)], axis=1).astype(np.int32)
    scores = np.full(2 * n, gg.NO_SCORE, dtype=np.int64)
    scores[n:] = np.random.default_rng(1).permutation(n) - n // 2
    s = gg.solve_scores(GameGraph.from_edges(edges, 2 * n), scores=scores)
    assert (s.scores[:n] == -scores[n:]).all()
    assert s.verify()


def test_nothing_and_terminals_alone() -> None:
    empty = gg.solve_scores({}, scores={})
    assert (len(empty), empty.counts(), empty.verify()) == (0, {WIN: 0, LOSE: 0, DRAW: 0}, True)
    assert repr(empty) == "ScoreSolution(n=0, m=0: 0 WIN, 0 LOSE, 0 DRAW)"
    assert gg.solve_scores(lambda n: [], start=[], scores={}).verify()
    alone = gg.solve_scores(lambda n: [], start="x", scores={"x": 6})
    assert (alone.score("x"), alone.line(), alone.best_move("x")) == (6, ("x",), None)


# -- what a solution shows ------------------------------------------------------------------------


def test_text_and_columns_show_the_scores() -> None:
    s = gg.solve_scores({"a": ["b", "c"], "b": ["d"]}, scores={"c": 0, "d": -4})
    assert repr(s) == "ScoreSolution(n=4, m=3, scores from -4 to 4: 1 WIN, 1 LOSE, 2 DRAW)"
    columns = {name: column.tolist() for name, column in s.table().items()}
    assert columns == {
        "position": ["a", "b", "c", "d"],
        "score": [0, 4, 0, -4],
        "outcome": ["DRAW", "WIN", "DRAW", "LOSE"],
        "remoteness": [1, 1, 0, 0],
        "best_move": ["c", "d", None, None],
    }
    assert s.score_counts() == {-4: 1, 0: 2, 4: 1}
    started = gg.solve_scores(lambda n: [n - 1] if n else [], start=2, scores={0: -4})
    assert repr(started).endswith("; the start: -4)")
    assert [*started] == [2, 1, 0]
    assert 3 not in started
    assert len(started) == 3


@given(score_games())
def test_a_file_keeps_everything(game: ScoreGame) -> None:
    assume(plays_on(game))
    s = solved(game)
    file = io.BytesIO()
    s.save(file)
    file.seek(0)
    loaded = ScoreSolution.load(file)
    same(loaded, game)
    assert (loaded.endless, loaded.given.tolist()) == (s.endless, s.given.tolist())


def test_a_file_of_something_else_is_refused() -> None:
    file = io.BytesIO()
    gg.solve([(0, 1)]).save(file)
    file.seek(0)
    with pytest.raises(gg.SolutionFileError, match="format"):
        ScoreSolution.load(file)


def forged(version: int = 1, **changes: Any) -> io.BytesIO:
    """Return a file in which something was changed; from version 2 on with scores of 64 bits."""
    from graphgame.graphs.files import graph_arrays
    from graphgame.graphs.form import write

    s = gg.solve_scores([(0, 1)], {1: -2}, owner=[0, 1], endless=1)
    parts: dict[str, Any] = {
        "given": s.given.astype(np.int32 if version == 1 else np.int64),
        "scores": s.scores.astype(np.int32 if version == 1 else np.int64),
        "remoteness": s.remoteness,
        "cycles": 1,
    } | changes
    header: dict[str, Any] = {"format": "graphgame scores", "version": version}
    header |= {"cycles": parts.pop("cycles"), "n": s.game.n}
    game = s.game._with(owner=parts.pop("owner", s.owner))
    arrays = parts | graph_arrays(game)
    file = io.BytesIO()
    write(file, header | {"arrays": sorted(arrays)}, arrays)
    file.seek(0)
    return file


@pytest.mark.parametrize(
    "changes",
    [
        {"given": np.array([2], np.int32)},
        {"given": np.array([-2, 1], np.int32)},
        {"given": np.array([-2], np.int64)},
        {"version": 2, "given": np.array([-2], np.int32)},
        {"version": 2, "scores": np.array([1, 2], np.int32)},
        {"version": 2, "scores": np.array([gg.NO_SCORE, 2], np.int64)},
        {"version": 2, "cycles": 2**63},
        {"version": 3, "given": np.array([-2], np.int32)},
        {"version": 3, "scores": np.array([1, 2], np.int32)},
        {"version": 3, "cycles": 2**63},
        {"version": 4},
        {"owner": None},
        {"owner": np.array([0, 2], np.int8)},
        {"cycles": 2**31},
        {"cycles": "1"},
        {"scores": np.array([-(2**31), 2], np.int32)},
        {"remoteness": np.array([2, 0], np.int32)},
        {"remoteness": np.array([-2, 0], np.int32)},
    ],
)
def test_a_forged_file_is_refused(changes: dict[str, Any]) -> None:
    assert ScoreSolution.load(forged()).verify()
    with pytest.raises(GraphGameError):
        ScoreSolution.load(forged(**changes))


def test_a_solution_that_is_none_has_no_endless_lines() -> None:
    """A file may hold anything in range; a line of it ends, or says that it is no solution."""
    wrong = np.array([1, 0], np.int32)
    s = ScoreSolution.load(forged(scores=np.array([7, -2], np.int32), remoteness=wrong))
    with pytest.raises(gg.VerificationError):
        s.verify()
    with pytest.raises(GraphGameError, match="not a solution"):
        s.line(0)


def test_a_solution_can_be_pickled() -> None:
    s = gg.solve_scores([(0, 1)], {1: -2})
    s.best_moves  # noqa: B018
    again = pickle.loads(pickle.dumps(s))
    assert again.table()["score"].tolist() == [2, -2]
    assert again.verify()
