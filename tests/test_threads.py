"""Threads beside that of the caller, and Ctrl-C at every step of their code."""

from __future__ import annotations

import gc
import threading
import weakref
from typing import TYPE_CHECKING, Any

import pytest

from graphgame._kernel import threads
from graphgame._kernel.threads import Bell, Helpers
from tests.stepping import interrupted_at, steps

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.usefixtures("no_thread_is_left")


def nothing(*_: object) -> None:
    """Do nothing."""


def test_all_threads_work_each_with_its_number() -> None:
    found: list[tuple[int, int]] = []
    with Helpers() as helpers:
        assert helpers.begin(4) == helpers.begin(2) == 4
        for _ in range(3):
            helpers.together(lambda k: found.append((k, threading.get_ident())), nothing)
    assert sorted(k for k, _ in found) == [0] * 3 + [1] * 3 + [2] * 3 + [3] * 3
    assert len(set(found)) == 4 and (0, threading.get_ident()) in found


def test_calls_are_made_in_their_order() -> None:
    found: list[int] = []
    with Helpers() as helpers:
        helpers.begin(2)
        calls = [helpers.call(found.append, k) for k in range(100)]
        calls[-1].result()
        assert all(call.has_rung for call in calls)
    assert found == list(range(100))


def test_calls_that_were_given_are_made_before_the_end() -> None:
    found: list[int] = []
    with Helpers() as helpers:
        helpers.begin(2)
        for k in range(100):
            helpers.call(found.append, k)
    assert found == list(range(100))


def test_an_error_in_another_thread_is_raised_here() -> None:
    def work(k: int) -> None:
        if k == 2:
            raise ConnectionError(k)

    with Helpers() as helpers:
        helpers.begin(3)
        with pytest.raises(ConnectionError):
            helpers.together(work, nothing)
        helpers.together(nothing, nothing)  # they go on
        assert helpers.begin(3) == 3


def test_an_error_here_stops_and_ends_the_other_threads() -> None:
    stopped, ended = Bell(), list[int]()

    def work(k: int) -> None:
        if k == 0:
            raise ConnectionError
        while not stopped.has_rung:
            stopped.wait(0.001)
        ended.append(k)

    with Helpers() as helpers:
        helpers.begin(3)
        with pytest.raises(ConnectionError):
            helpers.together(work, stopped.ring)
        assert sorted(ended) == [1, 2]
        assert [helpers.begin(k) for k in (1, 2)] == [1, 2]


def test_what_a_call_knows_is_not_kept() -> None:
    class Known:
        pass

    known = Known()
    last = weakref.ref(known)
    with Helpers() as helpers:
        helpers.begin(2)
        call = helpers.call(lambda _: None, known)
        call.result()
        helpers.call(nothing).result()
        del known
        gc.collect()
        assert last() is None and call.error is None


def test_no_more_threads_than_the_system_has(limit_threads: Callable[[int], None]) -> None:
    limit_threads(2)
    found: list[int] = []
    with Helpers() as helpers:
        assert helpers.begin(7) == 3
        helpers.together(found.append, nothing)
    assert sorted(found) == [0, 1, 2]


def test_a_bell_is_waited_for_no_longer_than_asked() -> None:
    bell = Bell()
    bell.wait(0.001)
    assert not bell.has_rung
    bell.ring()
    bell.ring()
    bell.wait()
    bell.wait()
    assert bell.has_rung


@pytest.mark.parametrize("many", [2, 3])
def test_ctrl_c_at_every_step_of_threads_that_work_together(many: int) -> None:
    """Work that waits for a word to stop has ended when the interrupt is raised."""
    for step in steps():
        ended: list[int] = []
        stopped = Bell()

        def work(k: int, stopped: Bell = stopped, ended: list[int] = ended) -> None:
            while k and not stopped.has_rung:
                stopped.wait(0.001)
            ended.append(k)
            stopped.ring()

        def all_together(stopped: Bell = stopped, work: Any = work) -> None:
            with Helpers() as helpers:
                helpers.begin(many)
                helpers.together(work, stopped.ring)

        came = interrupted_at(step, (threads,), all_together)
        assert len(set(ended)) == len(ended)
        if not came:
            break
    assert step > 30 and sorted(ended) == list(range(many))


def test_ctrl_c_at_every_step_of_a_call() -> None:
    for step in steps():
        found: list[int] = []

        def one_call(found: list[int] = found) -> None:
            with Helpers() as helpers:
                helpers.begin(2)
                helpers.call(found.append, 1).result()

        if not interrupted_at(step, (threads,), one_call):
            break
    assert step > 15 and found == [1]
