"""Where exploring starts: one position or many."""

from __future__ import annotations

from collections.abc import Iterator, MappingView
from itertools import chain

from graphgame import checks
from graphgame.errors import GraphGameError
from graphgame.rules.kind import NONE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def starting(start: Any, *, codes: bool = False) -> tuple[Any, Any]:
    """Return the first position to start from, `NONE` if there is none, and all of them.

    Parameters
    ----------
    start : hashable, or list, set, range, array, view of a mapping or iterator of hashable
        An iterator may be endless: no more of it is taken than its first position.
    codes : bool
        Whether a tuple stands for many codes, as for any array_like, and not for one position.

    Returns
    -------
    first : hashable
    positions : iterator, list, or 1-D array
    """
    start = checks.unviewed(start)
    if isinstance(start, Iterator):
        first = next(start, NONE)
        return first, chain([] if first is NONE else [first], start)
    array = hasattr(start, "__array__")
    if array:  # a scalar is one position
        if getattr(start, "ndim", 1) > 1:
            raise GraphGameError(f"start: expected one dimension, got shape {start.shape}")
        many = getattr(start, "shape", None) != ()
        # Of many codes only the first becomes an int of Python.
        checks.refuse_masked(start, "start")
        taken = start[:1] if codes and many and hasattr(start, "dtype") else start
        listed = taken.tolist() if hasattr(taken, "tolist") else list(taken)
        if not many:
            return listed, [listed]
        return (listed[0] if listed else NONE), start if codes else listed
    if isinstance(start, list | set | frozenset | range | MappingView) or (
        codes and isinstance(start, tuple)
    ):
        if isinstance(start, frozenset) and not codes:
            return start, [start]  # it can be a position itself
        many_starts: Any = start
        if not isinstance(start, list | range):
            many_starts = list(many_starts)
        return (many_starts[0] if many_starts else NONE), many_starts
    return start, [start]
