"""Check what rules on int64 codes return for many codes at a time."""

from __future__ import annotations

from collections.abc import Callable

from graphgame import checks
from graphgame.errors import GraphGameError
from graphgame.graphs.given import outcome_numbers
from graphgame.graphs.labels import codes
from graphgame.graphs.presets import end_array, split_pairs
from graphgame.outcome import MOST_POSITIONS, NO_PRESET, Outcome
from graphgame.rules.kind import COMPILED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphgame import types
    from graphgame.rules.kind import Rules
    from graphgame.types import Int8Array, Int32Array, Int64Array
else:
    from graphgame.arrays import types


def ask_batch(
    rules: Rules, batch: Int64Array
) -> tuple[Int64Array, Int64Array, Int8Array | None, Int32Array | None]:
    """Ask a rule for the options of codes.

    Returns
    -------
    sources, options : (m,) int64
        Of every option the index of its code, and the option.
    presets, ends : (k,) int8 and int32, or None
        The presets and their remoteness.
    """
    import numpy as np

    function = rules.options.options if rules.kind == COMPILED else rules.options
    rows: Int64Array | None = None  # which of the batch are expanded; None for all
    presets = ends = None
    if rules.preset is not None:
        presets, ends = ask_presets(rules, batch)
        rows = np.flatnonzero(presets == NO_PRESET)
    expanded = batch if rows is None else batch[rows]
    returned = called(function, expanded) if len(expanded) else ((), ())
    sources, options = moves(returned, len(expanded))
    return sources if rows is None else rows[sources], options, presets, ends


def ask_presets(rules: Rules, batch: Int64Array) -> tuple[Int8Array, Int32Array | None]:
    """Ask a rule that has presets for those of codes, and for their remoteness."""
    function = rules.preset.numbers if rules.kind == COMPILED else rules.preset
    presets, ends = batch_presets(called(function, batch), batch)
    if rules.remoteness is not None:
        ends = compiled_ends_at(rules, presets, batch.__getitem__)
    return presets, ends


def compiled_ends_at(
    rules: Rules, presets: Any, codes_at: Callable[[Any], Int64Array]
) -> Int32Array | None:
    """Return in how many plies the presets of codes end, by the compiled function that says it.

    It is asked where the preset is LOSE or WIN; other presets have remoteness 0.  `codes_at` is a
    function from ascending indices of codes to these codes.
    """
    import numpy as np

    if rules.remoteness is None or presets is None:
        return None
    kinds = np.asarray(presets)
    rows = np.flatnonzero((kinds == Outcome.LOSE) | (kinds == Outcome.WIN))
    reached = codes_at(rows)
    found = rules.remoteness.numbers(reached)
    ends = np.zeros(len(kinds), dtype=np.int32)  # takes no memory where it is left alone
    ends[rows] = end_array(found, MOST_POSITIONS // 2, kinds[rows], reached.__getitem__)
    return ends


def joined_ends(pieces: list[tuple[Int8Array, Int32Array | None]]) -> Int32Array | None:
    """Return the remoteness of all presets; None if no batch had any."""
    import numpy as np

    if all(ends is None for _, ends in pieces):
        return None
    joined = [np.zeros(len(kinds), np.int32) if ends is None else ends for kinds, ends in pieces]
    return np.concatenate(joined)


def called(function: Callable[[Int64Array], Any], batch: Int64Array) -> Any:
    """Call a function with a copy of codes, so that it cannot change them; return the result.

    What it raises gets a note.
    """
    try:
        return function(batch.copy())
    except Exception as error:
        error.add_note(f"while exploring {len(batch)} codes, the first being {batch[0]}")
        raise


def moves(returned: Any, k: int) -> tuple[types.Int64Array, types.Int64Array]:
    """Check what a rule returned for k codes: the sources and the options."""
    if not isinstance(returned, tuple | list) or len(returned) != 2:
        found = f"one {type(returned).__name__}" if returned is not None else "None"
        if isinstance(returned, tuple | list):
            found = f"a {type(returned).__name__} of {len(returned)}"
        elif hasattr(returned, "shape"):
            found = f"one array of shape {returned.shape}"
        raise GraphGameError(
            "rule: expected a pair of arrays, (sources, options): of each move the index of the "
            f"code it starts from, and the code it leads to; got {found}"
        )
    sources, options = (
        codes(values, what) for values, what in zip(returned, ("sources", "options"), strict=True)
    )
    if len(sources) != len(options):
        raise GraphGameError(
            "rule: expected two arrays of one length, "
            f"got {len(sources)} sources and {len(options)} options"
        )
    try:
        checks.check_range(sources, k, "sources")
    except GraphGameError as error:
        if ((options >= 0) & (options < k)).all():
            raise GraphGameError(
                f"{error}, while all options are such: return (sources, options), not (options, "
                "sources)"
            ) from None
        raise
    return sources, options


def batch_presets(
    values: Any, batch: types.Int64Array
) -> tuple[types.Int8Array, types.Int32Array | None]:
    """Check what a function of presets returned for a batch of codes: outcomes and remoteness."""
    import numpy as np

    values, ends = split_pairs(values)
    if values is None:
        raise GraphGameError(
            f"presets: expected an array of {len(batch)} outcomes, one for every code of the array "
            "that it is given, got None"
        )
    presets = outcome_numbers(values)
    if presets.shape != batch.shape:
        raise GraphGameError(
            f"presets: expected {len(batch)} outcomes, one for every code, "
            f"got shape {presets.shape}"
        )
    wrong = (presets < Outcome.LOSE) | (presets > Outcome.TIE)
    if wrong.any():
        code, found = batch[wrong][0], presets[wrong][0]
        raise GraphGameError(
            f"preset of code {code}: expected WIN, LOSE, DRAW, TIE or NO_PRESET (1, -1, 0, 3 or "
            f"2), got {found}"
        )
    if ends is not None:
        ends = end_array(ends, MOST_POSITIONS // 2, presets, batch.__getitem__)
    return presets.astype(np.int8), ends
