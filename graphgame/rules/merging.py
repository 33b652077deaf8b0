"""Preset positions that are not stored: ask the rule for them again, and merge them.

All positions of one preset outcome and one remoteness are worth the same.  So while a game is
explored and solved, the first one that is met stands for all of them.
"""

from __future__ import annotations

from collections.abc import Callable

from graphgame.checks import is_bool
from graphgame.graphs.given import outcome_number
from graphgame.outcome import NO_PRESET
from graphgame.rules.batches import ask_presets

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphgame.rules.kind import Rules
    from graphgame.types import Int8Array, Int32Array, Int64Array

# Outcomes in a number with a remoteness: LOSE = -1 to TIE = 3.
_OUTCOMES = 8


def all_presets(rules: Rules, codes: Int64Array) -> tuple[Int8Array, Int32Array]:
    """Return the presets of codes, which are representatives, and their remoteness.

    Where there is none, they are `NO_PRESET` and 0.
    """
    import numpy as np

    presets, ends = np.full(len(codes), NO_PRESET, dtype=np.int8), None
    if rules.preset is not None and len(codes):
        presets, ends = ask_presets(rules, codes)
    return presets, np.zeros(len(codes), dtype=np.int32) if ends is None else ends


def ask_preset(preset: Any, position: Any) -> tuple[int, int] | None:
    """Return the preset of one position and its remoteness, by a rule of single positions.

    None stands for no preset, and for what is none: that is found out where it is explored.
    """
    found: Any = None if preset is None else preset(position)
    kind: Any
    end: Any
    kind, end = found if isinstance(found, tuple) and len(found) == 2 else (found, 0)
    if is_bool(kind):
        return None
    try:
        key = int(outcome_number(kind)), int(end)
    except (TypeError, ValueError):
        return None
    return None if key[0] == NO_PRESET else key


class MergedCodes:
    """Replaces codes that have a preset by the first one that has the same.

    Parameters
    ----------
    rules : Rules
        Of the kind "batch".
    """

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._chosen: dict[int, int] = {}

    def __call__(self, codes: Int64Array) -> Int64Array:
        """Return codes, of which those with a preset are replaced."""
        import numpy as np

        presets, ends = all_presets(self._rules, codes)
        rows = np.flatnonzero(presets != NO_PRESET)
        if not len(rows):
            return codes
        keys, first, which = np.unique(
            _OUTCOMES * ends[rows].astype(np.int64) + presets[rows],
            return_index=True,
            return_inverse=True,
        )
        pairs = zip(keys.tolist(), codes[rows[first]].tolist(), strict=True)
        chosen = [self._chosen.setdefault(key, code) for key, code in pairs]
        if self._rules.met is not None:
            self._rules.met.update(codes[rows].tolist())
        merged = codes.copy()
        merged[rows] = np.array(chosen, dtype=np.int64)[which]
        return merged


class MergedOptions:
    """The options of a rule of single positions, merged as those of `MergedCodes`.

    Parameters
    ----------
    rules : Rules
    """

    def __init__(self, rules: Rules) -> None:
        self._options: Callable[[Any], Any] = rules.options
        self._rules = rules
        self._chosen: dict[tuple[int, int], Any] = {}

    def __call__(self, position: Any) -> Any:
        """Return the options of a position, of which those with a preset are replaced."""
        found = self._options(position)
        if not hasattr(found, "__iter__") or isinstance(found, str | bytes):
            return found  # no options: the explorer says so
        return map(self._merge, found)

    def _merge(self, option: Any) -> Any:
        canonical = self._rules.canonical
        one = option if canonical is None else canonical(option)
        key = ask_preset(self._rules.preset, one)
        if key is not None and self._rules.met is not None:
            self._rules.met.add(one)
        return option if key is None else self._chosen.setdefault(key, option)


def by_preset(rules: Rules, codes: list[int]) -> list[Any]:
    """Return each code once, and of those with a preset each outcome and remoteness once."""
    import numpy as np

    presets, ends = all_presets(rules, np.array(codes, dtype=np.int64))
    kinds = zip(codes, presets.tolist(), ends.tolist(), strict=True)
    return [*dict.fromkeys(code if kind == NO_PRESET else (kind, end) for code, kind, end in kinds)]
