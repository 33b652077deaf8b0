"""Components in which play may stay for ever, although neither player is better off so.

The moves of one player are fixed, and the other one answers as well as possible: what the first
player gets then is a lower bound of the value, whatever the moves are, and what the second player
pays an upper one.  Where play surely ends once moves are fixed, floats give both
(docs/decisions/039).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from graphgame.arrays import distinct
from graphgame.chance.bounds import _parts, _values
from graphgame.chance.bounds.endless import always_ends
from graphgame.chance.bounds.rows import CHANCE, END, FIRST, SECOND, Rows

TYPE_CHECKING = False
if TYPE_CHECKING:
    from graphgame.types import BoolArray, Float64Array, Int8Array, Int32Array, Int64Array

# Sweeps that value iteration may take in a component.
PATIENCE = 2000.0
# To find moves, play ends after each one with this probability, and then pays 0: who is no worse
# off by staying does not stay.  And sweeps, and the least change that counts, relative to values.
_STOP, _SWEEPS, _SETTLED = 2.0**-20, 20_000, 1e-13
# Moves are changed so often at most, for what is better by more than this.
_ROUNDS, _BETTER = 30, 1e-12


class Parts(NamedTuple):
    """The components of a game, in the order in which they are solved.

    Attributes
    ----------
    part : (n,) int32
    ranks : (n,) int32
        As `always_ends` returns them.
    order : (n,) int32
        Positions, those of a component together, from those next to its exits on.
    starts : (parts + 1,) int64
    """

    part: Int32Array
    ranks: Int32Array
    order: Int32Array
    starts: Int64Array


def find_parts(rows: Rows) -> Parts:
    """Return the components of a game."""
    n = rows.n
    _, parted, count = _parts.components(rows.ptr, rows.idx)
    part = np.asarray(parted)
    ranks = always_ends(rows, part)
    order: Int32Array = np.empty(n, dtype=np.int32)
    if count == n:
        order[part] = np.arange(n)
    else:
        order[:] = np.lexsort((np.where(ranks < 0, n, ranks), part))
    starts: Int64Array = np.zeros(count + 1, dtype=np.int64)
    np.cumsum(np.bincount(part, minlength=count), out=starts[1:])
    return Parts(part, ranks, order, starts)


class Fixed(NamedTuple):
    """A component in which the moves of one player are fixed, solved.

    `values` and the bounds are of all positions of `Inside`.
    """

    values: Float64Array
    lower: Float64Array
    upper: Float64Array


class Inside:
    """A component as a game of its own, whose ends are what it leads to.

    Parameters
    ----------
    rows : Rows
    members : (k,) int32
        Its positions, which come first here.

    Attributes
    ----------
    rows : Rows
    names : (n,) int32
        The positions of the whole game.
    """

    def __init__(self, rows: Rows, members: Int32Array) -> None:
        k, degree = len(members), np.diff(rows.ptr)[members]
        ptr: Int64Array = np.concatenate([[0], np.cumsum(degree)]).astype(np.int64)
        moves = np.repeat(rows.ptr[:-1][members] - ptr[:-1], degree) + np.arange(ptr[-1])
        targets = rows.idx[moves]
        beyond = np.setdiff1d(distinct(np.array(targets)), members, assume_unique=True)
        self.names: Int32Array = np.concatenate([members, beyond])
        order = np.argsort(self.names)
        self.k: int = k
        n = len(self.names)
        kind: Int8Array = np.full(n, END, dtype=np.int8)
        kind[:k] = rows.kind[members]
        self.rows: Rows = Rows(
            np.concatenate([ptr, np.full(n - k, ptr[-1])]),
            order[np.searchsorted(self.names[order], targets)].astype(np.int32),
            kind,
            rows.weights[moves],
            rows.totals[self.names],
            None if rows.points is None else rows.points[moves],
        )
        self.source: Int32Array = self.rows.sources()
        shares = self.rows.weights / self.rows.totals[self.source]
        self.chance: BoolArray = kind[:k] == CHANCE
        self._shares: Float64Array = np.where(kind[self.source] == CHANCE, shares, 0.0)
        points = self.rows.points
        self._points: Float64Array | float = 0.0 if points is None else points.astype(np.float64)

    def worths(self, values: Float64Array) -> Float64Array:
        """Return what moves are worth."""
        found: Float64Array = values[self.rows.idx] + self._points
        return found

    def swept(self, values: Float64Array) -> Float64Array:
        """Return what each member is worth after one move."""
        worth, first = self.worths(values), self.rows.ptr[: self.k]
        best = np.maximum.reduceat(worth, first)
        least = np.minimum.reduceat(worth, first)
        mean = np.add.reduceat(worth * self._shares, first)
        found = np.where(self.rows.kind[: self.k] == FIRST, best, least)
        return np.where(self.chance, mean, found)

    def first_moves(self, values: Float64Array) -> Int64Array:
        """Return a best move of each player's member, by values; the first move at chance."""
        worth, first = self.worths(values), self.rows.ptr[: self.k]
        kind = self.rows.kind[self.source]
        sign = np.where(kind == SECOND, -1.0, 1.0) * (kind != CHANCE)
        gain = worth * sign
        best = np.flatnonzero(gain == np.maximum.reduceat(gain, first)[self.source])
        found: Int64Array = best[np.searchsorted(self.source[best], np.arange(self.k))]
        return found

    def fixed(
        self, player: int, chosen: Int64Array, bound: Float64Array, width: float
    ) -> Fixed | None:
        """Return the game in which a player makes the chosen moves; None if floats do not do.

        Parameters
        ----------
        player : {0, 1}
        chosen : (k,) int64
            A move of each member.
        bound : (n,) float64
            What the ends are worth.
        width : float
            How far apart bounds may be.
        """
        rows = self.rows
        made = rows.kind[self.source] != player
        made[chosen[rows.kind[: self.k] == player]] = True
        ptr: Int64Array = np.zeros(rows.n + 1, dtype=np.int64)
        np.cumsum(np.bincount(self.source[made], minlength=rows.n), out=ptr[1:])
        points = np.zeros(0) if rows.points is None else rows.points[made].astype(np.float64)
        left = Rows(ptr, rows.idx[made], rows.kind, rows.weights[made], rows.totals)
        parts = find_parts(left)
        if (parts.ranks < 0).any():
            return None
        values, low, high = bound.copy(), bound.copy(), bound.copy()
        chances = left.weights / np.repeat(left.totals, np.diff(ptr))
        count = len(parts.starts) - 1
        at = _values.solve(
            parts.order, parts.starts, 0, ptr, left.idx, left.kind, chances, points, parts.part,
            np.zeros(count, dtype=np.int8), values, low, high, np.zeros(rows.n),
            np.full(rows.n, -1, dtype=np.int32), PATIENCE, width,
            np.zeros(2),
        )  # fmt: skip
        return Fixed(values, low, high) if at == count else None


