"""`ParityGame` and `solve_parity`: graphs whose positions have owners and priorities."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from graphgame import types
from graphgame.arrays import Generic, P, read_only
from graphgame.errors import GraphGameError, advised, shown_path
from graphgame.graphs.given import asked, is_function, numbers, position_names, require_alike
from graphgame.graphs.graph import GameGraph
from graphgame.graphs.labels import beside
from graphgame.outcome import MOST_POSITIONS
from graphgame.owners.games import owned_game
from graphgame.parity import pg_text
from graphgame.parity.methods import compress, solve
from graphgame.parity.solution import ParitySolution
from graphgame.text.carried import PRIORITY, SCORE, refuse_values
from graphgame.text.graph_text import file_name, format_by_name, read_parts


class ParityGame(Generic[P]):
    """A parity game: a token moves for ever, and the greatest priority seen again and again counts.

    The owner of a position moves the token from there.  Of an endless play, take the greatest
    priority that occurs infinitely often: player 0 wins where it is even, player 1 where it is odd.
    Who cannot move loses.

    Parameters
    ----------
    graph, owner, limit, progress
        As in `attractor`.
    priority : mapping, (n,) array_like of int, or function of a position
        From 0 to 2^63 - 1 for every position.
    start : hashable, or list, set or iterator of hashable, optional
        As in `attractor`; and the position of a `GameGraph` where play begins.

    Attributes
    ----------
    game : GameGraph
        The positions, the moves and the owners.

    Raises
    ------
    GraphGameError
        If a position has no owner or no priority, or one out of range.

    See Also
    --------
    solve_parity : Solve a game in one call.
    read_pg : Read a game in PGSolver's format.

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
        owner: types.Owners | types.OwnerRule | None,
        priority: types.Anything,
        *,
        start: P | None = None,
        limit: int | None = None,
        progress: types.ProgressLike = False,
    ) -> None:
        is_graph = hasattr(graph, "edge_blocks")
        game = owned_game(graph, owner, None if is_graph else start, limit, progress)
        if is_graph and start is not None:
            game = game._with(start=game.position(game._find(start)))
        self.game: GameGraph[Any] = game
        self._priority: types.Array = _priorities(priority, game)

    @classmethod
    def _from_checked(cls, game: GameGraph[Any], priority: types.Array) -> ParityGame[Any]:
        made = cls.__new__(cls)
        made.game, made._priority = game, priority
        return made

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
        owner = self.game.owner
        assert owner is not None, "set when the game was made"
        return owner

    @property
    def priority(self) -> types.Int64Array:
        """(n,) int64, read-only: the priority of each position."""
        return read_only(self._priority)

    def solve(self, method: str | None = None) -> ParitySolution[P]:
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
        game = self.game
        rows = game.option_ptr, game.option_idx
        reverse = game.pred_ptr, game.pred_idx
        numbers, _ = compress(self.priority)
        answer = solve(rows, reverse, self.owner, numbers, method)
        return ParitySolution(game, self._priority, *answer)

    def read_sol(self, file: types.File, *, source: str | None = None) -> ParitySolution[P]:
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
        answer = pg_text.read_sol(self, file, source=source)
        return ParitySolution(self.game, self._priority, *answer)

    def __repr__(self) -> str:
        priority = self.priority
        within = f", priorities from {priority.min()} to {priority.max()}" if self.n else ""
        labelled = "" if self.game.labels is None else ", labelled"
        return f"ParityGame(n={self.n}, m={self.m}{within}{labelled})"

    def __len__(self) -> int:
        return self.n


