"""Compiled rules in several threads, each of which adds options in its turn.

Pinned here: what takes more than adding (growth, wide codes, wrong rules, limits) is met by one
thread, in order, with the error of one thread; a thread that waits lets Ctrl-C in; look-ups beside
a thread that adds find what was there.
"""

from __future__ import annotations

import ctypes
import signal
import threading
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

import graphgame as gg
from graphgame.rules import blocks
from graphgame.rules.exploring import code_walk
from graphgame.rules.exploring._codes import CodeExplorer
from graphgame.rules.exploring._relay import Relay
from tests.rules.compiling import address, folder, typed
from tests.rules.test_explore_compiled import OUTCOME, RULE
from tests.rules.test_explore_dense import same
from tests.rules.test_threads import N, at_address, batch, native, options_of

pytestmark = pytest.mark.usefixtures("no_thread_is_left")

ROOM = 1 << 16


@pytest.fixture(autouse=True)
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blocks, "LEAST_AHEAD", 1)
    monkeypatch.setattr(blocks, "LEAST_SHARED", 1)
    monkeypatch.setattr(blocks, "SHARED_BLOCK", 100)
    monkeypatch.setattr(code_walk, "LAP", 3_000)


@pytest.fixture
def laps(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return a list of the options that each relay adds."""
    added: list[int] = []
    share = blocks.CompiledAsker.share

    def noted(asker: blocks.CompiledAsker, *args: Any) -> None:
        before = asker._explorer.m
        share(asker, *args)
        added.append(asker._explorer.m - before)

    monkeypatch.setattr(blocks.CompiledAsker, "share", noted)
    return added


def test_most_is_added_in_turn(laps: list[int]) -> None:
    graph = gg.explore_codes(at_address(native), 2, threads=2)
    assert sum(laps) > 0.6 * graph.m and len(laps) > 5


def test_a_block_that_is_asked_early_waits_for_its_turn() -> None:
    """The thread of the first block goes on a while after the other one has asked about its own."""
    asked = threading.Event()

    @RULE
    def rule(code: int, options: Any, room: int, data: Any) -> int:
        if code == 0:
            asked.wait(60)
            time.sleep(0.1)
        if code == 99:
            asked.set()
        return int(native(code, options, room, data))

    explorer = CodeExplorer(np.arange(N))
    relay = Relay(explorer, 2, (at_address(rule), 0, 0, 0, ROOM, *[0] * 6), False)
    relay.begin(N, 10**6, 50, 1)  # codes 50 to 99 are the first block of the other thread
    other = threading.Thread(target=relay.run, args=(1,))
    other.start()
    relay.run(0)
    other.join()
    explorer.watch(signals=True)
    assert (explorer.expanded, explorer.m) == (N, 3 * N)
    _, idx, _, _ = map(np.asarray, explorer.finish())
    assert np.array_equal(idx.reshape(N, 3), options_of(np.arange(N)))


def test_rules_in_python_are_asked_here(laps: list[int]) -> None:
    """A callback of ctypes is known by what it keeps, that of cffi by its name."""
    cffi = pytest.importorskip("cffi")
    ffi = cffi.FFI()
    ffi.cdef("typedef int64_t rule(int64_t, int64_t *, int64_t, void *);")
    here = threading.get_ident()

    def asked(code: int, options: Any, room: int, data: Any) -> int:
        assert threading.get_ident() == here
        options[0] = (code * 7 + 1) % N
        return 1

    for rule in (RULE(asked), ffi.callback("rule", asked)):
        gg.explore_codes(rule, [2, 3, 4], threads=2)
    assert not laps
    gg.explore_codes(typed("take"), [9_000], threads=2)
    assert laps


def test_codes_of_any_width() -> None:
    """The table is made anew for the first code beyond 60 bits, which comes in a relay."""

    @RULE
    def wide(code: int, options: Any, room: int, data: Any) -> int:
        number = code % N
        for k, option in enumerate((number * 7 + 1, number * number, number + 1)):
            options[k] = option % N + (N << 47) * (option % N > 5_000)
        return 3

    one, two = (gg.explore_codes(wide, 2), gg.explore_codes(at_address(wide), 2, threads=2))
    assert same(one, two) and one.n == N


def wrong(at: dict[int, str]) -> tuple[Any, Any]:
    """Return a rule and presets, which are wrong at some codes, in different ways."""

    @RULE
    def rule(code: int, options: Any, room: int, data: Any) -> int:
        found = int(native(code, options, room, data))
        if at.get(code) == "outside":
            options[1] = N + 7
        return {"negative": -5, "huge": 2**61}.get(at.get(code, ""), found)

    @OUTCOME
    def preset(code: int, data: Any) -> int:
        return 9 if at.get(code) == "preset" else 2

    return rule, preset


WRONG = st.dictionaries(
    st.integers(0, N - 1), st.sampled_from(["outside", "negative", "huge", "preset"]), min_size=1
)


@settings(max_examples=20)
@given(at=WRONG, dense=st.booleans(), threads=st.integers(2, 4))
def test_errors_are_those_of_one_thread(at: dict[int, str], *, dense: bool, threads: int) -> None:
    rule, preset = wrong(at)
    hints: dict[str, Any] = {"size": N} if dense else {"limit": 2 * N}
    told = []
    for many in (1, threads):
        try:
            with pytest.MonkeyPatch.context() as patched:
                patched.setattr(code_walk, "LAP", 3_000)
                graph = gg.explore_codes(
                    at_address(rule), 2, presets=at_address(preset), threads=many, **hints
                )
        except gg.GraphGameError as error:
            told.append((type(error), str(error).split(", with")[0]))
        else:
            told.append((type(graph), str(graph)))
    assert told[0] == told[1]


def test_room_for_many_options(laps: list[int]) -> None:
    """A position with more options than a stage has room for is asked again, by one thread."""

    @RULE
    def fan(code: int, options: Any, room: int, data: Any) -> int:
        if code != 1_500:
            return int(native(code, options, room, data))
        for k in range(100_000 if room >= 100_000 else 0):
            options[k] = k % N
        return 100_000

    graph = gg.explore_codes(at_address(fan), 2, threads=2)
    assert same(graph, gg.explore_codes(fan, 2)) and graph.n == N and sum(laps) > 10_000


def test_limits_end_it_where_one_thread_ends(laps: list[int]) -> None:
    explorer: Any = gg.Explorer(at_address(native), [2], codes=True, threads=2)
    for limit in (1, 5, 700, 3_000):
        with pytest.raises(gg.ExplorationLimitError) as caught:
            explorer.run(limit=limit)
        assert limit < caught.value.positions <= limit + 3 * 100 + 3 * explorer.expanded
    assert same(explorer.run().graph(), gg.explore_codes(native, 2)) and laps


@pytest.mark.parametrize("threads", [2, 3])
def test_a_block_that_passes_a_limit_is_the_last(
    threads: int, monkeypatch: pytest.MonkeyPatch, laps: list[int]
) -> None:
    """No full table and no short lap ends the relay before: without the limit it adds all."""
    monkeypatch.setattr(code_walk, "LAP", 1 << 20)
    whole = gg.explore_codes(native, 2)
    for limit in (1, 5, 700, 3_000):
        explorer: Any = gg.Explorer(at_address(native), [2], codes=True, size=N, threads=threads)
        with pytest.raises(gg.ExplorationLimitError) as caught:
            explorer.run(limit=limit)
        assert limit < caught.value.positions <= limit + 3 * 100 < N
        assert len(laps) == 1 and laps.pop() == 3 * explorer.expanded
        assert same(explorer.run().graph(), whole)
        laps.clear()


def test_a_relay_ends_with_the_block_that_passes_a_limit() -> None:
    explorer = CodeExplorer(np.array([2]), N)
    relay = Relay(explorer, 1, (at_address(native), 0, 0, 0, ROOM, *[0] * 6), False)
    for most in (1, 700, 3_000, N - 200):
        relay.begin(most, 10**6, 50, 1)
        relay.run(0)
        assert most < explorer.count <= most + 3 * 50
    assert explorer.count < N


def test_ctrl_c_while_the_other_thread_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    """The thread of the caller waits for its turn; the other one ends with the code it asks."""
    caller, pressed, later = threading.get_ident(), list[int](), list[int]()
    asks, stopped = threading.Event(), threading.Event()
    first = threading.Lock()
    together = blocks.Adding.together

    def noted(helpers: blocks.Adding, work: Callable[[int], None], stop: Callable[[], None]) -> Any:
        def stop_all() -> None:
            stop()
            stopped.set()

        return together(helpers, work, stop_all)

    @RULE
    def rule(code: int, options: Any, room: int, data: Any) -> int:
        if threading.get_ident() != caller and code > 500:
            if stopped.is_set():
                later.append(code)
            asks.set()
            assert stopped.wait(60), "the thread of the caller does not see Ctrl-C"
        return int(native(code, options, room, data))

    def press(number: int, frame: Any) -> None:
        while frame is not None:
            if frame.f_code.co_name == "rule":
                return  # this thread asks, too, and is to wait
            frame = frame.f_back
        pressed.append(number)
        # One raises: a signal that comes within this function for another one counts as pressed,
        # too, so that the length of the list would not say which of the two is the first.
        if first.acquire(blocking=False):
            raise KeyboardInterrupt

    def interrupt() -> None:
        asks.wait()
        while not stopped.wait(0.01):
            signal.pthread_kill(caller, signal.SIGINT)

    monkeypatch.setattr(blocks.Adding, "together", noted)
    explorer: Any = gg.Explorer(at_address(rule), [2], codes=True, threads=2)
    helper = threading.Thread(target=interrupt)
    before = signal.signal(signal.SIGINT, press)
    helper.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            explorer.run()
    finally:
        asks.set()
        stopped.set()
        helper.join()
        signal.signal(signal.SIGINT, before)
    assert pressed and not later


def test_a_relay_that_is_stopped_adds_nothing_more() -> None:
    explorer = CodeExplorer(np.arange(N))
    functions = at_address(native), 0, 0, 0, ROOM, *[0] * 6
    relay = Relay(explorer, 1, functions, False)
    relay.run(0)  # it has not begun
    assert (explorer.expanded, explorer.m, relay.threads) == (0, 0, 1)
    relay.begin(N, 600, 50, 1)
    relay.stop()
    relay.run(0)
    assert (explorer.expanded, explorer.m) == (0, 0)
    relay.begin(N, 600, 50, 1)
    relay.run(0)
    assert (explorer.expanded, explorer.m) == (200, 600)
    relay.begin(N, 10**6, 50, N - 249)  # enough wait for one more
    relay.run(0)
    assert explorer.expanded == 250
    relay.begin(N, 10**6, 50, 1)
    relay.run(0)
    assert (explorer.expanded, explorer.m) == (N, 3 * N)
    explorer.watch(signals=True)
    ptr, idx, codes, _ = map(np.asarray, explorer.finish())
    assert ptr.tolist() == list(range(0, 3 * N + 1, 3)) and codes.tolist() == list(range(N))
    assert idx[:3].tolist() == [1, 0, 1] and idx[-3:].tolist() == [N - 6, 1, 0]


HAMMER = """
#include <stdint.h>
int64_t rule(int64_t code, int64_t *options, int64_t room, void *data)
{
    const uint64_t n = 60013, mask = ((uint64_t)1 << 40) - 1, x = (uint64_t)code >> 20;
    uint64_t k;
    (void)data;
    if (room < 5) return 5;
    for (k = 0; k < 5; k++) {
        const uint64_t y = (x * (2 * k + 3) + k * k) % n;
        options[k] = (int64_t)(y << 20 | (y * 0x9E3779B97F4A7C15u & mask) >> 21);
    }
    return 5;
}
"""


@pytest.mark.parametrize("hints", [{}, {"expect": 60_013}, {"expect": 9}])
def test_look_ups_beside_a_thread_that_adds(
    hints: Any, monkeypatch: pytest.MonkeyPatch, laps: list[int]
) -> None:
    """Threads that Python does not order, again and again, while a small table grows."""
    address("take")  # skips the test where there is no compiler
    import subprocess

    source, built = folder() / "hammer.c", folder() / "hammer.so"
    source.write_text(HAMMER, encoding="utf-8")
    subprocess.run(["gcc", "-O1", "-shared", "-fPIC", "-o", built, source], check=True)
    rule: Any = ctypes.CDLL(str(built)).rule
    rule.restype, rule.argtypes = RULE._restype_, RULE._argtypes_
    monkeypatch.setattr(code_walk, "LAP", 1 << 20)
    one = gg.explore_codes(rule, 0)
    assert one.n > 30_000
    for many, most in ((2, 300), (2, 1_000), (3, 1_000)):
        monkeypatch.setattr(blocks, "SHARED_BLOCK", most)
        assert same(one, gg.explore_codes(rule, 0, threads=many, **hints))
    assert max(laps) > 50_000


@pytest.mark.parametrize("failing", [0, 1])
def test_without_another_thread_all_is_done_here(
    failing: int, monkeypatch: pytest.MonkeyPatch, limit_threads: Callable[[int], None]
) -> None:
    limit_threads(failing)
    explorer: Any = gg.Explorer(at_address(native), [2], codes=True, threads=3)
    with pytest.raises(gg.ExplorationLimitError):
        explorer.run(limit=1_000)
    monkeypatch.undo()
    assert same(explorer.run().graph(), gg.explore_codes(batch, 2))
