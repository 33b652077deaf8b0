"""The certificate of cops and robbers: right answers pass, answers changed anywhere do not.

Pinned here: changes of times, of sets, of the start, the result and the capture time are refused;
so are solutions that the kernel found on wrong neighbourhoods, since the certificate starts from
the edges as they were given; right solutions pass although what was derived for them is wrong.
"""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

import graphgame as gg
from graphgame import WIN
from graphgame.cops import game, placements, verify
from graphgame.graphs import _rows
from tests.cops.test_game import chases, solved
from tests.reference.cops import Chase


def check(solution: gg.CopsSolution[Any], **changes: Any) -> bool:
    """Verify a solution with other times, or another start, result or capture time."""
    said: dict[str, Any] = {
        "times": solution.capture_times,
        "sets": solution._states.sets(),
        "start": solution.start,
        "result": solution.result,
        "capture_time": solution.capture_time,
        "cops": solution.cops,
        "directed": solution.directed,
    }
    return verify.verify(solution.game, **said | changes)


@given(chases(), st.data())
@settings(max_examples=200)
def test_no_time_can_be_changed(chase: Chase, data: st.DataObject) -> None:
    solution = solved(chase)
    times = solution.capture_times.copy()
    place = tuple(data.draw(st.integers(0, size - 1)) for size in times.shape)
    top = np.iinfo(times.dtype).max
    wrong = data.draw(st.sampled_from([0, 1, 2, top, -1, -2, -top - 1]))
    if data.draw(st.booleans()):
        wrong = int(times[place]) + data.draw(st.sampled_from([-1, 1]))
    if wrong == times[place]:
        return
    times[place] = wrong
    with pytest.raises(gg.VerificationError):
        check(solution, times=times)


@given(chases())
@settings(max_examples=50)
def test_no_sets_of_times_can_be_changed_together(chase: Chase) -> None:
    solution = solved(chase)
    top = np.iinfo(solution.capture_times.dtype).max
    for change in (
        lambda times: np.where(times < 0, 1, times),  # nobody escapes
        lambda times: np.where(times < 0, top, times),
        lambda times: np.where(times > 0, -1, times),  # everybody does
        lambda times: np.where(times > 0, times - 1, times),
        lambda times: np.where(times > 0, times + 1, times),
    ):
        times = change(solution.capture_times).astype(solution.capture_times.dtype)
        if not np.array_equal(times, solution.capture_times):
            with pytest.raises(gg.VerificationError):
                check(solution, times=times)


@given(chases(), st.data())
@settings(max_examples=100)
def test_no_bit_of_the_sets_can_be_changed(chase: Chase, data: st.DataObject) -> None:
    solution = solved(chase, remoteness=False)
    assert solution.verify() is True
    sets = [np.array(bits) for bits in solution._states.sets()]
    changed = sets[data.draw(st.integers(0, 1))]
    row = data.draw(st.integers(0, len(changed) - 1))
    changed[row, 0] ^= np.uint64(1) << np.uint64(data.draw(st.integers(0, chase.n - 1)))
    with pytest.raises(gg.VerificationError, match="got (no|a) capture"):
        check(solution, sets=tuple(sets))


@given(chases())
@settings(max_examples=50)
def test_winning_sets_that_only_fit_each_other_are_refused(chase: Chase) -> None:
    """All states called won solve the equation of winning sets, but have no times."""
    solution = solved(chase, remoteness=False)
    sets = solution._states.sets()
    for bits in (0, 2**chase.n - 1):
        changed = tuple(np.full_like(old, bits) for old in sets)
        if not all(np.array_equal(*pair) for pair in zip(sets, changed, strict=True)):
            with pytest.raises(gg.VerificationError):
                check(solution, sets=changed)


