"""What values offer: sums, winning moves, misère play of sums, and refusals."""

from __future__ import annotations

import copy
import pickle
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given, strategies as st

import graphgame as gg
from graphgame import GameGraph, GraphGameError, Nimber, Outcome
from tests.reference import graphs as reference
from tests.reference.graphs import Game, sum_of
from tests.values.test_grundy import acyclic_games, graph_of, loopy_games

if TYPE_CHECKING:
    from collections.abc import Callable

SQUARES = {heap: [heap - k * k for k in (1, 2, 3) if k * k <= heap] for heap in range(12)}
LOOP = {"a": ["b", "c"], "b": ["a"], "c": ["d"], "d": []}


def written_out(parts: list[Game], play: str) -> tuple[reference.Answer, list[tuple[int, ...]]]:
    whole, positions = sum_of(parts)
    return reference.solve(Game(whole.n, whole.edges, {}, play)), positions


def winning_moves_of(
    answer: reference.Answer, positions: list[tuple[int, ...]], v: int
) -> list[tuple[int, int]]:
    """Return the winning moves of a position of a sum, as the component that moves and where to."""
    moves = []
    for w in answer.winning_moves(v):
        changed = [i for i, old in enumerate(positions[v]) if old != positions[w][i]]
        moves += [(i, positions[w][i]) for i in changed]
    return sorted(moves)


# -- sums -----------------------------------------------------------------------------------------


def test_the_heaps_of_the_issue() -> None:
    """Square take-away heaps of 5, 4 and 1: 0, 2 and 1, so that the sum is 3."""
    g = gg.grundy(SQUARES)
    assert [g[heap] for heap in (5, 4, 1)] == [0, 2, 1]
    assert g.sum([5, 4, 1]) == 3
    assert g.outcome([5, 4, 1]) is Outcome.WIN
    assert g.winning_moves([5, 4, 1]) == [(1, 3)]


@given(acyclic_games(5), st.sampled_from(["normal", "misere"]))
def test_sums_of_two_positions_play_as_the_reference_says(game: Game, play: str) -> None:
    g = gg.grundy(graph_of(game))
    answer, positions = written_out([game, game], play)
    for v, position in enumerate(positions):
        assert g.outcome(position, play=play) == answer.outcomes[v]
        assert g.winning_moves(position, play=play) == winning_moves_of(answer, positions, v)


@given(loopy_games(4), st.sampled_from(["normal", "misere"]))
def test_loopy_sums_of_two_positions_play_as_the_reference_says(game: Game, play: str) -> None:
    values = gg.loopy_grundy(graph_of(game))
    answer, positions = written_out([game, game], play)
    for v, position in enumerate(positions):
        assert values.outcome(position, play=play) == answer.outcomes[v]
        if answer.outcomes[v] == gg.WIN:
            moves = values.winning_moves(position, play=play)
            assert moves == winning_moves_of(answer, positions, v)
        else:
            assert values.winning_moves(position, play=play) == []


@given(acyclic_games(4), st.integers(0, 3))
def test_a_sum_of_any_number_of_positions(game: Game, components: int) -> None:
    g = gg.grundy(graph_of(game))
    answer, positions = written_out([game] * components, "misere")
    for v, position in enumerate(positions):
        assert g.outcome(position, play="misere") == answer.outcomes[v]
        assert g.sum(position) == reference.mex(g.sum(positions[w]) for w in answer.options[v])


def test_the_empty_sum_is_lost_and_in_misere_play_won() -> None:
    for values in (gg.grundy(SQUARES), gg.loopy_grundy(LOOP)):
        assert values.outcome([]) is Outcome.LOSE
        assert values.outcome([], play="misere") is Outcome.WIN
        assert values.winning_moves([]) == values.winning_moves([], play="misere") == []
    assert gg.grundy(SQUARES).sum([]) == 0
    assert gg.loopy_grundy(LOOP).sum([]) == Nimber(0)


