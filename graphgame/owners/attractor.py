"""`attractor`: where one player can force the token into a set of positions, and how soon."""

from __future__ import annotations

from collections.abc import Iterator

from graphgame.arrays import Generic, P, overload, read_only, types
from graphgame.graphs.graph import GameGraph
from graphgame.owners import _attractor
from graphgame.owners.games import owned_game, player_number, position_set

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphgame.types import Array


class Attractor(Generic[P]):
    """The positions from which one player can force the token into a set of targets.

    `attractor` makes one.  It is a container of these positions: ``position in a``, ``iter(a)`` and
    ``len(a)`` work as those of a set.

    Attributes
    ----------
    game : GameGraph
        The game; its movers are the owners.
    player : int
        Who attracts, 0 or 1.

    See Also
    --------
    attractor, OwnerSolution

    Examples
    --------
    >>> import graphgame as gg
    >>> a = gg.attractor({"a": ["b", "c"], "b": ["a"], "c": ["c"]}, {"a": 1, "b": 0, "c": 0}, "c")
    >>> a
    Attractor(player=0: 1 of 3 positions)
    >>> [*a], a.escape("a")
    (['c'], 'b')
    >>> both = gg.attractor({"a": ["b", "c"], "b": ["a"]}, {"a": 0, "b": 1, "c": 1}, "c")
    >>> both.move("a"), both.steps("b"), both.verify()
    ('c', 2, True)
    """

    __slots__ = ("_ranks", "_strategy", "_targets", "game", "player")
    game: GameGraph[P]
    player: int

    def __init__(
        self, game: GameGraph[P], player: int, targets: types.BoolArray, ranks: types.Array
    ) -> None:
        self.game, self.player = game, player
        self._targets, self._ranks = targets, ranks
        self._strategy: Array | None = None

    @property
    def targets(self) -> types.BoolArray:
        """(n,) bool, read-only: the targets."""
        return read_only(self._targets)

    @property
    def region(self) -> types.BoolArray:
        """(n,) bool, read-only: where the player can force the token into the targets."""
        return read_only(self.rank >= 0)

    @property
    def rank(self) -> types.Int32Array:
        """(n,) int32, read-only: moves to a target, -1 outside.

        The player who attracts hurries, the other one delays.  0 at the targets.
        """
        return read_only(self._ranks)

    @property
    def strategy(self) -> types.Int32Array:
        """(n,) int32, read-only: a move of each player where it matters, as an index; -1 elsewhere.

        Inside, where the attracting player moves: an option of the rank before.  Outside, where the
        other player moves: an option that is outside, too.  Of several, the one of lowest index.
        Computed when first used, in O(n + m) time, and kept.
        """
        if self._strategy is None:
            rows, movers = self.game._predecessor_rows(), self.game._movers
            assert movers is not None, "owners"
            self._strategy = _attractor.choose(*rows, movers, self._ranks, self.player, False)
        return read_only(self._strategy)

    def steps(self, position: P) -> int:
        """Return the moves to a target from a position, -1 outside."""
        return int(self.rank[self.game._find(position)])

    def move(self, position: P) -> P | None:
        """Return the position after the attracting player's move; None where there is none.

        There is none outside, at targets, and where the other player moves.

        See Also
        --------
        escape, strategy
        """
        return self._option(position, inside=True)

    def escape(self, position: P) -> P | None:
        """Return the position after the other player's move that stays outside; None inside.

        There is none where the attracting player moves, either.

        See Also
        --------
        move, strategy
        """
        return self._option(position, inside=False)

    def _option(self, position: P, *, inside: bool) -> P | None:
        v = self.game._find(position)
        w = int(self.strategy[v])
        if w < 0 or (int(self.rank[v]) >= 0) != inside:
            return None
        return self.game.position(w)

    def verify(self) -> bool:
        """Check ranks and strategies, from the game alone.

        Returns
        -------
        bool
            True.

        Raises
        ------
        VerificationError
            If they are wrong, with the first position found.

        See Also
        --------
        graphgame.verify_attractor : The rules that are checked.
        """
        from graphgame.owners.verify import verify_attractor

        return verify_attractor(self.game, self.targets, self.player, self.rank, self.strategy)

    def __contains__(self, position: object) -> bool:
        return position in self.game and self.steps(position) >= 0  # type: ignore[arg-type]

    def __iter__(self) -> Iterator[P]:
        return iter(self.game.positions(self.region.nonzero()[0].tolist()))

    def __len__(self) -> int:
        return int(self.region.sum())

    def __repr__(self) -> str:
        return f"Attractor(player={self.player}: {len(self)} of {self.game.n} positions)"


