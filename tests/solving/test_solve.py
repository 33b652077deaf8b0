"""`solve` against the reference and against rules that are easy to get wrong.

Pinned here: outcomes, remoteness, best moves, winning moves and lines of the compiled kernels equal
those of tests/reference.py, on random graphs and on all of the smallest ones; the form and the
order in which a graph comes do not matter; each mistake known from other solvers has its test.
"""

from __future__ import annotations

import pickle
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, strategies as st

import graphgame as gg
from graphgame import DRAW, LOSE, WIN, GameGraph, Outcome, Solution, UnknownPositionError
from tests.reference import graphs as reference
from tests.reference.graphs import Game
from tests.strategies import all_graphs, games

PLAYS = ("normal", "misere")
LONG = 1_100_000  # more than 2^20, and past every block that kernels work in


def graph_of(game: Game) -> GameGraph:
    return GameGraph.from_edges(list(game.edges), game.n)


def solved(game: Game, graph: Any = None) -> Solution:
    graph = graph_of(game) if graph is None else graph
    return gg.solve(graph, play=game.play, presets=game.presets)


def assert_right(game: Game) -> None:
    """Compare everything a solution says with the reference, and verify it."""
    answer = reference.solve(game)
    solution = solved(game)
    positions = range(game.n)
    best = [answer.best_move(v) for v in positions]
    assert solution.outcomes.tolist() == answer.outcomes
    assert solution.remoteness.tolist() == answer.remoteness
    assert [solution.best_move(v) for v in positions] == best, "one by one"
    assert solution.best_moves.tolist() == [-1 if w is None else w for w in best]
    assert [solution.best_move(v) for v in positions] == best, "from the kept array"
    for v in positions:
        assert solution.winning_moves(v) == answer.winning_moves(v)
        line = solution.line(v)
        assert (list(line), line.closes_at) == answer.line(v)
    assert solution.verify() is True


# -- against the reference ------------------------------------------------------------------------


@given(games())
def test_every_answer_equals_the_reference(game: Game) -> None:
    assert_right(game)


@pytest.mark.parametrize("play", PLAYS)
@pytest.mark.parametrize("n", range(4))
def test_all_graphs_of_up_to_three_positions(n: int, play: str) -> None:
    for edges in all_graphs(n):
        assert_right(Game(n, edges, {}, play))


@pytest.mark.parametrize("play", PLAYS)
@pytest.mark.parametrize("n", range(1, 3))
def test_all_presets_of_all_graphs_of_up_to_two_positions(n: int, play: str) -> None:
    for edges in all_graphs(n):
        for preset in product((None, LOSE, DRAW, WIN), repeat=n):
            presets = {v: outcome for v, outcome in enumerate(preset) if outcome is not None}
            assert_right(Game(n, edges, presets, play))


@pytest.mark.parametrize("play", PLAYS)
@pytest.mark.parametrize("density", [0.7, 1.2, 3.0])
@pytest.mark.parametrize("seed", range(3))
def test_larger_random_graphs_equal_the_reference(seed: int, density: float, play: str) -> None:
    random = np.random.default_rng(seed)
    n = 150
    edges = random.integers(0, n, (int(n * density), 2))
    marked = random.choice(n, 12, replace=False).tolist()
    presets = {v: Outcome(int(random.integers(-1, 2))) for v in marked}
    assert_right(Game(n, tuple((u, v) for u, v in edges.tolist()), presets, play))


# -- the form and the order of a graph ------------------------------------------------------------


@given(games(), st.randoms(use_true_random=False))
def test_every_form_and_order_of_a_graph_gives_the_same(game: Game, random: Any) -> None:
    expected = solved(game)
    rows = [[w for u, w in game.edges if u == v] for v in range(game.n)]
    shuffled = list(game.edges)
    random.shuffle(shuffled)
    ptr = np.cumsum([0, *map(len, rows)])
    flat = [w for row in rows for w in row]
    forms: list[Any] = [
        GameGraph.from_edges(shuffled, game.n),
        GameGraph.from_edges(sorted(shuffled, reverse=True), game.n),
        GameGraph.from_options(rows),
        GameGraph.from_options([sorted(row, reverse=True) for row in rows]),
        GameGraph.from_csr(ptr, flat),
        dict(enumerate(rows)),
    ]
    for form in forms:
        got = solved(game, form)
        assert got.outcomes.tolist() == expected.outcomes.tolist()
        assert got.remoteness.tolist() == expected.remoteness.tolist()
        assert got.best_moves.tolist() == expected.best_moves.tolist()
        assert got.verify()


