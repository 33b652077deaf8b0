"""`Adjacency`: the edges of a graph, in the form they came, and as rows when these are needed."""

from __future__ import annotations

from collections.abc import Iterator

from graphgame.arrays import read_only
from graphgame.errors import GraphGameError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from graphgame import types
    from graphgame._kernel.buffer import Buffer
    from graphgame.types import Array
else:
    from graphgame.arrays import types

# What is read of the edges at a time where all of them pass through NumPy: 2^18 keep temporary
# arrays inside the cache.
_BLOCK = 1 << 18


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
