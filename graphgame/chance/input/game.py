"""`ChanceGame`: a game of chance as arrays, as a file keeps it and a certificate begins with it."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from graphgame.chance.bounds.rows import CHANCE, END, FIRST, Rows
from graphgame.chance.input.weights import refuse_wide
from graphgame.errors import GraphGameError
from graphgame.outcome import NO_PRESET, NO_SCORE, Outcome

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphgame.graphs.graph import GameGraph
    from graphgame.types import BoolArray, Int8Array, Int64Array


class ChanceGame:
    """A game of chance: a graph, who moves, and integers beside its moves and ends.

    Parameters
    ----------
    graph : GameGraph
    owner : (n,) int8 or None
        Who moves: 0, 1, or -1 for chance; None where players alternate.
    weights : (m,) int64 or None
        In the order of `option_idx`.  The probability of a move of chance is its weight, divided by
        the sum of those of its position; 0 at other moves.
    points : (m,) int64 or None
        What moves pay to player 0, or to who moves where players alternate; multiplied by `scale`.
    given : (n,) int64 or None
        What ends pay, multiplied by `scale`; `NO_SCORE` where play goes on.  None in a game that is
        won or lost, by who cannot move and by the presets of the graph.
    endless : Fraction
        What a play that never ends is worth to player 0.
    scale : int
        A multiple of the denominator of `endless`.
    player : {0, 1}
        Whose probability of winning is asked for.
    """

    __slots__ = ("endless", "given", "graph", "owner", "player", "points", "scale", "weights")

    def __init__(
        self,
        graph: GameGraph[Any],
        owner: Int8Array | None,
        weights: Int64Array | None,
        points: Int64Array | None,
        given: Int64Array | None,
        endless: Fraction,
        scale: int,
        player: int,
    ) -> None:
        self.graph: GameGraph[Any] = graph
        self.owner: Int8Array | None = owner
        self.weights: Int64Array | None = weights
        self.points: Int64Array | None = points
        self.given: Int64Array | None = given
        self.endless: Fraction = endless
        self.scale: int = scale
        self.player: int = player

    @property
    def has_scores(self) -> bool:
        """Return whether values are expected scores, not probabilities."""
        return self.given is not None

    def sources(self) -> Int64Array:
        """Return the position that each move is one of."""
        degree = np.diff(self.graph.option_ptr)
        found: Int64Array = np.repeat(np.arange(self.graph.n), degree)
        return found

    def over(self) -> BoolArray:
        """Return where play is over."""
        if self.given is not None:
            scored: BoolArray = self.given != NO_SCORE
            return scored
        assert self.owner is not None, "players who alternate have scores"
        return _over(self.graph, self.owner)

    def wins(self) -> BoolArray:
        """Return the ends that `player` wins."""
        presets, kind = self.graph.presets, self.owner
        assert kind is not None, "players who alternate have scores"
        winner = np.where(self.over(), 1 - kind, -1)
        if presets is not None:
            winner[presets != NO_PRESET] = -1
            winner[presets == int(Outcome.WIN)] = kind[presets == int(Outcome.WIN)]
            lost = presets == int(Outcome.LOSE)
            winner[lost] = 1 - kind[lost]
        won: BoolArray = winner == self.player
        return won

    def refuse_wide(self) -> None:
        """Refuse numbers that float64 may not have, or not their sums."""
        most = [
            0 if x is None else int(np.abs(x).max(initial=0)) for x in (self._paid(), self.points)
        ]
        for name, number in zip(("scores", "points"), most, strict=True):
            refuse_wide(name, number, 52)
        refuse_wide("endless", abs(self.endless * self.scale), 52)

    def _paid(self) -> Int64Array | None:
        """Return what ends pay, 0 where play goes on."""
        return None if self.given is None else np.where(self.given == NO_SCORE, 0, self.given)

    def for_solver(self) -> tuple[Rows, Int64Array]:
        """Return the game as the solver takes it, and what its ends pay beyond endless play.

        The first player there is `player`; where players alternate, position v of the game is v
        with player 0 to move and n + v with player 1.
        """
        rows = self._rows()
        if self.given is None:
            mine = rows if self.player == FIRST else rows.turned()
            return mine, self.wins().astype(np.int64)
        d = int(self.endless * self.scale)
        pays: Int64Array = np.where(self.over(), self.given - d, 0)
        if self.owner is None:
            return rows.by_turns(), np.concatenate([pays, -pays])
        return rows, pays

    def _rows(self) -> Rows:
        """Return the moves of positions where play goes on, those of players without copies."""
        graph, source, ends = self.graph, self.sources(), self.over()
        idx, n = np.asarray(graph.option_idx), graph.n
        kind: Int8Array = np.zeros(n, np.int8) if self.owner is None else self.owner
        kept = ~ends[source]
        of_players = kept & (kind[source] != CHANCE)
        order = np.arange(len(idx))
        if ((np.diff(idx) <= 0) & (np.diff(source) == 0)).any():  # else no copies, and in order
            best = np.zeros(len(idx), np.int64)
            if self.points is not None:
                best = np.where(kind[source] == FIRST, -self.points, self.points)
            order = np.lexsort((best, idx, source))
            same = np.zeros(len(idx), dtype=np.bool_)
            before, after = order[:-1], order[1:]
            same[after] = (source[after] == source[before]) & (idx[after] == idx[before])
            kept &= ~(same & of_players)
        order = order[kept[order]]
        source = source[order]
        ptr: Int64Array = np.zeros(n + 1, dtype=np.int64)
        np.cumsum(np.bincount(source, minlength=n), out=ptr[1:])
        weights: Int64Array = np.ones(len(order), dtype=np.int64)
        totals: Int64Array = np.ones(n, dtype=np.int64)
        if self.weights is not None:
            dice = kind[source] == CHANCE
            weights[dice] = self.weights[order[dice]]
            rolls = (kind == CHANCE) & (np.diff(ptr) > 0)
            if rolls.any():
                totals[rolls] = np.add.reduceat(np.where(dice, weights, 0), ptr[:-1][rolls])
        return Rows(
            ptr,
            idx[order].astype(np.int32),
            np.where(ends, END, kind).astype(np.int8),
            weights,
            totals,
            None if self.points is None else self.points[order],
        )


def _over(graph: GameGraph[Any], owner: Int8Array) -> BoolArray:
    """Return where a game that is won or lost is over: no move of a player, or a preset."""
    over: BoolArray = (np.diff(graph.option_ptr) == 0) & (owner != CHANCE)
    if graph.presets is not None:
        over |= graph.presets != NO_PRESET
    return over


def won_or_lost(
    graph: GameGraph[Any], owner: Int8Array, weights: Int64Array | None, player: int
) -> ChanceGame:
    """Return a game that one player wins: who cannot move loses, and presets end play.

    Raises
    ------
    GraphGameError
        If chance moves at a position with a preset.
    """
    if player not in (0, 1) or isinstance(player, bool):
        raise GraphGameError(f"player: expected 0 or 1, got {player!r}")
    if graph.presets is not None:
        wrong = (graph.presets != NO_PRESET) & (owner == CHANCE)
        if wrong.any():
            name = graph.position(int(wrong.argmax()))
            raise GraphGameError(
                f"presets[{name!r}]: expected one for the player who moves there, got one where "
                "chance moves; give it an owner"
            )
    return ChanceGame(graph, owner, weights, None, None, Fraction(0), 1, player)
