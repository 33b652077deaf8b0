"""`Rows`: a game of chance as arrays, as the solver takes it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from graphgame.graphs import _rows

TYPE_CHECKING = False
if TYPE_CHECKING:
    from graphgame.types import BoolArray, Int8Array, Int32Array, Int64Array

FIRST, SECOND, CHANCE, END = 0, 1, -1, 2


@dataclass(frozen=True)
class Rows:
    """A game as arrays.  No player has two moves to one position; chance may.

    `kind[v]` is who moves, -1 for chance, 2 at an end, which has no options.  Of a position of
    chance, option e has probability weights[e] / totals[v].  `points[e]` is what the first player
    gets for a move.
    """

    ptr: Int64Array
    idx: Int32Array
    kind: Int8Array
    weights: Int64Array
    totals: Int64Array
    points: Int64Array | None = None

    @property
    def n(self) -> int:
        """Return the number of positions."""
        return len(self.kind)

    def sources(self) -> Int32Array:
        """Return the position that each move is one of."""
        found: Int32Array = np.repeat(np.arange(self.n, dtype=np.int32), np.diff(self.ptr))
        return found

    def turned(self) -> Rows:
        """Return the same game with the players exchanged."""
        kind = np.where(self.kind == FIRST, SECOND, np.where(self.kind == SECOND, FIRST, self.kind))
        points = None if self.points is None else -self.points
        return Rows(self.ptr, self.idx, kind.astype(np.int8), self.weights, self.totals, points)

    def by_turns(self) -> Rows:
        """Return the game in which players take turns: v with player 0, n + v with player 1.

        All moves are those of player 0 here, who gets their points.
        """
        n, m = self.n, len(self.idx)
        kind = np.where(self.kind == END, END, FIRST)
        return Rows(
            np.concatenate([self.ptr, self.ptr[1:] + m]),
            np.concatenate([self.idx + n, self.idx]).astype(np.int32),
            np.concatenate([kind, np.where(kind == END, END, SECOND)]).astype(np.int8),
            np.concatenate([self.weights, self.weights]),
            np.concatenate([self.totals, self.totals]),
            None if self.points is None else np.concatenate([self.points, -self.points]),
        )

    def ending_at(self, known: BoolArray) -> Rows:
        """Return the game in which some positions are ends."""
        source = self.sources()
        kept = ~known[source]
        ptr: Int64Array = np.zeros(self.n + 1, dtype=np.int64)
        np.cumsum(np.where(known, 0, np.diff(self.ptr)), out=ptr[1:])
        kind = np.where(known, END, self.kind).astype(np.int8)
        points = None if self.points is None else self.points[kept]
        return Rows(ptr, self.idx[kept], kind, self.weights[kept], self.totals, points)

    def transposed(self) -> tuple[Int64Array, Int32Array]:
        """Return the predecessors of every position."""
        ptr, idx = _rows.transpose(self.ptr, self.idx)
        return np.asarray(ptr), np.asarray(idx)
