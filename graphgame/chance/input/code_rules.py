"""What moves pay in games of codes: a rule of arrays returns it, or a function of arrays does.

A rule of arrays may return (sources, options, points).  Exploring takes the first two.  What moves
pay is asked afterwards, once more, in the order of the moves of the graph: a rule that then
returns other moves is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from graphgame.errors import GraphGameError
from graphgame.graphs.labels import CodeLabels
from graphgame.rules.batches import called, moves
from graphgame.rules.blocks import BLOCK
from graphgame.rules.compiled.addresses import OPTIONS, native

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphgame.graphs.graph import GameGraph
    from graphgame.types import AnyArray, Int64Array


class Paying:
    """A rule as exploring asks for it: without what moves pay, if it returns that as well.

    Attributes
    ----------
    rule : callable or compiled function
        For exploring.
    """

    def __init__(self, options: Any) -> None:
        self._options = options
        self._pays = False
        is_plain = callable(options) and native(options, OPTIONS) is None
        self.rule: Any = self._without_points if is_plain else options

    def _without_points(self, position: Any) -> Any:
        returned = self._options(position)
        if not isinstance(position, np.ndarray) or not _is_triple(returned):
            return returned
        self._pays = True
        return returned[:2]

    def points(self, game: GameGraph[Any]) -> AnyArray | None:
        """Return what moves pay, in the order of `option_idx`; None where the rule does not say.

        Raises
        ------
        GraphGameError
            If the rule returns other moves than before, or points for some moves only.
        """
        if not self._pays:
            return None
        found = []
        for batch, degrees, options in _blocks(game):
            returned = called(self._options, batch)
            if not _is_triple(returned):
                raise GraphGameError(
                    "rule: expected (sources, options, points) for all codes, as for others, got "
                    f"none for those from {batch[0]} on"
                )
            sources, reached = moves(returned[:2], len(batch))
            points = _column(returned[2], len(sources), "rule")
            if (sources[1:] < sources[:-1]).any():
                order = np.argsort(sources, kind="stable")
                sources, reached, points = sources[order], reached[order], points[order]
            row = np.repeat(np.arange(len(batch)), degrees)
            if not (np.array_equal(sources, row) and np.array_equal(reached, options)):
                raise GraphGameError(
                    "rule: expected the same options whenever it is asked, got others of codes "
                    f"from {batch[0]} on when asked for points"
                )
            found.append(points)
        return np.concatenate(found)


def points_of_codes(function: Callable[[Any, Any], Any], game: GameGraph[Any]) -> Any:
    """Return what moves pay by a function of two arrays, of positions and of their options."""
    found: Any = np.empty(game.m, dtype=np.int64)
    at = 0
    for batch, degrees, options in _blocks(game):
        count = len(options)
        if count:
            points = _column(function(np.repeat(batch, degrees), options), count, "points")
            if found.dtype != points.dtype:
                found = found.astype(np.promote_types(found.dtype, points.dtype), copy=False)
            found[at : at + count] = points
            at += count
    return found


def has_codes(game: GameGraph[Any]) -> bool:
    """Return whether positions are codes of a rule of arrays, or of a compiled one."""
    return isinstance(game.labels, CodeLabels)


def _is_triple(returned: Any) -> bool:
    return (
        isinstance(returned, tuple | list)
        and len(returned) == 3
        and any(isinstance(x, np.ndarray) for x in returned)
    )


def _blocks(game: GameGraph[Any]) -> Iterator[tuple[Int64Array, Int64Array, Int64Array]]:
    """Yield codes, block by block, how many moves each has, and where these lead to."""
    labels = game.labels
    assert isinstance(labels, CodeLabels), "a game of codes"
    ptr = game.option_ptr
    for first in range(0, game.n, BLOCK):
        stop = min(first + BLOCK, game.n)
        options = labels.array[game.option_idx[ptr[first] : ptr[stop]]]
        yield labels.array[first:stop], np.diff(ptr[first : stop + 1]), options


def _column(points: Any, count: int, what: str) -> AnyArray:
    """Return what moves pay as an array; refuse another number than there are moves."""
    found = np.asarray(points)
    if found.shape != (count,):
        raise GraphGameError(
            f"{what}: expected points for {count} moves, one for each, got shape {found.shape}"
        )
    return found
