"""`OwnerSolution`: who wins each position of a game with owners, and by which moves."""

from __future__ import annotations

from typing import NamedTuple

from graphgame.arrays import Later, P, read_only, types
from graphgame.graphs.graph import GameGraph
from graphgame.outcome import Outcome
from graphgame.owners.goals import Objective
from graphgame.owners.won import Won

TYPE_CHECKING = False
if TYPE_CHECKING:
    from graphgame.types import AnyArray, Array


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
        The game; its movers are the owners.
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
    >>> s.graph().predecessors("c"), s.verify()
    (['a', 'c'], True)
    """

    __slots__ = ("_ranks", "_strategy", "_targets", "_winners", "game", "objective", "player")
    game: GameGraph[P]
    player: int
    _files = Later("graphgame.owners.files")

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
        self._strategy: Array = strategy
        self._ranks: Array = ranks

    # -- all positions ------------------------------------------------------------------------

    @property
    def targets(self) -> types.BoolArray:
        """(n,) bool, read-only: the targets, or the unsafe positions."""
        return read_only(self._targets)

    @property
    def rank(self) -> types.Int32Array:
        """(n,) int32, read-only: the numbers that prove the strategies, by the objective.

        Who wants visits hurries, the other one delays.

        ====================  =================================  =====================================
        play                  where who wants visits wins        elsewhere
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
        from graphgame.owners.export import table

        return table(self, rank=self.rank)

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

    def _goal(self) -> tuple[AnyArray | int, AnyArray, int]:
        # Who wants visits wins a loop with a target: its priority is of that player, and greater.
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
