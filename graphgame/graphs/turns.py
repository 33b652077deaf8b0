"""Who moves at each position, and how far away the ends are that rules preset: checked arrays."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence

from graphgame import checks
from graphgame.errors import GraphGameError
from graphgame.graphs.labels import beside
from graphgame.outcome import MOST_POSITIONS, NO_PRESET

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphgame.graphs.graph import GameGraph
    from graphgame.types import AnyArray, Int8Array, Int32Array

# Codes for which a function says at a time who moves: its arrays stay inside the cache.
_BATCH = 1 << 14


def mover_array(
    movers: Any, game: GameGraph[Any], what: str = "mover", *, in_order: bool = False
) -> Int8Array:
    """Return who moves at each position of a graph as an (n,) int8 array of 0 and 1.

    Parameters
    ----------
    movers : mapping of position to 0 or 1, or (n,) array_like of int
        A mapping names every position.
    game : GameGraph
    what : str
        What error messages call it.
    in_order : bool
        Whether an array is known to be in the order of the positions.

    Raises
    ------
    GraphGameError
        If a position is missing, or a mover is not 0 or 1.
    UnknownPositionError
        If a mapping names a position that the graph does not have.
    """
    import numpy as np

    if callable(movers) and not hasattr(movers, "__array__"):
        raise GraphGameError(
            f"{what}: expected a mapping or an array, got a function, "
            "which goes with a rule and its start"
        )
    if not in_order:
        movers = beside(movers, game, what)
    if not isinstance(movers, Mapping):
        values = checks.integers(movers, what)
        if values.shape != (game.n,):
            raise GraphGameError(
                f"{what}: expected a mapping or {game.n} values, one for every position, "
                f"got an array of shape {values.shape}"
            )
        return _checked(values, game.position, what)
    at = np.fromiter(map(game.index, movers), dtype=np.int64, count=len(movers))
    array = np.full(game.n, -1, dtype=np.int8)
    given = checks.integers(list(movers.values()), what)
    array[at] = _checked(given, list(movers).__getitem__, what)
    if (array < 0).any():
        missing = game.position(int((array < 0).argmax()))
        raise GraphGameError(
            f"{what}: expected 0 or 1 for every position, got none for {missing!r}"
        )
    return array


def movers_of_labels(mover: Callable[[Any], Any], labels: Sequence[Hashable]) -> Int8Array:
    """Call a function for each position, and return who moves as `mover_array` does."""
    found: list[Any] = []
    try:
        found.extend(map(mover, labels))
    except Exception as error:
        error.add_note(f"while asking who moves at position {labels[len(found)]!r}")
        raise
    if None in found:
        raise GraphGameError(f"mover of {labels[found.index(None)]!r}: expected 0 or 1, got None")
    return _checked(checks.integers(found, "mover"), labels.__getitem__)


def movers_of_codes(mover: Callable[[Any], Any], codes: AnyArray) -> Int8Array:
    """Call a function for codes, many at a time, and return who moves as `mover_array` does."""
    import numpy as np

    array = np.empty(len(codes), dtype=np.int8)
    for start in range(0, len(codes), _BATCH):
        batch = codes[start : start + _BATCH]
        try:
            returned = mover(batch)
        except Exception as error:
            error.add_note(f"while asking who moves at {len(batch)} codes, the first {batch[0]}")
            raise
        values = checks.integers(returned, "mover")
        if values.shape != batch.shape:
            raise GraphGameError(
                f"mover: expected {len(batch)} values, one for every code, got shape {values.shape}"
            )
        array[start : start + len(batch)] = _checked(values, batch.__getitem__)
    return array


def _checked(values: AnyArray, name: Callable[[int], Hashable], what: str = "mover") -> Int8Array:
    import numpy as np

    wrong = (values < 0) | (values > 1)
    if wrong.any():
        v = int(wrong.argmax())
        position = getattr(name(v), "item", lambda: name(v))()  # not a NumPy integer
        raise GraphGameError(f"{what} of {position!r}: expected 0 or 1, got {values[v]}")
    return values.astype(np.int8)


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
        raise GraphGameError(
            f"presets[{name(at)!r}]: expected a remoteness from 0 to {MOST_POSITIONS - n}, "
            f"got {values[at]}"
        )
    return values.astype(np.int32)
