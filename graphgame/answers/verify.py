"""The certificate of a database: are its labels a proof?  NumPy only, no kernel, no solver.

The positions come in blocks, and the rule is asked for the moves of each block again.  The label of
every option is looked up, and taken at its word: the option is judged in a block of its own.  So
the checks of all blocks together are an induction on the remoteness, as in `graphgame.verify`, and
memory holds one block.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

import numpy as np

from graphgame.arrays import types
from graphgame.errors import GraphGameError, VerificationError
from graphgame.outcome import DRAW, LOSE, NEVER_ENDS, NO_PRESET, WIN, Outcome, Play

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeAlias

    from graphgame.types import BoolArray, Int8Array, Int32Array, Int64Array

    # Outcomes, `NO_PRESET` where there is no such position, and remoteness.
    Answer: TypeAlias = tuple[Int8Array, Int32Array]
    Moves: TypeAlias = tuple[Int64Array, Int64Array, Int8Array | None, Int32Array | None]

# Positions whose moves are asked for at a time, and moves that a batch should have.
_BATCH = 1 << 14
_MOVES = 1 << 19
_MOST_CODE = (1 << 63) - 1


def verify_blocks(
    blocks: Iterable[tuple[int, Int64Array, Int8Array, Int32Array]],
    owners: Callable[[Int64Array], Int64Array] | None,
    answer: Callable[[Int64Array], Answer],
    moves: Callable[[Int64Array], Moves],
    starts: Int64Array,
    play: Play,
    name: Callable[[int], types.Anything] = int,
) -> tuple[int, int]:
    """Check that the answers of all positions are a proof, some thousand at a time.

    Terminals carry the outcome of the rules, or their preset.  A WIN at r has a LOSE option at
    r - 1, and none lower.  A LOSE at r has only WIN options, the greatest at r - 1.  A DRAW that
    never ends has no LOSE option, and a DRAW option.  Every start and every option is a position,
    and looking a position up gives the answer that its block has.

    Parameters
    ----------
    blocks : iterable of (part, codes, outcomes, remoteness)
        All positions, part by part.
    owners : callable or None
        Returns the part in which codes are looked up.  With None any part may have any code, and
        `require_disjoint` has checked that no two have the same.
    answer : callable
        Looks codes up: returns outcomes, `NO_PRESET` where there is no such position, and
        remoteness.
    moves : callable
        Takes a (k,) array of codes and returns sources, options, presets and their remoteness.
    starts : (s,) int64
    play : Play
    name : callable
        From a code to the position that errors name.

    Returns
    -------
    positions, moves : int
        How many there are.

    Raises
    ------
    VerificationError
        If they are not a proof: the first position found that breaks a rule.
    GraphGameError
        If a start is no position, or a position stands there twice.

    Notes
    -----
    O(n + m) look-ups, and the arrays of about half a million moves.
    """
    missing = answer(starts)[0] == NO_PRESET
    if missing.any():
        raise GraphGameError(
            f"start: expected {name(int(starts[missing][0]))!r} among the positions that are "
            "stored, got none"
        )
    positions = found = 0
    size = _BATCH
    before: tuple[int, int] | None = None
    for part, codes, outcomes, remoteness in blocks:
        if not len(codes):
            continue
        last = before[1] if before is not None and before[0] == part else None
        _require_ascending(part, codes, last, None if owners is None else owners(codes) != part)
        _require_found(codes, outcomes, remoteness, answer(codes), name)
        before = part, int(codes[-1])
        start = 0
        while start < len(codes):
            some = slice(start, start + size)
            returned = moves(codes[some])
            there = _each_once(returned[1], answer)
            here = outcomes[some], remoteness[some]
            check_some(codes[some], here, returned, there, play, name)
            batch = len(codes[some])
            found += len(returned[0])
            positions += batch
            start += batch
            size = min(_BATCH, max(1, batch * _MOVES // max(1, len(returned[0]))))
    return positions, found


def check_some(
    codes: Int64Array,
    here: Answer,
    moves: Moves,
    there: Answer,
    play: Play,
    name: Callable[[int], types.Anything] = int,
) -> None:
    """Check the answers of some positions against those of their options.

    The options are taken at their word: this is a proof if all positions are checked.

    Parameters
    ----------
    codes : (k,) int64
    here : (k,) int8 and int32
        Outcomes and remoteness of the positions.
    moves : tuple of (m,) int64, (m,) int64, and (k,) int8 and int32 or None
        Sources, options, presets and their remoteness.
    there : (m,) int8 and int32
        Those of the options, `NO_PRESET` where there is no such position.
    play : Play
    name : callable
        From a code to the position that errors name.

    Raises
    ------
    VerificationError
        With the first position found that breaks a rule.
    """
    _Batch(codes, here, moves, there, name).check(play)


def _each_once(options: Int64Array, answer: Callable[[Int64Array], Answer]) -> Answer:
    """Return the answers of options, of which each different one is looked up once."""
    order = np.argsort(options)  # neighbours are found beside each other
    asked = options[order]
    first = np.ones(len(asked), dtype=np.bool_)
    first[1:] = asked[1:] != asked[:-1]
    place = np.empty(len(asked), np.int64)
    place[order] = np.cumsum(first) - 1
    outcomes, remoteness = answer(asked[first])
    return outcomes[place], remoteness[place]


def _require_ascending(
    part: int, codes: Int64Array, before: int | None, other: BoolArray | None = None
) -> None:
    """Check that codes ascend in their part, and that none belongs to another one."""
    wrong = np.zeros(len(codes), dtype=np.bool_) if other is None else other
    wrong[1:] |= codes[1:] <= codes[:-1]
    if before is not None:
        wrong[0] |= bool(codes[0] <= before)
    if wrong.any():
        raise GraphGameError(
            f"part {part}: expected codes that belong there, in ascending order, got "
            f"{codes[wrong][0]}"
        )


def require_disjoint(parts: Sequence[tuple[int, Callable[[], Iterator[Int64Array]]]]) -> None:
    """Check that no code stands in two parts.

    Parameters
    ----------
    parts : sequence of (first, read)
        The first code of each part, and a function that yields its codes, ascending, some at a
        time.

    Raises
    ------
    GraphGameError
        With a code that two parts have, or that is not in ascending order.

    Notes
    -----
    O(n log n) time.  Parts whose ranges overlap are read side by side, so memory holds what each of
    them yields.
    """
    waiting = sorted(range(len(parts)), key=lambda part: -parts[part][0])
    streams: dict[int, Iterator[Int64Array]] = {}
    held: dict[int, Int64Array] = {}
    while waiting or held:
        # No code up to `bound` will come from a part that is being read.
        bound = min((int(codes[-1]) for codes in held.values()), default=_MOST_CODE)
        if waiting and parts[waiting[-1]][0] <= bound:
            part = waiting.pop()
            streams[part] = _ascending(part, *parts[part])
            held |= _held(part, streams[part])
            continue
        taken = {part: int(np.searchsorted(held[part], bound, side="right")) for part in held}
        _require_different({part: held[part][:stop] for part, stop in taken.items()})
        for part, stop in taken.items():
            held[part] = held[part][stop:]
            if not len(held[part]):
                del held[part]
                held |= _held(part, streams[part])


def _held(part: int, codes: Iterator[Int64Array]) -> dict[int, Int64Array]:
    """Return the next codes of a part, if it has more."""
    some = next(codes, None)
    return {} if some is None else {part: some}


def _ascending(
    part: int, first: int, read: Callable[[], Iterator[Int64Array]]
) -> Iterator[Int64Array]:
    """Yield the codes of a part, some at a time, and check that they ascend from the first on."""
    before = first - 1
    for codes in read():
        if len(codes):
            _require_ascending(part, codes, before)
            before = int(codes[-1])
            yield codes


def _require_different(held: dict[int, Int64Array]) -> None:
    """Check that no code stands in two of some ascending arrays."""
    if len(held) < 2:
        return
    codes = np.sort(np.concatenate([*held.values()]))
    twice = codes[1:][codes[1:] == codes[:-1]]
    if len(twice):
        first, *_, last = (part for part, some in held.items() if twice[0] in some)
        raise GraphGameError(
            f"part {last}: expected codes that belong there, in ascending order, got {twice[0]}, "
            f"which part {first} has, too"
        )


def _require_found(
    codes: Int64Array,
    outcomes: Int8Array,
    remoteness: Int32Array,
    found: Answer,
    name: Callable[[int], Any],
) -> None:
    """Check that looking positions up gives what their part says."""
    wrong = (found[0] != outcomes) | (found[1] != remoteness)
    if wrong.any():
        at = int(wrong.argmax())
        raise VerificationError(
            name(int(codes[at])),
            [],
            f"to find {_words(outcomes[at], remoteness[at])} as its part has",
            _words(found[0][at], found[1][at]),
        )


def _words(outcome: Any, remoteness: Any) -> str:
    known = LOSE <= outcome <= WIN
    name = Outcome(int(outcome)).name if known else "no position"
    return f"{name} of remoteness {int(remoteness)}" if known else name


class _Batch:
    """Some positions with their moves, and the answers of both ends."""

    def __init__(
        self,
        codes: Int64Array,
        here: Answer,
        moves: Moves,
        there: Answer,
        name: Callable[[int], Any],
    ) -> None:
        self.codes, (self.outcomes, self.remoteness), self.name = codes, here, name
        self.sources, self.options, presets, ends = moves
        self.option_outcomes, self.option_remoteness = there
        self.presets: Int8Array = np.full(len(codes), NO_PRESET, np.int8)
        if presets is not None:
            self.presets = presets
        self.ends: Int32Array = np.zeros(len(codes), np.int32) if ends is None else ends

    def check(self, play: Play) -> None:
        """Check all rules."""
        preset = self.presets != NO_PRESET
        ends = preset.copy()
        without = np.ones(len(self.codes), dtype=np.bool_)
        without[self.sources] = False
        ends |= without
        self._check_ends(preset, ends, play)
        never = (self.outcomes == DRAW) & ~ends
        self._refuse(never & (self.remoteness != NEVER_ENDS), "a DRAW of remoteness -1")
        decided = ~ends & ~never
        self._refuse(decided & (self.remoteness <= 0), "a remoteness above 0, as it has options")
        self._check_moves(~ends)

    def _check_ends(self, preset: BoolArray, ends: BoolArray, play: Play) -> None:
        """Check that terminals carry the outcome and the remoteness of the rules."""
        known = (self.outcomes >= LOSE) & (self.outcomes <= WIN)
        self._refuse(~known, "an outcome")
        self._refuse(preset & (self.outcomes != self.presets), "the preset outcome")
        self._refuse(preset & (self.remoteness != self.ends), "the preset remoteness")
        lost = LOSE if play is Play.NORMAL else WIN
        stuck = ends & ~preset
        self._refuse(
            stuck & (self.outcomes != lost), f"{lost}, as there are no options in {play} play"
        )
        self._refuse(stuck & (self.remoteness != 0), "remoteness 0, as it is a terminal")

    def _check_moves(self, open_: BoolArray) -> None:
        """Check the rules for each move, and those that ask for a move of a kind."""
        live = open_[self.sources]
        sources = self.sources[live]
        outcomes, before = self.outcomes[sources], self.remoteness[sources] - 1
        option, length = self.option_outcomes[live], self.option_remoteness[live]
        is_win, is_lose, is_draw = outcomes == WIN, outcomes == LOSE, outcomes == DRAW
        wins, loses = option == LOSE, option == WIN
        for wrong, expected in (
            (option == NO_PRESET, "only options that are stored"),
            (is_win & wins & (length < before), "no LOSE option of lower remoteness"),
            (is_lose & ~loses, "only WIN options for a LOSE"),
            (is_lose & (length > before), "no WIN option of higher remoteness"),
            (is_draw & wins, "no LOSE option for a DRAW"),
        ):
            if wrong.any():
                self._raise(int(sources[wrong][0]), expected)
        decides = (is_win & wins | is_lose & loses) & (length == before)
        decides |= is_draw & (option == DRAW)
        supported = ~open_
        supported[sources[decides]] = True
        for outcome, expected in (
            (WIN, "a LOSE option of remoteness one less"),
            (LOSE, "a WIN option of remoteness one less"),
            (DRAW, "a DRAW option"),
        ):
            self._refuse(~supported & (self.outcomes == outcome), expected)

    def _refuse(self, wrong: BoolArray, expected: str) -> None:
        if wrong.any():
            self._raise(int(wrong.argmax()), expected)

    def _raise(self, v: int, expected: str) -> None:
        at = np.flatnonzero(self.sources == v)[:9]
        options: list[types.Anything] = []
        for k in at.tolist():
            outcome = int(self.option_outcomes[k])
            known = LOSE <= outcome <= WIN
            words = Outcome(outcome).name if known else "no position"
            option = self.name(int(self.options[k]))
            options.append((option, words, int(self.option_remoteness[k])))
        found = _words(self.outcomes[v], self.remoteness[v])
        raise VerificationError(self.name(int(self.codes[v])), options, expected, found)
