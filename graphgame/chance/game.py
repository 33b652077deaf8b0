"""Read games of chance: who moves, and what stands beside moves, into the arrays of the solver.

Probabilities are numbers beside the moves of chance, points beside any moves.  What is given twice,
for a move that does not exist, or for a position at which somebody else moves, is refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import isnan

import numpy as np

from graphgame.chance.reading import CHANCE, END, FIRST, SECOND, Rows
from graphgame.chance.weights import weights_of_rows
from graphgame.errors import GraphGameError, UnknownPositionError
from graphgame.graphs.given import asked, column, is_function, position_names
from graphgame.graphs.labels import beside

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphgame.graphs.graph import GameGraph
    from graphgame.types import AnyArray, BoolArray, Int8Array, Int64Array

WORD = "chance"
_OWNERS = "expected 0, 1 or 'chance'"


def owners(given: Any, game: GameGraph[Any], dice: BoolArray) -> Int8Array:
    """Return who moves at each position: 0, 1, or -1 for chance.

    Parameters
    ----------
    given : mapping of position, function of a position, or (n,) array_like
        0, 1, or the word "chance", in arrays -1 as well.  A mapping may leave out positions of
        chance, and positions without options, which count as player 0's.
    game : GameGraph
    dice : (n,) bool
        Which positions have probabilities.

    Raises
    ------
    GraphGameError
        If a position has no owner or another one, has probabilities and is a player's, or is
        chance's and has none.
    """
    kind: Int8Array = np.full(game.n, 2, dtype=np.int8)
    if is_function(given):
        names = position_names(game)
        _enter(kind, range(game.n), asked(given, names, "who moves at"), game)
    elif isinstance(found := column(beside(given, game, "owner")), Mapping):
        _enter(kind, map(game._find, found), [*found.values()], game)
    else:
        if len(found) != game.n:
            raise GraphGameError(
                f"owner: expected a mapping or {game.n} values, one for every position, got "
                f"{len(found)}"
            )
        rest: Sequence[int] = range(game.n)
        if type(found) is np.ndarray and found.shape == (game.n,) and found.dtype.kind == "i":
            known = (found >= CHANCE) & (found <= SECOND)
            kind[known] = found[known]
            rest = np.flatnonzero(~known).tolist()
        _enter(kind, rest, [found[v] for v in rest], game)
    open_ = kind == 2
    kind[open_ & dice] = CHANCE
    kind[open_ & ~dice & (np.diff(game.option_ptr) == 0)] = FIRST
    if (kind == 2).any():
        missing = game.position(int((kind == 2).argmax()))
        raise GraphGameError(f"owner: {_OWNERS} for every position, got none for {missing!r}")
    if (wrong := dice & (kind != CHANCE)).any():
        v = int(wrong.argmax())
        raise GraphGameError(
            f"probabilities[{game.position(v)!r}]: expected none where a player moves, as owner "
            f"says {kind[v]}; the player chooses"
        )
    return kind


def _enter(kind: Int8Array, at: Iterable[int], given: list[Any], game: GameGraph[Any]) -> None:
    words = {WORD: CHANCE, 0: FIRST, 1: SECOND, -1: CHANCE}
    for v, value in zip(at, given, strict=True):
        try:
            found = words.get(value)
        except TypeError:
            found = None
        if found is None and value is not None:
            raise GraphGameError(f"owner[{game.position(v)!r}]: {_OWNERS}, got {value!r}")
        if found is not None:
            kind[v] = found


def beside_moves(given: Any, game: GameGraph[Any], what: str) -> list[Any] | Int64Array:
    """Return numbers that stand beside moves, in the order of `option_idx`; None for none.

    An array of integers comes back as one.

    Parameters
    ----------
    given : one of
        a mapping of positions to a mapping of options to numbers, or to numbers in the order of
        the options; a mapping of (position, option) to numbers; an (m,) array_like in the order
        in which the moves were given.
    game : GameGraph
    what : str
        What error messages call it.

    Raises
    ------
    GraphGameError
        If a number is of no move, or there are too many or too few.
    """
    ptr, idx = game.option_ptr, game.option_idx
    found: list[Any] = [None] * game.m
    if not isinstance(given, Mapping):
        values = column(given)
        if not hasattr(values, "__len__") or len(values) != game.m:
            count = len(values) if hasattr(values, "__len__") else values
            raise GraphGameError(
                f"{what}: expected a mapping, or {game.m} numbers, one for each move, got {count!r}"
            )
        order: Any = slice(None)
        if game._edges is not None:
            order = np.argsort(np.asarray(game._edges)[:, 0], kind="stable")
        if isinstance(values, np.ndarray) and values.dtype.kind in "iu" and values.ndim == 1:
            ordered: Int64Array = values[order].astype(np.int64)
            return ordered
        entries: AnyArray = np.empty(game.m, dtype=object)
        entries[:] = values.tolist() if isinstance(values, np.ndarray) else [*values]
        return [*map(_none, entries[order].tolist())]
    for key, value in given.items():
        if isinstance(value, Mapping) or _is_row(value):
            v = game.index(key)
            row = slice(int(ptr[v]), int(ptr[v + 1]))
            options = idx[row].tolist()
            if isinstance(value, Mapping):
                places = [_place(options, game, key, option, what) for option in value]
                for place, number in zip(places, value.values(), strict=True):
                    found[row.start + place] = number
            else:
                numbers = [*value]
                if len(numbers) != len(options):
                    raise GraphGameError(
                        f"{what}[{key!r}]: expected {len(options)} numbers, one for each option, "
                        f"got {len(numbers)}"
                    )
                found[row] = numbers
            continue
        if not (isinstance(key, tuple) and len(key) == 2):
            raise GraphGameError(
                f"{what}: expected a mapping of positions to rows of numbers, or of pairs "
                f"(position, option) to numbers, got {key!r}: {value!r}"
            )
        v = game.index(key[0])
        options = idx[ptr[v] : ptr[v + 1]].tolist()
        found[int(ptr[v]) + _place(options, game, key[0], key[1], what)] = value
    return found


def _none(value: Any) -> Any:
    """Return None for NaN, which stands for no number, and any other value as it is."""
    return None if isinstance(value, float) and isnan(value) else value


def _is_row(value: Any) -> bool:
    return isinstance(value, list | tuple | np.ndarray)


def _place(options: list[int], game: GameGraph[Any], position: Any, option: Any, what: str) -> int:
    """Return the place of an option in the row of a position."""
    try:
        w = game.index(option)
    except UnknownPositionError:
        w = -1
    if w not in options:
        raise GraphGameError(
            f"{what}[{position!r}]: expected options of this position, got {option!r}"
        )
    return options.index(w)


def solver_rows(
    game: GameGraph[Any], kind: Int8Array, ends: BoolArray, numbers: list[Any] | None,
    points: Int64Array | None,
) -> Rows:  # fmt: skip
    """Return a game as the solver takes it.

    Parameters
    ----------
    game : GameGraph
    kind : (n,) int8
        Who moves.
    ends : (n,) bool
        Where play is over; moves from there are left out.
    numbers : (m,) list or None
        Probabilities or weights, None at moves of players.
    points : (m,) int64 or None
        What moves pay to player 0.

    Raises
    ------
    GraphGameError
        If a position of chance has no options, or probabilities that are none.
    """
    ptr, idx = np.asarray(game.option_ptr), np.asarray(game.option_idx)
    degree = np.where(ends, 0, np.diff(ptr))
    source = np.repeat(np.arange(game.n), np.diff(ptr))
    stuck = (kind == CHANCE) & ~ends & (degree == 0)
    if stuck.any():
        name = game.position(int(stuck.argmax()))
        raise GraphGameError(
            f"position {name!r}: expected options where chance moves, got none; a score or a "
            "preset says what an end is worth, and owner= whose turn it would be"
        )
    # Parallel moves of a player are one: the one that pays best for this player.
    kept = ~ends[source]
    of_players = kept & (kind[source] != CHANCE)
    order = np.arange(len(idx))
    if ((np.diff(idx) <= 0) & (np.diff(source) == 0)).any():  # else there are none, and in order
        best = np.zeros(len(idx), np.int64)
        if points is not None:
            best = np.where(kind[source] == FIRST, -points, points)
        order = np.lexsort((best, idx, source))
        same = np.zeros(len(idx), dtype=np.bool_)
        before, after = order[:-1], order[1:]
        same[after] = (source[after] == source[before]) & (idx[after] == idx[before])
        kept &= ~(same & of_players)
    order = order[kept[order]]
    of_chance = kind[source[order]] == CHANCE
    weights: Int64Array = np.ones(len(order), dtype=np.int64)
    totals: Int64Array = np.ones(game.n, dtype=np.int64)
    if of_chance.any():
        # The order in which they were given, so that errors name the first.
        given = np.flatnonzero(kept & (kind[source] == CHANCE))
        counts = np.bincount(source[given], minlength=game.n)
        starts: Int64Array = np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)
        found: list[Any] = [None if numbers is None else numbers[e] for e in given.tolist()]

        def what(v: int, k: int) -> str:
            name = f"probabilities[{game.position(v)!r}]"
            return name if k < 0 else f"{name}[{game.position(int(idx[given[starts[v] + k]]))!r}]"

        by_move, totals = weights_of_rows(found, starts, what)
        place = np.zeros(len(idx), dtype=np.int64)
        place[given] = by_move
        weights[of_chance] = place[order][of_chance]
    whole: Int64Array = np.zeros(game.n + 1, dtype=np.int64)
    np.cumsum(np.bincount(source[order], minlength=game.n), out=whole[1:])
    return Rows(
        whole,
        idx[order].astype(np.int32),
        np.where(ends, END, kind).astype(np.int8),
        weights,
        totals,
        None if points is None else points[order],
    )


def split(graph: Any) -> tuple[Any, dict[Any, Any]]:
    """Return a dict of rows without the numbers in them, and the rows that have some."""
    if not isinstance(graph, Mapping):
        return graph, {}
    rows = {v: row for v, row in graph.items() if isinstance(row, Mapping)}
    if not rows:
        return graph, {}
    return {v: [*row] for v, row in graph.items()}, rows


def edge_attributes(graph: Any, name: str) -> dict[Any, Any]:
    """Return the values of an attribute of edges of a NetworkX graph, by position and option."""
    if not hasattr(graph, "edges") or not hasattr(graph, "adj") or isinstance(graph, Mapping):
        return {}
    found: dict[Any, dict[Any, Any]] = {}
    for u, v, data in graph.edges(data=True):
        if name in data:
            found.setdefault(u, {})[v] = data[name]
    return found
