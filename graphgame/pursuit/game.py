"""`PoliceAndThief`, a game of pursuit on a board of cells, and `PursuitSolution`, its solution."""

from __future__ import annotations

from collections.abc import Iterable

from graphgame import checks
from graphgame.errors import TooLargeError
from graphgame.graphs.graph import GameGraph
from graphgame.memory import available_memory
from graphgame.outcome import MOST_POSITIONS
from graphgame.pursuit import _pursuit
from graphgame.pursuit.grid import EXIT, WALL, as_grid
from graphgame.pursuit.solution import SolvedBoard

TYPE_CHECKING = False
if TYPE_CHECKING:
    from graphgame import types
    from graphgame.pursuit.grid import Grid
else:
    from graphgame.arrays import types

# Bytes of a remoteness at first, enough for 65,534 plies; where it is not enough, twice as many.
_WIDTH = 2
# The most bytes of a remoteness.
_WIDEST = 4
# Solutions up to this many bytes are tried without asking how much memory there is.
_SMALL = 1 << 26


class PoliceAndThief:
    """A board on which a policeman pursues a thief.

    They take turns, the policeman first.  The policeman moves one step in any of 8 directions, the
    thief one step in any of 4; both may pass instead, and neither may enter a wall.  The policeman
    wins when both are on one cell, whoever moved there.  The thief wins when he is on an exit and
    the policeman is not.  Play that never ends is a draw.

    Parameters
    ----------
    grid : str or bytes, path-like, binary file, list of str, or (n, m) array_like
        Text is grid text: ``n m``, then n rows of m cells, ``.`` free, ``*`` wall, ``E`` exit,
        ``P`` or ``C`` the policeman, ``T`` the thief; a path or a file holds such text.  Rows, or
        an array of characters, hold the cells alone.  An array of bools is True on cells that can
        be entered.
    police, thief : (row, column), optional
        Where they start, from 0, if the grid does not mark it.
    exits : iterable of (row, column)
        Exits, in addition to those in the grid.  A player may start on an exit: a thief alone there
        has won before the first move.

    Attributes
    ----------
    rows, columns : int
    police, thief : (row, column)
    start : (police, thief, turn)
    exits : list of (row, column)

    Raises
    ------
    ParseError
        If a text is not grid text.
    GraphGameError
        If the grid is malformed, or not exactly one policeman and one thief start on a cell that
        can be entered.

    See Also
    --------
    cops_and_robbers : Several cops and a robber on any graph.

    Examples
    --------
    >>> import graphgame as gg
    >>> game = gg.PoliceAndThief(["P..*", "...E", "..T."])
    >>> game
    PoliceAndThief(3 × 4, police=(0, 0), thief=(2, 2), 1 exit)
    >>> game.start
    ((0, 0), (2, 2), 'police')
    >>> s = game.solve()
    >>> s.result, s.remoteness_of(s.start)
    (<Outcome.LOSE: -1>, 4)
    >>> print(game.drawn(s.line()[-1]))
    P..*
    ...T
    ....
    """

    __slots__ = ("_grid",)

    def __init__(
        self,
        grid: object,
        *,
        police: types.Cell | None = None,
        thief: types.Cell | None = None,
        exits: Iterable[types.Cell] = (),
    ) -> None:
        self._grid = as_grid(grid, police, thief, exits)

    @classmethod
    def _from_grid(cls, grid: Grid) -> PoliceAndThief:
        """Return the game on a grid that has been read."""
        game = cls.__new__(cls)
        game._grid = grid
        return game

    @property
    def rows(self) -> int:
        """The number of rows."""
        return self._grid.rows

    @property
    def columns(self) -> int:
        """The number of columns."""
        return self._grid.columns

    @property
    def police(self) -> types.Cell:
        """The cell where the policeman starts."""
        return self.start[0]

    @property
    def thief(self) -> types.Cell:
        """The cell where the thief starts."""
        return self.start[1]

    @property
    def start(self) -> types.PursuitState:
        """The state where play begins, ``(police, thief, "police")``."""
        grid = self._grid
        assert grid.police is not None, "checked when the grid was read"
        assert grid.thief is not None
        return grid.place(grid.police), grid.place(grid.thief), "police"

    @property
    def exits(self) -> list[types.Cell]:
        """The exits, in reading order."""
        grid = self._grid
        return [grid.place(cell) for cell, code in enumerate(grid.cells) if code == EXIT]

    def solve(self, *, remoteness: bool = True, memory: int | str | None = None) -> PursuitSolution:
        """Solve every state of the board: who wins, and in how many plies.

        Parameters
        ----------
        remoteness : bool
            Whether to find the remoteness, too.  Best moves and lines need it.
        memory : int or str, optional
            The most bytes to take, as in ``"4GiB"``; if not given, as many as the system has
            available.

        Returns
        -------
        PursuitSolution

        Raises
        ------
        TooLargeError
            If the solution would take more memory: how many bytes it would take.  Nothing has been
            allocated then.

        See Also
        --------
        PoliceAndThief.graph : The same game for the general solver, `solve`.

        Notes
        -----
        For k cells that can be entered there are 2 k² states.  A pair of cells takes one bit in
        each of two sets, and 2 bytes of remoteness, with the policeman to move; labels with the
        thief to move are computed from these, and no edges are stored.  A set has a bit for every
        cell, walls included, and for one column more: with r rows and c columns, 2.25 k r (c + 1)
        bytes, or 0.25 k r (c + 1) without remoteness, and less for the rest.  Remoteness beyond
        65,534 takes 4 bytes and twice the time.  How the sets are found is described in
        ``graphgame.pursuit._pairs``.  Long boards and mazes take about as long as squares of
        as many cells.
        """
        grid = self._grid
        width = _WIDTH if remoteness else 0
        given = checks.memory(memory)
        while True:
            needed, most = self._bytes(width), given
            if most is None and needed > _SMALL:
                most = available_memory()
            if len(grid.cells) > MOST_POSITIONS or (most is not None and needed > most):
                raise TooLargeError(self._too_large(needed))
            try:
                return PursuitSolution(self, *_pursuit.solve(grid.cells, grid.columns, width))
            except MemoryError:
                raise TooLargeError(self._too_large(needed)) from None
            except OverflowError as error:
                if width == _WIDEST:
                    raise TooLargeError(f"grid: {error}") from None
                width *= 2

    def _bytes(self, width: int) -> int:
        """Return the bytes that the kernel takes, for a remoteness of so many bytes."""
        cells = len(self._grid.cells)
        free = cells - self._grid.cells.count(WALL)
        words = (self.rows * (self.columns + 1) + 63) // 64
        waiting = min(self.columns + 1, free) if width else 0
        return 8 * words * (2 * free + waiting) + 64 * words * width * free + 160 * cells

    def _too_large(self, needed: int) -> str:
        free = len(self._grid.cells) - self._grid.cells.count(WALL)
        return (
            f"grid: expected one that can be solved in memory, got {free} cells that can be "
            f"entered, which takes {needed} bytes"
        )

    def graph(self) -> GameGraph[types.PursuitState]:
        """Return the same game as an explicit graph, for the general solver.

        Returns
        -------
        GameGraph
            Its positions are the states ``(police, thief, turn)`` of all cells that can be entered,
            ordered by policeman, thief and turn.  Where the game has ended, the outcome is preset.

        Raises
        ------
        TooLargeError
            If there are more than 2^31 - 2 states.

        See Also
        --------
        PursuitSolution.graph, solve

        Notes
        -----
        O(k²) time; 8 bytes for each of up to 14 k² edges, and as much again while it is built.

        Examples
        --------
        >>> import graphgame as gg
        >>> game = gg.PoliceAndThief(["P.T"])
        >>> gg.solve(game.graph()).line(((0, 0), (0, 2), "police"))[1]
        ((0, 1), (0, 2), 'thief')
        """
        from graphgame.pursuit.graph import build

        return build(self._grid)

    def __str__(self) -> str:
        return self.drawn(self.start)

    def drawn(self, state: types.PursuitState) -> str:
        """Return the board of a state as rows of text; X marks both players on one cell."""
        police, thief, _ = state
        rows = [bytearray(b"*.E"[code] for code in self._grid.cells[i : i + self.columns])
                for i in range(0, len(self._grid.cells), self.columns)]  # fmt: skip
        rows[thief[0]][thief[1]] = ord("T")
        rows[police[0]][police[1]] = ord("X" if police == thief else "P")
        return "\n".join(row.decode() for row in rows)

    def __repr__(self) -> str:
        exits = self._grid.cells.count(EXIT)
        return (
            f"PoliceAndThief({self.rows} × {self.columns}, police={self.police}, "
            f"thief={self.thief}, {exits} {'exit' if exits == 1 else 'exits'})"
        )


