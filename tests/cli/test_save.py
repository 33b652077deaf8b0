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


HOA = """HOA: v1 Start: 0 AP: 2 "r" "g" controllable-AP: 1 Acceptance: 1 Inf(0) --BODY--
State: 0 [0&1 | !0&!1] 0 {0} [0&!1 | !0&1] 0 --END--"""
READ = {
    "solve FILE --save FILE": "--save",
    "draw FILE -o FILE": "-o",
    "draw FILE --dot -o FILE": "-o",
    "page FILE -o FILE": "-o",
    "page --sandbox FILE -o FILE": "-o",
    "page --police FILE -o FILE": "-o",
    "page --cops 2 FILE -o FILE": "-o",
    "page other --look FILE -o FILE": "-o",
    "parity FILE FILE": "OUT.sol",
    "synth FILE --aiger FILE": "--aiger",
    "synth FILE --hoa FILE": "--hoa",
    "synth FILE --dot FILE": "--dot",
    "synth FILE --page FILE": "--page",
    "prove FILE:take 5 --proof FILE": "--proof",
}
TEXTS = {
    "parity": "parity 1;\n0 2 0 1;\n1 1 1 0,1;\n",
    "synth": HOA,
    "prove": "def take(n):\n    return [n - k for k in (1, 2) if n >= k]\n",
    "--police": "3 3\nP.E\n.*.\n..T\n",
    "--look": "title = 'Path'\n",
}


@pytest.mark.parametrize("through_link", [False, True])
@pytest.mark.parametrize("words", READ)
def test_a_file_that_is_read_is_not_written_over(
    words: str, through_link: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was to be solved was replaced by its answer."""
    monkeypatch.chdir(tmp_path)
    text = next((text for word, text in TEXTS.items() if word in words), PATH.decode())
    Path("given.py").write_text(text)
    Path("other").write_bytes(PATH)
    Path("link").symlink_to("given.py")
    command, _, output = words.rpartition("FILE")
    assert not output
    line = command.replace("FILE", "given.py") + ("link" if through_link else "./given.py")
    done = run(*line.split())
    said = f"graphgame: {READ[words]}: expected another file than given.py, which is read, got the"
    assert_refused(done, said)
    assert Path("given.py").read_text() == text


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
