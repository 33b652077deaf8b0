"""The soak: it runs, finds and shrinks bugs, and reports.

Pinned here: a short run with a fixed seed passes; bugs planted in solvers of several families are
found, shrunk to a few positions, written to a file, and fail again when replayed; a case survives
writing and reading; counts, seed and record are right; Ctrl-C ends a run with its summary.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphgame as gg
from graphgame import GameGraph, HeapGame, Solution
from graphgame.drawing import surroundings
from graphgame.playing import table
from tests.soak import runner, shrink
from tests.soak.case import DifferenceError, fewer, random_of, same
from tests.soak.kinds import KINDS
from tests.soak.runner import main, replay, write_case
from tests.soak.solvers import SOLVERS, by_solve

SMALL = [name for name in KINDS if not name.endswith("large")]
KEPT = sorted((Path(__file__).parents[1] / "data" / "soak").glob("*.json"))


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no clock end a search or a shrinking: a sanitizer on a slow machine takes long."""
    monkeypatch.setattr(shrink, "PATIENCE", 3600.0)


# -- what it finds --------------------------------------------------------------------------------


def test_a_short_run_passes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = tmp_path / "soak.json"
    arguments = ["--seconds", "2", "--seed", "8", "--record", str(record), "--kind", *SMALL]
    status = main([*arguments, "--failures", str(tmp_path)])
    assert status == 0, capsys.readouterr().out
    kinds = json.loads(record.read_text())["kinds"]
    assert list(kinds) == SMALL and all(kind["cases"] >= 1 for kind in kinds.values())


def test_every_kind_is_checked_however_short_the_time(tmp_path: Path) -> None:
    record = tmp_path / "soak.json"
    assert main(["--seconds", "0", "--kind", "nim", "tiny", "--record", str(record)]) == 0
    kinds = json.loads(record.read_text())["kinds"]
    assert {name: kind["cases"] for name, kind in kinds.items()} == {"nim": 1, "tiny": 1}


@pytest.mark.parametrize("name", SMALL)
def test_a_case_depends_on_seed_kind_and_number_alone(name: str) -> None:
    first, again, other = (
        json.dumps(KINDS[name].draw(random_of(1, name, number)), default=runner._plain)
        for number in (3, 3, 4)
    )
    assert first == again
    assert first != other or name == "nim"


@pytest.mark.parametrize("name", SMALL)
def test_a_case_comes_back_from_its_file(name: str, tmp_path: Path) -> None:
    case = KINDS[name].draw(random_of(1, name, 3))
    write_case(tmp_path / "case.json", name, "test", case, ValueError("none"))
    content = json.loads((tmp_path / "case.json").read_text())
    assert content["kind"] == name
    assert content["case"] == json.loads(json.dumps(case, default=runner._plain))
    assert replay(tmp_path / "case.json") is None


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_what_failed_once_passes(path: Path) -> None:
    assert replay(path) is None


# -- planted bugs ---------------------------------------------------------------------------------


def dropping_loops(graph: GameGraph, play: str) -> Solution:
    """A mistake of the field: a position that can pass for ever is called lost."""
    sources = np.repeat(np.arange(graph.n), np.diff(graph.option_ptr))
    edges = np.stack([sources, graph.option_idx], axis=1)
    kept = GameGraph.from_edges(edges[edges[:, 0] != edges[:, 1]], graph.n)
    return gg.solve(kept if graph.presets is None else kept.with_presets(graph.presets), play=play)


def wrong_when(name: str, wrong: Callable[..., bool], change: Callable[[Any], Any]) -> Any:
    """Return a function of the package with a mistake on some arguments."""
    right = getattr(gg, name)

    def function(*args: Any, **options: Any) -> Any:
        found = right(*args, **options)
        return change(found) if wrong(*args, **options) else found

    return function


def without_one(graph: Any) -> Any:
    """Return a graph without its last option, with all positions and their labels."""
    sources = np.repeat(np.arange(graph.n), np.diff(graph.option_ptr))
    edges = np.stack([sources, graph.option_idx], axis=1)
    return gg.GameGraph.from_edges(edges[:-1], graph.n, labels=graph.labels)


def one_option_less(self: HeapGame, heap: int) -> Any:
    return self._tuples(self._option_rows(heap))[: 3 if heap > 2 else None]


def without_exceptions(*args: Any, right: Any = table.find_steps) -> Any:
    found = right(*args)
    return found and found._replace(positions=found.positions[:0], numbers=found.numbers[:0])


def never_in_draws(graph: Any, *args: Any, right: Any = surroundings._are_best) -> Any:
    return right(graph, *args) & (graph.outcomes[args[0]] != gg.DRAW)


