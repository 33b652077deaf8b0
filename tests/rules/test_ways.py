"""One game in seven ways: Python, NumPy, Numba and C twice, and Cython give the same graph."""

from __future__ import annotations

import importlib.util
import re
import shutil
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphgame as gg

# The last place: where the package is installed, that is the one to test.
sys.path.append(str(Path(__file__).parents[2]))
from bench.families import rules

needs_gcc = pytest.mark.skipif(shutil.which("gcc") is None, reason="there is no gcc")


def make(way: str, n: int, folder: Path) -> Any:
    """Return the rule in one way; skip the test where its compiler is missing."""
    needed = {"njit": "numba", "cfunc": "numba", "cffi": "cffi", "Cython": "Cython"}
    if way in needed:
        pytest.importorskip(needed[way])
    if way in ("NumPy", "njit", "cfunc"):
        makers = {"NumPy": rules.numpy_rule, "njit": rules.njit_rule, "cfunc": rules.cfunc_rule}
        return makers[way](n)
    return {"C": rules.c_rule, "cffi": rules.cffi_rule, "Cython": rules.cython_rule}[way](n, folder)


@pytest.fixture(scope="module")
def plain() -> dict[int, gg.Solution[int]]:
    """Return the answers by the rule in Python, for the sides 1 to 3."""
    found = {}
    for n in (1, 2, 3):
        graph = gg.explore(rules.python_rule(n), start=rules.start(n))
        found[n] = gg.solve(graph, play="misere")
    return found


def test_the_rule_in_python_gives_the_published_game(plain: dict[int, gg.Solution[int]]) -> None:
    """The numbers of examples/dodgem.py, whose rule is written on tuples."""
    s = plain[3]
    assert (len(s), s.game.m) == (2055, 5715)
    assert s.counts() == {gg.WIN: 1215, gg.LOSE: 840, gg.DRAW: 0}
    assert (s.outcome(rules.start(3)), s.remoteness_of(rules.start(3))) == (gg.WIN, 20)


@needs_gcc
@pytest.mark.parametrize("way", ["NumPy", "njit", "cfunc", "C", "cffi", "Cython"])
@pytest.mark.parametrize("n", [1, 2, 3])
def test_every_way_gives_the_same_labels_and_moves(
    way: str, n: int, plain: dict[int, gg.Solution[int]], tmp_path: Path
) -> None:
    graph = gg.explore_codes(make(way, n, tmp_path), rules.start(n))
    expected = plain[n].game
    assert list(graph.labels) == list(expected.labels)
    assert np.array_equal(graph.option_ptr, expected.option_ptr)
    assert np.array_equal(graph.option_idx, expected.option_idx)
    s = gg.solve(graph, play="misere")
    assert np.array_equal(s.outcomes, plain[n].outcomes)
    assert np.array_equal(s.remoteness, plain[n].remoteness)


@needs_gcc
def test_the_measurement_runs(capsys: pytest.CaptureFixture[str], monkeypatch: Any) -> None:
    for needed in ("numba", "cffi", "Cython"):
        if importlib.util.find_spec(needed) is None:
            pytest.skip(f"there is no {needed}")
    monkeypatch.setattr(sys, "argv", ["rules", "--side", "2", "--rounds", "1"])
    assert rules.main() == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == [
        "Dodgem,", "Python", "NumPy", "njit", "cfunc", "C", "cffi", "Cython",
    ]  # fmt: skip


def test_what_the_page_writes_in_numba_runs() -> None:
    pytest.importorskip("numba")
    page = (Path(__file__).parents[2] / "docs" / "rules.md").read_text(encoding="utf-8")
    names: dict[str, Any] = {"gg": gg, "np": np}
    (dominoes,) = re.findall(r"^>>> (dominoes = .*)$", page, re.MULTILINE)
    exec(dominoes, names)  # noqa: S102 -- of our own page
    blocks = re.findall(r"^```python\n(from numba.*?)^```", page, re.MULTILINE | re.DOTALL)
    found = []
    for block in blocks:
        exec(block, names)  # noqa: S102
        found.append(repr(names["s"]))
    assert found == [
        "Solution(n=5700, m=32464, play='normal': 4024 WIN, 1676 LOSE, 0 DRAW)",
        "Solution(n=21, m=57, play='normal': 15 WIN, 6 LOSE, 0 DRAW)",
    ]
