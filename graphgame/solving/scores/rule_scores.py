"""Scores of a rule: functions of one position, of an array of codes, or compiled."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from graphgame import checks
from graphgame.errors import GraphGameError
from graphgame.outcome import NO_PRESET, NO_SCORE
from graphgame.rules.batches import ask_batch, batch_presets
from graphgame.rules.classes import look_up_codes
from graphgame.rules.compiled.addresses import SCORE as COMPILED_SCORE, native
from graphgame.rules.compiled.failures import Failures
from graphgame.rules.compiled.native import FAILED, Native
from graphgame.rules.kind import COMPILED, POSITIONS, Rules, classify
from graphgame.solving.scores import _signs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeAlias

    from graphgame.graphs.graph import GameGraph
    from graphgame.types import AnyArray, Int8Array, Int64Array

    Found: TypeAlias = "PositionScores | CodeScores"

# The greatest score: its negative fits in 64 bits, too, and one value is left.
MOST = 2**63 - 1
SCORE = f"an integer from {-MOST} to {MOST}"
# Codes whose scores are asked for at a time: their arrays stay inside the cache.
_BATCH = 1 << 14


def scores_of_rule(rule: Any, scores: Any, first: Any) -> Found:
    """Return the scores of a rule as presets, which tell the scores when it has been explored.

    Parameters
    ----------
    rule : callable, compiled function, or object with ``options``
    scores : callable, compiled function or mapping
        A callable takes what the rule takes: a position, or an array of codes.
    first : hashable
        The first position to be explored; `NONE` if there is none.

    Raises
    ------
    GraphGameError
        If `scores` is none of these, or of a kind that does not go with the rule.
    """
    options = getattr(rule, "options", rule)
    rules = classify(options, first)
    compiled = native(scores, COMPILED_SCORE, "scores")
    if compiled is None and not isinstance(scores, Mapping) and not callable(scores):
        raise GraphGameError(
            "scores: expected a function of a position, or a mapping, with a rule; "
            f"got {type(scores).__name__}"
        )
    own = getattr(rule, "preset", None)
    if rules.kind != POSITIONS:
        presets = None if own is None else classify(options, first, own).preset
        return CodeScores(rules, scores, compiled, presets)
    if compiled is not None:
        raise GraphGameError(
            "scores: expected a function of one position, or a mapping, as the rule takes one "
            f"position, got the compiled {scores!r}"
        )
    return PositionScores(rules, scores.get if isinstance(scores, Mapping) else scores, own)


def as_score(value: Any) -> int | None:
    """Return a score as Python's int, None if it is none."""
    if checks.is_bool(value) or not isinstance(value, int | np.integer):
        return None
    return int(value) if -MOST <= value <= MOST else None


def returned_score(position: Any, given: Any) -> int | None:
    """Return the score of a position that a function returned, None if it has none."""
    score = as_score(given)
    if score is None and not is_no_score(given):
        raise GraphGameError(
            f"score of {position!r}: expected {SCORE}, or None where play goes on, got {given!r}"
        )
    return score


def signs(scores: AnyArray, least: int = 1) -> Int8Array:
    """Return the signs of scores as presets; a win and a loss are of at least so much."""
    found: Int8Array = (scores >= least).view(np.int8) - (scores <= -least).view(np.int8)
    found[scores == NO_SCORE] = NO_PRESET
    return found


class PositionScores:
    """The scores of a rule of single positions, collected while it is explored.

    Exploring asks each position once for its preset, in the order of the indices.
    """

    def __init__(
        self, rules: Rules, score: Callable[[Any], Any], preset: Callable[[Any], Any] | None
    ) -> None:
        self._rules, self._score, self._preset = rules, score, preset
        self._found: list[int] = []

    def score(self, position: Any) -> int | None:
        """Return the score of a position, None if it has none."""
        given = self._score(position)
        score = returned_score(position, given)
        if self._preset is not None:
            outcome = self._preset(position)
            if outcome not in (None, NO_PRESET, _sign(score)):
                raise _other_sign(position, outcome, given)
        return score

    def preset(self, position: Any) -> int | None:
        """Return the sign of the score of a position, None if it has none."""
        score = self.score(position)
        if score is not None:
            self._found.append(score)
        return _sign(score)

    def scores(self, game: GameGraph[Any]) -> Int64Array:
        """Return the scores of the explored game as (n,) int64."""
        values: AnyArray = np.full(game.n, NO_SCORE, dtype=np.int64)
        assert game.presets is not None or not game.n, "exploring asked for presets"
        if game.presets is not None:
            values[game.presets != NO_PRESET] = self._found
        return values

    def goes_on(self, position: Any) -> bool:
        """Return whether the rule has options at a position, whatever its score."""
        return any(True for _ in self._rules.options(position))


