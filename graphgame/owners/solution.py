"""`OwnerSolution`: who wins each position of a game with owners, and by which moves."""

from __future__ import annotations

from abc import abstractmethod
from enum import StrEnum
from typing import Any, NamedTuple

import numpy as np

from graphgame import types
from graphgame.arrays import P, read_only
from graphgame.drawing.pictured import Drawn
from graphgame.drawing.surroundings import Graph
from graphgame.errors import SolutionFileError
from graphgame.graphs.form import GRAPH, Field, Form, Found, Numbers, last
from graphgame.graphs.graph import GameGraph
from graphgame.graphs.labels import move_column, position_column
from graphgame.graphs.solved import START, Outcomes, Proved
from graphgame.line import Line, follow
from graphgame.outcome import LOSE, WIN, Outcome
from graphgame.owners.games import player_number
from graphgame.playing.game import SolvedGame
from graphgame.playing.played import Played


class Objective(StrEnum):
    """The objective of a player."""

    REACHABILITY = "reachability"
    SAFETY = "safety"
    BUCHI = "buchi"
    COBUCHI = "cobuchi"

    @property
    def ends(self) -> bool:
        """Whether play ends at a visit."""
        return self in (Objective.REACHABILITY, Objective.SAFETY)

    @property
    def wants(self) -> bool:
        """Whether the player wants visits, rather than the opponent."""
        return self in (Objective.REACHABILITY, Objective.BUCHI)


def has_owners(found: Found) -> None:
    """Refuse a file whose game does not say who moves at each position, or has presets."""
    if found.game.owner is None or found.game.presets is not None:
        raise SolutionFileError("owner: expected who moves at each position, and no presets")


FORM = Form(
    "graphgame owners",
    2,  # readers of version 1 know the owners by another name
    has_owners,
    Field("objective", Objective),
    Field("player", (0, 1)),
    Numbers("targets", "int8", 0, 1, as_type="bool"),
    Numbers("winners", "int8", 0, 1),
    Numbers("strategy", "int32", -1, last),
    Numbers("rank", "int32", -1, lambda found: found.n),
    GRAPH,
)


class Winners(Drawn, Proved, Outcomes[P]):
    """A solution that says who wins from every position."""

    __slots__ = ()

    _winners: types.Array

    # -- all positions ------------------------------------------------------------------------

    @property
    def winners(self) -> types.Int8Array:
        """(n,) int8, read-only: who wins from each position, 0 or 1."""
        return read_only(self._winners)

    @property
    def owner(self) -> types.Int8Array:
        """(n,) int8, read-only: who moves at each position, 0 or 1."""
        assert self.game._owner is not None, "owners"
        return read_only(self.game._owner)

    @property
    def outcomes(self) -> types.Int8Array:
        """(n,) int8, read-only: `WIN` where the owner of the position wins, else `LOSE`."""
        return read_only(np.where(self.winners == self.owner, WIN, LOSE).astype(np.int8))

    def counts(self) -> dict[int, int]:
        """Count the positions that each player wins."""
        ones = int(self.winners.sum())
        return {0: self.game.n - ones, 1: ones}

    def region(self, player: int) -> types.BoolArray:
        """Return where a player wins.

        Parameters
        ----------
        player : {0, 1}

        Returns
        -------
        (n,) bool array

        See Also
        --------
        winners, winner

        Examples
        --------
        >>> import graphgame as gg
        >>> gg.ParityGame([(0, 0), (1, 1)], [0, 0], [1, 2]).solve().region(0)
        array([False,  True])
        """
        inside: types.BoolArray = self.winners == player_number(player)
        return inside

    # -- one position -------------------------------------------------------------------------

    def winner(self, position: P) -> int:
        """Return who wins from a position, 0 or 1.

        Raises
        ------
        UnknownPositionError
            If the game does not have the position.  The other methods raise it, too.

        See Also
        --------
        outcome, winners
        """
        return int(self.winners[self.game._find(position)])

    def outcome(self, position: P) -> Outcome:
        """Return `WIN` if the owner of a position wins from it, else `LOSE`."""
        v = self.game._find(position)
        return Outcome.WIN if self._owner_at(v) == int(self.winners[v]) else Outcome.LOSE

    def winning_moves(self, position: P) -> list[P]:
        """Return all options from which the owner of a position can still win, by their indices.

        Where play may go on for ever, only the moves of `strategy` are sure to win.

        See Also
        --------
        best_move, outcome
        """
        v = self.game._find(position)
        owner, winners = self._owner_at(v), self.winners
        return self.game.positions([w for w in self._options_at(v) if winners[w] == owner])

    def _owner_at(self, v: int) -> int:
        return int(memoryview(self.game._owner)[v])  # type: ignore[arg-type]

    def _options_at(self, v: int) -> list[int]:
        """Return the options of a position where play goes on."""
        ptr, idx = (memoryview(array) for array in self.game._option_rows())  # type: ignore[arg-type]
        return sorted(set(idx[ptr[v] : ptr[v + 1]].tolist()))


