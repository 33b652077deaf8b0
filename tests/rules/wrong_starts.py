"""Wrong starts and wrong presets, of rules in Python and of compiled ones."""

from __future__ import annotations

import itertools

import numpy as np

import graphgame as gg
from tests.rules.compiling import take, take_codes, typed
from tests.rules.wrong_calls import Cases, Error, solve

STARTS_AND_PRESETS: Cases = {
    # -- starts
    "endless starts": (
        lambda: solve(take, itertools.count()),
        gg.ExplorationLimitError,
        r"^limit: expected at most 100000 positions, found 100001, with 0 moves",
    ),
    "endless starts of a batch": (
        lambda: solve(take_codes, itertools.count()),
        gg.ExplorationLimitError,
        r"^limit: expected at most 100000 positions, found 100001, with 0 moves",
    ),
    "starts of floats": (
        lambda: solve(typed("take"), [1.5]),
        Error,
        r"^start: expected integers, got 1.5 of type float$",
    ),
    "text as a start of codes": (
        lambda: gg.explore_codes(typed("take"), "a"),
        Error,
        r"^start: expected integers, got strings$",
    ),
    "True as a start of codes": (
        lambda: gg.explore_codes(typed("take"), True),
        Error,
        r"^start: expected integers, got bool$",
    ),
    "None as a start of codes": (
        lambda: gg.explore_codes(typed("take"), None),
        Error,
        r"^start: expected integers, got None of type NoneType$",
    ),
    "start beyond int64": (
        lambda: solve(typed("take"), 2**63),
        Error,
        r"^start: expected codes below 2\^63, got 9223372036854775808$",
    ),
    "matrix of starts": (
        lambda: solve(take_codes, np.zeros((2, 2), dtype=int)),
        Error,
        r"^start: expected one dimension, got shape \(2, 2\)$",
    ),
    "unhashable start": (
        lambda: solve(take, [[1, 2]]),
        Error,
        r"^start: expected hashable positions that never change, got \[1, 2\]",
    ),
    "a graph with a start": (
        lambda: solve(gg.GameGraph.from_edges([(1, 0)])),
        Error,
        r"^rule: expected a function, .* got GameGraph; a graph needs no start$",
    ),
    # -- presets
    "preset True": (
        lambda: solve(take, presets=lambda n: True),
        Error,
        r"^preset of 20: expected WIN, LOSE, DRAW .* got True, .*; return gg.WIN, gg.LOSE or None$",
    ),
    "preset of text": (
        lambda: solve(take, presets=lambda n: "won"),
        Error,
        r"^preset of 20: expected WIN, .* got 'won'$",
    ),
    "preset of a float": (
        lambda: solve(take, presets=lambda n: 1.0),
        Error,
        r"^preset of 20: expected WIN, LOSE, DRAW or TIE .* got 1.0$",
    ),
    "preset of another number": (
        lambda: solve(take, presets=lambda n: -7),
        Error,
        r"^preset of 20: expected WIN, LOSE, DRAW or TIE .* got -7$",
    ),
    "presets that are a list": (
        lambda: solve(take, presets=[0, 1]),
        Error,
        r"^presets: expected a function of a position, or a mapping, got \[0, 1\]$",
    ),
    "compiled presets of a Python rule": (
        lambda: solve(take, presets=typed("preset")),
        Error,
        r"^presets: expected a function of one position, or a mapping, .* got the compiled ",
    ),
    "presets of a rule's signature": (
        lambda: solve(typed("take"), presets=typed("take")),
        Error,
        r"^presets: expected a compiled function of the signature int64_t \(int64_t code, void \*d",
    ),
    "presets of one code for a batch": (
        lambda: solve(take_codes, presets=lambda n: gg.WIN),
        Error,
        r"^presets: expected 1 outcomes, one for every code, got shape \(\)$",
    ),
    "batch presets of another length": (
        lambda: solve(take_codes, presets=lambda codes: [2, 2]),
        Error,
        r"^presets: expected 1 outcomes, one for every code, got shape \(2,\)$",
    ),
    "batch presets of bools": (
        lambda: solve(take_codes, presets=lambda codes: codes == 2),
        Error,
        r"^presets: expected outcomes, got bools, .*gg.LOSE\), or .*gg.NO_PRESET\)$",
    ),
    "batch presets of a list of bools": (
        lambda: solve(take_codes, presets=lambda codes: [True]),
        Error,
        r"^presets: expected outcomes, got bools, .*gg.LOSE\), or .*gg.NO_PRESET\)$",
    ),
    "batch presets of another number": (
        lambda: solve(take_codes, presets=lambda codes: codes * 0 + 7),
        Error,
        r"^preset of code 20: expected WIN, LOSE, DRAW, TIE or NO_PRESET "
        r"\(1, -1, 0, 3 or 2\), got 7$",
    ),
    "batch presets of NaN": (
        lambda: solve(take_codes, presets=lambda codes: codes * np.nan),
        Error,
        r"^presets: expected integers, got float64$",
    ),
    "mapping of text presets for a batch": (
        lambda: solve(take_codes, presets={20: "won"}),
        Error,
        r"^presets: expected WIN, LOSE, DRAW or TIE, got 'won'$",
    ),
    "mapping of other positions for a batch": (
        lambda: solve(take_codes, presets={"a": gg.WIN}),
        Error,
        r"^presets: expected integers, got strings",
    ),
    "presets of one code for a compiled rule": (
        lambda: solve(typed("take"), presets=lambda n: gg.WIN if n == 2 else None),
        Error,
        r"^presets: expected an array of 1 outcomes, one for every code of the array .* got None$",
    ),
}
