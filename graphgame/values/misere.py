"""Misère play: the outcomes of all sums that some components lead to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from graphgame.graphs.graph import GameGraph
from graphgame.rules.sums._multisets import Multisets
from graphgame.solving.solve import solve

if TYPE_CHECKING:
    from graphgame.types import AnyArray


def misere_outcomes(
    option_ptr: AnyArray,
    part_ptr: AnyArray,
    part_idx: AnyArray,
    start: Sequence[int],
    most: int,
) -> Callable[[Sequence[int]], int] | None:
    """Return the function that gives the outcomes of sums in misère play.

    Parameters
    ----------
    option_ptr : (n + 1,) int64
        The options of component v are those from option_ptr[v] up to option_ptr[v + 1].
    part_ptr : (m + 1,) int64
        Option e leaves the components part_idx[part_ptr[e]:part_ptr[e + 1]], in ascending order.
    part_idx : (k,) int32
    start : sequence of int
        The parts of a sum.
    most : int
        The most sums; components without options do not count as parts.

    Returns
    -------
    callable or None
        From the parts of a sum that the start leads to, in any order, to its outcome; None if there
        are more than `most` sums.

    Notes
    -----
    O(n + k + sums × moves) time.
    """
    is_going = np.diff(option_ptr) > 0
    kept = is_going[part_idx]
    ends = np.concatenate([[0], np.cumsum(kept)])[part_ptr]
    going = is_going.tolist()

    def row(parts: Sequence[int]) -> AnyArray:
        return np.array(sorted(part for part in parts if going[part]), np.int32)

    found = Multisets(
        np.ascontiguousarray(option_ptr, np.int64),
        np.ascontiguousarray(ends, np.int64),
        np.ascontiguousarray(part_idx[kept], np.int32),
    )
    found.add(row(start))
    found.run(most, lambda *_: None, None)
    if found.count > most:
        return None
    _, _, ptr, idx = found.finish()
    graph: GameGraph[Any] = GameGraph._from_checked(found.count, found.m, options=(ptr, idx))
    outcomes = solve(graph, play="misere").outcomes.tolist()

    def outcome(parts: Sequence[int]) -> int:
        v = found.find(row(parts))
        assert v >= 0, "a sum that the start leads to"
        return int(outcomes[v])

    return outcome
