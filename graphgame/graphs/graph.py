"""`GameGraph`, an immutable directed graph: the one form in which games reach the kernels."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from graphgame.arrays import read_only
from graphgame.graphs.positions import Positions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphgame import types
    from graphgame.graphs.symmetry import Symmetry
    from graphgame.types import Array, P
else:
    from graphgame.arrays import P, types


class GameGraph(Positions[P]):
    """A game as a directed graph: positions, and the options of each.

    Immutable.  Make one with `from_edges`, `from_options`, `from_adjacency` or `from_csr`, or with
    `as_game_graph` from what other libraries have.  Positions are 0-based indices, or labels where
    the graph has labels.  Parallel edges and self-loops are kept: a self-loop is a legal pass.

    Attributes
    ----------
    n : int
        Number of positions.
    m : int
        Number of edges, that is of moves.
    labels : sequence of hashable or None
        The name of every position in the order of their indices; None where names are indices.
    start : hashable or None
        The position where play begins: the first start of an exploration.  None where there is
        none.

    See Also
    --------
    graphgame.as_game_graph, graphgame.explore, graphgame.read_graph

    Notes
    -----
    The graph keeps the form it was made from, 8 bytes per edge for edges, 4 per edge and 8 per
    position for options.  Options and predecessors in compressed sparse rows (CSR) are built when
    they are first needed, in O(n + m), and kept; meanwhile up to 3 bytes per edge more are taken.

    Examples
    --------
    >>> g = GameGraph.from_edges([(0, 1), (1, 2), (2, 0), (1, 1)])
    >>> g
    GameGraph(n=3, m=4)
    >>> g.options(1), g.predecessors(1)
    ([2, 1], [0, 1])
    >>> named = GameGraph.from_options({"a": ["b", "c"], "b": ["c"]})
    >>> named.index("b"), named.position(1), named.positions([0, 2])
    (1, 'b', ['a', 'c'])
    """

    __slots__ = ("__weakref__",)

    def __init__(self) -> None:
        raise TypeError(
            "make a GameGraph with from_edges, from_options, from_adjacency, from_csr or "
            "as_game_graph"
        )

    # -- making one ---------------------------------------------------------------------------

    @classmethod
    def _from_checked(
        cls,
        n: int,
        m: int,
        *,
        edges: Array | None = None,
        options: tuple[Array, Array] | None = None,
        presets: Array | None = None,
        labels: Sequence[P] | None = None,
        index: types.Index | None = None,
        start: P | None = None,
        preset_remoteness: Array | None = None,
        movers: Array | None = None,
        symmetry: Symmetry | None = None,
    ) -> GameGraph[P]:
        """Construct a graph from arrays that have been checked already."""
        graph = cls.__new__(cls)
        graph.n, graph.m = n, m
        graph._edges, graph._options, graph._predecessors = edges, options, None
        graph._presets, graph.labels, graph._index = presets, labels, index
        graph.start, graph._symmetry = start, symmetry
        graph._preset_remoteness, graph._movers = preset_remoteness, movers
        return graph

    @classmethod
    def from_edges(
        cls,
        edges: object,
        n: int | None = None,
        *,
        labels: Iterable[types.Anything] | None = None,
        base: int = 0,
    ) -> GameGraph[types.Anything]:
        """Make a graph from pairs (position, option).

        Parameters
        ----------
        edges : (m, 2) array_like of int, iterable of pairs, or table of two columns
            Taken as it is, without a copy, where it is an int32 array in C order: do not change it
            as long as the graph, or its solution, is used, or give ``edges.copy()``.  Tables are
            read as by `as_game_graph`.
        n : int, optional
            Number of positions; one more than the greatest in `edges` if not given, or the number
            of labels.
        labels : iterable of hashable, optional
            A distinct name for every position.
        base : int
            The number of the first position: 1 if edges are numbered from 1.  Without `labels`, the
            positions of the graph are then called by these numbers.

        Raises
        ------
        GraphGameError
            If an edge is not a pair of integers from `base` to ``base + n - 1``.

        Warns
        -----
        UserWarning
            If `n` and `base` are not given, and no edge touches position 0.

        See Also
        --------
        from_options, from_adjacency, from_csr, as_game_graph

        Examples
        --------
        >>> GameGraph.from_edges([[0, 1], [0, 2], [1, 2]]).options(0)
        [1, 2]
        >>> g = GameGraph.from_edges([(1, 2), (1, 3)], base=1)
        >>> g.n, g.options(1)
        (3, [2, 3])
        """
        from graphgame.graphs.edges import read_edges

        n, array, names = read_edges(edges, n, labels, base)
        return cls._from_checked(n, len(array), edges=array, **names)

    @classmethod
    def from_options(
        cls, options: object, *, labels: Iterable[types.Anything] | None = None
    ) -> GameGraph[types.Anything]:
        """Make a graph from the options of every position.

        Parameters
        ----------
        options : mapping, iterable of iterables, or (n, k) array_like of int
            A mapping of each position, any hashable, to its options; options that are no keys come
            after the keys, as terminals.  Else the options of positions 0, 1, 2, …
        labels : iterable of hashable, optional
            A distinct name for every position, if `options` is no mapping.

        Raises
        ------
        GraphGameError
            If an option is not a position.

        See Also
        --------
        from_edges, from_adjacency, from_csr, as_game_graph

        Examples
        --------
        >>> GameGraph.from_options([[1, 2], [2, 0], [0, 1]]).options(1)
        [2, 0]
        >>> GameGraph.from_options({"a": ["b", "c"], "b": ["a"]})
        GameGraph(n=3, m=3, labelled)
        """
        from graphgame.graphs.options import read_options

        ptr, idx, names = read_options(options, labels)
        return cls._from_checked(len(ptr) - 1, len(idx), options=(ptr, idx), **names)

    @classmethod
    def from_adjacency(
        cls, matrix: object, *, labels: Iterable[types.Anything] | None = None
    ) -> GameGraph[types.Anything]:
        """Make a graph from an adjacency matrix.

        Parameters
        ----------
        matrix : (n, n) array_like of numbers, or SciPy sparse array or matrix
            Entry (v, w) is not 0 where w is an option of v.  Of a sparse matrix every stored entry
            is an edge.  A pandas.DataFrame labels the positions by its columns.
        labels : iterable of hashable, optional
            A distinct name for every position.

        Raises
        ------
        GraphGameError
            If the matrix is not square, or an entry is no finite number.

        See Also
        --------
        from_edges, from_options, from_csr, as_game_graph

        Notes
        -----
        O(n²) time, and 8 bytes per edge meanwhile.

        Examples
        --------
        >>> GameGraph.from_adjacency([[0, 1, 1], [0, 0, 1], [0, 0, 0]]).options(0)
        [1, 2]
        """
        if hasattr(matrix, "tocoo"):
            from graphgame.graphs.libraries import read_scipy

            how, parts = read_scipy(matrix)
            return (cls.from_csr if how == "csr" else cls.from_edges)(*parts, labels=labels)
        from graphgame.graphs.options import read_adjacency

        ptr, idx, names = read_adjacency(matrix, labels)
        return cls._from_checked(len(ptr) - 1, len(idx), options=(ptr, idx), **names)

    @classmethod
    def from_csr(
        cls,
        option_ptr: types.ArrayLike,
        option_idx: types.ArrayLike,
        *,
        labels: Iterable[types.Anything] | None = None,
    ) -> GameGraph[types.Anything]:
        """Make a graph from compressed sparse rows.

        Parameters
        ----------
        option_ptr : (n + 1,) array_like of int
            Taken without a copy where it is an int64 array, and `option_idx` where it is an int32
            array: do not change these as long as the graph, or its solution, is used.
        option_idx : (m,) array_like of int
            The options of position v are ``option_idx[option_ptr[v]:option_ptr[v + 1]]``.
        labels : iterable of hashable, optional
            A distinct name for every position.

        Raises
        ------
        GraphGameError
            If the offsets do not start at 0, fall, or do not end at m, or an option is not a
            position.

        See Also
        --------
        from_edges, from_options, from_adjacency, as_game_graph

        Examples
        --------
        >>> GameGraph.from_csr([0, 2, 3, 3], [1, 2, 2]).options(0)
        [1, 2]
        """
        from graphgame.graphs.options import read_csr

        ptr, idx, names = read_csr(option_ptr, option_idx, labels)
        return cls._from_checked(len(ptr) - 1, len(idx), options=(ptr, idx), **names)

    def with_presets(self, presets: types.Presets) -> GameGraph[P]:
        """Return the same graph with preset outcomes, beside and before those it has.

        Parameters
        ----------
        presets : mapping of position to Outcome, or (n,) array_like of int
            In an array, `NO_PRESET` stands where a position keeps what it has.  In place of an
            outcome, a mapping may have a pair (outcome, remoteness): a game that ended so many
            moves away.  In place of an array, there may be a tuple of two, outcomes and remoteness.

        Returns
        -------
        GameGraph
            It shares the arrays of this one.

        Raises
        ------
        GraphGameError
            If a preset is no outcome.
        UnknownPositionError
            If a mapping names a position that the graph does not have.

        See Also
        --------
        with_movers, presets

        Examples
        --------
        >>> import graphgame as gg
        >>> g = GameGraph.from_edges([(0, 1), (1, 2)]).with_presets({2: gg.WIN})
        >>> str(gg.solve(g).outcome(0))
        'WIN'
        """
        import numpy as np

        from graphgame.graphs.presets import preset_arrays
        from graphgame.outcome import NO_PRESET

        array, ends = preset_arrays(presets, self)
        if self._presets is not None:
            kept, before = array == NO_PRESET, self._preset_remoteness
            array = np.where(kept, read_only(self._presets), array)
            if before is not None:
                ends = np.where(kept, read_only(before), 0 if ends is None else ends)
        return self._with(presets=array, preset_remoteness=ends)

    def with_movers(self, mover: types.Movers | None) -> GameGraph[P]:
        """Return the same graph with who moves at each position, in place of what it had.

        Parameters
        ----------
        mover : mapping of position to 0 or 1, or (n,) array_like of int, or None
            None: the players alternate.

        Raises
        ------
        GraphGameError
            If a position has no mover, or one that is not 0 or 1.

        See Also
        --------
        with_presets, solve

        Examples
        --------
        >>> import graphgame as gg
        >>> g = GameGraph.from_edges([(0, 1), (1, 2)])
        >>> [str(gg.solve(g.with_movers(m)).outcome(0)) for m in (None, [0, 1, 0], [0, 0, 1])]
        ['LOSE', 'LOSE', 'WIN']
        """
        from graphgame.graphs.turns import mover_array

        return self._with(movers=None if mover is None else mover_array(mover, self))

    def to_networkx(self) -> types.Anything:
        """Return the same graph as a `networkx.DiGraph`; parallel edges become one.

        Its nodes are the positions, in their order.  Those with a preset outcome have it as the
        attribute "preset", who moves is the attribute "mover".  O(n + m) time.  No position may be
        None: no node of NetworkX is.

        See Also
        --------
        as_game_graph : The way back, but for presets.

        Examples
        --------
        >>> import graphgame as gg
        >>> print(gg.GameGraph.from_edges([(0, 1), (0, 1), (1, 2)]).to_networkx())
        DiGraph with 3 nodes and 2 edges
        """
        from graphgame.graphs.libraries import to_networkx

        return to_networkx(self)

    def _counted_from(self, base: int) -> GameGraph[int]:
        """Return the same graph with numbers from `base` on for labels, which take no memory."""
        from graphgame.graphs.labels import CountedLabels

        labels: Any = CountedLabels(base, self.n)
        start: Any = None if self.start is None else labels[self._find(self.start)]
        return self._with(labels=labels, index=labels.numbering(), start=start)

    def _with(self, **changes: Any) -> GameGraph[Any]:
        kept = {"edges": self._edges, "options": self._options, "presets": self._presets}
        named = {"labels": self.labels, "index": self._index, "start": self.start}
        turns = {"movers": self._movers, "preset_remoteness": self._preset_remoteness}
        classes = {"symmetry": self._symmetry}
        graph = self._from_checked(self.n, self.m, **(kept | named | turns | classes | changes))
        graph._predecessors = self._predecessors
        return graph

    def __reduce__(self) -> Any:
        # What is built when it is first needed is left out, to be built again.
        rows = self._options if self._edges is None else None
        parts = self._edges, rows, self._presets, self.labels, self.start
        turns = self._preset_remoteness, self._movers
        return _restored, (self.n, self.m, *parts, *turns, self._symmetry)

    def __repr__(self) -> str:
        labelled = "" if self.labels is None else ", labelled"
        preset = "" if self._presets is None else ", with preset outcomes"
        movers = "" if self._movers is None else ", with movers"
        return f"GameGraph(n={self.n}, m={self.m}{labelled}{preset}{movers})"


def _restored(n: int, m: int, *parts: Any) -> GameGraph[Any]:
    """Restore a graph from the state of a pickle."""
    names = (
        *("edges", "options", "presets", "labels", "start"),
        *("preset_remoteness", "movers", "symmetry"),
    )
    return GameGraph._from_checked(n, m, **dict(zip(names, parts, strict=False)))
