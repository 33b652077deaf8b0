"""What stops an exploration loses nothing: `Explorer` goes on to the same graph.

Pinned here: limits, exceptions of the rule and Ctrl-C at any moment, for every kind of rule; what
an explorer counts; `ExplorationLimitError.explorer`; progress, whose last line has the counts that
were reached.
"""

from __future__ import annotations

import gc
import itertools
import pickle
import signal
import sys
import types
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from threading import Barrier, Event
from typing import Any, ClassVar

import numpy as np
import pytest
from hypothesis import given, strategies as st

import graphgame as gg
from graphgame import memory
from graphgame.rules.exploring import code_walk, growth, objects
from tests.rules import compiling
from tests.rules.compiling import KINDS, take, take_codes
from tests.rules.test_explore import rows_of, starts, tables
from tests.stepping import interrupted_at, steps

RULES = ["function", "generator", "batch", "ctypes", "numba list", "numba writer"]


def same(one: Any, other: Any) -> bool:
    """Whether graphs have the same positions in the same order, with the same moves and presets."""
    presets = [None if x.presets is None else x.presets.tolist() for x in (one, other)]
    return (
        list(one.labels) == list(other.labels)
        and rows_of(one) == rows_of(other)
        and presets[0] == presets[1]
        and one.start == other.start
    )


@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize("codes", [False, True])
def test_limits_one_after_another_lead_to_the_same_graph(name: str, codes: bool) -> None:
    presets = {4: gg.WIN, 900: gg.LOSE}
    whole = gg.explore(KINDS[name](), [1000, 997], presets=presets)
    explorer: Any = gg.Explorer(KINDS[name](), [1000, 997], presets=presets, codes=codes)
    for limit in (1, 2, 3, 10, 500, 501, 502, 502, 900):
        with pytest.raises(gg.ExplorationLimitError) as caught:
            explorer.run(limit=limit)
        assert caught.value.explorer is explorer
        assert caught.value.positions == explorer.positions > limit
        assert caught.value.expanded == explorer.expanded < explorer.positions
        assert caught.value.moves == explorer.moves
        assert not explorer.is_complete
        with pytest.raises(gg.GraphGameError, match=r"^graph: expected an exploration that is com"):
            explorer.graph()
    assert explorer.run() is explorer
    assert explorer.is_complete
    assert explorer.run(limit=1) is explorer, "there is nothing left to find"
    assert same(explorer.graph(), whole)
    assert explorer.graph() is explorer.graph()
    counts = explorer.positions, explorer.expanded, explorer.moves
    assert counts == (whole.n, whole.n, whole.m)
    assert repr(explorer) == f"Explorer(positions={whole.n}, expanded={whole.n}, moves={whole.m})"


@given(tables, starts, st.lists(st.integers(1, 70), max_size=6))
def test_limits_on_random_rules(
    table: list[list[int]], first: list[int], limits: list[int]
) -> None:
    def batch(codes: Any) -> Any:
        rows = [table[code] for code in codes.tolist()]
        sources = np.repeat(np.arange(len(codes)), list(map(len, rows)))
        return sources, np.array(list(itertools.chain(*rows)), dtype=np.int64)

    for rule in (table.__getitem__, lambda p: iter(table[p]), batch):
        explorer: Any = gg.Explorer(rule, first)
        for limit in limits:
            try:
                explorer.run(limit=limit)
            except gg.ExplorationLimitError as error:
                assert error.positions == explorer.positions > limit  # noqa: PT017
        assert same(explorer.run().graph(), gg.explore(table.__getitem__, first))


@given(tables, starts, st.sets(st.integers(0, 60)), st.integers(0, 3))
def test_a_rule_that_raises_now_and_then(
    table: list[list[int]], first: list[int], failing: set[int], late: int
) -> None:
    """The call of a number in `failing` raises, after some options."""
    calls = itertools.count()

    def rule(p: int) -> Iterator[int]:
        fails = next(calls) in failing
        yield from table[p][:late]
        if fails:
            raise ConnectionError("for now")
        yield from table[p][late:]

    def batch(codes: Any) -> Any:
        rows = [list(rule(code)) for code in codes.tolist()]
        sources = np.repeat(np.arange(len(codes)), list(map(len, rows)))
        return sources, np.array(list(itertools.chain(*rows)), dtype=np.int64)

    for function in (rule, batch):
        explorer: Any = gg.Explorer(function, first)
        for _ in range(len(failing) + 1):
            try:
                explorer.run()
            except ConnectionError:
                continue
            break
        assert same(explorer.graph(), gg.explore(table.__getitem__, first))
        calls = itertools.count()


