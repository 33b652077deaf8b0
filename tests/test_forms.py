"""What stands beside positions, in every form, in every family.

Pinned here: owners, priorities, presets, scores and flags are read alike by all that take them, as
arrays of every type, as columns of pandas, Polars and Arrow, as mappings and as functions; and what
fits two readings is refused alike.
"""

from __future__ import annotations

from array import array
from collections import UserList, deque
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np
import pytest

import graphgame as gg
from graphgame import DRAW, LOSE, NO_PRESET, WIN
from graphgame.big.partitions.stored import explore_partitions
from tests.solving.kept_answers import kept

EDGES = [(0, 1), (1, 0), (1, 2), (2, 3)]
NAMED = {"a": ["b"], "b": ["a", "c"], "c": ["d"], "d": []}
ONES = [0, 1, 1, 0]
BOOLS = [False, True, True, False]

pandas: Any = pytest.importorskip("pandas")
polars: Any = pytest.importorskip("polars")
pyarrow: Any = pytest.importorskip("pyarrow")

INTEGERS: dict[str, Any] = {
    "list": ONES,
    "tuple": tuple(ONES),
    "list of NumPy scalars": [np.int8(x) for x in ONES],
    "array.array": array("b", ONES),
    "memoryview": memoryview(bytes(ONES)),
    "deque": deque(ONES),
    "UserList": UserList(ONES),
    "iterator": lambda: iter(ONES),
    "values of a dict": dict(enumerate(ONES)).values(),
    "objects": np.array(ONES, dtype=object),
    "masked, no entry": np.ma.masked_array(ONES, [0, 0, 0, 0]),
    "pandas": pandas.Series(ONES),
    "pandas Int64": pandas.Series(ONES, dtype="Int64"),
    "pandas Arrow": pandas.Series(ONES, dtype="int64[pyarrow]"),
    "pandas array": pandas.array(ONES),
    "pandas Index": pandas.Index(ONES),
    "Polars": polars.Series(ONES),
    "Arrow": pyarrow.array(ONES),
    "Arrow in chunks": pyarrow.chunked_array([ONES[:1], ONES[1:]]),
    **{f"NumPy {kind}": np.array(ONES, dtype=kind) for kind in "bBhHiIlLqQ"},
}
FLAGS: dict[str, Any] = {
    "list of bools": BOOLS,
    "list of NumPy bools": [np.bool_(x) for x in BOOLS],
    "iterator of bools": lambda: iter(BOOLS),
    "deque of bools": deque(BOOLS),
    "NumPy bool": np.array(BOOLS),
    "objects that are bools": np.array(BOOLS, dtype=object),
    "memoryview of bools": memoryview(np.array(BOOLS)),
    "pandas bool": pandas.Series(BOOLS),
    "pandas boolean": pandas.Series(BOOLS, dtype="boolean"),
    "pandas Arrow bool": pandas.Series(BOOLS, dtype="bool[pyarrow]"),
    "Polars bool": polars.Series(BOOLS),
    "Arrow bool": pyarrow.array(BOOLS),
}
BY_LABEL: dict[str, Any] = {
    "dict": dict(zip(NAMED, ONES, strict=True)),
    "dict of bools": dict(zip(NAMED, BOOLS, strict=True)),
    "dict of NumPy bools": dict(zip(NAMED, np.array(BOOLS), strict=True)),
    "mapping": MappingProxyType(dict(zip(NAMED, ONES, strict=True))),
    "Series": pandas.Series(ONES[::-1], index=[*NAMED][::-1]),
    "Series of Int64": pandas.Series(ONES, index=[*NAMED], dtype="Int64"),
    "Series of bools": pandas.Series(BOOLS, index=[*NAMED]),
    "Series of booleans": pandas.Series(BOOLS, index=[*NAMED], dtype="boolean"),
}
FUNCTIONS: dict[str, Any] = {
    "function": lambda: lambda label: ONES["abcd".index(label)],
    "function to NumPy integers": lambda: lambda label: np.int8(ONES["abcd".index(label)]),
    "function to bools": lambda: lambda label: label in "bc",
    "function to NumPy bools": lambda: lambda label: np.bool_(label in "bc"),
    "method": lambda: BY_LABEL["dict"].__getitem__,
}


