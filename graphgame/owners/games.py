"""Check the input of solvers of games with owners: graph, owners and sets of positions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set as AbstractSet, ValuesView
from typing import Any

import numpy as np

from graphgame import checks
from graphgame.errors import GraphGameError
from graphgame.graphs.by_state import refuse_whole
from graphgame.graphs.given import (
    are_bools,
    is_function,
    kinds,
    mapped,
    require_alike,
    whole_column,
)
from graphgame.graphs.graph import GameGraph
from graphgame.graphs.labels import beside, indices
from graphgame.memory import check_game
from graphgame.rules.source import as_game
from graphgame.types import BoolArray, ProgressLike


def owned_game(
    graph: Any, owner: Any, start: Any, limit: int | None, progress: ProgressLike
) -> GameGraph[Any]:
    """Return the GameGraph of a game with owners; arguments as of `attractor`.

    Raises
    ------
    GraphGameError
        If a position has no owner, or the game has presets.
    """
    game: GameGraph[Any] = as_game(graph, None, start, limit, progress, owner)
    if game._owner is None:
        raise GraphGameError(
            "owner: expected 0 or 1 for every position, got None and a graph without owners"
        )
    if game._presets is not None:
        raise GraphGameError(
            "graph: expected one without presets, which end a game of `solve`; here play ends "
            "where a player cannot move; with_presets(None) is without presets"
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

    Types decide: what holds bools alone is flags, anything else is positions.  A tuple is one
    position, as is everything else that can be hashed and is no set, range, buffer or iterator.
    Flags are n bools in a list, an iterator or an array, or a mapping from every position to a
    bool.  Error messages call it `what`.

    Raises
    ------
    UnknownPositionError
        If the game does not have a position.
    GraphGameError
        If the flags are not n, or a list may be flags as well as positions.
    """
    if is_function(positions):
        raise GraphGameError(f"{what}: expected positions or flags, got a function")
    refuse_whole(positions, what)
    flags = np.zeros(game.n, dtype=np.bool_)
    if not _are_many(positions):
        position = positions.item() if isinstance(positions, np.ndarray) else positions
        flags[game._find(position)] = True
        return flags
    if isinstance(positions, Mapping):
        return _flags_by_label(game, positions, what)
    if isinstance(positions, AbstractSet):
        found: Any = list(positions)
    else:
        found = whole_column(positions, what)
        if are_bools(found):
            named = mapped(positions, what)
            if isinstance(named, Mapping):  # a Series
                return _flags_by_label(game, named, what)
            return _flags_in_order(game, found, what)
        _refuse_bools_among_positions(game, found, what)
        _refuse_numbers_like_flags(found, game.n, what)
    if len(found):
        flags[np.ravel(indices(game, found, what))] = True
    return flags


def position_sets(game: GameGraph[Any], sets: Any, what: str) -> list[BoolArray]:
    """Return sets of positions as flags, each as of `position_set`.

    Raises
    ------
    GraphGameError
        If it is no list of sets.  A position among them is refused: it may be meant as a set of its
        own, or be one of many in one set.
    """
    entries = _entries(sets, what, "a list of sets of positions")
    for i, entry in enumerate(entries):
        if not _are_many(entry):
            raise GraphGameError(
                f"{what}[{i}]: expected a set of positions, or flags, got the position {entry!r}; "
                "a list in a list is a set, as in [[0, 1]] for one of two positions and [[0], [1]] "
                "for two of one"
            )
    return [position_set(game, entry, f"{what}[{i}]") for i, entry in enumerate(entries)]


def position_pairs(game: GameGraph[Any], pairs: Any, what: str) -> list[BoolArray]:
    """Return pairs of sets of positions as flags, those of a pair next to each other.

    Raises
    ------
    GraphGameError
        If it is no list of pairs of sets.
    """
    found: list[BoolArray] = []
    for i, pair in enumerate(_entries(pairs, what, "a list of pairs of sets of positions")):
        is_pair = isinstance(pair, list | tuple) or getattr(pair, "ndim", 0) == 2
        if not is_pair or len(pair) != 2:
            raise GraphGameError(
                f"{what}[{i}]: expected a list or a tuple of two sets of positions, got "
                f"{f'{len(pair)} of them' if is_pair else type(pair).__name__}"
            )
        found += position_sets(game, pair, f"{what}[{i}]")
    return found


