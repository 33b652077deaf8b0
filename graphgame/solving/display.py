"""What a solution shows of itself: pictures, plots, and what its pages are made of.

The class is a base of `Solution`.
"""

from __future__ import annotations

from graphgame.arrays import P, types
from graphgame.errors import GraphGameError
from graphgame.graphs.played import Played

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphgame.graphs.graph import GameGraph
    from graphgame.outcome import Play
    from graphgame.playing.game import SolvedGame
    from graphgame.solving.levels import DrawLevels
    from graphgame.solving.solution import Solution
    from graphgame.solving.turns import Turns
    from graphgame.types import Int8Array, Int32Array, Int64Array


class Display(Played[P]):
    """Methods of `Solution` that draw and plot it; what they need is imported when they run."""

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
        def draw_levels(self) -> DrawLevels[P]: ...  # noqa: D102
        def without_symmetry(self, *, limit: int | None = ...) -> Solution[P]: ...  # noqa: D102

    # -- pictures -----------------------------------------------------------------------------

    def to_svg(self, around: types.Anything = None, depth: int | None = None) -> str:
        """Draw the solved game as SVG, in layers of remoteness.

        The end of the game is on the right: a best move of a decided position leads exactly one
        layer to the right.  Other draws than terminals stand on the left, by their distance from
        the start.  WIN, LOSE and DRAW are written, and differ in colour and in shape.  Best moves
        are thick.  Presets, parallel edges and the start are drawn as in `GameGraph.to_svg`.  Where
        positions say who moves, the shape shows that, and not the outcome.

        Parameters
        ----------
        around : hashable, optional
            A position: draw it and what is around it.  By default up to 300 positions are drawn,
            all of them; of a larger game, what is around the start or, where there is none, around
            the first position of greatest remoteness.
        depth : int, optional
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

    def to_dot(
        self, around: types.Anything = None, depth: int | None = None, *, limit: int = 10_000
    ) -> str:
        """Return the solved game as Graphviz text; the parameters are those of `GameGraph.to_dot`.

        Raises
        ------
        TooLargeError
            If there are more positions than `limit`, and `around` is not given.

        See Also
        --------
        to_svg, to_networkx

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

        See Also
        --------
        longest, to_svg

        Examples
        --------
        >>> import graphgame as gg
        >>> gg.solve([(0, 1), (1, 2)]).plot().get_xlabel()
        'remoteness (plies to the end)'
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

        if self._turns is not None and not self._turns.is_plain(self.game):
            # Nobody asked for a picture.
            return bundle(repr(self), lambda: None, include, exclude)
        return graph_bundle(self._to_draw(at_hand=True), repr(self), include, exclude)

    def _refuse_turns(self, what: str, *, owned: bool = False) -> None:
        """Refuse to show what rests on alternating players, or on the parity of the remoteness.

        With `owned`, what rests on remoteness in plies alone: positions may say who moves.
        """
        if self._turns is None or (owned and self._turns.is_plain(self.game)):
            return
        players = "alternate, or with owners and plies counted" if owned else "alternate"
        raise GraphGameError(
            f"{what}: expected a game whose players {players}, without TIE and without presets "
            "of a remoteness; table() and to_networkx() have the answers of this one, and "
            "graph().to_svg() draws its graph"
        )

    def _to_draw(self, *, at_hand: bool = False) -> Any:
        self._refuse_turns("picture", owned=True)
        return self.game._to_draw(self.outcomes, self.remoteness, at_hand=at_hand)

    # -- pages --------------------------------------------------------------------------------

    def _solved_game(self) -> SolvedGame:
        """Return the solved game as arrays and functions, for the rooms that show it."""
        from graphgame.playing.game import SolvedGame

        if self.game._symmetry is not None:
            return self.without_symmetry()._solved_game()
        self._refuse_turns("play", owned=True)
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
            game.movers,
            draw_costs=self._draw_costs if game._is_plain() else None,
        )

    def _draw_costs(self) -> Int64Array:
        """Return what it costs to move to each draw, for the rooms that play."""
        from graphgame.solving.levels import ranked_costs

        return ranked_costs(self.draw_levels())
