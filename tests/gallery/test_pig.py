"""Pig: the value of the start against an independent calculation, hold values, page and picture.

Pinned here: to 20 points the first player wins with the probability that plain value iteration over
states before a decision gives; one holds from 20 on; the picture has a cell for each reachable pair
of scores, and the page has all positions.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tools.gallery.games import example

pig = example("pig")


def chance_of_the_first(goal: int) -> float:
    """Return the chance of winning of who is on turn at 0 to 0, by states (own, other, total)."""
    states = [
        (own, other, total)
        for own in range(goal)
        for other in range(goal)
        for total in range(goal - own)
    ]
    worth = dict.fromkeys(states, 0.5)

    def value(own: int, other: int, total: int) -> float:
        return 1.0 if own + total >= goal else worth[own, other, total]

    while True:
        change = 0.0
        for own, other, total in reversed(states):
            lost = 1 - worth[other, own, 0]
            roll = (lost + sum(value(own, other, total + face) for face in range(2, 7))) / 6
            hold = 1 - worth[other, own + total, 0] if total else 0.0
            best = max(roll, hold)
            change = max(change, abs(best - worth[own, other, total]))
            worth[own, other, total] = best
        if change < 1e-13:
            return worth[0, 0, 0]


@pytest.mark.parametrize("goal", [6, 20])
def test_the_start_is_worth_what_value_iteration_finds(goal: int) -> None:
    solution = pig.gg.solve_chance(pig.Pig(goal), start=pig.START)
    assert solution.value(pig.START) == pytest.approx(chance_of_the_first(goal), abs=1e-9)
    assert solution.verify()


def test_the_picture_and_the_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture, page = tmp_path / "holds.svg", tmp_path / "pig.html"
    pig.main(["20", "--table", str(picture), "--page", str(page)])
    assert "hold from 20 on" in capsys.readouterr().out
    titles = re.findall("<title>(.*?)</title>", picture.read_text(encoding="utf-8"))
    assert "0 to 0: hold from 20" in titles and "18 to 18: hold from 2" in titles
    assert len(titles) == len({*titles}) and not any(x.startswith("1 to") for x in titles)
    text = page.read_text(encoding="utf-8")
    assert "Be the first to reach 20 points." in text and "Первым наберите 20 очков." in text


def test_a_match_in_the_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    played: dict[str, object] = {}
    monkeypatch.setattr(
        "graphgame.playing.played_chance.PlayedChance.play_in_terminal",
        lambda _, **look: played.update(look),
    )
    pig.main(["6", "--play"])
    assert played["board"](pig.START) == ">A   0\n B   0\n +   0"  # type: ignore[operator]
    assert capsys.readouterr().out == ""
