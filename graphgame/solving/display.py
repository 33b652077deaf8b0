"""What a solution shows of itself: pictures, plots, and pages.

The class is a base of `Solution`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from graphgame.arrays import Generic, P, types
from graphgame.errors import GraphGameError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphgame.graphs.graph import GameGraph
    from graphgame.outcome import Play
    from graphgame.playing.game import SolvedGame
    from graphgame.solving.solution import Solution
    from graphgame.solving.turns import Turns
    from graphgame.types import Int8Array, Int32Array


class Display(Generic[P]):
    """Methods of `Solution` that write and show it; what they need is imported when they run."""

    __slots__ = ()

    if TYPE_CHECKING:
        game: GameGraph[P]
        _turns: Turns | None

        @property
        def play(self) -> Play: ...  # noqa: D102
        @property
        def outcomes(self) -> Int8Array: ...  # noqa: D102
        @property
        def remoteness(self) -> Int32Array: ...  # noqa: D102
        def without_symmetry(self, *, limit: int | None = ...) -> Solution[P]: ...  # noqa: D102

    # -- pictures -----------------------------------------------------------------------------

    def to_svg(self, around: types.Anything = None, depth: int = 2) -> str:
        """Draw the solved game as SVG, in layers of remoteness.

        The end of the game is on the right: a best move of a decided position leads exactly one
        layer to the right.  Other draws than terminals stand on the left, by their distance from
        the start.  WIN, LOSE and DRAW are written, and differ in colour and in shape.  Best moves
        are thick.  Presets, parallel edges and the start are drawn as in `GameGraph.to_svg`.

        Parameters
        ----------
        around : hashable, optional
            A position: draw it and what is around it.  By default up to 300 positions are drawn,
            all of them; of a larger game, what is around the start or, where there is none, around
            the first position of greatest remoteness.
        depth : int
            As in `GameGraph.to_svg`.

        Returns
        -------
        str
            A whole SVG document, which can also stand in HTML.

        Raises
        ------
        UnknownPositionError
            If the game does not have the position.

        See Also
        --------
        to_dot : The same as Graphviz text.
        plot : The lengths of all positions.

        Notes
        -----
        The options are built if they have not been yet.  Beyond that, time for what is drawn, a
        pass over the remoteness where there is no start, and some megabytes, whatever the number of
        positions.

        Examples
        --------
        >>> import graphgame as gg
        >>> picture = gg.solve({"a": ["b"], "b": ["c"]}).to_svg()
        >>> "WIN 1" in picture, "LOSE 2" in picture
        (True, True)
        """
        from graphgame.drawing.graph_picture import draw

        at, depth = self.game._around(around, depth)
        return draw(self._to_draw(), around=at, depth=depth, title=repr(self))

    def to_dot(self, around: types.Anything = None, depth: int = 2, *, limit: int = 10_000) -> str:
        """Return the solved game as Graphviz text; the parameters are those of `GameGraph.to_dot`.

        Raises
        ------
        TooLargeError
            If there are more positions than `limit`, and `around` is not given.

        Examples
        --------
        >>> import graphgame as gg
        >>> print(gg.solve({"a": ["b"]}).to_dot().splitlines()[-2].strip())
        0 -> 1 [style=bold];
        """
        from graphgame.drawing.dot import to_dot

        at, depth = self.game._around(around, depth)
        return to_dot(self._to_draw(), around=at, depth=depth, limit=limit)

    def plot(self, ax: types.Anything = None) -> types.Anything:
        """Plot how many positions have each remoteness, by outcome, with matplotlib.

        Parameters
        ----------
        ax : matplotlib.axes.Axes, optional
            Where to plot; new axes by default.

        Returns
        -------
        matplotlib.axes.Axes
            Counts are on a logarithmic scale.  The legend counts draws other than terminals.

        Raises
        ------
        ModuleNotFoundError
            If matplotlib is not installed.
        """
        from graphgame.drawing.plots import plot_remoteness

        self._refuse_turns("plot")
        return plot_remoteness(self.outcomes, self.remoteness, ax)

    def _repr_mimebundle_(
        self, include: types.Anything = None, exclude: types.Anything = None
    ) -> dict[str, str]:
        """Return text and a picture for notebooks.

        The picture takes at most 100 kB.  It takes some megabytes to make, whatever the number of
        positions and edges: rows are built only of games with up to 2^20 of both together.
        """
        from graphgame.drawing.bundle import bundle, graph_bundle

        if self._turns is not None:  # nobody asked for a picture
            return bundle(repr(self), lambda: None, include, exclude)
        return graph_bundle(self._to_draw(at_hand=True), repr(self), include, exclude)

    def _refuse_turns(self, what: str) -> None:
        """Refuse to show what rests on alternating players, or on the parity of the remoteness."""
        if self._turns is not None:
            raise GraphGameError(
                f"{what}: expected a game whose players alternate, without TIE and without presets "
                "of a remoteness; table() and to_networkx() have the answers of this one, and "
                "graph().to_svg() draws its graph"
            )

    def _to_draw(self, *, at_hand: bool = False) -> Any:
        self._refuse_turns("picture")
        return self.game._to_draw(self.outcomes, self.remoteness, at_hand=at_hand)

    # -- pages --------------------------------------------------------------------------------

    def write_html(
        self,
        path: types.File,
        *,
        board: Callable[[P], str] | None = None,
        turn: Callable[[P], int] | None = None,
        pieces: Mapping[str, str | Mapping[str, str]] | None = None,
        centres: Sequence[tuple[float, float]] | None = None,
        edges: Sequence[tuple[int, int]] | None = None,
        move: Callable[[P, P], str] | None = None,
        title: str | None = None,
        languages: Sequence[str] | None = None,
        side: int | None = None,
    ) -> None:
        """Write a page in which anybody plays this game against the perfect player.

        The page is one file.  It needs no network and no server: a browser opens it from the disk.
        All its parameters but the first are optional, and are the same in `to_html` and `show`.

        Parameters
        ----------
        path : path or binary file
            A path is replaced in one step: a failure leaves the old file whole.
        board : callable, optional
            From a position to a text with one character a cell and one line a row; or, with
            `centres`, to a text with one character a cell.  All boards have the same shape.
            Without it the page draws the positions around the one that is played.
        turn : callable, optional
            From a position to the player who moves there: 0 for the one who begins, 1 for the
            other.  Needed where two positions differ in nothing else.
        pieces : mapping of character to str or mapping, optional
            What the page draws for a character of the board: a short text; or a mapping with some
            of ``text``, ``name``, ``colour`` (a CSS name, or ``#rgb``), ``shape`` ("disc",
            "square", "none"), and ``path``, SVG path data in a square of 100 × 100.
        centres : sequence of (x, y), optional
            Where the cells are on a board that is no grid, y downwards.
        edges : sequence of (cell, cell), optional
            Lines between cells of such a board, by their numbers in its text, from 0.
        move : callable, optional
            From a position and an option of it to the name of the move.
        title : str, optional
        languages : sequence of str, optional
            Some of "en", "vi", "fa", "pt", "ru", all of them by default.  The page opens in the
            first.
        side : {0, 1}, optional
            Keep only what can be reached from the start while one side plays best moves: 0 the side
            that begins, 1 the other.  The other side keeps all its moves.  For games that are too
            large for a page.

        Raises
        ------
        TooLargeError
            If the page would be too large for a browser.  The message says how large.
        GraphGameError
            If a parameter, or what a function returns, is not as described.
        OSError
            If the file cannot be written.

        Notes
        -----
        `board` and `turn` are called once for each position, `move` once for each move; the rest
        takes O(m log m) time.  Memory, at most: 45 bytes per move and 170 per position; with
        boards, 100 per move, and 8 more for each character of each board; with `move`, 130 per
        move.  Labels and names take their own room.

        Examples
        --------
        >>> import graphgame as gg
        >>> s = gg.solve(lambda n: [n - k for k in (1, 2) if n >= k], start=7)
        >>> s.write_html("take.html", board=lambda n: "o" * n + "." * (7 - n))  # doctest: +SKIP
        """
        from graphgame.playing.show import write

        look = board, turn, pieces, centres, edges, move, title, languages
        write(path, lambda: self._page(look, side))

    def to_html(
        self,
        *,
        board: Callable[[P], str] | None = None,
        turn: Callable[[P], int] | None = None,
        pieces: Mapping[str, str | Mapping[str, str]] | None = None,
        centres: Sequence[tuple[float, float]] | None = None,
        edges: Sequence[tuple[int, int]] | None = None,
        move: Callable[[P, P], str] | None = None,
        title: str | None = None,
        languages: Sequence[str] | None = None,
        side: int | None = None,
    ) -> str:
        """Return the page that `write_html` writes; the parameters are explained there."""
        return self._page((board, turn, pieces, centres, edges, move, title, languages), side)

    def show(
        self,
        *,
        board: Callable[[P], str] | None = None,
        turn: Callable[[P], int] | None = None,
        pieces: Mapping[str, str | Mapping[str, str]] | None = None,
        centres: Sequence[tuple[float, float]] | None = None,
        edges: Sequence[tuple[int, int]] | None = None,
        move: Callable[[P, P], str] | None = None,
        title: str | None = None,
        languages: Sequence[str] | None = None,
        side: int | None = None,
    ) -> None:
        """Show the page of `write_html`: in a notebook where one runs, else in a browser.

        The parameters are those of `write_html`.  Outside of notebooks the page is written to a
        temporary file, which the browser opens.
        """
        from graphgame.playing.show import show

        show(self._page((board, turn, pieces, centres, edges, move, title, languages), side))

    def _page(self, look: tuple[Any, ...], side: int | None) -> str:
        from graphgame.playing.game import Look
        from graphgame.playing.table import table_page

        return table_page(self._solved_game(), Look(*look), side)

    def _solved_game(self) -> SolvedGame:
        """Return the solved game as arrays and functions, for the rooms that show it."""
        from graphgame.playing.game import SolvedGame

        if self.game._symmetry is not None:
            return self.without_symmetry()._solved_game()
        self._refuse_turns("play")
        game = self.game
        return SolvedGame(
            game.option_ptr,
            game.option_idx,
            self.outcomes,
            self.remoteness,
            None if game.start is None else game.index(game.start),
            str(self.play),
            game.position,
            game._find,
        )
