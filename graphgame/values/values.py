"""What `grundy` and `loopy_grundy` give: the values of all positions, and sums of them."""

from __future__ import annotations

from collections.abc import Iterable

from graphgame.arrays import read_only
from graphgame.errors import GraphGameError
from graphgame.outcome import Outcome, Play
from graphgame.solving import _moves
from graphgame.values import _loopy
from graphgame.values.arithmetic import nim_sum
from graphgame.values.nimber import Nimber

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator

    from graphgame.graphs.graph import GameGraph
    from graphgame.types import Array, Int32Array

# In an int32 array of values: this one is infinite.
INFINITE = -1
# Positions of an explicit sum, unless told otherwise: some hundred megabytes with its moves.
MOST_IN_A_SUM = 1 << 22


class _Values:
    """What both kinds of values have: positions with a finite value, and sums of positions."""

    __slots__ = ("_order", "_preset", "_values", "game")

    def __init__(
        self, graph: GameGraph, values: Array, order: Array, *, preset: bool = False
    ) -> None:
        self.game = graph
        self._values = values
        self._order = order
        self._preset = preset

    def p_positions(self) -> list[Hashable]:
        """Return the positions of value 0, where the player to move loses, by their indices."""
        import numpy as np

        return self.game.positions(np.flatnonzero(read_only(self._values) == 0).tolist())

    def outcome(
        self, positions: Iterable[Hashable], *, play: str = "normal", limit: int = MOST_IN_A_SUM
    ) -> Outcome:
        """Return the outcome of a sum of positions, for the player to move.

        Parameters
        ----------
        positions : iterable of hashable
            The components of the sum; a position that stands twice is two components.
        play : {"normal", "misere"}
            In misère play, where values say nothing, the sum is written out and solved.
        limit : int
            The most positions of a sum that is written out.

        Raises
        ------
        TooLargeError
            If the sum has more positions than `limit`.
        GraphGameError
            If the game had preset losses, in misère play: a terminal is a win there.
        """
        components = self._components(positions)
        if Play(play) is Play.NORMAL:
            return self._outcome(components)
        from graphgame.solving.solve import solve

        return solve(self._written_out(components, limit), play=play).outcome(tuple(components))

    def winning_moves(
        self, positions: Iterable[Hashable], *, play: str = "normal", limit: int = MOST_IN_A_SUM
    ) -> list[tuple[int, Hashable]]:
        """Return every move that leaves the opponent a lost sum.

        Parameters
        ----------
        positions, play, limit
            As of `outcome`.

        Returns
        -------
        list of (int, hashable)
            Which component moves, and to which option: components in order, options in the order
            of their indices.  None where the sum is no WIN.

        Notes
        -----
        In a graph with cycles a lost sum may still allow the opponent to play back: then every move
        here keeps the win, and one of them comes nearer to the end.
        """
        components = self._components(positions)
        if Play(play) is Play.NORMAL:
            return [
                (i, self.game.position(w))
                for i in range(len(components))
                for w in self._moves_to_zero(components, i)
            ]
        from graphgame.solving.solve import solve

        solution = solve(self._written_out(components, limit), play=play)
        moves: set[tuple[int, Hashable]] = set()
        for option in solution.winning_moves(tuple(components)):
            assert isinstance(option, tuple)
            pairs = enumerate(zip(components, option, strict=True))
            moves.update((i, new) for i, (old, new) in pairs if old != new)
        return sorted(moves, key=lambda move: (move[0], self.game.index(move[1])))

    def _components(self, positions: Iterable[Hashable]) -> list[Hashable]:
        """Return the positions of a sum as a list; one position is none, even if it is a string."""
        if isinstance(positions, str | bytes) or not isinstance(positions, Iterable):
            raise GraphGameError(
                f"positions: expected a list of positions, got {positions!r}; "
                f"a sum of one is [{positions!r}]"
            )
        return list(positions)

    def _written_out(self, components: list[Hashable], limit: int) -> GameGraph:
        from graphgame.values.sums import game_sum

        if self._preset:
            raise GraphGameError(
                "play: expected 'normal' for values of a game with preset losses, got 'misere': "
                "they say nothing of a sum in misère play"
            )

        return game_sum([self.game] * len(components), start=components, limit=limit)

    def _infinite_sets(self) -> tuple[Array, Array] | tuple[None, None]:
        """Return the sets K of the infinite values as compressed sparse rows, if there are any."""
        return None, None

    def _outcome(self, components: list[Hashable]) -> Outcome:
        raise NotImplementedError

    def _moves_to_zero(self, components: list[Hashable], i: int) -> Iterable[int]:
        raise NotImplementedError

    def _options_of_value(self, position: Hashable, value: int) -> list[int]:
        rows = self.game._option_rows()
        return _moves.options_of_value(*rows, self._values, self.game.index(position), value)

    def _value(self, position: Hashable) -> int:
        return int(memoryview(self._values)[self.game.index(position)])  # type: ignore[arg-type]

    def graph(self) -> GameGraph:
        """Return the game as a graph: `game` itself, which every kind of solution has."""
        return self.game

    def __len__(self) -> int:
        return self.game.n

    def __iter__(self) -> Iterator[Hashable]:
        """Return the positions, by their indices."""
        return map(self.game.position, range(self.game.n))

    def __contains__(self, position: Hashable) -> bool:
        return position in self.game


