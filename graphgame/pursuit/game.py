"""The policeman and the thief: a game of pursuit on a board of cells, solved exactly."""

from __future__ import annotations

from graphgame.errors import TooLargeError
from graphgame.memory import available_memory
from graphgame.outcome import MOST_POSITIONS
from graphgame.pursuit import _pursuit
from graphgame.pursuit.grid import EXIT, WALL, as_grid
from graphgame.pursuit.solution import PursuitSolution

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from graphgame.graphs.graph import GameGraph
    from graphgame.pursuit.grid import Cell, Grid

# Bytes of a remoteness: what 65,534 plies fit in.  A board that takes more is solved again, with 4.
_WIDTH = 2
_WIDEST = 4
# Below this, nobody is asked how much memory there is.
_SMALL = 1 << 26


class PoliceAndThief:
    """A board on which a policeman pursues a thief.

    They take turns, the policeman first.  He moves one step in any of 8 directions, the thief one
    step in any of 4; both may pass instead, and neither may enter a wall.  When they are on one
    cell, whoever moved there, the policeman has won.  When the thief is on an exit and the
    policeman is not, the thief has won.  It may go on for ever: that is a draw.

    Parameters
    ----------
    grid : str or bytes, path-like, binary file, list of str, or (n, m) array_like
        Text is grid text: ``n m``, then n rows of m cells, ``.`` free, ``*`` wall, ``E`` exit,
        ``P`` or ``C`` the policeman, ``T`` the thief; a path or file holds such text.  Rows, or an
        array of characters, hold the cells alone.  An array of bools is True where one may go.
    police, thief : (row, column), optional
        Where they start, from 0, if the grid has no marks that say so.
    exits : iterable of (row, column)
        More exits, beside those in the grid.  An exit may be where somebody starts: then a thief
        alone there has won before the first move.

    Attributes
    ----------
    rows, columns : int
    police, thief : (row, column)

    Raises
    ------
    ParseError
        If a text is not grid text.
    GraphGameError
        If the grid is not one, or not exactly one of each starts on a cell that can be entered.

    Examples
    --------
    >>> import graphgame as gg
    >>> game = gg.PoliceAndThief(["P..*", "...E", "..T."])
    >>> game
    PoliceAndThief(3 × 4, police=(0, 0), thief=(2, 2), 1 exit)
    >>> game.solve().result, game.solve().remoteness
    (<Outcome.LOSE: -1>, 4)
    """

    __slots__ = ("_grid",)

    def __init__(
        self, grid: Any, *, police: Any = None, thief: Any = None, exits: Iterable[Cell] = ()
    ) -> None:
        self._grid = as_grid(grid, police, thief, exits)

    @classmethod
    def _of_grid(cls, grid: Grid) -> PoliceAndThief:
        """Make a game of a board that has been read."""
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
    def police(self) -> Cell:
        """Where the policeman starts."""
        return self._start[0]

    @property
    def thief(self) -> Cell:
        """Where the thief starts."""
        return self._start[1]

    @property
    def _start(self) -> tuple[Cell, Cell]:
        grid = self._grid
        assert grid.police is not None, "whoever made the grid has seen to it"
        assert grid.thief is not None
        return grid.place(grid.police), grid.place(grid.thief)

    @property
    def exits(self) -> list[Cell]:
        """The exits, in reading order."""
        grid = self._grid
        return [grid.place(cell) for cell, code in enumerate(grid.cells) if code == EXIT]

    def solve(self, *, remoteness: bool = True) -> PursuitSolution:
        """Decide every state: who wins, and in how many plies.

        Parameters
        ----------
        remoteness : bool
            Whether to find in how many plies, too.  Lines and best moves need it.

        Returns
        -------
        PursuitSolution

        Raises
        ------
        TooLargeError
            If the solution would not fit in memory: how many bytes it would take.

        Notes
        -----
        For k cells that can be entered, 2 k² states.  A bit in each of two sets, and 2 bytes of
        remoteness, for every pair of cells; what holds with the thief to move follows.  No state
        has edges.  See `graphgame.pursuit._pursuit` for how the sets grow.  The thief's cells
        are those of a board with walls and a column more: of r rows and c columns, 2.25 k r (c + 1)
        bytes, or 0.25 k r (c + 1) without remoteness, and less for the rest.  Remoteness beyond
        65,534 takes 4 bytes, and twice the time.
        """
        grid = self._grid
        width = _WIDTH if remoteness else 0
        while True:
            needed = self._bytes(width)
            most = available_memory() if needed > _SMALL else None
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
        """Return what the kernel needs, for a remoteness of so many bytes."""
        cells = len(self._grid.cells)
        free = cells - self._grid.cells.count(WALL)
        words = (self.rows * (self.columns + 1) + 63) // 64
        waiting = min(self.columns, free) if width else 0
        return 8 * words * (2 * free + waiting) + 64 * words * width * free + 48 * cells

    def _too_large(self, needed: int) -> str:
        free = len(self._grid.cells) - self._grid.cells.count(WALL)
        return (
            f"grid: expected one that can be solved in memory, got {free} cells that can be "
            f"entered, which takes {needed} bytes"
        )

    def graph(self) -> GameGraph:
        """Build the same game as a graph, for `solve`.

        Returns
        -------
        GameGraph
            Its positions are the states (policeman, thief, turn), with cells as (row, column) and
            the turn as ``"police"`` or ``"thief"``, for all cells that can be entered; in the order
            of policeman, thief, turn.  Where the game has ended, the outcome is preset.

        Raises
        ------
        TooLargeError
            If there are more than 2^31 - 2 states.

        Notes
        -----
        O(k²) time; 8 bytes for each of up to 14 k² edges, and as much again while it is built.

        >>> import graphgame as gg
        >>> game = gg.PoliceAndThief(["P.T"])
        >>> gg.solve(game.graph()).line(((0, 0), (0, 2), "police"))[1]
        ((0, 1), (0, 2), 'thief')
        """
        from graphgame.pursuit.graph import build

        return build(self._grid)

    def __str__(self) -> str:
        return self.drawn(*self._start)

    def drawn(self, police: Cell, thief: Cell) -> str:
        """Return the board with the two on it as rows of text; X where they are on one cell."""
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
