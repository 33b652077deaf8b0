"""Compiled rules and the room they are given: a number above it says how much is wanted, no more.

Pinned here: a rule that returns a bound while room is short is asked again with that room, and what
it returns then counts, through every door; one that always wants more is refused, in a few calls
and with the cure; one that counts what it does not write is refused, too.
"""

from __future__ import annotations

import ctypes
import math
import re
import subprocess
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphgame as gg
from graphgame import GraphGameError, memory
from graphgame.big.indexed.indexed_game import IndexedGame
from graphgame.big.partitions.stored import explore_partitions
from graphgame.big.tiers.explore_tiers import explore_tiers
from graphgame.rules.exploring._codes import Block, CodeExplorer
from tests.marked import large
from tests.rules.compiling import folder, library

ROOT = Path(__file__).parents[2]
# From n to n - 1 ... n - 9, or up to N - 1: every position has more options than room is made for.
SOURCE = """
#include <stdint.h>
#define RULE(name, code_) \\
    int64_t name(int64_t code, int64_t *options, int64_t room, void *data) { \\
    int64_t right = code < 9 ? code : 9; code_ } \\
    int64_t up_##name(int64_t code, int64_t *options, int64_t room, void *data) { \\
    int64_t k, n = N, found = name(n - 1 - code, options, room, data); \\
    for (k = 0; k < room && k < found && k < 9; k++) options[k] = n - 1 - options[k]; \\
    return found; }
#define N 20000
static int64_t write(int64_t code, int64_t *options, int64_t right) {
    for (int64_t k = 0; k < right; k++) options[k] = code - k - 1;
    return right;
}
static int64_t calls;
int64_t asked(void) { return calls; }
RULE(exact, if (room < right) return right; return write(code, options, right);)
RULE(bound, if (room < 9) return 9; return write(code, options, right);)
RULE(fewer, if (room < right) return right + 1000; return write(code, options, right);)
RULE(distant, if (room < right) return 100000; return write(code, options, right);)
RULE(steps, if (room < right) return 2 * room + 3; return write(code, options, right);)
RULE(alternating, if (room < right || (room < 40 && calls++ % 2)) return 40;
    return write(code, options, right);)
RULE(greedy, if (calls++ % 2) return room + 9; return write(code, options, right);)
RULE(overwriting, if (room < 9) { for (int64_t k = 0; k < room; k++) options[k] = -7; return 9; }
    return write(code, options, right);)
RULE(counting_one_more, if (room <= right) return right + 1;
    return write(code, options, right) + 1;)
RULE(ever_more, calls++; return room + 1;)
RULE(twice, calls++; return 2 * room + 1;)
RULE(greatest, return INT64_MAX;)
RULE(greatest_int, return INT32_MAX;)
RULE(negative_then, if (room < 1000) return 1000; return -5;)
#define CROWDED(name, first, all) RULE(name, \\
    if (code == N - 1) right = all; \\
    if (room < right) return room < first && right > first ? first : right; \\
    for (int64_t k = 0; k < right; k++) options[k] = code - 1 - k % 9; \\
    return right;)
CROWDED(crowded, 30000, 60000)
CROWDED(very_crowded, 140000, 300000)
int64_t mirrored(int64_t code, void *data) { return code; }
int64_t tier(int64_t code, void *data) { return code >> 11; }
"""
OPTIONS = (ctypes.c_int64, ctypes.POINTER(ctypes.c_int64), ctypes.c_int64, ctypes.c_void_p)
N = 20_000
# All of them give the options of `exact`, whatever they return where room is short.
RIGHT = ["bound", "fewer", "distant", "steps", "overwriting", "alternating"]


@cache
def built() -> Any:
    """Return the functions of `SOURCE`."""
    library()  # skips the test where there is no gcc
    source, shared = folder() / "room.c", folder() / "room.so"
    source.write_text(SOURCE, encoding="utf-8")
    subprocess.run(["gcc", "-O1", "-shared", "-fPIC", "-o", shared, source], check=True)
    return ctypes.CDLL(str(shared))


def rule(name: str) -> Any:
    function = built()[name]
    function.restype, function.argtypes = ctypes.c_int64, OPTIONS
    return function


def number(name: str = "mirrored") -> Any:
    function = built()[name]
    function.restype, function.argtypes = ctypes.c_int64, (OPTIONS[0], OPTIONS[-1])
    return function


# -- doors -----------------------------------------------------------------------------------------


def graph_of(game: gg.GameGraph[Any]) -> Any:
    return game.option_ptr.tolist(), game.option_idx.tolist(), np.asarray(game.labels).tolist()


