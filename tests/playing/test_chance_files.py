"""Files of solved games of chance: pages, matches and servers of the command.

Pinned here: `graphgame page` and `play` take a file of a game of chance as one of any other game;
dice are typed where they are asked for, and nowhere else; pages of chance have no puzzles.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import graphgame as gg
from graphgame.chance.solution import ChanceSolution
from graphgame.errors import GraphGameError
from tests.cli.test_command import assert_refused, run
from tests.playing import chances

if not hasattr(ChanceSolution, "save"):
    pytest.skip("solutions of games of chance have no files", allow_module_level=True)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "once.npz"
    solution: Any = chances.robot().solution
    solution.save(path)
    return path


def test_a_page_of_a_file(file: Path) -> None:
    found = run("page", str(file))
    assert found.status == 0 and b"class ChanceApp" in found.out
    found = run("page", str(file), "--puzzles", "3")
    assert_refused(found, "puzzles: expected none for a game of chance, got 3")


def test_a_match_of_a_file(file: Path) -> None:
    typed = run("play", str(file), "--dice", "typed", "--values", text=b"to try\nwon\n").out
    assert b"You type what was rolled." in typed and b"Player 0 wins." in typed
    assert b"luck +75.0 %" in typed
    rolled = [run("play", str(file), "--seed", "3", text=b"to try\n").out for _ in range(2)]
    assert rolled[0] == rolled[1] and b"Dice: to " in rolled[0]


def test_dice_are_typed_in_games_of_chance_alone(tmp_path: Path) -> None:
    gg.solve({"a": ["b"]}).save(tmp_path / "plain.npz")
    found = run("play", str(tmp_path / "plain.npz"), "--dice", "typed")
    assert_refused(found, "--dice: expected a game of chance, got one without dice")


def test_puzzles_are_refused() -> None:
    from graphgame.playing.game import Look
    from graphgame.playing.table import make_table

    with pytest.raises(GraphGameError, match="puzzles: expected none for a game of chance"):
        make_table(chances.robot().solution._solved_game(), Look(), None, "all")
