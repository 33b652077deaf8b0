"""Games that may never end: reachability, safety, Büchi and co-Büchi games."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphgame import types
from graphgame.arrays import read_only
from graphgame.errors import GraphGameError, advised
from graphgame.graphs.graph import GameGraph
from graphgame.owners import _attractor
from graphgame.owners.attractor import make_ranks, number_winners
from graphgame.owners.games import owned_game, player_number, position_set
from graphgame.owners.solution import Objective, OwnerSolution


@advised
def solve_reachability(
    graph: object,
    owner: types.Owners | types.OwnerRule | None,
    targets: types.Positions,
    player: int = 0,
    *,
    start: object = None,
    limit: int | None = None,
    progress: types.ProgressLike = False,
) -> OwnerSolution[types.Anything]:
    """Solve a reachability game: a player wants to visit a target once.

    Play ends at a target.  Elsewhere who cannot move loses; the other player wins if it never ends.

    Parameters
    ----------
    graph, owner, targets, start, limit, progress
        As in `attractor`.
    player : {0, 1}
        Who wants to visit the targets.

    Returns
    -------
    OwnerSolution
        Its `rank` counts the moves to the end if the player hurries and the other one delays; -1
        where the other one wins.

    See Also
    --------
    attractor, solve_safety, solve_buchi

    Notes
    -----
    The attractor of the targets, and of the positions where the other player cannot move; O(n + m)
    time, and memory as `attractor`.

    Examples
    --------
    >>> graph = {"a": ["b", "a"], "b": ["a", "c"], "c": []}
    >>> s = solve_reachability(graph, {"a": 0, "b": 1, "c": 1}, "c")
    >>> s.winners, s.rank, s.best_move("b")
    (array([1, 1, 0], dtype=int8), array([-1, -1,  0], dtype=int32), 'a')
    """
    game = owned_game(graph, owner, start, limit, progress)
    flags = position_set(game, targets, "targets")
    return _visited(game, Objective.REACHABILITY, player_number(player), flags)


@advised
def solve_safety(
    graph: object,
    owner: types.Owners | types.OwnerRule | None,
    *,
    safe: types.Positions = None,
    unsafe: types.Positions = None,
    player: int = 0,
    start: object = None,
    limit: int | None = None,
    progress: types.ProgressLike = False,
) -> OwnerSolution[types.Anything]:
    """Solve a safety game: a player wants to visit safe positions alone, for ever.

    Play ends at an unsafe position.  Elsewhere who cannot move loses.

    Parameters
    ----------
    graph, owner, start, limit, progress
        As in `attractor`.
    safe, unsafe : hashable, or list, set, array or iterator of hashable, or flags
        One of the two: the positions that the player may visit, or those that he may not.
    player : {0, 1}
        Who wants to stay safe.

    Returns
    -------
    OwnerSolution
        Its `rank` counts the moves to the end where the player loses; -1 where he wins.

    Raises
    ------
    GraphGameError
        As `attractor`; or if neither `safe` nor `unsafe` is given, or both are.

    See Also
    --------
    solve_reachability : The same game, as the other player sees it.
    solve_cobuchi : A player may visit unsafe positions, but not for ever.

    Notes
    -----
    O(n + m) time, and memory as `attractor`.

    Examples
    --------
    >>> s = solve_safety([(0, 1), (0, 2), (1, 0), (2, 2)], [0, 1, 1], unsafe=2)
    >>> s.winners, s.best_move(0)
    (array([0, 0, 1], dtype=int8), 1)
    """
    game = owned_game(graph, owner, start, limit, progress)
    flags = _unsafe_flags(game, safe, unsafe)
    return _visited(game, Objective.SAFETY, player_number(player), flags)


@advised
def solve_buchi(
    graph: object,
    owner: types.Owners | types.OwnerRule | None,
    targets: types.Positions,
    player: int = 0,
    *,
    start: object = None,
    limit: int | None = None,
    progress: types.ProgressLike = False,
) -> OwnerSolution[types.Anything]:
    """Solve a Büchi game: a player wants to visit targets again and again, for ever.

    Who cannot move loses.

    Parameters
    ----------
    graph, owner, targets, start, limit, progress
        As in `attractor`.
    player : {0, 1}
        Who wants to visit the targets.

    Returns
    -------
    OwnerSolution
        Where the player wins, its `rank` counts the moves to the next target, at most, of the
        player's strategy.  Elsewhere it bounds the visits to targets that are left: it never rises,
        and falls after a visit, if the other player follows the strategy.

    See Also
    --------
    solve_cobuchi : The same game, as the other player sees it.

    Notes
    -----
    In rounds, each of which removes what cannot force a visit to a target, and looks again only at
    what rested on it.  O(n m) time at most; O(n + m) where each position is looked at again a
    bounded number of times (docs/decisions/022).  Takes 4 bytes per edge and 63 per position beyond
    the graph; the solution keeps 10 bytes per position.

    References
    ----------
    W. Thomas, "On the synthesis of strategies in infinite games", STACS 1995, for the rounds.
    R. Lapauw, M. Bruynooghe and M. Denecker, "Improving parity game solvers with justifications",
    VMCAI 2020, for looking again only at what rests on a change.

    Examples
    --------
    >>> s = solve_buchi([(0, 1), (1, 0), (1, 2), (2, 2)], [0, 1, 0], 0)
    >>> s.winners, s.play(0)
    (array([1, 1, 1], dtype=int8), (0, 1, 2, 2))
    """
    game = owned_game(graph, owner, start, limit, progress)
    flags = position_set(game, targets, "targets")
    return _visited_for_ever(game, Objective.BUCHI, player_number(player), flags)


@advised
def solve_cobuchi(
    graph: object,
    owner: types.Owners | types.OwnerRule | None,
    *,
    safe: types.Positions = None,
    unsafe: types.Positions = None,
    player: int = 0,
    start: object = None,
    limit: int | None = None,
    progress: types.ProgressLike = False,
) -> OwnerSolution[types.Anything]:
    """Solve a co-Büchi game: a player wants to visit unsafe positions only finitely often.

    From some move on, the token stays among the safe positions.  Who cannot move loses.

    Parameters
    ----------
    graph, owner, start, limit, progress
        As in `attractor`.
    safe, unsafe
        As in `solve_safety`.
    player : {0, 1}
        Who wants the token to be safe in the end.

    Returns
    -------
    OwnerSolution
        Where the player wins, its `rank` bounds the visits to unsafe positions that are left.
        Elsewhere it counts the moves to the next one, at most, of the other player's strategy.

    See Also
    --------
    solve_buchi : The same game, as the other player sees it; time and memory.

    Examples
    --------
    >>> s = solve_cobuchi([(0, 1), (1, 0), (1, 2), (2, 2)], [0, 1, 0], unsafe=0, player=1)
    >>> s.winners, s.rank
    (array([1, 1, 1], dtype=int8), array([1, 0, 0], dtype=int32))
    """
    game = owned_game(graph, owner, start, limit, progress)
    flags = _unsafe_flags(game, safe, unsafe)
    return _visited_for_ever(game, Objective.COBUCHI, player_number(player), flags)


def _unsafe_flags(game: GameGraph[Any], safe: Any, unsafe: Any) -> types.BoolArray:
    """Return the unsafe positions of one of the two sets."""
    if (safe is None) == (unsafe is None):
        found = "neither" if safe is None else "both"
        raise GraphGameError(f"safe, unsafe: expected one of the two, got {found}")
    if unsafe is not None:
        return position_set(game, unsafe, "unsafe")
    return ~position_set(game, safe, "safe")


def _visited(
    game: GameGraph[Any], objective: Objective, player: int, flags: types.BoolArray
) -> OwnerSolution[Any]:
    """Solve a game that ends with a visit: one player wants it, the other does not."""
    visitor = player if objective is Objective.REACHABILITY else 1 - player
    ended, owner = np.asarray(game._degrees()) == 0, read_only(game._owner)  # type: ignore[arg-type]
    entries = (flags | (ended & (owner != visitor))).view("i1")
    ranks = make_ranks(game, entries, visitor)
    strategy = _attractor.choose(*game._predecessor_rows(), owner, ranks, visitor, False)
    winners = number_winners(read_only(ranks) >= 0, visitor)
    return OwnerSolution(game, objective, player, flags, winners, strategy, ranks)


def _visited_for_ever(
    game: GameGraph[Any], objective: Objective, player: int, flags: types.BoolArray
) -> OwnerSolution[Any]:
    """Solve a game in which one player wants visits for ever, and the other does not."""
    visitor = player if objective is Objective.BUCHI else 1 - player
    owner, rows = read_only(game._owner), game._predecessor_rows()  # type: ignore[arg-type]
    found = visit_for_ever(rows, game._degrees(), owner, flags.view("i1"), visitor)
    return OwnerSolution(
        game, objective, player, flags, number_winners(found[0], visitor), *found[1:]
    )


def visit_for_ever(
    reverse: tuple[types.Array, types.Array],
    degrees: types.Array,
    owner: types.Array,
    targets: types.Int8Array,
    player: int,
) -> tuple[types.BoolArray, types.Int32Array, types.Int32Array]:
    """Return where a player wins who wants to visit targets for ever, both strategies, and ranks.

    `reverse` has the predecessors, `degrees` the number of options of every position; targets are
    1 there.  Strategies are -1 where the owner loses; ranks are as of `OwnerSolution.rank`.
    """
    progress, moves = _attractor.lose(*reverse, degrees, owner, targets, player)
    rank, strategy = np.asarray(progress), np.asarray(moves)
    won: types.BoolArray = rank < 0
    ended = (np.asarray(degrees) == 0) & (np.asarray(owner) != player)
    entries = ((targets.view(np.bool_) | ended) & won).view(np.int8)
    nearest = _attractor.attract(*reverse, degrees, owner, entries, player)
    chosen = np.asarray(_attractor.choose(*reverse, owner, nearest, player, True))
    np.copyto(strategy, chosen, where=won)
    np.copyto(rank, np.asarray(nearest), where=won)
    return won, strategy, rank
