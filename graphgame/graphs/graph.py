"""`GameGraph`, an immutable directed graph: the one form in which games reach the kernels."""

from __future__ import annotations

from operator import index as as_int

from graphgame.arrays import Generic, P, read_only
from graphgame.errors import GraphGameError, UnknownPositionError
from graphgame.outcome import MOST_POSITIONS, NO_PRESET

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Sequence
    from typing import Any, Protocol

    import numpy.typing as npt

    from graphgame._kernel.buffer import Buffer
    from graphgame.types import Array, Int8Array, Int32Array, Int64Array, Presets

    class Index(Protocol):
        """A dict of labels to indices, or what does the same in less memory."""

        def __getitem__(self, label: Any, /) -> int: ...


# What is read of the edges at a time where all of them pass through NumPy: 2^18 keep temporary
# arrays inside the cache.
_BLOCK = 1 << 18


class GameGraph(Generic[P]):
    """A game as a directed graph: positions, and from every position its options.

    Immutable.  Make one with `from_edges` or `from_csr`, or with `as_game_graph`
    from what other libraries have.  Positions are 0-based indices, or labels where the graph has
    labels.  Parallel edges and self-loops are kept: a self-loop is a legal pass.

    Attributes
    ----------
    n : int
        Number of positions.
    m : int
        Number of edges, that is of moves.
    labels : sequence of hashable or None
        The name of every position in the order of their indices; None where names are indices.

    Notes
    -----
    The graph keeps the form it was made from, 8 bytes per edge for edges, 4 per edge and 8 per
    position for options.  Options and predecessors in compressed sparse rows (CSR) are built when
    they are first needed, in O(n + m), and kept; meanwhile up to 3 bytes per edge more are taken.

    >>> g = GameGraph.from_edges([(0, 1), (1, 2), (2, 0), (1, 1)])
    >>> g
    GameGraph(n=3, m=4)
    >>> g.options(1), g.predecessors(1)
    ([2, 1], [0, 1])
    """

    __slots__ = (
        "__weakref__",
        "_edges",
        "_index",
        "_options",
        "_predecessors",
        "_presets",
        "labels",
        "m",
        "n",
    )

    def __init__(self) -> None:
        raise TypeError("make a GameGraph with from_edges, from_csr or as_game_graph")

    n: int
    m: int
    labels: Sequence[Hashable] | None
    _edges: Array | None  # (m, 2) int32
    _options: tuple[Array, Array] | None  # (n + 1,) int64 and (m,) int32
    _predecessors: tuple[Array, Array] | None  # the same
    _presets: Array | None  # (n,) int8
    _index: Index | None  # of every label

    # -- making one ---------------------------------------------------------------------------

    @classmethod
    def _of_checked(
        cls,
        n: int,
        m: int,
        *,
        edges: Array | None = None,
        options: tuple[Array, Array] | None = None,
        presets: Array | None = None,
        labels: Sequence[Hashable] | None = None,
        index: Index | None = None,
    ) -> GameGraph:
        """Make a graph of arrays that have been checked already."""
        graph = cls.__new__(cls)
        graph.n, graph.m = n, m
        graph._edges, graph._options, graph._predecessors = edges, options, None
        graph._presets, graph.labels, graph._index = presets, labels, index
        return graph

    @classmethod
    def from_edges(
        cls,
        edges: npt.ArrayLike,
        n: int | None = None,
        *,
        labels: Iterable[Hashable] | None = None,
    ) -> GameGraph:
        """Make a graph from pairs (position, option).

        Parameters
        ----------
        edges : (m, 2) array_like of int
            Taken as it is, without a copy, where it is an int32 array in C order.
        n : int, optional
            Number of positions; one more than the greatest in `edges` if not given, or the number
            of labels.
        labels : iterable of hashable, optional
            A distinct name for every position.

        Raises
        ------
        GraphGameError
            If an edge is not a pair of integers from 0 to n - 1.
        """
        import numpy as np

        from graphgame import checks

        array = checks.integers(edges, "edges")
        if array.size == 0 and array.ndim <= 2:
            array = array.reshape(0, 2)
        if array.ndim != 2 or array.shape[1] != 2:
            raise GraphGameError(f"edges: expected an array of shape (m, 2), got {array.shape}")
        named = checks.names(labels, n)
        if n is None and named:
            n = len(named["labels"])
        if n is None:
            n = checks.check_range(array, MOST_POSITIONS, "edges") + 1
        else:
            n = checks.position_count(n)
            checks.check_range(array, n, "edges")
        checked = np.ascontiguousarray(array, dtype=np.int32)
        return cls._of_checked(n, len(checked), edges=checked, **named)

    @classmethod
    def from_csr(
        cls,
        option_ptr: npt.ArrayLike,
        option_idx: npt.ArrayLike,
        *,
        labels: Iterable[Hashable] | None = None,
    ) -> GameGraph:
        """Make a graph from compressed sparse rows.

        Parameters
        ----------
        option_ptr : (n + 1,) array_like of int
            Taken without a copy where it is an int64 array.
        option_idx : (m,) array_like of int
            The options of position v are ``option_idx[option_ptr[v]:option_ptr[v + 1]]``.  Taken
            without a copy where it is an int32 array.
        labels : iterable of hashable, optional
            A distinct name for every position.

        Raises
        ------
        GraphGameError
            If the offsets do not start at 0, fall, or do not end at m, or an option is not a
            position.
        """
        import numpy as np

        from graphgame import checks

        ptr, idx = checks.integers(option_ptr, "indptr"), checks.integers(option_idx, "indices")
        if ptr.ndim != 1 or idx.ndim != 1 or len(ptr) == 0:
            raise GraphGameError(
                "indptr and indices: expected one dimension each, and at least one offset, "
                f"got shapes {ptr.shape} and {idx.shape}"
            )
        n = checks.position_count(len(ptr) - 1)
        if ptr[0] != 0:
            raise GraphGameError(f"indptr[0]: expected 0, got {ptr[0]}")
        if ptr[-1] != len(idx):
            raise GraphGameError(f"indptr[{n}]: expected {len(idx)}, len(indices), got {ptr[-1]}")
        falling = ptr[1:] < ptr[:-1]
        if falling.any():
            v = int(falling.argmax())
            raise GraphGameError(
                f"indptr[{v + 1}]: expected at least {ptr[v]}, as indptr[{v}], got {ptr[v + 1]}"
            )
        checks.check_range(idx, n, "indices")
        options = (
            np.ascontiguousarray(ptr, dtype=np.int64),
            np.ascontiguousarray(idx, dtype=np.int32),
        )
        return cls._of_checked(n, len(idx), options=options, **checks.names(labels, n))

    def with_presets(self, presets: Presets) -> GameGraph:
        """Return the same graph with preset outcomes, beside and before those it has.

        Parameters
        ----------
        presets : mapping of position to Outcome, or (n,) array_like of int
            In an array, `NO_PRESET` stands where a position keeps what it has.

        Returns
        -------
        GameGraph
            It shares the arrays of this one.
        """
        import numpy as np

        from graphgame import checks

        array = checks.preset_array(self, presets)
        if self._presets is not None:
            array = np.where(array == NO_PRESET, read_only(self._presets), array)
        return self._with(presets=array)

    def _counted_from(self, base: int) -> GameGraph:
        """Return the same graph with numbers from `base` on for labels, which take no memory."""
        from graphgame.graphs.labels import CountedIndex

        labels = range(base, base + self.n)
        return self._with(labels=labels, index=CountedIndex(labels))

    def _with(self, **changes: Any) -> GameGraph:
        kept = {"edges": self._edges, "options": self._options, "presets": self._presets}
        named = {"labels": self.labels, "index": self._index}
        graph = self._of_checked(self.n, self.m, **(kept | named | changes))
        graph._predecessors = self._predecessors
        return graph

    def __reduce__(self) -> Any:
        # What is built when it is first needed is left out, to be built again.
        rows = self._options if self._edges is None else None
        return _restored, (self.n, self.m, self._edges, rows, self._presets, self.labels)

    # -- positions ----------------------------------------------------------------------------

    def index(self, position: Hashable) -> int:
        """Return the index of a position.

        Raises
        ------
        UnknownPositionError
            If the graph does not have it.
        """
        if self.labels is not None:
            if self._index is None:
                numbering = getattr(self.labels, "numbering", None)
                pairs = zip(self.labels, range(self.n), strict=True)
                self._index = numbering() if numbering else dict(pairs)
            try:
                return self._index[position]
            except (KeyError, TypeError):
                raise UnknownPositionError(
                    f"position {position!r} does not exist among the {self.n} labels"
                ) from None
        # No bool is an index, neither Python's nor NumPy's, which version 1 would take for one.
        is_bool = isinstance(position, bool) or getattr(position, "dtype", None) == "bool"
        try:
            v = -1 if is_bool else as_int(position)  # type: ignore[arg-type]
        except TypeError:
            v = -1
        if not 0 <= v < self.n:
            expected = f"0 to {self.n - 1}" if self.n else "none, the graph is empty"
            raise UnknownPositionError(f"position {position!r} does not exist: expected {expected}")
        return v

    def position(self, index: int) -> P:
        """Return the label of an index, or the index itself where the graph has no labels."""
        return index if self.labels is None else self.labels[index]  # type: ignore[return-value]

    def positions(self, indices: Sequence[int]) -> list[P]:
        """Return the labels of many indices; as `position`."""
        positions: Any = self.labels
        return [*(indices if positions is None else map(positions.__getitem__, indices))]

    def options(self, position: P) -> list[P]:
        """Return the options of a position, parallel edges each."""
        return self._row(self._option_rows(), position)

    def predecessors(self, position: P) -> list[P]:
        """Return the positions that have this one as an option, parallel edges each."""
        return self._row(self._predecessor_rows(), position)

    def _row(self, rows: tuple[Array, Array], position: P) -> list[P]:
        v = self.index(position)
        ptr, idx = (memoryview(array) for array in rows)  # type: ignore[arg-type]
        return self.positions(idx[ptr[v] : ptr[v + 1]].tolist())

    def __len__(self) -> int:
        return self.n

    def __contains__(self, position: Hashable) -> bool:
        try:
            self.index(position)
        except UnknownPositionError:
            return False
        return True

    def __repr__(self) -> str:
        labelled = "" if self.labels is None else ", labelled"
        preset = "" if self._presets is None else ", with preset outcomes"
        return f"GameGraph(n={self.n}, m={self.m}{labelled}{preset})"

    # -- arrays -------------------------------------------------------------------------------

    @property
    def option_ptr(self) -> Int64Array:
        """(n + 1,) int64, read-only: where the options of every position start."""
        return read_only(self._option_rows()[0])

    @property
    def option_idx(self) -> Int32Array:
        """(m,) int32, read-only: the options of all positions."""
        return read_only(self._option_rows()[1])

    @property
    def pred_ptr(self) -> Int64Array:
        """(n + 1,) int64, read-only: where the predecessors of every position start."""
        return read_only(self._predecessor_rows()[0])

    @property
    def pred_idx(self) -> Int32Array:
        """(m,) int32, read-only: the predecessors of all positions."""
        return read_only(self._predecessor_rows()[1])

    @property
    def presets(self) -> Int8Array | None:
        """(n,) int8, read-only: preset outcomes and `NO_PRESET`; None where there are none."""
        return None if self._presets is None else read_only(self._presets)

    def edge_blocks(self) -> Iterator[tuple[Int32Array, Int32Array]]:
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


def _restored(n: int, m: int, edges: Any, options: Any, presets: Any, labels: Any) -> GameGraph:
    """Return the graph of which a pickle tells."""
    return GameGraph._of_checked(n, m, edges=edges, options=options, presets=presets, labels=labels)