# What was opened at that moment is closed by the collector, with a warning.
@pytest.mark.filterwarnings("ignore:.*/proc/meminfo:pytest.PytestUnraisableExceptionWarning")
@pytest.mark.filterwarnings("ignore:unclosed file:ResourceWarning")
@pytest.mark.usefixtures("nothing_collected")
@pytest.mark.parametrize("name", RULES)
def test_ctrl_c_at_any_moment_loses_nothing(name: str) -> None:
    rule, start = KINDS[name](), 30_000
    whole = gg.explore(rule, start)
    explorer: Any = gg.Explorer(rule, start)
    seen = set()
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    # On a machine of any speed some are a part of the work, and one is longer than what is left.
    delays = (2e-5 * 1.15**k for k in itertools.count())
    try:
        for delay in delays:
            try:
                signal.setitimer(signal.ITIMER_REAL, delay)
                explorer.run()
            except KeyboardInterrupt:
                seen.add(explorer.positions)
                continue
            finally:
                signal.setitimer(signal.ITIMER_REAL, 0)
            break
    except KeyboardInterrupt:
        pass  # too late for the run
    finally:
        signal.signal(signal.SIGALRM, before)
    assert same(explorer.run().graph(), whole)
    assert seen or name not in ("function", "generator")


@pytest.mark.usefixtures("only_new")
@pytest.mark.parametrize("start", [lambda: 9, lambda: iter([9])])
@pytest.mark.parametrize("name", ["function", "batch"])
def test_ctrl_c_at_every_step_of_beginning_loses_no_start(
    name: str, start: Callable[[], Any]
) -> None:
    """What was taken from the starts, and not added yet, was not there: the graph was empty."""
    rule = KINDS[name]()
    whole = gg.explore(rule, 9)
    for step in steps():
        explorer: Any = gg.Explorer(rule, start())
        came = interrupted_at(step, (objects, growth, code_walk), explorer.run)
        gc.collect()  # what is traced is known to its own frames
        assert same(explorer.run().graph(), whole)
        if not came:
            break
    assert step > 5


def test_memory_that_is_gone_may_come_back(monkeypatch: pytest.MonkeyPatch) -> None:
    for rule in (take, take_codes):
        explorer: Any = gg.Explorer(rule, 60_000)
        with monkeypatch.context() as patch:
            patch.setattr(memory, "available_memory", lambda: 200_000)
            with pytest.raises(gg.TooLargeError, match=r"200,000 bytes|0\.2 MB"):
                explorer.run()
        assert explorer.run().graph().n == 60_001


@dataclass(frozen=True)
class Clumsy:
    """A position that cannot always be compared."""

    n: int

    def __eq__(self, other: object) -> bool:
        if FAILS and next(FAILS):
            raise ConnectionError("for now")
        return isinstance(other, Clumsy) and self.n == other.n

    def __hash__(self) -> int:
        return self.n // 2


FAILS: Any = None


def test_positions_whose_comparison_fails_now_and_then() -> None:
    global FAILS  # noqa: PLW0603
    explorer: Any = gg.Explorer(lambda p: [Clumsy(n) for n in take(p.n)], Clumsy(50))
    FAILS = itertools.cycle([False] * 6 + [True] + [False] * 10)
    stopped = 0
    while not explorer.is_complete and stopped < 1000:
        try:
            explorer.run()
        except ConnectionError:
            stopped += 1
    FAILS = None
    assert stopped > 5
    assert [p.n for p in explorer.run().graph().labels] == list(gg.explore(take, 50).labels or ())


