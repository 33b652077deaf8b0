"""Movers, presets with a remoteness, and ties, against the reference and against plain games.

Pinned here: every answer equals that of tests/reference/turns.py, on random graphs and on all of
the smallest ones; two laws lead back to plain games; the certificate accepts an answer exactly when
it is right, whatever is changed; files keep all of it; bad input is refused in one sentence.
"""

from __future__ import annotations

import io
import pickle
from itertools import product
from typing import TYPE_CHECKING, Any

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
from tests.strategies import all_graphs, games

if TYPE_CHECKING:
    from collections.abc import Iterator


@st.composite
def turn_games(draw: st.DrawFn, max_positions: int = 8) -> TurnGame:
    """Draw a game with movers or without, whose presets may have a remoteness, or tie."""
    game = draw(games(max_positions=max_positions))
    positions = st.integers(0, max(game.n - 1, 0))
    preset = st.tuples(st.sampled_from(Outcome), st.sampled_from([0, 0, 1, 2, 3, 7]))
    presets = draw(st.dictionaries(positions, preset, max_size=game.n))
    mover: tuple[int, ...] = ()
    count = "plies"
    if draw(st.booleans()):
        mover = tuple(draw(st.lists(st.integers(0, 1), min_size=game.n, max_size=game.n)))
        # What has no positions has no movers for the reference.
        count = draw(st.sampled_from(["plies", "turns"]) if mover else st.just("plies"))
    return TurnGame(game.n, game.edges, presets, mover, game.play, count)


def graph_of(game: TurnGame) -> GameGraph[int]:
    graph: GameGraph[int] = GameGraph.from_edges(list(game.edges), game.n)
    if game.mover:
        graph = graph.with_movers(game.mover)
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


# -- against the reference ------------------------------------------------------------------------


@settings(max_examples=400)
@given(turn_games())
def test_every_answer_equals_the_reference(game: TurnGame) -> None:
    assert_right(game)


@pytest.mark.parametrize("count", ["plies", "turns"])
@pytest.mark.parametrize("play", ["normal", "misere"])
@pytest.mark.parametrize("n", [1, 2, 3])
def test_all_graphs_and_movers_of_up_to_three_positions(n: int, play: str, count: str) -> None:
    for i, edges in enumerate(all_graphs(n)):
        movers = list(product((0, 1), repeat=n))
        for mover in movers if n < 3 else [movers[i % len(movers)]]:
            assert_right(TurnGame(n, edges, {}, mover, play, count))


def test_all_presets_of_all_graphs_of_two_positions() -> None:
    labels = [None, *product((LOSE, DRAW, WIN, TIE), (0, 2))]
    for edges in all_graphs(2):
        for preset in product(labels, repeat=2):
            presets = {v: label for v, label in enumerate(preset) if label is not None}
            for mover, count in (((), "plies"), ((0, 0), "turns"), ((0, 1), "turns")):
                assert_right(TurnGame(2, edges, presets, mover, "normal", count))