def _entries(given: Any, what: str, expected: str) -> list[Any]:
    """Return the entries of a list, a tuple, an array or an iterator."""
    refuse_whole(given, what)
    ordered = isinstance(given, list | tuple | Iterator) or getattr(given, "ndim", 0) > 0
    if not ordered:
        raise GraphGameError(f"{what}: expected {expected}, got {type(given).__name__}")
    return list(given)


def _are_many(positions: Any) -> bool:
    """Return whether this is many positions, or flags: no tuple, and nothing else that is one."""
    if hasattr(positions, "__array__"):
        return isinstance(positions, Iterable) and getattr(positions, "shape", None) != ()
    if type(positions).__hash__ is None:
        return isinstance(positions, Iterable)
    return isinstance(positions, AbstractSet | Iterator | Mapping | ValuesView | range | memoryview)


def _flags_by_label(game: GameGraph[Any], given: Mapping[Any, Any], what: str) -> BoolArray:
    """Return flags that a mapping gives, one for every position."""
    values = list(given.values())
    if values and not are_bools(values):
        odd = next(label for label, flag in given.items() if not checks.is_bool(flag))
        raise GraphGameError(
            f"{what}: expected a mapping from every position to True or False, or a list of "
            f"positions, got a mapping from {odd!r} to {given[odd]!r}; list({what}) has its keys"
        )
    flags, known = np.zeros((2, game.n), dtype=np.bool_)
    if given:
        at = indices(game, list(given), what)
        require_alike(game, given, what, at, values)
        flags[at], known[at] = values, True
    if not known.all():
        raise GraphGameError(
            f"{what}: expected True or False for every position, got none for "
            f"{game.position(int(known.argmin()))!r}; list({what}) has its keys"
        )
    return flags


def _flags_in_order(game: GameGraph[Any], found: Any, what: str) -> BoolArray:
    """Return flags that are in the order of the positions."""
    if isinstance(found, list) and game.n and _is_bool(game):
        raise GraphGameError(
            f"{what}: expected positions or flags, got a list of bools beside positions that are "
            f"bools; use numpy.array({what}, dtype=bool) if they are flags, set({what}) if they "
            "are positions"
        )
    flags = np.asarray(beside(found, game, what, are_flags=True))
    if flags.shape != (game.n,):
        raise GraphGameError(
            f"{what}: expected {game.n} flags, one for every position, got "
            f"{flags.shape[0] if flags.ndim == 1 else f'an array of shape {flags.shape}'}"
        )
    return flags.astype(np.bool_)


def _is_bool(game: GameGraph[Any]) -> bool:
    """Return whether one of the positions is True or False."""
    known = (game.position(game._find(flag)) for flag in (False, True) if flag in game)
    return any(isinstance(position, bool) for position in known)


def _refuse_bools_among_positions(game: GameGraph[Any], found: Any, what: str) -> None:
    """Refuse bools among other entries, unless positions are bools."""
    if not isinstance(found, list | tuple) or not kinds(found) & {bool, np.bool_} or _is_bool(game):
        return
    flag = next(x for x in found if checks.is_bool(x))
    other = next(x for x in found if not checks.is_bool(x))
    # A set, since a list of 0 and 1 may be refused for its repeats.
    if isinstance(other, int | np.integer):
        cure = (
            f"use numpy.array({what}, dtype=bool) if they are flags, {{int(x) for x in {what}}} if "
            "they are positions"
        )
    else:
        cure = f"int() makes 0 or 1 of {flag!r} if it is a position"
    raise GraphGameError(
        f"{what}: expected positions or flags, got {flag!r}, a flag, and {other!r}, a position, in "
        f"one list; {cure}"
    )


def _refuse_numbers_like_flags(found: Any, n: int, what: str) -> None:
    """Refuse n numbers that are all 0 or 1 and repeat: they may be flags or positions."""
    if len(found) != n or not all(issubclass(kind, int | np.integer) for kind in kinds(found)):
        return
    array = np.asarray(found)
    few = array.ndim == 1 and bool(((array == 0) | (array == 1)).all())
    if few and len(array) > len(np.unique(array)):
        raise GraphGameError(
            f"{what}: expected positions or flags, got {n} numbers 0 and 1 in a game of as many "
            f"positions; use numpy.array({what}, dtype=bool) if they are flags, set({what}) if "
            "they are positions"
        )
