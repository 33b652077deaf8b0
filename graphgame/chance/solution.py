"""`ChanceSolution`: what each position of a game of chance is worth, within proven bounds."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from graphgame.arrays import Generic, P, read_only, types
from graphgame.chance.reading import CHANCE, END, Rows, Solved, always_ends
from graphgame.errors import GraphGameError
from graphgame.graphs.by_state import ByState
from graphgame.graphs.graph import GameGraph
from graphgame.graphs.labels import move_column, position_column
from graphgame.graphs.solved import START
from graphgame.line import Line
from graphgame.outcome import Outcome
from graphgame.playing.played_chance import PlayedChance

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from graphgame.playing.game import SolvedGame


class ChanceLabel(NamedTuple):
    """The answer for one position of a game of chance: ``s[position]``.

    Attributes
    ----------
    value : float
        What player 0 gets under best play: a probability of winning, or an expected score.
    best_move : position or None
        The position after the best move; None where chance moves or play is over.
    """

    value: float
    best_move: types.Anything


class ChanceSolution(ByState, PlayedChance[P], Generic[P]):
    """A solved game of chance: what player 0 gets from every position, within proven bounds.

    Values are probabilities that `player` wins, or expected scores of player 0 where ends have
    scores or moves points.  They are within `lower` and `upper`, which are proven: `verify` checks
    the proof.

    Attributes
    ----------
    game : GameGraph
        The game.
    endless : Fraction
        What a play that never ends is worth to player 0.
    has_scores : bool
        Whether values are expected scores, and not probabilities.
    player : int
        Whose probability of winning the values are.

    Examples
    --------
    >>> from graphgame.chance.solve import solve_chance
    >>> game = {"a": ["stay", "go"], "go": {"won": 1, "lost": 2}, "stay": ["a"]}
    >>> s = solve_chance(game, owner={"a": 0, "stay": 1, "won": 1, "lost": 0}, exact=True)
    >>> s
    ChanceSolution(n=5, m=5, probabilities)
    >>> round(s.value("a"), 9), s.exact("a"), s.best_move("a"), s.is_certain("won"), s.verify()
    (0.333333333, Fraction(1, 3), 'go', True, True)
    """

    __slots__ = (
        "_owner", "_pays", "_rows", "_scale", "_solved", "endless", "game", "has_scores", "player",
    )  # fmt: skip
    game: GameGraph[P]

    def __init__(
        self,
        game: GameGraph[P],
        rows: Rows,
        pays: types.Int64Array,
        solved: Solved,
        scale: int,
        endless: Fraction,
        owner: types.Int8Array | None,
        *,
        has_scores: bool,
        player: int = 0,
    ) -> None:
        self.game, self._rows, self._pays, self._solved = game, rows, pays, solved
        self._owner = owner
        self.player: int = player
        self._scale = scale
        self.endless: Fraction = endless
        self.has_scores: bool = has_scores

    @property
    def start(self) -> P | None:
        """The position where play begins; None where the game has no single start."""
        return self.game.start

    def graph(self) -> GameGraph[P]:
        """Return the explicit graph of the game, which is `game` itself."""
        return self.game

    def __len__(self) -> int:
        return self.game.n

    def __iter__(self) -> Iterator[P]:
        positions: Any = range(self.game.n) if self.game.labels is None else self.game.labels
        return iter(positions)

    def __contains__(self, position: object) -> bool:
        return position in self.game

    # -- all positions ------------------------------------------------------------------------

    @property
    def values(self) -> types.Float64Array:
        """(n,) float64, read-only: what player 0 gets under best play."""
        return read_only(self._outward(self._solved.values[: self.game.n], 0))

    @property
    def lower(self) -> types.Float64Array:
        """(n,) float64, read-only: proven bounds that no value is below."""
        return read_only(self._outward(self._solved.lower[: self.game.n], -1))

    @property
    def upper(self) -> types.Float64Array:
        """(n,) float64, read-only: proven bounds that no value is above."""
        return read_only(self._outward(self._solved.upper[: self.game.n], 1))

    @property
    def owner(self) -> types.Int8Array | None:
        """(n,) int8, read-only: who moves, 0, 1, or -1 for chance; None where players alternate."""
        return None if self._owner is None else read_only(self._owner)

    @property
    def best_moves(self) -> types.Int32Array:
        """(n,) int32, read-only: the index of the best move; -1 at chance and where play is over.

        A player who follows them gets at least the value from every position.
        """
        return read_only(self._moves())

    @property
    def ends(self) -> types.BoolArray:
        """(n,) bool: where play surely ends, whatever both players do."""
        whole: types.Int32Array = np.zeros(self._rows.n, dtype=np.int32)
        found: types.BoolArray = always_ends(self._rows, whole)[: self.game.n] >= 0
        return found

    def _moves(self) -> types.Int32Array:
        """Return the index of the best move; where players alternate, those of player 0."""
        moves = self._solved.moves[: self.game.n]
        if self._owner is not None:
            return moves
        found: types.Int32Array = np.where(moves < 0, -1, moves - self.game.n).astype(np.int32)
        return found

    def _outward(self, array: types.Float64Array, side: int) -> types.Float64Array:
        """Return numbers of the solver as those of the user, rounded outward."""
        if self.endless == 0 and self._scale & (self._scale - 1) == 0:  # divided exactly
            return array / self._scale
        found: types.Float64Array = array / self._scale + float(self.endless)
        if side:
            slack = 4 * np.spacing(np.maximum(np.abs(found), abs(float(self.endless))))
            found = found + side * slack
        return found

    def _at(self, array: types.Float64Array, v: int, side: int) -> float:
        """Return one number of the solver as that of the user."""
        return float(self._outward(array[v : v + 1], side)[0])

    # -- one position -------------------------------------------------------------------------

    def value(self, position: P) -> float:
        """Return what player 0 gets from a position; where players alternate, who moves there.

        Raises
        ------
        UnknownPositionError
            If the game does not have the position.  The other methods raise it, too.
        """
        return self._at(self._solved.values, self.game._find(position), 0)

    def bounds(self, position: P) -> tuple[float, float]:
        """Return proven bounds of the value of a position."""
        v = self.game._find(position)
        return self._at(self._solved.lower, v, -1), self._at(self._solved.upper, v, 1)

    def exact(self, position: P) -> Fraction | None:
        """Return the value as a fraction; None where it is known within bounds only.

        ``exact=True`` of `solve_chance` finds all of them, as far as they fit in memory.
        """
        v = self.game._find(position)
        low, high = self._solved.exact.get(
            v, (Fraction(float(self._solved.lower[v])), Fraction(float(self._solved.upper[v])))
        )
        return low / self._scale + self.endless if low == high else None

    def is_certain(self, position: P) -> bool | None:
        """Return True if `player` wins with probability 1, False if never, and None else.

        Decided by the graph alone, not by numbers that are near 0 or 1.

        Raises
        ------
        GraphGameError
            If ends have scores.
        """
        v = self.game._find(position)
        if self._solved.one is None or self._solved.zero is None:
            raise GraphGameError(
                "is_certain: expected a game that is won or lost, got one with scores; its values "
                "say what player 0 gets"
            )
        return True if self._solved.one[v] else False if self._solved.zero[v] else None

    def best_move(self, position: P) -> P | None:
        """Return the position after the best move, None at chance and where play is over."""
        w = int(self._solved.moves[self.game._find(position)])
        # Where players alternate, the moves of player 0 lead to the positions of player 1.
        return None if w < 0 else self.game.position(w % self.game.n)

    def move_values(self, position: P) -> dict[P, float]:
        """Return what each move of a position is worth, its points included, in terms of `value`.

        In the order of indices; of a position of chance, too; empty where play is over.
        """
        v, rows = self.game._find(position), self._rows
        row = slice(int(rows.ptr[v]), int(rows.ptr[v + 1]))
        worth = self._outward(self._solved.values[rows.idx[row]], 0)
        if rows.points is not None:
            worth = worth + rows.points[row] / self._scale
        options = (rows.idx[row] % self.game.n).tolist()
        return dict(zip(self.game.positions(options), worth.tolist(), strict=True))

    def probabilities(self, position: P) -> dict[P, Fraction]:
        """Return the probability of each move of a position of chance; empty at others."""
        v, rows = self.game._find(position), self._rows
        if rows.kind[v] != CHANCE:
            return {}
        found: dict[P, Fraction] = {}
        total = int(rows.totals[v])
        for e in range(int(rows.ptr[v]), int(rows.ptr[v + 1])):
            w = self.game.position(int(rows.idx[e]))
            found[w] = found.get(w, Fraction(0)) + Fraction(int(rows.weights[e]), total)
        return found

    def outcome(self, position: P) -> Outcome | None:
        """Return the outcome for the player to move where chance plays no part, else None.

        Where `player` wins with probability 1, or never; None also at chance.
        """
        v = self.game._find(position)
        assert self._owner is not None, "probabilities are of games with owners"
        certain, owner = self.is_certain(position), int(self._owner[v])
        if certain is None or owner == CHANCE:
            return None
        return Outcome.WIN if certain == (owner == self.player) else Outcome.LOSE

    def sample(self, position: P = START, *, seed: int = 0, limit: int = 10_000) -> Line[P]:
        """Play best moves from a position, with dice.

        Parameters
        ----------
        position : hashable, optional
            By default `start`.
        seed : int
            Of the dice.
        limit : int
            The most moves.

        Returns
        -------
        Line
            The positions, to an end or to the last that `limit` allows.
        """
        rows, rng = self._rows, np.random.default_rng(seed)
        begin = self.start if position is START else position
        if position is START and begin is None:
            raise GraphGameError(
                "sample: expected a game that begins at one position, got one without a start; "
                "name a position, as in sample(position)"
            )
        v = self.game._find(begin)
        line, moves = [v], self._moves()
        while rows.kind[v] != END and len(line) <= limit:
            if rows.kind[v] == CHANCE:
                row = slice(int(rows.ptr[v]), int(rows.ptr[v + 1]))
                drawn = rng.integers(int(rows.totals[v]))
                place = int(np.searchsorted(np.cumsum(rows.weights[row]), drawn, side="right"))
                v = int(rows.idx[row.start + place])
            else:
                v = int(moves[v])
            line.append(v)
        return Line(self.game.positions(line), None)

    def table(self) -> dict[str, types.AnyArray]:
        """Return the solution as columns: position, value, lower, upper, best_move."""
        return {
            "position": position_column(self.game),
            "value": self.values,
            "lower": self.lower,
            "upper": self.upper,
            "best_move": move_column(self.game, self._moves()),
        }

    def verify(self) -> bool:
        """Check that both bounds are proofs of the game in the arrays of the solver; see verify.py.

        Raises
        ------
        VerificationError
            If they are not, with the first position that breaks a rule.
        """
        from graphgame.chance.verify import verify_bound

        solved = self._solved
        assert solved.ranks is not None, "ranks"
        for side, bound in enumerate((solved.lower, solved.upper)):
            exact = {v: x[side] for v, x in solved.exact.items()}
            ranks = solved.ranks[side]
            verify_bound(self._rows, self._pays, bound, exact, solved.moves, ranks, side)
        return True

    def _solved_game(self) -> SolvedGame:
        """Return the solved game as arrays and functions, for the rooms that show it."""
        from graphgame.chance.shown import solved_game

        rows, whole = self._rows, np.zeros(self._rows.n, dtype=np.int32)
        return solved_game(
            self.game,
            rows,
            self._solved,
            self.owner,
            self._outward(self._solved.values, 0),
            self._scale,
            self.player,
            ends=bool((always_ends(rows, whole) >= 0).all()),
        )

    def __getitem__(self, position: P) -> ChanceLabel:
        return ChanceLabel(self.value(position), self.best_move(position))

    def __repr__(self) -> str:
        game, start = self.game, self.start
        what = "expected scores" if self.has_scores else "probabilities"
        value = "" if start is None else f"; the start: {self.value(start):.9g}"
        return f"ChanceSolution(n={game.n}, m={game.m}, {what}{value})"
