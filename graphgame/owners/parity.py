"""`ParityGame`: a graph whose positions have owners and priorities, and its solver."""

from __future__ import annotations

from collections.abc import Mapping

from graphgame import checks
from graphgame.arrays import Generic, Later, P, read_only, types
from graphgame.errors import GraphGameError
from graphgame.graphs.labels import beside

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphgame.graphs.graph import GameGraph
    from graphgame.owners import parity_solution as solved
    from graphgame.types import Array
else:
    # Hints name it.
    solved = Later("graphgame.owners.parity_solution")


class ParityGame(Generic[P]):
    """A parity game: a token moves for ever, and the greatest priority seen again and again counts.

    The owner of a position moves the token from there.  Of an endless play, take the greatest
    priority that occurs infinitely often: player 0 wins where it is even, player 1 where it is odd.
    Who cannot move loses.

    Parameters
    ----------
    graph : anything that `as_game_graph` takes; with `start`, a rule
    owner : mapping, (n,) array_like of int, or function of a position with `start`; or None
        0 or 1 for every position.  None: the graph has movers, or the rule says who moves.
    priority : mapping, (n,) array_like of int, or function of a position
        From 0 to 2^63 - 1 for every position.
    start : hashable, optional
        The position where play begins.
    limit : int, optional
        The most positions, where a rule is explored.
    progress : bool
        Show the progress of exploring.

    Attributes
    ----------
    game : GameGraph
        The positions, the moves and, as movers, the owners.

    Raises
    ------
    GraphGameError
        If a position has no owner or no priority, or one out of range.

    See Also
    --------
    graphgame.read_pg : Read a game in PGSolver's format.
    ParityGame.solve

    Examples
    --------
    >>> import graphgame as gg
    >>> game = gg.ParityGame([(0, 1), (1, 0), (1, 2), (2, 2)], [0, 1, 0], [2, 1, 3])
    >>> game
    ParityGame(n=3, m=4, priorities from 1 to 3)
    >>> game.solve().winners
    array([1, 1, 1], dtype=int8)
    """

    __slots__ = ("_priority", "game")

    def __init__(
        self,
        graph: types.Anything,
        owner: types.Movers | types.MoverRule | None,
        priority: types.Anything,
        *,
        start: P | None = None,
        limit: int | None = None,
        progress: bool = False,
    ) -> None:
        from graphgame.rules.source import as_game

        if start is None and callable(owner) and not hasattr(owner, "__array__"):
            raise GraphGameError(
                "owner: expected a mapping or an array, got a function, "
                "which goes with a rule and its start"
            )
        if start is None or (hasattr(graph, "edge_blocks") and not callable(owner)):
            game: GameGraph[Any] = as_game(graph, None, None, limit=limit)
            if owner is not None:
                game = game.with_movers(beside(owner, game, "owner"))
            if start is not None:
                game = game._with(start=game.position(game._find(start)))
        else:
            game = as_game(graph, None, start, limit=limit, progress=progress, mover=owner)
        if game.movers is None:
            raise GraphGameError(
                "owner: expected 0 or 1 for every position, got None and a graph without movers"
            )
        if game.presets is not None:
            raise GraphGameError(
                "graph: expected one without presets; in a parity game who cannot move loses"
            )
        self.game: GameGraph[Any] = game
        self._priority: Array = _priorities(priority, game)

    @classmethod
    def _from_checked(cls, game: GameGraph[Any], priority: Array) -> ParityGame[Any]:
        made = cls.__new__(cls)
        made.game, made._priority = game, priority
        return made

    @classmethod
    def read(cls, file: types.File, *, source: str | None = None) -> ParityGame[types.Anything]:
        """Read a game in PGSolver's format; see `graphgame.read_pg`.

        See Also
        --------
        read_pg

        Examples
        --------
        >>> import io
        >>> ParityGame.read(io.BytesIO(b"parity 1; 0 2 0 1; 1 1 1 0;"))
        ParityGame(n=2, m=2, priorities from 1 to 2)
        """
        from graphgame.owners.pg_text import read_game

        return cls._from_checked(*read_game(file, source=source))

    @property
    def n(self) -> int:
        """Number of positions."""
        return self.game.n

    @property
    def m(self) -> int:
        """Number of edges, that is of moves."""
        return self.game.m

    @property
    def start(self) -> P | None:
        """The position where play begins; None where the game has no single start."""
        return self.game.start

    @property
    def owner(self) -> types.Int8Array:
        """(n,) int8, read-only: who moves at each position, 0 or 1."""
        owner = self.game.movers
        assert owner is not None, "set when the game was made"
        return owner

    @property
    def priority(self) -> types.Int64Array:
        """(n,) int64, read-only: the priority of each position."""
        return read_only(self._priority)

    def solve(self, method: str | None = None) -> solved.ParitySolution[P]:
        """Solve the game: who wins from each position, and by which moves.

        Parameters
        ----------
        method : str, optional
            The one algorithm to use, for those who compare them: "zielonka", "recursive",
            "tangles" or "improvement".  By default all are tried in turn, with growing budgets,
            after what is known at sight has been taken out of the game.

        Returns
        -------
        ParitySolution

        Raises
        ------
        GraphGameError
            If there is no such method.

        See Also
        --------
        verify_parity, read_sol

        Notes
        -----
        No algorithm is known that takes polynomial time for all games; most games take little more
        than linear time.  Takes 4 bytes per edge and 69 per position beyond the graph; with one or
        two priorities 78 per position.  What Zielonka's algorithm does not solve in its budget is
        copied and takes 100 bytes per position more, and what the other methods keep.

        Examples
        --------
        >>> import graphgame as gg
        >>> gg.ParityGame({"a": ["b", "a"], "b": ["a"]}, [1, 0], [1, 2]).solve().winner("a")
        1
        """
        from graphgame.owners.methods import compress, solve

        game = self.game
        rows = game.option_ptr, game.option_idx
        reverse = game.pred_ptr, game.pred_idx
        numbers, _ = compress(self.priority)
        answer = solve(rows, reverse, self.owner, numbers, method)
        return solved.ParitySolution(game, self._priority, *answer)

    def read_sol(self, file: types.File, *, source: str | None = None) -> solved.ParitySolution[P]:
        """Read a solution of this game that any solver wrote, for example to verify it.

        Parameters
        ----------
        file : path or binary file
            ``paritysol N;``, then ``id winner strategy;`` for each position, the strategy only
            where the winner is the owner.
        source : str, optional
            The name of the text in error messages; by default the path.

        Raises
        ------
        ParseError
            If the text breaks the format, or lacks a position.
        OSError
            If the file cannot be read.

        See Also
        --------
        ParitySolution.verify, ParitySolution.write_sol

        Examples
        --------
        >>> import io
        >>> game = ParityGame([(0, 1), (1, 0)], [0, 1], [2, 1])
        >>> game.read_sol(io.BytesIO(b"paritysol 1; 0 0 1; 1 0;")).verify()
        True
        """
        from graphgame.owners.pg_text import read_sol

        answer = read_sol(self, file, source=source)
        return solved.ParitySolution(self.game, self._priority, *answer)

    def __repr__(self) -> str:
        priority = self.priority
        within = f", priorities from {priority.min()} to {priority.max()}" if self.n else ""
        labelled = "" if self.game.labels is None else ", labelled"
        return f"ParityGame(n={self.n}, m={self.m}{within}{labelled})"

    def __len__(self) -> int:
        return self.n


