"""The benchmarks: seeded workloads, baselines that agree with `solve`, tables and goals.

Nothing is timed here.
"""

from __future__ import annotations

import importlib.util
import json
import shutil
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import graphgame as gg
from tests.reference.graphs import Game, solve as reference_solve

# The last place: where the package is installed, that is the one to test.
sys.path.append(str(Path(__file__).parents[2]))
from bench import graphs, rivals, runner, workloads
from bench.families import FAMILIES, cops, heaps, pursuit, solve
from bench.runner import Case, Contestant, Failed, Settings, measure

needs_compiler = pytest.mark.skipif(shutil.which("g++") is None, reason="there is no g++")
ONCE = Settings(runs=1, budget=0)


# -- workloads ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "make",
    [
        lambda: workloads.random_digraph(100, 500),
        lambda: workloads.random_dag(100, 500),
        lambda: workloads.rmat(7, 500),
        lambda: workloads.grid_game(12),
        lambda: workloads.shuffled(workloads.path(50), 50),
    ],
)
def test_workloads_are_seeded_pairs_of_32_bits(make: Any) -> None:
    edges = make()
    assert edges.dtype == np.int32 and edges.ndim == 2 and edges.shape[1] == 2
    assert edges.flags.c_contiguous
    assert np.array_equal(edges, make())


def test_a_tenth_of_a_random_digraph_is_terminal() -> None:
    edges = workloads.random_digraph(1000, 20_000)
    assert len(edges) == 20_000
    assert edges[:, 0].max() == 899 and edges[:, 1].max() == 999


def test_a_random_dag_has_no_cycle() -> None:
    edges = workloads.random_dag(100, 500)
    assert (edges[:, 0] > edges[:, 1]).all()


def test_few_positions_of_rmat_have_many_options() -> None:
    edges = workloads.rmat(10, 10_240)
    degrees = np.sort(np.bincount(edges[:, 0], minlength=1024))
    assert len(degrees) == 1024
    assert degrees[-102:].sum() > 0.4 * len(edges)  # a tenth has much of all
    assert (degrees == 0).mean() > 0.1