@given(games())
def test_repeating_every_edge_changes_nothing(game: Game) -> None:
    once, thrice = solved(game), solved(Game(game.n, game.edges * 3, game.presets, game.play))
    assert once.outcomes.tolist() == thrice.outcomes.tolist()
    assert once.remoteness.tolist() == thrice.remoteness.tolist()
    assert once.best_moves.tolist() == thrice.best_moves.tolist()
    positions = range(game.n)
    assert [*map(once.winning_moves, positions)] == [*map(thrice.winning_moves, positions)]


@given(games())
def test_presets_may_come_as_an_array_or_with_the_graph(game: Game) -> None:
    array = np.full(game.n, gg.NO_PRESET)
    array[list(game.presets)] = list(game.presets.values())
    expected = solved(game)
    by_array = gg.solve(graph_of(game), play=game.play, presets=array)
    by_graph = gg.solve(graph_of(game).with_presets(game.presets), play=game.play)
    for got in (by_array, by_graph):
        assert got.outcomes.tolist() == expected.outcomes.tolist()
        assert got.remoteness.tolist() == expected.remoteness.tolist()


def test_presets_of_solve_come_before_and_beside_those_of_the_graph() -> None:
    graph = GameGraph.from_edges([(0, 1), (0, 2)]).with_presets({1: DRAW, 2: WIN})
    assert gg.solve(graph).outcomes.tolist() == [DRAW, DRAW, WIN]
    assert gg.solve(graph, presets={1: WIN}).outcomes.tolist() == [LOSE, WIN, WIN]
    keep = [gg.NO_PRESET, gg.NO_PRESET, LOSE]
    assert gg.solve(graph, presets=keep).outcomes.tolist() == [WIN, DRAW, LOSE]
    assert graph.presets is not None
    assert graph.presets.tolist() == [gg.NO_PRESET, DRAW, WIN], "as it was"


# -- rules that are easy to get wrong -------------------------------------------------------------

