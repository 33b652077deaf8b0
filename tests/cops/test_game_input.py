"""What goes into `cops_and_robbers`, and what is refused.

Pinned here: what kinds of graphs mean, the names of vertices, as many cops as vertices and more;
every message; Ctrl-C stops a hunt.
"""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import numpy as np
import pytest

import graphgame as gg
from graphgame import DRAW, WIN, GraphGameError
from graphgame.cops.states import explicit_graph

C4 = [(0, 1), (1, 2), (2, 3), (3, 0)]

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
            "graph: expected moves alone, got a graph with presets",
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
    with pytest.raises(gg.TooLargeError, match="most 1,000 bytes of memory, got 31,292 bytes for"):
        gg.cops_and_robbers(grid, memory="1000")  # a number of bytes as text
    for wrong in (-5, 0, True, "1000x", "", "-5", "0"):
        for solve in (gg.cops_and_robbers, gg.cop_number):
            with pytest.raises(GraphGameError, match="memory: expected a number of bytes"):
                solve(grid, memory=wrong)  # type: ignore[operator]
        with pytest.raises(GraphGameError, match="memory: expected a number of bytes"):
            gg.cop_numbers("Dhc\n", memory=wrong)  # type: ignore[arg-type]
    assert (
        gg.cop_number(grid, memory="1 kB") == gg.cop_number(grid, memory=1000) == 1
    )  # a path has only vertices that others dominate
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
        "try:\n"
        "    signal.setitimer(signal.ITIMER_REAL, 0.15)\n"
        f"    {call}\n"
        "except KeyboardInterrupt:\n"
        "    print('stopped')\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60
    )
    assert run.stdout == "stopped\n"
