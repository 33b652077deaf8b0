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
from graphgame.cops import game, placements
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


def solved(chase: Chase, **options: Any) -> gg.CopsSolution:
    graph = gg.GameGraph.from_edges(list(chase.arcs), chase.n)
    return gg.cops_and_robbers(graph, chase.k, directed=chase.directed, **options)


def states(n: int, k: int) -> Iterator[tuple[tuple[int, ...], int]]:
    return product(product(range(n), repeat=k), range(n))


def assert_like_the_reference(chase: Chase, solution: gg.CopsSolution) -> None:
    found = solution.capture_time
    assert (float("inf") if found is None else found) == chase.capture_time
    assert solution.winner == ("robber" if found is None else "cops")
    assert solution.start == chase.start
    assert solution.robber_start == chase.robber_choice(chase.start)
    for placed, robber in states(chase.n, chase.k):
        for turn in TURNS:
            expected = chase.time(placed, robber, turn)
            assert solution.time(placed, robber, turn) == expected
            caught = LOSE if turn == "robber" else WIN
            assert solution.outcome(placed, robber, turn) == (DRAW if expected is None else caught)
        assert solution.robber_move(placed, robber) == chase.robber_move(placed, robber)
        assert solution.cops_move(placed, robber) == chase.cops_move(placed, robber)
    for placed in product(range(chase.n), repeat=chase.k):
        assert solution.robber_choice(placed) == chase.robber_choice(placed)


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
    assert graph.n == 2 * chase.n * len(solution.times)
    for placed, robber, turn in graph.labels:
        state = placed, robber, turn
        assert solution.outcome(*state) == general.outcome(state)
        rounds = solution.time(*state)
        plies = -1 if rounds is None else 2 * rounds - (turn == "cops" and rounds > 0)
        assert general.remoteness_of(state) == plies


@given(chases((12, 7, 5, 4)))
def test_moves_are_options_of_the_explicit_graph(chase: Chase) -> None:
    solution = solved(chase)
    graph = solution.graph()
    for placed, robber, turn in graph.labels:
        state = placed, robber, turn
        if turn == "cops":
            moves = solution.cops_move(placed, robber)
            after = moves and (tuple(sorted(moves)), robber, "robber")
        else:
            reply = solution.robber_move(placed, robber)
            after = None if reply is None else (placed, reply, "cops")
        assert (after is None) == (robber in placed)
        assert after is None or after in graph.options(state)
        assert after is None or len(set(graph.options(state))) == len(graph.options(state))


@given(chases((12, 7, 5, 4)))
def test_lines_last_as_long_as_the_times_say(chase: Chase) -> None:
    solution = solved(chase)
    line = solution.line()
    assert line[0] == (solution.start, solution.robber_start, "cops")
    if solution.capture_time is None:
        assert line.closes_at is not None and line[-1] == line[line.closes_at]
        assert all(robber not in placed for placed, robber, _ in line)
    else:
        assert line.closes_at is None
        assert len(line) == 1 + max(0, 2 * solution.capture_time - 1)
        assert [robber in placed for placed, robber, _ in line].index(True) == len(line) - 1
    for (placed, robber, turn), (then, there, other) in pairwise(line):
        assert {turn, other} == set(TURNS)
        if turn == "cops":
            assert there == robber and then == solution.cops_move(placed, robber)
        else:
            assert then == placed and there == solution.robber_move(placed, robber)


@given(chases())
@settings(max_examples=50)
def test_without_times_the_outcomes_are_the_same(chase: Chase) -> None:
    kept, solution = solved(chase), solved(chase, times=False)
    assert solution.times is None
    assert (solution.winner, solution.capture_time) == (kept.winner, kept.capture_time)
    assert solution.start == kept.start
    for placed, robber in states(chase.n, chase.k):
        for turn in TURNS:
            assert solution.outcome(placed, robber, turn) == kept.outcome(placed, robber, turn)
    if solution.winner == "robber":
        assert solution.robber_start == kept.robber_start
    else:
        assert solution.robber_start is None


@given(chases())
@settings(max_examples=50)
def test_times_of_four_bytes_are_the_same(chase: Chase) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(game._MOST_ROUNDS, 2, 0)
        wide = solved(chase)
    narrow = solved(chase)
    never = 2**16 - 1
    some_moves = ((narrow.times > 0) & (narrow.times < never)).any()
    assert narrow.times.dtype == np.uint16
    assert wide.times.dtype == (np.int32 if some_moves else np.uint16)
    if some_moves:
        assert np.array_equal(wide.times == 2**31 - 1, narrow.times == never)
    assert np.array_equal(np.minimum(wide.times, never), narrow.times)
    assert wide.line() == narrow.line() and wide.verify()


def test_times_that_fit_no_type_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game, "_MOST_ROUNDS", {2: 1, 4: 2})
    for n, dtype in ((2, np.uint16), (3, np.int32)):
        assert gg.cops_and_robbers([(v, v + 1) for v in range(n - 1)]).times.dtype == dtype
    with pytest.raises(gg.TooLargeError, match="got that a capture takes more than 2 rounds"):
        gg.cops_and_robbers([(v, v + 1) for v in range(9)])


