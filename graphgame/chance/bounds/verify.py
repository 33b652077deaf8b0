"""The certificate of a game of chance: are bounds a proof?  NumPy and fractions only, no solver.

Endless play is worth 0 here.  A lower bound L is proven by moves of the first player and ranks:

- at an end, L is at most what it pays;
- where the first player moves, L is at most what the chosen move is worth by L;
- where the second player moves, L is at most what every move is worth by L;
- at chance, L is at most the mean of what the moves are worth by L;
- where L is above 0 and play goes on, the rank is above that of the chosen move, above those of all
  moves of the second player, and above that of some move of chance.

Along such moves L does not fall on average, and play that does not end comes again and again to
where L is at most 0, which is what it is worth.  An upper bound is proven in the same way with the
players exchanged.

Source: Chatterjee, Quatmann, Schäffeler, Weininger, Winkler and Zilken, "Fixed point certificates
for reachability and expected rewards in MDPs", TACAS 2025; here with the moves of a second player.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from graphgame.errors import VerificationError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from graphgame.chance.bounds.reading import Solved
    from graphgame.chance.bounds.rows import Rows
    from graphgame.chance.input.game import ChanceGame
    from graphgame.types import BoolArray, Float64Array, Int32Array, Int64Array

FIRST, SECOND, CHANCE, END = 0, 1, -1, 2
# Twice the relative error of one operation, and the least number above 0.
_ULP = 2.0**-52
_TINY = 5e-324


class Claim:
    """A bound of a game and what proves it, as a lower bound of the player whom it favours.

    Parameters
    ----------
    rows : Rows
        The game.
    pays : (n,) int64
        What ends pay to the first player.
    bound : (n,) float64
        The bound of each position.
    exact : mapping of int to Fraction
        Bounds in fractions, which those of float64 must be on the safe side of.
    moves : (n,) int32
        The chosen moves of both players.
    ranks : (n,) int32
        As above.
    side : {0, 1}
        0 for a lower bound, 1 for an upper one.
    """

    def __init__(
        self,
        rows: Rows,
        pays: Int64Array,
        bound: Float64Array,
        exact: Mapping[int, Fraction],
        moves: Int32Array,
        ranks: Int32Array,
        side: int,
    ) -> None:
        self.rows: Rows = rows
        self.ranks: Int32Array = ranks
        self.bound: Float64Array = bound
        self.name: str = ("lower", "upper")[side]
        # With the signs turned, an upper bound is a lower one.
        self.sign: int = 1 - 2 * side
        self.low: Float64Array = self.sign * bound
        self.pays: Int64Array = self.sign * pays
        self.exact: dict[int, Fraction] = {v: self.sign * x for v, x in exact.items()}
        self.source: Int64Array = np.repeat(np.arange(rows.n), np.diff(rows.ptr))
        self.mine: BoolArray = rows.kind == side
        self.chance: BoolArray = rows.kind == CHANCE
        self.ends: BoolArray = rows.kind == END
        # Which moves are made: all, but for those of this player that are not chosen.
        self.chosen: BoolArray = self.mine[self.source] & (rows.idx == moves[self.source])
        self.made: BoolArray = (self.chosen | ~self.mine[self.source]) & ~self.chance[self.source]
        self.in_floats: BoolArray = ~self.ends
        self.in_floats[[*exact]] = False

    def refuse(self, wrong: BoolArray, expected: str) -> None:
        """Refuse the first position whose flag is set."""
        if wrong.any():
            v = int(wrong.argmax())
            raise self.error(v, expected, float(self.bound[v]))

    def error(self, v: int, expected: str, found: object) -> VerificationError:
        """Return what says that the bound of a position is no proof."""
        row = self.rows.idx[self.rows.ptr[v] : self.rows.ptr[v + 1]].tolist()
        options = [(u, self.name, repr(float(self.bound[u]))) for u in row]
        return VerificationError(v, options, expected, str(found))

    def some(self, flags: BoolArray) -> BoolArray:
        """Return for each position whether one of its moves has a flag."""
        found: BoolArray = np.zeros(self.rows.n, dtype=np.bool_)
        found[self.source[flags]] = True
        return found

    def sums(self, values: Float64Array) -> Float64Array:
        """Return the sum of the values of the moves of each position."""
        found: Float64Array = np.zeros(self.rows.n)
        full = np.flatnonzero(np.diff(self.rows.ptr))
        if len(full):
            found[full] = np.add.reduceat(values, self.rows.ptr[:-1][full])
        return found

    def check_ends(self) -> None:
        """Check that bounds are numbers, and those of ends."""
        self.refuse(~np.isfinite(self.low), f"a finite {self.name} bound")
        has_moves = np.diff(self.rows.ptr) > 0
        self.refuse(has_moves == self.ends, "moves where play goes on, and none at an end")
        self.refuse(self.ends & (self.low > self.pays), f"a {self.name} bound of what the end pays")

    def check_moves(self) -> None:
        """Check bounds in float64 against those of the moves."""
        rows = self.rows
        self.refuse(self.mine & ~self.some(self.chosen), "a chosen move that is one of its moves")
        worth, lost = self.low[rows.idx], np.zeros(len(rows.idx))
        size = np.abs(worth)
        if rows.points is not None:
            paid = self.sign * rows.points.astype(np.float64)
            size += np.abs(paid)
            worth, lost = _exact_sum(worth, paid)
        low = self.low[self.source]
        above = (low > worth) | ((low == worth) & (lost < 0))
        wrong = self.some(self.made & above) & self.in_floats
        self.refuse(wrong, f"a {self.name} bound of what the moves are worth")
        # The mean, less all that it can be off; and it is not below the least that it is of.
        degree = np.diff(rows.ptr)
        p = rows.weights / np.repeat(rows.totals, degree)
        off = self.sums(p * size) * (degree + 5) * _ULP + degree * _TINY
        wrong = self.chance & self.in_floats & self.some(above)
        wrong &= self.low > self.sums(p * worth) - off
        self.refuse(wrong, f"a {self.name} bound of the mean of what the moves are worth")

    def check_ranks(self) -> None:
        """Check that ranks fall where there is something to gain."""
        gains = self.low > 0
        # Fractions may be above 0 where the float below them is not.
        gains[[v for v, x in self.exact.items() if x > 0]] = True
        gains &= ~self.ends
        falls = self.ranks[self.rows.idx] < self.ranks[self.source]
        self.refuse(gains & (self.ranks < 1), f"a rank above 0 beside this {self.name} bound")
        wrong = gains & self.some(self.made & ~falls)
        self.refuse(wrong, "a rank above those of the moves that are made")
        wrong = gains & self.chance & ~self.some(falls)
        self.refuse(wrong, "a rank above that of some move of chance")

    def check_fractions(self) -> None:
        """Check bounds in fractions against those of the moves, in fractions."""
        rows = self.rows
        for v, x in self.exact.items():
            row = slice(int(rows.ptr[v]), int(rows.ptr[v + 1]))
            worth = [
                self.exact.get(u, Fraction(float(self.low[u]))) for u in rows.idx[row].tolist()
            ]
            if rows.points is not None:
                paid = rows.points[row].tolist()
                worth = [w + self.sign * q for w, q in zip(worth, paid, strict=True)]
            if self.ends[v]:
                most = Fraction(int(self.pays[v]))
            elif self.chance[v]:
                parts = zip(worth, rows.weights[row].tolist(), strict=True)
                most = sum((w * part for w, part in parts), Fraction(0)) / int(rows.totals[v])
            else:
                most = min(
                    w for w, made in zip(worth, self.made[row].tolist(), strict=True) if made
                )
            if x > most:
                raise self.error(v, f"a {self.name} bound of {self.sign * most}", self.sign * x)
            if Fraction(float(self.low[v])) > x:
                raise self.error(v, f"a {self.name} bound of {self.sign * x}", self.bound[v])


def verify_bound(
    rows: Rows,
    pays: Int64Array,
    bound: Float64Array,
    exact: Mapping[int, Fraction],
    moves: Int32Array,
    ranks: Int32Array,
    side: int,
) -> None:
    """Check that a bound is a proof, in O(n + m) time; parameters as of `Claim`.

    Raises
    ------
    VerificationError
        If it is no proof: which position breaks a rule, what was expected and what was found.
    """
    claim = Claim(rows, pays, bound, exact, moves, ranks, side)
    claim.check_ends()
    claim.check_moves()
    claim.check_ranks()
    claim.check_fractions()


def verify_regions(rows: Rows, wins: BoolArray, solved: Solved) -> None:
    """Check where a win is impossible and where it is certain, in O(n + m) time.

    By the bounds, which are proofs already, a win is impossible only where the upper one is 0, and
    certain only where the lower one is 1.  Elsewhere win ranks lead to a win with the help of
    chance.  And the second player can keep loss levels from rising: at the lowest level that play
    comes to, either no move of chance may leave it, and no win is there, or one leads further down,
    so that play ends up where no win is with a probability above 0.

    Raises
    ------
    VerificationError
        If a region is another one, with the first position that shows it.
    """
    rank, level = solved.win_ranks, solved.loss_levels
    assert rank is not None, "regions"
    assert level is not None, "regions"
    source, target = np.repeat(np.arange(rows.n), np.diff(rows.ptr)), rows.idx
    chance, ends = rows.kind == CHANCE, rows.kind == END

    def some(flags: BoolArray) -> BoolArray:
        found: BoolArray = np.zeros(rows.n, dtype=np.bool_)
        found[source[flags]] = True
        return found

    def refuse(wrong: BoolArray, expected: str, numbers: Int32Array, name: str) -> None:
        if wrong.any():
            v = int(wrong.argmax())
            row = target[rows.ptr[v] : rows.ptr[v + 1]].tolist()
            options = [(u, name, str(numbers[u])) for u in row]
            raise VerificationError(v, options, expected, str(numbers[v]))

    zero, one = rank < 0, level < 0
    refuse(zero & (solved.upper != 0), "an upper bound of 0 where no win is possible", rank, "rank")
    refuse(one & (solved.lower != 1), "a lower bound of 1 where a win is certain", level, "level")
    refuse(ends & (zero == wins), "a win rank of -1 at the ends that are no win", rank, "rank")
    refuse(ends & (one != wins), "a loss level of -1 at the ends that are a win", level, "level")
    falls = ~zero[target] & (rank[target] < rank[source])
    least = some(falls) & ((rows.kind != SECOND) | ~some(~falls))
    refuse(~zero & ~ends & ~least, "a win rank above those of moves to a win", rank, "rank")
    stays = ~one[target] & (level[target] <= level[source])
    lower = ~one[target] & (level[target] < level[source])
    kept = np.where(rows.kind == SECOND, some(stays), ~some(~stays) | (chance & some(lower)))
    refuse(~one & ~ends & ~kept, "a loss level that the second player can keep", level, "level")


def verify_solved(game: ChanceGame, solved: Solved) -> None:
    """Check a solution from what is given of the game; errors name positions by their labels.

    Raises
    ------
    VerificationError
        If bounds, moves, regions or values are wrong, with the first position that shows it.
    """
    rows, pays = game.for_solver()
    n = game.graph.n
    assert solved.ranks is not None, "ranks"

    def named(v: Any) -> Any:
        """Return the position that the solver knows as v."""
        return game.graph.position(v % n)

    try:
        for side, bound in enumerate((solved.lower, solved.upper)):
            exact = {v: x[side] for v, x in solved.exact.items()}
            verify_bound(rows, pays, bound, exact, solved.moves, solved.ranks[side], side)
        if solved.win_ranks is not None:
            verify_regions(rows, game.wins(), solved)
        wrong = ~((solved.lower <= solved.values) & (solved.values <= solved.upper))
        if wrong.any():
            v = int(wrong.argmax())
            low, high = float(solved.lower[v]), float(solved.upper[v])
            expected = f"a value from {low!r} to {high!r}, its bounds"
            raise VerificationError(v, [], expected, repr(float(solved.values[v])))
    except VerificationError as error:
        options = [(named(u), name, x) for u, name, x in error.options]
        raise VerificationError(
            named(error.position), options, error.expected, error.found
        ) from None


def _exact_sum(a: Float64Array, b: Float64Array) -> tuple[Float64Array, Float64Array]:
    """Return a sum, and exactly what it has lost (Knuth's two-sum)."""
    total = a + b
    back = total - a
    return total, (a - (total - back)) + (b - back)