Labels = list[tuple[Outcome, int]]
RULES: dict[str, tuple[Game, Labels]] = {
    "a lone position is lost": (Game(1), [(LOSE, 0)]),
    "a lone position is won in misere play": (Game(1, play="misere"), [(WIN, 0)]),
    "a self-loop is a pass: no loss by having no other move": (
        Game(1, ((0, 0),)),
        [(DRAW, -1)],
    ),
    "a self-loop is a pass in misere play too": (Game(1, ((0, 0),), play="misere"), [(DRAW, -1)]),
    "a pass saves from moving to a won position": (
        Game(3, ((0, 0), (0, 1), (1, 2))),
        [(DRAW, -1), (WIN, 1), (LOSE, 0)],
    ),
    "a pass does not hide a win": (Game(2, ((0, 0), (0, 1))), [(WIN, 1), (LOSE, 0)]),
    "two self-loops are one pass": (Game(1, ((0, 0), (0, 0))), [(DRAW, -1)]),
    "parallel edges do not hold a loss back": (
        Game(3, ((0, 1), (0, 1), (0, 1), (1, 2), (1, 2))),
        [(LOSE, 2), (WIN, 1), (LOSE, 0)],
    ),
    "parallel edges to one won option leave the other open": (
        Game(4, ((0, 1), (0, 1), (0, 3), (1, 2), (3, 3))),
        [(DRAW, -1), (WIN, 1), (LOSE, 0), (DRAW, -1)],
    ),
    "a preset ends the game, whatever moves there are": (
        Game(2, ((0, 1),), {0: LOSE}),
        [(LOSE, 0), (LOSE, 0)],
    ),
    "a self-loop on a preset is ignored": (Game(1, ((0, 0),), {0: WIN}), [(WIN, 0)]),
    "a preset without moves beats the rule of play": (
        Game(2, presets={0: WIN}),
        [(WIN, 0), (LOSE, 0)],
    ),
    "a preset draw is terminal, a draw that leads to it is not": (
        Game(2, ((0, 1),), {1: DRAW}),
        [(DRAW, -1), (DRAW, 0)],
    ),
    "a preset draw beside won options makes a draw": (
        Game(4, ((0, 1), (0, 2), (1, 3)), {2: DRAW}),
        [(DRAW, -1), (WIN, 1), (DRAW, 0), (LOSE, 0)],
    ),
    "a preset draw beside a lost option does not stop the win": (
        Game(3, ((0, 1), (0, 2)), {1: DRAW}),
        [(WIN, 1), (DRAW, 0), (LOSE, 0)],
    ),
    "a preset win at the end: who must move there loses in one": (
        Game(3, ((0, 1), (2, 0)), {1: WIN}),
        [(LOSE, 1), (WIN, 0), (WIN, 2)],
    ),
    "misere play with presets: all terminals start at remoteness 0": (
        Game(5, ((0, 1), (0, 2), (3, 1), (4, 3)), {2: LOSE}, "misere"),
        [(WIN, 1), (WIN, 0), (LOSE, 0), (LOSE, 1), (WIN, 2)],
    ),
    "the winner hurries, the loser delays": (
        # 0 can win in 1 or in 3; 4 can lose in 2 or in 4; 3 wins in 3 only
        Game(6, ((0, 1), (0, 5), (4, 0), (4, 3), (3, 5), (2, 1), (5, 2))),
        [(WIN, 1), (LOSE, 0), (WIN, 1), (WIN, 3), (LOSE, 4), (LOSE, 2)],
    ),
    "a cycle without exit is drawn": (Game(2, ((0, 1), (1, 0))), [(DRAW, -1), (DRAW, -1)]),
    "a cycle is left by who wins outside": (
        Game(3, ((0, 1), (1, 0), (1, 2))),
        [(LOSE, 2), (WIN, 1), (LOSE, 0)],
    ),
}


@pytest.mark.parametrize(("game", "labels"), RULES.values(), ids=RULES.keys())
def test_rule(game: Game, labels: Labels) -> None:
    solution = solved(game)
    got = zip(solution.outcomes.tolist(), solution.remoteness.tolist(), strict=True)
    assert list(got) == labels
    assert_right(game)


# -- mistakes of the field, beside self-loops (above) and verifiers (test_verify.py) ---------------


def test_a_best_move_from_a_win_leads_to_a_loss_even_past_nearer_wins_and_draws() -> None:
    # 0 may move to a draw (1), to wins (2, 3) and to one loss, the last and the farthest (6).
    edges = [(0, 1), (0, 2), (0, 3), (0, 6), (1, 1), (2, 4), (3, 4), (6, 5), (5, 7), (7, 8), (8, 4)]
    solution = gg.solve(edges)
    assert solution.best_move(0) == 6 and solution.outcome(6) == LOSE
    assert solution.winning_moves(0) == [6]


@given(games())
def test_every_best_move_keeps_what_the_position_is_worth(game: Game) -> None:
    solution = solved(game)
    for v in range(game.n):
        w = solution.best_move(v)
        if w is not None:
            assert solution.outcome(w) == -solution.outcome(v)
            if solution.outcome(v) != DRAW:
                assert solution.remoteness_of(w) == solution.remoteness_of(v) - 1


@pytest.mark.parametrize("far", [127, 128, 254, 255, 256, 32767, 32768, 65535, 65536])
def test_no_remoteness_is_taken_for_a_draw(far: int) -> None:
    # A path of `far` moves, and beside it a draw that can enter the path only where it is won.
    path = [(v, v - 1) for v in range(1, far + 1)]
    won = far - (far % 2 == 0)
    solution = gg.solve([*path, (far + 1, far + 1), (far + 1, won)])
    assert solution.remoteness_of(far) == far
    assert solution.outcome(far) == (WIN if far % 2 else LOSE)
    assert (solution.outcome(far + 1), solution.remoteness_of(far + 1)) == (DRAW, -1)
    assert solution.longest()[DRAW] == -1
    assert solution.verify()


