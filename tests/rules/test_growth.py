"""Exploring without a limit ends with a TooLargeError before memory is gone.

Pinned here: of objects and of codes, in Python and compiled, by one position after another and by
one position with endless options; what fits is not refused; the estimates hold.
"""

from __future__ import annotations

import ctypes
import itertools
import os
import subprocess
import sys
import tracemalloc
from typing import Any

import numpy as np
import pytest

import graphgame as gg
from graphgame import memory
from graphgame.graphs._names import NameIndex
from graphgame.rules.exploring import growth
from graphgame.rules.exploring._codes import CodeExplorer


def on(n: int) -> list[int]:
    return [n + 1]


def on_codes(codes: Any) -> Any:
    return np.tile(np.arange(len(codes)), 2), np.concatenate([2 * codes + 1, 2 * codes + 2])


@ctypes.CFUNCTYPE(
    ctypes.c_int64, ctypes.c_int64, ctypes.POINTER(ctypes.c_int64), ctypes.c_int64, ctypes.c_void_p
)
def on_compiled(code: int, options: Any, room: int, data: Any) -> int:
    for k in range(min(room, 2)):
        options[k] = 2 * code + 1 + k
    return 2


ENDLESS: dict[str, Any] = {
    "solve": lambda: gg.solve(on, start=0),
    "grundy": lambda: gg.grundy(on, start=0),
    "loopy_grundy": lambda: gg.loopy_grundy(on, start=0),
    "endless options": lambda: gg.explore(lambda n: itertools.count(), 0),
    "endless moves to one position": lambda: gg.explore(lambda n: itertools.repeat(1), 0),
    "tuples": lambda: gg.explore(lambda p: [(p[0] + 1, (p[0], "x"))], (0, ())),
    "codes": lambda: gg.explore_codes(on_codes, 0),
    "compiled codes": lambda: gg.explore_codes(on_compiled, 0),
    "compiled codes in threads": lambda: gg.explore_codes(on_compiled, 0, threads=2),
    "dense codes": lambda: gg.explore_codes(lambda c: on_codes(c % 10**6), 0, size=3 * 10**6),
}


@pytest.mark.parametrize("name", ENDLESS)
def test_an_endless_rule_ends_before_memory_is_gone(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(memory, "available_memory", lambda: 2_000_000)
    with pytest.raises(gg.TooLargeError) as caught:
        ENDLESS[name]()
    said = str(caught.value)
    assert said.startswith("rule: expected to need at most 2.0 MB of memory, got ")
    assert "limit= sets the most positions" in said
    assert not getattr(caught.value, "__notes__", []), "the rule is not at fault"


def test_an_end_of_addresses_is_seen_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "available_memory", lambda: None)
    monkeypatch.setattr(memory, "address_room", lambda: 2_000_000)
    for name in ("solve", "codes", "compiled codes"):
        with pytest.raises(gg.TooLargeError, match=r"at most 2.0 MB .*limit= sets"):
            ENDLESS[name]()


def test_what_fits_is_not_refused_and_little_is_not_asked_about(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(memory, "available_memory", lambda: 60_000_000)
    assert gg.explore(lambda n: [n + 1] if n < 99_999 else [], 0).n == 100_000
    assert gg.explore_codes(lambda c: (np.flatnonzero(c), c[c > 0] - 1), range(100_000)).n == 10**5
    monkeypatch.setattr(memory, "available_memory", lambda: pytest.fail("for so few positions"))
    assert gg.explore(lambda n: [n + 1] if n < 1000 else [], 0).n == 1001
    assert gg.explore_codes(lambda c: (np.flatnonzero(c), c[c > 0] - 1), 1000).n == 1001


def test_the_growth_of_the_table_of_codes_is_what_it_takes() -> None:
    """What is foretold covers the table that comes next, and what a dense index takes is there."""
    said: list[int] = []
    for size in (0, 1 << 20):
        explorer = CodeExplorer(np.array([0]), size)
        watch = growth.CodeGrowth(explorer)
        while explorer.count < 400_000:
            batch = np.asarray(explorer.frontier(1 << 14))
            sources, options = on_codes(batch)
            held, before = explorer.index.nbytes, explorer.count
            said.clear()
            with pytest.MonkeyPatch.context() as patched:
                patched.setattr(growth, "_check", lambda grown, *rest: said.append(grown))
                watch.check(len(options))
            explorer.append(len(batch), sources, options)
            grown = explorer.index.nbytes - held
            assert grown == 0 if size else grown == 0 or not said or said[0] >= grown
            if said:
                assert said[0] >= 17 * (explorer.count - before)


def test_memory_is_looked_at_each_time_positions_have_grown_by_an_eighth(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = []
    monkeypatch.setattr(memory, "available_memory", lambda: asked.append(1))
    gg.explore(lambda n: [n + 1] if n < 300_000 else [], 0)
    gg.explore_codes(lambda c: (np.flatnonzero(c), c[c > 0] - 1), range(300_000))
    assert 30 < len(asked) < 120


@pytest.mark.parametrize(
    "position",
    [lambda k: k + 10**6, lambda k: (k + 10**6, k % 5), lambda k: "x" * 50 + str(k),
     lambda k: (k + 10**6, (k + 2 * 10**6, "ab")), lambda k: frozenset([k + 1000, k + 2000])],
)  # fmt: skip
def test_the_size_of_a_position_is_what_it_takes(position: Any) -> None:
    tracemalloc.start()
    kept = [position(k) for k in range(20_000)]
    taken = tracemalloc.get_traced_memory()[0] - sys.getsizeof(kept)
    tracemalloc.stop()
    each = taken / len(kept)
    assert 0.7 * each <= growth.size_of_each(kept[-32:]) <= 1.5 * each + 16


@pytest.mark.parametrize("step", [1, 7, 1000])
def test_the_growth_of_a_table_of_names_is_what_it_takes(step: int) -> None:
    index, grew = NameIndex(), 0
    for found in range(step, 200_000, step):
        before = index.nbytes
        foretold = growth.table_growth(index.count, found)
        index.add([(found, k) for k in range(step)])
        if index.nbytes > before and found > 1000:
            grew += 1
            assert index.nbytes <= foretold <= 1.5 * index.nbytes
    assert grew > 5


LIMITED = """if True:
    import resource
    import numpy as np
    import graphgame as gg
    codes = lambda c: (np.tile(np.arange(len(c)), 2), np.concatenate([2 * c + 1, 2 * c + 2]))
    gg.solve(lambda n: [n - 1] if n else [], start=9)
    gg.explore_codes(lambda c: (np.flatnonzero(c), c[c > 0] - 1), 9)
    used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (used + 200 * 10**6, -1))
    for call in (
        lambda: gg.solve(lambda n: [n + 1], start=0),
        lambda: gg.explore_codes(codes, 0),
        lambda: gg.explore(lambda n: iter(lambda: n, None), 0),
    ):
        try:
            call()
        except gg.TooLargeError as error:
            assert "limit= sets" in str(error), error
            print("refused")
    print(gg.solve(lambda n: [n - 1] if n else [], start=9).outcome(9))
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs /proc")
def test_a_limit_of_the_system_ends_an_endless_rule() -> None:
    # A sanitizer would keep what is freed for a time, beside what takes its place.
    options = os.environ.get("ASAN_OPTIONS", "")
    done = subprocess.run(
        [sys.executable, "-c", LIMITED],
        env=os.environ | {"ASAN_OPTIONS": f"{options}:quarantine_size_mb=0"},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[:3] == ["refused"] * 3