def labels_of(database: Any) -> Any:
    assert database.verify()
    return database.counts(), [
        (database[v].remoteness, database.best_move(v)) for v in range(0, N, 97)
    ]


def tiered(name: str, path: Path) -> Any:
    game = explore_tiers(rule(name), [N - 1], folder=path, tier=number("tier"))
    return labels_of(game.solve())


def stored(name: str, path: Path) -> Any:
    return labels_of(explore_partitions(rule(name), [N - 1], folder=path, partitions=3).solve())


def undoing(name: str, path: Path) -> Any:
    game = IndexedGame(N, rule(name), undo=rule(f"up_{name}"))
    return labels_of(game.solve())


DOORS: dict[str, Callable[[str, Path], Any]] = {
    "solve": lambda name, _: gg.solve(rule(name), start=N - 1).remoteness.tolist(),
    "many starts": lambda name, _: len(gg.solve(rule(name), start=range(0, N, 3))),
    "explore_codes": lambda name, _: graph_of(gg.explore_codes(rule(name), [N - 1])),
    "threads": lambda name, _: graph_of(gg.explore_codes(rule(name), [*range(N)], threads=2)),
    "size": lambda name, _: graph_of(gg.explore_codes(rule(name), [N - 1], size=N)),
    "canonical": lambda name, _: gg.solve(
        rule(name), start=N - 1, canonical=number()
    ).remoteness.tolist(),
    "scores": lambda name, _: gg.solve_scores(rule(name), {0: -3}, start=N - 1).scores.tolist(),
    "answers": lambda name, _: [
        (s := gg.build(rule(name), start=N - 1)).counts(),
        *map(s.winning_moves, range(30)),
    ],
    "undecided": lambda name, _: gg.build(
        rule(name), start=N - 1, store="undecided", presets=lambda codes: np.where(codes < 7, -1, 2)
    ).counts(),
    "grundy": lambda name, _: gg.grundy(rule(name), start=N - 1).values.tolist(),
    "ordered": lambda name, _: labels_of(
        IndexedGame(N, rule(f"up_{name}"), ordered=True).solve()
    ),
    "ordered, threads": lambda name, _: labels_of(
        IndexedGame(N, rule(f"up_{name}"), 0, ordered=True).solve(threads=2)
    ),
    "indexed": lambda name, _: labels_of(IndexedGame(N, rule(name)).solve()),
    "undo": undoing,
    "partitions": stored,
    "tiers": tiered,
    "check_rule": lambda name, _: gg.check_rule(
        rule(name), start=N - 1, samples=50, seconds=math.inf
    ).checks,
}  # fmt: skip


@pytest.fixture(scope="module")
def right(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Any]:
    """Return what is found behind a door by the rule that returns its counts alone."""
    return cache(lambda door: DOORS[door]("exact", tmp_path_factory.mktemp("exact") / "game"))


@pytest.mark.parametrize("name", [*RIGHT[::2], *large(RIGHT[1::2])])
@pytest.mark.parametrize("door", DOORS)
def test_what_a_rule_returns_where_room_is_short_is_no_count(
    door: str, name: str, right: Callable[[str], Any], tmp_path: Path
) -> None:
    assert DOORS[door](name, tmp_path / name) == right(door)


@pytest.mark.parametrize("name", ["crowded", "very_crowded"])
@pytest.mark.parametrize("door", ["solve", "indexed", "check_rule"])
def test_a_rule_may_want_more_room_twice(
    door: str, name: str, right: Callable[[str], Any], tmp_path: Path
) -> None:
    """More than twice as much the second time, and N - 1 has the same options again and again."""
    assert DOORS[door](name, tmp_path / name) == right(door)


def test_room_is_made_twice_in_one_call() -> None:
    """A block that may make more room than it has: an earlier position has wanted it."""
    explorer, block = CodeExplorer(np.array([N - 1])), Block()
    explorer.take(block, 1)
    block.ask(ctypes.cast(rule("very_crowded"), ctypes.c_void_p).value or 0, 0, 0, 0, 10**6)
    assert (block.size, block.options) == (1, 300_000)


# -- what is wrong ---------------------------------------------------------------------------------

WRONG = {
    "ever_more": r"rule at \d+: expected a number of options, got \d+ with room for fewer",
    "twice": r"rule at \d+: expected a number of options, got \d+ with room for fewer",
    "greatest": r"rule at \d+: expected a number of options, at most 2147483646, got 92233",
    "greatest_int": r"rule at \d+: expected a number of options, at most 2147483646, got 21474",
    "negative_then": r"rule at \d+: expected a number of options, got -5(\n|$)",
}