@pytest.mark.parametrize("as_rows", [False, True], ids=["edges", "rows"])
@pytest.mark.parametrize("play", PLAYS)
def test_a_path_of_a_million_positions(play: str, as_rows: bool) -> None:
    left = np.arange(LONG, dtype=np.int32)[::-1]  # moves left at each position
    if as_rows:
        ptr = np.append(np.arange(LONG), LONG - 1)
        graph = GameGraph.from_csr(ptr, np.arange(1, LONG))
    else:
        graph = GameGraph.from_edges(np.column_stack([np.arange(LONG - 1), np.arange(1, LONG)]))
    solution = gg.solve(graph, play=play)
    won = left % 2 == (play == "normal")
    assert np.array_equal(solution.remoteness, left)
    assert np.array_equal(solution.outcomes, np.where(won, 1, -1))
    assert np.array_equal(solution.best_moves[:-1], np.arange(1, LONG))
    assert solution.line(0) == tuple(range(LONG))
    assert solution.verify()


def test_a_drawn_line_of_a_million_positions() -> None:
    ring = np.column_stack([np.arange(LONG), np.roll(np.arange(LONG), -1)])
    solution = gg.solve(ring)
    line = solution.line(7)
    assert solution.counts() == {WIN: 0, LOSE: 0, DRAW: LONG}
    assert len(line) == LONG + 1 and line[-1] == 7 and line.closes_at == 0
    assert solution.verify()


def test_a_position_with_a_million_options() -> None:
    targets = np.arange(1, LONG)
    star = np.column_stack([np.zeros_like(targets), targets])
    lost = gg.solve(star, presets=np.where(np.arange(LONG) > 0, WIN, gg.NO_PRESET))
    won = gg.solve(star)
    assert (lost.outcome(0), lost.remoteness_of(0), lost.best_move(0)) == (LOSE, 1, 1)
    assert (won.outcome(0), won.remoteness_of(0), won.best_move(0)) == (WIN, 1, 1)
    assert lost.verify() and won.verify()


@pytest.mark.parametrize("degree", [1, 2, 254, 255, 256, 257, 511, 512, 513, 2**16, 2**16 + 1])
@pytest.mark.parametrize("draws", [0, 1])
def test_every_option_is_counted_whatever_the_width_of_the_counter(degree: int, draws: int) -> None:
    """Position 0 loses only if all its options, the last one too, are wins of the opponent."""
    star = np.column_stack([np.zeros(degree, np.int32), np.arange(1, degree + 1)])
    presets = np.full(degree + 1, WIN, np.int8)
    presets[0] = gg.NO_PRESET
    presets[1 : 1 + draws] = DRAW
    solution = gg.solve(GameGraph.from_edges(star), presets=presets)
    assert (solution.outcome(0), solution.remoteness_of(0)) == ((DRAW, -1) if draws else (LOSE, 1))


# -- Solution -------------------------------------------------------------------------------------


@pytest.fixture
def small() -> Solution:
    """a wins by c or b; d and e go round for ever, and e could go to the preset draw f."""
    game = {"a": ["b", "c"], "b": ["a"], "c": [], "d": ["e", "a"], "e": ["d", "f"], "f": ["a"]}
    return gg.solve(game, presets={"f": DRAW})


def test_a_solution_speaks_in_labels(small: Solution) -> None:
    got = {
        x: (small.outcome(x), small.remoteness_of(x), small.best_move(x), small.winning_moves(x))
        for x in "abcdef"
    }
    assert got == {
        "a": (WIN, 1, "c", ["b", "c"]),
        "b": (LOSE, 2, "a", []),
        "c": (LOSE, 0, None, []),
        "d": (DRAW, -1, "e", []),
        "e": (DRAW, -1, "d", []),
        "f": (DRAW, 0, None, []),
    }
    assert isinstance(small.outcome("a"), Outcome)


