"""The command with --save and --verify: nothing is lost, and nothing wrong is printed.

Pinned here: a saved solution loads, and takes the place of an old file only when everything went
well; a target that cannot be written is refused before any work; a check that fails gives exit
code 1, one line and no result.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import graphgame as gg
from graphgame.cli import main
from tests.cli.test_command import PATH, TEXT, assert_refused, run

# -- saving ---------------------------------------------------------------------------------------


def test_save(tmp_path: Path) -> None:
    target = tmp_path / "path.npz"
    for text in (PATH, TEXT):  # the second takes the place of the first
        done = run("solve", "--save", str(target), "--summary", text=text)
        assert (done.status, done.err) == (0, "")
        assert done.out.startswith(b"positions")
    solution = gg.Solution.load(target)
    assert solution.outcomes.tolist() == [-1, 1, -1, 0, 0, 0]
    assert solution.verify() is True
    assert os.listdir(tmp_path) == ["path.npz"]


@pytest.mark.parametrize(
    ("text", "options"),
    [(b"3 2\n1 2\n2 4\n", []), (b"", []), (PATH, ["--from", "9"]), (PATH, ["--play", "poker"])],
)
def test_bad_input_leaves_the_old_file(tmp_path: Path, text: bytes, options: list[str]) -> None:
    target = tmp_path / "old.npz"
    target.write_bytes(b"old")
    assert_refused(run("solve", "--save", str(target), *options, text=text))
    assert target.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["old.npz"]


def test_targets_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"old")
    for name, reason in (
        ("missing/solution.npz", "No such file or directory"),
        ("file/solution.npz", "Not a directory"),
        (".", "expected a regular file or none"),
        ("/dev/null", "expected a regular file or none"),
    ):
        target = os.path.join(tmp_path, name)
        # The input is bad as well: the target is tried before any work.
        assert_refused(run("solve", "--save", target, text=b"x"), f"graphgame: {target}: {reason}")
    assert os.listdir(tmp_path) == ["file"]
    assert (tmp_path / "file").read_bytes() == b"old"


# -- a check that fails ---------------------------------------------------------------------------


@pytest.mark.parametrize("options", [[], ["--json"], ["--summary"], ["--from", "1"]])
def test_verify_that_fails(
    monkeypatch: pytest.MonkeyPatch, capfd: Any, tmp_path: Path, options: list[str]
) -> None:
    def wrong(graph: gg.GameGraph, *, play: str, threads: int) -> gg.Solution:
        right = solve(graph, play=play, threads=threads)
        return gg.Solution(graph, right.play, np.abs(right.outcomes), right.remoteness)

    solve = gg.solve
    monkeypatch.setattr(sys.modules["graphgame.solving.solve"], "solve", wrong)
    path, target = tmp_path / "path.game", tmp_path / "old.npz"
    path.write_bytes(PATH)
    target.write_bytes(b"old")
    status = main(["solve", str(path), "--verify", "--save", str(target), *options])
    out, err = capfd.readouterr()
    assert_refused(SimpleNamespace(status=status, out=out.encode(), err=err), "expected", status=1)
    assert target.read_bytes() == b"old"
    assert sorted(os.listdir(tmp_path)) == ["old.npz", "path.game"]