@overload
def attractor(
    graph: GameGraph[P],
    owner: types.Movers | None,
    targets: types.Positions,
    player: int = ...,
) -> Attractor[P]: ...
@overload
def attractor(
    graph: object,
    owner: types.Movers | types.MoverRule | None,
    targets: types.Positions,
    player: int = ...,
    *,
    start: object = ...,
    limit: int | None = ...,
    progress: bool = ...,
) -> Attractor[Any]: ...
def attractor(
    graph: object,
    owner: types.Movers | types.MoverRule | None,
    targets: types.Positions,
    player: int = 0,
    *,
    start: object = None,
    limit: int | None = None,
    progress: bool = False,
) -> Attractor[types.Anything]:
    """Return the positions from which one player can force the token into a set of targets.

    Parameters
    ----------
    graph : GameGraph, anything that `as_game_graph` takes, or with `start` a rule
    owner : mapping of position to 0 or 1, or (n,) array_like of int, or None
        Who moves at each position.  None: the movers of the graph.  With `start`, a mapping or a
        function of a position, or None and the method ``mover`` of a rule object.
    targets : hashable, or list, set, array or iterator of hashable, or (n,) array_like of bool
        One position, or many, or flags.  A tuple is one position.
    player : {0, 1}
        Who attracts.
    start : hashable, or list, set or iterator of hashable, optional
        The position, or positions, where play begins.  Then `graph` is a rule, as in `explore`.
    limit : int, optional
        The most positions.
    progress : bool
        With `start`: show the progress of exploring on standard error.

    Returns
    -------
    Attractor

    Raises
    ------
    GraphGameError
        If a position has no owner, the graph has presets, or the targets can be read in two ways.
    UnknownPositionError
        If a target is no position.
    TooLargeError
        If the game does not fit in memory, or has more than `limit` positions.

    See Also
    --------
    solve_reachability : The same as a game: who cannot move loses.

    Notes
    -----
    Degree-counter propagation in O(n + m) time: the counter of a position starts at 1 where the
    attracting player moves, at the number of options where the other one does.  A position without
    options is in the attractor only if it is a target.  Takes 4 bytes per edge and 23 per position
    beyond the graph; the result keeps 5 bytes per position, and 4 more for the strategy.

    References
    ----------
    W. Zielonka, "Infinite games on finitely coloured graphs with applications to automata on
    infinite trees", Theoretical Computer Science 200, 1998.

    Examples
    --------
    >>> a = attractor([(0, 1), (0, 2), (1, 0), (2, 2)], [0, 1, 1], 2)
    >>> a.region, a.rank, a.strategy
    (array([ True,  True,  True]), array([1, 2, 0], dtype=int32), array([ 2, -1, -1], dtype=int32))
    """
    game = owned_game(graph, owner, start, limit, progress)
    flags = position_set(game, targets, "targets")
    number = player_number(player)
    return Attractor(game, number, flags, make_ranks(game, flags.view("i1"), number))


def make_ranks(
    game: GameGraph[types.Anything], entries: types.Int8Array, player: int
) -> types.Array:
    """Return the ranks in the attractor of the positions whose entry is 1."""
    rows, movers = game._predecessor_rows(), game._movers
    assert movers is not None, "owners"
    return _attractor.attract(*rows, game._degrees(), movers, entries, player)
