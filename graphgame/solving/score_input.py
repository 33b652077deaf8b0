"""Scores, players and the worth of endless play, as the user gives them: checked once."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from graphgame import checks
from graphgame.errors import GraphGameError
from graphgame.outcome import NO_PRESET, NO_SCORE
from graphgame.rules.source import as_game

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphgame.graphs.graph import GameGraph
    from graphgame.types import AnyArray, BoolArray, Int8Array, Int32Array

# The greatest score: its negative fits in 32 bits, too, and one value is left.
MOST = 2**31 - 1
_SCORE = f"an integer from {-MOST} to {MOST}"
_ALL_SCORED = (
    "scores: expected them for terminals, got one for every position, and a score ends the game; "
    "where play goes on, a function returns None, and an array has gg.NO_SCORE"
)


def scored_game(
    graph: Any,
    scores: Any,
    presets: Any,
    start: Any,
    mover: Any,
    limit: int | None,
    progress: bool,
) -> tuple[GameGraph[Any], Int32Array]:
    """Return a game and the scores of its terminals, in the order of their indices.

    The game has a preset at each position with a score: the sign of the score.

    Parameters
    ----------
    graph, start, mover, limit, progress
        As of `solve`.
    scores : mapping, array, or with `start` a function of a position
    presets : None
        Anything else is refused.

    Raises
    ------
    GraphGameError
        If a score is no integer, a terminal has none, every position has one, or a preset has none
        or one of another sign.
    """
    if presets is not None:
        raise GraphGameError(
            "presets: expected none beside scores=, got some; a score ends the game, too: give "
            "each of these positions its score"
        )
    if start is None:
        game = as_game(graph, None, None, limit, progress, mover)
        values = _score_array(scores, game)
        _check_presets(game, values)
        game = game._with(presets=_signs(values))
    else:
        rule = _ScoredRule(graph, scores)
        game = as_game(graph, rule.preset, start, limit, progress, mover)
        values = rule.scores(game)
    _check_terminals(game, values)
    if game.presets is None:  # of a game without positions
        game = game.with_presets({})
    return game, values[values != NO_SCORE]


def cycles_value(cycles: Any, *, alternate: bool) -> int:
    """Return what a play that never ends is worth to player 0, as an int.

    Raises
    ------
    GraphGameError
        If it is no score, or is not 0 although positions do not name their players.
    """
    value = _as_score(cycles)
    if value is None:
        raise GraphGameError(f"cycles: expected {_SCORE}, got {cycles!r}")
    if value and alternate:
        raise GraphGameError(
            f"cycles: expected 0, as positions do not say which player moves, got {value}; what is "
            "worth something to one player costs the other as much, so give mover=, too"
        )
    return value


def _as_score(value: Any) -> int | None:
    """Return a score as Python's int, None if it is none."""
    if checks.is_bool(value) or not isinstance(value, int | np.integer):
        return None
    return int(value) if -MOST <= value <= MOST else None


def _signs(scores: Int32Array) -> Int8Array:
    """Return the signs of scores as presets."""
    signs: Int8Array = (scores > 0).view(np.int8) - (scores < 0).view(np.int8)
    signs[scores == NO_SCORE] = NO_PRESET
    return signs


def _check_presets(game: GameGraph[Any], scores: Int32Array) -> None:
    """Refuse a preset of the graph that the scores contradict."""
    if game.presets is None:
        return
    wrong = (game.presets != NO_PRESET) & (game.presets != _signs(scores))
    _refuse(wrong, game, scores, "a score with the sign of the preset outcome, which ends the game")


def _check_terminals(game: GameGraph[Any], scores: Int32Array) -> None:
    """Refuse a terminal without a score, and scores for whatever has options."""
    ends: BoolArray = np.asarray(game._degrees()) == 0
    missing = ends & (scores == NO_SCORE)
    _refuse(missing, game, scores, "a score for every position without options")
    if game.m and not (~ends & (scores == NO_SCORE)).any():
        raise GraphGameError(_ALL_SCORED)


def _refuse(wrong: BoolArray, game: GameGraph[Any], scores: Int32Array, expected: str) -> None:
    if wrong.any():
        v = int(wrong.argmax())
        found = "none" if scores[v] == NO_SCORE else str(scores[v])
        raise GraphGameError(f"scores[{game.position(v)!r}]: expected {expected}, got {found}")


def _score_array(scores: Any, game: GameGraph[Any]) -> Int32Array:
    """Return scores given for a graph as (n,) int32, `NO_SCORE` where there is none."""
    n = game.n
    if isinstance(scores, Mapping):
        at: Any = np.fromiter(map(game.index, scores), dtype=np.int64, count=len(scores))
        values = checks.integers(list(scores.values()), "scores")
        least = -MOST
    elif callable(scores):
        raise GraphGameError(
            "scores: expected a mapping or an array, got a function, which goes with a rule and "
            "its start"
        )
    else:
        at, mask = range(n), None
        if isinstance(scores, np.ma.MaskedArray):
            mask, scores = np.ma.getmaskarray(scores), scores.data
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
            f"scores[{game.position(int(at[v]))!r}]: expected {_SCORE}, got {values[v]}"
        )
    if isinstance(at, range):
        return values.astype(np.int32, copy=False)
    array: AnyArray = np.full(n, NO_SCORE, dtype=np.int32)
    array[at] = values
    return array


class _ScoredRule:
    """The scores of a rule, collected while it is explored.

    Exploring asks each position once for its preset, in the order of the indices.
    """

    def __init__(self, rule: Any, scores: Any) -> None:
        if isinstance(scores, Mapping):
            scores = scores.get
        elif not callable(scores):
            raise GraphGameError(
                "scores: expected a function of a position, or a mapping, with a rule; "
                f"got {type(scores).__name__}"
            )
        self._score: Callable[[Any], Any] = scores
        self._preset: Callable[[Any], Any] | None = getattr(rule, "preset", None)
        self._options: Callable[[Any], Any] = getattr(rule, "options", rule)
        self._found: list[int] = []

    def preset(self, position: Any) -> int | None:
        """Return the sign of the score of a position, None if it has none."""
        given = self._score(position)
        score = None if given is None else _as_score(given)
        if score is None and given is not None and not _is_none(given):
            raise GraphGameError(
                f"score of {position!r}: expected {_SCORE}, or None where play goes on, "
                f"got {given!r}"
            )
        sign = None if score is None else (score > 0) - (score < 0)
        if self._preset is not None:
            outcome = self._preset(position)
            if outcome not in (None, NO_PRESET, sign):
                raise GraphGameError(
                    f"score of {position!r}: expected one with the sign of its preset outcome "
                    f"{outcome!r}, which ends the game, got {given!r}"
                )
        if score is not None:
            self._found.append(score)
        return sign

    def scores(self, game: GameGraph[Any]) -> Int32Array:
        """Return the scores of the explored game as (n,) int32."""
        values: AnyArray = np.full(game.n, NO_SCORE, dtype=np.int32)
        assert game.presets is not None or not game.n, "exploring asked for presets"
        if game.presets is not None:
            values[game.presets != NO_PRESET] = self._found
        # A difference of discs, say, is known everywhere: then exploring ends where it begins.
        if game.n and not game.m and any(True for _ in self._options(game.position(0))):
            raise GraphGameError(_ALL_SCORED)
        return values


def _is_none(given: Any) -> bool:
    return isinstance(given, int | np.integer) and not checks.is_bool(given) and given == NO_SCORE
