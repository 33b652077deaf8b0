"""Matches with dice in the terminal: rolled from a seed, or typed in.

Pinned here: what is written, line by line; results that are typed, and what is no result; the
machine's best moves and errors; luck and mistakes at the end, also after moves were taken back; the
method of solutions on standard input and output.
"""

from __future__ import annotations

import io
import sys
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from graphgame.chance.solve import solve_chance
from graphgame.errors import GraphGameError
from graphgame.playing.game import Look
from graphgame.playing.positions import GamePositions
from graphgame.playing.terminal import Writer
from graphgame.playing.terminal_chance import DICE, ChanceTerminal
from tests.playing import chances
from tests.playing.games import Played

GAME = {"go?": ["roll", "stop"], "roll": {"won": 1, "lost": 2}, "won": [], "lost": [], "stop": []}
OWNER = {"go?": 0, "won": 1, "lost": 0, "stop": 0}


def once() -> Played:
    return Played(solve_chance(GAME, owner=OWNER), Look(players=("Ann", "Bob")))


def played(game: Played, text: str, people: set[int], **options: Any) -> str:
    blocks: list[bytes] = []
    terminal = ChanceTerminal(
        GamePositions(game.solution._solved_game(), game.look),
        io.BytesIO(text.encode()),
        Writer(blocks.extend),
        people=people,
        random=Random(options.pop("seed", 1)),
        **options,
    )
    terminal.play()
    return b"".join(blocks).decode()


def test_a_whole_match_with_real_dice() -> None:
    assert played(once(), "1\n3\nWon\n", {0, 1, DICE}, values=True) == (
        "Both players are people. You type what was rolled. h lists the commands.\n"
        "\nPosition go?\nChance of winning: Ann 33.3 %, Bob 66.7 %.\nPly 1: Ann to move.\n"
        "  1  to roll  best\n  2  to stop  -33.3 %\n"
        "Ann: to roll\n"
        "\nPosition roll\nChance of winning: Ann 33.3 %, Bob 66.7 %.\nPly 2: the dice decide.\n"
        "  lost  2/3\n  won  1/3\n"
        "Expected what was rolled, one of lost, won, got 3.\n"
        "Expected what was rolled, one of lost, won, got Won.\n"
    )
    shown = played(once(), "to stop\nu\n1\nwon\nl\n", {0, DICE})
    assert shown.startswith("You are Ann, the machine is Bob. You type what was rolled.")
    assert "Ann 0 %, Bob 100 %.\nThe match is over after 1 ply: Bob wins.\n" in shown
    assert "Ann: luck 0.0 %, mistakes -33.3 %\nBob: luck 0.0 %, mistakes 0.0 %\n" in shown
    assert "The match is over after 2 plies: Ann wins.\n" in shown
    assert "Ann: luck +66.7 %, mistakes 0.0 %\nBob: luck -66.7 %, mistakes 0.0 %\n" in shown
    assert shown.endswith("there is no line of best play.\n")


def test_the_machine_and_the_dice_move_by_themselves() -> None:
    texts = [played(chances.pig(), "", set(), seed=seed) for seed in (1, 1, 2)]
    assert texts[0] == texts[1] != texts[2]
    for text in texts:
        assert text.startswith("Both players are the machine.")
        assert "Dice: " in text and "mistakes 0.0 %" in text and "mistakes -" not in text
    assert "mistakes -" in played(chances.pig(), "", set(), seed=3, errs=0.9)


def test_moves_by_name_give_nothing_away() -> None:
    shown = played(chances.pig(), "roll\n", {0, 1}, seed=2)
    assert "  1  hold\n  2  roll\n" in shown and "best" not in shown


def test_scores_have_no_percent() -> None:
    s = solve_chance(
        {"a": ["b", "c"], "b": {"x": 1, "y": 1}, "c": [], "x": [], "y": []},
        owner={"a": 0},
        points={("a", "b"): 2},
        scores={"c": 2, "x": 1, "y": -2},
    )
    shown = played(Played(s, Look()), "to b\n", {0}, values=True, seed=2)
    assert "Expected score: Player 0 +2.00, Player 1 -2.00.\n" in shown
    assert "  1  to c  best\n  2  to b  -0.50\n" in shown
    assert "Expected score: Player 0 +1.50, Player 1 -1.50.\nPly 2: the dice decide.\n" in shown
    assert "Dice: to y" in shown and "The match is over after 2 plies: a draw.\n" in shown
    assert "Player 0: luck -1.50, mistakes -0.50\nPlayer 1: luck +1.50, mistakes 0.00\n" in shown


def test_where_nobody_may_win_one_chance_is_shown() -> None:
    shown = played(chances.robot(), "to try\n", {0, DICE})
    assert "Chance of winning: Player 0 25.0 %.\nPly 1: Player 0 to move.\n" in shown


def test_the_method_of_a_solution(monkeypatch: pytest.MonkeyPatch) -> None:
    out = io.StringIO()
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(b"q\n"), isatty=bool))
    monkeypatch.setattr(sys, "stdout", out)
    once().solution.play_in_terminal(seed=1, players=("Ann", "Bob"), typed=True)
    assert "You are Ann, the machine is Bob. You type what was rolled." in out.getvalue()
    for wrong, message in (
        ({"people": [2]}, "people: expected some of 0 and 1, got"),
        ({"skill": "weak"}, "skill: expected one of perfect, strong, good, casual, beginner, got"),
        ({"errs": 101}, "errs: expected a number from 0 to 100, got 101"),
        ({"seed": "x"}, "seed: expected an integer or None, got 'x'"),
    ):
        with pytest.raises(GraphGameError, match=message):
            once().solution.play_in_terminal(**wrong)