def _priorities(priority: Any, game: GameGraph[Any]) -> types.Int64Array:
    """Return priorities as an (n,) int64 array."""
    import numpy as np

    if not callable(priority) or hasattr(priority, "__array__"):
        priority = beside(priority, game, "priority")
    named = "a mapping, a function or"
    if isinstance(priority, Mapping):
        at = np.fromiter(map(game._find, priority), dtype=np.int64, count=len(priority))
        missing = np.ones(game.n, dtype=np.bool_)
        missing[at] = False
        if missing.any():
            position = game.position(int(missing.argmax()))
            raise GraphGameError(f"priority of {position!r}: expected one for every position")
        found = checks.integers(list(priority.values()), "priority")
        values = np.empty(game.n, dtype=found.dtype)
        values[at] = found
    else:
        if callable(priority) and not hasattr(priority, "__array__"):
            labels = range(game.n) if game.labels is None else game.labels
            priority = [*map(priority, labels)]
        values = checks.integers(priority, "priority")
    if values.shape != (game.n,):
        raise GraphGameError(
            f"priority: expected {named} {game.n} values, one for every position, "
            f"got an array of shape {values.shape}"
        )
    wrong = (values < 0) | (values > np.iinfo(np.int64).max)
    if wrong.any():
        v = int(wrong.argmax())
        raise GraphGameError(
            f"priority of {game.position(v)!r}: expected 0 to 2^63 - 1, got {values[v]}"
        )
    return values.astype(np.int64)