@given(chases(), st.booleans())
@settings(max_examples=50)
def test_no_result_can_be_changed(chase: Chase, remoteness: bool) -> None:
    solution = solved(chase, remoteness=remoteness)
    time, (_, robber, _) = solution.capture_time, solution.start
    for other in (-1, 0, 1, 2, 3):
        if other != time:
            with pytest.raises(gg.VerificationError):
                check(solution, capture_time=other)
    for result in gg.Outcome:
        if result != solution.result:
            with pytest.raises(gg.VerificationError, match="expected the result"):
                check(solution, result=result)
    for start in ((solution.start[0], robber, "robber"), ((0,) * (chase.k + 1), robber, "cops")):
        with pytest.raises(gg.VerificationError, match="expected a start of"):
            check(solution, start=start)
    for placed in product(range(chase.n), repeat=chase.k):
        worst = chase.worst(placed)
        for choice in range(chase.n):
            found = chase.time(placed, choice, "cops")
            delay = float("inf") if found < 0 else found
            caught_anyway = not remoteness and time >= 0
            if worst == chase.capture_time and (delay == worst or caught_anyway):
                assert check(solution, start=(placed, choice, "cops"))
            else:
                with pytest.raises(gg.VerificationError):
                    check(solution, start=(placed, choice, "cops"))


@given(chases())
@settings(max_examples=30)
def test_arrays_of_another_shape_are_refused(chase: Chase) -> None:
    solution, short = solved(chase), solved(chase, remoteness=False)
    times, (won, lost) = solution.capture_times, short._states.sets()
    for wrong in (times[1:], np.pad(times, (0, 1)), times[:, 1:]):
        with pytest.raises(gg.VerificationError, match="expected an array of shape"):
            check(solution, times=wrong)
    for sets in ((won[1:], lost), (won, lost[1:])):
        with pytest.raises(gg.VerificationError, match="expected an array of shape"):
            check(short, sets=sets)


# -- what was derived on the way is wrong ---------------------------------------------------------


def a_transpose_with_an_arc_less(ptr: Any, idx: Any) -> Any:
    """Return the transpose without the arc at the end of the longest row."""
    ptr, idx = (np.array(array) for array in TRANSPOSE(ptr, idx))
    v = int(np.diff(ptr).argmax())
    keep = np.arange(len(idx)) != ptr[v + 1] - 1
    ptr[v + 1 :] -= 1
    return ptr, np.ascontiguousarray(idx[keep])


def a_transpose_with_another_arc(ptr: Any, idx: Any) -> Any:
    """Return the transpose with one entry replaced by the vertex after it."""
    ptr, idx = (np.array(array) for array in TRANSPOSE(ptr, idx))
    at = len(idx) // 2
    idx[at] = (idx[at] + 1) % (len(ptr) - 1)
    return ptr, idx


def a_transpose_of_nothing_done(ptr: Any, idx: Any) -> Any:
    """Return the same rows: arcs stay as they are."""
    return np.asarray(ptr), np.asarray(idx)


def a_grouping_with_an_arc_less(edges: Any, n: int, by_target: bool) -> Any:
    """Group all edges but one."""
    return GROUP(np.ascontiguousarray(np.delete(np.asarray(edges), 0, axis=0)), n, by_target)


def a_grouping_by_the_other_end(edges: Any, n: int, by_target: bool) -> Any:
    """Group by sources instead of targets."""
    return GROUP(edges, n, not by_target)


def a_grouping_with_another_arc(edges: Any, n: int, by_target: bool) -> Any:
    """Group an arc to another vertex."""
    edges = np.array(edges)
    edges[0, 1] = (edges[0, 1] + 1) % n
    return GROUP(edges, n, by_target)


def neighbourhoods_one_way(n: int, edges: Any, directed: bool) -> Any:
    """Take edges for arcs, and arcs for edges."""
    return NEIGHBOURHOODS(n, edges, not directed)


def neighbourhoods_without_an_edge(n: int, edges: Any, directed: bool) -> Any:
    """Leave an edge out."""
    return NEIGHBOURHOODS(n, edges[1:], directed)


def neighbourhoods_turned_round(n: int, edges: Any, directed: bool) -> Any:
    """Exchange out- and in-neighbourhoods."""
    return NEIGHBOURHOODS(n, edges, directed)[::-1]