def priority_of(graph: Any, priority: Any) -> Any:
    return gg.ParityGame(graph, [0] * 4, priority).priority


# What reads 0 and 1: who owns, and priorities.
TAKERS: dict[str, Any] = {
    "solve": lambda graph, x: gg.solve(graph, owner=x).game.owner,
    "scored": lambda graph, x: (
        gg.solve_scores(graph, owner=x, scores={gg.as_game_graph(graph).position(3): 1}).game.owner
    ),
    "with_owner": lambda graph, x: gg.as_game_graph(graph).with_owner(x).owner,
    "attractor": lambda graph, x: gg.attractor(graph, x, []).game.owner,
    "reachability": lambda graph, x: gg.solve_reachability(graph, x, []).game.owner,
    "safety": lambda graph, x: gg.solve_safety(graph, x, unsafe=[]).game.owner,
    "Büchi": lambda graph, x: gg.solve_buchi(graph, x, []).game.owner,
    "co-Büchi": lambda graph, x: gg.solve_cobuchi(graph, x, unsafe=[]).game.owner,
    "parity": lambda graph, x: gg.ParityGame(graph, x, [1] * 4).owner,
    "solve_parity": lambda graph, x: gg.solve_parity(graph, x, [1] * 4).owner,
    "priority": priority_of,
}


def made(form: Any) -> Any:
    """Return a form; an iterator is made anew each time."""
    return form() if callable(form) and not hasattr(form, "__array__") else form


@pytest.mark.parametrize("taker", TAKERS)
def test_zeros_and_ones_are_read_alike_by_all(taker: str) -> None:
    for name, form in (INTEGERS | FLAGS).items():
        assert TAKERS[taker](EDGES, made(form)).tolist() == ONES, name
        assert TAKERS[taker](NAMED, made(form)).tolist() == ONES, name
    for name, form in (BY_LABEL | FUNCTIONS).items():
        assert TAKERS[taker](NAMED, made(form)).tolist() == ONES, name


@pytest.mark.parametrize("taker", TAKERS)
@pytest.mark.parametrize("wrong", [
    [0.0, 1.0, 1.0, 0.0], ["0", "1", "1", "0"], [0, None, 1, 0], {0, 1}, "0110",
    np.ma.masked_array(ONES, [0, 1, 0, 0]), pandas.Series([0, None, 1, 0], dtype="Int64"),
    pandas.Series([False, None, True, False], dtype="boolean"), polars.Series([0, None, 1, 0]),
    pyarrow.array([False, None, True, False]), lambda v: None, lambda v: "1", lambda v: [0, 1],
], ids=lambda x: type(x).__name__)  # fmt: skip
def test_what_is_no_number_or_is_missing_is_refused_by_all(taker: str, wrong: Any) -> None:
    with pytest.raises(gg.GraphGameError, match=r"^(owner|priority)"):
        TAKERS[taker](EDGES, wrong)


# -- positions or flags ----------------------------------------------------------------------------

TARGETS: dict[str, Any] = {
    "attractor": lambda graph, x: gg.attractor(graph, [0] * 4, x).targets,
    "reachability": lambda graph, x: gg.solve_reachability(graph, [0] * 4, x).targets,
    "safety": lambda graph, x: gg.solve_safety(graph, [0] * 4, unsafe=x).targets,
    "safe": lambda graph, x: ~gg.solve_safety(graph, [0] * 4, safe=x).targets,
    "Büchi": lambda graph, x: gg.solve_buchi(graph, [0] * 4, x).targets,
    "co-Büchi": lambda graph, x: gg.solve_cobuchi(graph, [0] * 4, unsafe=x).targets,
}


@pytest.mark.parametrize("taker", TARGETS)
def test_bools_are_flags(taker: str) -> None:
    for graph in (EDGES, NAMED):
        for name, form in FLAGS.items():
            assert TARGETS[taker](graph, made(form)).tolist() == BOOLS, name
    for name, form in BY_LABEL.items():
        if "bool" in name:
            assert TARGETS[taker](NAMED, form).tolist() == BOOLS, name


