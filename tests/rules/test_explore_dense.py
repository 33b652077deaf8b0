"""Arrays instead of tables, threads, representatives and distinct options, in exploring codes.

Pinned here: each gives the graph that a slow walk gives; the numbers are those of one thread; what
is out of range is one clear error; an exploration that failed goes on where it was.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, strategies as st

import graphgame as gg
from graphgame import memory
from graphgame.rules.compiled._stage import RuleError
from graphgame.rules.exploring._codes import Block, CodeExplorer
from tests.rules.test_explore_compiled import OUTCOME, RULE

CANONICAL = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64, ctypes.c_void_p)
Rows = list[list[int]]

# Room for the options of one position.
ROOM = 1 << 16


def expand(explorer: CodeExplorer, rule: Any, most: int, *how: Any) -> None:
    """Ask a compiled rule about the next positions, at most so many, and add what it gives."""
    block = Block()
    explorer.take(block, most)
    block.ask(address(rule), 0, 0, 0, ROOM, *how[:2], distinct=how[2:] == (True,))
    explorer.add(block)


def walked(
    rows: Rows, starts: list[int], canonical: Callable[[int], int], *, distinct: bool
) -> tuple[list[int], Rows]:
    """Return the codes in breadth-first order and the indices of their options, by a dict."""
    index = {start: i for i, start in enumerate(dict.fromkeys(starts))}
    found: Rows = []
    order = list(index)
    for code in order:
        options = [canonical(option) for option in rows[code]]
        row = []
        for option in dict.fromkeys(options) if distinct else options:
            if option not in index:
                index[option] = len(order)
                order.append(option)
            row.append(index[option])
        found.append(row)
    return order, found


def compiled(rows: Rows) -> Any:
    @RULE
    def rule(code: int, options: Any, room: int, data: Any) -> int:
        for k, option in enumerate(rows[code][:room]):
            options[k] = option
        return len(rows[code])

    return rule


def address(function: Any) -> int:
    return ctypes.cast(function, ctypes.c_void_p).value or 0


def finished(explorer: CodeExplorer) -> tuple[list[int], Rows]:
    ptr, idx, codes, _ = (None if a is None else np.asarray(a) for a in explorer.finish())
    assert ptr is not None and idx is not None and codes is not None
    return codes.tolist(), [part.tolist() for part in np.split(idx, ptr[1:-1])] if len(
        codes
    ) else []


@st.composite
def games(draw: st.DrawFn) -> tuple[Rows, list[int]]:
    n = draw(st.integers(1, 30))
    some = st.integers(0, n - 1)
    rows = draw(st.lists(st.lists(some, max_size=60), min_size=n, max_size=n))
    return rows, draw(st.lists(some, min_size=1, max_size=3, unique=True))


@given(game=games(), dense=st.booleans(), distinct=st.booleans(), fold=st.booleans())
def test_compiled_rules_against_a_walk(
    game: tuple[Rows, list[int]], *, dense: bool, distinct: bool, fold: bool
) -> None:
    rows, starts = game
    half = CANONICAL(lambda code, data: code // 2 if fold else code)
    rule = compiled(rows)
    explorer = CodeExplorer(np.array(starts), len(rows) if dense else 0, 5)
    while explorer.expanded < explorer.count:
        expand(explorer, rule, 3, address(half), 0, distinct)
    expected = walked(rows, starts, lambda c: c // 2 if fold else c, distinct=distinct)
    assert finished(explorer) == expected


@given(game=games(), dense=st.booleans(), distinct=st.booleans())
def test_batches_against_a_walk(
    game: tuple[Rows, list[int]], *, dense: bool, distinct: bool
) -> None:
    rows, starts = game
    explorer = CodeExplorer(np.array(starts), len(rows) if dense else 0)
    while explorer.expanded < explorer.count:
        batch = np.asarray(explorer.frontier(4)).tolist()
        pairs = [(i, option) for i, code in enumerate(batch) for option in rows[code]]
        sources, options = np.array(pairs, dtype=np.int64).reshape(-1, 2).T.copy()
        explorer.append(len(batch), sources, options, distinct)
    assert finished(explorer) == walked(rows, starts, lambda c: c, distinct=distinct)


SIZE = 20_000


def scattered(code: int) -> list[int]:
    """Return options all over the place; some positions have many, equal ones among them."""
    return [(code * k * k + k) % SIZE for k in range(1, 3 + 40 * (code % 97 == 0))]


@RULE
def native_scattered(code: int, options: Any, room: int, data: Any) -> int:
    found = scattered(code)
    for k, option in enumerate(found[:room]):
        options[k] = option
    return len(found)


@OUTCOME
def every_seventh(code: int, data: Any) -> int:
    return 1 if code % 7 == 3 else 2


def same(one: gg.GameGraph[int], other: gg.GameGraph[int]) -> bool:
    presets = [None if g.presets is None else g.presets.tolist() for g in (one, other)]
    return (
        list(one.labels or ()) == list(other.labels or ())
        and one.option_ptr.tolist() == other.option_ptr.tolist()
        and one.option_idx.tolist() == other.option_idx.tolist()
        and presets[0] == presets[1]
    )


@pytest.mark.parametrize("presets", [None, every_seventh])
@pytest.mark.parametrize(
    "how",
    [
        {"threads": 2},
        {"threads": 3, "size": SIZE},
        {"size": SIZE},
        {"expect": 10},
        {"expect": 10**6},  # larger than the game: the array of codes comes at once
    ],
)
def test_every_way_finds_the_same_graph(how: dict[str, Any], presets: Any) -> None:
    plain = gg.explore_codes(native_scattered, [1, 5], presets=presets)
    graph = gg.explore_codes(native_scattered, [1, 5], presets=presets, **how)
    assert same(plain, graph) and plain.n > 8_000
    assert [graph.index(code) for code in (1, 5)] == [0, 1]
    assert 10**7 not in graph and -1 not in graph


def test_codes_of_a_dense_game_are_below_its_size() -> None:
    rule = compiled([[1, 2], [2, 7], [], [], [], [], [], []])
    for threads in (1, 2):
        with pytest.raises(gg.GraphGameError) as caught:
            gg.explore_codes(rule, 0, size=5, threads=threads)
        assert str(caught.value) == (
            "rule at 1: expected a position from 0 to 4, for size=5 was given, got 7"
        )
    with pytest.raises(gg.GraphGameError, match=r"^rule at 2: .*from 0 to 4.*, got -1$"):
        gg.explore_codes(lambda c: (np.arange(len(c)), c - 3), [4, 3, 2], size=5)
    with pytest.raises(gg.GraphGameError, match=r"^start: .* from 0 to 4, .* got 9$"):
        gg.explore_codes(rule, [1, 9], size=5)


@pytest.mark.parametrize("name", ["size", "expect", "threads"])
@pytest.mark.parametrize("value", [0, -1, 2.5, True, "3"])
def test_numbers_that_are_none_are_refused(name: str, value: Any) -> None:
    with pytest.raises(gg.GraphGameError, match=f"^{name}: expected an integer of at least 1"):
        gg.explore_codes(native_scattered, 0, **{name: value})


def test_an_array_that_does_not_fit_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "available_memory", lambda: 10**8)
    with pytest.raises(gg.TooLargeError, match=r"^size: expected .* 100.0 MB .* 4.0 GB for an arr"):
        gg.explore_codes(native_scattered, 0, size=10**9)
    assert gg.explore_codes(lambda c: ((), ()), 0, expect=10**9).n == 1


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("size", [None, SIZE])
def test_an_exploration_that_failed_goes_on(threads: int, size: int | None) -> None:
    """A rule fails at some positions, once each: the graph is the one without failures."""
    failed: set[int] = set()

    @RULE
    def failing(code: int, options: Any, room: int, data: Any) -> int:
        if code % 2000 == 17 and code not in failed:
            failed.add(code)
            return -1
        return int(native_scattered(code, options, room, data))

    explorer: Any = gg.Explorer(failing, [1, 5], codes=True, size=size, threads=threads)
    before, refused = (0, 0), list[int]()
    while not explorer.is_complete:
        try:
            explorer.run()
        except gg.GraphGameError as error:
            refused.append(int(str(error).split("rule at ")[1].split(":")[0]))
        assert explorer.expanded >= before[0] and explorer.moves >= before[1]
        before = explorer.expanded, explorer.moves
    assert len(set(refused)) == len(refused) > 3 and set(refused) == failed
    assert same(explorer.run().graph(), gg.explore_codes(native_scattered, [1, 5]))


def test_a_rule_without_room_keeps_no_part_of_a_block() -> None:
    """A kernel that has refused a block can be given it again."""
    rule, explorer, block = (
        compiled([[1, 2, 3], [], [2] * 9, [0]]),
        CodeExplorer(np.array([0])),
        Block(),
    )
    explorer.take(block, 4)
    with pytest.raises(RuleError):
        block.ask(address(compiled([[-1]])), 0, address(every_seventh_wrong), 0, ROOM)
    block.ask(address(rule), 0, 0, 0, ROOM)
    explorer.add(block)
    assert (explorer.expanded, explorer.count, explorer.m) == (1, 4, 3)


@OUTCOME
def every_seventh_wrong(code: int, data: Any) -> int:
    return 7


def test_long_rows_lose_their_repeated_options() -> None:
    long = [k % 700 + 1 for k in range(2000)]
    # Three of them: the last two are in one block, where the marks of one must not stay.
    rows = [long, long, long, *([0, 0, 5, 0] for _ in range(698))]
    rule = compiled(rows)
    explorer = CodeExplorer(np.array([0]))
    while explorer.expanded < explorer.count:
        expand(explorer, rule, 100, 0, 0, True)
    assert finished(explorer) == walked(rows, [0], lambda c: c, distinct=True)


def test_codes_of_every_width_are_found_by_threads() -> None:
    @RULE
    def wide(code: int, options: Any, room: int, data: Any) -> int:
        for k in range(min(room, 2)):
            options[k] = (code * (2 * k + 5) + 2**57 * k) % 2**62
        return 2 if code % 11 else 0

    graphs, most = [], 12_000
    for threads in (1, 2):
        explorer: Any = gg.Explorer(wide, [3, 4], codes=True, threads=threads)
        with pytest.raises(gg.ExplorationLimitError):
            explorer.run(limit=most)
        graphs.append(finished(explorer._walk._explorer))
    count = min(len(rows) for _, rows in graphs)
    assert graphs[0][1][: count - 1] == graphs[1][1][: count - 1] and count > 3000
    assert max(graphs[0][0]) >= 2**59


@pytest.mark.boundary
def test_a_block_that_collects_too_much_is_finished_before_the_next() -> None:
    """Some positions have a hundred options: a block ends before all that were taken are asked."""
    rows = [[(code * k + k) % 3000 for k in range(100)] for code in range(3000)]
    rule = compiled(rows)
    for threads in (1, 2):
        graph = gg.explore_codes(rule, list(range(3000)), threads=threads)
        assert list(graph.labels or ()) == list(range(3000))
        ptr = graph.option_ptr[1:-1]
        assert [part.tolist() for part in np.split(graph.option_idx, ptr)] == rows
    explorer = CodeExplorer(np.arange(3000))
    calls = 0
    while explorer.expanded < explorer.count:
        expand(explorer, rule, 1 << 14)
        calls += 1
    assert calls > 2
    assert finished(explorer) == (list(range(3000)), rows)
