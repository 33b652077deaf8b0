"""What values show of themselves: pictures and plots.

The class is a base of `Values`.
"""

from __future__ import annotations

from graphgame.arrays import Generic, P, read_only, types

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphgame.graphs.graph import GameGraph
    from graphgame.outcome import Outcome
    from graphgame.types import Array


class Display(Generic[P]):
    """Methods of `Values` that show them; what they need is imported when they run."""

    __slots__ = ()

    if TYPE_CHECKING:
        game: GameGraph[P]
        _values: Array

        def histogram(self) -> dict[Any, int]: ...  # noqa: D102
        def _outcome(self, components: list[P]) -> Outcome: ...
        def _value_text(self, position: P) -> str: ...

    # -- pictures -----------------------------------------------------------------------------

    def to_svg(self, around: types.Anything = None, depth: int | None = None) -> str:
        """Draw the game as SVG, with the outcome and the value of each position.

        Moves lead from left to right as far as that is possible.  The parameters, and what is drawn
        of a game of more than 300 positions, are those of `GameGraph.to_svg`.

        See Also
        --------
        to_dot, plot

        Examples
        --------
        >>> import graphgame as gg
        >>> "WIN *2" in gg.grundy([(0, 1), (0, 2), (1, 2)]).to_svg()
        True
        """
        from graphgame.drawing.graph_picture import draw

        at, depth = self.game._around(around, depth)
        graph = self.game._to_draw()
        return draw(graph, around=at, depth=depth, node=self._node, title=repr(self))

    def to_dot(
        self, around: types.Anything = None, depth: int | None = None, *, limit: int = 10_000
    ) -> str:
        r"""Return the game with its values as Graphviz text; as `GameGraph.to_dot`.

        Raises
        ------
        TooLargeError
            If there are more positions than `limit`, and `around` is not given.

        See Also
        --------
        to_svg

        Examples
        --------
        >>> import graphgame as gg
        >>> print(gg.grundy([(0, 1)]).to_dot().splitlines()[3])
          1 [label="1\nLOSE *0", shape=box, fillcolor="#D55E00", fontcolor="#000000"];
        """
        from graphgame.drawing.dot import to_dot

        at, depth = self.game._around(around, depth)
        graph = self.game._to_draw()
        return to_dot(graph, around=at, depth=depth, limit=limit, node=self._node)

    def plot(self, ax: types.Anything = None) -> types.Anything:
        """Plot the values, with matplotlib.

        The value of each position where positions are at most 20,000 integers, and all values are
        finite; else how many positions have each value.

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
        histogram, to_svg

        Examples
        --------
        >>> import graphgame as gg
        >>> gg.grundy(lambda n: [n - k for k in (1, 4) if k <= n], start=9).plot().get_xlabel()
        'position'
        """
        from graphgame.drawing.plots import MOST_POINTS, plot_counts, plot_values
        from graphgame.solving.export import position_column

        values = read_only(self._values)
        if len(values) <= MOST_POINTS and not (values < 0).any():
            positions = position_column(self.game)
            if positions.dtype.kind == "i":
                return plot_values(positions, values, ax)
        return plot_counts(self.histogram(), ax)

    def _repr_mimebundle_(
        self, include: types.Anything = None, exclude: types.Anything = None
    ) -> dict[str, str]:
        """Return text and a picture for notebooks."""
        from graphgame.drawing.bundle import graph_bundle

        graph = self.game._to_draw(at_hand=True)
        return graph_bundle(graph, repr(self), include, exclude, self._node)

    def _node(self, v: int) -> Any:
        """Return what is drawn for a position: its outcome, its value, and how that looks."""
        from graphgame.drawing.colours import LOOKS
        from graphgame.drawing.graph_picture import Node

        position = self.game.position(v)
        outcome = self._outcome([position])
        return Node(f"{outcome} {self._value_text(position)}", LOOKS[outcome])
