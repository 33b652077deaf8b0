"""`Adjacency`: the edges of a graph, in the form they came, and as rows when these are needed.

`Pictured` draws them.  It stands here, since each module costs the command a tenth of a
millisecond at its start.
"""

from __future__ import annotations

from collections.abc import Iterator

from graphgame.arrays import read_only
from graphgame.errors import GraphGameError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Hashable
    from typing import Any

    from graphgame import types
    from graphgame._kernel.buffer import Buffer
    from graphgame.types import Array
else:
    from graphgame.arrays import types

# What is read of the edges at a time where all of them pass through NumPy: 2^18 keep temporary
# arrays inside the cache.
_BLOCK = 1 << 18
# Rows of graphs with more positions and edges are not built for a picture that nobody asked for.
_AT_ONCE = 1 << 20


class Adjacency:
    """The edges of a graph between positions 0 to n - 1, without their names; see `GameGraph`.

    Made from edges or from options, of which one is given and the other None.
    """

    __slots__ = ("_edges", "_options", "_predecessors", "m", "n")

    n: int
    m: int
    _edges: types.Array | None  # (m, 2) int32
    _options: tuple[types.Array, types.Array] | None  # (n + 1,) int64 and (m,) int32
    _predecessors: tuple[types.Array, types.Array] | None  # the same

    @property
    def option_ptr(self) -> types.Int64Array:
        """(n + 1,) int64, read-only: where the options of every position start."""
        return read_only(self._option_rows()[0])

    @property
    def option_idx(self) -> types.Int32Array:
        """(m,) int32, read-only: the options of all positions."""
        return read_only(self._option_rows()[1])

    @property
    def pred_ptr(self) -> types.Int64Array:
        """(n + 1,) int64, read-only: where the predecessors of every position start."""
        return read_only(self._predecessor_rows()[0])

    @property
    def pred_idx(self) -> types.Int32Array:
        """(m,) int32, read-only: the predecessors of all positions."""
        return read_only(self._predecessor_rows()[1])

    def edge_blocks(self) -> Iterator[tuple[types.Int32Array, types.Int32Array]]:
        """Return all edges as (sources, targets), block by block, in O(n + m) time all together.

        No kernel is called, so that `verify` can rely on it.

        See Also
        --------
        option_ptr, from_edges

        Examples
        --------
        >>> import graphgame as gg
        >>> for sources, targets in gg.GameGraph.from_edges([(0, 2), (1, 0)]).edge_blocks():
        ...     print(sources, targets)
        [0 1] [2 0]
        """
        import numpy as np

        if self._edges is not None:
            edges = read_only(self._edges)
            for start in range(0, self.m, _BLOCK):
                yield edges[start : start + _BLOCK, 0], edges[start : start + _BLOCK, 1]
            return
        assert self._options is not None, "a graph is made of edges or of options"
        ptr, idx = map(read_only, self._options)
        for start in range(0, self.m, _BLOCK):
            stop = min(start + _BLOCK, self.m)
            # The rows that have an edge in the block: `first` is the one that holds edge `start`.
            first = int(ptr.searchsorted(start, "right")) - 1
            last = int(ptr.searchsorted(stop, "left"))
            ends = ptr[first : last + 1].clip(start, stop)
            yield np.repeat(np.arange(first, last, dtype=np.int32), np.diff(ends)), idx[start:stop]

    def _option_rows(self) -> tuple[Array, Array]:
        if self._options is None:
            from graphgame.graphs import _rows

            assert self._edges is not None, "a graph is made of edges or of options"
            self._options = _rows.group_edges(self._edges, self.n, False)
        return self._options

    def _predecessor_rows(self) -> tuple[Array, Array]:
        if self._predecessors is None:
            from graphgame.graphs import _rows

            # Each row in the order of the edges, whether the options are built already or not.
            if self._edges is not None:
                self._predecessors = _rows.group_edges(self._edges, self.n, True)
            else:
                assert self._options is not None, "a graph is made of edges or of options"
                self._predecessors = _rows.transpose(*self._options)
        return self._predecessors

    def _degrees(self) -> Buffer:
        """Return the number of options of every position, (n,) int32, for the caller to consume."""
        from graphgame.graphs import _rows

        try:
            if self._options is not None:
                return _rows.degrees_of_rows(self._options[0])
            assert self._edges is not None, "a graph is made of edges or of options"
            return _rows.degrees_of_sources(self._edges, self.n)
        except OverflowError as error:
            raise GraphGameError(str(error)) from None