@pytest.mark.parametrize(
    ("start", "line", "closes_at"),
    [("b", "bac", None), ("c", "c", None), ("d", "ded", 0), ("e", "ede", 0), ("f", "f", None)],
)
def test_lines_of_labels(small: Solution, start: str, line: str, closes_at: int | None) -> None:
    got = small.line(start)
    assert got == tuple(line) and got.closes_at == closes_at
    copy = pickle.loads(pickle.dumps(got))
    assert copy == got and copy.closes_at == closes_at


def test_a_drawn_line_may_close_behind_its_start_or_end_at_a_preset_draw() -> None:
    rho = gg.solve([(0, 1), (1, 2), (2, 1)]).line(0)
    assert (rho, rho.closes_at) == ((0, 1, 2, 1), 1)
    ends = gg.solve([(0, 1), (1, 2)], presets={2: DRAW}).line(0)
    assert (ends, ends.closes_at) == ((0, 1, 2), None)


def test_counts_longest_len_and_repr(small: Solution) -> None:
    assert small.counts() == {WIN: 1, LOSE: 2, DRAW: 3}
    assert small.longest() == {WIN: 1, LOSE: 2, DRAW: 0}
    assert len(small) == 6
    assert repr(small) == "Solution(n=6, m=8, play='normal': 1 WIN, 2 LOSE, 3 DRAW)"
    nothing = gg.solve([], play="misere")
    assert nothing.counts() == {WIN: 0, LOSE: 0, DRAW: 0}
    assert nothing.longest() == {WIN: -1, LOSE: -1, DRAW: -1}
    assert repr(nothing) == "Solution(n=0, m=0, play='misere': 0 WIN, 0 LOSE, 0 DRAW)"


@pytest.mark.parametrize(
    ("name", "dtype"), [("outcomes", "int8"), ("remoteness", "int32"), ("best_moves", "int32")]
)
def test_arrays_are_typed_shared_and_read_only(small: Solution, name: str, dtype: str) -> None:
    array = getattr(small, name)
    assert array.dtype == dtype and array.shape == (6,)
    assert np.shares_memory(array, getattr(small, name)), "no copy"
    with pytest.raises(ValueError, match="read-only"):
        array[0] = 1


ASKING = ("outcome", "remoteness_of", "best_move", "winning_moves", "line")


@pytest.mark.parametrize("method", ASKING)
@pytest.mark.parametrize("unknown", ["z", 0, None, {"a"}], ids=repr)
def test_an_unknown_label_is_named(small: Solution, method: str, unknown: Any) -> None:
    with pytest.raises(UnknownPositionError) as caught:
        getattr(small, method)(unknown)
    assert str(caught.value) == f"position {unknown!r} does not exist among the 6 labels"


@pytest.mark.parametrize("method", ASKING)
@pytest.mark.parametrize("unknown", [3, -1, 2**70, True, 1.0, "1", None, {1}], ids=repr)
def test_an_unknown_index_is_named(method: str, unknown: Any) -> None:
    with pytest.raises(UnknownPositionError) as caught:
        getattr(gg.solve([(0, 1)], presets=None), method)(unknown)
    assert str(caught.value) == f"position {unknown!r} does not exist: expected 0 to 1"


@pytest.mark.parametrize("method", ["winning_moves", "line"])
def test_a_list_is_no_position(small: Solution, method: str) -> None:
    """Outcomes and best moves of a list are an array; these are asked for one position."""
    for solution, unknown in ((small, ["a"]), (gg.solve([(0, 1)]), [1])):
        with pytest.raises(UnknownPositionError, match="does not exist"):
            getattr(solution, method)(unknown)


def test_numpy_integers_are_positions() -> None:
    solution = gg.solve([(0, 1)])
    assert solution.best_move(np.int8(0)) == solution.best_move(np.uint64(0)) == 1


@pytest.mark.parametrize("play", ["", "Normal", "misère", None, 1])
def test_an_unknown_kind_of_play_is_named(play: Any) -> None:
    with pytest.raises(gg.GraphGameError) as caught:
        gg.solve([(0, 1)], play=play)
    cure = {"Normal": "; write play='normal'", "misère": "; write play='misere'"}.get(play, "")
    assert str(caught.value) == f"play: expected 'normal' or 'misere', got {play!r}{cure}"
