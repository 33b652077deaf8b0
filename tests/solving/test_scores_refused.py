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
    "a terminal without a score": (lambda: gg.solve(PATH, scores={}), r"scores\[2\]: expected"),
    "a score for every position": (lambda: gg.solve(PATH, scores=[0, 0, 1]), "every position"),
    "a score where play goes on": (
        lambda: gg.solve(down, start=3, scores=lambda n: n),
        "every position",
    ),
    "an unknown position": (lambda: gg.solve(PATH, scores={3: 1}), "position 3"),
    "too few": (lambda: gg.solve(PATH, scores=[0, 1]), "3 values"),
    "a float": (lambda: gg.solve(PATH, scores=[NONE, NONE, 0.5]), "expected integers"),
    "a nan": (lambda: gg.solve(PATH, scores=[np.nan, np.nan, 1.0]), "expected integers"),
    "too large": (lambda: gg.solve(PATH, scores={2: 2**31}), "2147483647, got 2147483648"),
    "no score in a mapping": (lambda: gg.solve(PATH, scores={2: NONE}), "got -2147483648"),
    "a function for a graph": (lambda: gg.solve(PATH, scores=down), "goes with a rule"),
    "an array for a rule": (lambda: gg.solve(down, start=3, scores=[1]), "function of a pos"),
    "a bool from a function": (
        lambda: gg.solve(down, start=1, scores=lambda n: None if n else True),
        "score of 0: expected an integer .* got True",
    ),
    "a float from a function": (
        lambda: gg.solve(down, start=1, scores=lambda n: None if n else 0.5),
        "score of 0: expected an integer .* got 0.5",
    ),
    "presets": (lambda: gg.solve(PATH, scores={2: 1}, presets={2: WIN}), "presets: expected none"),
    "other presets of the graph": (
        lambda: gg.solve(gg.as_game_graph(PATH).with_presets({1: WIN}), scores={2: 1}),
        r"scores\[1\]: expected a score with the sign",
    ),
    "misere": (
        lambda: gg.solve(PATH, scores={2: 1}, play="misere"),
        "expected 'normal' and 'plies' beside scores=",
    ),
    "turns": (
        lambda: gg.solve(PATH, scores={2: 1}, mover=[0, 1, 0], count="turns"),
        "expected 'normal' and 'plies' beside scores=",
    ),
    "cycles without movers": (
        lambda: gg.solve(PATH, scores={2: 1}, cycles=1),
        "cycles: expected 0.*mover=",
    ),
    "cycles that are no score": (
        lambda: gg.solve(PATH, scores={2: 1}, cycles=0.5),  # type: ignore[call-overload]
        "cycles: expected an integer",
    ),
    "cycles without scores": (lambda: gg.solve(PATH, cycles=1), "expected scores="),
    "a third player": (
        lambda: gg.solve(PATH, scores={2: 1}, mover=[0, 1, 2]),
        "mover of 2: expected 0 or 1, got 2",
    ),
    "too few players": (lambda: gg.solve(PATH, scores={2: 1}, mover=[0, 1]), "3 values"),
    "a position without a player": (
        lambda: gg.solve(PATH, scores={2: 1}, mover={0: 0, 1: 1}),
        "got none for 2",
    ),
    "a function of players for a graph": (
        lambda: gg.solve(PATH, scores={2: 1}, mover=lambda v: 0),
        "goes with a rule",
    ),
    "a limit": (lambda: gg.solve(down, start=9, scores={0: 1}, limit=3), "limit"),
}


@pytest.mark.parametrize("case", WRONG)
def test_what_has_no_answer_is_refused(case: str) -> None:
    call, message = WRONG[case]
    with pytest.raises(GraphGameError, match=message):
        call()


def test_presets_of_a_rule_are_scores_or_refused() -> None:
    class Rule:
        options = staticmethod(down)

        @staticmethod
        def preset(n: int) -> gg.Outcome | None:
            return LOSE if n == 1 else None

        @staticmethod
        def score(n: int) -> int | None:
            return -3 if n <= 1 else None

    assert gg.solve(Rule(), start=4).score(2) == 3
    assert gg.solve(Rule(), start=4, scores=lambda n: None if n > 1 else -2).score(2) == 2
    for scores in (lambda n: 3 if n <= 1 else None, lambda n: 3 if n == 0 else None):
        with pytest.raises(GraphGameError, match="sign of its preset"):
            gg.solve(Rule(), start=4, scores=scores)
