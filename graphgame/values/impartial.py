"""The impartial game that values are found of: where a preset LOSE has no moves.

Where positions say who moves, values are no values of sums, and there is a warning.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from operator import itemgetter
from typing import Any

from graphgame.arrays import P, read_only, types
from graphgame.errors import GraphGameError
from graphgame.graphs.edges import outside
from graphgame.graphs.form import Found
from graphgame.graphs.graph import GameGraph
from graphgame.outcome import LOSE, NO_PRESET, Outcome

# Positions looked at first: few games have such a field, and most show it at once.
_SAMPLE = 256


def without_presets(game: GameGraph[P]) -> GameGraph[P]:
    """Return a game without presets that has the values of `game`.

    A preset LOSE is a terminal, and so is a position without moves: they go.  Other presets are
    refused, since no Grundy value stands for them.  A game without presets is returned as it is.

    O(n + m) time.  The result has the form of `game`, edges or options, and is made of that form
    alone: nothing that a kernel derived from it is used.
    """
    ended = preset_losses(game)
    if ended is None:
        return game
    # A graph of edges may have options too: those that a kernel grouped.
    return _rows_without(game, ended) if game._edges is None else _edges_without(game, ended)


def preset_losses(game: GameGraph[P]) -> types.BoolArray | None:
    """Return which positions have a preset LOSE; None without presets; refuse all others.

    A game in which positions say who moves is refused, too: it is not impartial.
    """
    if game._owner is not None:
        raise GraphGameError(
            "graph: expected a game whose players alternate, got one with owners, which has no "
            "Grundy values; solve gives its outcomes, and with_owner(None) is without them"
        )
    if game._presets is None:
        return None
    presets = read_only(game._presets)
    wrong = (presets != LOSE) & (presets != NO_PRESET)
    if wrong.any():
        v = int(wrong.argmax())
        raise GraphGameError(
            f"position {game.position(v)!r}: expected no preset but LOSE, a terminal of value 0, "
            f"got {Outcome(int(presets[v]))}: no Grundy value stands for it"
        )
    ended: types.BoolArray = presets == LOSE
    return ended


def is_impartial(found: Found) -> None:
    """Refuse the file of a game that has no values."""
    preset_losses(found.game)


def _edges_without(game: GameGraph[P], ended: types.BoolArray) -> GameGraph[P]:
    """Return the game without the edges from some positions, block by block."""
    import numpy as np

    kept = sum(int(np.count_nonzero(~ended[u])) for u, _ in game.edge_blocks())
    edges = np.empty((kept, 2), dtype=np.int32)
    end = 0
    for u, v in game.edge_blocks():
        stay = ~ended[u]
        start, end = end, end + int(np.count_nonzero(stay))
        edges[start:end, 0], edges[start:end, 1] = u[stay], v[stay]
    named: Any = {"labels": game.labels, "index": game._index, "symmetry": game._symmetry}
    return GameGraph._from_checked(game.n, kept, edges=edges, **named)


def _rows_without(game: GameGraph[P], ended: types.BoolArray) -> GameGraph[P]:
    """Return the game without the options of some positions."""
    import numpy as np

    assert game._options is not None, "a game of options"
    ptr, idx = map(read_only, game._options)
    degrees = np.where(ended, 0, np.diff(ptr))
    kept = idx[~np.repeat(ended, np.diff(ptr))]
    options = np.concatenate([[0], np.cumsum(degrees)]), kept
    named: Any = {"labels": game.labels, "index": game._index, "symmetry": game._symmetry}
    return GameGraph._from_checked(game.n, len(kept), options=options, **named)


def warn_of_turns(game: GameGraph[Any]) -> None:
    """Warn if the first or the last field of all positions says who moves.

    It does if positions are tuples of one length of two or more, the field has two values, every
    move changes it, and there are moves from both.  O(n + m) time where a sample of positions has
    such a field, else O(1).
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
                stacklevel=outside(),
            )
            return


def _sides(labels: Sequence[Any], field: int) -> types.AnyArray | None:
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


def _alternates(game: GameGraph[Any], sides: types.AnyArray | None) -> bool:
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