def neighbourhoods_one_of_them_turned_round(n: int, edges: Any, directed: bool) -> Any:
    """Take the out-neighbourhoods for the in-neighbourhoods, too."""
    rows, _ = NEIGHBOURHOODS(n, edges, directed)
    return rows, rows


GROUP, TRANSPOSE, NEIGHBOURHOODS = _rows.group_edges, _rows.transpose, placements.neighbourhoods
PLANTED = [
    *((_rows, "transpose", f) for f in (
        a_transpose_with_an_arc_less, a_transpose_with_another_arc, a_transpose_of_nothing_done)),
    *((_rows, "group_edges", f) for f in (
        a_grouping_with_an_arc_less, a_grouping_by_the_other_end, a_grouping_with_another_arc)),
    *((game, "neighbourhoods", f) for f in (
        neighbourhoods_one_way, neighbourhoods_without_an_edge, neighbourhoods_turned_round,
        neighbourhoods_one_of_them_turned_round)),
]  # fmt: skip


def random_game(rng: random.Random) -> tuple[Any, int, bool]:
    """Return a graph on which most arcs matter, a number of cops, and whether it is directed."""
    k = rng.randint(1, 2)
    n = rng.randint(4, 9 if k == 1 else 6)
    edges = [(v, v + 1) for v in range(n - 1)]
    edges += [(rng.randrange(n), rng.randrange(n)) for _ in range(rng.randint(0, n))]
    rng.shuffle(edges)
    return gg.GameGraph.from_edges(edges, n), k, rng.random() < 0.6


@pytest.mark.parametrize("remoteness", [True, False])
@pytest.mark.parametrize(("module", "name", "wrong"), PLANTED, ids=[p[2].__name__ for p in PLANTED])
def test_what_a_kernel_derived_wrongly_is_found(
    module: Any, name: str, wrong: Any, remoteness: bool
) -> None:
    """Wrong solutions are refused, each of them; and right ones, found all the same, pass."""
    rng = random.Random(7)
    refused = accepted = 0
    for _ in range(60):
        graph, k, directed = random_game(rng)
        right = gg.cops_and_robbers(graph, k, directed=directed)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(module, name, wrong)
            solution = gg.cops_and_robbers(graph, k, directed=directed, remoteness=remoteness)
            same = is_right(solution, right)
            if same:
                assert solution.verify() is True
            else:
                with pytest.raises(gg.VerificationError):
                    solution.verify()
        accepted += same
        refused += not same
    assert refused >= 8, f"{refused} wrong solutions, {accepted} right ones"


def is_right(solution: gg.CopsSolution[Any], right: gg.CopsSolution[Any]) -> bool:
    """Return whether a solution says what is right, from a start as good as the best."""
    exact = solution.capture_times is not None
    if exact:
        same = np.array_equal(solution.capture_times, right.capture_times)
    else:
        same = all(solution.outcome(state) == right.outcome(state) for state in right)
    same &= (solution.result, solution.capture_time) == (right.result, right.capture_time)
    times = np.where(right.capture_times < 0, np.inf, right.capture_times)
    row, robber = right.number(solution.start[0]), solution.start[1]
    best = times.max(axis=1).min()
    escapes_or_delays = times[row, robber] == best or not (exact or best == np.inf)
    return bool(same and times[row].max() == best and escapes_or_delays)


@given(chases(), st.booleans())
@settings(max_examples=30)
def test_right_answers_pass_although_derived_arrays_are_wrong(
    chase: Chase, remoteness: bool
) -> None:
    solution = solved(chase, remoteness=remoteness)
    ptr, idx = solution._states.rows
    solution._states.rows = np.zeros_like(ptr), np.zeros_like(idx)
    if solution.game._edges is not None:  # rows that kernels made of the edges
        solution.game._options = solution.game._predecessors = solution._states.rows
    assert solution.verify() is True


