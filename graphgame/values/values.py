"""`GrundyValues`: the values of all positions of a game without cycles, and sums of positions."""

from __future__ import annotations

from collections.abc import Iterable

from graphgame.arrays import P, overload, read_only, types
from graphgame.outcome import Outcome
from graphgame.values.arithmetic import nim_sum
from graphgame.values.play import Values

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Self


class GrundyValues(Values[P]):
    """The Grundy values of a game without cycles; `grundy` makes them.

    Attributes
    ----------
    game : GameGraph
        The game, with its presets.

    See Also
    --------
    LoopyValues : the values of any game
    game_sum : a sum of games as one graph

    Examples
    --------
    >>> import graphgame as gg
    >>> g = gg.grundy(lambda n: [n - k for k in (1, 4) if k <= n], start=range(6))
    >>> g
    GrundyValues(n=6, m=7, greatest value 2)
    >>> g.values, g[4], g.sum([5, 4, 1])
    (array([0, 1, 0, 1, 2, 0], dtype=int32), 2, 3)
    >>> g.outcome([5, 4, 1]), g.winning_moves([5, 4, 1])
    (<Outcome.WIN: 1>, [Move(component=1, to=3)])
    >>> g.value(4), g.histogram(), g.p_positions(), g.verify()
    (2, {0: 3, 1: 2, 2: 1}, [0, 2, 5], True)
    >>> g.graph().options(4)
    [3, 0]
    """

    __slots__ = ()

    @property
    def values(self) -> types.Int32Array:
        """(n,) int32, read-only: the Grundy value of every position."""
        return read_only(self._values)

    @property
    def order(self) -> types.Int32Array:
        """(n,) int32, read-only: all positions, each after all its options."""
        return read_only(self._order)

    @overload
    def value(self, position: list[P] | types.AnyArray) -> types.Int32Array: ...
    @overload
    def value(self, position: P) -> int: ...
    def value(self, position: P | list[P] | types.AnyArray) -> int | types.Int32Array:
        """Return the Grundy value of a position, or those of a list or an array of positions.

        Those of many are an int32 array of their shape; see `GameGraph.index`.

        Raises
        ------
        UnknownPositionError
            If the game does not have the position.  So do the other methods.

        See Also
        --------
        values, sum
        """
        v = self.game.index(position)
        if isinstance(v, int):
            return int(memoryview(self._values)[v])  # type: ignore[arg-type]
        return self.values[v]

    def __getitem__(self, position: P) -> int:
        """Return the Grundy value of a position; as `value`."""
        return self._value(position)

    def sum(self, positions: Iterable[P]) -> int:
        """Return the value of a sum of positions: the XOR of their values."""
        return int(nim_sum(map(self._value, self._components(positions))))

    def histogram(self) -> dict[int, int]:
        """Return how many positions have each value, the least value first."""
        import numpy as np

        values, counts = np.unique(self.values, return_counts=True)
        return dict(zip(values.tolist(), counts.tolist(), strict=True))

    def table(self) -> dict[str, types.AnyArray]:
        """Return the values as columns, one row per position.

        Returns
        -------
        dict of str to (n,) array
            ``position`` and ``value``.  `pandas.DataFrame` and `polars.DataFrame` take it as it is.

        See Also
        --------
        Solution.table

        Examples
        --------
        >>> import graphgame as gg
        >>> table = gg.grundy({"a": ["b", "c"], "b": ["c"], "c": []}).table()
        >>> table["position"].tolist(), table["value"].tolist()
        (['a', 'b', 'c'], [2, 1, 0])
        """
        from graphgame.solving.export import position_column

        return {"position": position_column(self.game), "value": self.values}

    def verify(self) -> bool:
        """Check that every value is the mex of the values of its options; as `verify_grundy`.

        Returns
        -------
        bool
            True.

        Raises
        ------
        VerificationError
            If one is not; the error names the first position found.

        See Also
        --------
        verify_grundy
        """
        from graphgame.values.verify import verify_grundy

        return verify_grundy(self.game, self.values, self.order)

    def _save(self, file: types.File) -> None:
        from graphgame.values.files import save_grundy

        save_grundy(self, file)

    @classmethod
    def _load(cls, file: types.File, rule: Any, canonical: Any) -> Self:
        from graphgame.values.files import load_grundy

        return cls(*load_grundy(file, rule, canonical))

    def _value_text(self, position: P) -> str:
        return f"*{self._value(position)}"

    def _outcome(self, components: list[P]) -> Outcome:
        return Outcome.WIN if self.sum(components) else Outcome.LOSE

    def _targets(self, components: list[P]) -> Iterable[tuple[int, int]]:
        values = [*map(self._value, components)]
        total = int(nim_sum(values))
        return [(i, total ^ value) for i, value in enumerate(values)]

    def __repr__(self) -> str:
        greatest = f", greatest value {self.values.max()}" if len(self) else ""
        return f"GrundyValues(n={self.game.n}, m={self.game.m}{greatest})"