PLANTED = {
    "tiny": (SOLVERS, "dropping loops", dropping_loops, {"n": 1, "edges": [[0, 0]]}),
    "cops": (
        gg,
        "cop_number",
        wrong_when("cop_number", lambda graph, **_: graph.n > 2, lambda k: k + 1),
        {"n": 3, "edges": [], "cops": 1},
    ),
    "heap": (HeapGame, "options", one_option_less, {"heaps": []}),
    "nim": (
        gg.nim,
        "outcome",
        lambda piles, **_: wrong_when("nim_sum", lambda *_: False, bool)(*piles) and gg.WIN,
        {"piles": [], "play": "misere"},
    ),
    "values": (
        gg,
        "grundy",
        wrong_when(
            "grundy", lambda graph: graph.m > 1, lambda _: gg.grundy([(0, 1), (1, 2), (0, 2)])
        ),
        {"presets": []},
    ),
    "compiled": (
        gg,
        "explore_codes",
        wrong_when(
            "explore_codes",
            lambda *_, threads=1, **__: threads > 1,
            without_one,
        ),
        {"knobs": {}, "wide": 1, "ends": 0},
    ),
    "page": (table, "find_steps", without_exceptions, {"look": ["board"], "presets": []}),
    "picture": (surroundings, "_are_best", never_in_draws, {"n": 1, "edges": [[0, 0]]}),
}


@pytest.mark.parametrize("kind", PLANTED)
def test_a_planted_bug_is_found_and_shrunk(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    home, name, wrong, expected = PLANTED[kind]
    with monkeypatch.context() as patch:
        (patch.setitem if isinstance(home, dict) else patch.setattr)(home, name, wrong)
        arguments = ["--seconds", "3600", "--seed", "5", "--failures", str(tmp_path)]
        assert main([*arguments, "--kind", kind, "--most-failures", "1"]) == 1
        (path,) = tmp_path.iterdir()
        case = json.loads(path.read_text())["case"]
        assert case | expected == case
        assert len(json.dumps(case)) < 200
        shown = capsys.readouterr().out
        assert f"FAILED: --seed 5 --kind {kind} --number " in shown
        assert f"replay: python -m tests.soak --replay {path}" in shown
        assert main(["--replay", str(path)]) == 1
        number = shown.partition("--number ")[2].split()[0]
        assert main([*arguments, "--kind", kind, "--number", number]) == 1
    assert main(["--replay", str(path)]) == 0, "without the bug"


def test_a_solver_that_raises_is_a_failure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(graph: GameGraph, play: str) -> Solution:
        if graph.m > 2:
            raise MemoryError("planted")
        return by_solve(graph, play)

    monkeypatch.setitem(SOLVERS, "broken", broken)
    arguments = ["--seconds", "3600", "--seed", "1", "--kind", "medium", "--most-failures", "1"]
    assert main([*arguments, "--failures", str(tmp_path)]) == 1
    (path,) = tmp_path.iterdir()
    case = json.loads(path.read_text())["case"]
    assert len(case["edges"]) <= 3 and case["presets"] == [] and case["play"] == "normal"
    assert isinstance(replay(path), MemoryError)


def test_another_failure_is_not_taken_for_the_first() -> None:
    def check(case: dict[str, Any]) -> None:
        if len(case["items"]) >= 3:
            raise DifferenceError("long at 5", 1, 2)
        if len(case["items"]) == 2:
            raise KeyError("short")

    def smaller(case: dict[str, Any]) -> Any:
        return ({"items": items} for items in fewer(case["items"]))

    kind = shrink_kind(check, smaller)
    case = {"items": list(range(50))}
    error = shrink.failure(kind, case)
    assert error is not None
    shrunk, still = shrink.shrink(kind, case, error)
    assert len(shrunk["items"]) == 3 and isinstance(still, DifferenceError)


def shrink_kind(check: Any, smaller: Any) -> Any:
    return KINDS["tiny"].__class__(lambda _: {}, check, smaller)


# -- what it says ---------------------------------------------------------------------------------


def test_an_interrupt_prints_the_summary(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    check, calls = runner.Soak.check, []

    def interrupted(self: runner.Soak, name: str, number: int) -> None:
        calls.append(name)
        if len(calls) > 3:
            raise KeyboardInterrupt
        check(self, name, number)

    monkeypatch.setattr(runner.Soak, "check", interrupted)
    record = tmp_path / "soak.json"
    assert main(["--seed", "3", "--kind", "nim", "--record", str(record)]) == 0
    rows = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert [row[:3] for row in rows[1:3]] == [["nim", "3", "0"], ["all", "3", "0"]]
    facts = json.loads(record.read_text())
    assert (facts["ended"], facts["cases"], facts["failed"], facts["seed"]) == (
        "interrupted", 3, 0, 3
    )  # fmt: skip
    assert facts["kinds"]["nim"]["cases"] == 3


def test_a_clock_can_end_a_run_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--seconds", "1000", "--wall", "0", "--kind", "nim", "tiny"]) == 0
    assert "all                   0" in capsys.readouterr().out


def test_differences_name_the_place() -> None:
    same("equal", np.arange(3), np.arange(3))
    with pytest.raises(DifferenceError, match=r"ranks at \(1,\): found 1, expected 5"):
        same("ranks", np.arange(3), np.array([0, 5, 2]))
    with pytest.raises(DifferenceError, match=r"shape of ranks: found \(2,\), expected \(3,\)"):
        same("ranks", np.arange(2), np.arange(3))
    with pytest.raises(DifferenceError, match="count: found 1, expected 2"):
        same("count", 1, 2)
