"""Rules to graphs: the same graph as a plain loop finds, for objects, batches of codes, and C."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, strategies as st

import graphgame as gg

Codes = npt.NDArray[np.int64]


def take(n: int) -> list[int]:
    return [n - k for k in (1, 2, 3) if n >= k]


def take_codes(codes: Codes) -> tuple[Codes, Codes]:
    sources, taken = np.nonzero(codes[:, None] >= np.array([1, 2, 3]))
    return sources, codes[sources] - (taken + 1)


def plainly(
    rule: Callable[[Any], Iterable[Any]], starts: Iterable[Any]
) -> tuple[list[Any], list[list[int]]]:
    """The positions in breadth-first order, and the indices of the options of each."""
    positions = list(dict.fromkeys(starts))
    index = {p: i for i, p in enumerate(positions)}
    rows = []
    for p in positions:
        row = []
        for q in rule(p):
            if q not in index:
                index[q] = len(positions)
                positions.append(q)
            row.append(index[q])
        rows.append(row)
    return positions, rows


def rows_of(graph: gg.GameGraph) -> list[list[int]]:
    return [row.tolist() for row in np.split(graph.option_idx, graph.option_ptr[1:-1])]


# A random rule on the codes 0 to 63: every code has its list of options.
tables = st.lists(st.lists(st.integers(0, 63), max_size=5), min_size=64, max_size=64)
starts = st.lists(st.integers(0, 63), min_size=1, max_size=4)


@given(tables, starts)
def test_objects_are_explored_breadth_first(table: list[list[int]], first: list[int]) -> None:
    def rule(p: tuple[str, int]) -> Iterable[tuple[str, int]]:
        return (("p", q) for q in table[p[1]])

    graph = gg.explore(rule, [("p", s) for s in first])
    positions, rows = plainly(rule, [("p", s) for s in first])
    assert list(graph.labels or ()) == positions
    assert rows_of(graph) == rows


@given(tables, starts, st.permutations(range(5)))
def test_batches_of_codes_in_any_order_give_the_same_graph(
    table: list[list[int]], first: list[int], order: list[int]
) -> None:
    """Sources may come in any order; within a source the order of the rule is kept."""

    def rule(codes: Codes) -> tuple[list[int], list[int]]:
        pairs = [
            (i, table[code - 10**15][k])
            for k in range(5)
            for i, code in enumerate(codes.tolist())
            if k < len(table[code - 10**15])
        ]
        if order[0] == 0:  # sources in order already
            pairs.sort(key=lambda pair: pair[0])
        return [i for i, _ in pairs], [10**15 + option for _, option in pairs]

    graph = gg.explore_codes(rule, [10**15 + s for s in first])
    positions, rows = plainly(table.__getitem__, first)
    assert graph.labels is not None
    assert [code - 10**15 for code in graph.labels] == positions
    assert rows_of(graph) == rows


@pytest.mark.boundary
@pytest.mark.parametrize("size", [1, 3, 64])
def test_batches_of_any_size_give_the_same_graph(
    size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = gg.explore_codes(take_codes, [50, 47])
    monkeypatch.setattr(sys.modules["graphgame.rules.blocks"], "BLOCK", size)
    graph = gg.explore_codes(take_codes, [50, 47])
    assert list(graph.labels or ()) == list(whole.labels or ())
    assert rows_of(graph) == rows_of(whole)


def test_a_large_walk_over_codes_against_a_plain_loop() -> None:
    """More than one growth of the table, collisions, codes of both signs."""
    n = 30_000
    spread = 0x1000_0000_0001 - 2**62

    def successors(p: int) -> list[int]:
        return [(p * 7 + 1) % n, (p * p) % n, (p + 1) % n]

    def rule(codes: Codes) -> tuple[Codes, Codes]:
        p = (codes - spread) // 4096
        options = np.stack([(p * 7 + 1) % n, (p * p) % n, (p + 1) % n], axis=1)
        return np.repeat(np.arange(len(p)), 3), options.ravel() * 4096 + spread

    graph = gg.explore_codes(rule, spread)
    positions, rows = plainly(successors, [0])
    assert graph.labels is not None
    assert ((np.asarray(graph.labels) - spread) // 4096).tolist() == positions
    assert rows_of(graph) == rows
    assert graph.index(spread + 4096 * positions[777]) == 777
    with pytest.raises(gg.UnknownPositionError, match="position 5 does not exist"):
        graph.index(5)


class TakeGame:
    """The same game as an object."""

    def options(self, position: int) -> list[int]:
        return take(position)

    def preset(self, position: int) -> gg.Outcome | None:
        return gg.WIN if position == 2 else None


def test_a_game_is_an_object_with_options_and_perhaps_preset() -> None:
    assert isinstance(TakeGame(), gg.Game)
    graph = gg.explore(TakeGame(), 10)
    assert gg.solve(graph).outcome(2) is gg.WIN
    assert gg.solve(graph).remoteness_of(2) == 0
    assert graph.options(2) == []  # not expanded
    assert sorted(graph.labels or ()) == list(range(11))


def test_a_numpy_scalar_is_one_start() -> None:
    expected = gg.explore(take, 4)
    graph = gg.explore(take, np.int64(4))  # type: ignore[misc]
    assert (graph.n, graph.index(4), graph.start) == (expected.n, 0, 4)


@pytest.mark.parametrize(
    ("start", "first"),
    [
        ((1, 2), [(1, 2)]),
        ([(1, 2), (0, 0), (1, 2)], [(1, 2), (0, 0)]),
        (iter(["a"]), ["a"]),
        ("ab", ["ab"]),
        (range(3), [0, 1, 2]),
        (np.array([4, 5]), [4, 5]),
        ({"x": 1, "y": 2}.keys(), ["x", "y"]),
        ([], []),
    ],
)
def test_one_start_or_many(start: Any, first: list[Hashable]) -> None:
    assert list(gg.explore(lambda p: [], start).labels or ()) == first


def test_presets_stop_expansion_and_come_before_those_of_the_game() -> None:
    graph = gg.explore(TakeGame(), 10, presets=lambda n: gg.DRAW if n == 5 else None)
    assert graph.presets is not None
    at = {p: int(graph.presets[graph.index(p)]) for p in graph.labels or ()}
    assert at.pop(5) == gg.DRAW
    assert set(at.values()) == {gg.NO_PRESET}


def test_presets_of_codes() -> None:
    graph = gg.explore_codes(take_codes, 10, presets=lambda codes: np.where(codes == 2, 1, 2))
    same = gg.explore(TakeGame(), 10)
    assert list(graph.labels or ()) == list(same.labels or ())
    assert rows_of(graph) == rows_of(same)
    assert graph.presets is not None and same.presets is not None
    assert graph.presets.tolist() == same.presets.tolist()


def test_solve_takes_a_rule_and_a_start() -> None:
    assert gg.solve(take, start=20).outcome(20) is gg.LOSE
    assert gg.solve(take, start=20, play="misere").outcome(20) is gg.WIN
    assert (
        gg.solve(take, start=20, presets=lambda n: gg.WIN if n == 4 else None).outcome(4) is gg.WIN
    )
    assert gg.solve(take, start=20, presets={4: gg.WIN}).outcome(4) is gg.WIN
    endless = gg.solve(lambda n: [n - 1], start=3, presets={0: gg.LOSE})
    assert endless.counts() == {gg.WIN: 2, gg.LOSE: 2, gg.DRAW: 0}, "a preset stops the rule"
    with pytest.raises(gg.GraphGameError, match="a rule needs a start"):
        gg.solve(take)
    with pytest.raises(gg.GraphGameError, match="expected a function of a position, or a mapping"):
        gg.solve(take, start=3, presets=[0, 0, 0, 0])


# -- limits and errors ----------------------------------------------------------------------------


@pytest.mark.parametrize("explore", ["objects", "codes"])
def test_the_limit_says_how_many_were_found(explore: str) -> None:
    def step(codes: Codes) -> tuple[Codes, Codes]:
        return np.arange(len(codes)), codes + 1

    search = {
        "objects": lambda: gg.explore(lambda n: [n + 1], 0, limit=100),
        "codes": lambda: gg.explore_codes(step, 0, limit=100),
    }[explore]
    with pytest.raises(gg.ExplorationLimitError, match="at most 100 positions, found 1") as caught:
        search()
    assert caught.value.limit == 100
    assert caught.value.positions == 101
    assert caught.value.moves == 100
    assert gg.explore(take, 20, limit=21).n == 21


@pytest.mark.parametrize("limit", [0, -1, 1.5, True, "9"])
def test_a_limit_is_an_integer_of_at_least_1(limit: Any) -> None:
    with pytest.raises(gg.GraphGameError, match="limit: expected an integer of at least 1, got"):
        gg.explore(take, 3, limit=limit)


def test_errors_of_the_rule_come_out_unchanged_with_a_note() -> None:
    def rule(n: int) -> list[int]:
        if n == 3:
            raise KeyError("mine")
        return [n - 1]

    with pytest.raises(KeyError, match="mine") as caught:
        gg.explore(rule, 5)
    assert caught.value.__notes__ == ["while exploring from position 3"]

    def batch(codes: Codes) -> tuple[Codes, Codes]:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError) as raised:
        gg.explore_codes(batch, [7])
    assert raised.value.__notes__ == ["while exploring 1 codes, the first being 7"]


def test_a_rule_that_gives_nothing_is_told_what_a_terminal_position_has() -> None:
    with pytest.raises(gg.GraphGameError, match=r"rule at 0: expected a list of options.*empty"):
        gg.explore(lambda n: [n - 1] if n else None, 3)  # type: ignore[arg-type,return-value]


def test_an_error_inside_a_generator_of_options_is_the_rules_own() -> None:
    def rule(n: int) -> Iterable[int]:
        yield n + 1
        raise TypeError("mine")

    with pytest.raises(TypeError, match="mine"):
        gg.explore(rule, 0)


@pytest.mark.parametrize(
    ("option", "cure"),
    [
        ([1], r"use tuple\(position\)"),
        ({1}, r"use frozenset\(position\)"),
        ({1: 2}, r"use tuple\(sorted\(position.items\(\)\)\)"),
        (bytearray(b"x"), r"use bytes\(position\)"),
        (np.zeros(2), r"use position.tobytes\(\)"),
    ],
)
def test_an_unhashable_position_is_refused_with_a_cure(option: Any, cure: str) -> None:
    with pytest.raises(gg.GraphGameError, match=rf"options of 0: expected hashable.*{cure}"):
        gg.explore(lambda p: [option], 0)


def test_an_unhashable_start_is_refused_with_a_cure() -> None:
    with pytest.raises(gg.GraphGameError, match=r"start: expected hashable.*use tuple"):
        gg.explore(lambda p: [], [[0, 0]])


def test_positions_that_never_compare_equal_are_refused() -> None:
    class Board:
        pass

    with pytest.raises(gg.GraphGameError, match=r"two of type Board are equal only if.*dataclass"):
        gg.explore(lambda p: [Board()], Board())


@dataclass(unsafe_hash=True)
class Counter:
    """A position that may change although it can be hashed."""

    value: int


def test_a_position_that_changes_is_refused() -> None:
    def honest(p: Counter) -> list[Counter]:
        return [Counter(p.value - 1)] if p.value else []

    def careless(p: Counter) -> list[Counter]:
        p.value -= 1
        return [p]

    assert gg.explore(honest, Counter(3)).n == 4
    with pytest.raises(gg.GraphGameError, match=r"changed while the rule expanded it"):
        gg.explore(careless, Counter(3))


@pytest.mark.parametrize("found", ["WON", "win", 4, -2, 1.0, True, np.True_, np.float64(1), [1]])
def test_a_preset_that_is_no_outcome_is_refused(found: Any) -> None:
    with pytest.raises(gg.GraphGameError, match=r"preset of 20: expected WIN, LOSE, DRAW or TIE"):
        gg.explore(take, 20, presets=lambda p: found)


def test_a_function_of_presets_goes_with_a_graph_and_a_graph_is_no_rule() -> None:
    graph = gg.GameGraph.from_edges([(1, 0)])
    assert gg.solve(graph, presets=lambda p: gg.WIN).outcomes.tolist() == [1, 1]
    with pytest.raises(gg.GraphGameError, match="rule: expected a function, or an object with"):
        gg.solve(graph, start=1)


@pytest.mark.parametrize("rule", [None, 5, "rule"])
def test_a_rule_is_a_function_or_a_game(rule: Any) -> None:
    with pytest.raises(gg.GraphGameError, match="rule: expected a function, or an object with"):
        gg.explore(rule, 0)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (([0], [1, 2]), "two arrays of one length, got 1 sources and 2 options"),
        (([1], [1]), r"sources\[0\]: expected a position from 0 to 0, got 1"),
        (([-1], [1]), r"sources\[0\]: expected a position from 0 to 0, got -1"),
        (([0], [1.5]), "options: expected integers, got 1.5"),
        (([[0]], [[1]]), r"sources: expected one dimension, got shape \(1, 1\)"),
        (([0], np.array([2**63], dtype=np.uint64)), "options: expected codes below 2"),
    ],
)
def test_what_a_batch_rule_must_not_return(given: Any, message: str) -> None:
    with pytest.raises(gg.GraphGameError, match=message):
        gg.explore_codes(lambda codes: given, 0)


@pytest.mark.parametrize(
    ("given", "message"), [([2, 2], "shape"), ([4], "got 4"), ([-2], "got -2")]
)
def test_what_a_batch_of_presets_must_not_be(given: Any, message: str) -> None:
    with pytest.raises(gg.GraphGameError, match=message):
        gg.explore_codes(take_codes, 0, presets=lambda codes: given)


# -- progress and files ---------------------------------------------------------------------------


@pytest.mark.parametrize("tqdm", ["as it is", "missing"])
def test_progress_goes_to_standard_error(
    tqdm: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    if tqdm == "missing":
        monkeypatch.setitem(sys.modules, "tqdm", None)
    gg.explore(take, 5000, progress=True)
    out, err = capsys.readouterr()
    assert out == ""
    if tqdm == "missing":
        assert "explored" in err and "positions" in err
    gg.explore_codes(take_codes, 5000, progress=True)
    assert capsys.readouterr().err


def test_codes_survive_a_file(tmp_path: Path) -> None:
    solution = gg.solve(gg.explore_codes(take_codes, 20))
    solution.save(tmp_path / "take.npz")
    again = gg.Solution.load(tmp_path / "take.npz")
    assert again.best_move(18) == 16
    assert list(again.game.labels or ()) == list(solution.game.labels or ())
    assert again.verify()


@pytest.mark.large  # line tracing may swallow the one interrupt
def test_ctrl_c_stops_an_exploration_that_never_ends() -> None:
    program = (
        "import graphgame as gg, signal, sys\n"
        "gg.explore_codes\n"
        "signal.signal(signal.SIGALRM, signal.default_int_handler)\n"
        "try:\n"
        "    signal.setitimer(signal.ITIMER_REAL, 0.5)\n"
        "    gg.explore_codes(lambda c: (range(len(c)), c + 1), range(1000))\n"
        "except KeyboardInterrupt:\n"
        "    print('stopped')\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60
    )
    assert run.stdout == "stopped\n"


def test_the_name_of_an_outcome_is_one() -> None:
    graph = gg.explore(take, 5, presets=lambda n: None if n else "DRAW")  # type: ignore[arg-type,return-value]
    assert graph.presets is not None and graph.presets[graph.index(0)] == gg.DRAW
    with pytest.raises(gg.GraphGameError, match="preset of 5: expected .* got 'draw'"):
        gg.explore(take, 5, presets=lambda _: "draw")  # type: ignore[arg-type,return-value]