def test_the_grid_game_goes_right_and_down_and_never_onto_a_wall() -> None:
    side = 40
    edges = workloads.grid_game(side)
    steps = set((edges[:, 1] - edges[:, 0]).tolist())
    assert steps == {1, side, side + 1}
    assert (edges[:, 1] // side - edges[:, 0] // side <= 1).all()
    assert (edges[:, 1] % side >= edges[:, 0] % side).all()
    assert 2.4 < len(edges) / side**2 < 2.7
    assert len(workloads.grid_game(side, walls=0)) == 2 * side * (side - 1) + (side - 1) ** 2


def test_a_shuffled_path_is_a_path() -> None:
    n = 200
    edges = workloads.shuffled(workloads.path(n), n)
    assert not np.array_equal(edges, workloads.path(n))
    found = gg.solve(gg.GameGraph.from_edges(edges, n)).remoteness
    assert sorted(found.tolist()) == [*range(n)]


def test_a_board_has_one_exit_one_policeman_and_one_thief() -> None:
    text = workloads.board(9)
    assert text.startswith("9 9\n") and [text.count(mark) for mark in "EPT"] == [1, 1, 1]
    assert text == workloads.board(9)


def test_every_case_of_every_family_is_named_once_and_compares_with_ours() -> None:
    for family in FAMILIES.values():
        for quick in (False, True):
            cases = family.cases(quick=quick)
            assert len({case.name for case in cases}) == len(cases)
            for case in cases:
                names = [contestant.name for contestant in case.contestants]
                assert len(set(names)) == len(names)
                assert case.contestants[0].ours and not case.contestants[0].skip


# -- contestants ----------------------------------------------------------------------------------


def small_graph(name: str) -> Any:
    """A writer of a small graph."""
    if name == "pursuit":
        return lambda folder: solve.pursuit_graph(5, folder)
    edges = {
        "random": workloads.random_digraph(300, 700),
        "path": workloads.shuffled(workloads.path(100), 300),
        "rmat": workloads.rmat(8, 900),
        "presets": workloads.random_digraph(300, 700),
    }[name]
    presets = np.full(300, 2, dtype=np.int8)  # none
    presets[::7] = np.resize([-1, 0, 1], len(presets[::7]))
    return lambda folder: graphs.write(folder, edges, 300, presets if name == "presets" else None)


@needs_compiler
@pytest.mark.parametrize("name", ["random", "path", "rmat", "presets", "pursuit"])
def test_programs_agree_with_solve(name: str, tmp_path: Path) -> None:
    case = Case(name, small_graph(name), solve.FEW)
    record = measure(case, ONCE)  # fails where two of them differ
    assert record["results"].keys() == {contestant.name for contestant in solve.FEW}
    facts = case.make(tmp_path) | {"folder": str(tmp_path)}
    said = runner.launch(solve.PLAIN[0], facts)
    stored = graphs.Stored(tmp_path)
    graph = gg.GameGraph.from_edges(stored.edges(), stored.n)
    solution = gg.solve(graph, presets=stored.presets())
    assert said["checks"] == rivals.checks((solution.outcomes, solution.remoteness))["checks"]


@pytest.mark.parametrize("name", ["random", "path", "rmat"])
@pytest.mark.parametrize(
    "contestant",
    [c for c in (*solve.OTHERS, solve.NETWORKX) if c.name != "Numba, as plain tuned"],
    ids=lambda contestant: contestant.name,
)
def test_rivals_in_python_agree_with_the_reference(
    contestant: Contestant, name: str, tmp_path: Path
) -> None:
    if contestant.skip:
        pytest.skip(contestant.skip)
    small_graph(name)(tmp_path)
    stored = graphs.Stored(tmp_path)
    expected = reference_solve(Game(stored.n, tuple(map(tuple, stored.edges().tolist()))))
    result = getattr(rivals, contestant.words[4])(tmp_path)()
    if contestant.name == "SciPy":
        assert result.nnz == stored.m
        return
    outcomes, remoteness, *_ = result
    assert np.asarray(outcomes).tolist() == expected.outcomes
    if remoteness is not None:
        assert np.asarray(remoteness).tolist() == expected.remoteness


@needs_compiler
def test_programs_for_grundy_values_agree() -> None:
    from bench.families import grundy

    dag = graphs.writer(lambda: workloads.random_dag(60, 200), 60)
    measure(Case("dag", dag, (grundy.OURS, grundy.TEXTBOOK, *grundy.stamps(), grundy.PYTHON)), ONCE)


@needs_compiler
@pytest.mark.parametrize("side", [4, 7])
def test_programs_for_boards_agree(side: int) -> None:
    record = measure(pursuit.board_case(side), ONCE)
    assert all("median" in result for result in record["results"].values())


@needs_compiler
def test_programs_for_heaps_agree() -> None:
    squares = heaps.squares_case(300, heaps.child("Python", "families.heaps", "squares_in_python"))
    measure(squares, ONCE)


def test_a_capture_time_that_is_not_the_published_one_is_an_error() -> None:
    measure(cops.game_case("right", [(0, 1), (1, 2)], 1, 1), ONCE)
    with pytest.raises(Failed, match="found 1, published is 2"):
        measure(cops.game_case("wrong", [(0, 1), (1, 2)], 1, 2), ONCE)


def test_contestants_that_differ_are_an_error() -> None:
    case = Case("two words", lambda _: {}, tuple(says(word) for word in ("one", "two")), unit="cpu")
    with pytest.raises(Failed, match="one and two differ in output"):
        measure(case, ONCE)


def test_a_contestant_that_fails_is_an_error_with_what_it_said() -> None:
    words = ("sh", "-c", "echo no such luck >&2; exit 3")
    case = Case("failing", lambda _: {}, (Contestant("failing", words, whole=True),))
    with pytest.raises(Failed, match=r"failing ended with 3: no such luck"):
        measure(case, ONCE)


def says(word: str) -> Contestant:
    """A process that prints a word."""
    return Contestant(word, ("echo", word), whole=True)


@pytest.mark.parametrize(
    ("walls", "budget", "due"), [([], 0, True), ([2.0], 3, False), ([2.0], 4, True)]
)
def test_a_slow_rival_runs_as_its_budget_allows(
    walls: list[float], budget: float, due: bool
) -> None:
    case, reports = Case("x", lambda _: {}, ()), [{"wall": wall} for wall in walls]
    assert runner.due(says("x"), reports, case, Settings(budget=budget)) is due
    ours = Contestant("x", (), ours=True)
    assert runner.due(ours, reports, case, Settings(budget=budget))
    assert not runner.due(ours, reports, case, Settings(runs=len(reports)))


def test_nothing_runs_again_after_its_share() -> None:
    names = ("one", "other")
    contestants = tuple(Contestant(name, ("true",), whole=True, ours=True) for name in names)
    case = Case("nothing", lambda _: {}, contestants, unit="wall")
    for share, runs in ((0.0, 1), (1e9, 3)):
        record = measure(case, Settings(runs=3, share=share))
        assert [len(one["runs"]) for one in record["results"].values()] == [runs, runs]


def test_checksums_see_every_item() -> None:
    items = np.array([-1, 0, 1, 1], dtype=np.int8)
    assert graphs.weighted(items) == 1 * 1 + 2 * 3 + 3 * 5 + 3 * 7
    assert graphs.weighted(items[::-1]) != graphs.weighted(items)
    assert graphs.folded(np.array([5, 2, 3])) == 2 ^ 6


# -- instructions ---------------------------------------------------------------------------------


@pytest.fixture(name="counter")
def fixture_counter() -> ModuleType:
    path = runner.ROOT / "tools" / "count_instructions.py"
    spec = importlib.util.spec_from_file_location("count_instructions", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def test_instructions_are_counted_where_they_are_executed(counter: ModuleType) -> None:
    kernel = counter.PACKAGE / "_core.cpython-311-x86_64-linux-gnu.so"
    profile = f"""events: Ir

ob=(1) /usr/bin/python3
fn=(1) main
5 100
cob=(2) {kernel}
cfn=(2) solve
calls=1 7
5 2000
+1 10

ob=(2)
fn=(2)
7 1500
* 500
"""
    assert counter.by_kernel(profile) == {"_core": 2000}


def test_what_has_grown_by_more_than_a_tenth_is_found(
    counter: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    assert counter.compare({"a": 1100, "b": 500}, {"a": 1000, "b": 1000})
    assert "far below the record" in capsys.readouterr().out
    assert not counter.compare({"a": 1101}, {"a": 1000})
    assert "more than 10% above the record" in capsys.readouterr().out
    assert not counter.compare({"a": 1000, "new": 1}, {"a": 1000})


def test_another_compiler_is_held_to_the_nearest_record(
    counter: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = {"x86_64 avx2, gcc 12": {"a": 1}, "x86_64 avx2, gcc 14": {"a": 2}, "aarch64, gcc 12": {}}
    assert counter.row_for("x86_64 avx2, gcc 14", rows) == {"a": 2}
    assert capsys.readouterr().out == ""
    assert counter.row_for("x86_64 avx2, gcc 15", rows) == {"a": 2}
    assert "held to x86_64 avx2, gcc 14" in capsys.readouterr().out
    with pytest.raises(SystemExit, match="nothing recorded for ppc64le, gcc 12"):
        counter.row_for("ppc64le, gcc 12", rows)


def test_the_record_has_every_workload(counter: ModuleType) -> None:
    names = {workload.name for workload in counter.workloads()} | {"text in and out"}
    record = json.loads(counter.RECORD.read_text(encoding="utf-8"))
    assert record
    for counts in record.values():
        assert counts.keys() == names and all(number > 10**5 for number in counts.values())
