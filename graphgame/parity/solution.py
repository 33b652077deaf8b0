"""`ParitySolution`: who wins a parity game from every position, and by which moves."""

from __future__ import annotations

from typing import Any, Generic, NamedTuple

import numpy as np

from graphgame import types
from graphgame.arrays import distinct, read_only
from graphgame.errors import SolutionFileError, VerificationError
from graphgame.graphs.form import Form, Found, Graph, Numbers, last
from graphgame.graphs.graph import GameGraph
from graphgame.outcome import Outcome
from graphgame.owners.solution import Won, columns, has_owners
from graphgame.parity import pg_text
from graphgame.parity._ranks import rank
from graphgame.parity.methods import compress
from graphgame.types import P


class _Vertices(Graph):
    """The graph of a parity game, and the ids of its vertices where its text had gaps."""

    ids = Numbers("ids", "int64", 0)

    def write(
        self, value: Any, header: dict[str, object], arrays: dict[str, types.AnyArray]
    ) -> None:
        """Add the graph and the ids to what is written."""
        super().write(value, header, arrays)
        if (ids := pg_text.vertex_ids(value)) is not None:
            self.ids.write(ids, header, arrays)

    def read(self, found: Found) -> Any:
        """Return the graph."""
        game = super().read(found)
        if "ids" not in found.arrays:
            return game
        found.parts["game"] = game  # which says how many there are
        ids = self.ids.read(found)
        if len(distinct(np.array(ids))) < len(ids):
            raise SolutionFileError("ids: expected another id for each vertex")
        return pg_text.with_ids(game, ids)


FORM = Form(
    "graphgame parity",
    2,  # readers of version 1 know the owners by another name
    has_owners,
    Numbers("priority", "int64", 0),
    Numbers("winners", "int8", 0, 1),
    Numbers("strategy", "int32", -1, last),
    _Vertices(),
)


class ParityLabel(NamedTuple, Generic[P]):
    """The answer for one position of a parity game: ``s[position]``.

    Attributes
    ----------
    winner : int
        Who wins, 0 or 1.
    outcome : Outcome
        `WIN` if the owner of the position wins, else `LOSE`.
    best_move : position or None
        What the owner does to win; None where the other player wins.

    See Also
    --------
    ParitySolution

    Examples
    --------
    >>> import graphgame as gg
    >>> gg.ParityGame([(0, 1), (1, 0)], [0, 1], [2, 1]).solve()[0]
    ParityLabel(winner=0, outcome=<Outcome.WIN: 1>, best_move=1)
    """

    winner: int
    outcome: Outcome
    best_move: P | None