@pytest.mark.parametrize("remoteness", [True, False])
def test_a_solution_whose_answers_were_changed_is_refused(remoteness: bool) -> None:
    for edges, k in (([(0, 1), (1, 2), (2, 3)], 1), ([(0, 1), (1, 2), (2, 3), (3, 0)], 1)):
        for name, value in (
            ("capture_time", 1),
            ("capture_time", -1),
            ("start", ((3,), 3, "cops")),
        ):
            solution = gg.cops_and_robbers(edges, k, remoteness=remoteness)
            if getattr(solution, name) == value:
                continue
            solution.__dict__[name] = value
            with pytest.raises(gg.VerificationError):
                solution.verify()
        solution = gg.cops_and_robbers(edges, k, remoteness=remoteness)
        hunt = solution._states.hunt
        room: Any = memoryview(hunt.times_buffer if remoteness else hunt.won_buffer)
        room[1] ^= 1
        with pytest.raises(gg.VerificationError):
            solution.verify()


def test_results_are_wins_and_draws() -> None:
    assert [gg.cops_and_robbers([(0, 1)], k).result for k in (1, 2)] == [WIN, WIN]


def test_blocks_of_the_robbers_vertices_are_put_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verify, "_BLOCK", 1)
    solution = gg.cops_and_robbers([(v, v + 1) for v in range(6)], 2)
    assert solution.verify()
    assert gg.cops_and_robbers([(v, v + 1) for v in range(6)], 2, remoteness=False).verify()
    for place in product(range(28), range(7)):
        times = solution.capture_times.copy()
        times[place] += 1
        with pytest.raises(gg.VerificationError):
            check(solution, times=times)


def test_late_captures_are_no_escapes() -> None:
    """Times that a byte does not hold are called never: each is one more than the next."""
    solution = gg.cops_and_robbers([(v, v + 1) for v in range(259)])
    times = np.where(solution.capture_times > 127, -1, solution.capture_times).astype(np.int8)
    with pytest.raises(gg.VerificationError, match="expected a capture in 128 rounds, got no "):
        check(solution, times=times)


def test_a_refusal_names_the_state_and_its_options() -> None:
    solution = gg.cops_and_robbers({"a": ["b"], "b": ["c"], "c": ["d"]})
    times = solution.capture_times.copy()
    times[0, 3] = 2
    with pytest.raises(gg.VerificationError) as caught:
        check(solution, times=times)
    assert caught.value.position == (("a",), "d", "cops")
    assert caught.value.options == [
        ((("a",), "d", "robber"), "LOSE", 6),
        ((("b",), "d", "robber"), "LOSE", 4),
    ]
    assert str(caught.value) == (
        "position (('a',), 'd', 'cops'): expected a capture in 3 rounds, "
        "got a capture in 2 rounds; its options: "
        "(('a',), 'd', 'robber') LOSE 6, (('b',), 'd', 'robber') LOSE 4"
    )


def test_a_refusal_of_an_escape_says_so() -> None:
    solution = gg.cops_and_robbers([(0, 1), (1, 2), (2, 3), (3, 4), (4, 0)])
    times = solution.capture_times.copy()
    times[0, 2] = 7
    with pytest.raises(gg.VerificationError, match="expected no capture, got a capture in 7") as e:
        check(solution, times=times)
    assert (((0,), 2, "robber"), "DRAW", -1) in e.value.options


@given(st.integers(1, 7), st.integers(1, 4))
def test_placements_are_numbered_in_colexicographic_order(n: int, k: int) -> None:
    rows = placements.placements(n, k)
    expected = sorted(
        {tuple(sorted(cops)) for cops in product(range(n), repeat=k)}, key=lambda c: c[::-1]
    )
    assert [tuple(row) for row in rows.tolist()] == expected
    assert placements.numbers(rows, n).tolist() == list(range(len(rows)))
    assert placements.numbers(rows[:, ::-1], n).tolist() == list(range(len(rows)))
    assert [*placements.in_order(n, k)] == expected
    assert placements.count(n, k) == len(rows)
    assert verify._placements(n, k).tolist() == rows.tolist()
    assert verify._numbers(rows[:, ::-1], n).tolist() == list(range(len(rows)))
