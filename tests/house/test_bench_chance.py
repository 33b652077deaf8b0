"""The contestants of bench/families/chance.py agree on small inputs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from bench.families import chance
from bench.record import ROOT


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
    for case in chance.cases(quick=True):
        for one in case.contestants:
            assert one.whole or hasattr(chance, one.words[4].split(":")[0])
            assert sys.executable in one.words
