"""Preset outcomes: checked once, and kept as an array."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping

from graphgame import checks
from graphgame.errors import GraphGameError
from graphgame.outcome import NO_PRESET

TYPE_CHECKING = False
if TYPE_CHECKING:
    from graphgame import types
else:
    from graphgame.arrays import types


def preset_array(
    presets: types.Presets,
    n: int,
    index: Callable[[Hashable], int],
    position: Callable[[int], Hashable],
) -> types.Int8Array:
    """Return preset outcomes as an (n,) int8 array, `NO_PRESET` where a position has none.

    Parameters
    ----------
    presets : mapping of position to Outcome, or (n,) array_like of int
    n : int
        Number of positions.
    index, position : callable
        From a position to its index, and back.

    Raises
    ------
    GraphGameError
        If a preset is no outcome, or an array has another shape.
    UnknownPositionError
        If `index` raises it.
    """
    import numpy as np

    if isinstance(presets, Mapping):
        at = np.fromiter(map(index, presets), dtype=np.int64, count=len(presets))
        values = checks.integers(list(presets.values()), "presets")
        greatest = 1
        name: Callable[[int], Hashable] = list(presets).__getitem__
    else:
        at = np.arange(n)
        values = checks.integers(presets, "presets")
        greatest = NO_PRESET
        name = position
        if values.shape != (n,):
            raise GraphGameError(
                f"presets: expected a mapping or {n} values, one for every position, "
                f"got an array of shape {values.shape}"
            )
    wrong = (values < -1) | (values > greatest)
    if wrong.any():
        v = int(wrong.argmax())
        raise GraphGameError(
            f"presets[{name(v)!r}]: expected WIN, LOSE or DRAW (1, -1 or 0), got {values[v]}"
        )
    array = np.full(n, NO_PRESET, dtype=np.int8)
    array[at] = values
    return array