@pytest.mark.parametrize("taker", TARGETS)
@pytest.mark.parametrize("positions", [
    [1, 2], {1, 2}, frozenset({1, 2}), range(1, 3), np.array([2, 1], np.uint8), deque([1, 2]),
    np.flatnonzero(BOOLS), array("h", [1, 2]), memoryview(bytes([1, 2])), (x for x in (1, 2)),
    pandas.Series([1, 2]), pandas.Series([1, 2], index=["x", "y"]), polars.Series([1, 2]),
    pyarrow.array([1, 2]), pandas.Series([1, 2], dtype="Int64"), {1: "x", 2: "y"}.keys(),
    {"x": 1, "y": 2}.values(), np.array([[1], [2]]), [1, 2, 1, 2], [1, 1, 2, 2, 2],
], ids=lambda x: type(x).__name__)  # fmt: skip
def test_anything_else_is_positions(taker: str, positions: Any) -> None:
    if hasattr(positions, "__next__"):
        positions = [*positions] or [1, 2]
    assert TARGETS[taker](EDGES, positions).tolist() == BOOLS


@pytest.mark.parametrize(("n", "targets", "expected"), [
    (1, [0], [0]), (1, np.array([0]), [0]), (1, 0, [0]), (1, np.array(0), [0]),
    (2, [0, 1], [0, 1]), (2, [1, 0], [0, 1]), (2, np.array([0, 1], np.uint8), [0, 1]),
    (2, range(2), [0, 1]), (1, np.int8(0), [0]), (1, [np.uint8(0)], [0]),
    (2, (v for v in (0, 1)), [0, 1]),
    (3, [0, 1], [0, 1]), (3, {0, 1}, [0, 1]), (2, [True, False], [0]), (1, [False], []),
    (1, [True], [0]), (2, [], []), (2, np.array([], dtype=int), []), (3, [0, 1, 2], [0, 1, 2]),
    (2, np.array(["a"])[:0], []), (2, polars.Series([0, 1]), [0, 1]), (1, pandas.Series([0]), [0]),
])  # fmt: skip
def test_data_do_not_decide(n: int, targets: Any, expected: list[int]) -> None:
    graph: gg.GameGraph[int] = gg.GameGraph.from_edges([], n)
    assert gg.attractor(graph, [0] * n, targets).targets.nonzero()[0].tolist() == expected


@pytest.mark.parametrize("taker", TARGETS)
@pytest.mark.parametrize("doubt", [
    [0, 1, 1, 0], [1, 1, 1, 1], np.array([0, 0, 0, 1], np.uint8), array("b", [0, 1, 0, 0]),
    pandas.Series([0, 1, 1, 0]), polars.Series([1, 0, 0, 0]), [np.int8(1)] * 4, deque([0] * 4),
], ids=lambda x: type(x).__name__)  # fmt: skip
def test_zeros_and_ones_with_repeats_are_the_only_doubt(taker: str, doubt: Any) -> None:
    """The error has the call for each reading."""
    for graph in (EDGES, NAMED):
        with pytest.raises(gg.GraphGameError) as error:
            TARGETS[taker](graph, doubt)
        name = str(error.value).partition(":")[0]
        for call in (f"numpy.array({name}, dtype=bool)", f"set({name})"):
            assert call in str(error.value)
    flags = np.array(doubt, dtype=bool)
    assert TARGETS[taker](EDGES, flags).tolist() == flags.tolist()
    assert TARGETS[taker](EDGES, {*doubt}).sum() == len({*doubt})


