"""`Pictured` and `Drawn`: how a game or its solution draws itself, and what notebooks show of it.

The command loads this with `GameGraph`: what draws is imported when something is drawn.
"""

from __future__ import annotations

from abc import abstractmethod

from graphgame.arrays import types

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container

    from graphgame.drawing.surroundings import Graph

SVG, HTML = "image/svg+xml", "text/html"


class Pictured:
    """What shows itself in notebooks, as a text and a picture."""

    __slots__ = ()

    def _repr_mimebundle_(
        self, include: types.Anything = None, exclude: types.Anything = None
    ) -> dict[str, str]:
        """Return text and a picture for notebooks, of the kinds included and not excluded.

        The picture comes twice: as HTML, in the colours of the notebook, and as SVG on white.
        """

        def is_wanted(kind: str) -> bool:
            included: Container[str] | None = include
            excluded: Container[str] | None = exclude
            return (included is None or kind in included) and (
                excluded is None or kind not in excluded
            )

        found = {"text/plain": repr(self)} if is_wanted("text/plain") else {}
        kinds = [kind for kind in (HTML, SVG) if is_wanted(kind)]
        if kinds and (drawn := self._small_picture()) is not None:
            from graphgame.drawing.svg import inlined, painted

            makers = {HTML: inlined, SVG: painted}
            found |= {kind: makers[kind](drawn) for kind in kinds}
        return found

    @abstractmethod
    def _small_picture(self) -> str | None:
        """Return the picture of a notebook, in bounded time and memory; None for none.

        Its colours are names; see `svg.painted`.
        """


class Drawn(Pictured):
    """A game on a graph, or what is known of it, as pictures of its positions and moves."""

    __slots__ = ()

    def to_svg(
        self,
        around: types.Anything = None,
        depth: int | None = None,
        *,
        engine: types.EngineName = "layers",
    ) -> str:
        """Draw the game as SVG: positions as shapes, moves as arrows.

        Arrows lead from left to right as far as that is possible.  Parallel edges are one arrow
        with their number.  Preset positions have a double outline, the start a bold one; moves
        from preset positions, which are ignored, are dotted.  Where positions say who moves, those
        of player 0 are round, those of player 1 are boxes; elsewhere the shape shows the outcome.

        A `Solution` is drawn in layers of remoteness, the end of the game on the right: a best move
        of a decided position leads exactly one layer to the right.  Other draws than terminals
        stand on the left, by their distance from the start.  WIN, LOSE and DRAW are written, and
        differ in colour and in shape.  Best moves are thick.  Grundy values stand beside the
        outcome.  In games with owners the colour and the second line name the winner, and the moves
        of `strategy` are thick.

        Parameters
        ----------
        around : hashable, optional
            A position: draw it and what is around it.  By default up to 300 positions are drawn,
            all of them; of a larger game, what is around the start or, where there is none, around
            the first position of greatest remoteness, or position 0.
        depth : int, optional
            How many moves from `around`, and to it, are drawn: 2 by default.  A depth without
            `around` draws what is around the start of a small game, too.  Moves to it are left out
            where the game is large and its predecessors have not been built.
        engine : {"layers", "dot"}
            What places the positions: the layers above, or Graphviz, whose program `dot` has to be
            installed.  It chooses layers of its own.

        Returns
        -------
        str
            A whole SVG document, which can also stand in HTML.  "… 12 more" below a position counts
            moves that are not drawn.

        Raises
        ------
        UnknownPositionError
            If the game does not have the position.
        GraphGameError
            If `dot` is asked for and not installed.

        See Also
        --------
        to_dot : The same as Graphviz text.

        Notes
        -----
        The options are built if they have not been yet.  Beyond that, time for what is drawn, a
        pass over the remoteness where there is no start, and some megabytes, whatever the number of
        positions.

        Examples
        --------
        >>> import graphgame as gg
        >>> gg.GameGraph.from_edges([(0, 1), (1, 2)]).to_svg()[:4]
        '<svg'
        >>> picture = gg.solve({"a": ["b"], "b": ["c"]}).to_svg()
        >>> "WIN 1" in picture, "LOSE 2" in picture
        (True, True)
        >>> "WIN *2" in gg.grundy([(0, 1), (0, 2), (1, 2)]).to_svg()
        True
        >>> s = gg.ParityGame([(0, 1), (1, 0)], [0, 1], [2, 1]).solve()
        >>> "priority 2, 0 wins" in s.to_svg()
        True
        """
        from graphgame.drawing.graph_picture import draw
        from graphgame.drawing.graphviz import find_engine
        from graphgame.drawing.svg import painted

        chosen = find_engine(engine)
        graph, at, depth = self._surroundings(around, depth)
        return painted(draw(graph, around=at, depth=depth, title=repr(self), engine=chosen))

    def to_dot(
        self, around: types.Anything = None, depth: int | None = None, *, limit: int = 10_000
    ) -> str:
        r"""Return the game as Graphviz text, a node per position; what it shows is as in `to_svg`.

        Parameters
        ----------
        around, depth
            As in `to_svg`; without `around`, all positions.
        limit : int
            The most positions.

        Raises
        ------
        TooLargeError
            If there are more positions than `limit`, and `around` is not given.
        UnknownPositionError
            If the game does not have the position.

        See Also
        --------
        to_svg

        Examples
        --------
        >>> import graphgame as gg
        >>> print(gg.GameGraph.from_edges([(0, 1), (0, 1)]).to_dot())
        digraph game {
          rankdir=LR; node [style=filled, fontname="sans-serif"];
          0 [label="0", shape=box, fillcolor="#F1F3F5", fontcolor="#1A1A1A"];
          1 [label="1", shape=box, fillcolor="#F1F3F5", fontcolor="#1A1A1A"];
          0 -> 1 [color="#7A848E", label="×2"];
        }
        >>> print(gg.solve({"a": ["b"]}).to_dot().splitlines()[-2].strip())
        0 -> 1 [style=bold];
        >>> print(gg.grundy([(0, 1)]).to_dot().splitlines()[3])
          1 [label="1\nLOSE *0", shape=box, fillcolor="#D55E00", fontcolor="#000000"];
        >>> print(gg.solve_buchi([(0, 1), (1, 0)], [0, 1], [1]).to_dot().splitlines()[3])
          1 [label="1\ntarget, 0 wins", shape=box, fillcolor="#0072B2", fontcolor="#FFFFFF"];
        """
        from graphgame.drawing.graph_picture import to_dot

        graph, at, depth = self._surroundings(around, depth)
        return to_dot(graph, around=at, depth=depth, limit=limit)

    def _small_picture(self) -> str | None:
        """Return a picture of at most 50 kB, 900 pixels wide.

        It takes some megabytes to make, whatever the number of positions and edges: rows are built
        only of games with up to 2^20 of both together.
        """
        from graphgame.drawing.overview import draw_small

        return draw_small(self._to_draw(at_hand=True), title=repr(self))

    def _surroundings(
        self, around: types.Anything, depth: int | None
    ) -> tuple[Graph, int | None, int | None]:
        """Return the game to draw, and what surroundings are asked for."""
        from graphgame import checks

        graph = self._to_draw()
        at = None if around is None else graph.find(around)
        return graph, at, None if depth is None else checks.size(depth, "depth")

    @abstractmethod
    def _to_draw(self, *, at_hand: bool = False) -> Graph:
        """Return the game and what is known of it; with `at_hand`, build no long rows."""
