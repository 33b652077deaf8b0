"""Functions of one position, such as symmetries and presets, as functions of many."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from graphgame.errors import GraphGameError
from graphgame.graphs.given import outcome_number, two_values
from graphgame.graphs.labels import codes
from graphgame.graphs.presets import is_pair
from graphgame.outcome import NO_PRESET
from graphgame.rules.compiled.addresses import NUMBER, native

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphgame.types import Int64Array


def call_many(function: Any, each: bool, what: str) -> Callable[[Any], Any]:
    """Return a function of one position, or of an array, as one of many positions.

    Parameters
    ----------
    function : callable or compiled function
    each : bool
        Whether a callable takes each position alone, not an array of codes.
    what : str
        The argument, for messages.
    """
    compiled = native(function, NUMBER, what)
    if compiled is not None:
        own = compiled.numbers
        return lambda positions: own(codes(positions, "positions"))
    if each:
        return lambda positions: [*map(function, _listed(positions))]
    return _batch_numbers(function, what)


def _listed(positions: Any) -> Any:
    return positions.tolist() if hasattr(positions, "tolist") else positions


def _batch_numbers(function: Callable[[Int64Array], Any], what: str) -> Callable[[Any], Int64Array]:
    def numbers(positions: Any) -> Int64Array:
        batch = codes(positions, "positions")
        if not len(batch):
            return batch
        found = codes(function(batch.copy()), what)
        if len(found) != len(batch):
            raise GraphGameError(
                f"{what}: expected an array of {len(batch)} numbers, one for each code, "
                f"got {len(found)}"
            )
        return found

    return numbers


def represented(canonical: Any, each: bool, compiled: bool) -> Callable[[Any], Any]:
    """Return a symmetry as a function of many positions, or of an array of codes.

    Parameters
    ----------
    canonical : callable or compiled function
    each, compiled : bool
        Whether the rule takes each position alone, and whether it is compiled.

    Raises
    ------
    GraphGameError
        If it does not go with a rule of this kind.
    """
    own = native(canonical, NUMBER, "canonical")
    if own is None and not callable(canonical):
        raise GraphGameError(
            f"canonical: expected a function of a position, got {type(canonical).__name__}"
        )
    if own is not None and each:
        raise GraphGameError(
            "canonical: expected a function of one position, as the rule takes one position, got "
            f"the compiled {canonical!r}"
        )
    if own is None and compiled:
        raise GraphGameError(
            "canonical: expected a compiled function, as the rule is one, "
            f"got {type(canonical).__name__}"
        )
    return call_many(canonical, each, "canonical")


def by_class(
    given: Mapping[Any, Any], represent: Callable[[Any], Any], each: bool, what: str
) -> Callable[[Any], Any]:
    """Return a mapping of positions to presets, or to owners, as a function of all positions.

    A position has what is given for any one of its class.

    Raises
    ------
    GraphGameError
        If it gives two positions of a class different values.
    """
    of_class: dict[Any, Any] = {}
    first: dict[Any, tuple[Any, Any]] = {}
    listed = represent(list(given)) if given else ()
    for one, pair in zip(listed, given.items(), strict=True):
        value = of_class.setdefault(one, pair[1])
        if _whole(value) != _whole(pair[1]):
            raise two_values(what, one, first[one], pair)
        first.setdefault(one, pair)
    if each:
        return lambda position: of_class.get(represent([position])[0])
    look_up = look_up_codes(of_class, -1 if what == "owner" else NO_PRESET, what)
    return lambda batch: look_up(represent(batch))


def _whole(value: Any) -> tuple[Any, Any]:
    """Return what is given for a position with its remoteness: a preset without one has 0."""
    kind, end = value if is_pair(value) else (value, 0)
    return outcome_number(kind), end or 0


def look_up_codes(
    given: Mapping[Any, Any], none: int, what: str = "presets"
) -> Callable[[Int64Array], Int64Array]:
    """Return a function that looks an array of codes up in a mapping; `none` is for the others."""
    import numpy as np

    keys = codes(list(given), what)
    order = np.argsort(keys)
    keys = keys[order]
    values = np.empty(len(keys), dtype=object)
    values[:] = [none if x is None else x for x in given.values()]
    values = values[order]

    def look_up(batch: Int64Array) -> Any:
        at = np.minimum(np.searchsorted(keys, batch), max(len(keys) - 1, 0))
        found = np.full(len(batch), none, dtype=object)
        known = keys[at] == batch if len(keys) else np.zeros(len(batch), dtype=bool)
        found[known] = values[at[known]]
        return found

    return look_up