def test_winning_moves_come_in_the_order_of_indices_not_of_labels() -> None:
    game: dict[Any, list[Any]] = {"s": ["z", 7, "a"], "z": ["t"], 7: ["t"], "a": ["t"], "t": []}
    g = gg.grundy(game)
    assert g.winning_moves(["s"], play="misere") == [(0, "z"), (0, 7), (0, "a")]
    both = gg.grundy({**game, "o": ["t"]}).winning_moves(["s", "o"])
    assert both == [(0, "z"), (0, 7), (0, "a"), (1, "t")]


def test_positions_are_labels_where_the_graph_has_labels() -> None:
    values = gg.loopy_grundy(LOOP)
    assert values["a"] == Nimber.infinity({1})
    assert values["b"] == Nimber.infinity(())
    assert (values["c"], values["d"]) == (Nimber(1), Nimber(0))
    assert values.sum(["a", "c"]) == Nimber.infinity({0})
    assert values.outcome(iter("ac")) is Outcome.WIN
    assert values.winning_moves(["a", "c"]) == [(0, "c")]
    assert values.winning_moves(["a", "a"]) == [] == values.winning_moves(("a", "d"))
    assert list(values) == ["a", "b", "c", "d"]
    assert "a" in values and "e" not in values and 1 not in values
    assert values.p_positions() == ["d"]
    with pytest.raises(gg.UnknownPositionError, match="'e'"):
        values.sum(["a", "e"])


@pytest.mark.parametrize("one", ["ab", b"ab", 5, None])
def test_one_position_is_no_sum(one: Any) -> None:
    for values in (gg.grundy({"ab": ["a"], "a": ["b"], "b": []}), gg.loopy_grundy(LOOP)):
        for method in (values.sum, values.outcome, values.winning_moves):
            with pytest.raises(GraphGameError) as caught:
                method(one)
            assert str(caught.value) == (
                f"positions: expected a list of positions, got {one!r}; a sum of one is [{one!r}]"
            )


def test_preset_losses_and_misere_play_do_not_go_together() -> None:
    """A terminal is a win there, so that `solve` would say the opposite of such a sum."""
    graph = {"a": ["b", "c"], "b": ["c"], "c": []}
    for solver in (gg.grundy, gg.loopy_grundy):
        values = solver(graph, presets={"b": gg.LOSE})
        assert values.outcome(["b"]) is Outcome.LOSE
        for method in (values.outcome, values.winning_moves):
            with pytest.raises(GraphGameError, match="expected 'normal' for values of a game with"):
                method(["b"], play="misere")
        assert solver(graph).outcome(["b"], play="misere") is Outcome.LOSE


def test_winning_moves_are_each_named_once_and_in_order() -> None:
    g = gg.grundy(GameGraph.from_edges([(4, 2), (4, 1), (4, 2), (4, 0), (1, 3), (4, 1)], 5))
    assert g.winning_moves([4]) == [(0, 0), (0, 2)]
    assert g.winning_moves([4, 4, 0]) == []
    assert g.winning_moves([0, 4]) == [(1, 0), (1, 2)]
    assert g.winning_moves([4], play="misere") == [(0, 1)]


def test_a_sum_that_is_too_large_to_write_out_is_refused() -> None:
    g = gg.grundy(range, start=60)
    with pytest.raises(gg.TooLargeError) as caught:
        g.outcome([60] * 4, play="misere")
    assert str(caught.value) == (
        "limit: expected a sum of at most 4194304 positions, got 13845841 (61 × 61 × 61 × 61)"
    )
    with pytest.raises(gg.TooLargeError, match=r"at most 120 positions, got 121 \(11 × 11\)"):
        g.winning_moves([10, 10], play="misere", limit=120)
    assert g.outcome([10, 10], play="misere", limit=121) is Outcome.LOSE
    with pytest.raises(GraphGameError, match="play: expected 'normal' or 'misere', got 'poker'"):
        g.outcome([1], play="poker")


# -- game_sum -------------------------------------------------------------------------------------


