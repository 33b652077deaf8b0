"""Many positions at once: their indices, as an array."""

from __future__ import annotations

from graphgame import checks
from graphgame.errors import UnknownPositionError
from graphgame.graphs.labels import CountedIndex, codes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable
    from typing import Any

    from graphgame.graphs.positions import Positions
    from graphgame.types import AnyArray, Int32Array


def is_many(positions: Any) -> bool:
    """Return whether a value that cannot be hashed is a list or an array of positions."""
    return isinstance(positions, list) or (
        hasattr(positions, "__array__") and getattr(positions, "ndim", 0) > 0
    )


def indices(graph: Positions[Any], positions: Any) -> Int32Array:
    """Return the indices of a list or an array of positions, in the same shape.

    A position of a graph of classes is looked up as its representative where it is not one.

    Raises
    ------
    UnknownPositionError
        If the graph does not have one of them: the first one and its place are named.
    GraphGameError
        If the positions of the graph are integers, and these are not.
    """
    import numpy as np

    values: Any
    by_objects = graph.labels is not None and not hasattr(graph._numbered(), "find")
    if by_objects and not isinstance(graph._index, CountedIndex):
        values, shape = _objects(positions)
        found = _indices_of_objects(graph, values)
    else:
        array = checks.integers(positions, "positions")
        values, shape = array.ravel(), array.shape
        found = _indices_of_integers(graph, values)
    unknown = found < 0
    if unknown.any():
        at = int(unknown.argmax())
        place = [int(i) for i in np.unravel_index(at, shape)]
        odd = getattr(values[at], "item", lambda: values[at])()
        raise UnknownPositionError(
            f"positions{place}: expected a position of the {graph.n} that the game has, "
            f"got {odd!r}{_hint(graph, len(shape))}"
        )
    return found.reshape(shape)


def _indices_of_integers(graph: Positions[Any], values: AnyArray) -> Int32Array:
    """Return the indices of positions that are integers, -1 where there is none."""
    import numpy as np

    found = np.empty(len(values), dtype=np.int32)
    if graph.labels is None or isinstance(graph._index, CountedIndex):
        first = 0 if graph.labels is None else graph._index.labels.start  # type: ignore[union-attr]
        known = (values >= first) & (values < first + graph.n)
        found[:] = -1
        found[known] = values[known].astype(np.int64) - first
        return found
    index: Any = graph._index
    wanted = codes(values, "positions")
    index.find(wanted, found)
    if graph._symmetry is not None:
        missing = np.flatnonzero(found < 0)
        if len(missing):
            others = np.empty(len(missing), dtype=np.int32)
            index.find(codes(graph._symmetry.represent_many(wanted[missing]), "canonical"), others)
            found[missing] = others
    return found


def _indices_of_objects(graph: Positions[Any], values: list[Hashable]) -> Int32Array:
    """Return the indices of positions of any kind, -1 where there is none."""
    import numpy as np

    find = graph._find if graph._symmetry is not None else graph._numbered().__getitem__
    try:
        return np.fromiter(map(find, values), np.int32, len(values))
    except (LookupError, TypeError):  # one is unknown: say which
        return np.fromiter((0 if x in graph else -1 for x in values), np.int32, len(values))


def _objects(positions: Any) -> tuple[list[Hashable], tuple[int, ...]]:
    """Return the entries of a list or an array, and its shape."""
    if isinstance(positions, list):
        return positions, (len(positions),)
    import numpy as np

    array = np.asarray(positions)
    return array.ravel().tolist(), array.shape


def _hint(graph: Positions[Any], dimensions: int) -> str:
    if dimensions > 1 and isinstance(graph.position(0) if graph.n else None, tuple):
        return ": each entry of an array is a position; give positions that are tuples in a list"
    return ""
