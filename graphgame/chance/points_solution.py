"""`PointsSolution`: values of a game without chance in which no position comes back, exactly."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from graphgame.arrays import P, read_only, types
from graphgame.chance.reading import Solved
from graphgame.chance.rows import END, FIRST, SECOND, Rows
from graphgame.chance.solution import ChanceSolution, given_game
from graphgame.outcome import NO_SCORE

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any, Self

    from graphgame.graphs.form import Found

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

    __slots__ = ()

    @property
    def _rows(self) -> Rows:
        """The moves as they are, without copies for the other player to move."""
        game, given = self.game, self._given
        movers: Any = FIRST if given.owner is None else given.owner
        kind = np.where(given.over(), END, movers).astype(np.int8)
        none: types.Int64Array = np.zeros(0, np.int64)
        return Rows(game.option_ptr, game.option_idx, kind, none, none, given.points)

    @property
    def ends(self) -> types.BoolArray:
        """(n,) bool, read-only: where play surely ends, whatever both players do: everywhere."""
        return read_only(np.ones(self.game.n, dtype=np.bool_))

    def _moves(self) -> types.Int32Array:
        return self._solved.moves

    def _outward(self, array: Any, side: int) -> types.Float64Array:
        """Return integers of the solver as numbers of the user, rounded outward."""
        found: types.Float64Array = array / self._given.scale
        if side:
            exact = np.abs(array) <= _EXACT
            if self._given.scale & (self._given.scale - 1):  # else divided exactly
                exact = array == 0
            found += np.where(exact, 0.0, 2 * side * np.spacing(np.abs(found)))
        return found

    def exact(self, position: P) -> Fraction:
        """Return the value as a fraction."""
        return Fraction(int(self._solved.values[self.game._find(position)]), self._given.scale)

    def move_values(self, position: P) -> dict[P, float]:
        """Return what each move of a position is worth, its points included, in terms of `value`.

        In the order of indices; empty where play is over.
        """
        game, given, v = self.game, self._given, self.game._find(position)
        if given.given is not None and given.given[v] != NO_SCORE:
            return {}
        row = slice(int(game.option_ptr[v]), int(game.option_ptr[v + 1]))
        idx = game.option_idx[row]
        worth = self._solved.values[idx].tolist()
        sign = -1 if given.owner is None else 1
        paid = [0] * len(worth) if given.points is None else given.points[row].tolist()
        found: dict[int, int] = {}
        better = min if given.owner is not None and given.owner[v] == SECOND else max
        for w, x, p in zip(idx.tolist(), worth, paid, strict=True):
            total = sign * x + p
            found[w] = better(found.get(w, total), total)
        ordered = sorted(found)
        names = self.game.positions(ordered)
        return {name: found[w] / given.scale for name, w in zip(names, ordered, strict=True)}

    def _by_player(self) -> tuple[Solved, types.Float64Array]:
        solved, n = self._solved, self.game.n
        values, moves = self._outward(solved.values, 0), solved.moves
        if self._given.owner is None:
            values = np.concatenate([values, -values])
            moves = np.concatenate([np.where(moves < 0, -1, moves + n), moves]).astype(np.int32)
        return Solved(values, values, values, moves), values

    def _verify(self) -> bool:
        from graphgame.chance.verify_points import verify_points

        solved, given = self._solved, self._given
        assert given.given is not None, "scores"
        ends = np.flatnonzero(given.given != NO_SCORE)
        answers: Any = solved.values, solved.moves, solved.order
        verify_points(self._blocks(), given.owner, (ends, given.given[ends]), *answers)
        return True

    def _blocks(
        self,
    ) -> Iterator[tuple[types.Int32Array, types.Int32Array, types.Int64Array | None]]:
        """Yield all moves as sources, options and points, block by block."""
        game, points, begin = self.game, self._given.points, 0
        if points is not None and game._edges is not None:
            game = game._with(edges=None, options=(game.option_ptr, game.option_idx))
        for sources, targets in game.edge_blocks():
            end = begin + len(sources)
            yield sources, targets, None if points is None else points[begin:end]
            begin = end

    def _save(self, file: types.File) -> None:
        solved = self._solved
        absent = ("lower", "upper", "exact", "lower_ranks", "upper_ranks", "win_ranks")
        parts: dict[str, Any] = dict.fromkeys((*absent, "loss_levels"))
        parts |= {"values": solved.values, "moves": solved.moves, "order": solved.order}
        self._save_parts(file, "points", parts)

    @classmethod
    def _from_file(cls, found: Found) -> Self:
        values = found["values"]
        solved = Solved(values, values, values, found["moves"], order=found.parts.get("order"))
        return cls(given_game(found), solved)