class Pictured(Adjacency):
    """What draws a graph; see `GameGraph`."""

    __slots__ = ()

    if TYPE_CHECKING:
        start: Any
        _find: Callable[[Hashable], int]
        position: Callable[[int], Hashable]
        _presets: types.Array | None
        _preset_remoteness: types.Array | None
        _movers: types.Array | None

    def _is_plain(self) -> bool:
        """Return whether players alternate, presets have remoteness 0, and none is a TIE."""
        if self._movers is not None or self._preset_remoteness is not None:
            return False
        # A search for TIE as a byte, with neither NumPy nor a loop.
        return self._presets is None or 3 not in memoryview(self._presets).tobytes()  # type: ignore[arg-type]

    def to_svg(self, around: types.Anything = None, depth: int | None = None) -> str:
        """Draw the graph as SVG: positions as shapes, moves as arrows.

        Arrows lead from left to right as far as that is possible.  Parallel edges are one arrow
        with their number.  Preset positions have a double outline, the start a bold one; moves
        from preset positions, which are ignored, are dotted.  Where positions say who moves, those
        of player 0 are round, those of player 1 are boxes.

        Parameters
        ----------
        around : hashable, optional
            A position: draw it and what is around it.  By default up to 300 positions are drawn,
            all of them; of a larger graph, what is around the start, or around position 0.
        depth : int, optional
            How many moves from `around`, and to it, are drawn: 2 by default.  A depth without
            `around` draws what is around the start of a small graph, too.  Moves to it are left out
            where the graph is large and its predecessors have not been built.

        Returns
        -------
        str
            A whole SVG document, which can also stand in HTML.  "… 12 more" below a position counts
            moves that are not drawn.

        Raises
        ------
        UnknownPositionError
            If the graph does not have the position.

        See Also
        --------
        to_dot : The same as Graphviz text.
        Solution.to_svg : The same with outcomes, remoteness and best moves.

        Examples
        --------
        >>> import graphgame as gg
        >>> gg.GameGraph.from_edges([(0, 1), (1, 2)]).to_svg()[:4]
        '<svg'
        """
        from graphgame.drawing.graph_picture import draw

        at, depth = self._around(around, depth)
        return draw(self._to_draw(), around=at, depth=depth, title=repr(self))

    def to_dot(
        self, around: types.Anything = None, depth: int | None = None, *, limit: int = 10_000
    ) -> str:
        """Return the graph as Graphviz text, a node per position.

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
            If the graph does not have the position.

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
        """
        from graphgame.drawing.dot import to_dot

        at, depth = self._around(around, depth)
        return to_dot(self._to_draw(), around=at, depth=depth, limit=limit)

    def _repr_mimebundle_(
        self, include: types.Anything = None, exclude: types.Anything = None
    ) -> dict[str, str]:
        """Return text and a picture for notebooks, of moves as far as rows are at hand."""
        from graphgame.drawing.bundle import graph_bundle

        return graph_bundle(self._to_draw(at_hand=True), repr(self), include, exclude)

    def _around(self, around: Any, depth: int | None) -> tuple[int | None, int | None]:
        """Check what surroundings are asked for."""
        from graphgame import checks

        at = None if around is None else self._find(around)
        return at, None if depth is None else checks.size(depth, "depth")

    def _to_draw(
        self, outcomes: Any = None, remoteness: Any = None, *, at_hand: bool = False
    ) -> Any:
        """Return what the room for pictures takes; with `at_hand`, without building long rows."""
        from graphgame.drawing.surroundings import Graph

        is_small = self.n + self.m <= _AT_ONCE
        options, predecessors = self._options, self._predecessors
        if is_small or not at_hand:
            options = self._option_rows()
        if is_small:
            predecessors = self._predecessor_rows()
        return Graph(
            self.n,
            self.m,
            options and (read_only(options[0]), read_only(options[1])),
            predecessors and (read_only(predecessors[0]), read_only(predecessors[1])),
            None if self._presets is None else read_only(self._presets),
            None if self.start is None else self._find(self.start),
            self.position,
            outcomes,
            remoteness,
            None if self._movers is None else read_only(self._movers),
        )