def test_an_endless_iterator_of_starts_is_taken_as_far_as_the_limit() -> None:
    for rule in (take, take_codes):
        for function in (gg.explore, gg.explore_codes):
            with pytest.raises(gg.ExplorationLimitError, match="found 101") as caught:
                function(rule, itertools.count(), limit=100)
            explorer = caught.value.explorer
            assert explorer is not None
            with pytest.raises(gg.ExplorationLimitError, match="found 40001, with 0 moves"):
                explorer.run(limit=40_000)
            assert (explorer.positions, explorer.expanded, explorer.moves) == (40_001, 0, 0)
    finite: Any = gg.Explorer(take_codes, iter(range(50_000)))
    with pytest.raises(gg.ExplorationLimitError):
        finite.run(limit=49_999)
    assert finite.run().graph().n == 50_000


@pytest.mark.parametrize("solver", [gg.solve, gg.grundy, gg.loopy_grundy, gg.explore])
def test_the_error_of_a_limit_has_the_explorer(solver: Any) -> None:
    with pytest.raises(gg.ExplorationLimitError) as caught:
        solver(take, start=20, limit=10)
    assert gg.solve(caught.value.explorer.run(limit=None).graph()).outcome(20) is gg.LOSE
    again = pickle.loads(pickle.dumps(caught.value))
    assert (str(again), again.explorer) == (str(caught.value), None)


# -- progress -------------------------------------------------------------------------------------


class Bar:
    """Stands for a bar of tqdm, and keeps what it shows at last."""

    bars: ClassVar[list[Any]] = []

    def __init__(self, **options: Any) -> None:
        self.n, self.total, self.postfix, self.shown = 0, None, {}, []
        self.bars.append(self)

    def set_postfix(self, refresh: bool, **counts: int) -> None:
        self.postfix = counts

    def update(self, more: int) -> None:
        self.n += more

    def refresh(self) -> None:
        self.shown.append((self.n, self.total, dict(self.postfix)))

    def close(self) -> None:
        self.shown.append("closed")


