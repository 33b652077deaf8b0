"""Who moves at each position, preset outcomes, and how far away preset ends are: checked arrays."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence

from graphgame import checks
from graphgame.errors import GraphGameError
from graphgame.graphs.given import (
    asked,
    is_function,
    numbers,
    outcome_number,
    outcome_numbers,
    position_names,
    require_alike,
)
from graphgame.graphs.labels import beside
from graphgame.outcome import MOST_POSITIONS, NO_PRESET, Outcome

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphgame import types
    from graphgame.graphs.graph import GameGraph
    from graphgame.types import AnyArray, Int8Array, Int32Array
else:
    from graphgame.arrays import types

# Codes for which a function says at a time who moves: its arrays stay inside the cache.
_BATCH = 1 << 14

# What gives an owner to positions that a mapping leaves out.
_FOR_ALL = "; a function gives one to all, as owner=lambda position: owners.get(position, 0)"


def owner_array(owner: Any, game: GameGraph[Any], *, in_order: bool = False) -> Int8Array:
    """Return who moves at each position of a graph as an (n,) int8 array of 0 and 1.

    Parameters
    ----------
    owner : mapping of position to 0 or 1, function of a position, or (n,) array_like
        A mapping names every position.
    game : GameGraph
    in_order : bool
        Whether an array is known to be in the order of the positions.

    Raises
    ------
    GraphGameError
        If a position is missing, or an owner is not 0 or 1.
    UnknownPositionError
        If a mapping names a position that the graph does not have.
    """
    import numpy as np

    if is_function(owner):
        return owner_of_labels(owner, position_names(game))
    if not in_order:
        owner = beside(owner, game, "owner")
    if not isinstance(owner, Mapping):
        values = numbers(owner, "owner")
        if values.shape != (game.n,):
            raise GraphGameError(
                f"owner: expected a mapping or {game.n} values, one for every position, "
                f"got an array of shape {values.shape}"
            )
        return _checked(values, game.position)
    at = np.fromiter(map(game.index, owner), dtype=np.int64, count=len(owner))
    array = np.full(game.n, -1, dtype=np.int8)
    given = numbers(list(owner.values()), "owner")
    require_alike(game, owner, "owner", at, given)
    array[at] = _checked(given, list(owner).__getitem__)
    if (array < 0).any():
        missing = game.position(int((array < 0).argmax()))
        raise GraphGameError(
            f"owner: expected 0 or 1 for every position, got none for {missing!r}{_FOR_ALL}"
        )
    return array


def owner_of_labels(owner: Callable[[Any], Any], labels: Sequence[Hashable]) -> Int8Array:
    """Call a function for each position, and return who moves as `owner_array` does."""
    found = asked(owner, labels, "who moves at")
    if None in found:
        is_get = isinstance(getattr(owner, "__self__", None), Mapping)
        raise GraphGameError(
            f"owner of {labels[found.index(None)]!r}: expected 0 or 1, got None"
            f"{_FOR_ALL if is_get else ''}"
        )
    values = numbers(found, "owner")
    if values.ndim != 1:
        raise GraphGameError(f"owner of {labels[0]!r}: expected 0 or 1, got {found[0]!r}")
    return _checked(values, labels.__getitem__)


def owner_of_codes(owner: Callable[[Any], Any], codes: AnyArray) -> Int8Array:
    """Call a function for codes, many at a time, and return who moves as `owner_array` does."""
    import numpy as np

    array = np.empty(len(codes), dtype=np.int8)
    for start in range(0, len(codes), _BATCH):
        batch = codes[start : start + _BATCH]
        try:
            returned = owner(batch)
        except Exception as error:
            error.add_note(f"while asking who moves at {len(batch)} codes, the first {batch[0]}")
            raise
        values = numbers(returned, "owner")
        if values.shape != batch.shape:
            raise GraphGameError(
                f"owner: expected {len(batch)} values, one for every code, got shape {values.shape}"
            )
        array[start : start + len(batch)] = _checked(values, batch.__getitem__)
    return array


def _checked(values: AnyArray, name: Callable[[int], Hashable]) -> Int8Array:
    import numpy as np

    wrong = (values < 0) | (values > 1)
    if wrong.any():
        v = int(wrong.argmax())
        position = _plain(name(v))
        raise GraphGameError(f"owner of {position!r}: expected 0 or 1, got {values[v]}")
    return values.astype(np.int8)


def _plain(position: Any) -> Any:
    """Return a position as an int where it is an integer of NumPy."""
    return getattr(position, "item", lambda: position)()


# -- presets with a remoteness ---------------------------------------------------------------------


def split_pairs(presets: Any) -> tuple[Any, Any]:
    """Return presets without their remoteness, and the remoteness, None where nobody gave any.

    Parameters
    ----------
    presets : mapping, array_like, or a tuple of two arrays
        The values of a mapping are outcomes, or pairs (outcome, remoteness).

    >>> split_pairs({"a": (1, 3), "b": 0})
    ({'a': 1, 'b': 0}, [3, 0])
    >>> split_pairs([1, -1])
    ([1, -1], None)
    """
    import numpy as np

    if isinstance(presets, Mapping):
        if not any(map(is_pair, presets.values())):
            return presets, None
        for position, value in presets.items():
            if is_pair(value) and outcome_number(value[0]) == NO_PRESET:
                raise GraphGameError(
                    f"presets[{position!r}]: expected WIN, LOSE, DRAW or TIE beside a remoteness, "
                    f"got {value[0]!r}"
                )
        pairs = [value if is_pair(value) else (value, 0) for value in presets.values()]
        outcomes, ends = map(list, zip(*pairs, strict=True))
        return dict(zip(presets, outcomes, strict=True)), ends
    if is_pair(presets) and all(np.ndim(part) == 1 for part in presets):
        return presets[0], presets[1]
    return presets, None


def is_pair(value: object) -> bool:
    """Return whether a value may be an outcome and a remoteness: a tuple of two."""
    return isinstance(value, tuple) and len(value) == 2


def end_array(ends: Any, n: int, presets: AnyArray, name: Callable[[int], Hashable]) -> Int32Array:
    """Return the remoteness of presets as an int32 array; 0 where there is no preset.

    Parameters
    ----------
    ends : (k,) array_like of int
    n : int
        The number of positions, or the most there may be: a remoteness plus n fits in 32 bits.
    presets : (k,) int8
    name : callable
        From a place in these arrays to the position.
    """
    import numpy as np

    values = checks.integers(ends, "remoteness of presets")
    if values.shape != presets.shape:
        raise GraphGameError(
            f"remoteness of presets: expected {len(presets)} values, one for every outcome, "
            f"got shape {values.shape}"
        )
    values = np.where(presets == NO_PRESET, 0, values)
    wrong = (values < 0) | (values > MOST_POSITIONS - n)
    if wrong.any():
        at = int(wrong.argmax())
        position = _plain(name(at))
        raise GraphGameError(
            f"presets[{position!r}]: expected a remoteness from 0 to {MOST_POSITIONS - n}, "
            f"got {values[at]}"
        )
    return values.astype(np.int32)


def preset_arrays(
    presets: Any, graph: GameGraph[Any], *, in_order: bool = False
) -> tuple[types.Int8Array, types.Int32Array | None]:
    """Return preset outcomes as an (n,) int8 array, and their remoteness as (n,) int32 or None.

    A position without a preset has `NO_PRESET`, and remoteness 0; None: all have remoteness 0.

    Parameters
    ----------
    presets : mapping of position to Outcome, function of a position, or (n,) array_like
        As `GameGraph.with_presets` takes them.
    graph : GameGraph
    in_order : bool
        Whether an array is known to be in the order of the positions.

    Raises
    ------
    GraphGameError
        If a preset is no outcome, or an array has another shape.
    UnknownPositionError
        If a mapping names a position that the graph does not have.
    """
    import numpy as np

    n, position = graph.n, graph.position
    if not in_order:
        parts: Any = presets if is_pair(presets) else (presets,)
        given = [part if is_function(part) else beside(part, graph, "presets") for part in parts]
        if len(given) == 1:
            presets = given[0]
        elif any(isinstance(part, Mapping) for part in given):
            raise GraphGameError(
                "presets: expected two arrays, got a mapping or an index; give one mapping of "
                "position to (outcome, remoteness)"
            )
    if is_function(presets):
        labels = position_names(graph)
        presets = dict(zip(labels, asked(presets, labels, "for the preset of"), strict=True))
    whole = presets
    presets, ends = split_pairs(presets)
    if isinstance(presets, Mapping):
        at = np.fromiter(map(graph.index, presets), dtype=np.int64, count=len(presets))
        values = outcome_numbers(list(presets.values()))
        require_alike(graph, whole, "presets", at, values, *([] if ends is None else [ends]))
        name: Callable[[int], Hashable] = list(presets).__getitem__
    else:
        at = np.arange(n)
        values = outcome_numbers(presets)
        name = position
        if values.shape != (n,):
            raise GraphGameError(
                f"presets: expected a mapping or {n} values, one for every position, "
                f"got an array of shape {values.shape}"
            )
    if values.ndim != 1:
        raise GraphGameError(
            "presets: expected an outcome for each position, got arrays; a function is asked for "
            "one position at a time"
        )
    wrong = (values < Outcome.LOSE) | (values > Outcome.TIE)
    if wrong.any():
        v = int(wrong.argmax())
        raise GraphGameError(
            f"presets[{name(v)!r}]: expected WIN, LOSE, DRAW or TIE (1, -1, 0 or 3), "
            f"got {values[v]}"
        )
    array = np.full(n, NO_PRESET, dtype=np.int8)
    array[at] = values
    if ends is None:
        return array, None
    far = np.zeros(n, dtype=np.int32)
    far[at] = end_array(ends, n, values, name)
    return array, far
