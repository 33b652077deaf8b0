"""Positions whose preset outcome is not stored: the rule is asked for it."""

from __future__ import annotations

from graphgame.errors import GraphGameError, UnknownPositionError
from graphgame.outcome import DRAW, LOSE, NO_PRESET, WIN, Outcome
from graphgame.rules.batches import ask_batch
from graphgame.rules.kind import POSITIONS
from graphgame.rules.merging import ask_outcomes, ask_preset, ask_presets
from graphgame.rules.plain import ask_options
from graphgame.solving.positions import as_code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from graphgame.rules.kind import Rules
    from graphgame.solving.answers import Answers
    from graphgame.types import Int8Array, Int64Array

# Positions that a rule is asked about at a time.
_BATCH = 1 << 14


def preset_answer(rules: Rules | None, position: Any) -> tuple[Outcome, int]:
    """Return the preset outcome of a position that is not stored, and its remoteness.

    Raises
    ------
    UnknownPositionError
        If it has none, is no position, or there is no rule to ask.
    """
    if rules is None:
        raise UnknownPositionError(
            f"position {position!r} does not exist among those that are stored; positions with a "
            "preset outcome need the rule, as in Answers.load(file, rule=rule)"
        )
    asked: Any = position if rules.kind == POSITIONS else as_code(position)
    found = None
    if asked is not None:
        try:
            found = _ask(rules, asked)
        except GraphGameError:
            raise
        except Exception as error:  # a value that is no position at all
            raise UnknownPositionError(
                f"position {position!r} does not exist: asked about it, the rule raised {error!r}"
            ) from error
    if found is None:
        raise UnknownPositionError(
            f"position {position!r} does not exist among those that are stored, nor do the rules "
            "preset an outcome for it"
        )
    return Outcome(found[0]), found[1]


def _ask(rules: Rules, position: Any) -> tuple[int, int] | None:
    if rules.kind == POSITIONS:
        one = position if rules.represent is None else rules.represent([position])[0]
        return ask_preset(rules.preset, one)
    import numpy as np

    codes = np.array([position], dtype=np.int64)
    presets, ends = ask_presets(rules, codes if rules.represent is None else rules.represent(codes))
    return None if presets[0] == NO_PRESET else (int(presets[0]), int(ends[0]))


def count_unstored(answers: Answers[Any], rules: Rules) -> dict[Outcome, int]:
    """Count the positions that are not stored; see `Answers.count_unstored`."""
    if rules.kind == POSITIONS:
        return _count_positions(answers, rules)
    import numpy as np

    from graphgame.graphs._index import CodeIndex

    counts = {WIN: 0, LOSE: 0, DRAW: 0}
    met = CodeIndex(packed=True)
    for options, presets in _unstored(answers, rules):
        before = len(met)
        places = np.empty(len(options), dtype=np.int32)
        met.add(options, places)
        # The first of equal options is the one with a new place: one more than those before it.
        highest = np.maximum.accumulate(np.concatenate([[before - 1], places]))
        new = places > highest[:-1]
        for outcome in counts:
            counts[outcome] += int((presets[new] == outcome).sum())
    return counts


def _unstored(answers: Answers[Any], rules: Rules) -> Iterator[tuple[Int64Array, Int8Array]]:
    """Yield the options of all positions that are not stored, and their presets."""
    import numpy as np

    codes = answers.codes
    starts = np.array(answers._starts, dtype=np.int64)
    if rules.represent is not None and len(starts):
        starts = rules.represent(starts)
    starts = np.unique(starts)  # which are stored
    for start in range(0, len(codes), _BATCH):
        _, options, _, _ = ask_batch(rules, codes[start : start + _BATCH])
        if rules.represent is not None and len(options):
            options = rules.represent(options)
        presets = ask_outcomes(rules, options)
        rows = np.flatnonzero(presets != NO_PRESET)
        found = options[rows]
        rows = rows[starts[np.searchsorted(starts[:-1], found)] != found]
        yield options[rows], presets[rows]


def _count_positions(answers: Answers[Any], rules: Rules) -> dict[Outcome, int]:
    counts, met, stored = {WIN: 0, LOSE: 0, DRAW: 0}, set(), {*answers}
    for position in answers:
        for option in ask_options(rules, position, plain=False):
            one = option if rules.represent is None else rules.represent([option])[0]
            found = ask_preset(rules.preset, one)
            if found is not None and one not in met and one not in stored:
                met.add(one)
                counts[Outcome(found[0])] += 1
    return counts
