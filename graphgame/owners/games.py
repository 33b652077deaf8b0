"""What the solvers of games with owners take: a graph, who owns each position, and sets of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set as AbstractSet

from graphgame import checks
from graphgame.errors import GraphGameError
from graphgame.graphs.graph import GameGraph
from graphgame.graphs.labels import beside
from graphgame.graphs.turns import mover_array
from graphgame.memory import check_game
from graphgame.rules.source import as_game

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphgame.types import AnyArray, BoolArray


def owned_game(
    graph: Any, owner: Any, start: Any, limit: int | None, progress: bool
) -> GameGraph[Any]:
    """Return the GameGraph of a game with owners, who are its movers.

    Parameters
    ----------
    graph : anything that `as_game_graph` takes, or with `start` a rule
    owner : mapping, array, or with `start` a function of a position; or None
        None: the graph has movers, or the rule says who moves.
    start : hashable, or list, set or iterator of hashable, or None
    limit : int, optional
    progress : bool

    Raises
    ------
    GraphGameError
        If a position has no owner, or the game has presets.
    """
    hints = {"limit": limit, "progress": progress}
    if start is not None:
        game: GameGraph[Any] = as_game(graph, None, start, mover=owner, **hints)  # type: ignore[arg-type]
    else:
        if callable(owner) and not hasattr(owner, "__array__"):
            raise GraphGameError(
                "owner: expected a mapping or an array, got a function, "
                "which goes with a rule and its start"
            )
        game = as_game(graph, None, None, **hints)  # type: ignore[arg-type]
        if owner is not None:
            game = game._with(movers=mover_array(owner, game, "owner"))
    if game._movers is None:
        raise GraphGameError(
            "owner: expected 0 or 1 for every position, got None and a graph without movers"
        )
    if game._presets is not None:
        raise GraphGameError(
            "graph: expected one without presets, which end a game of `solve`; here play ends "
            "where a player cannot move"
        )
    check_game(game, 50, 6)
    return game


def player_number(player: Any, what: str = "player") -> int:
    """Return a player as 0 or 1."""
    number = checks.size(player, what)
    if number > 1:
        raise GraphGameError(f"{what}: expected 0 or 1, got {player!r}")
    return number


def position_set(game: GameGraph[Any], positions: Any, what: str) -> BoolArray:
    """Return a set of positions as flags.

    Parameters
    ----------
    game : GameGraph
    positions : hashable, or list, set, iterator or array of hashable, or (n,) array_like of bool
        A tuple is one position, as is everything else that is none of these.
    what : str
        What error messages call it.

    Returns
    -------
    (n,) bool array

    Raises
    ------
    UnknownPositionError
        If the game does not have a position.
    GraphGameError
        If the flags are not n, or numbers may be flags as well as positions.
    """
    import numpy as np

    if callable(positions) and not hasattr(positions, "__array__"):
        raise GraphGameError(f"{what}: expected positions or flags, got a function")
    flags = np.zeros(game.n, dtype=np.bool_)
    if isinstance(positions, Mapping):
        raise GraphGameError(f"{what}: expected positions or flags, got a mapping")
    if not _are_many(positions):
        flags[game._find(positions)] = True
        return flags
    found = positions if hasattr(positions, "__array__") else list(positions)
    ordered = found is positions or isinstance(positions, list)
    kinds = {*map(type, found)} if isinstance(found, list) else set()
    if getattr(found, "dtype", None) == "bool" or (kinds and kinds <= {bool, np.bool_}):
        named = beside(found, game, what, are_flags=True) if ordered else found
        if isinstance(named, Mapping):  # a Series: flags by label
            indices = game.index(list(named))
            given: AnyArray = np.zeros(len(named), dtype=np.bool_)
            if len(named) == game.n:
                given[indices] = list(named.values())
        else:
            given = np.asarray(named)
        if given.shape != (game.n,) or not ordered:
            raise GraphGameError(
                f"{what}: expected {game.n} flags, one for every position, got {given.shape}"
            )
        return given.astype(np.bool_)
    if len(found) == 0:
        return flags
    if ordered and game.labels is None and len(found) == game.n:
        _refuse_numbers_like_flags(found, what)
    indices = game.index(found if hasattr(found, "__array__") else list(found))
    flags[np.ravel(indices)] = True
    return flags


def _are_many(positions: Any) -> bool:
    """Return whether this is many positions: no hashable, but a set, a range or an iterator."""
    many = isinstance(positions, AbstractSet | Iterator | range | list)
    return many or (hasattr(positions, "__array__") and isinstance(positions, Iterable))


def _refuse_numbers_like_flags(found: Any, what: str) -> None:
    """Refuse n numbers that are all 0 or 1: they may be flags or positions."""
    import numpy as np

    array = np.asarray(found)
    if array.dtype.kind in "iu" and array.ndim == 1 and ((array == 0) | (array == 1)).all():
        raise GraphGameError(
            f"{what}: expected positions or flags, got {len(array)} numbers 0 and 1 in a game of "
            f"as many positions; use numpy.array({what}, dtype=bool) if they are flags, or a set "
            "if they are positions"
        )
