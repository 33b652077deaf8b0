"""`Positions`: what a graph calls its positions, and the positions beside each; see `GameGraph`."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from graphgame.arrays import read_only
from graphgame.errors import UnknownPositionError
from graphgame.graphs.adjacency import Pictured

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Generic, overload

    from graphgame import types
    from graphgame.graphs.symmetry import Symmetry
    from graphgame.types import Array, P
else:
    from graphgame.arrays import Generic, P, overload, types


class Positions(Pictured, Generic[P]):
    """The positions of a graph by their names, with presets and movers; see `GameGraph`."""

    __slots__ = (
        "_index", "_movers", "_preset_remoteness", "_presets", "_symmetry", "labels", "start"
    )  # fmt: skip

    labels: Sequence[P] | None
    start: P | None
    _presets: types.Array | None  # (n,) int8
    _preset_remoteness: types.Array | None  # (n,) int32, 0 where there is no preset
    _movers: types.Array | None  # (n,) int8
    _index: types.Index | None  # of every label
    _symmetry: Symmetry | None  # of a graph of classes: what leads from positions to them

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
            from graphgame.graphs import lookup

            if lookup.is_many(position):
                return lookup.indices(self, position)
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
            raise UnknownPositionError(
                f"position {position!r} does not exist among the {self.n} labels"
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
        return index if self.labels is None else self.labels[index]  # type: ignore[return-value]

    def positions(self, indices: Sequence[int]) -> list[P]:
        """Return the labels of many indices; as `position`."""
        if self.labels is None:
            return list(indices)  # type: ignore[arg-type]
        return [*map(self.labels.__getitem__, indices)]

    def options(self, position: P) -> list[P]:
        """Return the options of a position, parallel edges each."""
        return self._row(self._option_rows(), position)

    def predecessors(self, position: P) -> list[P]:
        """Return the positions that have this one as an option, parallel edges each."""
        return self._row(self._predecessor_rows(), position)

    def _row(self, rows: tuple[Array, Array], position: P) -> list[P]:
        v = self._find(position)
        ptr, idx = (memoryview(array) for array in rows)  # type: ignore[arg-type]
        return self.positions(idx[ptr[v] : ptr[v + 1]].tolist())

    def __len__(self) -> int:
        return self.n

    def __contains__(self, position: Hashable) -> bool:
        try:
            self._find(position)
        except UnknownPositionError:
            return False
        return True

    @property
    def presets(self) -> types.Int8Array | None:
        """(n,) int8, read-only: preset outcomes and `NO_PRESET`; None where there are none."""
        return None if self._presets is None else read_only(self._presets)

    @property
    def preset_remoteness(self) -> types.Int32Array | None:
        """(n,) int32, read-only: the remoteness of presets, 0 elsewhere; None if all have 0."""
        return None if self._preset_remoteness is None else read_only(self._preset_remoteness)

    @property
    def movers(self) -> types.Int8Array | None:
        """(n,) int8, read-only: who moves, 0 or 1; None where the players alternate."""
        return None if self._movers is None else read_only(self._movers)
