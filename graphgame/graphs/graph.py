"""`GameGraph`, an immutable directed graph: the one form in which games reach the kernels."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence

from graphgame import checks
from graphgame.arrays import Later, read_only
from graphgame.drawing.pictured import Drawn
from graphgame.errors import GraphGameError, UnknownPositionError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Generic, overload

    from graphgame import types
    from graphgame._kernel.buffer import Buffer
    from graphgame.drawing.surroundings import Graph
    from graphgame.graphs import _rows, options as reading, verify as certificate
    from graphgame.graphs.symmetry import Symmetry
    from graphgame.types import Array, P
else:
    from graphgame.arrays import Generic, P, overload, types

    # Imports inside functions would take most of the time of a small graph.
    _rows = Later("graphgame.graphs._rows")
    reading = Later("graphgame.graphs.options")
    certificate = Later("graphgame.graphs.verify")

# What is read of the edges at a time where all of them pass through NumPy: 2^18 keep temporary
# arrays inside the cache.
_BLOCK = 1 << 18
# Rows of graphs with more positions and edges are not built for a picture that nobody asked for.
_AT_ONCE = 1 << 20


class GameGraph(Drawn, Generic[P]):
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

    __slots__ = (
        *("_author", "_edges", "_index", "_is_undirected", "_owner", "_options", "_predecessors"),
        *("_preset_remoteness", "_presets", "_symmetry", "labels", "m", "n", "start"),
        "__weakref__",
    )

    n: int
    m: int
    _edges: types.Array | None  # (m, 2) int32
    _options: tuple[types.Array, types.Array] | None  # (n + 1,) int64 and (m,) int32
    _predecessors: tuple[types.Array, types.Array] | None  # the same
    labels: Sequence[P] | None
    start: P | None
    _presets: types.Array | None  # (n,) int8
    _preset_remoteness: types.Array | None  # (n,) int32, 0 where there is no preset
    _owner: types.Array | None  # (n,) int8
    _index: types.Index | None  # of every label
    _is_undirected: bool  # whether it was made of an undirected graph of another library
    _symmetry: Symmetry | None  # of a graph of classes: what leads from positions to them
    _author: object  # the rule object that it was explored from, which may say how the game looks

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
        owner: Array | None = None,
        symmetry: Symmetry | None = None,
        undirected: bool = False,
    ) -> GameGraph[P]:
        """Construct a graph from arrays that have been checked already."""
        graph = cls.__new__(cls)
        graph.n, graph.m = n, m
        graph._edges, graph._options, graph._predecessors = edges, options, None
        graph._presets, graph.labels, graph._index = presets, labels, index
        graph.start, graph._symmetry = start, symmetry
        graph._preset_remoteness, graph._owner = preset_remoteness, owner
        graph._is_undirected, graph._author = undirected, None
        return graph

    @classmethod
    def from_edges(
        cls,
        edges: object,
        n: int | None = None,
        *,
        labels: Iterable[types.Anything] | None = None,
        base: int = 0,
        copy: bool = True,
    ) -> GameGraph[types.Anything]:
        """Make a graph from pairs (position, option).

        Parameters
        ----------
        edges : (m, 2) array_like of int, iterable of pairs, or table of two columns
            Tables are read as by `as_game_graph`.
        n : int, optional
            Number of positions; one more than the greatest in `edges` if not given, or the number
            of labels.
        labels : iterable of hashable, optional
            A distinct name for every position.  Beside a table of strings these are all positions,
            in their order, also those without an edge.
        base : int
            The number of the first position: 1 if edges are numbered from 1.  Without `labels`, the
            positions of the graph are then called by these numbers.
        copy : bool
            False lends an int32 array in C order: the graph reads it where it is, and it must not
            be changed as long as the graph, or its solution, is used.

        Raises
        ------
        GraphGameError
            If an edge is not a pair of integers from `base` to ``base + n - 1``; if `n` and
            `labels` are not given, and of more than 10,000 positions fewer than one in 10 touch an
            edge; or if a table has a string that is not among the `labels`.

        Warns
        -----
        UserWarning
            If neither `n` nor `labels` are given, and most positions touch no edge, since the
            numbers may be names; or position 0 touches none, and `base` is not given.

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
        from graphgame.graphs.edges import is_edge_view, read_edges, viewed_graph

        n, array, names = read_edges(edges, n, labels, base, copy=copy)
        if is_edge_view(edges):
            names["undirected"] = not viewed_graph(edges).is_directed()
        return cls._from_checked(n, len(array), edges=array, **names)._as_named(labels)

    @classmethod
    def from_options(
        cls,
        options: object,
        *,
        labels: Iterable[types.Anything] | None = None,
        copy: bool = True,
    ) -> GameGraph[types.Anything]:
        """Make a graph from the options of every position.

        Parameters
        ----------
        options : mapping, iterable of iterables, or (n, k) array_like of int
            A mapping of each position, any hashable, to its options; options that are no keys come
            after the keys, as terminals, if their type is that of a key.  Else the options of
            positions 0, 1, 2, …
        labels : iterable of hashable, optional
            A distinct name for every position, if `options` is no mapping.
        copy : bool
            False lends an int32 array in C order, as in `from_edges`.

        Raises
        ------
        GraphGameError
            If an option is not a position; of a mapping, if it is neither a key nor of the type of
            one, or if what stands for a list of options is a position itself, such as a tuple.

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
        ptr, idx, names = reading.read_options(options, labels, copy=copy)
        graph: GameGraph[Any] = cls._from_checked(
            len(ptr) - 1, len(idx), options=(ptr, idx), **names
        )
        if type(options) is dict or isinstance(options, Mapping):
            certificate.require_options(options, graph)
        return graph if labels is None else graph._as_named(labels)

    @classmethod
    def from_adjacency(
        cls,
        matrix: object,
        *,
        labels: Iterable[types.Anything] | None = None,
        copy: bool = True,
    ) -> GameGraph[types.Anything]:
        """Make a graph from an adjacency matrix.

        Parameters
        ----------
        matrix : (n, n) array_like of numbers, or SciPy sparse array or matrix
            Entry (v, w) is not 0 where w is an option of v.  Of a sparse matrix every stored entry
            is an edge.  A pandas.DataFrame labels the positions by its columns.
        labels : iterable of hashable, optional
            A distinct name for every position.
        copy : bool
            False lends the int32 ``indices`` of a SciPy CSR, as in `from_edges`.

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
            if how == "csr":
                return cls.from_csr(*parts, labels=labels, copy=copy)
            return cls.from_edges(*parts, labels=labels, copy=False)  # made of two columns
        ptr, idx, names = reading.read_adjacency(matrix, labels)
        options = ptr, idx
        return cls._from_checked(len(ptr) - 1, len(idx), options=options, **names)._as_named(labels)

    @classmethod
    def from_csr(
        cls,
        option_ptr: types.ArrayLike,
        option_idx: types.ArrayLike,
        *,
        labels: Iterable[types.Anything] | None = None,
        copy: bool = True,
    ) -> GameGraph[types.Anything]:
        """Make a graph from compressed sparse rows.

        Parameters
        ----------
        option_ptr : (n + 1,) array_like of int
        option_idx : (m,) array_like of int
            The options of position v are ``option_idx[option_ptr[v]:option_ptr[v + 1]]``.
        labels : iterable of hashable, optional
            A distinct name for every position.
        copy : bool
            False lends offsets of int64 and options of int32, as in `from_edges`.

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
        ptr, idx, names = reading.read_csr(option_ptr, option_idx, labels, copy=copy)
        options = ptr, idx
        return cls._from_checked(len(ptr) - 1, len(idx), options=options, **names)._as_named(labels)

    def _as_named(self, labels: object) -> GameGraph[P]:
        """Return the graph, if its labels are those that were given and can be read twice."""
        twice = isinstance(labels, Sequence) or hasattr(labels, "__array__")
        if twice and labels is not self.labels:
            certificate.require_labels(labels, self)  # type: ignore[arg-type]
        return self

    # -- its positions -----------------------------------------------------------------------

    @overload
    def index(self, position: list[P] | types.AnyArray) -> types.Int32Array: ...
    @overload
    def index(self, position: Hashable) -> int: ...
    def index(self, position: object) -> int | types.Int32Array:
        """Return the index of a position, or the indices of many.

        Parameters
        ----------
        position : hashable, or list or array of hashable
            A tuple is one position; a list or an array is many.

        Returns
        -------
        int, or int32 array of the shape of the positions

        Raises
        ------
        UnknownPositionError
            If the game does not have the position; of many, the first one and its place are named.

        See Also
        --------
        position, positions

        Examples
        --------
        >>> import graphgame as gg
        >>> g = gg.GameGraph.from_options({"a": ["b", "c"], "b": ["c"]})
        >>> g.index("b"), g.index(["c", "a"])
        (1, array([2, 0], dtype=int32))
        """
        if type(position).__hash__ is None:
            from graphgame.graphs.labels import indices, is_many

            if is_many(position):
                return indices(self, position)
        return self._find(position)

    def _find(self, position: Any) -> int:
        """Return the index of one position; raise UnknownPositionError if it is unknown."""
        if self.labels is None:
            from graphgame import checks

            return checks.index_below(position, self.n)
        index = self._numbered()
        try:
            return index[position]
        except (KeyError, TypeError):
            if self._symmetry is not None:
                return self._symmetry.find(index, position)
            cure = ""
            if isinstance(position, str) and position.endswith((".svg", ".dot", ".html")):
                cure = "; for a picture in a file, write the text that to_svg() returns into it"
            raise UnknownPositionError(
                f"position {position!r} does not exist among the {self.n} labels{cure}"
            ) from None

    def _numbered(self) -> types.Index:
        """Return the index of every label."""
        if self._index is None:
            from graphgame.graphs.labels import numbering

            assert self.labels is not None, "a graph with labels"
            self._index = numbering(self.labels)
        return self._index

    def position(self, index: int) -> P:
        """Return the label of an index, or the index itself where the graph has no labels."""
        if type(index) is not int or not 0 <= index < self.n:
            index = checks.index_below(index, self.n)
        return index if self.labels is None else self.labels[index]  # type: ignore[return-value]

    def positions(self, indices: Sequence[int]) -> list[P]:
        """Return the labels of many indices; as `position`."""
        found = list(indices)
        if found and (set(map(type, found)) != {int} or min(found) < 0 or max(found) >= self.n):
            found = [checks.index_below(index, self.n) for index in found]
        if self.labels is None:
            return found  # type: ignore[return-value]
        return [*map(self.labels.__getitem__, found)]

    def options(self, position: P) -> list[P]:
        """Return the options of a position, parallel edges each."""
        return self._row(self._option_rows(), position)

    def predecessors(self, position: P) -> list[P]:
        """Return the positions that have this one as an option, parallel edges each."""
        return self._row(self._predecessor_rows(), position)

    def _row(self, rows: tuple[Array, Array], position: P) -> list[P]:
        v = self._find(position)
        ptr, idx = memoryview(rows[0]), memoryview(rows[1])  # type: ignore[arg-type]
        return self.positions(idx[ptr[v] : ptr[v + 1]].tolist())

    def __len__(self) -> int:
        return self.n

    def __contains__(self, position: Hashable) -> bool:
        try:
            self._find(position)
        except UnknownPositionError:
            return False
        return True

    # -- its edges ---------------------------------------------------------------------------

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
            assert self._edges is not None, "a graph is made of edges or of options"
            self._options = _rows.group_edges(self._edges, self.n, False)
        return self._options

    def _predecessor_rows(self) -> tuple[Array, Array]:
        if self._predecessors is None:
            # Each row in the order of the edges, whether the options are built already or not.
            if self._edges is not None:
                self._predecessors = _rows.group_edges(self._edges, self.n, True)
            else:
                assert self._options is not None, "a graph is made of edges or of options"
                self._predecessors = _rows.transpose(*self._options)
        return self._predecessors

    def _degrees(self) -> Buffer:
        """Return the number of options of every position, (n,) int32, for the caller to consume."""
        try:
            if self._options is not None:
                return _rows.degrees_of_rows(self._options[0])
            assert self._edges is not None, "a graph is made of edges or of options"
            return _rows.degrees_of_sources(self._edges, self.n)
        except OverflowError as error:
            raise GraphGameError(str(error)) from None

    # -- presets and owners ------------------------------------------------------------------

    @property
    def presets(self) -> types.Int8Array | None:
        """(n,) int8, read-only: preset outcomes and `NO_PRESET`; None where there are none."""
        return None if self._presets is None else read_only(self._presets)

    @property
    def preset_remoteness(self) -> types.Int32Array | None:
        """(n,) int32, read-only: the remoteness of presets, 0 elsewhere; None if all have 0."""
        return None if self._preset_remoteness is None else read_only(self._preset_remoteness)

    @property
    def owner(self) -> types.Int8Array | None:
        """(n,) int8, read-only: who moves, 0 or 1; None where the players alternate."""
        return None if self._owner is None else read_only(self._owner)

    def _is_plain(self) -> bool:
        """Return whether players alternate, presets have remoteness 0, and none is a TIE."""
        if self._owner is not None or self._preset_remoteness is not None:
            return False
        # A search for TIE as a byte, with neither NumPy nor a loop.
        return self._presets is None or 3 not in memoryview(self._presets).tobytes()  # type: ignore[arg-type]

    def with_presets(
        self, presets: types.Presets | Callable[[P], types.Preset | None] | None
    ) -> GameGraph[P]:
        """Return the same graph with preset outcomes, beside and before those it has.

        Parameters
        ----------
        presets : mapping of position to Outcome, function of a position, (n,) array_like, or None
            None: the graph without presets.  An outcome is also given by its name, as "WIN".  In
            an array, `NO_PRESET`, None or a masked entry stands where a position keeps what it
            has; a function returns `NO_PRESET` or None there.  In place of an outcome, a mapping
            or a function may give a pair (outcome, remoteness): a game that ended so many moves
            away.  In place of an array, there may be a tuple of two, outcomes and remoteness.
            Bools are refused: they may say who wins, or where play ends.

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
        with_owner, presets

        Examples
        --------
        >>> import graphgame as gg
        >>> g = GameGraph.from_edges([(0, 1), (1, 2)]).with_presets({2: gg.WIN})
        >>> str(gg.solve(g).outcome(0))
        'WIN'
        """
        if presets is None:
            return self._with(presets=None, preset_remoteness=None)
        import numpy as np

        from graphgame.graphs.given import repeatable
        from graphgame.graphs.presets import preset_arrays
        from graphgame.graphs.verify import require_presets
        from graphgame.outcome import NO_PRESET

        presets = repeatable(presets)
        array, ends = preset_arrays(presets, self)
        require_presets(presets, array, ends, self)
        if self._presets is not None:
            kept, before = array == NO_PRESET, self._preset_remoteness
            array = np.where(kept, read_only(self._presets), array)
            if before is not None:
                ends = np.where(kept, read_only(before), 0 if ends is None else ends)
        return self._with(presets=array, preset_remoteness=ends)

    def with_owner(self, owner: types.Owners | Callable[[P], int] | None) -> GameGraph[P]:
        """Return the same graph with who moves at each position, in place of what it had.

        Parameters
        ----------
        owner : mapping of position to 0 or 1, function of a position, (n,) array_like, or None
            None: the players alternate.  Bools are 0 and 1.

        Raises
        ------
        GraphGameError
            If a position has no owner, or one that is not 0 or 1.

        See Also
        --------
        with_presets, solve

        Examples
        --------
        >>> import graphgame as gg
        >>> g = GameGraph.from_edges([(0, 1), (1, 2)])
        >>> [str(gg.solve(g.with_owner(m)).outcome(0)) for m in (None, [0, 1, 0], [0, 0, 1])]
        ['LOSE', 'LOSE', 'WIN']
        """
        if owner is None:
            return self._with(owner=None)
        from graphgame.graphs.given import repeatable
        from graphgame.graphs.presets import owner_array
        from graphgame.graphs.verify import require_owner

        owner = repeatable(owner)
        array = owner_array(owner, self)
        require_owner(owner, array, self)
        return self._with(owner=array)

    # -- pictures and other libraries --------------------------------------------------------

    def _to_draw(
        self, outcomes: Any = None, remoteness: Any = None, *, at_hand: bool = False
    ) -> Graph:
        """Return the graph and what is known of it; with `at_hand`, build no long rows."""
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
            None if self._owner is None else read_only(self._owner),
            find=self._find,
        )

    def to_networkx(self) -> types.Anything:
        """Return the same graph as a `networkx.DiGraph`; parallel edges become one.

        Its nodes are the positions, in their order.  Those with a preset outcome have it as the
        attribute "preset", and its remoteness as "preset_remoteness"; who moves is the attribute
        "owner"; the graph has the attribute "start".  O(n + m) time.  No position may be None: no
        node of NetworkX is.  Of a graph of classes, its nodes are the representatives.

        See Also
        --------
        as_game_graph : The way back.

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
        turns = {"owner": self._owner, "preset_remoteness": self._preset_remoteness}
        classes = {"symmetry": self._symmetry, "undirected": self._is_undirected}
        graph = self._from_checked(self.n, self.m, **(kept | named | turns | classes | changes))
        graph._predecessors, graph._author = self._predecessors, self._author
        return graph

    def __reduce__(self) -> Any:
        # What is built when it is first needed is left out, to be built again.
        rows = self._options if self._edges is None else None
        parts = self._edges, rows, self._presets, self.labels, self.start
        turns = self._preset_remoteness, self._owner
        return _restored, (self.n, self.m, *parts, *turns, self._symmetry, self._is_undirected)

    def __repr__(self) -> str:
        labelled = "" if self.labels is None else ", labelled"
        preset = "" if self._presets is None else ", with preset outcomes"
        owner = "" if self._owner is None else ", with owners"
        return f"GameGraph(n={self.n}, m={self.m}{labelled}{preset}{owner})"


def _restored(n: int, m: int, *parts: Any) -> GameGraph[Any]:
    """Restore a graph from the state of a pickle."""
    names = (
        *("edges", "options", "presets", "labels", "start"),
        *("preset_remoteness", "owner", "symmetry", "undirected"),
    )
    return GameGraph._from_checked(n, m, **dict(zip(names, parts, strict=False)))