@pytest.mark.parametrize("name", WRONG)
@pytest.mark.parametrize("door", DOORS)
def test_a_rule_that_never_settles_is_refused_soon(door: str, name: str, tmp_path: Path) -> None:
    before = built().asked()
    with pytest.raises(GraphGameError, match=WRONG[name]):
        DOORS[door](name, tmp_path / name)
    if "threads" not in door:
        assert built().asked() - before < 60


def test_a_rule_that_wants_more_at_each_position_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Before memory is: on any machine, whatever a process may take there."""
    monkeypatch.setattr(memory, "available_memory", lambda: 10**9)
    with pytest.raises(GraphGameError, match=r"^rule( at \d+)?: expected ") as caught:
        gg.solve(rule("greedy"), start=N - 1)
    assert len(str(caught.value)) < 400


@pytest.mark.parametrize("door", ["solve", "answers", "threads", "grundy", "check_rule"])
def test_a_count_of_what_is_not_written_is_refused(door: str, tmp_path: Path) -> None:
    """The last place keeps what was there."""
    with pytest.raises(GraphGameError, match=r"^(rule at \d+|options of \d+): expected ") as caught:
        DOORS[door]("counting_one_more", tmp_path)
    written = "written.*none in place" if door == "check_rule" else "writes none in place"
    assert re.search(written, str(caught.value)) and len(str(caught.value)) < 400


def test_the_place_that_is_not_written_is_named_with_the_cure() -> None:
    with pytest.raises(
        GraphGameError, match=r"writes none in place 0; where there is room, return"
    ):
        gg.solve(library_rule("unwritten"), start=20)


def library_rule(name: str) -> Any:
    function = library()[name]
    function.restype, function.argtypes = ctypes.c_int64, OPTIONS
    return function


def test_numba_functions_may_return_a_bound() -> None:
    numba = pytest.importorskip("numba")
    types = numba.types

    @numba.cfunc(types.int64(types.int64, types.CPointer(types.int64), types.int64, types.voidptr))
    def bound(code: Any, options: Any, room: Any, _: Any) -> Any:
        if room < 9:
            return 9
        found = min(code, 9)
        for k in range(found):
            options[k] = code - k - 1
        return found

    expected = gg.solve(rule("exact"), start=N - 1).remoteness.tolist()
    assert gg.solve(bound, start=N - 1).remoteness.tolist() == expected
    assert gg.check_rule(bound, start=300, against=rule("exact")).complete


# -- Connect-4 of the bench ------------------------------------------------------------------------


@pytest.mark.parametrize(("columns", "rows"), [(4, 3), (3, 4), (2, 6)])
def test_the_rule_of_the_bench_is_that_of_the_example(
    columns: int, rows: int, tmp_path: Path
) -> None:
    """It returns the number of columns where room is short, and else that of columns not full."""
    library()
    shared = tmp_path / "connect4.so"
    source = ROOT / "bench" / "baselines" / "connect4.c"
    macros = [f"-DCOLUMNS={columns}", f"-DROWS={rows}"]
    subprocess.run(["gcc", "-O1", "-shared", "-fPIC", *macros, "-o", shared, source], check=True)
    bench = ctypes.CDLL(str(shared))
    bench.rule.restype, bench.rule.argtypes = ctypes.c_int64, OPTIONS
    bench.preset.restype = bench.start.restype = ctypes.c_int64
    bench.preset.argtypes = (OPTIONS[0], OPTIONS[-1])
    example = connect_four()(columns, rows)
    start = bench.start()
    assert start == example.start
    report = gg.check_rule(
        bench.rule, start=start, presets=bench.preset, against=example.library.options,
        against_presets=example.library.preset, samples=10**6,
    )  # fmt: skip
    assert report.complete
    graph = gg.solve(bench.rule, start=start, presets=bench.preset)
    kept = gg.build(bench.rule, start=start, presets=bench.preset)
    other = example.solve()
    assert graph.counts() == kept.counts() == other.counts()
    assert graph.remoteness_of(start) == other.remoteness_of(start)
    assert graph.verify()


@cache
def connect_four() -> Any:
    """Return the class of examples/connect_four.py."""
    import sys
    from importlib import import_module

    sys.path.insert(0, str(ROOT / "examples"))
    try:
        return import_module("connect_four").ConnectFour
    finally:
        sys.path.pop(0)
