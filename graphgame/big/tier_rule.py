"""A rule whose positions have tiers, asked for many positions at a time."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np

from graphgame.errors import GraphGameError
from graphgame.graphs.labels import codes as as_codes
from graphgame.rules.asked import Asked
from graphgame.rules.compiled import NUMBER, native

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphgame.types import Int64Array


KIND = "tiers"
# Positions that the rule is asked about at a time.
BATCH = 1 << 14
# Bytes of a pair while pairs are sorted.
PAIR = 32
# The most pairs in memory, and the part of the memory that they may take.
_MOST_PAIRS, _PAIRS_SHARE = 1 << 24, 4


def pairs_in(memory: int) -> int:
    """Return how many pairs to keep in memory at most."""
    return max(1, min(_MOST_PAIRS, memory // (_PAIRS_SHARE * PAIR)))


class TierRule:
    """A rule whose positions have tiers, asked for many positions at a time.

    Attributes
    ----------
    asked : Asked
    starts : (k,) int64
        Ascending, without repetitions; representatives if there is a symmetry.
    """

    def __init__(self, asked: Asked, starts: Int64Array, tier: object) -> None:
        self.asked = asked
        self.starts: Int64Array = asked.representatives(starts)
        self._tier = _many(tier, self.starts)

    def tiers(self, codes: Int64Array) -> Int64Array:
        """Return the tier of each code."""
        found = as_codes(self._tier(codes), "tier") if len(codes) else codes
        if found.shape != codes.shape:
            raise GraphGameError(
                f"tier: expected {len(codes)} integers, one for each code, got {len(found)}"
            )
        return np.ascontiguousarray(found)


def _many(tier: Any, starts: Int64Array) -> Callable[[Int64Array], Any]:
    """Return a function of tiers as one of an array of codes."""
    compiled = native(tier, NUMBER, "tier")
    if compiled is not None:
        return compiled.numbers
    if not callable(tier):
        raise GraphGameError(
            f"tier: expected a function of a code, or of an array of codes, got {tier!r}"
        )
    return partial(_at_once if len(starts) and _takes_arrays(tier, starts[0]) else _each, tier)


def _at_once(tier: Callable[[Any], Any], codes: Int64Array) -> Any:
    return tier(codes.copy())


def _each(tier: Callable[[Any], Any], codes: Int64Array) -> list[Any]:
    return [tier(code) for code in codes.tolist()]


def _takes_arrays(tier: Callable[[Any], Any], code: int) -> bool:
    """Return whether a function gives an array for an array of two codes."""
    try:
        return bool(np.shape(tier(np.array([code, code], dtype=np.int64))) == (2,))
    except Exception:  # noqa: BLE001 -- whatever it does with an array, it may take one code
        return False
