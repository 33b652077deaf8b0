"""`LoopyValues`: the values of all positions of any game, and sums of positions."""

from __future__ import annotations

from collections.abc import Iterable

from graphgame.arrays import P, read_only, types
from graphgame.graphs.form import GRAPH, Form, Found, Numbers, last
from graphgame.graphs.graph import GameGraph
from graphgame.outcome import Outcome
from graphgame.solving._reader import option_values
from graphgame.values import _loopy
from graphgame.values.arithmetic import Nimber, nim_sum
from graphgame.values.impartial import is_impartial
from graphgame.values.values import Values

# Stands for an infinite value in an int32 array of values.
INFINITE = -1
FORM = Form(
    "graphgame values",
    1,
    is_impartial,
    Numbers("values", "int32", INFINITE, last),
    Numbers("ranks", "int32", -1),
    GRAPH,
    kind="loopy",
)


class LoopyValues(Values[P]):
    """The loopy Grundy values of any game; `loopy_grundy` makes them.

    Attributes
    ----------
    game : GameGraph
        The game, with its presets.

    See Also
    --------
    GrundyValues : the values of a game without cycles
    Nimber : one value

    Examples
    --------
    >>> import graphgame as gg
    >>> v = gg.loopy_grundy({"a": ["b", "c"], "b": ["a"], "c": ["d"], "d": []})
    >>> v["a"], v["b"], str(v["c"])
    (Nimber.infinity({1}), Nimber.infinity(), '*1')
    >>> v.sum(["a", "c"]), v.outcome(["a", "c"]), v.winning_moves(["a", "c"])
    (Nimber.infinity({0}), <Outcome.WIN: 1>, [Move(component=0, to='c')])
    >>> v.value("c"), v.p_positions(), v.histogram()[gg.Nimber(0)], v.verify()
    (Nimber(1), ['d'], 1, True)
    >>> v.graph().options("a")
    ['b', 'c']
    """

    __slots__ = ("_finite", "_ranks", "_sets")
    _form = FORM

    def __init__(
        self,
        game: GameGraph[P],
        values: types.Array,
        ranks: types.Array,
        order: types.Array,
        finite: int,
        *,
        played: GameGraph[P] | None = None,
    ) -> None:
        super().__init__(game, values, order, played=played)
        self._ranks = ranks
        self._finite = finite
        self._sets: tuple[types.Array, types.Array] | None = None

    @property
    def values(self) -> types.Int32Array:
        """(n,) int32, read-only: the finite values; -1 where a value is infinite."""
        return read_only(self._values)

    @property
    def ranks(self) -> types.Int32Array:
        """(n,) int32, read-only: proof of the finite values; -1 where a value is infinite.

        If a position has value k, each of its options of greater or infinite value has an option of
        value k and of lower rank: the opponent who moves there can be brought back to value k, and
        not for ever.
        """
        return read_only(self._ranks)

    @property
    def set_ptr(self) -> types.Int64Array:
        """(n + 1,) int64, read-only: where in `set_idx` the set K of every position starts."""
        return read_only(self._infinite_sets()[0])

    @property
    def set_idx(self) -> types.Int32Array:
        """(k,) int32, read-only: the sets K of all infinite values, each in ascending order."""
        return read_only(self._infinite_sets()[1])

    def value(self, position: P) -> Nimber:
        """Return the loopy value of a position: ``Nimber(k)``, or ``Nimber.infinity(K)``.

        Raises
        ------
        UnknownPositionError
            If the game does not have the position.  So do the other methods.

        See Also
        --------
        values, sum

        Notes
        -----
        O(number of options) time.
        """
        value = self._value(position)
        if value != INFINITE:
            return Nimber(value)
        v = self.game._find(position)
        if self._sets is not None:
            ptr, idx = (memoryview(array) for array in self._sets)  # type: ignore[arg-type]
            return Nimber.infinity(idx[ptr[v] : ptr[v + 1]].tolist())
        rows = self._played()._option_rows()
        return Nimber.infinity(option_values(*rows, self._values, v))

    def __getitem__(self, position: P) -> Nimber:
        """Return the loopy value of a position; as `value`."""
        return self.value(position)

    def sum(self, positions: Iterable[P]) -> Nimber:
        """Return the value of a sum of positions; see `Nimber`."""
        total = Nimber(0)
        for position in self._components(positions):
            total += self.value(position)
        return total

    def histogram(self) -> dict[Nimber, int]:
        """Return how many positions have each value, finite values first."""
        import numpy as np

        from graphgame.arrays import distinct_rows

        values, counts = np.unique(self.values, return_counts=True)
        finite = dict(zip(values.tolist(), counts.tolist(), strict=True))
        infinite = finite.pop(INFINITE, 0)
        found = {Nimber(value): count for value, count in finite.items()}
        if not infinite:
            return found
        sizes = np.diff(self.set_ptr)
        empty = infinite - int(np.count_nonzero(sizes))
        if empty:
            found[Nimber.infinity(())] = empty
        for size in np.unique(sizes[sizes > 0]).tolist():
            first = self.set_ptr[:-1][sizes == size]
            rows, counts = distinct_rows(self.set_idx[first[:, np.newaxis] + np.arange(size)])
            sets = map(Nimber.infinity, rows.tolist())
            found |= dict(zip(sets, counts.tolist(), strict=True))
        return found

    def table(self) -> dict[str, types.Anything]:
        """Return the values as columns, one row per position.

        Returns
        -------
        dict of str to (n,) array or list
            ``position``; ``value``, the finite values, -1 where a value is infinite; ``set``, a
            list with the elements of K where the value is ∞(K), and None where it is finite.
            `pandas.DataFrame` and `polars.DataFrame` take it as it is.

        See Also
        --------
        Solution.table

        Examples
        --------
        >>> import graphgame as gg
        >>> table = gg.loopy_grundy([(0, 0), (0, 1)]).table()
        >>> table["position"].tolist(), table["value"].tolist(), table["set"]
        ([0, 1], [-1, 0], [[0], None])
        """
        from graphgame.graphs.labels import position_column

        starts, elements = self.set_ptr.tolist(), self.set_idx.tolist()
        infinite = (self.values == INFINITE).tolist()
        sets = [elements[starts[v] : starts[v + 1]] if x else None for v, x in enumerate(infinite)]
        return {"position": position_column(self.game), "value": self.values, "set": sets}

    def verify(self) -> bool:
        """Check that the values, and the sets K of the infinite ones, are right.

        As `verify_loopy` with `sets`.

        Returns
        -------
        bool
            True.

        Raises
        ------
        VerificationError
            If they are not; the error names the first position found that breaks a rule.

        See Also
        --------
        verify_loopy

        Notes
        -----
        Time and memory of `verify_loopy`; the sets, which are found if they are not known yet, take
        12 bytes per position, and 4 for each element.
        """
        from graphgame.values.verify import verify_loopy

        return verify_loopy(self.game, self.values, self.ranks, sets=(self.set_ptr, self.set_idx))

    @classmethod
    def _restored(cls, found: Found) -> types.Self:
        import numpy as np

        values = found["values"]
        # The positions with a finite value by their values, as the kernel of the sets wants them.
        finite = np.flatnonzero(values >= 0)
        order = np.zeros(found.n, dtype=np.int32)
        order[: len(finite)] = finite[np.argsort(values[finite], kind="stable")]
        return cls(found.game, values, found["ranks"], order, len(finite))

    def _infinite_sets(self) -> tuple[types.Array, types.Array]:
        """Return the sets K as compressed sparse rows; they are found once, and kept."""
        if self._sets is None:
            self._sets = _loopy.infinite_sets(
                *self._played()._predecessor_rows(), self._values, self._order, self._finite
            )
        return self._sets

    def _value_text(self, position: P) -> str:
        return str(self.value(position))

    def _outcome(self, components: list[P]) -> Outcome:
        return self.sum(components).outcome

    def _targets(self, components: list[P]) -> Iterable[tuple[int, int]]:
        # No move ends a sum if another component, which stays as it is, is infinite.
        values = [*map(self._value, components)]
        total = int(nim_sum([value for value in values if value != INFINITE]))
        infinite = [i for i, value in enumerate(values) if value == INFINITE]
        if infinite:
            return [(infinite[0], total)] if len(infinite) == 1 else ()
        return [(i, total ^ value) for i, value in enumerate(values)]

    def __repr__(self) -> str:
        n, finite = self.game.n, self._finite
        return f"LoopyValues(n={n}, m={self.game.m}: {finite} finite, {n - finite} infinite)"
