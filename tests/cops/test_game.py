"""`cops_and_robbers` against the reference, and against the general solver.

Pinned here: the time, the outcome and the best move of every state, starts and lines, on random
graphs of all kinds.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise, product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

import graphgame as gg
from graphgame import DRAW, LOSE, WIN
from graphgame.cops import game
from tests.reference.cops import Chase

TURNS = ("cops", "robber")


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