class ParitySolution(Won[P]):
    """A solved parity game: who wins from every position, and by which moves.

    `ParityGame.solve` makes one, `ParityGame.read_sol` reads another solver's, and
    `ParitySolution.load` reads what `save` wrote.  A solution is a container of positions:
    ``s[position]`` is a `ParityLabel`.

    Attributes
    ----------
    game : GameGraph
        The graph of the game, with owners.

    See Also
    --------
    ParityGame, OwnerSolution
    graphgame.verify_parity : The rules that `verify` checks.

    Notes
    -----
    `verify` finds ranks and levels first.  A checker that shares nothing with the solver proves by
    them that no cycle is left that the loser of a position wants.  O(d (n + m) + m log n) time, d
    the number of priorities at the most; 60 bytes a position.

    Examples
    --------
    >>> import graphgame as gg
    >>> game = gg.ParityGame({"a": ["b", "c"], "b": ["a"], "c": ["c"]}, [0, 1, 0], [2, 1, 3])
    >>> s = game.solve()
    >>> s
    ParitySolution(n=3, m=4: 2 won by player 0, 1 won by player 1)
    >>> s["a"]
    ParityLabel(winner=0, outcome=<Outcome.WIN: 1>, best_move='b')
    >>> s.winner("c"), s.outcome("c"), s.best_move("a"), s.winning_moves("a"), s.counts()
    (1, <Outcome.LOSE: -1>, 'b', ['b'], {0: 2, 1: 1})
    >>> s.graph().options("a"), s.verify()
    (['b', 'c'], True)
    """

    __slots__ = ("_priority", "_strategy", "_winners", "game")
    _form = FORM

    game: GameGraph[P]

    def __init__(
        self,
        game: GameGraph[P],
        priority: types.Array,
        winners: types.Array,
        strategy: types.Array,
    ) -> None:
        self.game, self._priority = game, priority
        self._winners, self._strategy = winners, strategy

    # -- all positions ------------------------------------------------------------------------

    @property
    def priority(self) -> types.Int64Array:
        """(n,) int64, read-only: the priority of each position."""
        return read_only(self._priority)

    def table(self) -> dict[str, types.AnyArray]:
        """Return the solution as columns, one row per position.

        Returns
        -------
        dict of str to (n,) array
            ``position``, ``owner``, ``winner``, ``priority`` and ``strategy``, the position after
            the move that wins; None, or -1 where there are no labels, where the owner loses.

        See Also
        --------
        Solution.table

        Examples
        --------
        >>> import graphgame as gg
        >>> s = gg.ParityGame({"a": ["b"], "b": ["a"]}, [0, 1], [2, 1]).solve()
        >>> {name: column.tolist() for name, column in s.table().items()}["strategy"]
        ['b', None]
        """
        return columns(self.game, self.winners, self.strategy, priority=self.priority)

    def __repr__(self) -> str:
        counts = ", ".join(f"{count} won by player {who}" for who, count in self.counts().items())
        return f"ParitySolution(n={self.game.n}, m={self.game.m}: {counts})"

    def best_move(self, position: P) -> P | None:
        """Return the position after the owner's winning move; None where the owner loses."""
        w = int(self.strategy[self.game._find(position)])
        return None if w < 0 else self.game.position(w)

    def __getitem__(self, position: P) -> ParityLabel[P]:
        return ParityLabel(self.winner(position), self.outcome(position), self.best_move(position))

    def _note(self, v: int) -> str:
        return f"priority {self.priority[v]:,}"

    def _goal(self) -> tuple[int, types.Int64Array, None]:
        return -1, self.priority, None

    # -- keeping and checking -----------------------------------------------------------------

    def _verify(self) -> bool:
        from graphgame.parity.verify import verify_parity

        proof = self._ranks()
        return verify_parity(
            self.game, self.owner, self.priority, self.winners, self.strategy, *proof
        )

    def _ranks(self) -> tuple[types.AnyArray, types.AnyArray]:
        """Return ranks and levels, as `verify_parity` takes them."""
        numbers, greatest = compress(self.priority)
        ranks, levels, worst = rank(
            *self.game._option_rows(),
            self.owner,
            numbers,
            self.winners,
            self.strategy,
            len(greatest) - 1,
        )
        if worst >= 0:
            loser = 1 - int(self.winners[worst])
            raise VerificationError(
                self.game.position(worst),
                [],
                # Not its priority: a greater one of the cycle may have the same number.
                f"no cycle that player {loser} wins",
                "one that the strategies allow",
            )
        return np.asarray(ranks), np.append(greatest, -1)[np.asarray(levels)]

    def write_sol(self, file: types.File) -> None:
        r"""Write the solution as text that other solvers read: ``paritysol N;``, a line a position.

        A position is written as the id that it has in the text of the game, else as its index.

        Parameters
        ----------
        file : path or binary file
            A path is replaced in one step.

        Raises
        ------
        OSError
            If the file cannot be written.

        See Also
        --------
        ParityGame.read_sol

        Examples
        --------
        >>> import io
        >>> import graphgame as gg
        >>> text = io.BytesIO()
        >>> gg.ParityGame([(0, 1), (1, 0)], [0, 1], [2, 1]).solve().write_sol(text)
        >>> text.getvalue()
        b'paritysol 1;\n0 0 1;\n1 0;\n'
        """
        pg_text.write_sol(self, file)
