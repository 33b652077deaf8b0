"""Does a rule agree with stored answers?  Some positions are asked about again, spread over all.

Databases and answers in files keep no rule.  Whoever opens one with a rule, or goes on with a
build, gets it compared here: at about a thousand positions the rule is asked for its presets and
its options, and what is stored of these must justify what is stored of the position.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from graphgame.answers.verify import check_some
from graphgame.errors import RuleMismatchError, VerificationError
from graphgame.outcome import DRAW, LOSE, NO_PRESET, WIN, Outcome, Play

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeAlias

    from graphgame.types import BoolArray, Int8Array, Int32Array, Int64Array

    # Outcomes, `NO_PRESET` where nothing is stored, remoteness, and whether it is that of a preset
    # which the rule was asked for.
    Found: TypeAlias = tuple[Int8Array, Int32Array, BoolArray]
    Moves: TypeAlias = tuple[Int64Array, Int64Array, Int8Array | None, Int32Array | None]

# Positions that are compared at first, and positions that are chosen from.
SAMPLE, CHOSEN_FROM = 1000, 20_000
# Positions that are compared on the way to the ends of the game, and how many at a time.
_MORE, _STEP = 250, 10
# The golden ratio: multiples of it, modulo 1, are spread evenly, and repeat no pattern of codes.
_RATIO = 0.6180339887498949


def spread(total: int, count: int) -> Int64Array:
    """Return at most `count` of the places below `total`, ascending: one from each equal stretch.

    >>> spread(3, 5).tolist(), len(spread(10**12, 5))
    ([0, 1, 2], 5)
    """
    if total <= count:
        return np.arange(total, dtype=np.int64)
    steps = np.arange(count)
    inside = (steps * _RATIO) % 1
    places: Int64Array = ((steps + inside) * (total / count)).astype(np.int64)
    return np.minimum(places, total - 1)


def choose(outcomes: Int8Array, remoteness: Int32Array) -> Int64Array:
    """Return which of some positions to compare, `SAMPLE` at most: their places, ascending.

    A quarter are those nearest to their end, terminals first; a sixteenth those farthest from it;
    an eighth draws; the others are spread over all.
    """
    count = len(outcomes)
    if count <= SAMPLE:
        return np.arange(count, dtype=np.int64)
    ended = np.flatnonzero(remoteness >= 0)
    nearest = ended[np.argsort(remoteness[ended], kind="stable")]
    terminals = int((remoteness[ended] == 0).sum())
    quarter, far = SAMPLE // 4, SAMPLE // 16
    near = nearest[: max(quarter, terminals)]
    drawn = np.flatnonzero(outcomes == DRAW)
    rest = SAMPLE - quarter - far - SAMPLE // 8
    chosen = (
        near[spread(len(near), quarter)],
        nearest[len(nearest) - min(far, len(nearest)) :],
        drawn[spread(len(drawn), SAMPLE // 8)],
        spread(count, rest),
    )
    return np.unique(np.concatenate(chosen))


def remarkable(stuck: BoolArray, presets: Int8Array | None, most: int) -> Int64Array:
    """Return places of positions: `most` spread over all, and as many of presets and terminals.

    Parameters
    ----------
    stuck : (n,) bool
        Whether a position has no options.
    presets : (n,) int8, optional
        `NO_PRESET` where there is none.

    >>> remarkable(np.array([False, False, True, True, False]), None, 1).tolist()
    [0, 2]
    """
    preset = np.zeros(len(stuck), np.bool_) if presets is None else presets != NO_PRESET
    found = [spread(len(stuck), most)]
    for kind in (preset, stuck & ~preset):
        there = np.flatnonzero(kind)
        found.append(there[spread(len(there), most)])
    return np.unique(np.concatenate(found))


class Agreement:
    """Compares a rule with what is stored of some positions, which are named by int64 codes.

    Parameters
    ----------
    where : str
        The folder or the file.
    cure : str
        What to do where they differ.
    answer : callable
        From codes to what is stored: outcomes, remoteness, and which are presets asked for.
    moves : callable
        From codes to sources, options, presets and their remoteness, as the rule has them now.
    play : Play
    name : callable
        The position of a code.
    """

    where: str
    cure: str
    play: Play
    name: Callable[[int], Any]

    def __init__(
        self,
        where: str,
        cure: str,
        answer: Callable[[Int64Array], Found],
        moves: Callable[[Int64Array], Moves],
        play: Play,
        name: Callable[[int], Any] = int,
    ) -> None:
        self.where, self.cure, self.play, self.name = where, cure, play, name
        self._answer, self._moves = answer, moves

    def require(self, codes: Int64Array, starts: Int64Array) -> None:
        """Refuse a rule that does not agree at these positions, or from there to the ends.

        Positions on the way to an end are compared, too, the nearest first: a preset or a terminal
        that is one of few is met although no sample has it.

        Raises
        ------
        RuleMismatchError
            With the first position found that differs.

        Notes
        -----
        The rule is asked about 1,250 positions and the starts, at most 64 of these; their options
        are looked up.
        """
        codes = np.unique(np.concatenate([codes, starts[:64]]))
        seen, nearest = codes, np.zeros((2, 0), np.int64)
        for _ in range(1 + _MORE // _STEP):
            options, far = self._compare(codes)
            known = far >= 0
            found = np.stack([far[known], options[known]])
            nearest = np.unique(np.concatenate([nearest, found], axis=1), axis=1)
            nearest = nearest[:, ~np.isin(nearest[1], seen)][:, :_MORE]
            codes = nearest[1, :_STEP]
            if not len(codes):
                return
            seen = np.concatenate([seen, codes])

    def require_outcomes(self, codes: Int64Array) -> None:
        """Refuse a rule from which the outcomes at these positions do not follow.

        Raises
        ------
        RuleMismatchError
            With the first position found that differs.
        """
        outcomes, _, _ = self._answer(codes)
        self._require_stored(outcomes, codes)
        sources, options, presets, _ = self._moves(codes)
        there = self._answer(options)[0]
        counts = np.bincount(sources, minlength=len(codes))
        lost, won = (
            np.bincount(sources[there == kind], minlength=len(codes)) for kind in (LOSE, WIN)
        )
        expected = np.where(lost > 0, WIN, np.where(won == counts, LOSE, DRAW))
        expected[counts == 0] = LOSE if self.play is Play.NORMAL else WIN
        if presets is not None:
            expected = np.where(presets != NO_PRESET, presets, expected)
        wrong = expected != outcomes
        if wrong.any():
            at = int(wrong.argmax())
            found = f"{Outcome(int(expected[at])).name} by the rule; {self.cure}"
            stored = f"{Outcome(int(outcomes[at])).name}, as {self.where} has it"
            raise RuleMismatchError("outcome", self.name(int(codes[at])), stored, found, {})

    def _compare(self, codes: Int64Array) -> tuple[Int64Array, Int64Array]:
        """Compare positions; return the options that are stored, and their remoteness."""
        outcomes, remoteness, _ = self._answer(codes)
        self._require_stored(outcomes, codes)
        sources, options, presets, ends = self._moves(codes)
        there = self._answer(options)
        unknown = there[0] == NO_PRESET
        if unknown.any():
            at = int(unknown.argmax())
            raise self._differs(
                int(codes[sources[at]]),
                (outcomes[sources[at]], remoteness[sources[at]]),
                f"the option {self.name(int(options[at]))!r}, which is no position there",
            )
        kinds = np.full(len(codes), NO_PRESET, np.int8) if presets is None else presets
        far = np.zeros(len(codes), np.int32) if ends is None else ends
        try:
            check_some(
                codes, (outcomes, remoteness), (sources, options, kinds, far), there[:2], self.play
            )
        except VerificationError as error:
            at = int(np.flatnonzero(codes == error.position)[0])
            said = self._said(kinds[at], far[at], error)
            raise self._differs(int(codes[at]), (outcomes[at], remoteness[at]), said) from None
        stored = ~there[2]
        return options[stored], there[1][stored].astype(np.int64)

    def _require_stored(self, outcomes: Int8Array, codes: Int64Array) -> None:
        missing = outcomes == NO_PRESET
        if missing.any():
            position = self.name(int(codes[missing][0]))
            raise RuleMismatchError(
                "position",
                position,
                f"it among those of {self.where}, where it belongs",
                f"no such one; {self.cure}",
                {},
            )

    def require_representatives(self, codes: Int64Array, represent: Callable[[Any], Any]) -> None:
        """Refuse a symmetry by which positions that are stored stand for no class.

        `represent` is from codes to codes.
        """
        found = represent(codes)
        wrong = np.flatnonzero(found != codes)
        if len(wrong):
            raise RuleMismatchError(
                "canonical",
                self.name(int(codes[wrong[0]])),
                f"itself, the representative of its class in {self.where}",
                f"{self.name(int(found[wrong[0]]))!r}; {self.cure}",
                {},
            )

    def _differs(self, code: int, stored: tuple[Any, Any], said: str) -> RuleMismatchError:
        return RuleMismatchError(
            "position",
            self.name(code),
            f"{words(*stored)}, as {self.where} has it",
            f"from the rule {said}; {self.cure}",
            {},
        )

    def _said(self, preset: int, far: int, error: VerificationError) -> str:
        """Return what the rule says at a position."""
        if preset != NO_PRESET:
            return f"a preset {words(preset, far)}"
        options = dict.fromkeys(error.options)
        listed = [f"{self.name(int(w))!r} {kind} {r}" for w, kind, r in [*options][:6]]  # type: ignore[call-overload]
        more = f", and {len(options) - 6} more" * (len(options) > 6)
        if not listed:
            return "no preset and no options"
        return f"the options {', '.join(listed)}{more}, where that asks for {error.expected}"


def words(outcome: int, remoteness: int) -> str:
    """Return an outcome and its remoteness in words."""
    known = outcome in (LOSE, DRAW, WIN)
    name = Outcome(int(outcome)).name if known else f"outcome {int(outcome)}"
    return f"{name} of remoteness {int(remoteness)}"