@given(st.lists(loopy_games(4), max_size=3))
def test_a_written_out_sum_has_the_positions_and_moves_of_the_definition(parts: list[Game]) -> None:
    whole, positions = sum_of(parts)
    graph = gg.game_sum([graph_of(part) for part in parts])
    assert (graph.n, list(graph.labels or ())) == (whole.n, positions)
    for v, position in enumerate(positions):
        assert graph.index(position) == v
        assert graph.position(v) == position
        options = set(graph.options(position))
        assert options == {positions[w] for w in whole.options(v)}


@given(loopy_games(5), st.data())
def test_from_a_start_only_what_can_be_reached_is_written_out(game: Game, data: Any) -> None:
    if game.n == 0:
        return
    start = tuple(data.draw(st.integers(0, game.n - 1)) for _ in range(2))
    graph = gg.game_sum([graph_of(game)] * 2, start=start)
    explored = gg.explore(
        lambda p: [(w, p[1]) for w in game.options(p[0])] + [(p[0], w) for w in game.options(p[1])],
        start=start,
    )
    assert graph.position(0) == start
    assert set(graph.labels or ()) == set(explored.labels or ())
    for position in explored.labels or ():
        assert set(graph.options(position)) == set(explored.options(position))


def test_a_sum_refuses_what_is_none() -> None:
    two = GameGraph.from_edges([(0, 1)])
    with pytest.raises(
        GraphGameError, match=r"games\[1\]: expected moves alone, got a graph with presets"
    ):
        gg.game_sum([two, two.with_presets({1: gg.LOSE})])
    with pytest.raises(GraphGameError, match="start: expected 2 positions, one of each game"):
        gg.game_sum([two, two], start=[0])
    graph = gg.game_sum([two, two], start=[1, 0])
    assert list(graph.labels or ()) == [(1, 0), (1, 1)]
    assert graph.labels is not None and graph.labels[-1] == (1, 1)
    assert graph.labels[0:1] == [(1, 0)]
    for wrong in ((0, 0), (1,), (1, 2), (1, "x"), 1, [1, 0], (1, 0, 0)):
        assert wrong not in graph
    with pytest.raises(IndexError, match="index 2 of 2"):
        graph.labels[2]


# -- what else is there ---------------------------------------------------------------------------


def test_arrays_are_read_only_and_complete() -> None:
    g, v = gg.grundy(SQUARES), gg.loopy_grundy(LOOP)
    for array, kind in (
        (g.values, np.int32), (g.order, np.int32), (v.values, np.int32), (v.ranks, np.int32),
        (v.set_ptr, np.int64), (v.set_idx, np.int32),
    ):  # fmt: skip
        assert array.dtype == kind
        with pytest.raises(ValueError, match="read-only"):
            array[:1] = 0
    assert v.values.tolist() == [-1, -1, 1, 0]
    assert (v.set_ptr.tolist(), v.set_idx.tolist()) == ([0, 1, 1, 1, 1], [1])
    assert sorted(g.order.tolist()) == list(range(12))
    assert (len(g), len(v)) == (12, 4)


@given(loopy_games(12))
def test_histograms_count_every_value(game: Game) -> None:
    values = gg.loopy_grundy(graph_of(game))
    expected: dict[Nimber, int] = {}
    for v in range(game.n):
        expected[values[v]] = expected.get(values[v], 0) + 1
    assert values.histogram() == expected
    assert values.p_positions() == [v for v in range(game.n) if values[v] == Nimber(0)]


def test_the_histogram_of_an_acyclic_game() -> None:
    g = gg.grundy(SQUARES)
    assert g.histogram() == {0: 5, 1: 5, 2: 2}
    assert g.p_positions() == [0, 2, 5, 7, 10]
    assert gg.grundy([]).histogram() == {} == gg.loopy_grundy([]).histogram()
    assert repr(g) == "GrundyValues(n=12, m=22, greatest value 2)"
    assert repr(gg.grundy([])) == "GrundyValues(n=0, m=0)"
    assert repr(gg.loopy_grundy(LOOP)) == "LoopyValues(n=4, m=4: 2 finite, 2 infinite)"


# -- what has no value ----------------------------------------------------------------------------


