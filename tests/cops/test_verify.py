"""The certificate of cops and robbers: right answers pass, answers changed anywhere do not."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

import graphgame as gg
from graphgame.cops import placements
from tests.cops.test_game import chases, solved
from tests.reference.cops import Chase


def check(
    solution: gg.CopsSolution, times: Any = None, result: tuple[Any, Any, Any] | None = None
) -> bool:
    """Verify a solution with other times or another result."""
    said = solution.start, solution.robber_start, solution.capture_time
    return placements.verify_times(
        solution.board,
        *solution._rows,
        solution.times if times is None else times,
        said if result is None else result,
    )


@given(chases(), st.data())
@settings(max_examples=200)
def test_no_time_can_be_changed(chase: Chase, data: st.DataObject) -> None:
    solution = solved(chase)
    times = solution.times.copy()
    place = tuple(data.draw(st.integers(0, size - 1)) for size in times.shape)
    never = np.iinfo(times.dtype).max
    wrong = data.draw(st.sampled_from([0, 1, 2, never - 1, never]))
    if data.draw(st.booleans()):
        wrong = (int(times[place]) + data.draw(st.sampled_from([-1, 1]))) % (never + 1)
    if wrong == times[place]:
        return
    times[place] = wrong
    with pytest.raises(gg.VerificationError):
        check(solution, times)


@given(chases())
@settings(max_examples=50)
def test_no_sets_of_times_can_be_changed_together(chase: Chase) -> None:
    solution = solved(chase)
    never = np.iinfo(solution.times.dtype).max
    for change in (
        lambda times: np.where(times == never, 1, times),  # nobody escapes
        lambda times: np.where(times == never, never - 1, times),
        lambda times: np.where(times > 0, never, times),  # everybody does
        lambda times: np.where(times > 0, times - 1, times),
        lambda times: np.where((times > 0) & (times < never), times + 1, times),
    ):
        times = change(solution.times).astype(solution.times.dtype)
        if not np.array_equal(times, solution.times):
            with pytest.raises(gg.VerificationError):
                check(solution, times)


@given(chases())
@settings(max_examples=50)
def test_no_result_can_be_changed(chase: Chase) -> None:
    solution = solved(chase)
    start, robber, time = solution.start, solution.robber_start, solution.capture_time
    for other in (None, 0, 1, 2, 3):
        if other != time:
            with pytest.raises(gg.VerificationError):
                check(solution, result=(start, robber, other))
    for placed in product(range(chase.n), repeat=chase.k):
        worst = chase.worst(placed)
        for choice in range(chase.n):
            found = chase.time(placed, choice, "cops")
            delay = float("inf") if found is None else found
            if delay == worst == chase.capture_time:
                assert check(solution, result=(placed, choice, time))
            else:
                with pytest.raises(gg.VerificationError):
                    check(solution, result=(placed, choice, time))


def test_blocks_of_the_robbers_vertices_are_put_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(placements, "_BLOCK", 1)
    solution = gg.cops_and_robbers([(v, v + 1) for v in range(6)], 2)
    assert solution.verify()
    for place in product(range(28), range(7)):
        times = solution.times.copy()
        times[place] += 1
        with pytest.raises(gg.VerificationError):
            check(solution, times)


def test_late_captures_are_no_escapes() -> None:
    """Times cut off at 255, which is never in one byte: each is one more than the next."""
    solution = gg.cops_and_robbers([(v, v + 1) for v in range(259)])
    times = np.minimum(solution.times, 255).astype(np.uint8)
    with pytest.raises(gg.VerificationError, match="more rounds than the times can hold, got no "):
        check(solution, times)


def test_a_refusal_names_the_state_and_its_options() -> None:
    solution = gg.cops_and_robbers({"a": ["b"], "b": ["c"], "c": ["d"]})
    times = solution.times.copy()
    times[0, 3] = 2
    with pytest.raises(gg.VerificationError) as caught:
        check(solution, times)
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
    times = solution.times.copy()
    times[0, 2] = 7
    with pytest.raises(gg.VerificationError, match="expected no capture, got a capture in 7") as e:
        check(solution, times)
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