class PursuitSolution(SolvedBoard):
    r"""A solved board, as `PoliceAndThief.solve` returns it.

    A state is one tuple ``(police, thief, turn)``: two cells as (row, column), from 0, and the
    player to move, ``"police"`` or ``"thief"``.  Outcomes are those of the player to move.  A
    solution is a collection of its states: ``s[state]`` is the `Label` of one, ``state in s`` says
    whether there is such a state, and iteration yields all of them, ordered by policeman, thief and
    turn.

    Attributes
    ----------
    game : PoliceAndThief
        The solved game.

    See Also
    --------
    PoliceAndThief.solve : Solve a board.
    CopsSolution : The same for cops and robbers on a graph.

    Examples
    --------
    >>> import graphgame as gg
    >>> s = gg.PoliceAndThief("2 3\nP.*\n.T.").solve()
    >>> s.start, s.result, s.remoteness_of(s.start)
    (((0, 0), (1, 1), 'police'), <Outcome.WIN: 1>, 1)
    >>> s.line()
    (((0, 0), (1, 1), 'police'), ((1, 1), (1, 1), 'thief'))
    >>> s[(0, 0), (1, 2), "thief"]
    Label(outcome=<Outcome.LOSE: -1>, remoteness=4, best_move=((0, 0), (1, 2), 'police'))
    >>> s.outcome_map(police=(0, 0))
    array([[1, 1, 2],
           [1, 1, 1]], dtype=int8)
    >>> s.remoteness_map(police=(0, 0))
    array([[ 0,  1, -2],
           [ 1,  1,  3]], dtype=int32)
    >>> s.outcome(s.start), s.best_move(s.start)[0], len(s.winning_moves(s.start)), s.verify()
    (<Outcome.WIN: 1>, (1, 1), 4, True)
    >>> s.graph().n == len(s)
    True
    """

    __slots__ = ()

    @classmethod
    def load(cls, file: types.File) -> PursuitSolution:
        """Read a solution that `save` wrote; nothing but the file is needed, not even to verify it.

        Parameters
        ----------
        file : path or binary file

        Raises
        ------
        SolutionFileError
            If the file is damaged, is something else, or comes from a later version.
        OSError
            If the file cannot be read.

        See Also
        --------
        save, verify

        Examples
        --------
        >>> import io
        >>> import graphgame as gg
        >>> file = io.BytesIO()
        >>> gg.PoliceAndThief(["P..*", "...E", "..T."]).solve().save(file)
        >>> _ = file.seek(0)
        >>> gg.PursuitSolution.load(file).result
        <Outcome.LOSE: -1>
        """
        from graphgame.pursuit.files import load

        grid, caught, held, ranks = load(file)
        return cls(PoliceAndThief._from_grid(grid), caught, held, ranks)
