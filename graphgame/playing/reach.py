"""What a page holds of a solved game: each move once, and what one side's strategy can reach."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from graphgame.errors import GraphGameError
from graphgame.outcome import DRAW, LOSE

if TYPE_CHECKING:
    from graphgame.playing.game import SolvedGame
    from graphgame.types import AnyArray, Int64Array


class Moves(NamedTuple):
    """Positions of a game and the moves between them.

    Attributes
    ----------
    positions : (k,) int64, ascending
        The indices of the positions in the game.
    sources, options : (m,) int64
        The moves as indices into `positions`, by source, then by option; none from terminals.
    """

    positions: Int64Array
    sources: Int64Array
    options: Int64Array


def moves(game: SolvedGame, side: int | None = None) -> Moves:
    """Return the moves that a page offers: parallel edges once, none from a preset position.

    Parameters
    ----------
    game : SolvedGame
    side : {0, 1}, optional
        Keep what can be reached from the start while this side plays the best move of lowest
        index, and the other side any move.  0 is the side that begins; in a game with owners,
        player 0.

    Notes
    -----
    O(n + m log m) time.
    """
    n = len(game.outcomes)
    degrees = np.diff(game.option_ptr)
    sources = np.repeat(np.arange(n), degrees)
    options = np.asarray(game.option_idx, dtype=np.int64)
    going = game.remoteness[sources] != 0  # the options of a preset position are ignored
    if not going.all():
        sources, options = sources[going], options[going]
    edges = sources * n + options
    edges.sort()
    if edges.size:
        edges = edges[np.append(True, edges[1:] != edges[:-1])]
    sources, options = np.divmod(edges, max(n, 1))
    whole = Moves(np.arange(n), sources, options)
    return whole if side is None else _follow_strategy(game, whole, side)


def check_side(side: Any) -> int:
    """Return a side, an integer of any type, as an int."""
    if isinstance(side, bool) or not isinstance(side, int | np.integer) or side not in (0, 1):
        raise GraphGameError(f"side: expected 0 (the side that begins) or 1, got {side!r}")
    return int(side)


def _follow_strategy(game: SolvedGame, whole: Moves, side: int) -> Moves:
    if game.start is None:
        raise GraphGameError(
            "side: expected a game that begins at one position, got one without a start; "
            "solve(…, start=…) sets it"
        )
    n = len(whole.positions)
    best = best_edges(game, whole)
    first = np.searchsorted(whole.sources, np.arange(n + 1))
    reached = np.zeros((2, n), dtype=bool)  # with the side to move, and with the other
    kept = np.zeros(len(whole.sources), dtype=bool)
    # In a game with owners a position says whether the side moves there.
    owned = game.movers
    layer, mover = np.array([game.start]), side if owned is None else 0
    reached[mover, layer] = True
    while layer.size:
        own = np.full(len(layer), mover == 0) if owned is None else owned[layer] == side
        edges = best[layer[own]]
        others = layer[~own]
        edges = np.append(edges[edges >= 0], _ranges(first[others], first[others + 1]))
        kept[edges] = True
        mover = 1 - mover if owned is None else 0
        layer = np.unique(whole.options[edges])
        layer = layer[~reached[mover, layer]]
        reached[mover, layer] = True
    positions = np.flatnonzero(reached.any(axis=0))
    sources, options = whole.sources[kept], whole.options[kept]
    return Moves(
        positions, np.searchsorted(positions, sources), np.searchsorted(positions, options)
    )


def best_edges(game: SolvedGame, moves: Moves) -> Int64Array:
    """Return for each position the number of its best move among all moves, -1 at a terminal."""
    best = np.full(len(moves.positions), -1, dtype=np.int64)
    if not moves.sources.size:
        return best
    outcomes = game.values(moves.sources, moves.options)
    plies = game.remoteness[moves.options].astype(np.int64)
    far = np.int64(1) << 32  # beyond every remoteness
    plies[plies < 0] = far - 1  # a length that is not known
    drawn = far if game.draw_costs is None else far + game.draw_costs()[moves.options]
    cost = np.where(outcomes == LOSE, plies, np.where(outcomes == DRAW, drawn, 3 * far - plies))
    if game.strategy is not None:
        cost[game.strategy[moves.sources] == moves.options] = -1
    rows = np.flatnonzero(np.append(True, moves.sources[1:] != moves.sources[:-1]))
    least = np.minimum.reduceat(cost, rows)
    lengths = np.diff(rows, append=len(cost))
    edges = np.arange(len(cost))
    edges[cost != np.repeat(least, lengths)] = len(cost)
    best[moves.sources[rows]] = np.minimum.reduceat(edges, rows)
    return best


def _ranges(begins: AnyArray, ends: AnyArray) -> Int64Array:
    """Return the numbers from each begin up to its end, one range after another."""
    lengths = ends - begins
    before = np.cumsum(lengths) - lengths
    numbers: Int64Array = np.arange(lengths.sum()) + np.repeat(begins - before, lengths)
    return numbers