@pytest.mark.parametrize(("wrong", "message"), [
    ([True], "expected 4 flags, one for every position, got 1"),
    (np.ones((2, 2), bool), r"expected 4 flags.*shape \(2, 2\)"),
    (iter([True] * 5), "expected 4 flags, one for every position, got 5"),
    ({0: True}, "expected True or False for every position, got none for 1"),
    ({}, "expected True or False for every position, got none for 0"),
    ({0: 1, 1: 0, 2: 0, 3: 0}, r"got a mapping from 0 to 1; list\(targets\) has its keys"),
    (pandas.Series([True, None, True, True], dtype="boolean"), r"targets\[1\]: .* missing entry"),
    (np.ma.masked_array(BOOLS, BOOLS), r"targets\[1\]: .*masked"),
    ([True, 1, 0, 0], "use numpy.array"),
    ({True}, "integers"),
    (True, "position True does not exist"),
    (lambda v: True, "got a function"),
    (pandas.Series([True], index=["x"]), "targets: expected integers|position 'x' does not exist"),
])  # fmt: skip
def test_flags_that_are_none(wrong: Any, message: str) -> None:
    with pytest.raises(gg.GraphGameError, match=message):
        gg.attractor(EDGES, [0] * 4, wrong)


@pytest.mark.parametrize("mixed", [
    [True, 1, 0, 0], [1, True, 0, 0], [True, 1], [np.True_, 0, 1, 1], [np.int8(1), True, 3, 3],
])  # fmt: skip
def test_the_cures_for_flags_among_positions_work(mixed: list[Any]) -> None:
    """The error has the call for each reading; a list of integers would be refused again."""
    with pytest.raises(gg.GraphGameError) as error:
        gg.attractor(EDGES, [0] * 4, mixed)
    assert str(error.value).endswith(
        "use numpy.array(targets, dtype=bool) if they are flags, {int(x) for x in targets} if they "
        "are positions"
    )
    positions, flags = {int(x) for x in mixed}, np.array(mixed, dtype=bool)
    found = gg.attractor(EDGES, [0] * 4, positions).targets.tolist()
    assert found == [v in positions for v in range(4)]
    if len(mixed) == 4:
        assert gg.attractor(EDGES, [0] * 4, flags).targets.tolist() == flags.tolist()


@pytest.mark.parametrize("mixed", [[True, "b"], ["b", True], [np.True_, "b"]])
def test_flags_among_names(mixed: list[Any]) -> None:
    """True is no name for 1; there are no calls for flags, since "b" is none."""
    graph = {1: ["b"], "b": []}
    with pytest.raises(gg.GraphGameError, match=r"list; int\(\) makes 0 or 1 of (np\.)?True"):
        gg.attractor(graph, [0, 0], mixed)
    assert gg.attractor(graph, [0, 0], [1, "b"]).targets.all()


def test_positions_that_are_bools() -> None:
    """A list of bools is in doubt beside positions that are bools; a set and an array are not."""
    graph = {False: [True], True: []}
    owner = {False: 0, True: 0}
    with pytest.raises(gg.GraphGameError, match="beside positions that are bools; use numpy.array"):
        gg.attractor(graph, owner, [True, False])
    assert gg.attractor(graph, owner, {True, False}).targets.tolist() == [True, True]
    assert gg.attractor(graph, owner, np.array([True, False])).targets.tolist() == [True, False]
    assert gg.attractor(graph, owner, True).targets.tolist() == [False, True]


# -- presets ---------------------------------------------------------------------------------------

