"""Rules on codes explored in several threads: those of arrays, and compiled ones.

Pinned here: the graph is that of one thread, whatever fails and whenever, and so is the error; a
rule in Python is called in the thread of the caller, and by no two calls at once; Ctrl-C loses
nothing; no thread is left.  `test_relay.py` has what is special to compiled rules.
"""

from __future__ import annotations

import ctypes
import itertools
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest
from hypothesis import given, strategies as st

import graphgame as gg
from graphgame.rules import blocks
from graphgame.rules.exploring import code_walk
from graphgame.rules.exploring._codes import CodeExplorer
from tests.rules.test_explore_compiled import OUTCOME, RULE
from tests.rules.test_explore_dense import same

pytestmark = pytest.mark.usefixtures("no_thread_is_left")

N = 6_007


def options_of(codes: Any) -> Any:
    """Return three options of each code: those of a permutation, a product, a neighbour."""
    return np.stack([(codes * 7 + 1) % N, codes * codes % N, (codes + 1) % N], axis=1)


def batch(codes: Any) -> Any:
    return np.repeat(np.arange(len(codes)), 3), options_of(codes).ravel()


@RULE
def native(code: int, options: Any, room: int, data: Any) -> int:
    options[0], options[1], options[2] = (code * 7 + 1) % N, code * code % N, (code + 1) % N
    return 3


