"""Check what the user gives: scores, players, and the worth of endless play."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

import numpy as np

from graphgame import checks
from graphgame.errors import GraphGameError
from graphgame.graphs.given import (
    asked,
    column,
    is_function,
    kinds,
    mapped,
    position_names,
    require_alike,
)
from graphgame.graphs.labels import beside
from graphgame.outcome import NO_PRESET, NO_SCORE
from graphgame.rules.kind import require_met, starting
from graphgame.rules.source import as_game
from graphgame.solving.scores.rule_scores import (
    MOST,
    SCORE,
    as_score,
    returned_score,
    scores_of_rule,
    signs,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphgame.graphs.graph import GameGraph
    from graphgame.types import AnyArray, BoolArray, Int64Array

ALL_SCORED = (
    "scores: expected them for terminals, got one for every position, and a score ends the game; "
    "where play goes on, a function returns None, and an array of int64 or a compiled "
    "function gg.NO_SCORE, which is -2^63"
)


def scored_game(
    graph: Any, scores: Any, start: Any, **given: Any
) -> tuple[GameGraph[Any], Int64Array]:
    """Return a game and the scores of its terminals, in the order of their indices.

    The game has a preset at each position with a score: the sign of the score.

    Parameters
    ----------
    graph, start
        As of `solve_scores`.
    scores : mapping, array, or function of a position, with `start` of what the rule takes
    **given
        owner, limit, progress, size, expect and threads, as of `as_game`.

    Raises
    ------
    GraphGameError
        If a score is no integer, a terminal has none, every position has one, or a preset has none
        or one of another sign.
    """
    if start is None:
        game = as_game(graph, None, None, **given)
        values = _score_array(scores, game)
        _check_presets(game, values)
        game = game._with(presets=signs(values))
    else:
        first, starts = starting(start)
        scores = mapped(scores, "scores")
        rule = scores_of_rule(graph, scores, first)
        game = as_game(graph, rule.preset, starts, **given)
        values = rule.scores(game)
        if isinstance(scores, Mapping) and game.n:
            require_met({"scores": scores}, partial(map, game.__contains__), game.position(0))
        # A difference of discs, say, is known everywhere: then exploring ends where it begins.
        if game.n and not game.m and rule.goes_on(game.position(0)):
            raise GraphGameError(ALL_SCORED)
    _check_terminals(game, values)
    if game.presets is None:  # of a game without positions
        game = game.with_presets({})
    return game, values[values != NO_SCORE]


def endless_value(endless: Any, *, alternate: bool) -> int:
    """Return what a play that never ends is worth to player 0, as an int.

    Raises
    ------
    GraphGameError
        If it is no score, or is not 0 although positions do not name their players.
    """
    value = as_score(endless)
    if value is None:
        raise GraphGameError(f"endless: expected {SCORE}, got {endless!r}")
    if value and alternate:
        raise GraphGameError(
            f"endless: expected 0, as positions do not say which player moves, got {value}; what "
            "is worth something to one player costs the other as much, so give owner=, too"
        )
    return value


def _check_presets(game: GameGraph[Any], scores: Int64Array) -> None:
    """Refuse a preset of the graph that the scores contradict."""
    if game.presets is None:
        return
    wrong = (game.presets != NO_PRESET) & (game.presets != signs(scores))
    _refuse(wrong, game, scores, "a score with the sign of the preset outcome, which ends the game")


def _check_terminals(game: GameGraph[Any], scores: Int64Array) -> None:
    """Refuse a terminal without a score, and scores for whatever has options."""
    ends: BoolArray = np.asarray(game._degrees()) == 0
    missing = ends & (scores == NO_SCORE)
    _refuse(missing, game, scores, "a score for every position without options")
    if game.m and not (~ends & (scores == NO_SCORE)).any():
        raise GraphGameError(ALL_SCORED)


def _refuse(wrong: BoolArray, game: GameGraph[Any], scores: Int64Array, expected: str) -> None:
    if wrong.any():
        v = int(wrong.argmax())
        found = "none" if scores[v] == NO_SCORE else str(scores[v])
        raise GraphGameError(f"scores[{game.position(v)!r}]: expected {expected}, got {found}")


def _score_array(scores: Any, game: GameGraph[Any]) -> Int64Array:
    """Return scores given for a graph as (n,) int64, `NO_SCORE` where there is none."""
    n = game.n
    if is_function(scores):
        names = position_names(game)
        found = asked(scores, names, "for the score of")
        scores = dict(zip(names, map(returned_score, names, found), strict=True))
    else:
        scores = column(beside(scores, game, "scores"))
    if isinstance(scores, Mapping):
        if None in scores.values():
            scores = {position: x for position, x in scores.items() if x is not None}
        at: Any = np.fromiter(map(game.index, scores), dtype=np.int64, count=len(scores))
        values = checks.integers(list(scores.values()), "scores")
        require_alike(game, scores, "scores", at, values)
        least = -MOST
    else:
        at, mask = range(n), None
        if checks.is_masked_array(scores):
            mask, scores = np.ma.getmaskarray(scores), scores.data
        if isinstance(scores, tuple):
            scores = list(scores)
        if isinstance(scores, list | np.ndarray) and type(None) in kinds(scores):
            # As in a mapping, None says that there is no score.
            scores = [NO_SCORE if x is None else x for x in scores]
        values = checks.integers(scores, "scores")
        if values.shape != (n,):
            raise GraphGameError(
                f"scores: expected a mapping or {n} values, one for every position, got an "
                f"array of shape {values.shape}"
            )
        if mask is not None:
            at, values = np.flatnonzero(~mask), values[~mask]
        least = NO_SCORE
    wrong = (values < least) | (values > MOST)
    if wrong.any():
        v = int(wrong.argmax())
        raise GraphGameError(
            f"scores[{game.position(int(at[v]))!r}]: expected {SCORE}, got {values[v]}"
        )
    if isinstance(at, range):
        return values.astype(np.int64, copy=False)  # nothing of it is kept
    array: AnyArray = np.full(n, NO_SCORE, dtype=np.int64)
    array[at] = values
    return array
