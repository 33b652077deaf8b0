"""Scores and bounds in the command ``graphgame prove``: they are those of `prove`."""

from __future__ import annotations

import pytest

import graphgame as gg
from tests.cli.test_command import assert_refused, run
from tests.cli.test_prove import MODULE, game, report

__all__ = ["game"]  # a fixture


def test_a_score_is_printed(game: str) -> None:
    lines = run("prove", f"{game}:SCORED", "--verify").out.decode().splitlines()
    assert lines[:2] == ["WIN", "score         7"] and lines[-1] == "verified      yes"
    assert report(f"{game}:SCORED", "--proof", "p")["score_bounds"] == [7, 7]
    assert report(f"{game}:SCORED", "--check", "p")["score_bounds"] == [7, 7]
    assert "score_bounds" not in report(f"{game}:take", "21")
    assert report(f"{game}:SCORED", "20")["score_bounds"] == [-7, -7]


def test_scores_are_given_beside_the_rule(game: str) -> None:
    words = (f"{game}:take", "21", "--scores", f"{game}:ENDS")
    found = report(*words, "--proof", "p", "--verify")
    assert (found["outcome"], found["score_bounds"], found["verified"]) == ("WIN", [7, 7], True)
    assert report(*words, "--check", "p")["score_bounds"] == [7, 7]
    refused = "scores: expected those of the ends, as the proof is one of a score, got none"
    assert_refused(run("prove", f"{game}:take", "21", "--check", "p"), refused)
    for scores, said in (("ENDS", "--scores: expected MODULE:GAME"), (f"{game}:NO", "expected NO")):
        assert_refused(run("prove", *words[:2], "--scores", scores), said)


@pytest.mark.parametrize("start", [20, 21])
def test_a_bound_is_one_question(game: str, start: int) -> None:
    score = 7 if start == 21 else -7
    for bound in (-7, -6, 0, 1, 7, 8):
        words = (f"{game}:SCORED", str(start), "--bound", str(bound))
        found = report(*words, "--proof", "p", "--verify")
        assert (found["bound"], found["reached"]) == (bound, score >= bound)
        assert found["verified"] and found["positions"] > 0
        least, greatest = found["score_bounds"]
        assert (least is None or least <= score) and (greatest is None or score <= greatest)
        assert (least if score >= bound else greatest) is not None
        proven = gg.prove(MODULE["SCORED"], start, bound=bound)
        assert found["score_bounds"] == [*proven.score_bounds]
        checked = report(*words[:2], "--check", "p")
        assert checked["score_bounds"] == found["score_bounds"] and "bound" not in checked
    done = run("prove", *words, "--verify")
    lines = done.out.decode().splitlines()
    assert done.status == 0 and "bound reached no" in lines and lines[-1] == "verified      yes"


def test_a_bound_that_is_not_decided(game: str) -> None:
    words = (f"{game}:take", "4000", "--scores", f"{game}:ENDS", "--bound", "1", "--seconds", "0")
    found = report(*words)
    assert (found["outcome"], found["reached"], found["bound"]) == (None, None, 1)
    assert run("prove", *words, "--verify").status == 1
