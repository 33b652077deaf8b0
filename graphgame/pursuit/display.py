"""What a solved board shows of itself: pictures, plots, and pages.

The class is a base of `SolvedBoard`.
"""

from __future__ import annotations

from collections.abc import Sequence

from graphgame.arrays import types

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphgame.pursuit.game import PoliceAndThief
    from graphgame.pursuit.states import LabelledStates
    from graphgame.types import Cell, Int8Array, Int32Array


class Display:
    """Methods of `PursuitSolution` that write and show it."""

    __slots__ = ()

    if TYPE_CHECKING:
        game: PoliceAndThief
        _states: LabelledStates

        def outcome_map(self, *, police: Cell) -> Int8Array: ...  # noqa: D102
        def remoteness_map(self, *, police: Cell) -> Int32Array: ...  # noqa: D102

    # -- pictures -----------------------------------------------------------------------------

    def to_svg(self) -> str:
        """Draw the board as SVG, with what becomes of the thief on every cell.

        The policeman stands where he starts, and is to move.  A cell shows the outcome for him by
        its letter, its colour and its shape, and the plies until then if they are known; the letter
        and the plies are left out on a board of more than 400 cells.  Of a board of more than
        10,000 cells, those around the policeman are drawn.

        Returns
        -------
        str
            A whole SVG document, which can also stand in HTML.

        See Also
        --------
        outcome_map, remoteness_map : What is drawn, as arrays.

        Examples
        --------
        >>> import graphgame as gg
        >>> s = gg.PoliceAndThief(["P.T"]).solve()
        >>> "the policeman, to move, has a WIN in 3 plies" in s.to_svg()
        True
        """
        from graphgame.drawing.boards import draw_board

        return draw_board(self._board_map(), title=repr(self))

    def plot(self, ax: types.Anything = None) -> types.Anything:
        """Plot the board that `to_svg` draws as a heat map of plies, with matplotlib.

        Parameters
        ----------
        ax : matplotlib.axes.Axes, optional
            Where to plot; new axes by default.

        Returns
        -------
        matplotlib.axes.Axes

        Raises
        ------
        ModuleNotFoundError
            If matplotlib is not installed.

        See Also
        --------
        outcome_map, to_svg

        Examples
        --------
        >>> import graphgame as gg
        >>> gg.PoliceAndThief(["P..*", "...E", "..T."]).solve().plot().get_title()
        ''
        """
        from graphgame.drawing.plots import plot_board

        return plot_board(self._board_map(), ax)

    def _repr_mimebundle_(
        self, include: types.Anything = None, exclude: types.Anything = None
    ) -> dict[str, str]:
        """Return text and a picture for notebooks."""
        from graphgame.drawing.bundle import bundle

        return bundle(repr(self), self.to_svg, include, exclude)

    def _board_map(self) -> Any:
        """Return what the room for pictures takes."""
        import numpy as np

        from graphgame.drawing.boards import BoardMap
        from graphgame.pursuit.grid import EXIT, WALL

        grid = self.game._grid
        cells = np.frombuffer(grid.cells, dtype=np.uint8).reshape(grid.rows, grid.columns)
        police, thief, _ = self.game.start
        plies = None if self._states.ranks is None else self.remoteness_map(police=police)
        outcomes = self.outcome_map(police=police)
        return BoardMap(outcomes, plies, cells == WALL, cells == EXIT, police, thief)

    # -- pages --------------------------------------------------------------------------------

    def write_html(
        self, path: types.File, *, title: str | None = None, languages: Sequence[str] | None = None
    ) -> None:
        """Write a page in which anybody plays on this board against the perfect player.

        The page is one file.  It needs no network and no server: a browser opens it from the disk.
        It solves the board itself, and boards of at most 12 rows and columns can be changed in it.

        Parameters
        ----------
        path : path or binary file
            A path is replaced in one step: a failure leaves the old file whole.
        title : str, optional
        languages : sequence of str, optional
            Some of "en", "vi", "fa", "pt", "ru", all of them by default.  The page opens in the
            first.

        Raises
        ------
        TooLargeError
            If the board has more than 1,000,000 states: the message names the way out.
        GraphGameError
            If a parameter is not as described.
        OSError
            If the file cannot be written.

        See Also
        --------
        show, to_html

        Examples
        --------
        >>> import graphgame as gg
        >>> s = gg.PoliceAndThief(["P..*", "...E", "..T."]).solve()
        >>> s.write_html("police.html", title="Catch the thief")  # doctest: +SKIP
        >>> s.to_html(languages=["en"])[:15]
        '<!doctype html>'
        >>> s.show()  # doctest: +SKIP
        """
        from graphgame.playing.show import write

        write(path, lambda: self.to_html(title=title, languages=languages))

    def to_html(self, *, title: str | None = None, languages: Sequence[str] | None = None) -> str:
        """Return the page that `write_html` writes; the parameters are explained there."""
        from graphgame.playing.pursuit import pursuit_page
        from graphgame.pursuit.grid import SYMBOLS

        grid = self.game._grid
        cells = grid.cells.translate(SYMBOLS).decode()
        rows = [cells[i : i + grid.columns] for i in range(0, len(cells), grid.columns)]
        police, thief, _ = self.game.start
        return pursuit_page(rows, police, thief, title=title, languages=languages)

    def show(self, *, title: str | None = None, languages: Sequence[str] | None = None) -> None:
        """Show the page of `write_html`: in a notebook where one runs, else in a browser."""
        from graphgame.playing.show import show

        show(self.to_html(title=title, languages=languages))