class GrundyValues(_Values):
    """The Grundy values of a game without cycles; `grundy` makes them.

    Attributes
    ----------
    game : GameGraph

    Examples
    --------
    >>> import graphgame as gg
    >>> g = gg.grundy(lambda n: [n - k for k in (1, 4) if k <= n], start=range(6))
    >>> g
    GrundyValues(n=6, m=7, greatest value 2)
    >>> g.values, g[4], g.sum([5, 4, 1])
    (array([0, 1, 0, 1, 2, 0], dtype=int32), 2, 3)
    >>> g.outcome([5, 4, 1]), g.winning_moves([5, 4, 1])
    (<Outcome.WIN: 1>, [(1, 3)])
    """

    __slots__ = ()

    @property
    def values(self) -> Int32Array:
        """(n,) int32, read-only: the Grundy value of every position."""
        return read_only(self._values)

    @property
    def order(self) -> Int32Array:
        """(n,) int32, read-only: all positions, each behind all its options."""
        return read_only(self._order)

    def __getitem__(self, position: Hashable) -> int:
        """Return the Grundy value of a position."""
        return self._value(position)

    def sum(self, positions: Iterable[Hashable]) -> int:
        """Return the value of a sum of positions: the XOR of their values."""
        return int(nim_sum(map(self._value, self._components(positions))))

    def histogram(self) -> dict[int, int]:
        """Count the positions of each value that there is, in ascending order."""
        import numpy as np

        values, counts = np.unique(self.values, return_counts=True)
        return dict(zip(values.tolist(), counts.tolist(), strict=True))

    def verify(self) -> bool:
        """Check that every value is the mex of the values of its options; as `verify_grundy`.

        Raises
        ------
        VerificationError
            If one is not, with the first position found.
        """
        from graphgame.values.verify import verify_grundy

        return verify_grundy(self.game, self.values, self.order)

    def _outcome(self, components: list[Hashable]) -> Outcome:
        return Outcome.WIN if self.sum(components) else Outcome.LOSE

    def _moves_to_zero(self, components: list[Hashable], i: int) -> Iterable[int]:
        others = self.sum(components) ^ self._value(components[i])
        return self._options_of_value(components[i], others)

    def __repr__(self) -> str:
        greatest = f", greatest value {max(memoryview(self._values))}" if len(self) else ""  # type: ignore[arg-type]
        return f"GrundyValues(n={self.game.n}, m={self.game.m}{greatest})"


class LoopyValues(_Values):
    """The loopy Grundy values of any game; `loopy_grundy` makes them.

    Attributes
    ----------
    game : GameGraph

    Examples
    --------
    >>> import graphgame as gg
    >>> v = gg.loopy_grundy({"a": ["b", "c"], "b": ["a"], "c": ["d"], "d": []})
    >>> v["a"], v["b"], str(v["c"])
    (Nimber.infinity({1}), Nimber.infinity(), '*1')
    >>> v.sum(["a", "c"]), v.outcome(["a", "c"]), v.winning_moves(["a", "c"])
    (Nimber.infinity({0}), <Outcome.WIN: 1>, [(0, 'c')])
    """

    __slots__ = ("_finite", "_ranks", "_sets")

    def __init__(
        self,
        graph: GameGraph,
        values: Array,
        ranks: Array,
        order: Array,
        finite: int,
        *,
        preset: bool = False,
    ) -> None:
        super().__init__(graph, values, order, preset=preset)
        self._ranks = ranks
        self._finite = finite
        self._sets: tuple[Array, Array] | None = None

    @property
    def values(self) -> Int32Array:
        """(n,) int32, read-only: the finite values; -1 where a value is infinite."""
        return read_only(self._values)

    @property
    def ranks(self) -> Int32Array:
        """(n,) int32, read-only: when a position of value k got it, -1 where it is infinite.

        Each option of greater or infinite value has an option of value k and of lower rank: play
        can be brought back there, and comes to an end.
        """
        return read_only(self._ranks)

    @property
    def set_ptr(self) -> Int32Array:
        """(n + 1,) int64, read-only: where in `set_idx` the set K of every position starts."""
        return read_only(self._infinite_sets()[0])

    @property
    def set_idx(self) -> Int32Array:
        """(k,) int32, read-only: the sets K of all infinite values, each in ascending order."""
        return read_only(self._infinite_sets()[1])

    def __getitem__(self, position: Hashable) -> Nimber:
        """Return the loopy value of a position: `Nimber(k)`, or `Nimber.infinity(K)`."""
        value = self._value(position)
        if value != INFINITE:
            return Nimber(value)
        rows = self.game._option_rows()
        return Nimber.infinity(_moves.option_values(*rows, self._values, self.game.index(position)))

    def sum(self, positions: Iterable[Hashable]) -> Nimber:
        """Return the value of a sum of positions; see `Nimber`."""
        total = Nimber(0)
        for position in self._components(positions):
            total += self[position]
        return total

    def histogram(self) -> dict[Nimber, int]:
        """Count the positions of each value that there is: finite ones first."""
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

    def verify(self) -> bool:
        """Check that the values are a proof; as `verify_loopy`.

        Raises
        ------
        VerificationError
            If they are not, with the first position found that breaks a rule.
        """
        from graphgame.values.verify import verify_loopy

        return verify_loopy(self.game, self.values, self.ranks)

    def _infinite_sets(self) -> tuple[Array, Array]:
        if self._sets is None:
            self._sets = _loopy.infinite_sets(
                *self.game._predecessor_rows(), self._values, self._order, self._finite
            )
        return self._sets

    def _outcome(self, components: list[Hashable]) -> Outcome:
        return self.sum(components).outcome

    def _moves_to_zero(self, components: list[Hashable], i: int) -> Iterable[int]:
        # A component that stays as it is must not be infinite, or no move ends the sum.
        others = self.sum([*components[:i], *components[i + 1 :]])
        return self._options_of_value(components[i], others.value) if others.is_finite else ()

    def __repr__(self) -> str:
        n, finite = self.game.n, self._finite
        return f"LoopyValues(n={n}, m={self.game.m}: {finite} finite, {n - finite} infinite)"
