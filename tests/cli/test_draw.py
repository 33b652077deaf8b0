"""``graphgame draw``: what it writes, where, and what it refuses."""

from __future__ import annotations

from pathlib import Path

import pytest

import graphgame as gg
from tests.cli.test_command import assert_refused, run

TEXT = b"4 4\n1 2\n2 1\n2 3\n3 4\n"


def counted() -> gg.Solution[int]:
    return gg.solve(gg.GameGraph.from_edges([(1, 2), (2, 1), (2, 3), (3, 4)], base=1))


def test_graph_text_is_solved_and_drawn() -> None:
    assert run("draw", text=TEXT).out.decode() == counted().to_svg()
    assert run("draw", "--dot", text=TEXT).out.decode() == counted().to_dot()
    around = run("draw", "--around", "3", "--depth", "1", text=TEXT).out.decode()
    assert around == counted().to_svg(around=3, depth=1)


def test_a_solution_file_is_drawn_around_a_label(tmp_path: Path) -> None:
    s = gg.solve({("a", 1): ["b"], "b": [3], 3: []})
    s.save(tmp_path / "s.npz")
    for name, label in (("('a', 1)", ("a", 1)), ("b", "b"), ("3", 3)):
        done = run("draw", str(tmp_path / "s.npz"), "--around", name)
        assert done.out.decode() == s.to_svg(around=label)


def test_a_solution_without_labels_is_counted_as_its_text(tmp_path: Path) -> None:
    file = str(tmp_path / "s.npz")
    run("solve", "--save", file, text=TEXT)
    assert run("draw", file).out.decode() == counted().to_svg()
    for options in (["--around", "1", "--depth", "0"], ["--around", "4", "--depth", "1", "--dot"]):
        text = run("draw", *options, text=TEXT)
        for base in ([], ["--base", "1"]):
            assert run("draw", file, *options, *base) == text
    from_0 = run("draw", file, "--base", "0", "--around", "0", "--dot")
    assert from_0.out.decode() == gg.Solution.load(file).to_dot(around=0)
    assert_refused(run("draw", file, "--around", "0"), "--around", "'0'")
    assert_refused(run("draw", file, "--around", "4", "--base", "0"), "--around", "'4'")


def test_labels_that_are_numbers_are_kept(tmp_path: Path) -> None:
    s = gg.solve(gg.GameGraph.from_edges([(0, 1), (1, 2)], labels=[5, 0, 1]))
    s.save(tmp_path / "s.npz")
    for base in ([], ["--base", "1"], ["--base", "0"]):
        done = run("draw", str(tmp_path / "s.npz"), "--around", "5", "--dot", *base)
        assert done.out.decode() == s.to_dot(around=5)


def test_a_file_is_replaced_as_a_whole_or_not_at_all(tmp_path: Path) -> None:
    out = tmp_path / "game.svg"
    assert run("draw", "-o", str(out), text=TEXT).out == b""
    assert out.read_text() == counted().to_svg()
    assert_refused(run("draw", "-o", str(out), "--around", "9", text=TEXT), "--around", "'9'")
    assert out.read_text() == counted().to_svg()
    assert [path.name for path in tmp_path.iterdir()] == ["game.svg"]


@pytest.mark.parametrize(
    ("args", "parts"),
    [
        (["--depth", "-1"], ["--depth", "from 0 on", "-1"]),
        (["--around", "("], ["--around", "'('"]),
        (["--around", "[]"], ["--around", "'[]'"]),
        (["--engine", "dot", "--dot"], ["--engine: expected none with --dot", "got dot"]),
        (["--engine", "layers", "--dot"], ["--engine: expected none with --dot", "got layers"]),
        (["/none/such"], ["/none/such"]),
        (["-o", "/none/such"], ["/none/such"]),
    ],
)
def test_what_is_refused(args: list[str], parts: list[str]) -> None:
    assert_refused(run("draw", *args, text=TEXT), *parts)