def random_game(seed: int, n: int, count: str, density: float) -> TurnGame:
    random = np.random.default_rng(seed)
    edges = random.integers(0, n, (int(n * density), 2)).tolist()
    marked = random.choice(n, n // 8, replace=False).tolist()
    presets = {
        v: (Outcome(int(random.choice([-1, 0, 1, 3]))), int(random.choice([0, 0, 1, 5, 40])))
        for v in marked
    }
    mover = tuple(random.integers(0, 2, n).tolist())
    return TurnGame(n, tuple(map(tuple, edges)), presets, mover, "normal", count)


@pytest.mark.parametrize("count", ["plies", "turns"])
@pytest.mark.parametrize("density", [1.0, 1.5, 2.5])
@pytest.mark.parametrize("seed", range(3))
def test_larger_random_graphs_equal_the_reference(seed: int, density: float, count: str) -> None:
    assert_right(random_game(seed, 90, count, density))


# -- laws -----------------------------------------------------------------------------------------


@given(games(), st.sampled_from(["plies", "turns"]))
def test_the_game_on_positions_and_players_is_the_plain_game(game: plain.Game, count: Any) -> None:
    """With movers that alternate along every edge, nothing changes; turns are plies."""
    n = game.n
    edges = [(2 * u + p, 2 * v + 1 - p) for u, v in game.edges for p in (0, 1)]
    presets = {2 * v + p: outcome for v, outcome in game.presets.items() for p in (0, 1)}
    play: Any = game.play
    owned = gg.solve(
        GameGraph.from_edges(edges, 2 * n),
        play=play,
        presets=presets,
        mover=[0, 1] * n,
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
    short = gg.solve(graph_of(game).with_movers(None), play=play)
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
    s = gg.solve(edges, mover=[0, 0, 0, 1], count="turns")
    assert s.remoteness.tolist() == [1, 1, 1, 0]
    assert s.plies.tolist() == [1, 2, 2, 0]
    assert [s.line(v) for v in range(3)] == [(0, 3), (1, 0, 3), (2, 0, 3)]
    assert s.winning_moves(2) == [0, 1, 2], "all of them win, if not at once"
    # Fewer turns come before fewer plies.
    more = gg.solve([(0, 1), (1, 2), (2, 3), (0, 4), (4, 5), (5, 6)], mover=[0, 0, 0, 1, 1, 0, 1])
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
    owned = GameGraph.from_edges([(0, 1)]).with_movers([0, 0])
    for solver in (gg.grundy, gg.loopy_grundy):
        with pytest.raises(GraphGameError, match="position 1: expected no preset but LOSE.*TIE"):
            solver(tied)
        with pytest.raises(GraphGameError, match="players alternate, got one with movers"):
            solver(owned)


# -- rules -----------------------------------------------------------------------------------------


class Passing:
    """Take one or two of n; who takes two moves again; who can take the last three ties."""

    def options(self, position: tuple[int, int]) -> list[tuple[int, int]]:
        left, player = position
        return [(left - 1, 1 - player)] * (left >= 1) + [(left - 2, player)] * (left >= 2)

    def mover(self, position: tuple[int, int]) -> int:
        return position[1]

    def preset(self, position: tuple[int, int]) -> tuple[Outcome, int] | None:
        return (TIE, 1) if position[0] == 3 else None


@pytest.mark.parametrize("count", ["plies", "turns"])
def test_methods_of_a_rule_object_and_functions_and_mappings_are_one(count: Any) -> None:
    rule, start = Passing(), (12, 0)
    s = gg.solve(rule, start=start, count=count)
    game = gg.explore(rule, start)
    assert game.movers is not None
    assert game.movers.tolist() == [player for _, player in game.labels or ()]
    names = game.labels or ()
    by_functions = gg.solve(
        rule.options, start=start, mover=rule.mover, presets=rule.preset, count=count
    )
    by_mappings = gg.solve(
        rule.options,
        start=start,
        mover={name: rule.mover(name) for name in names},
        presets={name: (TIE, 1) for name in names if name[0] == 3},
        count=count,
    )
    again = gg.solve(game, count=count)
    for other in (by_functions, by_mappings, again):
        assert other.outcomes.tolist() == s.outcomes.tolist()
        assert other.remoteness.tolist() == s.remoteness.tolist()
    index = {name: v for v, name in enumerate(names)}
    edges = tuple((index[u], index[v]) for u in names for v in game.options(u))
    presets = {index[name]: (TIE, 1) for name in names if name[0] == 3}
    assert_right(TurnGame(len(names), edges, presets, tuple(game.movers.tolist()), "normal", count))
    assert s.verify()


def test_codes_say_who_moves_many_at_a_time() -> None:
    """The same game as codes: twice what is left, and who moves."""

    def rule(codes: Any) -> tuple[Any, Any]:
        one, two = np.flatnonzero(codes >= 2), np.flatnonzero(codes >= 4)
        sources = np.concatenate([one, two])
        return sources, np.concatenate([(codes[one] ^ 1) - 2, codes[two] - 4])

    def presets(codes: Any) -> tuple[Any, Any]:
        return np.where(codes // 2 == 3, TIE, NO_PRESET), np.ones(len(codes), int)

    game = gg.explore_codes(rule, [24], presets=presets, mover=lambda codes: codes & 1)
    s = gg.solve(game, count="turns")
    expected = gg.solve(Passing(), start=(12, 0), count="turns")
    assert len(s) == len(expected)
    for left, player in expected:
        found = s[2 * left + player]
        assert found[:2] == expected[left, player][:2]
    assert game.preset_remoteness is not None
    assert s.verify()


def test_a_capture_counts_as_a_move_without_a_position() -> None:
    """Who can capture wins in one ply, by preset; the position before is lost in two."""
    captured = gg.solve({"a": ["b"], "b": ["taken"]}, presets={"taken": LOSE})
    preset = gg.solve({"a": ["b"]}, presets={"b": (WIN, 1)})
    assert preset["a"] == captured["a"] == (LOSE, 2, "b")
    assert preset["b"] == (WIN, 1, None)
    assert preset.winning_moves("b") == []
    assert preset.line("a") == ("a", "b")


# -- keeping ---------------------------------------------------------------------------------------


@settings(max_examples=60)
@given(turn_games())
def test_files_and_pickles_keep_everything(game: TurnGame) -> None:
    solution = solved(game)
    file = io.BytesIO()
    solution.save(file)
    file.seek(0)
    loaded = Solution.load(file)
    for copy in (loaded, pickle.loads(pickle.dumps(solution))):
        assert copy.count == solution.count
        assert copy.outcomes.tolist() == solution.outcomes.tolist()
        assert copy.remoteness.tolist() == solution.remoteness.tolist()
        assert copy.plies.tolist() == solution.plies.tolist()
        assert copy.best_moves.tolist() == solution.best_moves.tolist()
        assert copy.verify()
        for part in ("presets", "preset_remoteness", "movers"):
            kept, given_part = getattr(copy.game, part), getattr(solution.game, part)
            assert (kept is None) == (given_part is None)
            assert kept is None or kept.tolist() == given_part.tolist()


def headers(solution: Solution[Any]) -> Iterator[Any]:
    import json

    file = io.BytesIO()
    solution.save(file)
    file.seek(0)
    with np.load(file) as arrays:
        yield json.loads(arrays["header"].tobytes())


def test_plain_solutions_are_files_of_version_1_and_others_of_version_2() -> None:
    (plain_header,) = headers(gg.solve([(0, 1)]))
    (turn_header,) = headers(gg.solve([(0, 1)], mover=[0, 0]))
    assert (plain_header["version"], turn_header["version"]) == (1, 2)


def test_networkx_has_movers_and_the_remoteness_of_presets() -> None:
    pytest.importorskip("networkx")
    s = gg.solve({"a": ["b"]}, mover={"a": 0, "b": 0}, presets={"b": (TIE, 2)}, count="turns")
    graph = s.to_networkx()
    assert graph.graph == {"play": "normal", "count": "turns"}
    assert graph.nodes["a"] == {"mover": 0, "outcome": "TIE", "remoteness": 2, "best_move": "b"}
    assert graph.nodes["b"]["preset_remoteness"] == 2


# -- text ------------------------------------------------------------------------------------------


def test_graph_text_has_ties_and_refuses_what_it_cannot_say() -> None:
    graph = gg.read_graph(io.BytesIO(b"3 3\n1 2\n2 1\n2 3\n3 TIE\n"))
    assert gg.solve(graph).remoteness.tolist() == [2, 1, 0]
    text = io.BytesIO()
    gg.write_graph(graph, text)
    assert text.getvalue().endswith(b"3 TIE\n")
    odd = graph.with_presets({0: (WIN, 1)})
    with pytest.raises(GraphGameError, match="graph: expected one without preset_remoteness"):
        gg.write_graph(odd, io.BytesIO())
    gg.write_graph(graph.with_movers([0, 0, 1]), text)
    assert text.getvalue().endswith(b"1 OWNER 0\n2 OWNER 0\n3 OWNER 1\n")


# -- bad input -------------------------------------------------------------------------------------

EDGES = [(0, 1), (1, 2)]
BAD: list[tuple[dict[str, Any], str]] = [
    ({"mover": [0, 1]}, r"mover: expected a mapping or 3 values.*shape \(2,\)"),
    ({"mover": [0, 2, 1]}, "mover of 1: expected 0 or 1, got 2"),
    ({"mover": [0, -1, 1]}, "mover of 1: expected 0 or 1, got -1"),
    ({"mover": [True, False, True]}, "mover: expected integers"),
    ({"mover": {0: 1}}, "mover: expected 0 or 1 for every position, got none for 1"),
    ({"mover": lambda v: 0}, "mover: expected a mapping or an array, got a function"),
    ({"count": "turns"}, "count: expected 'plies' for a game whose players alternate"),
    ({"count": "moves", "mover": [0, 0, 0]}, "count: expected 'plies' or 'turns', got 'moves'"),
    ({"count": "moves"}, "count: expected 'plies' or 'turns', got 'moves'"),
    ({"presets": {0: 2}}, r"presets\[0\]: expected WIN, LOSE, DRAW or TIE .* got 2"),
    ({"presets": {0: (2, 1)}}, r"presets\[0\]: expected WIN, LOSE, DRAW or TIE .* got 2"),
    ({"presets": {0: (1, -1)}}, r"presets\[0\]: expected a remoteness from 0 to .* got -1"),
    ({"presets": {0: (1, 2**31)}}, r"presets\[0\]: expected a remoteness from 0 to .* got 2147"),
    ({"presets": {0: (1, 1.5)}}, "remoteness of presets: expected integers, got 1.5"),
    ({"presets": ([1, 1, 1], [0, 0])}, "remoteness of presets: expected 3 values"),
    ({"presets": [1, 4, 0]}, r"presets\[1\]: expected WIN, LOSE, DRAW or TIE .* got 4"),
]


@pytest.mark.parametrize(("given_parts", "message"), BAD)
def test_bad_input_is_refused_in_one_sentence(given_parts: dict[str, Any], message: str) -> None:
    with pytest.raises(GraphGameError, match=message):
        gg.solve(EDGES, **given_parts)


def test_rules_that_say_nothing_useful_are_refused() -> None:
    def options(n: int) -> list[int]:
        return [n - 1] if n else []

    for mover in (lambda n: None, lambda n: 2, lambda n: "me"):
        with pytest.raises(GraphGameError, match="mover"):
            gg.solve(options, start=3, mover=mover)
    with pytest.raises(ZeroDivisionError) as caught:
        gg.solve(options, start=3, mover=lambda n: 1 // n)
    assert "while asking who moves at position 0" in caught.value.__notes__
    for preset in ((1, -1), (1, True), (2, 1), (1, 2, 3), (1, "x"), True):
        with pytest.raises(GraphGameError, match="preset of 3: expected WIN, LOSE, DRAW or TIE"):
            gg.solve(options, start=3, presets=lambda n, preset=preset: preset)
    with pytest.raises(GraphGameError, match="a remoteness from 0 to"):
        gg.solve(options, start=3, presets=lambda n: (1, 2**31 - 3) if n == 0 else None)


def test_a_remoteness_up_to_the_largest_works() -> None:
    most = 2**31 - 2 - 3
    s = gg.solve(EDGES, presets={2: (LOSE, most)})
    assert s.remoteness.tolist() == [most + 2, most + 1, most]
    assert s.verify()


def test_a_remoteness_that_a_rule_gave_before_it_was_too_large_is_refused() -> None:
    """Rules on codes give it when nobody knows how many positions there will be."""
    most = 2**31 - 2 - 3
    graph = gg.as_game_graph(EDGES).with_presets({2: (LOSE, most)})
    graph._preset_remoteness = np.array([0, 0, most + 1], dtype=np.int32)
    with pytest.raises(
        gg.TooLargeError, match=rf"presets\[2\]: .* {most} in a game of 3 positions"
    ):
        gg.solve(graph)


def test_a_line_of_a_damaged_solution_ends() -> None:
    graph = GameGraph.from_edges([(0, 1), (1, 0)]).with_movers([0, 0])
    labels = np.array([1, 1], np.int8), np.array([1, 1], np.int32)
    s = Solution(graph, Play.NORMAL, *labels, Turns("plies", None))
    with pytest.raises(GraphGameError, match="not a solution"):
        s.line(0)


# -- what does not know them -----------------------------------------------------------------------


@pytest.mark.parametrize(
    "given_parts",
    [
        {"mover": [0, 0, 1], "count": "turns"},
        {"mover": [0, 0, 1], "presets": {2: TIE}},
        {"presets": {2: TIE}},
        {"presets": {2: (LOSE, 1)}},
    ],
)
def test_pictures_plots_and_pages_refuse_the_solution(given_parts: dict[str, Any]) -> None:
    s = gg.solve(EDGES, **given_parts)
    for what, show in (
        ("picture", s.to_svg),
        ("picture", s.to_dot),
        ("play", s.to_html),
    ):
        with pytest.raises(GraphGameError, match=f"{what}: expected a game whose players altern"):
            show()
    assert s._repr_mimebundle_() == {"text/plain": repr(s)}
    assert "<svg" in s.graph().to_svg()


def test_plots_refuse_games_whose_players_do_not_alternate_and_pages_show_them() -> None:
    s = gg.solve(EDGES, mover=[0, 0, 1])
    with pytest.raises(GraphGameError, match="plot: expected a game whose players alternate, with"):
        s.plot()
    assert '"owners":{"endless":"draw","target":null}' in s.to_html()