NUMBERS = [NO_PRESET, WIN, NO_PRESET, DRAW]
NONES = [None, WIN, None, DRAW]
NAMES = [None, "WIN", None, "DRAW"]
PRESETS: dict[str, Any] = {
    "list": NUMBERS,
    "tuple": tuple(NUMBERS),
    "list with None": NONES,
    "names": NAMES,
    "names in a tuple": tuple(NAMES),
    "iterator of names": lambda: iter(NAMES),
    "NumPy scalars": [np.int8(x) for x in NUMBERS],
    "objects": np.array(NONES, dtype=object),
    "objects that are names": np.array(NAMES, dtype=object),
    "masked": np.ma.masked_array([5, 1, 5, 0], [1, 0, 1, 0]),
    "masked names": np.ma.masked_array(["x", "WIN", "x", "DRAW"], [1, 0, 1, 0]),
    "array.array": array("b", NUMBERS),
    "memoryview": memoryview(bytes(NUMBERS)),
    "pandas": pandas.Series(NUMBERS),
    "pandas Int64": pandas.Series(NONES, dtype="Int64"),
    "pandas with NaN": pandas.Series(NONES),
    "pandas names": pandas.Series(NAMES),
    "pandas categories": pandas.Series(NAMES, dtype="category"),
    "pandas Arrow": pandas.Series(NONES, dtype="int64[pyarrow]"),
    "Polars": polars.Series([None, 1, None, 0]),
    "Polars names": polars.Series(NAMES),
    "Arrow": pyarrow.array([None, 1, None, 0]),
    "Arrow names": pyarrow.array(NAMES),
    **{f"NumPy {kind}": np.array(NUMBERS, dtype=kind) for kind in "bBhHiIlLqQ"},
}
PRESETS_BY_LABEL: dict[str, Any] = {
    "dict": {"b": WIN, "d": DRAW},
    "dict of names": {"b": "WIN", "d": "DRAW"},
    "dict of NumPy names": {"b": np.str_("WIN"), "d": np.str_("DRAW")},
    "dict with none": {"a": None, "b": WIN, "c": NO_PRESET, "d": DRAW},
    "Series": pandas.Series([0, 1], index=["d", "b"]),
    "Series of names": pandas.Series(["DRAW", "WIN", None], index=["d", "b", "a"]),
    "Series of Int64": pandas.Series([0, None, 1], index=["d", "a", "b"], dtype="Int64"),
    "Series with NaN": pandas.Series([0, None, 1], index=["d", "a", "b"]),
    "function": lambda: calling({"b": WIN, "d": DRAW}),
    "function to names": lambda: calling({"b": "WIN", "d": "DRAW"}),
    "function to NumPy": lambda: lambda label: np.int8({"b": 1, "d": 0}.get(label, NO_PRESET)),
    "function to pairs": lambda: calling({"b": ("WIN", 0), "d": (DRAW, 0)}),
    "method": lambda: {"b": WIN, "d": DRAW}.get,
}


def calling(given: dict[str, Any]) -> Any:
    """Return a function of a label, which is no method of a mapping."""

    def preset(label: str) -> Any:
        return given.get(label)

    return preset


def rule(label: str) -> list[str]:
    return NAMED[label]


OUTCOME_TAKERS: dict[str, Any] = {
    "solve": lambda x: gg.solve(NAMED, presets=x).game.presets,
    "of edges": lambda x: (
        gg.solve(gg.GameGraph.from_edges(EDGES, labels="abcd"), presets=x).game.presets
    ),
    "with_presets": lambda x: gg.as_game_graph(NAMED).with_presets(x).presets,
}
RULE_TAKERS: dict[str, Any] = {
    "solve": lambda x: gg.solve(rule, start="a", presets=x).outcomes,
    "explored": lambda x: gg.solve(gg.explore(rule, "a", presets=x)).outcomes,
    "answers": lambda x: [gg.build(rule, start="a", presets=x).outcome(p) for p in "ab"],
    "undecided": lambda x: [
        gg.build(rule, start="a", presets=x, store="undecided").outcome(p) for p in "ab"
    ],
}


@pytest.mark.parametrize("taker", OUTCOME_TAKERS)
def test_presets_are_read_alike(taker: str) -> None:
    for name, form in (PRESETS | PRESETS_BY_LABEL).items():
        assert OUTCOME_TAKERS[taker](made(form)).tolist() == NUMBERS, name


@pytest.mark.parametrize("taker", RULE_TAKERS)
def test_presets_of_a_rule_are_read_alike(taker: str) -> None:
    for name, form in PRESETS_BY_LABEL.items():
        presets = made(form)
        if isinstance(presets, dict):  # the rule never meets c and d
            presets = {label: presets[label] for label in presets if label in "ab"}
        elif hasattr(presets, "index"):
            presets = presets[[label for label in presets.index if label in "ab"]]
        assert [int(x) for x in RULE_TAKERS[taker](presets)][:2] == [LOSE, WIN], name


