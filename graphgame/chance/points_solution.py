"""`PointsSolution`: values of a game without chance in which no position comes back, exactly."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from graphgame.arrays import P, types
from graphgame.chance.reading import END, SECOND
from graphgame.chance.solution import ChanceSolution

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from graphgame.chance.points import Paid
    from graphgame.chance.reading import Rows, Solved
    from graphgame.graphs.graph import GameGraph

# Integers up to here are float64 as they are.
_EXACT = 2**53


class PointsSolution(ChanceSolution[P]):
    """A `ChanceSolution` whose values are integers, over one denominator: `exact` has them all.

    Where players alternate, values are those of who moves, and no position is stored twice.  Values
    beyond 2^53 are rounded in float64: then `lower` and `upper` are the neighbours on both sides.

    Examples
    --------
    >>> from graphgame.chance.solve import solve_chance
    >>> s = solve_chance({"a": ["b", "c"], "b": ["c"]}, points={"a": [1, 3], "b": [4]})
    >>> s.exact("a"), s.best_move("a"), s.move_values("a"), s.verify()
    (Fraction(3, 1), 'c', {'b': -3.0, 'c': 3.0}, True)
    """

    __slots__ = ("_paid", "_ranks")

    def __init__(
        self,
        game: GameGraph[P],
        rows: Rows,
        paid: Paid,
        solved: Solved,
        endless: Fraction,
        owner: types.Int8Array | None,
        ranks: types.Int32Array | None,
    ) -> None:
        super().__init__(
            game, rows, paid.worth, solved, paid.scale, endless, owner, has_scores=True
        )
        self._paid, self._ranks = paid, ranks

    @property
    def ends(self) -> types.BoolArray:
        """(n,) bool: where play surely ends, whatever both players do: everywhere."""
        return np.ones(self.game.n, dtype=np.bool_)

    def _moves(self) -> types.Int32Array:
        return self._solved.moves

    def _outward(self, array: Any, side: int) -> types.Float64Array:
        """Return integers of the solver as numbers of the user, rounded outward."""
        found: types.Float64Array = array / self._scale
        if side:
            exact = np.abs(array) <= _EXACT
            if self._scale & (self._scale - 1):  # else divided exactly
                exact = array == 0
            found += np.where(exact, 0.0, 2 * side * np.spacing(np.abs(found)))
        return found

    def exact(self, position: P) -> Fraction:
        """Return the value as a fraction."""
        return Fraction(int(self._solved.values[self.game._find(position)]), self._scale)

    def move_values(self, position: P) -> dict[P, float]:
        """Return what each move of a position is worth, its points included, in terms of `value`.

        In the order of indices; empty where play is over.
        """
        v, rows = self.game._find(position), self._rows
        if rows.kind[v] == END:
            return {}
        row = slice(int(rows.ptr[v]), int(rows.ptr[v + 1]))
        idx = rows.idx[row]
        worth = self._solved.values[idx].tolist()
        sign = -1 if self._owner is None else 1
        paid = [0] * len(worth) if rows.points is None else rows.points[row].tolist()
        found: dict[int, int] = {}
        better = min if self._owner is not None and rows.kind[v] == SECOND else max
        for w, x, p in zip(idx.tolist(), worth, paid, strict=True):
            total = sign * x + p
            found[w] = better(found.get(w, total), total)
        ordered = sorted(found)
        names = self.game.positions(ordered)
        return {name: found[w] / self._scale for name, w in zip(names, ordered, strict=True)}

    def verify(self) -> bool:
        """Check that every value is that of the best move, in integers; see verify_points.py.

        It begins with the moves, points and scores that were given.

        Raises
        ------
        VerificationError
            If one is not, with the first position that breaks a rule.
        """
        from graphgame.chance.verify_points import verify_points

        solved, paid = self._solved, self._paid
        answers: Any = solved.values, solved.moves, self._ranks
        verify_points(self._blocks(), self._owner, (paid.ends, paid.worth), *answers)
        return True

    def _blocks(
        self,
    ) -> Iterator[tuple[types.Int32Array, types.Int32Array, types.Int64Array | None]]:
        """Yield all moves as sources, options and points, block by block, as they were given."""
        game, points = self.game, self._paid.points
        if points is not None and not self._paid.by_edges and game._edges is not None:
            game = game._with(edges=None, options=(self._rows.ptr, self._rows.idx))
        begin = 0
        for sources, targets in game.edge_blocks():
            end = begin + len(sources)
            yield sources, targets, None if points is None else points[begin:end]
            begin = end