@advised
def solve_parity(
    graph: types.Anything,
    owner: types.Owners | types.OwnerRule | None,
    priority: types.Anything,
    *,
    start: types.Anything = None,
    limit: int | None = None,
    progress: types.ProgressLike = False,
) -> ParitySolution[types.Anything]:
    """Solve a parity game: the greatest priority that is seen again and again says who wins.

    Player 0 wins an endless play where that priority is even, player 1 where it is odd.  Who cannot
    move loses.

    Parameters
    ----------
    graph, owner, priority, start, limit, progress
        As in `ParityGame`.

    Returns
    -------
    ParitySolution

    Raises
    ------
    GraphGameError
        As `attractor`; or if a position has no priority, or one out of range.

    See Also
    --------
    ParityGame : The game by itself: to write it, to choose an algorithm, or to read a solution.
    solve_buchi

    Notes
    -----
    Time and memory are those of `ParityGame.solve`.

    Examples
    --------
    >>> s = solve_parity([(0, 1), (1, 0), (1, 2), (2, 2)], [0, 1, 0], [2, 1, 3])
    >>> s.winners, s.best_move(1)
    (array([1, 1, 1], dtype=int8), 2)
    """
    game = ParityGame(graph, owner, priority, start=start, limit=limit, progress=progress)
    return game.solve()


@advised
def read_pg(
    file: types.File,
    format: str | None = None,  # noqa: A002 -- as in read_graph
    *,
    source: str | None = None,
    labels: bool = True,
    least: bool = False,
) -> ParityGame[types.Anything]:
    r"""Read a parity game in PGSolver's format, or of a graph in a format with attributes.

    The text is ``parity N;``, perhaps ``start v;``, then ``id priority owner s1,s2 "label";`` for
    each vertex, in any order.  N is the greatest id or the number of vertices; the header may be
    absent.  Ids may have gaps: positions are then in the order of the ids, and called by them.

    Parameters
    ----------
    file : path or binary file
    format : {"pg", "csv", "tsv", "json", "dot", "graphml", "gml"}, optional
        By default the end of the name decides, and "pg" where it says nothing.  Beside "pg", each
        node has the attributes "owner" and "priority", as `read_graph` reads them.  Names that are
        integers from 0 on are ids.
    source : str, optional
        The name of the text in error messages; by default the path.
    labels : bool
        Whether vertices are called by their labels, those without a label by their ids.  False: all
        are called by their ids, and labels are left out.
    least : bool
        Whether the least priority that is seen again and again counts, and not the greatest: then
        each priority p becomes K - p, with the least even K that is no less than any.

    Returns
    -------
    ParityGame

    Raises
    ------
    ParseError
        If the text breaks the format: file, line, column, what was expected and what was found.
    GraphGameError
        If two labels are equal, or one is no UTF-8: without `labels` they may be.
    OSError
        If the file cannot be read.

    See Also
    --------
    write_pg, ParityGame

    Notes
    -----
    O(length) time where ids ascend.  Memory grows with what has been read, not with what a header
    announces: 21 bytes a vertex and 4 an edge, at most three times that while reading.

    Examples
    --------
    >>> import io
    >>> game = read_pg(io.BytesIO(b'parity 1;\n0 2 0 1 "a";\n1 1 1 0,1 "b";\n'))
    >>> game, game.solve().winner("a")
    (ParityGame(n=2, m=3, priorities from 1 to 2, labelled), 1)
    """
    told = format or format_by_name(source or file_name(file)) or "pg"
    if told == "pg":
        game, priority = pg_text.read_game(file, source=source, labels=labels)
        return ParityGame._from_checked(game, turned(priority) if least else priority)
    found = _read_attributes(file, told, source or file_name(file), labels=labels)
    return ParityGame._from_checked(found.game, turned(found.priority)) if least else found


def turned(priority: types.AnyArray) -> types.Int64Array:
    """Return priorities of which the greatest counts for those of which the least counts.

    Raises
    ------
    GraphGameError
        If 2^63 - 1 is among them.

    >>> turned(np.array([0, 3, 2])).tolist()
    [4, 1, 2]
    """
    values = np.asarray(priority)
    if not len(values):
        return values
    greatest = int(values.max())
    if greatest == np.iinfo(np.int64).max:
        raise GraphGameError(
            f"priority: expected at most 2^63 - 2 where the least counts, got {greatest}"
        )
    return (greatest + greatest % 2) - values


