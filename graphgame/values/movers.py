"""Positions that say who moves: their values are no values of sums, and there is a warning."""

from __future__ import annotations

import warnings
from operator import itemgetter

from graphgame.arrays import read_only

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from graphgame.graphs.graph import GameGraph
    from graphgame.types import AnyArray

# Positions looked at first: few games have such a field, and most show it at once.
_SAMPLE = 256


def warn_of_movers(game: GameGraph[Any]) -> None:
    """Warn if the first or the last field of all positions says who moves.

    It does if positions are tuples of one length of two or more, the field has two values, every
    move changes it, and there are moves from both.

    Notes
    -----
    O(n + m) time where a sample of positions has such a field, else O(1).
    """
    labels: Any = game.labels
    if not isinstance(labels, list) or len(labels) < 2 or game.m == 0:
        return
    for field, name in ((-1, "last"), (0, "first")):
        sides = _sides(labels[:_SAMPLE], field)
        if sides is None or _sides(labels, field) is None:
            continue
        if _alternates(game, _sides(labels, field)):
            warnings.warn(
                f"graph: the {name} field of the positions, such as {labels[0]!r}, says who moves: "
                "each move changes it.  Unless both players have the same moves, values other than "
                "0 say only that the player to move wins, and do not add up in sums: see grundy.  "
                "If they have the same moves, leave the field out; solve gives outcomes",
                stacklevel=3,
            )
            return


def _sides(labels: Sequence[Any], field: int) -> AnyArray | None:
    """Return a field of labels as an array of 0 and 1; None if it has not two values."""
    import numpy as np

    if not set(map(type, labels)) or not all(issubclass(x, tuple) for x in {*map(type, labels)}):
        return None
    lengths = {*map(len, labels)}
    if len(lengths) != 1 or min(lengths) < 2:
        return None
    column = [*map(itemgetter(field), labels)]
    try:
        values = list(dict.fromkeys(column))
    except TypeError:
        return None
    if len(values) != 2:
        return None
    return np.fromiter(map({values[0]: 0, values[1]: 1}.__getitem__, column), np.int8, len(column))


def _alternates(game: GameGraph[Any], sides: AnyArray | None) -> bool:
    """Return whether every move changes the side, and both sides have moves."""
    if sides is None:
        return False
    moved = {False: False, True: False}
    for u, v in game.edge_blocks():
        own = read_only(sides)[u]
        if (own == sides[v]).any():
            return False
        moved[False] |= bool((own == 0).any())
        moved[True] |= bool((own == 1).any())
    return all(moved.values())
