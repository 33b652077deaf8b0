"""`ScoreSolution`: the score that best play reaches from every position of a solved game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, NamedTuple

import numpy as np

from graphgame import types
from graphgame.arrays import outcome_words, read_only
from graphgame.errors import GraphGameError, SolutionFileError
from graphgame.graphs.form import GRAPH, Field, Form, Numbers, last
from graphgame.graphs.graph import GameGraph
from graphgame.graphs.labels import move_column, position_column
from graphgame.graphs.solved import START, Outcomes, Proved
from graphgame.line import Line
from graphgame.outcome import NEVER_ENDS, NO_MOVE, NO_PRESET, NO_SCORE, Outcome
from graphgame.playing.played import Played
from graphgame.solving._reader import ScoreReader, tally
from graphgame.types import P

if TYPE_CHECKING:
    from typing import Any

    from graphgame.graphs.form import Found
    from graphgame.playing.game import SolvedGame
    from graphgame.types import AnyArray, Array, Int8Array

# The version of files, the type of scores in them, and the greatest one.  Readers of version 1 do
# not know scores of 64 bits; those of both know who moves by another name.
_NARROW, _WIDE, _OWNED = 1, 2, 3
_TYPES = {_NARROW: "int32", _WIDE: "int64", _OWNED: "int64"}
_MOST = {_NARROW: 2**31 - 1, _WIDE: 2**63 - 1, _OWNED: 2**63 - 1}


def _most(found: Found) -> int:
    return _MOST[found.header["version"]]


def _least(found: Found) -> int:
    return -_most(found)


def _signs(found: Found) -> AnyArray:
    """Return the presets of the positions that have one."""
    presets = found.game.presets
    return np.empty(0, np.int8) if presets is None else presets[presets != NO_PRESET]


def _have_signs(found: Found) -> None:
    if (np.sign(found["given"]) != _signs(found)).any():
        raise SolutionFileError("given: expected the signs of the presets")


def _endless(value: Any, found: Found) -> int:
    from graphgame.solving.scores.score_input import endless_value

    endless, most = endless_value(value, alternate=found.game.owner is None), _most(found)
    if not -most <= endless <= most:
        raise SolutionFileError(
            f"cycles: expected an integer from {-most} to {most}, got {endless}"
        )
    return endless


FORM = Form(
    "graphgame scores",
    _OWNED,
    Numbers(
        "given", _TYPES.__getitem__, _least, _most, lambda x: (len(_signs(x)),), as_type="int64"
    ),
    _have_signs,
    Field("cycles", check=_endless),
    Numbers("scores", _TYPES.__getitem__, _least, _most, as_type="int64"),
    Numbers("remoteness", "int32", NEVER_ENDS, last),
    GRAPH,
)


class ScoreLabel(NamedTuple, Generic[P]):
    """The answer for one position of a game with scores: ``s[position]``.

    Attributes
    ----------
    score : int
        What best play reaches, for the player to move.
    remoteness : int
        Plies to the end of the game; -1 if it never ends.
    best_move : position or None
        The position after the best move; None where the game is over.

    See Also
    --------
    ScoreSolution, Label

    Examples
    --------
    >>> import graphgame as gg
    >>> gg.solve_scores([(0, 1), (0, 2)], {1: -3, 2: 4})[0].score
    3
    """

    score: int
    remoteness: int
    best_move: P | None


class ScoreSolution(Played[P], Proved, Outcomes[P]):
    """A solved game with scores: what best play reaches from every position, and by which moves.

    `solve` with `scores` makes one, `ScoreSolution.load` reads one from a file.  A solution is a
    container of positions: ``s[position]`` is a `ScoreLabel`, ``position in s``, ``iter(s)`` and
    ``len(s)`` work as those of a dict.

    Attributes
    ----------
    game : GameGraph
        The game.  Its presets are the signs of the scores that the rules give: where players
        alternate, ``solve(s.game)`` has the same outcomes.
    endless : int
        What a play that never ends is worth to player 0.

    See Also
    --------
    solve, verify_scores, Solution

    Examples
    --------
    >>> import graphgame as gg
    >>> s = gg.solve_scores({"a": ["b", "c"], "b": ["a", "d"], "c": ["b"], "d": []}, {"d": -3})
    >>> s
    ScoreSolution(n=4, m=5, scores from -3 to 3: 2 WIN, 2 LOSE, 0 DRAW)
    >>> s["a"]
    ScoreLabel(score=3, remoteness=3, best_move='c')
    >>> s.score("b"), s.outcome("b"), s.remoteness_of("b"), s.best_move("b")
    (3, <Outcome.WIN: 1>, 1, 'd')
    >>> s.optimal_moves("b"), s.winning_moves("a"), s.counts()[gg.WIN]
    (['d'], ['c'], 2)
    """

    __slots__ = (
        "_best_moves", "_given", "_outcomes", "_reader", "_remoteness", "_scores", "endless",
        "game",
    )  # fmt: skip
    endless: int
    game: GameGraph[P]
    _form = FORM

    def __init__(
        self,
        game: GameGraph[P],
        given: types.Array,
        endless: int,
        scores: types.Array,
        remoteness: types.Array,
    ) -> None:
        self.game, self.endless = game, endless
        self._given, self._scores, self._remoteness = given, scores, remoteness
        self._outcomes: Int8Array | None = None
        self._best_moves: Array | None = None
        self._reader: ScoreReader | None = None

    # -- all positions ------------------------------------------------------------------------

    @property
    def scores(self) -> types.Int64Array:
        """(n,) int64, read-only: what best play reaches, for the player to move."""
        return read_only(self._scores)

    @property
    def remoteness(self) -> types.Int32Array:
        """(n,) int32, read-only: plies to the end of best play, 0 at a terminal.

        Both players make moves that keep the score.  Where it is above what endless play is worth
        to the player to move, this player hurries and the opponent delays; where it is below, the
        other way round.  Where it is the same, both take the shortest way to a terminal with this
        score, and -1 stands where there is none: best play never ends.
        """
        return read_only(self._remoteness)

    @property
    def outcomes(self) -> types.Int8Array:
        """(n,) int8, read-only: the signs of the scores, `LOSE`, `DRAW` or `WIN`."""
        if self._outcomes is None:
            scores = self.scores
            self._outcomes = (scores > 0).view(np.int8) - (scores < 0).view(np.int8)
        return read_only(self._outcomes)

    @property
    def best_moves(self) -> types.Int32Array:
        """(n,) int32, read-only: the index of the best move, -1 at a terminal; see `best_move`.

        Computed when first used, in O(n + m) time, and kept.
        """
        if self._best_moves is None:
            self._best_moves = self._reads().best_moves()
        return read_only(self._best_moves)

    @property
    def given(self) -> types.Int64Array:
        """(k,) int64, read-only: the scores that the rules give, of terminals by their indices."""
        return read_only(self._given)

    @property
    def owner(self) -> types.Int8Array | None:
        """(n,) int8, read-only: the player who moves, 0 or 1; None where players alternate."""
        return self.game.owner

    def counts(self) -> dict[Outcome, int]:
        """Count the positions of each outcome: WIN, LOSE, DRAW."""
        (lose, draw, win), _ = tally(self.outcomes, self._remoteness)
        return {Outcome.WIN: win, Outcome.LOSE: lose, Outcome.DRAW: draw}

    def score_counts(self) -> dict[int, int]:
        """Count the positions of each score, in ascending order.

        See Also
        --------
        counts, scores

        Examples
        --------
        >>> import graphgame as gg
        >>> gg.solve_scores([(0, 1), (0, 2)], {1: -5, 2: 3}).score_counts()
        {-5: 1, 3: 1, 5: 1}
        """
        scores, counts = np.unique(self.scores, return_counts=True)
        return dict(zip(scores.tolist(), counts.tolist(), strict=True))

    def table(self) -> dict[str, types.AnyArray]:
        """Return the solution as columns, one row per position.

        Returns
        -------
        dict of str to (n,) array
            ``position``, ``score``, ``outcome`` (the words LOSE, DRAW and WIN), ``remoteness`` and
            ``best_move``, as in `Solution.table`.

        See Also
        --------
        Solution.table

        Examples
        --------
        >>> import graphgame as gg
        >>> s = gg.solve_scores({"a": ["b"], "b": ["c"]}, {"c": 2})
        >>> for name, column in s.table().items():
        ...     print(name, column.tolist())
        position ['a', 'b', 'c']
        score [2, -2, 2]
        outcome ['WIN', 'LOSE', 'WIN']
        remoteness [2, 1, 0]
        best_move ['b', 'c', None]
        """
        return {
            "position": position_column(self.game),
            "score": self.scores,
            "outcome": outcome_words(self.outcomes),
            "remoteness": self.remoteness,
            "best_move": move_column(self.game, self.best_moves),
        }

    def __repr__(self) -> str:
        counts = ", ".join(f"{count} {outcome}" for outcome, count in self.counts().items())
        game, scores = self.game, self.scores
        within = f", scores from {scores.min()} to {scores.max()}" if game.n else ""
        start = "" if self.start is None else f"; the start: {self.score(self.start)}"
        return f"ScoreSolution(n={game.n}, m={game.m}{within}: {counts}{start})"

    def _reads(self) -> ScoreReader:
        """Return the reader of best moves and lines, and keep it."""
        if self._reader is None:
            rows, labels = self.game._option_rows(), (self._scores, self._remoteness)
            self._reader = ScoreReader(*rows, *labels, self.game._owner, self.endless)
        return self._reader

    # -- one position -------------------------------------------------------------------------

    def score(self, position: P) -> int:
        """Return the score that best play reaches from a position, for the player to move.

        Raises
        ------
        UnknownPositionError
            If the game does not have the position.  The other methods raise it, too.

        See Also
        --------
        outcome, scores
        """
        return int(self.scores[self.game.index(position)])

    def outcome(self, position: P) -> Outcome:
        """Return the outcome of a position for the player to move: the sign of its score."""
        score = self.score(position)
        return Outcome((score > 0) - (score < 0))

    def remoteness_of(self, position: P) -> int:
        """Return the remoteness of a position: 0 at a terminal, -1 where best play never ends."""
        return int(self.remoteness[self.game.index(position)])

    def best_move(self, position: P) -> P | None:
        """Return the position after the best move, None at a terminal.

        Of the options that keep the score, the one of least remoteness where it is above what
        endless play is worth to the player to move, of greatest where it is below; where it is the
        same, one of least remoteness or, if none ends, any.  Ties: the lowest index.  O(number of
        options) time.

        See Also
        --------
        optimal_moves, winning_moves, best_moves
        """
        return self._best_move_at(self.game.index(position))

    def optimal_moves(self, position: P) -> list[P]:
        """Return all options that keep the score, in the order of their indices.

        None at a terminal.  Where endless play is worth less than the score, only best moves are
        sure to make progress.  O(number of options) time.

        See Also
        --------
        best_move, winning_moves
        """
        return self._moves_of_at_least(position, self.score(position))

    def winning_moves(self, position: P) -> list[P]:
        """Return all options after which the player who moves has a positive score.

        In the order of their indices; none at a terminal.  O(number of options) time.

        See Also
        --------
        best_move, optimal_moves
        """
        return self._moves_of_at_least(position, 1)

    def line(self, position: P = START) -> Line[P]:
        """Follow best moves from a position to a terminal or, where play never ends, a repetition.

        Parameters
        ----------
        position : hashable, optional
            By default `start`.

        Returns
        -------
        Line

        See Also
        --------
        best_move, Line

        Notes
        -----
        O(length) time, times the moves of a position; and O(n) where play never ends.

        Examples
        --------
        >>> import graphgame as gg
        >>> gg.solve_scores([(0, 1), (0, 2), (1, 3)], {2: 1, 3: 4}).line(0)
        (0, 1, 3)
        """
        v = self.game.index(self._started() if position is START else position)
        try:
            indices = np.asarray(self._reads().line(v)).tolist()
        except ValueError as error:
            raise GraphGameError(str(error)) from None
        closes = None if self._is_terminal(indices[-1]) else indices.index(indices[-1])
        return Line(self.game.positions(indices), closes)

    def __getitem__(self, position: P) -> ScoreLabel[P]:
        v = self.game.index(position)
        return ScoreLabel(int(self.scores[v]), int(self.remoteness[v]), self._best_move_at(v))

    def _is_terminal(self, v: int) -> bool:
        return bool(self.remoteness[v] == 0)

    def _best_move_at(self, v: int) -> P | None:
        w = self._reads().best_move(v) if self._best_moves is None else int(self.best_moves[v])
        return None if w == NO_MOVE else self.game.position(w)

    def _moves_of_at_least(self, position: P, least: int) -> list[P]:
        v = self.game.index(position)
        if self._is_terminal(v):
            return []
        return self.game.positions(self._reads().options_after(v, least))

    # -- keeping and checking -----------------------------------------------------------------

    def _solved_game(self) -> SolvedGame:
        """Return the solved game as arrays and functions, for the rooms that show it."""
        from graphgame.playing.game import SolvedGame

        game = self.game
        return SolvedGame(
            game.option_ptr,
            game.option_idx,
            self.outcomes,
            self.remoteness,
            None if game.start is None else game.index(game.start),
            "normal",
            game.position,
            game._find,
            game.owner,
            author=game._author,
            scores=self.scores,
            endless=self.endless,
        )

    def _save(self, file: types.File) -> None:
        most, scores = _MOST[_NARROW], (self.given, self.scores)
        bounds = [f(x, initial=self.endless) for x in scores for f in (np.min, np.max)]
        narrow = -most <= min(bounds) and max(bounds) <= most
        version = _OWNED if self.owner is not None else _NARROW if narrow else _WIDE
        FORM.save(self, file, version=version, cycles=self.endless)

    def _verify(self) -> bool:
        from graphgame.solving.scores.verify_scores import verify_scores

        given: AnyArray = np.full(self.game.n, NO_SCORE, dtype=np.int64)
        if self.game.presets is not None:
            given[self.game.presets != NO_PRESET] = self._given
        return verify_scores(
            self.game, given, self.scores, self.remoteness, owner=self.owner, endless=self.endless
        )
