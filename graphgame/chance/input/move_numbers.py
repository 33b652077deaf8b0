"""Read numbers beside moves in every form, into an array with a place for each move.

Moves are parallel where a position has an option twice.  What is given by option is a number of the
option: of its points each of the moves gets all, of its probability an equal part, which together
are what the option was given.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from itertools import chain
from math import lcm
from numbers import Real

import numpy as np

from graphgame.chance.input.weights import as_fraction, numbers_in_array
from graphgame.chance.points import _points
from graphgame.errors import GraphGameError, UnknownPositionError
from graphgame.graphs.given import column

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphgame.graphs.graph import GameGraph
    from graphgame.types import AnyArray, BoolArray

# What numbers beside moves are called that are shared by parallel moves.
PROBABILITIES = "probabilities"
# How many options an error lists.
_LISTED = 5


def beside_moves(given: Any, game: GameGraph[Any], what: str) -> AnyArray:
    """Return numbers that stand beside moves, in the order of `option_idx`.

    An array of integers comes back as int64; anything else as objects, None where there is none.

    Parameters
    ----------
    given : one of
        a mapping of positions to a mapping of options to numbers, or to numbers in the order of
        the options; a mapping of (position, option) to numbers; an (m,) array_like in the order
        in which the moves were given.
    game : GameGraph
    what : str
        What error messages call it; numbers called "probabilities" are shared by parallel moves.

    Raises
    ------
    GraphGameError
        If a number is of no move, or there are too many or too few.
    """
    if not isinstance(given, Mapping):
        return _in_order(given, game, what)
    ptr, idx = game.option_ptr, game.option_idx
    found: list[Any] = [None] * game.m
    by_option: dict[Any, dict[Any, Any]] = {}
    for key, value in given.items():
        if isinstance(value, Mapping):
            by_option[key] = {**by_option.get(key, {}), **value}
        elif _is_row(value):
            (v,) = found_at([key], game, what)
            row = slice(int(ptr[v]), int(ptr[v + 1]))
            found[row] = _listed(value, row.stop - row.start, f"{what}[{key!r}]")
        elif isinstance(key, tuple) and len(key) == 2:
            by_option.setdefault(key[0], {})[key[1]] = value
        else:
            raise GraphGameError(
                f"{what}: expected a mapping of positions to rows of numbers, or of pairs "
                f"(position, option) to numbers, got {key!r}: {value!r}"
            )
    for v, (key, row_of) in zip(found_at(by_option, game, what), by_option.items(), strict=True):
        first, options = int(ptr[v]), idx[ptr[v] : ptr[v + 1]].tolist()
        places = _places(options, [*row_of], game, f"{what}[{key!r}]")
        numbers = [*row_of.values()]
        if what == PROBABILITIES:
            _require_all(options, places, game, f"{what}[{key!r}]")
            numbers = _shared(numbers, [*map(len, places)])
        for number, of_option in zip(numbers, places, strict=True):
            for place in of_option:
                found[first + place] = number
    return numbers_in_array(found)


def _in_order(given: Any, game: GameGraph[Any], what: str) -> AnyArray:
    """Return numbers that are given in the order of the edges, in that of the options."""
    values = column(given)
    if not hasattr(values, "__len__") or len(values) != game.m:
        count = len(values) if hasattr(values, "__len__") else values
        raise GraphGameError(
            f"{what}: expected a mapping, or {game.m} numbers, one for each move, got {count!r}"
        )
    numbers = numbers_in_array(values, with_gaps=True)
    if game._edges is None:
        return numbers
    sources = np.asarray(game._edges)[:, 0]
    if numbers.dtype.kind == "i":
        return np.asarray(_points.by_rows(sources, numbers, game.option_ptr[:-1].copy()))
    return numbers[np.argsort(sources, kind="stable")]


def _listed(value: Any, count: int, where: str) -> list[Any]:
    """Return a row of numbers in the order of the options."""
    listed = [*value]
    if len(listed) != count:
        raise GraphGameError(
            f"{where}: expected {count} numbers, one for each option, got {len(listed)}"
        )
    wrong = next((x for x in listed if isinstance(x, tuple | list)), None)
    if wrong is not None:
        raise GraphGameError(
            f"{where}: expected numbers in the order of the options, got {wrong!r}; a dict of "
            "options to numbers says which is whose"
        )
    return listed


def _places(
    options: list[int], named: list[Any], game: GameGraph[Any], where: str
) -> list[list[int]]:
    """Return the places of options in the row of a position; of one that it has twice, both."""
    there: dict[int, list[int]] = {}
    for place, w in enumerate(options):
        there.setdefault(w, []).append(place)
    found = []
    for option in named:
        try:
            places = there.get(int(game.index(option)))
        except (UnknownPositionError, TypeError):
            places = None
        if places is None:
            own = f"one of its options ({_names(there, game)})" if there else "none at an end"
            raise GraphGameError(f"{where}: expected {own}, got {option!r}")
        found.append(places)
    return found


def _require_all(
    options: list[int], places: list[list[int]], game: GameGraph[Any], where: str
) -> None:
    """Refuse a position of chance of which an option has no number."""
    rest = {*range(len(options))} - {*chain.from_iterable(places)}
    if rest:
        names = _names(dict.fromkeys(options), game)
        raise GraphGameError(
            f"{where}: expected a probability for each option ({names}), got none for "
            f"{game.position(options[min(rest)])!r}"
        )


def _names(options: Iterable[int], game: GameGraph[Any]) -> str:
    """Return the names of options for an error, not more than a few of them."""
    at = [*options]
    names = [repr(game.position(w)) for w in at[:_LISTED]]
    if len(at) > _LISTED:
        names.append(f"… ({len(at)} options)")
    return ", ".join(names)


def _shared(numbers: list[Any], counts: list[int]) -> list[Any]:
    """Return what each of several parallel moves gets of the probability of their option.

    Integers are weights, and stay integers.
    """
    if max(counts, default=1) == 1:
        return numbers
    read = [*map(as_fraction, numbers)]
    if any(x is None or x <= 0 for x in read):
        return numbers  # which is refused by its name
    exact = [x for x in read if x is not None]
    scale = lcm(*counts) if all(x.denominator == 1 for x in exact) else 1
    return [Fraction(x * scale, count) for x, count in zip(exact, counts, strict=True)]


def present(numbers: AnyArray) -> BoolArray:
    """Return which of the numbers beside moves are some: not None, and of integers not 0."""
    found: BoolArray = numbers != (0 if numbers.dtype.kind == "i" else None)
    return found


def found_at(positions: Iterable[Any], game: GameGraph[Any], what: str) -> list[int]:
    """Return the indices of positions that are keys of a mapping; name it where one is unknown."""
    found: list[int] = []
    names = [*positions]
    try:
        found.extend(map(game._find, names))
    except UnknownPositionError as error:
        raise UnknownPositionError(
            f"{what}: expected positions of the game, got {names[len(found)]!r}; {error}"
        ) from None
    return found


def as_pairs(
    given: Any, position: Any, options: Callable[[Any], Iterable[Any]]
) -> list[tuple[Any, Any]]:
    """Return what a function says of the options of a position, as pairs of options and numbers."""
    try:
        found = [*(given.items() if isinstance(given, Mapping) else given)]
        if found and all(isinstance(x, Real | np.bool_) for x in found):
            return [*zip(options(position), found, strict=True)]
        return [(option, number) for option, number in found]
    except (TypeError, ValueError):
        raise GraphGameError(
            f"{PROBABILITIES}: expected a mapping of options to probabilities, pairs (option, "
            f"probability), or a number for each option of {position!r}, got {given!r}"
        ) from None


def _is_row(value: Any) -> bool:
    return isinstance(value, list | tuple | np.ndarray)


def split(graph: Any) -> tuple[Any, dict[Any, Any]]:
    """Return a dict of rows without the numbers in them, and the rows that have some."""
    if not isinstance(graph, Mapping):
        return graph, {}
    rows = {v: row for v, row in graph.items() if isinstance(row, Mapping)}
    if not rows:
        return graph, {}
    return {v: [*row] for v, row in graph.items()}, rows


def edge_attributes(graph: Any, name: str) -> dict[Any, list[Any]]:
    """Return the values of an attribute of edges of a NetworkX graph, in the order of the options.

    None where an edge has none; positions without any are left out.
    """
    if not hasattr(graph, "edges") or not hasattr(graph, "adj") or isinstance(graph, Mapping):
        return {}
    several = graph.is_multigraph()
    found: dict[Any, list[Any]] = {}
    for u, beside in graph.adj.items():
        edges = [*chain(*(x.values() for x in beside.values()))] if several else beside.values()
        if any(name in data for data in edges):
            found[u] = [data.get(name) for data in edges]
    return found