# -- what goes in ---------------------------------------------------------------------------------


def test_cops_may_be_named_in_any_order() -> None:
    solution = gg.cops_and_robbers([(v, v + 1) for v in range(6)], 2)
    assert solution.number([5, 2]) == solution.number([2, 5]) == 17
    assert solution.times[17].tolist() == [2, 1, 0, 1, 1, 0, 1]
    assert solution.cops_move([5, 2], 0) == (4, 1)
    assert solution.cops_move([2, 5], 0) == (1, 4)


def test_edges_go_both_ways_unless_told_otherwise() -> None:
    arcs = [(0, 1), (1, 2), (2, 0)]
    for graph in (arcs, gg.GameGraph.from_edges(arcs), {0: [1], 1: [2], 2: [0]}):
        assert gg.cops_and_robbers(graph).winner == "cops"
        assert gg.cops_and_robbers(graph, directed=False).winner == "cops"
        assert gg.cops_and_robbers(graph, directed=True).winner == "robber"


def test_graphs_of_other_libraries_say_whether_they_are_directed() -> None:
    nx = pytest.importorskip("networkx")
    for graph, winner in ((nx.cycle_graph(3), "cops"), (nx.DiGraph(nx.cycle_graph(3)), "cops")):
        assert gg.cops_and_robbers(graph).winner == winner
    turning = nx.DiGraph([("a", "b"), ("b", "c"), ("c", "a")])
    assert gg.cops_and_robbers(turning).winner == "robber"
    assert gg.cops_and_robbers(turning, directed=False).winner == "cops"
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
    assert solution.winner == "cops" and solution.capture_time == 1
    assert solution.start == ((0, 2), (1, 0))
    assert solution.robber_start == (0, 0)
    assert solution.time([(0, 0), (0, 1)], (1, 1)) == 1
    assert solution.cops_move([(0, 1), (0, 0)], (1, 1)) == ((1, 1), (0, 0))


def test_as_many_cops_as_vertices_win_at_once() -> None:
    for k in (4, 5, 6):
        solution = gg.cops_and_robbers(C4, k)
        assert (solution.winner, solution.capture_time, solution.robber_start) == ("cops", 0, 0)
        assert set(solution.start) == {0, 1, 2, 3}
        assert solution.line() == ((solution.start, 0, "cops"),)
        assert solution.verify()


def test_many_cops_on_few_vertices() -> None:
    solution = gg.cops_and_robbers([(0, 1)], 80)
    assert (solution.capture_time, len(solution.times)) == (0, 81)
    assert solution.time([0] * 80, 1) == 1
    assert solution.cops_move([0] * 80, 1) == (0,) * 79 + (1,)


def test_a_solution_shows_itself() -> None:
    one = [(0, 1), (1, 2)]
    assert repr(gg.cops_and_robbers(one)) == "CopsSolution(n=3, cops=1: the cops win in 1 round)"
    assert repr(gg.cops_and_robbers(C4)) == "CopsSolution(n=4, cops=1: the robber escapes)"
    assert "in 0 rounds" in repr(gg.cops_and_robbers({"a": []}))


def test_times_cannot_be_written() -> None:
    with pytest.raises(ValueError, match="read-only"):
        gg.cops_and_robbers(C4).times[0, 0] = 1


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
        gg.cop_number(grid, memory=1000)
    assert gg.cops_and_robbers(grid, memory=31_292).winner == "cops"


def test_states_that_do_not_exist_are_refused() -> None:
    solution = gg.cops_and_robbers({"a": ["b"], "b": ["c"]}, 2)
    with pytest.raises(gg.UnknownPositionError, match="position 'x' does not exist"):
        solution.time(["a", "x"], "a")
    with pytest.raises(gg.UnknownPositionError, match="position 'y' does not exist"):
        solution.robber_move(["a", "a"], "y")
    with pytest.raises(gg.GraphGameError, match="cops: expected 2 vertices, got 1"):
        solution.cops_move(["a"], "b")
    with pytest.raises(gg.GraphGameError, match="turn: expected 'cops' or 'robber', got 'thief'"):
        solution.outcome(["a", "b"], "c", "thief")


def test_without_times_there_are_no_moves() -> None:
    solution = gg.cops_and_robbers(C4, 2, times=False)
    for ask in (
        lambda: solution.time([0, 1], 2),
        lambda: solution.cops_move([0, 1], 2),
        lambda: solution.robber_move([0, 1], 2),
        lambda: solution.robber_choice([0, 1]),
        solution.line,
        solution.verify,
    ):
        with pytest.raises(gg.GraphGameError, match="times: expected them to be kept for a "):
            ask()


def test_an_explicit_graph_that_is_too_large_is_refused() -> None:
    board = gg.GameGraph.from_edges(np.empty((0, 2), np.int32), 1700)
    stay = np.arange(1701), np.arange(1700)
    with pytest.raises(gg.TooLargeError, match="at most 2147483646 states, got 4915890000"):
        placements.explicit_graph(board, *stay, 2)


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