def solve_leaving(
    rows: Rows, members: Int32Array, lower: Float64Array, upper: Float64Array, width: float
) -> tuple[Float64Array, Float64Array, Int32Array] | None:
    """Return bounds and moves of a component; None where the players' moves let play stay.

    Parameters
    ----------
    rows : Rows
    members : (k,) int32
    lower, upper : (n,) float64
        Bounds of what the component leads to.
    width : float
        How far apart bounds may be.

    Notes
    -----
    Moves are found where play ends after each move with a small probability, and then improved one
    player at a time: what is strictly better for a player against the best answer of the other one
    stays better (Hoffman and Karp, 1966).
    """
    inside = Inside(rows, members)
    bounds = lower[inside.names], upper[inside.names]
    values = (bounds[0] + bounds[1]) / 2
    values[: inside.k] = 0
    most = max(1.0, float(np.abs(values).max(initial=0)))
    for _ in range(_SWEEPS):
        new = inside.swept(values) * (1 - _STOP)
        change = float(np.abs(new - values[: inside.k]).max())
        values[: inside.k] = new
        if change <= _SETTLED * most:
            break
    chosen = inside.first_moves(values)
    answers: list[Fixed] = []
    answer: Fixed | None = None
    moves: Int32Array = np.full(inside.k, -1, dtype=np.int32)
    kind = inside.rows.kind[: inside.k]
    for player, bound in ((FIRST, bounds[0]), (SECOND, bounds[1])):
        own = chosen.copy()
        mine = kind == player
        for _ in range(_ROUNDS):
            answer = inside.fixed(player, own, bound, width / 4)
            if answer is None:
                return None
            worth = inside.worths(answer.values)
            best = inside.first_moves(answer.values)
            gain = np.abs(worth[best] - worth[own]) * mine
            if not (better := gain > _BETTER * most).any():
                break
            own[better] = best[better]
        assert answer is not None, "there is a first round"
        answers.append(answer)
        moves[mine] = inside.names[inside.rows.idx[own[mine]]]
    low, high = answers[0].lower[: inside.k], answers[1].upper[: inside.k]
    if (high - low > width).any() or (low > high).any():
        return None
    return low, high, moves