class CodeScores:
    """The scores of a rule on codes.

    Exploring asks for their signs; the scores of terminals are asked for afterwards.

    Attributes
    ----------
    preset : callable or Native
        The signs of scores, as presets: of an array of codes or, where rule and scores are
        compiled, of one code.
    """

    def __init__(self, rules: Rules, scores: Any, compiled: Native | None, presets: Any) -> None:
        self._rules, self._presets = rules, presets
        self._function: Callable[[Int64Array], Any] = scores
        if compiled is not None:
            self._function = compiled.numbers
        elif isinstance(scores, Mapping):
            self._function = look_up_codes(scores, NO_SCORE, "scores")
        self.preset: Any = self._signs
        self._least = 1
        self._held: Any = None
        if compiled is not None and rules.kind == COMPILED:
            self.preset, self._held = _native_signs(compiled)

    def ask_for(self, least: int) -> None:
        """Set the least score that `preset` calls a win; 1 at first."""
        self._least = least
        if self._held is not None:
            memoryview(self._held)[3] = least

    def values(self, batch: Int64Array) -> Int64Array:
        """Return the scores of codes, `NO_SCORE` where there is none."""
        return score_batch(self._function(batch.copy()), batch)

    def _signs(self, batch: Int64Array) -> Int8Array:
        return signs(self.values(batch), self._least)

    def scores(self, game: GameGraph[Any]) -> Int64Array:
        """Return the scores of the explored game as (n,) int64."""
        values: AnyArray = np.full(game.n, NO_SCORE, dtype=np.int64)
        if game.presets is None:
            return values
        codes: Int64Array = np.asarray(game.labels)
        ends = np.flatnonzero(game.presets != NO_PRESET)
        with Failures() as failures:
            for at in _blocks(ends):
                batch = codes[at]
                values[at] = self.values(batch)
                failures.check()
            changed = ends[signs(values[ends]) != game.presets[ends]]
            if len(changed):
                raise GraphGameError(
                    f"score of {codes[changed[0]]}: expected the same each time the function is "
                    f"asked, got another one later, {_shown(values[changed[0]])}"
                )
            self.check_presets(codes, values)
            failures.check()
        return values

    def check_presets(self, codes: Int64Array, values: Int64Array) -> None:
        """Refuse presets of the rule that the scores contradict."""
        if self._presets is None:
            return
        asked = self._presets.numbers if isinstance(self._presets, Native) else self._presets
        for at in _blocks(np.arange(len(codes))):
            batch = codes[at]
            outcomes, ends = batch_presets(asked(batch.copy()), batch)
            wrong = (outcomes != NO_PRESET) & (outcomes != signs(values[at]))
            if ends is not None:
                wrong |= ends > 0
            if wrong.any():
                i = int(wrong.argmax())
                raise _other_sign(int(batch[i]), int(outcomes[i]), _shown(values[at][i]))

    def goes_on(self, code: int) -> bool:
        """Return whether the rule has options at a code, whatever its score."""
        _, options, _, _ = ask_batch(self._rules, np.array([code], dtype=np.int64))
        return bool(len(options))


def score_batch(returned: Any, batch: Int64Array) -> Int64Array:
    """Check what a function of scores returned for a batch of codes.

    Parameters
    ----------
    returned : (k,) array_like
        A score, or `NO_SCORE`, None or a mask where there is none.
    batch : (k,) int64
    """
    mask: Any = None
    if isinstance(returned, np.ma.MaskedArray):
        mask, returned = np.ma.getmaskarray(returned), returned.data
    if isinstance(returned, list | tuple) or getattr(returned, "dtype", None) == np.dtype(object):
        listed: Any = np.array(returned, dtype=object)
        listed[listed == np.array(None)] = NO_SCORE
        returned = listed
    values = checks.integers(returned, "scores")
    if values.shape != batch.shape:
        raise GraphGameError(
            f"scores: expected {len(batch)} values, one for every code, got shape {values.shape}"
        )
    wrong = values > MOST  # of unsigned integers
    if wrong.any():
        raise _no_score(int(batch[wrong][0]), values[wrong][0])
    found: Int64Array = values.astype(np.int64)
    if mask is not None:
        found[mask] = NO_SCORE
    return found


def _sign(score: int | None) -> int | None:
    return None if score is None else (score > 0) - (score < 0)


def _native_signs(scores: Native) -> tuple[Native, Any]:
    """Return compiled scores as compiled presets, and what holds the least that is a win."""
    if scores.failure is None:
        address, data, holder = _signs.wrap_scores(scores.address, scores.data, 0)
        return Native(address, data, (holder, scores)), holder

    def failure(code: int) -> int:
        """Raise what the function of scores raises, or that it returns what stands for that."""
        scores.numbers(np.array([code], dtype=np.int64))
        raise GraphGameError(
            f"score of {code}: expected an integer from {FAILED + 1} to {MOST} of a function that "
            f"Numba compiles, or gg.NO_SCORE where play goes on, got {FAILED}"
        )

    address, data, holder = _signs.wrap_scores(scores.address, scores.data, FAILED)
    return Native(address, data, (holder, scores), failure), holder


def _blocks(indices: AnyArray) -> Any:
    return (indices[k : k + _BATCH] for k in range(0, len(indices), _BATCH))


def _no_score(code: int, found: Any) -> GraphGameError:
    return GraphGameError(
        f"score of {code}: expected {SCORE}, or gg.NO_SCORE where play goes on, got {found}"
    )


def _other_sign(position: Any, outcome: Any, score: Any) -> GraphGameError:
    return GraphGameError(
        f"score of {position!r}: expected one with the sign of its preset outcome {outcome!r}, "
        f"which ends the game, got {score!r}"
    )


def _shown(score: Any) -> int | None:
    return None if score == NO_SCORE else int(score)


def is_no_score(given: Any) -> bool:
    """Return whether a function of scores says that there is none: None, or `NO_SCORE`."""
    if checks.is_bool(given) or not isinstance(given, int | np.integer):
        return given is None
    return bool(given == NO_SCORE)
