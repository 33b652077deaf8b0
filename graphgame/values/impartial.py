"""The impartial game that values are found of: where a preset LOSE has no moves."""

from __future__ import annotations

from graphgame.arrays import read_only
from graphgame.errors import GraphGameError
from graphgame.graphs.graph import GameGraph
from graphgame.outcome import LOSE, NO_PRESET, Outcome

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphgame.types import BoolArray, P


def without_presets(game: GameGraph[P]) -> GameGraph[P]:
    """Return a game without presets that has the values of `game`.

    A preset LOSE is a terminal, and so is a position without moves: they go.  A game without
    presets is returned as it is.

    Parameters
    ----------
    game : GameGraph

    Raises
    ------
    GraphGameError
        If a preset is WIN or DRAW, for which no Grundy value stands.

    Notes
    -----
    O(n + m) time.  The result has the form of `game`, edges or options, and is made of that form
    alone: nothing that a kernel derived from it is used.
    """
    ended = preset_losses(game)
    if ended is None:
        return game
    # A graph of edges may have options too: those that a kernel grouped.
    return _rows_without(game, ended) if game._edges is None else _edges_without(game, ended)


def preset_losses(game: GameGraph[P]) -> BoolArray | None:
    """Return which positions have a preset LOSE; None without presets; refuse all others.

    A game in which positions say who moves is refused, too: it is not impartial.
    """
    if game._movers is not None:
        raise GraphGameError(
            "graph: expected a game whose players alternate, got one with movers, which has no "
            "Grundy values; solve gives its outcomes, and with_movers(None) is without them"
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
    ended: BoolArray = presets == LOSE
    return ended


def _edges_without(game: GameGraph[P], ended: BoolArray) -> GameGraph[P]:
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


def _rows_without(game: GameGraph[P], ended: BoolArray) -> GameGraph[P]:
    """Return the game without the options of some positions."""
    import numpy as np

    assert game._options is not None, "a game of options"
    ptr, idx = map(read_only, game._options)
    degrees = np.where(ended, 0, np.diff(ptr))
    kept = idx[~np.repeat(ended, np.diff(ptr))]
    options = np.concatenate([[0], np.cumsum(degrees)]), kept
    named: Any = {"labels": game.labels, "index": game._index, "symmetry": game._symmetry}
    return GameGraph._from_checked(game.n, len(kept), options=options, **named)
