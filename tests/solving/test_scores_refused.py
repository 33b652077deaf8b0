"""What `solve(scores=…)` refuses: scores, players and other parameters that have no answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import graphgame as gg
from graphgame import LOSE, WIN, GraphGameError


def down(n: int) -> list[int]:
    return [n - 1] if n else []


PATH = [(0, 1), (1, 2)]
NONE = gg.NO_SCORE
WRONG: dict[str, tuple[Callable[[], Any], str]] = {
    "a terminal without a score": (
        lambda: gg.solve_scores(PATH, {}),
        r"scores\[2\]: expected",
    ),
    "a score for every position": (
        lambda: gg.solve_scores(PATH, [0, 0, 1]),
        "every position",
    ),
    "a score where play goes on": (
        lambda: gg.solve_scores(down, start=3, scores=lambda n: n),
        "every position",
    ),
    "an unknown position": (lambda: gg.solve_scores(PATH, {3: 1}), "position 3"),
    "too few": (lambda: gg.solve_scores(PATH, [0, 1]), "3 values"),
    "a float": (lambda: gg.solve_scores(PATH, [NONE, NONE, 0.5]), "expected integers"),
    "a nan": (lambda: gg.solve_scores(PATH, [np.nan, np.nan, 1.0]), "expected integers"),
    "too large": (lambda: gg.solve_scores(PATH, {2: 2**63}), f"{2**63 - 1}, got {2**63}"),
    "no score in a mapping": (lambda: gg.solve_scores(PATH, {2: NONE}), f"got -{2**63}"),
    "a rule for a graph": (lambda: gg.solve_scores(PATH, down), r"score of 0: .* got \[\]"),
    "an array for a rule": (
        lambda: gg.solve_scores(down, start=3, scores=[1]),
        "function of a pos",
    ),
    "a bool from a function": (
        lambda: gg.solve_scores(down, start=1, scores=lambda n: None if n else True),
        "score of 0: expected an integer .* got True",
    ),
    "a float from a function": (
        lambda: gg.solve_scores(down, start=1, scores=lambda n: None if n else 0.5),
        "score of 0: expected an integer .* got 0.5",
    ),
    "other presets of the graph": (
        lambda: gg.solve_scores(gg.as_game_graph(PATH).with_presets({1: WIN}), scores={2: 1}),
        r"scores\[1\]: expected a score with the sign",
    ),
    "cycles without owners": (
        lambda: gg.solve_scores(PATH, {2: 1}, endless=1),
        "endless: expected 0.*owner=",
    ),
    "cycles that are no score": (
        lambda: gg.solve_scores(PATH, {2: 1}, endless=0.5),  # type: ignore[call-overload]
        "endless: expected an integer",
    ),
    "cycles without scores": (
        lambda: gg.solve_scores(PATH, endless=1),
        "scores: expected a score for every end of the game, .* got none",
    ),
    "no scores": (lambda: gg.solve_scores(PATH), "scores: expected a score for every end"),
    "no scores of a rule": (lambda: gg.solve_scores(down, start=3), "method score of the rule"),
    "other owners than those of the graph": (
        lambda: gg.solve_scores(
            gg.as_game_graph(PATH).with_owner([0, 1, 0]), {2: 1}, owner=[0, 0, 0]
        ),
        "owner of 1: expected 1, as the graph says, got 0; graph.with_owner",
    ),
    "a third player": (
        lambda: gg.solve_scores(PATH, {2: 1}, owner=[0, 1, 2]),
        "owner of 2: expected 0 or 1, got 2",
    ),
    "too few players": (lambda: gg.solve_scores(PATH, {2: 1}, owner=[0, 1]), "3 values"),
    "a position without a player": (
        lambda: gg.solve_scores(PATH, {2: 1}, owner={0: 0, 1: 1}),
        "got none for 2",
    ),
    "a function of players for a graph": (
        lambda: gg.solve_scores(PATH, {2: 1}, owner=lambda v: 2),
        "owner of 0: expected 0 or 1, got 2",
    ),
    "a limit": (lambda: gg.solve_scores(down, start=9, scores={0: 1}, limit=3), "limit"),
}


@pytest.mark.parametrize("case", WRONG)
def test_what_has_no_answer_is_refused(case: str) -> None:
    call, message = WRONG[case]
    with pytest.raises(GraphGameError, match=message):
        call()


@pytest.mark.parametrize("given", [{"presets": {2: WIN}}, {"play": "misere"}, {"count": "turns"}])
def test_what_scores_say_is_no_argument(given: dict[str, Any]) -> None:
    with pytest.raises(TypeError, match=f"unexpected keyword argument '{next(iter(given))}'"):
        gg.solve_scores(PATH, {2: 1}, owner=[0, 1, 0], **given)


@pytest.mark.parametrize("given", [{}, {"play": "misere"}, {"threads": 2}])
def test_solve_names_who_solves_a_rule_with_scores(given: dict[str, Any]) -> None:
    class Rule:
        options = staticmethod(down)

        @staticmethod
        def score(n: int) -> int | None:
            return None if n else -3

    with pytest.raises(
        GraphGameError, match=r"got one with a method score; solve_scores\(rule, st"
    ):
        gg.solve(Rule(), start=5, **given)
    with pytest.raises(GraphGameError, match="without score.* gg.solve_scores keeps it"):
        gg.build(Rule(), start=5, **given)
    assert gg.solve_scores(Rule(), start=4).score(4) == -3


def test_presets_of_a_rule_are_scores_or_refused() -> None:
    class Rule:
        options = staticmethod(down)

        @staticmethod
        def preset(n: int) -> gg.Outcome | None:
            return LOSE if n == 1 else None

        @staticmethod
        def score(n: int) -> int | None:
            return -3 if n <= 1 else None

    assert gg.solve_scores(Rule(), start=4).score(2) == 3
    assert gg.solve_scores(Rule(), start=4, scores=lambda n: None if n > 1 else -2).score(2) == 2
    for scores in (lambda n: 3 if n <= 1 else None, lambda n: 3 if n == 0 else None):
        with pytest.raises(GraphGameError, match="sign of its preset"):
            gg.solve_scores(Rule(), start=4, scores=scores)