@pytest.mark.parametrize("family", [gg.grundy, gg.loopy_grundy])
def test_values_take_the_same_presets(family: Any) -> None:
    graph = {"a": ["b"], "b": ["c"], "c": ["a"]}
    forms: list[Any] = [
        {"c": LOSE}, {"c": "LOSE"}, [None, None, "LOSE"], {"c": "LOSE"}.get,
        np.array([2, 2, -1], np.int64), pandas.Series(["LOSE"], index=["c"]),
    ]  # fmt: skip
    for presets in forms:
        assert [int(family(graph, presets=presets).value(p)) for p in "abc"] == [0, 1, 0]


@pytest.mark.parametrize("bools", [
    BOOLS, np.array(BOOLS), pandas.Series(BOOLS), polars.Series(BOOLS), pyarrow.array(BOOLS),
    pandas.Series(BOOLS, dtype="boolean"), [None, True, None, None], [True, 1, 0, 0], {0: True},
    {0: np.bool_(True)}, np.array(BOOLS, dtype=object), lambda v: v == 3, lambda v: np.True_,
    pandas.Series([True], index=[3]),
], ids=lambda x: type(x).__name__)  # fmt: skip
def test_presets_that_are_bools_fit_two_readings(bools: Any) -> None:
    """True may be a WIN, or say that there is a preset."""
    for take in (
        lambda: gg.solve(EDGES, presets=bools),
        lambda: gg.as_game_graph(EDGES).with_presets(bools),
        lambda: gg.grundy(EDGES, presets=bools),
    ):
        with pytest.raises(gg.GraphGameError, match="who wins or where play ends"):
            take()


def test_bools_are_no_presets_of_a_rule_either(tmp_path: Path) -> None:
    def walk(n: int) -> list[int]:
        return [n - 1] if n else []

    functions: list[Any] = [lambda n: n == 3, lambda n: n == 0 or None, lambda n: np.bool_(n > 1)]
    for presets in functions:
        for keep in ("graph", "answers", "undecided"):
            with pytest.raises(gg.GraphGameError, match="who wins or where play ends"):
                kept(keep, walk, start=5, presets=presets)
        with pytest.raises(gg.GraphGameError, match="who wins or where play ends"):
            gg.check_rule(walk, start=5, presets=presets)
        with pytest.raises(gg.GraphGameError, match="who wins or where play ends"):
            explore_partitions(walk, 5, folder=tmp_path, presets=presets).solve()


# -- functions beside a graph ----------------------------------------------------------------------


def test_a_function_means_the_same_beside_a_graph_and_with_its_rule() -> None:
    def options(n: int) -> list[int]:
        return [n - k for k in (1, 2, 3) if n >= k]

    def preset(n: int) -> Any:
        return {0: (gg.LOSE, 3), 5: "DRAW", 6: gg.NO_PRESET, 7: np.int8(1)}.get(n)

    def who(n: int) -> bool:
        return n % 3 == 0

    from_rule = gg.solve(options, start=12, presets=preset, owner=who)
    graphs: list[Any] = [
        {n: options(n) for n in range(13)},
        {n: options(n) for n in reversed(range(13))},
        gg.explore(options, start=12),
        gg.explore_codes(codes_of(options), start=12),
        [(n, w) for n in range(13) for w in options(n)],
    ]
    for graph in graphs:
        s = gg.solve(graph, presets=preset, owner=who)
        for n in range(13):
            assert s[n][:2] == from_rule[n][:2]
        assert s.verify()


def codes_of(options: Any) -> Any:
    def rule(codes: Any) -> Any:
        rows = [np.array(options(code), dtype=int) for code in codes.tolist()]
        return np.repeat(np.arange(len(rows)), [*map(len, rows)]), np.concatenate(rows)

    return rule


def test_scores_are_a_function_too() -> None:
    graph = {"a": ["b", "c"], "b": ["d"], "c": [], "d": []}
    given = {"c": 3, "d": 5_000_000_000}
    by_dict = gg.solve_scores(graph, given)
    forms: list[Any] = [
        given.get, lambda p: np.int64(given.get(p, gg.NO_SCORE)), {**given, "a": None},
        pandas.Series(given), pandas.Series({**given, "a": None}, dtype="Int64"),
        polars.Series([None, None, *given.values()]),
    ]  # fmt: skip
    for scores in forms:
        s = gg.solve_scores(graph, scores)
        assert [s.score(p) for p in graph] == [by_dict.score(p) for p in graph]
        assert s.verify()


