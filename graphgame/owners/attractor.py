"""`attractor`: where one player can force the token into a set of positions, and how soon."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, overload

import numpy as np

from graphgame import types
from graphgame.arrays import Generic, P, read_only
from graphgame.errors import UnknownPositionError, advised
from graphgame.graphs.by_state import Labelled
from graphgame.graphs.graph import GameGraph
from graphgame.owners import _attractor
from graphgame.owners.games import owned_game, player_number, position_set
from graphgame.owners.solution import columns


class Attractor(Labelled, Generic[P]):
    """The positions from which one player can force the token into a set of targets.

    `attractor` makes one.  It is a mapping of these positions to the moves to a target:
    ``a[position]``, ``position in a``, ``iter(a)``, ``len(a)``, ``a.items()`` and ``a.get`` work as
    those of a dict.  Its methods answer for positions outside, too, where the other player wins.

    Attributes
    ----------
    game : GameGraph
        The game, with owners.
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
    >>> dict(a), a.winner("a"), a.best_move("a")
    ({'c': 0}, 1, 'b')
    >>> both = gg.attractor({"a": ["b", "c"], "b": ["a"]}, {"a": 0, "b": 1, "c": 1}, "c")
    >>> both["b"], both.winner("b"), both.best_move("a"), both.verify()
    (2, 0, 'c', True)
    >>> a.steps("a"), a.graph().options("a")
    (-1, ['b', 'c'])
    """

    __slots__ = ("_ranks", "_strategy", "_targets", "game", "player")
    game: GameGraph[P]
    player: int

    def __init__(
        self, game: GameGraph[P], player: int, targets: types.BoolArray, ranks: types.Array
    ) -> None:
        self.game, self.player = game, player
        self._targets, self._ranks = targets, ranks
        self._strategy: types.Array | None = None

    # -- all positions ------------------------------------------------------------------------

    @property
    def start(self) -> P | None:
        """The position where play begins; None where the game has no single start."""
        return self.game.start

    def graph(self) -> GameGraph[P]:
        """Return the explicit graph of the game, which is `game` itself."""
        return self.game

    @property
    def owner(self) -> types.Int8Array:
        """(n,) int8, read-only: who moves at each position, 0 or 1."""
        assert self.game._owner is not None, "owners"
        return read_only(self.game._owner)

    @property
    def targets(self) -> types.BoolArray:
        """(n,) bool, read-only: the targets."""
        return read_only(self._targets)

    @property
    def region(self) -> types.BoolArray:
        """(n,) bool, read-only: where the player can force the token into the targets."""
        return read_only(self.rank >= 0)

    @property
    def winners(self) -> types.Int8Array:
        """(n,) int8, read-only: who wins from each position: `player` inside, the other outside."""
        return read_only(number_winners(self.rank >= 0, self.player))

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
            rows = self.game._predecessor_rows()
            self._strategy = _attractor.choose(*rows, self.owner, self._ranks, self.player, False)
        return read_only(self._strategy)

    def table(self) -> dict[str, types.AnyArray]:
        """Return the answer as columns, one row per position of the game.

        Returns
        -------
        dict of str to (n,) array
            As of `OwnerSolution.table`.

        See Also
        --------
        OwnerSolution.table

        Examples
        --------
        >>> import graphgame as gg
        >>> gg.attractor({"a": ["b"], "b": []}, {"a": 0, "b": 1}, "b").table()["rank"]
        array([1, 0], dtype=int32)
        """
        return columns(self.game, self.winners, self.strategy, rank=self.rank)

    # -- one position -------------------------------------------------------------------------

    def winner(self, position: P) -> int:
        """Return who wins from a position: `player` inside, the other player outside.

        Raises
        ------
        UnknownPositionError
            If the game does not have the position.  The other methods raise it, too.

        See Also
        --------
        winners, steps
        """
        return self.player if self.steps(position) >= 0 else 1 - self.player

    def steps(self, position: P) -> int:
        """Return the moves to a target from a position, -1 outside."""
        return int(self.rank[self.game._find(position)])

    def best_move(self, position: P) -> P | None:
        """Return the position after the winner's move of `strategy`; None where there is none.

        Inside, the attracting player comes nearer to a target; outside, the other player stays
        outside.  There is none at targets, and where the loser moves.

        See Also
        --------
        winner, strategy
        """
        w = int(self.strategy[self.game._find(position)])
        return None if w < 0 else self.game.position(w)

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

    def __getitem__(self, position: P) -> int:
        """Return the moves to a target from a position of the attractor; see `steps`."""
        steps = self.steps(position)
        if steps < 0:
            raise UnknownPositionError(f"position {position!r} is outside of the attractor")
        return steps

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
    owner: types.Owners | Callable[[P], int] | None,
    targets: types.Positions,
    player: int = ...,
) -> Attractor[P]: ...
@overload
def attractor(
    graph: object,
    owner: types.Owners | types.OwnerRule | None,
    targets: types.Positions,
    player: int = ...,
    *,
    start: object = ...,
    limit: int | None = ...,
    progress: types.ProgressLike = ...,
) -> Attractor[Any]: ...
@advised
def attractor(
    graph: object,
    owner: types.Owners | types.OwnerRule | None,
    targets: types.Positions,
    player: int = 0,
    *,
    start: object = None,
    limit: int | None = None,
    progress: types.ProgressLike = False,
) -> Attractor[types.Anything]:
    """Return the positions from which one player can force the token into a set of targets.

    Parameters
    ----------
    graph : GameGraph, anything that `as_game_graph` takes, or with `start` a rule
    owner : mapping of position to 0 or 1, function of a position, (n,) array_like, or None
        Who moves at each position; bools are 0 and 1.  None: the owners of the graph or, with
        `start`, the method ``owner`` of a rule object.  With `start` no array.  Beside a graph that
        says who moves, it must say the same.
    targets : hashable, or list, set, array or iterator of hashable, or flags
        One position, or many, or flags.  A tuple is one position.  Flags are a list, an array or
        an iterator of n bools, or a mapping from every position to a bool; anything else is
        positions.  A list of n numbers, all 0 or 1 and some of them equal, is refused: it may be
        either, and the error has the call for each.
    player : {0, 1}
        Who attracts.
    start : hashable, or list, set or iterator of hashable, optional
        The position, or positions, where play begins.  Then `graph` is a rule, as in `explore`.
    limit : int, optional
        The most positions.
    progress : bool or callable
        With `start`: as in `explore`.

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
    rows, owner = game._predecessor_rows(), game._owner
    assert owner is not None, "owners"
    return _attractor.attract(*rows, game._degrees(), owner, entries, player)


def number_winners(won: types.BoolArray, player: int) -> types.Int8Array:
    """Return who wins each position, 0 or 1: the player where the flag is set."""
    return np.where(won, player, 1 - player).astype(np.int8)
