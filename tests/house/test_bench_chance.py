"""The contestants of the family "chance" agree on small inputs."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from bench import runner
from bench.families import chance as family, chance_models as models, chance_points as chance
from bench.record import ROOT
from graphgame.chance.solve import solve_chance


@pytest.mark.parametrize(("name", "words"), [("deque", ["17"]), ("grid", ["6", "9"])])
def test_contestants_agree(name: str, words: list[str], tmp_path: Path) -> None:
    facts = chance.writer(name, words)(tmp_path)
    assert facts["problem"] == name
    ways = [chance.arrays, chance.solving, chance.by_rule, chance.table, chance.in_a_dict]
    found = {int(way(tmp_path)()) for way in ways}
    assert len(found) == 1
    assert chance.checks(found.pop())["checks"].keys() == {"value"}
    assert chance.verifying(tmp_path)() is None
    text = (tmp_path / "input.txt").read_text("ascii")
    given: Any = {"input": text, "capture_output": True, "text": True, "cwd": ROOT}
    ours, python, _ = chance.programs(name)
    runs = [subprocess.run([*one.words], check=True, **given) for one in (ours, python)]
    printed = {run.stdout for run in runs}
    assert len(printed) == 1


@pytest.mark.parametrize("how", ["table", "rows", "rule", "dict"])
def test_numba_agrees(how: str, tmp_path: Path) -> None:
    pytest.importorskip("numba")
    for name, words in (("deque", ["17"]), ("grid", ["6", "9"])):
        chance.writer(name, words)(tmp_path)
        assert chance.numba(tmp_path, how)() == chance.table(tmp_path)()
        if how == "rule":
            assert chance.by_compiled_rule(tmp_path)() == chance.table(tmp_path)()


def test_the_cases_name_their_functions() -> None:
    for case in family.cases(quick=True):
        for one in case.contestants:
            if not one.whole and one.words[0] == sys.executable:
                module = import_module(f"bench.{one.words[3]}")
                assert hasattr(module, one.words[4].split(":")[0])


@pytest.mark.skipif(shutil.which("g++") is None, reason="there is no g++")
@pytest.mark.parametrize(
    "make", [lambda: models.plateau(30), lambda: models.pig(9), lambda: models.corners(300)]
)
def test_value_iteration_comes_near_the_bounds(
    make: Callable[[], models.Model], tmp_path: Path
) -> None:
    facts = models.write(make, tmp_path) | {"folder": str(tmp_path)}
    graph, given = models.read(tmp_path)
    s = solve_chance(graph, **given)
    assert (graph.n, graph.m) == (facts["positions"], facts["moves"])
    assert s.verify()
    said = models.checks(models.solving(tmp_path)())["counts"]
    assert said["sweeps"] > 0
    assert said["between the bounds"] <= 1e-9
    for one in models.contestants("")[2:4]:
        found = runner.launch(one, facts)["counts"]
        assert s.lower[0] - 1e-6 <= found["at the start"] <= s.upper[0] + 1e-6
        assert found["sweeps"] > 1
