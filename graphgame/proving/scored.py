"""`ScoredEnds`: scores of a rule, as presets of the question who gets at least so much."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphgame.arrays import types
from graphgame.errors import GraphGameError
from graphgame.graphs.packed import BLOCK
from graphgame.outcome import NO_SCORE, Play
from graphgame.proving.parts import Part
from graphgame.proving.positions import Positions
from graphgame.rules.kind import COMPILED, Rules, classify
from graphgame.solving.scores.rule_scores import CodeScores, PositionScores, scores_of_rule
from graphgame.solving.scores.score_input import ALL_SCORED


class ScoredEnds:
    """The scores of the ends of a rule; as presets, wins are of at least `least`.

    Parameters
    ----------
    rule, start, scores, owner, canonical
        As of `prove`.

    Attributes
    ----------
    rules : Rules
        The rule with these presets.

    Raises
    ------
    GraphGameError
        If `scores` is none, or every position has one.
    """

    def __init__(self, rule: Any, start: Any, scores: Any, owner: Any, canonical: Any) -> None:
        if canonical is None:
            canonical = getattr(rule, "canonical", None)
        if canonical is not None and hasattr(scores, "keys"):
            raise GraphGameError(
                "scores: expected a function, as a position stands for those of its class, got a "
                "mapping"
            )
        self._made = rule, start, scores, owner, canonical
        self._found: PositionScores | CodeScores = scores_of_rule(rule, scores, start)
        self._least = 1
        presets = self._found.preset if isinstance(self._found, CodeScores) else self._preset
        self.rules: Rules = classify(rule, start, presets, owner, canonical)

    def anew(self) -> ScoredEnds:
        """Return the same scores, for whoever asks about another one meanwhile."""
        return ScoredEnds(*self._made)

    def require_play(self, start: Any) -> None:
        """Refuse a start with a score at which play goes on: then every position has one."""
        if self.values([start])[0] != NO_SCORE and self._found.goes_on(start):
            raise GraphGameError(ALL_SCORED)

    def ask_for(self, least: int) -> None:
        """Set the least score that is a win."""
        self._least = least
        if isinstance(self._found, CodeScores):
            self._found.ask_for(least)

    def _preset(self, position: Any) -> int | None:
        assert isinstance(self._found, PositionScores)
        score = self._found.score(position)
        return None if score is None else (score >= self._least) - (score <= -self._least)

    def values(self, positions: Any) -> types.Int64Array:
        """Return the scores of positions, a list or an array of codes; `NO_SCORE` for none.

        Raises
        ------
        GraphGameError
            If a preset of the rule says something else.
        """
        if isinstance(self._found, PositionScores):
            scores = map(self._found.score, positions)
            return np.array([NO_SCORE if x is None else x for x in scores], dtype=np.int64)
        codes = np.asarray(positions, dtype=np.int64)
        values = self._found.values(codes)
        self._found.check_presets(codes, values)
        return values

    def reached(self, part: Part, positions: Positions) -> int:
        """Return which score the attacker of a part gets at its ends.

        Parameters
        ----------
        part : Part
            What was collected.
        positions : Positions
            Of this rule.

        Returns
        -------
        int
            The least one, or in a part without ranks the greatest one, and at least 0: play need
            not end there.

        Raises
        ------
        GraphGameError
            If a position of it without options has no score.
        """
        wins = part.ranks is not None
        found = [] if wins else [0]
        for first in range(0, len(part.codes), BLOCK):
            codes = part.codes[first : first + BLOCK]
            values = self.values(positions.positions(codes))
            ends = values != NO_SCORE
            if self.rules.kind == COMPILED:
                # A search that asks in Python has refused them.
                positions.rows(codes[~ends])
            attacking = np.arange(first, first + len(codes)) < part.attacking
            scores = np.where(attacking, values, -values)[ends]
            if len(scores):
                found.append(int(scores.min() if wins else scores.max()))
        # What comes from a file may have no end; the check of its nodes refuses it.
        return min(found, default=0) if wins else max(found)


def scored_rules(
    rule: Any, start: Any, presets: Any, scores: Any, owner: Any, canonical: Any, play: Play
) -> tuple[Rules, ScoredEnds | None]:
    """Return the functions of a rule, and its scores if it has some.

    Raises
    ------
    GraphGameError
        If the rule is none, or scores go with presets or misère play.
    """
    if scores is None:
        scores = getattr(rule, "score", None)
    if scores is None:
        return classify(rule, start, presets, owner, canonical), None
    if presets is not None:
        raise GraphGameError(
            "presets: expected none beside scores, which say what ends are worth, got both"
        )
    if play is Play.MISERE:
        raise GraphGameError(
            "play: expected 'normal' beside scores, which say what ends are worth, got 'misere'"
        )
    scored = ScoredEnds(rule, start, scores, owner, canonical)
    return scored.rules, scored
