"""What solved cops and robbers show of themselves: pictures, plots, and pages.

The class is a base of `CopsSolution`.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from graphgame.arrays import Generic, P, types
from graphgame.cops.board import all_edges
from graphgame.errors import GraphGameError
from graphgame.outcome import WIN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphgame.cops.states import LabelledStates
    from graphgame.graphs.graph import GameGraph
    from graphgame.types import CopsState, IntArray


class Display(Generic[P]):
    """Methods of `CopsSolution` that write and show it."""

    if TYPE_CHECKING:
        game: GameGraph[P]
        cops: int
        directed: bool
        _states: LabelledStates

        @property
        def start(self) -> CopsState[P]: ...  # noqa: D102
        @property
        def capture_times(self) -> IntArray | None: ...  # noqa: D102

    # -- pictures -----------------------------------------------------------------------------

    def to_svg(self, *, centres: Sequence[tuple[float, float]] | None = None) -> str:
        """Draw the graph as SVG, with the rounds to the capture of a robber on every vertex.

        The cops stand where they start, and are to move.  Where nobody is caught, the vertex is a
        hexagon.  Of a graph of more than 80 vertices, those around the cops are drawn.

        Parameters
        ----------
        centres : sequence of (x, y), optional
            Where the vertices are drawn, y downwards; on a circle by default.

        Returns
        -------
        str
            A whole SVG document, which can also stand in HTML.

        Raises
        ------
        GraphGameError
            If `centres` are not as many places as there are vertices, all different.

        See Also
        --------
        plot

        Examples
        --------
        >>> import graphgame as gg
        >>> "never" in gg.cops_and_robbers([(0, 1), (1, 2), (2, 3), (3, 0)]).to_svg()
        True
        """
        from graphgame.drawing.vertices import check_centres, draw_vertices

        places = None if centres is None else check_centres(centres, self.game.n)
        chosen, vertices = self._vertices()
        if places is not None:
            places = [places[v] for v in chosen]
        return draw_vertices(vertices, centres=places, title=repr(self))

    def _small_svg(self) -> str:
        from graphgame.drawing.vertices import draw_vertices

        return draw_vertices(self._vertices()[1], title=repr(self), longest_label=100)

    def plot(self, ax: types.Anything = None) -> types.Anything:
        """Plot how many states, with the cops to move, have each capture time, with matplotlib.

        Parameters
        ----------
        ax : matplotlib.axes.Axes, optional
            Where to plot; new axes by default.

        Returns
        -------
        matplotlib.axes.Axes
            Counts are on a logarithmic scale.

        Raises
        ------
        ModuleNotFoundError
            If matplotlib is not installed.
        GraphGameError
            If the game was solved without remoteness.

        See Also
        --------
        capture_times, to_svg

        Examples
        --------
        >>> import graphgame as gg
        >>> gg.cops_and_robbers([(0, 1), (1, 2)]).plot().get_xlabel()
        'rounds to the capture, the cops to move'
        """
        from graphgame.drawing.plots import plot_rounds

        times = self.capture_times
        if times is None:
            raise GraphGameError(
                "plot: expected a game solved with remoteness, got remoteness=False"
            )
        counts = np.zeros(int(times.max(initial=0)) + 2, dtype=np.int64)
        for block in np.array_split(times, max(1, times.size >> 20)):
            counts += np.bincount(block.ravel() + 1, minlength=len(counts))
        caught = counts[1:].tolist()
        return plot_rounds(range(len(caught)), caught, int(counts[0]), ax)

    def _repr_mimebundle_(
        self, include: types.Anything = None, exclude: types.Anything = None
    ) -> dict[str, str]:
        """Return text and a picture for notebooks."""
        from graphgame.drawing.bundle import bundle

        return bundle(repr(self), self._small_svg, include, exclude)

    def _vertices(self) -> tuple[list[int], Any]:
        """Return which vertices are drawn, and what the room for pictures takes."""
        from graphgame.drawing.vertices import MOST_VERTICES, Vertices, choose_vertices

        states, game = self._states, self.game
        placed, robber, _ = self.start
        cops, at = [game._find(v) for v in placed], game._find(robber)
        ptr, idx = states.rows
        chosen = [*range(game.n)]
        if game.n > MOST_VERTICES:
            chosen = choose_vertices(ptr, idx, [*cops, at])
        number = {v: i for i, v in enumerate(chosen)}
        edges = [
            (number[v], number[w])
            for v in chosen
            for w in idx[ptr[v] : ptr[v + 1]].tolist()
            if w in number and (v < w or (self.directed and v != w))
        ]
        times = self.capture_times
        placement = np.array(cops, dtype=np.int32)
        row = None if times is None else times[states.number(placement)][chosen].tolist()
        if row is None:
            won = [states.outcome((placement, v, False)) == WIN for v in chosen]
            row = [None if x else -1 for x in won]
        marked = {number[v] for v in cops}
        vertices = Vertices(
            game.positions(chosen), edges, row, marked, number.get(at), game.n, self.directed
        )
        return chosen, vertices

    # -- pages --------------------------------------------------------------------------------

    def write_html(
        self,
        path: types.File,
        *,
        centres: Sequence[tuple[float, float]] | None = None,
        title: str | None = None,
        languages: Sequence[str] | None = None,
    ) -> None:
        """Write a page in which anybody plays on this graph against the perfect player.

        The page is one file.  It needs no network and no server: a browser opens it from the disk.
        It solves the game itself.  A match begins with the cops choosing their vertices, then the
        robber chooses his; these are moves, and count as plies.  From then on its remoteness is
        that of `remoteness_of`.

        Parameters
        ----------
        path : path or binary file
            A path is replaced in one step: a failure leaves the old file whole.
        centres : sequence of (x, y), optional
            Where the vertices are drawn, y downwards; on a circle by default.
        title : str, optional
        languages : sequence of str, optional
            Some of "en", "vi", "fa", "pt", "ru", all of them by default.  The page opens in the
            first.

        Raises
        ------
        TooLargeError
            If there are more than 9 cops, or the game may have more than 4,000,000 moves: the
            message names the way out.
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
        >>> s = gg.cops_and_robbers([(0, 1), (1, 2), (2, 3), (3, 0)], cops=2)
        >>> s.write_html("square.html", centres=[(0, 0), (1, 0), (1, 1), (0, 1)])  # doctest: +SKIP
        >>> s.to_html(title="Two cops")[:15]
        '<!doctype html>'
        >>> s.show()  # doctest: +SKIP
        """
        from graphgame.playing.show import write

        write(path, lambda: self.to_html(centres=centres, title=title, languages=languages))

    def to_html(
        self,
        *,
        centres: Sequence[tuple[float, float]] | None = None,
        title: str | None = None,
        languages: Sequence[str] | None = None,
    ) -> str:
        """Return the page that `write_html` writes; the parameters are explained there."""
        from graphgame.playing.cops import cops_page

        return cops_page(
            self.game.positions(range(self.game.n)),
            all_edges(self.game),
            self.cops,
            directed=self.directed,
            degrees=np.diff(self._states.rows[0]),
            centres=centres,
            title=title,
            languages=languages,
        )

    def show(
        self,
        *,
        centres: Sequence[tuple[float, float]] | None = None,
        title: str | None = None,
        languages: Sequence[str] | None = None,
    ) -> None:
        """Show the page of `write_html`: in a notebook where one runs, else in a browser."""
        from graphgame.playing.show import show

        show(self.to_html(centres=centres, title=title, languages=languages))
