"""Symmetry: rules whose options are representatives of classes, and the way back to positions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from graphgame.errors import GraphGameError
from graphgame.graphs.labels import CodeLabels, codes
from graphgame.graphs.symmetry import Symmetry
from graphgame.rules.asking import (
    BATCH,
    COMPILED,
    PYTHON,
    asked_numbers,
    asked_options,
    batch_moves,
)
from graphgame.rules.compiled import native_function

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphgame.graphs.graph import GameGraph
    from graphgame.rules._calling import ReducedRule
    from graphgame.types import Int64Array

# Of a file that is opened with its rule, so many positions are compared with it.
_SAMPLES = 256


def asked_symmetry(rule: Any, canonical: Any) -> Any:
    """Return the symmetry that is asked for: the parameter, else the method of the rule, if any."""
    if canonical is None:
        canonical = getattr(rule, "canonical", None)
    if canonical is not None and not callable(canonical) and native_function(canonical) is None:
        raise GraphGameError(
            f"canonical: expected a function of a position, got {type(canonical).__name__}"
        )
    return canonical


# -- one position at a time -----------------------------------------------------------------------


def reduced_rule(
    options: Callable[[Any], Iterable[Any]], canonical: Callable[[Any], Any]
) -> Callable[[Any], Iterable[Any]]:
    """Return the rule whose options are representatives, each once, in the order of the rule.

    What is no options is returned as it is, to be refused.  What may go on for ever is read as far
    as the reader goes.
    """

    def reduced(position: Any) -> Any:
        found = options(position)
        if isinstance(found, str | bytes | bytearray) or not hasattr(found, "__iter__"):
            return found
        if isinstance(found, Iterator):
            return _distinct(map(canonical, found))
        return _hashed([*map(canonical, found)])

    return reduced


def _distinct(positions: Iterable[Any]) -> Iterator[Any]:
    seen = set()
    for position in positions:
        if position not in seen:
            seen.add(position)
            yield position


def _hashed(found: list[Any]) -> list[Any]:
    try:
        return [*dict.fromkeys(found)]
    except TypeError:
        return found  # refused, and named, where they are looked up


def representatives(starts: list[Any], canonical: Callable[[Any], Any]) -> list[Any]:
    """Return the representatives of the starts; refuse a function that gives them others."""
    found = [canonical(start) for start in starts]
    for start, one in zip(starts, found, strict=True):
        try:
            hash(one)
        except TypeError:
            raise GraphGameError(
                f"canonical of {start!r}: expected a position, which can be hashed, got {one!r} of "
                f"type {type(one).__name__}"
            ) from None
        _check_idempotent(start, one, canonical(one))
    return found


def _check_idempotent(position: Any, one: Any, other: Any) -> None:
    if one != other:
        raise GraphGameError(
            f"canonical: expected the representative of a representative to be itself, but that of "
            f"{position!r} is {one!r}, and that of {one!r} is {other!r}"
        )


# -- codes ----------------------------------------------------------------------------------------


def code_representatives(starts: Int64Array, canonical: Any, kind: str) -> Int64Array:
    """Return the representatives of start codes; refuse a function that has others."""
    _check_kinds(canonical, kind)
    represent = asked_numbers(canonical, BATCH)
    found = represent(starts)
    again = represent(found)
    for i in (found != again).nonzero()[0][:1]:
        _check_idempotent(int(starts[i]), int(found[i]), int(again[i]))
    return codes(found, "canonical")


def _check_kinds(canonical: Any, kind: str) -> None:
    if kind == COMPILED and native_function(canonical) is None:
        raise GraphGameError(
            "canonical: expected a compiled function, as the rule is one, "
            f"got {type(canonical).__name__}"
        )


def reduced_batch(rule: Callable[[Int64Array], Any], canonical: Any) -> Callable[[Any], Any]:
    """Return the batch rule whose options are representatives, each of a source once."""
    represent = asked_numbers(canonical, BATCH)

    def reduced(batch: Int64Array) -> tuple[Any, Any]:
        sources, options = batch_moves(rule(batch), len(batch))
        return distinct_moves(sources, represent(options))

    return reduced


def distinct_moves(sources: Int64Array, options: Int64Array) -> tuple[Int64Array, Int64Array]:
    """Return every pair of a source and an option once, in the order in which they stand first."""
    import numpy as np

    if not len(sources):
        return sources, options
    order = np.lexsort((options, sources))
    first = np.ones(len(order), dtype=bool)
    ordered, by = options[order], sources[order]
    first[1:] = (ordered[1:] != ordered[:-1]) | (by[1:] != by[:-1])
    kept = np.sort(order[first])  # lexsort is stable: of equal pairs, the first one
    return sources[kept], options[kept]


def reduced_compiled(rule: tuple[int, int], canonical: Any) -> ReducedRule:
    """Return the compiled rule whose options are representatives."""
    from graphgame.rules import _calling

    native = native_function(canonical)
    assert native is not None, "checked with the starts"
    return _calling.ReducedRule(*rule, *native)


# -- back to positions ----------------------------------------------------------------------------


def way_back(
    rule: Any,
    canonical: Any,
    kind: str,
    explore: Callable[[int | None], GameGraph[Any]] | None = None,
) -> Symmetry:
    """Return what a graph of classes needs of a rule and its symmetry to answer for positions."""
    options = None if rule is None else asked_options(rule, kind)
    represent = None
    if canonical is not None:
        represent = asked_numbers(canonical, PYTHON if kind == PYTHON else BATCH)
    return Symmetry(represent, options, explore)


def restore(game: GameGraph[Any], rule: Any, canonical: Any) -> None:
    """Restore the rule and the symmetry of a game that was read from a file, after some checks.

    Raises
    ------
    GraphGameError
        If the game is one of positions, not of classes; or if it is not what the rule and the
        symmetry make, as far as a sample shows.
    """
    import numpy as np

    canonical = asked_symmetry(rule, canonical)
    if game._symmetry is None:
        raise GraphGameError(
            "rule, canonical: expected a file with classes of positions, which canonical= makes, "
            "got one with all positions: load it without them"
        )
    if canonical is None:
        raise GraphGameError("canonical: expected the symmetry that the game was explored with")
    kind = PYTHON
    if isinstance(game.labels, CodeLabels):
        kind = BATCH if rule is None or native_function(rule) is None else COMPILED
    symmetry = way_back(rule, canonical, kind)
    sample = np.unique(np.linspace(0, game.n - 1, min(game.n, _SAMPLES)).astype(int)).tolist()
    positions = game.positions(sample)
    assert symmetry.represent is not None, "canonical is given"
    for position, one in zip(positions, symmetry.represent(positions), strict=True):
        if position != one:
            raise GraphGameError(
                "canonical: expected the symmetry that the game was explored with, but the "
                f"representative {position!r} of the file has the representative {one!r}"
            )
    game._symmetry = symmetry
    if rule is not None:
        _check_rows(game, [v for v in sample if len(game.options(game.position(v)))])


def _check_rows(game: GameGraph[Any], sample: list[int]) -> None:
    """Refuse a rule that does not have the options that the graph has."""
    ptr, idx = game.option_ptr, game.option_idx
    assert game._symmetry is not None, "a graph of classes"
    if not sample:
        return
    rows, _, classes = game._symmetry.moves(game, game.positions(sample))
    for i, v in enumerate(sample):
        if {*classes[rows[i] : rows[i + 1]].tolist()} != {*idx[ptr[v] : ptr[v + 1]].tolist()}:
            raise GraphGameError(
                f"rule: expected the rule that the game was explored with, but position "
                f"{game.position(v)!r} of the file has other options"
            )