def by_pairs(codes: Any) -> Any:
    """Return the options of the even code of each pair, 2 k and 2 k + 1: these are one class."""
    return batch(codes // 2 * 2)


@RULE
def native_pairs(code: int, options: Any, room: int, data: Any) -> int:
    return int(native(code // 2 * 2, options, room, data))


@OUTCOME
def native_even(code: int, data: Any) -> int:
    return code // 2 * 2


def every_ninth(codes: Any) -> Any:
    return np.where(codes % 9 == 4, gg.Outcome.LOSE, gg.NO_PRESET)


@OUTCOME
def native_ninth(code: int, data: Any) -> int:
    return -1 if code % 9 == 4 else 2


def at_address(function: Any) -> int:
    """Return where a callback is: of an address nobody knows that Python is behind it."""
    return ctypes.cast(function, ctypes.c_void_p).value or 0


@pytest.fixture(autouse=True)
def always_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hand even one position to a thread, and look at the explorer often."""
    monkeypatch.setattr(blocks, "LEAST_AHEAD", 1)
    monkeypatch.setattr(blocks, "LEAST_SHARED", 1)
    monkeypatch.setattr(code_walk, "LAP", 3_000)


@pytest.fixture(params=[3, 100, 1 << 14])
def block(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int:
    monkeypatch.setattr(blocks, "BLOCK", request.param)
    return int(request.param)


KINDS: dict[str, dict[str, Any]] = {
    "batch": {"rule": batch},
    "batch, presets": {"rule": batch, "presets": every_ninth},
    "batch, ends": {
        "rule": batch,
        "presets": lambda c: (every_ninth(c), np.where(c % 18 == 4, 2, 0)),
    },
    "batch, symmetry": {"rule": by_pairs, "canonical": lambda c: c // 2 * 2},
    "a callback": {"rule": native},
    "compiled": {"rule": at_address(native)},
    "compiled, size": {"rule": at_address(native), "size": N},
    "compiled, presets": {"rule": at_address(native), "presets": at_address(native_ninth)},
    "compiled, symmetry": {"rule": at_address(native_pairs), "canonical": at_address(native_even)},
    "compiled, asked in batches": {"rule": native, "presets": {4: -1, 1000: 1, 2000: 0}},
}


@pytest.mark.parametrize("threads", [2, 5])
@pytest.mark.parametrize("kind", KINDS)
def test_the_graph_is_that_of_one_thread(kind: str, block: int, threads: int) -> None:
    given = dict(KINDS[kind])
    rule, start = given.pop("rule"), [2, 40, 7]
    one = gg.explore_codes(rule, start, **given)
    two = gg.explore_codes(rule, start, threads=threads, **given)
    assert same(one, two) and one.n > 2_000
    ends = [
        None if g.preset_remoteness is None else g.preset_remoteness.tolist() for g in (one, two)
    ]
    assert ends[0] == ends[1]


def test_answers_are_those_of_one_thread(block: int) -> None:
    compiled = at_address(native), at_address(native_ninth)
    for rule, presets in ((batch, every_ninth), (native, native_ninth), compiled):
        found = [gg.build(rule, start=[2], presets=presets, threads=k) for k in (1, 2)]
        assert len({s.counts()[gg.Outcome.WIN] for s in found}) == 1
        assert [s.outcomes.tolist() for s in found[:1]] == [found[1].outcomes.tolist()]
        assert found[0].remoteness.tolist() == found[1].remoteness.tolist()


def test_the_rule_is_called_here_and_by_one_at_a_time(block: int) -> None:
    here, inside, seen = threading.get_ident(), threading.Lock(), list[int]()

    def alone(codes: Any) -> Any:
        assert threading.get_ident() == here
        assert inside.acquire(blocking=False), "it was called while it was being called"
        try:
            options = batch(codes)
            seen.extend(codes.tolist())
            return options
        finally:
            inside.release()

    graph = gg.explore_codes(alone, 2, threads=2)
    assert [*dict.fromkeys(seen)] == list(graph.labels or ())
    assert 0 <= len(seen) - graph.n <= 16, "asked again: at the beginning once, at the end about 8"


def test_threads_add_meanwhile(monkeypatch: pytest.MonkeyPatch, block: int) -> None:
    """The thread is used: without this the others say nothing."""
    started: list[Any] = []
    start = blocks.Adding.start

    def noted(thread: blocks.Adding, add: Callable[[], None]) -> Any:
        started.append(add)
        return start(thread, add)

    monkeypatch.setattr(blocks.Adding, "start", noted)
    gg.explore_codes(batch, 2, threads=1)
    assert not started
    gg.explore_codes(batch, 2, threads=2)
    assert len(started) > 2


def test_without_another_thread_all_is_done_here(limit_threads: Callable[[int], None]) -> None:
    limit_threads(0)
    graph = gg.explore_codes(batch, 2, threads=2)
    assert same(graph, gg.explore_codes(batch, 2))


@pytest.mark.boundary
def test_limits_lose_nothing(block: int) -> None:
    explorers: list[Any] = [gg.Explorer(batch, [2], codes=True, threads=k) for k in (1, 2)]
    for limit in (1, 5, 700, 3_000):
        found = []
        for explorer in explorers:
            with pytest.raises(gg.ExplorationLimitError) as caught:
                explorer.run(limit=limit)
            found.append(caught.value.positions)
        # Blocks are as long as what waits, which is less behind what is being added.
        assert min(found) > limit
    assert same(*(explorer.run().graph() for explorer in explorers))


def test_a_rule_that_fails_is_told_in_its_turn(block: int) -> None:
    """What is before it is kept, what a limit ends is not asked."""
    order = list(gg.explore_codes(batch, 2).labels or ())
    bad = order[2_000]

    def failing(codes: Any) -> Any:
        if bad in codes:
            raise ZeroDivisionError(f"at {bad}")
        return batch(codes)

    explorer: Any = gg.Explorer(failing, [2], codes=True, threads=2)
    for _ in range(2):
        with pytest.raises(ZeroDivisionError) as caught:
            explorer.run()
        assert caught.value.__context__ is None
        assert 2_000 - block <= explorer.expanded <= 2_000
    bad = -1
    assert same(explorer.run().graph(), gg.explore_codes(batch, 2))


def test_what_cannot_be_added_comes_before_what_is_asked_later() -> None:
    """The options of one block are refused while the rule fails at the next."""

    def rule(codes: Any) -> Any:
        if 999 in codes:
            raise ZeroDivisionError
        return np.array([0]), np.array([77])

    for many in (1, 2):
        with pytest.raises(gg.GraphGameError, match=r"^rule at 3: .* from 0 to 9, .* got 77$"):
            gg.explore_codes(lambda c: rule(c[:1]), [3, 9], size=10, threads=many)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(blocks, "BLOCK", 1)
        for many in (1, 2):
            with pytest.raises(gg.GraphGameError, match=r"^rule at 3: .* got 5000$"):
                gg.explore_codes(
                    lambda c: rule(c) if c[0] == 999 else (np.array([0]), c + 4997),
                    [3, 999],
                    size=1000,
                    threads=many,
                )


@given(st.sets(st.integers(0, 40)), st.sampled_from([1, 7, 300]))
def test_a_rule_that_raises_now_and_then(failing: set[int], size: int) -> None:
    calls = itertools.count()

    def rule(codes: Any) -> Any:
        if next(calls) in failing:
            raise ConnectionError("for now")
        return (np.arange(2 * len(codes)) // 2, ((codes[:, None] * [3, 5] + 1) % 1009).ravel())

    whole = gg.explore_codes(rule, 0) if not failing else None
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(blocks, "LEAST_AHEAD", 1)
        patched.setattr(blocks, "BLOCK", size)
        explorer: Any = gg.Explorer(rule, [0], codes=True, threads=2)
        for _ in range(len(failing) + 1):
            try:
                explorer.run()
            except ConnectionError:
                continue
            break
    failing = set()
    assert same(explorer.run().graph(), whole or gg.explore_codes(rule, 0))


def interrupted(make: Callable[[], Any], whole: Any) -> Iterator[int]:
    """Explore with an alarm that raises KeyboardInterrupt again and again; yield what it met."""
    explorer = make()
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    # On a machine of any speed some are a part of the work, and one is longer than what is left.
    delays = (2e-5 * 1.15**k for k in itertools.count())
    try:
        for delay in delays:
            try:
                signal.setitimer(signal.ITIMER_REAL, delay)
                explorer.run()
                signal.setitimer(signal.ITIMER_REAL, 0)
                break
            except KeyboardInterrupt:
                yield explorer.expanded
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert same(explorer.graph(), whole)


# What was opened at that moment is closed by the collector, with a warning.
@pytest.mark.filterwarnings("ignore:.*/proc/meminfo:pytest.PytestUnraisableExceptionWarning")
@pytest.mark.filterwarnings("ignore:unclosed file:ResourceWarning")
@pytest.mark.usefixtures("nothing_collected")
@pytest.mark.parametrize("kind", ["batch", "a callback", "compiled"])
def test_ctrl_c_at_any_moment_loses_nothing(kind: str) -> None:
    rule: Any = {"batch": batch, "a callback": native, "compiled": at_address(native)}[kind]
    whole = gg.explore_codes(rule, 2)
    met = list(interrupted(lambda: gg.Explorer(rule, [2], codes=True, threads=2), whole))
    assert met == sorted(met) and len(set(met)) > 2


def test_adding_in_a_thread_can_be_stopped() -> None:
    """Not by Ctrl-C, which only the main thread sees, but by a flag; then it goes on."""
    explorer = CodeExplorer(np.array([0]))
    options = np.arange(1, 200_001)
    sources = np.zeros(200_000, dtype=np.int64)
    explorer.watch(signals=False)
    explorer.stop()
    with ThreadPoolExecutor(1) as pool, pytest.raises(KeyboardInterrupt):
        pool.submit(explorer.append, 1, sources, options).result()
    assert (explorer.expanded, explorer.m) == (0, 0) and 1 < explorer.count < 200_001
    explorer.watch(signals=True)
    explorer.append(1, sources, options)
    assert (explorer.expanded, explorer.m, explorer.count) == (1, 200_000, 200_001)
    explorer.stop()
    explorer.watch(signals=False)  # what was stopped before is over
    explorer.append(1, sources[:0], options[:0])
    ptr, idx, codes, _ = explorer.finish()
    assert np.asarray(codes).tolist() == list(range(200_001))
    assert np.asarray(idx).tolist() == list(range(1, 200_001))
    assert np.asarray(ptr).tolist() == [0, 200_000, 200_000]


@pytest.mark.parametrize("bad", [[3_000], [3_000, 5, 6_000]])
def test_what_a_callback_raises_comes_out_with_threads(bad: list[int], block: int) -> None:
    @RULE
    def raising(code: int, options: Any, room: int, data: Any) -> int:
        if code in bad:
            raise LookupError(f"a callback at {code}")
        return int(native(code, options, room, data))

    first = next(code for code in gg.explore_codes(batch, 2).labels or () if code in bad)
    for rule in (raising, at_address(raising)):
        with pytest.raises(LookupError, match=f"^a callback at {first}$"):
            gg.explore_codes(rule, 2, threads=2)
    assert at_address(raising)