def _read_attributes(file: types.File, told: str, name: str, *, labels: bool) -> ParityGame[Any]:
    """Read a graph whose nodes have the attributes "owner" and "priority"."""
    game, values = read_parts(file, told, source=name)
    if SCORE in values:
        refuse_values({SCORE: values[SCORE]}, name)
    if game.owner is None or PRIORITY not in values:
        raise GraphGameError(
            f"{shown_path(name)}: expected the attributes 'owner' and 'priority' of each node, got "
            "a graph without"
        )
    try:
        priority = _priorities(values[PRIORITY], game)
        made = ParityGame(game, None, priority)
    except GraphGameError as error:
        raise GraphGameError(f"{shown_path(name)}: {error}") from None
    names = [*made.game.positions(range(made.n))]
    if {*map(type, names)} == {int} and 0 <= min(names) <= max(names) < MOST_POSITIONS:
        made.game = pg_text.with_ids(made.game, np.array(names, dtype=np.int64))
    elif not labels:
        start = None if game.start is None else game._find(game.start)
        made.game = made.game._with(labels=None, index=None, start=start)
    return made


@advised
def write_pg(game: ParityGame[types.P], file: types.File, *, labels: bool = True) -> None:
    r"""Write a parity game in PGSolver's format.

    Parameters
    ----------
    game : ParityGame
        Positions are written as their indices.  The format has no dead ends: a position without
        options becomes a self-loop of the priority 0 or 1 that its owner loses.
    file : path or binary file
        A path is replaced in one step: a failure leaves the old file whole.
    labels : bool
        Whether to write the labels, where there are some, as text.  Those that are no text before
        are text when the file is read.

    Raises
    ------
    GraphGameError
        If `game` is not a ParityGame, or has no position, which the format cannot say; or if there
        is a quotation mark in a label.
    OSError
        If the file cannot be written.

    See Also
    --------
    read_pg

    Examples
    --------
    >>> import io
    >>> import graphgame as gg
    >>> text = io.BytesIO()
    >>> gg.write_pg(gg.ParityGame([(0, 1), (0, 0)], [0, 1], [3, 5]), text)
    >>> text.getvalue()
    b'parity 1;\n0 3 0 1,0;\n1 0 1 1;\n'
    >>> text = io.BytesIO()
    >>> gg.write_pg(gg.ParityGame({"a": ["b"], "b": ["a"]}, [0, 1], [3, 5]), text)
    >>> text.getvalue()
    b'parity 1;\n0 3 0 1 "a";\n1 5 1 0 "b";\n'
    """
    if not isinstance(game, ParityGame):
        raise GraphGameError(f"game: expected a ParityGame, got {type(game).__name__}")
    if not game.n:
        raise GraphGameError("game: expected at least one position, which the format needs")
    pg_text.write_game(game, file, labels=labels)


def _priorities(priority: Any, game: GameGraph[Any]) -> types.Int64Array:
    """Return priorities as an (n,) int64 array."""
    if is_function(priority):
        priority = asked(priority, position_names(game), "for the priority of")
    else:
        priority = beside(priority, game, "priority")
    named = "a mapping, a function or"
    if isinstance(priority, Mapping):
        at = np.fromiter(map(game._find, priority), dtype=np.int64, count=len(priority))
        missing = np.ones(game.n, dtype=np.bool_)
        missing[at] = False
        if missing.any():
            position = game.position(int(missing.argmax()))
            raise GraphGameError(f"priority of {position!r}: expected one for every position")
        found = numbers(list(priority.values()), "priority")
        require_alike(game, priority, "priority", at, found)
        values = np.empty(game.n, dtype=found.dtype)
        values[at] = found
    else:
        values = numbers(priority, "priority")
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
