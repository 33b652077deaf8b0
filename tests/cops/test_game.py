"""`cops_and_robbers` against the reference, against the general solver, and its errors.

Pinned here: the time, the outcome and the best move of every state, starts and lines, on random
graphs of all kinds; what kinds of graphs mean; every message.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from itertools import pairwise, product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

import graphgame as gg
from graphgame import DRAW, LOSE, WIN
from graphgame.cops import game
from graphgame.cops.graph import explicit_graph
from tests.reference.cops import Chase

TURNS = ("cops", "robber")
C4 = [(0, 1), (1, 2), (2, 3), (3, 0)]


def _shapes(n: int) -> dict[str, list[tuple[int, int]]]:
    """Return graphs that random edges seldom make: of high cop number, or caught late."""
    path = [(v, v + 1) for v in range(n - 1)]
    return {
        "nothing": [],
        "path": path,
        "cycle": [*path, (n - 1, 0)] if n else [],
        "star": [(0, v) for v in range(1, n)],
        "complete": [(u, v) for v in range(n) for u in range(v)],
        "two": [(u, v) for u, v in path if v != n // 2],
    }


@st.composite
def chases(draw: st.DrawFn, most: tuple[int, ...] = (7, 5, 4)) -> Chase:
    """Draw a game of 1 to 3 cops on at most so many vertices, with loops and parallel edges."""
    k = draw(st.integers(1, len(most)))
    n = draw(st.integers(1, most[k - 1]))
    shapes = _shapes(n)
    edges = shapes[draw(st.sampled_from(sorted(shapes)))]
    vertices = st.integers(0, n - 1)
    edges = edges + draw(st.lists(st.tuples(vertices, vertices), max_size=2 * n))
    name = draw(st.permutations(range(n)))
    arcs = tuple(draw(st.permutations([(name[u], name[v]) for u, v in edges])))
    return Chase(n, arcs, k, draw(st.booleans()))


def solved(chase: Chase, **options: Any) -> gg.CopsSolution[Any]:
    graph = gg.GameGraph.from_edges(list(chase.arcs), chase.n)
    return gg.cops_and_robbers(graph, chase.k, directed=chase.directed, **options)


def states(n: int, k: int) -> Iterator[tuple[tuple[int, ...], int]]:
    return product(product(range(n), repeat=k), range(n))


def assert_like_the_reference(chase: Chase, solution: gg.CopsSolution[Any]) -> None:
    found = solution.capture_time
    assert (float("inf") if found < 0 else found) == chase.capture_time
    assert solution.result == (DRAW if found < 0 else WIN)
    assert solution.start == (chase.start, chase.robber_start(chase.start), "cops")
    for placed, robber in states(chase.n, chase.k):
        for turn in TURNS:
            state = placed, robber, turn
            expected = chase.time(placed, robber, turn)
            assert solution.capture_time_of(state) == expected
            caught = LOSE if turn == "robber" else WIN
            assert solution.outcome(state) == (DRAW if expected < 0 else caught)
        reply, moved = chase.robber_move(placed, robber), chase.cops_move(placed, robber)
        assert solution.best_move((placed, robber, "robber")) == (
            None if reply is None else (placed, reply, "cops")
        )
        assert solution.best_move((placed, robber, "cops")) == (
            None if moved is None else (moved, robber, "robber")
        )
        assert solution.winning_moves((placed, robber, "robber")) == []
        assert solution.winning_moves((placed, robber, "cops")) == [
            (moved, robber, "robber")
            for moved in chase.cops_moves(placed)
            if robber not in placed and chase.time(moved, robber, "robber") >= 0
        ]
    for placed in product(range(chase.n), repeat=chase.k):
        assert solution.robber_start(placed) == chase.robber_start(placed)


# -- against the reference and the general solver -------------------------------------------------


@given(chases())
@settings(max_examples=150)
def test_every_answer_equals_the_reference(chase: Chase) -> None:
    solution = solved(chase)
    assert_like_the_reference(chase, solution)
    assert solution.verify() is True


@given(chases((12, 7, 5, 4)))
def test_the_general_solver_agrees_on_every_state(chase: Chase) -> None:
    solution = solved(chase)
    graph = solution.graph()
    general = gg.solve(graph)
    assert graph.n == 2 * chase.n * len(solution.capture_times)
    for state in graph.labels:
        assert solution.outcome(state) == general.outcome(state)
        rounds = solution.capture_time_of(state)
        plies = -1 if rounds < 0 else 2 * rounds - (state[2] == "cops" and rounds > 0)
        assert general.remoteness_of(state) == solution.remoteness_of(state) == plies
        best = solution.best_move(state)
        assert tuple(solution[state]) == (general.outcome(state), plies, best)
    assert general.outcome(solution.start) == solution.result
    table = solution.table()
    assert table["outcome"].tolist() == [str(general.outcome(state)) for state in graph.labels]
    assert table["remoteness"].tolist() == general.remoteness.tolist()


@given(chases((12, 7, 5, 4)))
def test_a_solution_is_a_collection_of_its_states(chase: Chase) -> None:
    for solution in (solved(chase), solved(chase, remoteness=False)):
        labels = [*solution.graph().labels]
        assert [*solution] == labels and len(solution) == len(labels)
        assert all(state in solution for state in labels[:50])
        table = solution.table()
        cops = zip(*(table[f"cop_{i}"].tolist() for i in range(chase.k)), strict=True)
        rows = zip(cops, table["robber"].tolist(), table["turn"].tolist(), strict=True)
        assert list(rows) == labels
        outcomes = [str(solution.outcome(state)) for state in labels]
        assert table["outcome"].tolist() == outcomes
    for other in [((0,) * chase.k, chase.n, "cops"), ((0,) * chase.k, 0, "thief"), 7, "abc",
                  ((0,) * (chase.k + 1), 0, "cops"), (0, 0, "cops"), ("0", 0, "cops")]:  # fmt: skip
        assert other not in solution


@given(chases((12, 7, 5, 4)))
def test_moves_are_options_of_the_explicit_graph(chase: Chase) -> None:
    solution = solved(chase)
    graph = solution.graph()
    for placed, robber, turn in graph.labels:
        after = solution.best_move((placed, robber, turn))
        if after is not None and turn == "cops":
            after = (tuple(sorted(after[0])), *after[1:])
        options = graph.options((placed, robber, turn))
        assert (after is None) == (robber in placed)
        assert after is None or after in options
        assert after is None or len(set(options)) == len(options)


@given(chases((12, 7, 5, 4)))
def test_winning_moves_are_those_of_the_explicit_graph(chase: Chase) -> None:
    for solution in (solved(chase), solved(chase, remoteness=False)):
        general = gg.solve(solution.graph())
        for state in general.game.labels:
            found = solution.winning_moves(state)
            assert len(set(found)) == len(found)
            sorted_cops = {(tuple(sorted(cops)), *rest) for cops, *rest in found}
            assert sorted_cops == set(general.winning_moves(state))


@given(chases((12, 7, 5, 4)))
def test_lines_last_as_long_as_the_times_say(chase: Chase) -> None:
    solution = solved(chase)
    line = solution.line()
    assert line[0] == solution.start
    if solution.capture_time < 0:
        assert line.closes_at is not None and line[-1] == line[line.closes_at]
        assert all(robber not in placed for placed, robber, _ in line)
    else:
        assert line.closes_at is None
        assert len(line) == 1 + max(0, 2 * solution.capture_time - 1)
        assert len(line) == 1 + solution.remoteness_of(solution.start)
        assert [robber in placed for placed, robber, _ in line].index(True) == len(line) - 1
    for state, then in pairwise(line):
        assert {state[2], then[2]} == set(TURNS)
        assert then == solution.best_move(state)


@given(chases())
@settings(max_examples=50)
def test_without_remoteness_the_outcomes_are_the_same(chase: Chase) -> None:
    kept, solution = solved(chase), solved(chase, remoteness=False)
    assert solution.capture_times is None
    assert (solution.result, solution.capture_time) == (kept.result, kept.capture_time)
    assert solution.start[0] == kept.start[0]
    for placed, robber in states(chase.n, chase.k):
        for turn in TURNS:
            state = placed, robber, turn
            assert solution.outcome(state) == kept.outcome(state)
    if solution.result == DRAW:
        assert solution.start == kept.start
    for placed in product(range(chase.n), repeat=chase.k):
        escapes = [r for r in range(chase.n) if kept.outcome((placed, r, "cops")) == DRAW]
        free = [r for r in range(chase.n) if r not in placed]
        assert solution.robber_start(placed) == (*escapes, *free, 0)[0]


@given(chases())
@settings(max_examples=50)
def test_times_of_four_bytes_are_the_same(chase: Chase) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(game._MOST_ROUNDS, 2, 0)
        wide = solved(chase)
    narrow = solved(chase)
    some_moves = (narrow.capture_times > 0).any()
    assert narrow.capture_times.dtype == np.int16
    assert wide.capture_times.dtype == (np.int32 if some_moves else np.int16)
    assert narrow.capture_times.min() >= -1
    assert np.array_equal(wide.capture_times, narrow.capture_times)
    assert wide.line() == narrow.line() and wide.verify()


def test_times_that_fit_no_type_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game, "_MOST_ROUNDS", {2: 1, 4: 2})
    for n, dtype in ((2, np.int16), (3, np.int32)):
        solution = gg.cops_and_robbers([(v, v + 1) for v in range(n - 1)])
        assert solution.capture_times.dtype == dtype
    with pytest.raises(gg.TooLargeError, match="got that a capture takes more than 2 rounds"):
        gg.cops_and_robbers([(v, v + 1) for v in range(9)])


def test_the_most_rounds_are_what_the_types_hold() -> None:
    assert game._MOST_ROUNDS[2] == np.iinfo(np.int16).max
    assert game._MOST_ROUNDS[4] < np.iinfo(np.int32).max


# -- what goes in ---------------------------------------------------------------------------------


def test_cops_may_be_named_in_any_order() -> None:
    solution = gg.cops_and_robbers([(v, v + 1) for v in range(6)], 2)
    assert solution.number([5, 2]) == solution.number([2, 5]) == 17
    assert solution.capture_times[17].tolist() == [2, 1, 0, 1, 1, 0, 1]
    assert solution.best_move(((5, 2), 0, "cops")) == ((4, 1), 0, "robber")
    assert solution.best_move(((2, 5), 0, "cops")) == ((1, 4), 0, "robber")
    assert solution.best_move(((5, 2), 0, "robber")) == ((5, 2), 0, "cops")
    assert solution.winning_moves(((5, 2), 1, "cops"))[0] == ((4, 1), 1, "robber")
    assert solution.line(((5, 2), 0, "cops"))[1] == ((4, 1), 0, "robber")
    assert solution.line(([5, 2], 0, "cops"))[0] == ((5, 2), 0, "cops")


def test_edges_go_both_ways_unless_told_otherwise() -> None:
    arcs = [(0, 1), (1, 2), (2, 0)]
    for graph in (arcs, gg.GameGraph.from_edges(arcs), {0: [1], 1: [2], 2: [0]}):
        assert gg.cops_and_robbers(graph).result == WIN
        assert gg.cops_and_robbers(graph, directed=False).result == WIN
        assert gg.cops_and_robbers(graph, directed=True).result == DRAW
        assert [gg.cops_and_robbers(graph, directed=d).directed for d in (None, True)] == [
            False,
            True,
        ]


def test_graphs_of_other_libraries_say_whether_they_are_directed() -> None:
    nx = pytest.importorskip("networkx")
    for graph in (nx.cycle_graph(3), nx.DiGraph(nx.cycle_graph(3))):
        assert gg.cops_and_robbers(graph).result == WIN
    turning = nx.DiGraph([("a", "b"), ("b", "c"), ("c", "a")])
    assert gg.cops_and_robbers(turning).result == DRAW
    assert gg.cops_and_robbers(turning, directed=False).result == WIN
    assert gg.cop_number(turning) == 2
    assert gg.cop_number(turning, directed=False) == 1


def test_other_libraries_too() -> None:
    ig, rx = pytest.importorskip("igraph"), pytest.importorskip("rustworkx")
    arcs = [(0, 1), (1, 2), (2, 0)]
    turning, triangle = rx.PyDiGraph(), rx.PyGraph()
    for graph in (turning, triangle):
        graph.add_nodes_from(range(3))
        graph.add_edges_from_no_data(arcs)
    for graph, number in (
        *((ig.Graph(arcs, directed=True), 2), (ig.Graph(arcs), 1)),
        *((turning, 2), (triangle, 1)),
    ):
        assert gg.cop_number(graph) == number


def test_vertices_have_the_names_that_the_graph_gives_them() -> None:
    nx = pytest.importorskip("networkx")
    solution = gg.cops_and_robbers(nx.grid_2d_graph(2, 3), 2)
    assert solution.result == WIN and solution.capture_time == 1
    assert solution.start == (((0, 2), (1, 0)), (0, 0), "cops")
    assert solution.robber_start([(0, 2), (1, 0)]) == (0, 0)
    assert solution.capture_time_of((((0, 0), (0, 1)), (1, 1), "cops")) == 1
    best = solution.best_move((((0, 1), (0, 0)), (1, 1), "cops"))
    assert best == (((1, 1), (0, 0)), (1, 1), "robber")
    assert solution.table()["cop_0"][:2] == [(0, 0), (0, 0)]


def test_as_many_cops_as_vertices_win_at_once() -> None:
    for k in (4, 5, 6):
        solution = gg.cops_and_robbers(C4, k)
        placed, robber, turn = solution.start
        assert (solution.result, solution.capture_time, robber, turn) == (WIN, 0, 0, "cops")
        assert set(placed) == {0, 1, 2, 3}
        assert solution.line() == ((placed, 0, "cops"),)
        assert solution.verify()


def test_many_cops_on_few_vertices() -> None:
    solution = gg.cops_and_robbers([(0, 1)], 80)
    assert (solution.capture_time, len(solution.capture_times)) == (0, 81)
    assert solution.capture_time_of(((0,) * 80, 1, "cops")) == 1
    assert solution.best_move(((0,) * 80, 1, "cops")) == ((0,) * 79 + (1,), 1, "robber")


def test_a_solution_shows_itself() -> None:
    one = [(0, 1), (1, 2)]
    assert repr(gg.cops_and_robbers(one)) == "CopsSolution(n=3, cops=1: the cops win in 1 round)"
    assert repr(gg.cops_and_robbers(C4)) == "CopsSolution(n=4, cops=1: the robber escapes)"
    assert "in 0 rounds" in repr(gg.cops_and_robbers({"a": []}))


def test_times_cannot_be_written() -> None:
    with pytest.raises(ValueError, match="read-only"):
        gg.cops_and_robbers(C4).capture_times[0, 0] = 1


# -- errors ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("graph", "options", "message"),
    [
        (C4, {"cops": 0}, "cops: expected an integer of at least 1, got 0"),
        (C4, {"cops": -3}, "cops: expected an integer of at least 1, got -3"),
        (C4, {"cops": 1.5}, "cops: expected an integer of at least 1, got 1.5"),
        ([], {}, "graph: expected at least one vertex, got none to start from"),
        (7, {}, "expected a graph: .* got int"),
        (
            gg.GameGraph.from_edges(C4).with_presets({0: WIN}),
            {},
            "graph: expected no preset outcomes, got a GameGraph that has some",
        ),
    ],
)
def test_bad_input_is_refused(graph: Any, options: dict[str, Any], message: str) -> None:
    with pytest.raises(gg.GraphGameError, match=message):
        gg.cops_and_robbers(graph, **options)


def test_what_takes_too_much_memory_is_refused_before_it_is_taken() -> None:
    grid = [(v, v + 1) for v in range(99)]
    with pytest.raises(gg.TooLargeError) as caught:
        gg.cops_and_robbers(grid, 9)
    assert str(caught.value).startswith("cops: expected to need at most ")
    assert str(caught.value).endswith("of memory, got 979.9 TB for 9 on 100 vertices")
    with pytest.raises(gg.TooLargeError, match="most 1,000 bytes of memory, got 31,292 bytes for"):
        gg.cops_and_robbers(grid, memory=1000)
    with pytest.raises(gg.TooLargeError, match=r"got more than 9\.2e\+18 bytes for 100000"):
        gg.cops_and_robbers(grid, 100_000)
    with pytest.raises(gg.TooLargeError, match="for 1 on 100 vertices"):
        gg.cop_number([*grid, (99, 0)], memory=1000)
    assert gg.cop_number(grid, memory=1000) == 1  # a path has only vertices that others dominate
    assert gg.cops_and_robbers(grid, memory=31_292).result == WIN


def test_states_that_do_not_exist_are_refused() -> None:
    solution = gg.cops_and_robbers({"a": ["b"], "b": ["c"]}, 2)
    with pytest.raises(gg.UnknownPositionError, match="position 'x' does not exist"):
        solution.capture_time_of((("a", "x"), "a", "cops"))
    with pytest.raises(gg.UnknownPositionError, match="position 'y' does not exist"):
        solution.best_move((("a", "a"), "y", "robber"))
    for ask, message in (
        (lambda: solution.best_move((("a",), "b", "cops")), "cops: expected 2 vertices, got 1"),
        (
            lambda: solution.outcome((("a", "b"), "c", "thief")),
            "turn: expected 'cops' or 'robber', got 'thief'",
        ),
        (lambda: solution[("a", "b"), "c"], r"state: expected \(cops, robber, turn\), got \(\("),
        (lambda: solution.line(5), r"state: expected \(cops, robber, turn\), got 5"),
        (lambda: solution.winning_moves(("ab", "c", "cops")), "tuple of vertices, got 'ab'"),
        (lambda: solution.robber_start(5), "cops: expected a tuple of vertices, got 5"),
    ):
        with pytest.raises(gg.UnknownPositionError, match=message):
            ask()


def test_without_remoteness_there_are_no_best_moves() -> None:
    solution = gg.cops_and_robbers(C4, 2, remoteness=False)
    state = (0, 1), 2, "cops"
    for what, ask in {
        "capture_time_of": lambda: solution.capture_time_of(state),
        "remoteness_of": lambda: solution.remoteness_of(state),
        "best_move": lambda: solution.best_move(((0, 1), 2, "robber")),
        "line": solution.line,
        "s[state]": lambda: solution[state],
    }.items():
        with pytest.raises(gg.GraphGameError) as caught:
            ask()
        assert str(caught.value) == (
            f"{what}: expected a game solved with remoteness, got remoteness=False"
        )
    assert solution.robber_start([0, 1]) == 2
    assert solution.verify() is True
    assert "remoteness" not in solution.table()


def test_tables_are_taken_by_data_frames() -> None:
    pandas, polars = pytest.importorskip("pandas"), pytest.importorskip("polars")
    for graph in (C4, {"a": ["b"], "b": ["c"]}):
        solution = gg.cops_and_robbers(graph, 2)
        for frame in (pandas.DataFrame(solution.table()), polars.DataFrame(solution.table())):
            assert frame.shape == (len(solution), 6)
            assert list(frame["cop_1"])[-1] == [*solution][-1][0][1]


def test_an_explicit_graph_that_is_too_large_is_refused() -> None:
    board = gg.GameGraph.from_edges(np.empty((0, 2), np.int32), 1700)
    stay = np.arange(1701), np.arange(1700)
    with pytest.raises(gg.TooLargeError, match="at most 2147483646 states, got 4915890000"):
        explicit_graph(board, *stay, 2)


@pytest.mark.large  # line tracing may swallow the one interrupt
@pytest.mark.parametrize(
    "call",
    [
        "gg.cops_and_robbers(grid, 4)",
        "gg.cop_number([(v, v ^ 1 << b) for v in range(64) for b in range(6)])",
        "gg.cops_and_robbers([(v, v + 1) for v in range(9000)])",
    ],
)
def test_ctrl_c_stops_a_hunt(call: str) -> None:
    program = (
        "import graphgame as gg, signal\n"
        "gg.cops_and_robbers([(0, 1)])\n"
        "grid = [(v, v + 1) for v in range(64) if v % 8 < 7] + [(v, v + 8) for v in range(56)]\n"
        "signal.signal(signal.SIGALRM, signal.default_int_handler)\n"
        "signal.setitimer(signal.ITIMER_REAL, 0.15)\n"
        "try:\n"
        f"    {call}\n"
        "except KeyboardInterrupt:\n"
        "    print('stopped')\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60
    )
    assert run.stdout == "stopped\n"