def test_a_loopy_game_is_refused_with_the_names_of_a_cycle() -> None:
    with pytest.raises(gg.LoopyGameError) as caught:
        gg.grundy(LOOP)
    assert caught.value.cycle in (["a", "b"], ["b", "a"])
    path = " → ".join(map(repr, [*caught.value.cycle, caught.value.cycle[0]]))
    assert str(caught.value) == (
        f"graph: expected one without cycles, got {path}; loopy_grundy gives values on any graph"
    )
    ring = [(v, (v + 1) % 30) for v in range(30)]
    with pytest.raises(gg.LoopyGameError, match=r"6 → \(23 more\) → 0") as caught:
        gg.grundy(ring)
    assert sorted(caught.value.cycle) == list(range(30))


def test_the_cycle_that_is_shown_is_a_short_one() -> None:
    """The walk along first options meets 40 positions; a breadth-first search cuts short."""
    ring = [(v, (v + 1) % 40) for v in range(40)] + [(20, 0), (0, 20)]
    with pytest.raises(gg.LoopyGameError) as caught:
        gg.grundy(ring)
    assert sorted(caught.value.cycle) == [0, 20]
    pair = [(100, 101), (101, 100), (50, 100)]
    with pytest.raises(gg.LoopyGameError) as caught:
        gg.grundy(GameGraph.from_edges([(v, (v + 1) % 40) for v in range(40)] + pair, 102))
    assert sorted(caught.value.cycle) == [100, 101]
    with pytest.raises(gg.LoopyGameError) as caught:
        gg.grundy(GameGraph.from_edges([*ring, *pair, (7, 7)], 102))
    assert caught.value.cycle == [7]


@pytest.mark.parametrize("solver", [gg.grundy, gg.loopy_grundy])
@pytest.mark.parametrize("outcome", [gg.WIN, gg.DRAW])
def test_presets_other_than_a_loss_have_no_value(
    solver: Callable[..., Any], outcome: Outcome
) -> None:
    with pytest.raises(GraphGameError) as caught:
        solver({"x": ["y"], "y": []}, presets={"y": outcome})
    assert str(caught.value) == (
        f"position 'y': expected no preset but LOSE, a terminal of value 0, got {outcome}: "
        "no Grundy value stands for it"
    )


@given(acyclic_games(8), st.data())
def test_a_preset_loss_is_a_terminal_of_value_zero(game: Game, data: Any) -> None:
    ended = data.draw(st.sets(st.integers(0, max(game.n - 1, 0)), max_size=game.n))
    kept = Game(game.n, tuple((u, v) for u, v in game.edges if u not in ended))
    for solver in (gg.grundy, gg.loopy_grundy):
        values = solver(graph_of(game), presets=dict.fromkeys(ended, gg.LOSE))
        assert values.values.tolist() == solver(graph_of(kept)).values.tolist()
        assert values.verify()


def test_a_preset_loss_may_cut_a_cycle() -> None:
    values = gg.grundy(GameGraph.from_edges([(0, 1), (1, 0)]).with_presets({1: gg.LOSE}))
    assert values.values.tolist() == [1, 0]
    rule = gg.grundy(lambda n: [(n + 1) % 5], start=0, presets=lambda n: -1 if n == 4 else None)
    assert [rule[n] for n in range(5)] == [0, 1, 0, 1, 0]


def test_values_survive_copies_and_pickles() -> None:
    g = gg.grundy(SQUARES)
    assert copy.copy(g).values.tolist() == g.values.tolist()
    assert pickle.loads(pickle.dumps(g)).values.tolist() == g.values.tolist()


def test_graphs_come_in_every_form() -> None:
    networkx = pytest.importorskip("networkx")
    graph = networkx.DiGraph([("x", "y"), ("y", "z"), ("x", "z")])
    assert gg.grundy(graph)["x"] == 2
    assert gg.grundy([[1, 2], [2], []]).values.tolist() == [2, 1, 0]
    assert gg.grundy([(0, 1)], presets=lambda v: None).values.tolist() == [1, 0]
