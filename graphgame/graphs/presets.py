"""Preset outcomes: checked once, and kept as an array."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping

from graphgame import checks
from graphgame.errors import GraphGameError
from graphgame.graphs.labels import beside
from graphgame.graphs.turns import end_array, is_pair, split_pairs
from graphgame.outcome import NO_PRESET, Outcome

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphgame import types
    from graphgame.graphs.positions import Positions
else:
    from graphgame.arrays import types


def preset_arrays(
    presets: types.Presets, graph: Positions[Any], *, in_order: bool = False
) -> tuple[types.Int8Array, types.Int32Array | None]:
    """Return preset outcomes as an (n,) int8 array, and their remoteness as (n,) int32 or None.

    A position without a preset has `NO_PRESET`, and remoteness 0; None: all have remoteness 0.

    Parameters
    ----------
    presets : mapping of position to Outcome, or (n,) array_like of int
        Or with remoteness, as `GameGraph.with_presets` takes them.
    graph : GameGraph
    in_order : bool
        Whether an array is known to be in the order of the positions.

    Raises
    ------
    GraphGameError
        If a preset is no outcome, or an array has another shape.
    UnknownPositionError
        If a mapping names a position that the graph does not have.
    """
    import numpy as np

    n, position = graph.n, graph.position
    if not in_order:
        parts: Any = presets if is_pair(presets) else (presets,)
        given = [beside(part, graph, "presets") for part in parts]
        if len(given) == 1:
            presets = given[0]
        elif any(isinstance(part, Mapping) for part in given):
            raise GraphGameError(
                "presets: expected two arrays, got a mapping or an index; give one mapping of "
                "position to (outcome, remoteness)"
            )
    presets, ends = split_pairs(presets)
    if isinstance(presets, Mapping):
        at = np.fromiter(map(graph.index, presets), dtype=np.int64, count=len(presets))
        values = checks.integers(list(presets.values()), "presets")
        may_lack = False
        name: Callable[[int], Hashable] = list(presets).__getitem__
    else:
        at = np.arange(n)
        values = checks.integers(presets, "presets")
        may_lack = True
        name = position
        if values.shape != (n,):
            raise GraphGameError(
                f"presets: expected a mapping or {n} values, one for every position, "
                f"got an array of shape {values.shape}"
            )
    wrong = (values < Outcome.LOSE) | (values > Outcome.TIE)
    if not may_lack:
        wrong |= values == NO_PRESET
    if wrong.any():
        v = int(wrong.argmax())
        raise GraphGameError(
            f"presets[{name(v)!r}]: expected WIN, LOSE, DRAW or TIE (1, -1, 0 or 3), "
            f"got {values[v]}"
        )
    array = np.full(n, NO_PRESET, dtype=np.int8)
    array[at] = values
    if ends is None:
        return array, None
    far = np.zeros(n, dtype=np.int32)
    far[at] = end_array(ends, n, values, name)
    return array, far
