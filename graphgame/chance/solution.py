"""`ChanceSolution`: what each position of a game of chance is worth, within proven bounds."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from graphgame import checks
from graphgame.arrays import P, read_only, types
from graphgame.chance.bounds.endless import surely_ends
from graphgame.chance.bounds.reading import Solved
from graphgame.chance.bounds.rows import CHANCE, END, FIRST, SECOND, Rows
from graphgame.chance.files import FORM, given_game
from graphgame.chance.input.game import ChanceGame
from graphgame.errors import GraphGameError
from graphgame.graphs.graph import GameGraph
from graphgame.graphs.labels import move_column, position_column
from graphgame.graphs.solved import START, OfGame, Proved
from graphgame.line import Line, follow
from graphgame.outcome import NO_SCORE, Outcome
from graphgame.playing.played_chance import PlayedChance

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any, Self

    from graphgame.graphs.form import Found
    from graphgame.playing.game import SolvedGame


# Integers up to here are float64 as they are.
_EXACT = 2**53


class ChanceLabel(NamedTuple):
    """The answer for one position of a game of chance: ``s[position]``.

    Attributes
    ----------
    value : float
        What player 0 gets under best play: a probability of winning, or an expected score.
    best_move : position or None
        The position after the best move; None where chance moves or play is over.

    See Also
    --------
    ChanceSolution

    Examples
    --------
    >>> import graphgame as gg
    >>> gg.solve_chance({"a": ["b", "c"]}, owner={"a": 0}, points={"a": [3, 5]})["a"]
    ChanceLabel(value=5.0, best_move='c')
    """

    value: float
    best_move: types.Anything


class ChanceSolution(PlayedChance[P], Proved, OfGame[P]):
    """A solved game of chance: what player 0 gets from every position, within proven bounds.

    `solve_chance` makes one, `ChanceSolution.load` reads one from a file.  Values are probabilities
    that `player` wins; or expected scores of player 0, where ends have scores or moves points.
    They are within `lower` and `upper`, which are proven: `verify` checks the proof.  A solution is
    a container of positions: ``s[position]`` is a `ChanceLabel`; ``position in s``, ``iter(s)`` and
    ``len(s)`` work as those of a dict.

    Attributes
    ----------
    game : GameGraph
        The graph of the game.

    See Also
    --------
    solve_chance, verify_chance, ScoreSolution

    Examples
    --------
    >>> import graphgame as gg
    >>> game = {"a": ["stay", "go"], "go": {"won": 1, "lost": 2}, "stay": ["a"]}
    >>> s = gg.solve_chance(game, owner={"a": 0, "stay": 1, "won": 1, "lost": 0}, exact=True)
    >>> s
    ChanceSolution(n=5, m=5, probabilities)
    >>> round(s.value("a"), 9), s.exact("a"), s.best_move("a"), s.is_certain("won"), s.verify()
    (0.333333333, Fraction(1, 3), 'go', True, True)
    """

    __slots__ = ("_given", "_rows_of_solver", "_solved", "game")
    game: GameGraph[P]
    _form = FORM

    def __init__(self, given: ChanceGame, solved: Solved) -> None:
        self.game, self._given, self._solved = given.graph, given, solved
        self._rows_of_solver: Rows | None = None

    @property
    def _rows(self) -> Rows:
        """The moves as the solver knows them; made when first used, and kept."""
        if self._rows_of_solver is None:
            self._rows_of_solver, _ = self._given.for_solver()
        return self._rows_of_solver

    @property
    def player(self) -> int:
        """Whose probability of winning the values are, 0 or 1; 0 where they are scores."""
        return self._given.player

    @property
    def endless(self) -> Fraction:
        """What a play that never ends is worth to player 0."""
        return self._given.endless

    @property
    def has_scores(self) -> bool:
        """Whether values are expected scores, not probabilities."""
        return self._given.has_scores

    # -- all positions ------------------------------------------------------------------------

    @property
    def values(self) -> types.Float64Array:
        """(n,) float64, read-only: what player 0 gets under best play.

        The probability that `player` wins in a game that is won or lost; what the player who moves
        gets where players alternate.
        """
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
        return None if self._given.owner is None else read_only(self._given.owner)

    @property
    def best_moves(self) -> types.Int32Array:
        """(n,) int32, read-only: the index of the best move; -1 at chance and where play is over.

        A player who follows them gets at least the value from every position.
        """
        return read_only(self._moves())

    @property
    def ends(self) -> types.BoolArray:
        """(n,) bool, read-only: where play ends with probability 1, whatever both players do."""
        return read_only(surely_ends(self._rows)[: self.game.n])

    def _moves(self) -> types.Int32Array:
        """Return the index of the best move; where players alternate, those of player 0."""
        moves = self._solved.moves[: self.game.n]
        if self._given.owner is not None:
            return moves
        found: types.Int32Array = np.where(moves < 0, -1, moves - self.game.n).astype(np.int32)
        return found

    def _outward(self, array: types.Float64Array, side: int) -> types.Float64Array:
        """Return numbers of the solver as those of the user, rounded outward."""
        scale = self._given.scale
        if self.endless == 0 and scale & (scale - 1) == 0:  # divided exactly
            return array / scale + 0.0  # -0.0 becomes 0.0
        found: types.Float64Array = array / scale + float(self.endless)
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

        See Also
        --------
        bounds, exact, values
        """
        return self._at(self._solved.values, self.game._find(position), 0)

    def bounds(self, position: P) -> tuple[float, float]:
        """Return proven bounds of the value of a position.

        See Also
        --------
        value, exact

        Examples
        --------
        >>> import graphgame as gg
        >>> game = {"roll": {"won": 1, "again": 2}, "again": ["roll"]}
        >>> low, high = gg.solve_chance(game, owner={"again": 0, "won": 1}).bounds("roll")
        >>> low, high
        (1.0, 1.0)
        """
        v = self.game._find(position)
        return self._at(self._solved.lower, v, -1), self._at(self._solved.upper, v, 1)

    def exact(self, position: P) -> Fraction | None:
        """Return the value as a fraction; None where it is known within bounds only.

        ``exact=True`` of `solve_chance` finds all of them, as far as they fit in memory.

        See Also
        --------
        value, bounds
        """
        v = self.game._find(position)
        low, high = self._solved.exact.get(
            v, (Fraction(float(self._solved.lower[v])), Fraction(float(self._solved.upper[v])))
        )
        return low / self._given.scale + self.endless if low == high else None

    def is_certain(self, position: P) -> bool | None:
        """Return True if `player` wins with probability 1, False if never, and None else.

        Decided by the graph alone, not by numbers that are near 0 or 1.

        Raises
        ------
        GraphGameError
            If ends have scores.

        See Also
        --------
        outcome, winning_moves
        """
        won, lost = self._certain("is_certain")
        v = self.game._find(position)
        return True if won[v] < 0 else False if lost[v] < 0 else None

    def _certain(self, what: str) -> tuple[types.Int32Array, types.Int32Array]:
        """Return what is below 0 where `player` wins with probability 1, and where never."""
        won, lost = self._solved.loss_levels, self._solved.win_ranks
        if won is None or lost is None:
            who = "the player to move" if self._given.owner is None else "player 0"
            raise GraphGameError(
                f"{what}: expected a game that is won or lost, got one with scores or points; "
                f"value(position) says what {who} gets"
            )
        return won, lost

    def best_move(self, position: P) -> P | None:
        """Return the position after the best move, None at chance and where play is over.

        See Also
        --------
        move_values, best_moves, winning_moves
        """
        w = int(self._solved.moves[self.game._find(position)])
        # Where players alternate, the moves of player 0 lead to the positions of player 1.
        return None if w < 0 else self.game.position(w % self.game.n)

    def winning_moves(self, position: P) -> list[P]:
        """Return the options after which the player who moves wins with probability 1.

        In the order of their indices; none at chance and where play is over.  Only best moves are
        sure to make progress.

        Raises
        ------
        GraphGameError
            If ends have scores.

        See Also
        --------
        best_move, is_certain

        Examples
        --------
        >>> import graphgame as gg
        >>> game = {"a": ["b", "won"], "b": {"won": 1, "a": 1}}
        >>> s = gg.solve_chance(game, owner={"a": 0, "won": 1})
        >>> s.winning_moves("a")
        ['b', 'won']
        """
        won, lost = self._certain("winning_moves")
        v, rows = self.game._find(position), self._rows
        assert self._given.owner is not None, "players who alternate have scores"
        mine = lost if self._given.owner[v] == 1 - self.player else won
        if rows.kind[v] in (CHANCE, END):
            return []
        row = rows.idx[rows.ptr[v] : rows.ptr[v + 1]]
        return self.game.positions(row[mine[row] < 0].tolist())

    def move_values(self, position: P) -> dict[P, float]:
        """Return what each move of a position is worth, its points included, in terms of `value`.

        In the order of indices; of a position of chance, too; empty where play is over.

        See Also
        --------
        best_move, probabilities

        Examples
        --------
        >>> import graphgame as gg
        >>> s = gg.solve_chance({"a": ["b", "c"]}, owner={"a": 0}, points={"a": [3, 5]})
        >>> s.move_values("a")
        {'b': 3.0, 'c': 5.0}
        """
        v, rows = self.game._find(position), self._rows
        row = slice(int(rows.ptr[v]), int(rows.ptr[v + 1]))
        worth = self._outward(self._solved.values[rows.idx[row]], 0)
        if rows.points is not None:
            worth = worth + rows.points[row] / self._given.scale
        # Copies of a move of chance may pay different points: their mean counts.
        options, place = np.unique(rows.idx[row] % self.game.n, return_inverse=True)
        mean = np.bincount(place, rows.weights[row] * worth) / np.bincount(place, rows.weights[row])
        return dict(zip(self.game.positions(options.tolist()), mean.tolist(), strict=True))

    def probabilities(self, position: P) -> dict[P, Fraction]:
        """Return the probability of each move of a position of chance; empty at others.

        See Also
        --------
        move_values, sample

        Examples
        --------
        >>> import graphgame as gg
        >>> s = gg.solve_chance({"roll": {"won": 5, "lost": 1}}, owner={"won": 1, "lost": 0})
        >>> s.probabilities("roll")
        {'won': Fraction(5, 6), 'lost': Fraction(1, 6)}
        """
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

        `WIN` if that player wins with probability 1, `LOSE` if never; None also at chance.

        Raises
        ------
        GraphGameError
            If ends have scores.

        See Also
        --------
        is_certain
        """
        won, lost = self._certain("outcome")
        v, owner = self.game._find(position), self._given.owner
        assert owner is not None, "players who alternate have scores"
        mover = int(owner[v])
        if mover == CHANCE or (won[v] >= 0 and lost[v] >= 0):
            return None
        return Outcome.WIN if (won[v] < 0) == (mover == self.player) else Outcome.LOSE

    # -- plays --------------------------------------------------------------------------------

    def line(self, position: P = START) -> Line[P]:
        """Follow best moves, and the likeliest ones of chance, to an end or a repetition.

        Of several that are as likely, the one of lowest index.

        Parameters
        ----------
        position : hashable, optional
            By default `start`.

        Returns
        -------
        Line

        See Also
        --------
        sample, best_move

        Examples
        --------
        >>> import graphgame as gg
        >>> s = gg.solve_chance({"roll": {"won": 5, "lost": 1}}, owner={"won": 1, "lost": 0})
        >>> s.line("roll")
        ('roll', 'won')
        """
        v = self.game._find(self._started() if position is START else position)
        return follow(v, self._likeliest, self.game.positions)

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

        See Also
        --------
        line, value

        Examples
        --------
        >>> import graphgame as gg
        >>> s = gg.solve_chance({"roll": {"won": 5, "lost": 1}}, owner={"won": 1, "lost": 0})
        >>> [s.sample("roll", seed=seed)[-1] for seed in range(4)]
        ['lost', 'won', 'lost', 'won']
        """
        rows, rng = self._rows, np.random.default_rng(seed)
        v = self.game._find(self._started() if position is START else position)
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

    def _likeliest(self, v: int) -> int | None:
        """Return where the likeliest play goes from a position, None where it ends."""
        rows = self._rows
        if rows.kind[v] == END:
            return None
        if rows.kind[v] != CHANCE:
            return int(self._moves()[v])
        row = slice(int(rows.ptr[v]), int(rows.ptr[v + 1]))
        options, places = np.unique(rows.idx[row], return_inverse=True)
        return int(options[np.bincount(places, rows.weights[row]).argmax()])

    def histogram(self, bins: int = 10) -> list[tuple[float, float, int]]:
        """Count the positions by value.

        Parameters
        ----------
        bins : int
            How many ranges of equal width there are: from 0 to 1 for probabilities, from the least
            value to the greatest for scores.

        Returns
        -------
        list of (from, to, count)
            The last range includes its end.

        See Also
        --------
        values, table

        Examples
        --------
        >>> import graphgame as gg
        >>> game = {"roll": {"won": 5, "lost": 1}}
        >>> gg.solve_chance(game, owner={"won": 1, "lost": 0}).histogram(2)
        [(0.0, 0.5, 1), (0.5, 1.0, 2)]
        """
        if (count := checks.size(bins, "bins")) == 0:
            raise GraphGameError("bins: expected at least one, got 0")
        within = None if self.has_scores else (0, 1)
        counts, edges = np.histogram(self.values, count, within)
        return [*zip(edges[:-1].tolist(), edges[1:].tolist(), counts.tolist(), strict=True)]

    def table(self) -> dict[str, types.AnyArray]:
        """Return the solution as columns, one row per position.

        Returns
        -------
        dict of str to (n,) array
            ``position``, ``value``, ``lower``, ``upper``, and ``best_move``, which is None (-1
            without labels) where there is none.

        See Also
        --------
        Solution.table

        Examples
        --------
        >>> import graphgame as gg
        >>> s = gg.solve_chance({"roll": {"won": 3, "lost": 1}}, owner={"won": 1, "lost": 0})
        >>> s.table()["value"].round(9).tolist()
        [0.75, 1.0, 0.0]
        """
        return {
            "position": position_column(self.game),
            "value": self.values,
            "lower": self.lower,
            "upper": self.upper,
            "best_move": move_column(self.game, self.best_moves),
        }

    def __getitem__(self, position: P) -> ChanceLabel:
        return ChanceLabel(self.value(position), self.best_move(position))

    def __repr__(self) -> str:
        game, start = self.game, self.start
        what = "expected scores" if self.has_scores else "probabilities"
        value = "" if start is None else f"; the start: {self.value(start):.9g}"
        return f"ChanceSolution(n={game.n}, m={game.m}, {what}{value})"

    # -- pages --------------------------------------------------------------------------------

    def _solved_game(self) -> SolvedGame:
        """Return the solved game as arrays and functions, for the rooms that show it."""
        from graphgame.chance.shown import solved_game

        rows, _ = self._given.for_solver()
        return solved_game(self._given, rows, *self._by_player(), ends=bool(self.ends.all()))

    def _by_player(self) -> tuple[Solved, types.Float64Array]:
        """Return what was found, and values, of each place that the solver knows."""
        return self._solved, self._outward(self._solved.values, 0)

    # -- keeping and checking -----------------------------------------------------------------

    def _verify(self) -> bool:
        from graphgame.chance.bounds.verify import verify_solved

        verify_solved(self._given, self._solved)
        return True

    def _save(self, file: types.File) -> None:
        solved = self._solved
        names = ("values", "lower", "upper", "moves", "win_ranks", "loss_levels", "exact")
        parts: dict[str, Any] = {name: getattr(solved, name) for name in names}
        assert solved.ranks is not None, "ranks"
        parts["lower_ranks"], parts["upper_ranks"] = solved.ranks
        parts["order"] = None
        self._save_parts(file, "bounds", parts)

    def _save_parts(self, file: types.File, kind: str, parts: dict[str, Any]) -> None:
        """Write a file with these parts and those of the game."""
        given = self._given
        parts |= {x: getattr(given, x) for x in ("weights", "points", "given", "scale")}
        parts |= {"owners": given.owner, "endless": str(given.endless), "kind": kind}
        FORM.save(self, file, **parts)

    @classmethod
    def _load(cls, file: types.File) -> Self:
        found = FORM.load(file)
        made: Any = PointsSolution if found["kind"] == "points" else ChanceSolution
        loaded: Self = made._from_file(found)
        return loaded

    @classmethod
    def _from_file(cls, found: Found) -> Self:
        """Return the solution of a file."""
        names = ("values", "lower", "upper", "moves", "win_ranks", "loss_levels", "exact")
        parts: dict[str, Any] = {name: found.parts.get(name) for name in names}
        ranks = found["lower_ranks"], found["upper_ranks"]
        return cls(given_game(found), Solved(ranks=ranks, **parts))


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
        from graphgame.chance.points.verify_points import verify_points

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