@pytest.fixture(params=["lines", "tqdm"])
def shown(
    request: pytest.FixtureRequest,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> Callable[[], str]:
    """What was shown last, in the words of a line."""
    if request.param == "lines":
        monkeypatch.setitem(sys.modules, "tqdm", None)
        return lambda: capsys.readouterr().err.splitlines()[-1]
    monkeypatch.setattr(Bar, "bars", [])
    monkeypatch.setitem(sys.modules, "tqdm", types.SimpleNamespace(tqdm=Bar))

    def last() -> str:
        *_, (n, total, counts), closed = Bar.bars[-1].shown
        assert closed == "closed" and total in (None, counts["found"])
        return f"explored {n:,} of {counts['found']:,} positions found, {counts['moves']:,} moves,"

    return last


@pytest.mark.parametrize("name", ["function", "batch", "ctypes"])
def test_the_last_line_has_the_counts_at_the_end(name: str, shown: Callable[[], str]) -> None:
    explorer: Any = gg.Explorer(KINDS[name](), 5000)
    with pytest.raises(gg.ExplorationLimitError):
        explorer.run(limit=2000, progress=True)
    said = f"explored {explorer.expanded:,} of {explorer.positions:,} positions found, "
    assert shown().startswith(f"{said}{explorer.moves:,} moves,")
    explorer.run(progress=True)
    assert shown().startswith("explored 5,001 of 5,001 positions found, 14,997 moves,")


def test_nothing_is_chained_to_what_the_rule_raises(shown: Callable[[], str]) -> None:
    def rule(n: int) -> list[int]:
        if n == 300:
            raise KeyError("mine")
        return [n - 1]

    for call in (
        lambda: gg.explore(rule, 1000, progress=True),
        lambda: gg.solve(rule, start=1000, progress=True),
        lambda: gg.explore_codes(lambda c: (c.copy(), rule(300)), 7, progress=True),
    ):
        with pytest.raises(KeyError, match="mine") as caught:
            call()
        assert caught.value.__context__ is None and caught.value.__cause__ is None
    assert shown().startswith("explored 0 of 1 positions found, 0 moves,")


def test_time_left_is_said_only_where_it_is_expected(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "tqdm", None)
    seconds = itertools.count()
    monkeypatch.setattr("graphgame.progress.monotonic", lambda: next(seconds))
    for expect, says in ((None, False), (5001, True), (100, False)):
        explorer: Any = gg.Explorer(take, 5000, expect=expect)
        explorer.run(progress=True)
        lines = capsys.readouterr().err.splitlines()
        assert len(lines) > 10
        late = [line for line in lines[5:-1] if "left" in line]
        assert bool(late) is says
        assert "left" not in lines[-1]
    with pytest.raises(gg.GraphGameError, match="expect: expected an integer of at least 1"):
        gg.Explorer(take, 5000, expect=0)


def test_a_bar_has_a_total_only_where_it_is_expected(monkeypatch: pytest.MonkeyPatch) -> None:
    totals: list[Any] = []

    class Watched(Bar):
        def update(self, more: int) -> None:
            totals.append(self.total)
            super().update(more)

    monkeypatch.setitem(sys.modules, "tqdm", types.SimpleNamespace(tqdm=Watched))
    for expect, seen in ((None, {None}), (5001, {5001}), (100, {100, None})):
        totals.clear()
        gg.Explorer(take, 5000, expect=expect).run(progress=True)
        assert set(totals) <= seen and totals[-1] == (expect if expect == 5001 else None)


def test_ctrl_c_in_a_callback_is_not_lost() -> None:
    """ctypes gives what a callback raises to nobody."""
    presses = [1]

    @compiling.ctypes.CFUNCTYPE(compiling.ctypes.c_int64, *compiling.RULE)
    def rule(code: int, options: Any, room: int, data: Any) -> int:
        if code == 7 and presses:
            presses.clear()
            raise KeyboardInterrupt
        found = take(code)
        for k in range(min(room, len(found))):
            options[k] = found[k]
        return len(found)

    explorer: Any = gg.Explorer(rule, 20)
    with pytest.raises(KeyboardInterrupt):
        explorer.run()
    assert explorer.positions < 21, "nothing of what the rule returned then is kept"
    assert same(explorer.run().graph(), gg.explore(take, 20))


# -- one thread at a time --------------------------------------------------------------------------


def codes(asked: Any) -> Any:
    """Take away 1 to 3, for arrays of codes."""
    moves = [(i, code - k) for i, code in enumerate(asked.tolist()) for k in (1, 2, 3) if code >= k]
    rows, options = np.array(moves, dtype=np.int64).reshape(-1, 2).T
    return rows.copy(), options.copy()


@pytest.mark.parametrize("kind", ["positions", "codes", "answers", "answers of codes"])
def test_two_threads_do_not_run_one_explorer(kind: str) -> None:
    asked, go_on = Event(), Event()

    def held(position: Any) -> Any:
        asked.set()
        assert go_on.wait(60)
        return codes(position) if "codes" in kind else [position - 1] if position else []

    start = np.array([9]) if "codes" in kind else 9
    if kind.startswith("answers"):
        go_on.set()
        with pytest.raises(gg.ExplorationLimitError) as caught:
            gg.build(held, start=start, limit=2)
        explorer = caught.value.explorer
        go_on.clear()
        asked.clear()
    else:
        go_on.set()
        explorer = gg.Explorer(held, start, codes="codes" in kind)
        go_on.clear()
        asked.clear()
    with ThreadPoolExecutor(1) as pool:
        first = pool.submit(explorer.run)
        assert asked.wait(60)
        try:
            for _ in range(3):
                with pytest.raises(gg.GraphGameError, match="running in another thread"):
                    explorer.run()
        finally:
            go_on.set()
        assert first.result(60) is explorer
    found = explorer.run()  # nothing is left to do
    made = found.database() if kind.startswith("answers") else found.graph()
    assert sum(made.counts().values() if kind.startswith("answers") else [made.n]) == 10


@pytest.mark.parametrize("threads", [2, 8])
def test_threads_that_run_one_explorer_get_its_graph_or_an_error(threads: int) -> None:
    explorer = gg.Explorer(lambda n: [n - k for k in (1, 2) if n >= k], 3000)
    barrier = Barrier(threads)

    def run(_: int) -> int:
        barrier.wait(60)
        try:
            return explorer.run().graph().n
        except gg.GraphGameError as error:
            assert "running in another" in str(error)  # noqa: PT017
            return 0

    with ThreadPoolExecutor(threads) as pool:
        found = {*pool.map(run, range(threads))}
    assert 3001 in found <= {0, 3001}
    assert pickle.loads(pickle.dumps(explorer)).graph().n == 3001
