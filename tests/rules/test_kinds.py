"""A rule is one thing: every function takes every kind, and finds the same game.

Pinned here: rules, presets and objects of each kind give the same graph and the same answers;
presets mean the same in each; signatures that are spelled in other ways are the same.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import pytest

import graphgame as gg
from graphgame.graphs.labels import CodeLabels
from graphgame.rules.compiled.addresses import NUMBER, OPTIONS, native
from graphgame.rules.kind import NONE, classify
from tests.rules import compiling
from tests.rules.compiling import KINDS, PRESET_NAME, take, take_codes
from tests.rules.test_explore import rows_of


def kind_of(rule: Any) -> str:
    return classify(rule, 20).kind


@pytest.mark.parametrize("name", KINDS)
@pytest.mark.parametrize("start", [20, [50, 47], np.int64(20), range(9)])
def test_rules_of_every_kind_give_the_same_graph(name: str, start: Any) -> None:
    rule = KINDS[name]()
    whole = gg.explore_codes(take_codes, start)
    graph, codes = gg.explore(rule, start), gg.explore_codes(rule, start)
    for found in (graph, codes):
        assert list(found.labels or ()) == list(whole.labels or ())
        assert found.start == whole.start
        assert type(found.start) is int
    if name in ("function", "generator", "array of options", "batch", "numba batch"):
        assert sorted(map(sorted, rows_of(graph))) == sorted(map(sorted, rows_of(whole)))
    assert rows_of(graph) == rows_of(codes) == rows_of(whole)
    assert isinstance(codes.labels, CodeLabels)
    assert isinstance(graph.labels, CodeLabels) is (kind_of(rule) != "positions")


@pytest.mark.parametrize("name", KINDS)
@pytest.mark.parametrize("solver", [gg.solve, gg.grundy, gg.loopy_grundy])
def test_every_solver_takes_rules_of_every_kind(name: str, solver: Any) -> None:
    solution = solver(KINDS[name](), start=20)
    expected = solver(take, start=20)
    assert [solution[n] for n in range(21)] == [expected[n] for n in range(21)]
    assert solution.start == 20 and solution.verify()


@pytest.mark.parametrize("start", [[], set(), range(0), np.array([], dtype=np.int64), iter([])])
@pytest.mark.parametrize("explore", [gg.explore, gg.explore_codes])
def test_a_game_may_have_no_positions(start: Any, explore: Any) -> None:
    assert (explore(take, start).n, explore(take_codes, start).n) == (0, 0)
    assert explore(take, start).start is None


# -- presets --------------------------------------------------------------------------------------


def one(n: int) -> Any:
    return gg.WIN if n == 2 else None


def many(codes: Any) -> Any:
    return np.where(codes == 2, 1, gg.NO_PRESET)


@cache
def numba_optional() -> Any:
    win = gg.WIN

    @compiling.numba().njit
    def preset(code: Any) -> Any:
        if code == 2:
            return win
        return None

    return preset


@cache
def numba_number() -> Any:
    @compiling.numba().njit
    def preset(code: Any) -> Any:
        return 1 if code == 2 else 2

    return preset


@cache
def numba_cfunc() -> Any:
    @compiling.numba().cfunc("int64(int64, voidptr)")
    def preset(code: Any, data: Any) -> Any:
        return 1 if code == 2 else 2

    return preset


PRESETS: dict[str, tuple[str, Callable[[], Any]]] = {
    "function": ("positions", lambda: one),
    "of None and NumPy's integers": (
        "positions",
        lambda: lambda n: np.int64(1) if n == 2 else None,
    ),
    "of NO_PRESET": ("positions", lambda: lambda n: 1 if n == 2 else gg.NO_PRESET),
    "mapping": ("any", lambda: {2: gg.WIN, 5: None, 6: gg.NO_PRESET}),
    # What is a function of one code, too, is one of many.
    "of arrays of any dimension": ("any", lambda: many),
    "batch": ("batch", lambda: lambda codes: many(codes.copy())),
    "batch of None and outcomes": (
        "batch",
        lambda: lambda codes: [gg.WIN if c == 2 else None for c in codes.tolist()],
    ),
    "ctypes": ("compiled", lambda: compiling.typed("preset")),
    "address": ("compiled", lambda: compiling.address("preset")),
    "capsule": ("compiled", lambda: compiling.capsule("preset", PRESET_NAME)),
    "Cython": ("compiled", lambda: compiling.cython()["preset"]),
    "cffi": ("compiled", lambda: compiling.cffi_pointer("preset", "int64_t(*)(int64_t, void *)")),
    "numba of None and outcomes": ("compiled", numba_optional),
    "numba": ("compiled", numba_number),
    "numba cfunc": ("compiled", numba_cfunc),
}


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("name", ["function", "batch", "ctypes", "numba list", "numba writer"])
def test_presets_of_every_kind_mean_the_same(preset: str, name: str) -> None:
    rule = KINDS[name]()
    kind, make = PRESETS[preset]
    goes = kind == "any" or (kind == "positions") == (kind_of(rule) == "positions")
    presets = make()

    class Game:
        options = staticmethod(rule)
        preset = presets if isinstance(presets, dict) else staticmethod(presets)

    expected = gg.explore(take, 10, presets=one)
    for explore in (gg.explore, gg.explore_codes):
        for call in (
            lambda explore=explore: explore(rule, 10, presets=presets),
            lambda explore=explore: explore(Game(), 10),
        ):
            if goes:
                graph = call()
                assert rows_of(graph) == rows_of(expected)
                assert graph.presets.tolist() == expected.presets.tolist()
                assert gg.solve(graph).verify()
            else:
                # A function of arrays says itself that it takes no code.
                odd = AttributeError if kind == "batch" else gg.GraphGameError
                with pytest.raises(odd, match=r"^presets?\b.*: expected |no attribute"):
                    call()


def test_presets_of_the_call_come_first() -> None:
    class Game:
        options = staticmethod(take)
        preset = staticmethod(one)

    graph = gg.explore(Game(), 10, presets={5: gg.DRAW})
    assert graph.presets is not None
    assert {n for n in range(11) if graph.presets[graph.index(n)] != gg.NO_PRESET} == {5}


# -- what tells kinds apart -----------------------------------------------------------------------


def test_a_rule_is_asked_about_its_first_position_only_where_that_is_a_code() -> None:
    asked: list[object] = []

    def rule(position: Any) -> list[Any]:
        asked.append(position)
        return []

    for first in ("a", (1, 2), NONE, 2**63, True, 1.5):
        assert classify(rule, first).kind == "positions"
    assert asked == []
    assert classify(rule, 7).kind == "positions"
    assert asked == [7]


@pytest.mark.parametrize(
    ("rule", "kind"),
    [
        (lambda n: (n - 1, n - 2), "positions"),
        (lambda n: {n - 1}, "positions"),
        (lambda n: np.array([n - 1]), "positions"),
        (lambda n: iter([n - 1]), "positions"),
        (lambda n: [], "positions"),
        (lambda n: None, "positions"),
        (lambda n: [np.array([n])], "positions"),
        (lambda c: (np.zeros(1, dtype=int), c - 1), "batch"),
        (lambda c: (np.flatnonzero(c), c[c > 0] - 1), "batch"),
        (lambda c: ([], c[:0]), "batch"),
        (lambda c: [np.arange(len(c)), (c - 1).astype(np.int32)], "batch"),
        (lambda c: (c - 1, np.arange(len(c))), "batch"),  # the wrong way round
    ],
)
def test_functions_are_told_apart_by_what_they_return(rule: Any, kind: str) -> None:
    assert classify(rule, 20).kind == kind


def test_one_function_is_compiled_with_its_data() -> None:
    step = compiling.low_level(
        compiling.typed("take"), ctypes.cast(ctypes.pointer(ctypes.c_int64(5)), ctypes.c_void_p)
    )
    found = native(step, OPTIONS)
    assert found is not None and found.address == compiling.address("take") and found.data
    sources, options = found.options(np.array([5, 1, 0, 2]))
    assert sources.tolist() == [0, 0, 0, 1, 3, 3]
    assert options.tolist() == [4, 3, 2, 0, 1, 0]
    preset = native(compiling.typed("preset"), NUMBER)
    assert preset is not None and preset.numbers(np.array([1, 2, 3])).tolist() == [2, 1, 2]
    assert native(take, OPTIONS) is native(take_codes, OPTIONS) is native("take", OPTIONS) is None


def test_a_numba_writer_of_more_options_than_at_first_fit() -> None:
    """Its array grows; nothing is written past the end."""

    @compiling.numba().njit
    def rule(code: Any, options: Any) -> Any:
        if code:
            return 0
        for k in range(200_000):
            options[k] = k
        return 200_000

    graph = gg.explore(rule, 0)
    assert (graph.n, graph.m) == (200_000, 200_000)
    found = native(rule, OPTIONS)
    assert found is not None
    assert found.options(np.array([3, 0]))[1].tolist() == list(range(200_000))


@pytest.mark.parametrize("kind", ["batch", "compiled"])
def test_a_mapping_of_presets_may_have_a_remoteness(kind: str) -> None:
    """Of codes as of positions: an outcome, None, or an outcome so many moves away."""

    def down(codes: Any) -> Any:
        sources = np.flatnonzero(codes > 0)
        return sources, codes[sources] - 1

    @ctypes.CFUNCTYPE(
        ctypes.c_int64,
        ctypes.c_int64,
        ctypes.POINTER(ctypes.c_int64),
        ctypes.c_int64,
        ctypes.c_void_p,
    )
    def down_in_c(code: int, options: Any, room: int, data: Any) -> int:
        if code > 0 and room > 0:
            options[0] = code - 1
        return int(code > 0)

    presets = {4: (gg.WIN, 3), 2: gg.LOSE, 9: None}
    rule = down if kind == "batch" else down_in_c
    s = gg.solve(rule, start=[9, 3], presets=presets)
    same = gg.solve(lambda n: [n - 1] if n else [], start=[9, 3], presets=presets)
    for n in same:
        assert s[n] == same[n]
    assert s.remoteness_of(4) == 3 and s.remoteness_of(5) == 4 and s.verify()