@pytest.mark.parametrize(("call", "message"), [
    (lambda: gg.solve(NAMED, presets=lambda p: "won"), "WIN, LOSE, DRAW or TIE, got 'won'"),
    (lambda: gg.solve(NAMED, presets=lambda p: 7), r"presets\['a'\]: .* got 7"),
    (lambda: gg.solve(NAMED, presets=lambda p: np.array([1, 2])), "one position at a time"),
    (lambda: gg.solve(NAMED, presets=lambda p: (None, 3)), "beside a remoteness, got None"),
    (lambda: gg.solve(NAMED, presets=lambda p: (gg.WIN, -1)), "a remoteness from 0"),
    (lambda: gg.solve(NAMED, owner=lambda p: 2), "owner of 'a': expected 0 or 1, got 2"),
    (lambda: gg.solve(NAMED, owner=lambda p: None), "'a': expected 0 or 1, got None"),
    (lambda: gg.attractor(NAMED, lambda p: "x", []), "owner: expected integers"),
    (lambda: gg.solve_scores(NAMED, lambda p: None), "a score for every position without options"),
    (lambda: gg.solve_scores(NAMED, lambda p: "x"), "score of 'a': expected an integer"),
    (lambda: gg.solve_scores(NAMED, {"a": True, "d": 3}.get), "score of 'a': .* got True"),
])  # fmt: skip
def test_functions_that_say_nothing_useful_are_refused(call: Any, message: str) -> None:
    with pytest.raises(gg.GraphGameError, match=message):
        call()


@pytest.mark.parametrize(("call", "note"), [
    (lambda f: gg.solve(NAMED, presets=f), "while asking for the preset of position 'c'"),
    (lambda f: gg.solve(NAMED, owner=f), "while asking who moves at position 'c'"),
    (lambda f: gg.solve_scores(NAMED, f), "while asking for the score of position 'c'"),
    (lambda f: gg.ParityGame(NAMED, [0] * 4, f), "while asking for the priority of position 'c'"),
])  # fmt: skip
def test_what_a_function_raises_comes_out_with_the_position(call: Any, note: str) -> None:
    def failing(position: str) -> int:
        if position == "c":
            raise ZeroDivisionError
        return 0

    with pytest.raises(ZeroDivisionError) as caught:
        call(failing)
    assert caught.value.__notes__ == [note]


# -- batches ---------------------------------------------------------------------------------------


def test_what_batches_return_is_read_alike() -> None:
    def chain(codes: Any) -> Any:
        at = np.flatnonzero(codes > 0)
        return at, codes[at] - 1

    expected = gg.solve(chain, start=5, presets=lambda c: np.where(c == 2, 0, 2)).outcomes.tolist()
    forms: list[Any] = [
        lambda c: [DRAW if x == 2 else None for x in c.tolist()],
        lambda c: ["DRAW" if x == 2 else None for x in c.tolist()],
        lambda c: np.where(c == 2, "DRAW", None),
        lambda c: np.ma.masked_array(np.zeros(len(c), int), c != 2),
        lambda c: pandas.Series([0 if x == 2 else None for x in c.tolist()], dtype="Int64"),
        lambda c: polars.Series([0 if x == 2 else None for x in c.tolist()], dtype=polars.Int64),
        {2: "DRAW"}, pandas.Series(["DRAW"], index=[2]), pandas.Series([0], index=[2]),
    ]  # fmt: skip
    for presets in forms:
        assert gg.solve(chain, start=5, presets=presets).outcomes.tolist() == expected
    for presets in (lambda c: c == 2, lambda c: [True] * len(c), {2: True}):
        with pytest.raises(gg.GraphGameError, match="who wins or where play ends"):
            gg.solve(chain, start=5, presets=presets)
    for owner in (lambda c: c % 2 == 1, lambda c: [x % 2 == 1 for x in c.tolist()],
                  {x: x % 2 == 1 for x in range(6)}):  # fmt: skip
        assert gg.solve(chain, start=5, owner=owner).game.owner.tolist() == [1, 0, 1, 0, 1, 0]
