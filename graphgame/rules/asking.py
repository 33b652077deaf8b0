"""Rules that are asked again: what solved games know whose moves are not stored."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from itertools import islice

from graphgame.errors import GraphGameError
from graphgame.outcome import NO_PRESET
from graphgame.rules.compiled import native_function

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphgame.types import Int8Array, Int64Array

# The kinds of rules: a function of one position, of a (k,) array of codes, or compiled, of a code.
POSITIONS, BATCH, COMPILED = "positions", "batch", "compiled"
# How many options of the first position are looked at.
_SAMPLE = 64


class Rules:
    """The functions of a rule, and what they take.

    Attributes
    ----------
    kind : {"positions", "batch", "compiled"}
    options : callable or compiled function
    preset : callable or compiled function, of the same kind, or None
    """

    __slots__ = ("kind", "options", "preset")

    def __init__(self, kind: str, options: Any, preset: Any) -> None:
        self.kind, self.options, self.preset = kind, options, preset

    @property
    def takes_codes(self) -> bool:
        """Whether the rule takes codes, many at a time or compiled."""
        return self.kind != POSITIONS

    def ask_options(self, position: Any) -> list[Any]:
        """Return the options of one position, in the order of the rule; repeated ones each."""
        if self.kind != POSITIONS:
            import numpy as np

            _, options, _ = self.moves(np.array([position], dtype=np.int64))
            return [*options.tolist()]
        if self.preset is not None and self.preset(position) not in (None, NO_PRESET):
            return []
        return list(self.options(position))

    def moves(self, codes: Int64Array) -> tuple[Int64Array, Int64Array, Int8Array | None]:
        """Return the moves from codes, and their presets.

        Parameters
        ----------
        codes : (k,) int64

        Returns
        -------
        sources : (m,) int64
            Of every move the index of its code, from 0 to k - 1.
        options : (m,) int64
        presets : (k,) int8 or None
            `NO_PRESET` where there is none.  A code with a preset has no moves.
        """
        import numpy as np

        if self.kind == BATCH:
            from graphgame.rules.codes import ask_batch

            return ask_batch(self.options, self.preset, codes)
        from graphgame.rules import _asking, _explore
        from graphgame.rules.explore import explain

        function = native_function(self.options)
        preset = (0, 0) if self.preset is None else native_function(self.preset)
        assert function is not None, "a compiled function, as explored"
        assert preset is not None, "as explored, compiled where the rule is"
        try:
            ends, options, presets = _asking.ask(*function, *preset, np.ascontiguousarray(codes))
        except _explore.RuleError as error:
            raise GraphGameError(explain(error)) from None
        sources = np.repeat(np.arange(len(codes)), np.diff(np.asarray(ends), prepend=0))
        found = None if presets is None else np.asarray(presets)
        return sources, np.asarray(options), found


def read_rules(rule: Any, first: Any, presets: Any = None) -> Rules:
    """Return what kind a rule is, and its functions.

    A compiled function is known by its type.  A Python function is asked for the options of the
    first position: if it returns an iterable of hashable positions, it takes one position; else, if
    it returns sources and options for an array of that one code, it takes arrays.

    Parameters
    ----------
    rule : callable, compiled function, or object with ``options`` and perhaps ``preset``
    first : hashable
        The first position.
    presets : callable or compiled function, optional
        Comes before ``rule.preset``.
    """
    options = getattr(rule, "options", rule)
    preset = presets if presets is not None else getattr(rule, "preset", None)
    if native_function(options) is not None:
        return Rules(COMPILED, options, preset)
    if callable(options) and _is_code(first) and not _takes_one(options, first):
        return Rules(BATCH if _takes_many(options, first) else POSITIONS, options, preset)
    return Rules(POSITIONS, options, preset)


def _is_code(position: Any) -> bool:
    import numpy as np

    if isinstance(position, bool) or not isinstance(position, int | np.integer):
        return False
    return -(2**63) <= int(position) < 2**63


def _takes_one(options: Any, first: Any) -> bool:
    """Return whether a function returns hashable positions for one position."""
    try:
        found = options(first)
        if isinstance(found, str | bytes) or not isinstance(found, Iterable):
            return False
        return all(isinstance(x, Hashable) and _has_hash(x) for x in islice(found, _SAMPLE))
    except Exception:  # noqa: BLE001 -- whatever it does with a code, it may take arrays
        return False


def _has_hash(value: Any) -> bool:
    try:
        hash(value)
    except TypeError:
        return False
    return True


def _takes_many(options: Any, first: Any) -> bool:
    """Return whether a function returns sources and options for an array of one code."""
    import numpy as np

    try:
        sources, targets = options(np.array([first], dtype=np.int64))
        sources, targets = np.asarray(sources), np.asarray(targets)
    except Exception:  # noqa: BLE001 -- it takes positions, then, and says itself what is wrong
        return False
    shaped = sources.shape == targets.shape and sources.ndim == 1
    return bool(shaped and not sources.any())