class Won(Winners[P], Played[P]):
    """A solution that says who wins from every position, and by which move of each position."""

    __slots__ = ()

    _strategy: types.Array

    @property
    def strategy(self) -> types.Int32Array:
        """(n,) int32, read-only: the index of the move that wins; -1 where the owner loses.

        Each player who follows these moves wins from every position that this player wins, whatever
        the other player does.  -1 also where play is over.
        """
        return read_only(self._strategy)

    def play(self, position: P = START) -> Line[P]:
        """Follow a play from a position to its end or to the first repetition: a lasso.

        The winner follows `strategy`.  The loser delays the end, if there is one, else takes the
        option of lowest index.

        Parameters
        ----------
        position : hashable, optional
            By default `start`.

        Returns
        -------
        Line
            Its `closes_at` is the place of the last position's first visit; None if play ends.

        See Also
        --------
        best_move, Line

        Examples
        --------
        >>> import graphgame as gg
        >>> line = gg.ParityGame([(0, 1), (1, 2), (2, 1)], [0, 0, 1], [5, 2, 1]).solve().play(0)
        >>> line, line.closes_at
        ((0, 1, 2, 1), 1)
        """
        start = self.game._find(self._started() if position is START else position)
        return follow(start, self._next, self.game.positions)

    def _next(self, v: int) -> int | None:
        """Return where play goes from a position, None where it ends."""
        w = int(self.strategy[v])
        if w < 0:
            return next(iter(self._options_at(v)), None)
        return w

    # -- pictures -----------------------------------------------------------------------------

    def _to_draw(self, *, at_hand: bool = False) -> Graph:
        graph = self.game._to_draw(at_hand=at_hand)
        return graph._replace(winners=self.winners, strategy=self.strategy, note=self._note)

    @abstractmethod
    def _note(self, v: int) -> str:
        """Return the text of a position in a picture, below its label."""

    # -- pages --------------------------------------------------------------------------------

    def _solved_game(self) -> SolvedGame:
        """Return the game for the rooms that show it: as a parity game, whatever its objective."""
        game, (remoteness, priority, target) = self.game, self._goal()
        ptr = np.asarray(game.option_ptr)
        remoteness = np.where(np.diff(ptr) == 0, 0, remoteness).astype(np.int32)
        return SolvedGame(
            ptr,
            game.option_idx,
            self.outcomes,
            remoteness,
            None if game.start is None else game._find(game.start),
            "normal",
            game.position,
            game._find,
            self.owner,
            priority,
            target,
            self.strategy,
            author=game._author,
        )

    @abstractmethod
    def _goal(self) -> tuple[types.AnyArray | int, types.AnyArray, int | None]:
        """Return plies to the end, -1 where there are none, priorities, and that of targets."""


class OwnerLabel(NamedTuple):
    """The answer for one position of a game with owners: ``s[position]``.

    Attributes
    ----------
    winner : int
        Who wins, 0 or 1.
    outcome : Outcome
        `WIN` if that is who moves there, else `LOSE`.
    best_move : position or None
        The position after the best move; None where play is over.

    See Also
    --------
    OwnerSolution

    Examples
    --------
    >>> import graphgame as gg
    >>> gg.solve_reachability([(0, 1), (1, 0)], [0, 1], [1])[0]
    OwnerLabel(winner=0, outcome=<Outcome.WIN: 1>, best_move=1)
    """

    winner: int
    outcome: Outcome
    best_move: types.Anything


class OwnerSolution(Won[P]):
    """A solved game with owners: who wins each position, and by which moves.

    `solve_reachability`, `solve_safety`, `solve_buchi` and `solve_cobuchi` make one,
    `OwnerSolution.load` reads one from a file.  It is a container of positions: ``s[position]`` is
    an `OwnerLabel`; ``position in s``, ``iter(s)`` and ``len(s)`` work as those of a dict.

    Attributes
    ----------
    game : GameGraph
        The game, with owners.
    objective : str
        "reachability", "safety", "buchi" or "cobuchi": what `player` wants.
    player : int
        Whose objective it is, 0 or 1.

    See Also
    --------
    solve_buchi, Attractor, ParitySolution
    graphgame.verify_owners : The rules that `verify` checks.

    Examples
    --------
    >>> import graphgame as gg
    >>> s = gg.solve_buchi({"a": ["b", "c"], "b": ["a"], "c": ["c"]}, {"a": 0, "b": 1, "c": 0}, "b")
    >>> s
    OwnerSolution(n=3, m=4, objective='buchi', player=0: 2 won by 0, 1 by 1)
    >>> s["a"], s.play("a")
    (OwnerLabel(winner=0, outcome=<Outcome.WIN: 1>, best_move='b'), ('a', 'b', 'a'))
    >>> s.winner("b"), s.outcome("b"), s.winning_moves("a"), s.best_move("b"), s.region(0)
    (0, <Outcome.LOSE: -1>, ['b'], 'a', array([ True,  True, False]))
    >>> s.counts()
    {0: 2, 1: 1}
    >>> s.graph().predecessors("c"), s.verify()
    (['a', 'c'], True)
    """

    __slots__ = ("_ranks", "_strategy", "_targets", "_winners", "game", "objective", "player")
    game: GameGraph[P]
    player: int
    _form = FORM

    def __init__(
        self,
        game: GameGraph[P],
        objective: str,
        player: int,
        targets: types.BoolArray,
        winners: types.Int8Array,
        strategy: types.Array,
        ranks: types.Array,
    ) -> None:
        self.game, self.player = game, player
        self.objective: str = Objective(objective)
        self._targets, self._winners = targets, winners
        self._strategy: types.Array = strategy
        self._ranks: types.Array = ranks

    # -- all positions ------------------------------------------------------------------------

    @property
    def targets(self) -> types.BoolArray:
        """(n,) bool, read-only: the targets, or the unsafe positions."""
        return read_only(self._targets)

    @property
    def rank(self) -> types.Int32Array:
        """(n,) int32, read-only: the numbers that prove the strategies, by the objective.

        The player who wants visits hurries; the other one delays.

        ====================  =================================  =====================================
        play                  where that player wins             elsewhere
        ====================  =================================  =====================================
        reachability, safety  moves to the end                   -1
        Büchi, co-Büchi       moves to the next visit, at most,  a number that never rises, and falls
                              of the strategy                    after a visit: a bound on visits left
        ====================  =================================  =====================================
        """  # noqa: E501 -- a table
        return read_only(self._ranks)

    def table(self) -> dict[str, types.AnyArray]:
        """Return the solution as columns, one row per position.

        Returns
        -------
        dict of str to (n,) array
            ``position``, ``owner``, ``winner``, ``rank`` and ``strategy``, which is None (-1
            without labels) where there is none.  `pandas.DataFrame` and `polars.DataFrame` take it
            as it is.

        See Also
        --------
        Solution.table

        Examples
        --------
        >>> import graphgame as gg
        >>> gg.solve_safety({"a": ["b"], "b": []}, {"a": 0, "b": 1}, safe=["a", "b"]).table()["winner"]
        array([0, 0], dtype=int8)
        """  # noqa: E501 -- one line of an example
        return columns(self.game, self.winners, self.strategy, rank=self.rank)

    def best_move(self, position: P) -> P | None:
        """Return the position after the best move, None where play is over.

        The winner follows `strategy`.  The loser delays the end, if there is one: an option of
        greatest rank, of several the one of lowest index; else the option of lowest index.
        O(number of options) time.

        See Also
        --------
        winning_moves, play, strategy
        """
        w = self._next(self.game._find(position))
        return None if w is None else self.game.position(w)

    def __getitem__(self, position: P) -> OwnerLabel:
        return OwnerLabel(self.winner(position), self.outcome(position), self.best_move(position))

    def _options_at(self, v: int) -> list[int]:
        if Objective(self.objective).ends and bool(self._targets[v]):
            return []
        return super()._options_at(v)

    def _next(self, v: int) -> int | None:
        rank = self.rank
        if Objective(self.objective).ends and self.strategy[v] < 0 and rank[v] >= 0:
            return max(self._options_at(v), key=lambda w: (rank[w], -w), default=None)
        return super()._next(v)

    def _note(self, v: int) -> str:
        if not self._targets[v]:
            return ""
        return "unsafe" if Objective(self.objective) is Objective.SAFETY else "target"

    def _goal(self) -> tuple[types.AnyArray | int, types.AnyArray, int]:
        # A loop with a target is a win of the player who wants visits: the target has a greater
        # priority, of the parity of that player.
        objective = Objective(self.objective)
        wants = objective in (Objective.REACHABILITY, Objective.BUCHI)
        visitor = self.player if wants else 1 - self.player
        priority = self.targets.astype("i8") + (1 - visitor)
        return self.rank if objective.ends else -1, priority, 2 - visitor

    def _verify(self) -> bool:
        from graphgame.owners.verify import verify_owners

        return verify_owners(self.game, self)

    def __repr__(self) -> str:
        won = [int(self.region(player).sum()) for player in (0, 1)]
        return (
            f"OwnerSolution(n={self.game.n}, m={self.game.m}, objective={str(self.objective)!r}, "
            f"player={self.player}: {won[0]} won by 0, {won[1]} by 1)"
        )


# -- columns of tables ----------------------------------------------------------------------------


def columns(
    game: GameGraph[Any], winners: types.AnyArray, strategy: types.AnyArray, **more: types.AnyArray
) -> dict[str, types.AnyArray]:
    """Return the columns of a table; `more` stand between winners and moves."""
    assert game.owner is not None, "owners"
    return {
        "position": position_column(game),
        "owner": game.owner,
        "winner": winners,
        **more,
        "strategy": move_column(game, strategy),
    }
