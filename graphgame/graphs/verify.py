"""Whether what a graph keeps is what the user gave: labels, options, presets, owners, two sides.

The certificates of solutions begin with a graph.  These checks begin before it: they compare its
labels and arrays with the user's own objects, and take no part of what converted one into the
other.  They run wherever something is joined to a graph.
"""

from __future__ import annotations

from collections.abc import Mapping, Set as AbstractSet
from itertools import chain, compress
from operator import ne

from graphgame.arrays import Later
from graphgame.errors import VerificationError
from graphgame.outcome import NO_PRESET, Outcome

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any

    import numpy as np

    from graphgame.types import AnyArray
else:
    np = Later("numpy")  # a small mapping needs none

# Of rows, and of what finds an index, so many are compared, spread evenly: `_EACH`, one of
# `_ONE_OF`, and at most `_SAMPLE`.  Of labels, presets and owners, all are.
_EACH, _ONE_OF, _SAMPLE = 16, 256, 1000
# So many moves are read at once rather than those of a row alone.
_SHORT = 1 << 11
_OUTCOMES: dict[Any, int] = {outcome.name: int(outcome) for outcome in Outcome}


def position_names(graph: Any) -> Sequence[Any]:
    """Return the names of the positions of a graph, by index."""
    found: Sequence[Any] = range(graph.n) if graph.labels is None else graph.labels
    return found


def require_labels(given: Iterable[Any], graph: Any) -> None:
    """Refuse labels that are not the given ones, in their order, or that find another index.

    Parameters
    ----------
    given : iterable of hashable
        The names of all positions, or of the first ones.
    graph : GameGraph

    Raises
    ------
    VerificationError
        With the first name that has become another one.

    Notes
    -----
    O(n) time, in passes of C; `_SAMPLE` names are looked up.
    """
    _require_names([*given], graph)


def _require_names(expected: list[Any], graph: Any) -> None:
    """Refuse labels that are not the expected ones; see `require_labels`."""
    names = position_names(graph)
    found = names if len(expected) == graph.n else names[: len(expected)]
    if type(found) is not list:
        found = [*found]
    if found != expected:
        pairs = zip(expected, found, strict=False)
        one, other = next((pair for pair in pairs if pair[0] != pair[1]), (len(expected), graph.n))
        raise VerificationError(one, (), "to keep its name", f"the name {other!r}")
    if graph._index is None:
        return
    at = range(0, graph.n, _step(graph.n))
    sample = names if len(at) == graph.n else names[:: at.step]
    indices = [*map(graph._index.__getitem__, sample)]
    if indices != [*at]:
        v, index = next(pair for pair in zip(at, indices, strict=True) if pair[0] != pair[1])
        raise VerificationError(names[v], (), f"to have the index {v}", str(index))


def require_options(options: Mapping[Any, Any], graph: Any) -> None:
    """Refuse a graph of a mapping with other names, or other options at a sample of its keys.

    Of a small mapping all keys are looked at; rows that cannot be read twice are left out.
    """
    keys, is_plain = [*options], type(options) is dict
    _require_names(keys, graph)
    count, step = len(keys), _step(len(keys))
    ptr, idx = memoryview(graph._options[0]), memoryview(graph._options[1])
    if step == 1:
        bounds = ptr.tolist()
        starts, ends = bounds[:count], bounds[1 : count + 1]
    else:
        starts, ends = ptr[:count:step].tolist(), ptr[1 : count + 1 : step].tolist()
    name = None if graph.labels is None else graph.labels.__getitem__
    if step == 1 or len(idx) <= _SHORT:
        kept = idx.tolist() if name is None else [*map(name, idx.tolist())]
        found = [kept[start:end] for start, end in zip(starts, ends, strict=True)]
    else:
        found = [idx[start:end].tolist() for start, end in zip(starts, ends, strict=True)]
        if name is not None:
            found = [[*map(name, row)] for row in found]
    keys = keys[::step]
    given = options.values() if is_plain and step == 1 else map(options.__getitem__, keys)
    # A mapping that computes its values may fill one list anew for each of them.
    rows = [*(given if is_plain else map(_copied, given))]
    if {*map(type, rows)} == {list} and rows == found:  # all at once
        return
    for key, row, one in zip(keys, rows, found, strict=True):
        # What cannot be read twice is left out.
        if isinstance(row, list | tuple | Mapping | AbstractSet | range) and one != list(row):
            raise VerificationError(key, (), f"the options {list(row)!r}", repr(one))


def _copied(row: Any) -> Any:
    return row.copy() if isinstance(row, list | set | dict) else row


def _step(n: int) -> int:
    """Return how far apart those of n rows or labels stand that are looked at one by one."""
    if n < 2 * _EACH:
        return 1
    return max(1, n // min(_EACH + n // _ONE_OF, _SAMPLE))


def require_presets(given: Any, array: Any, ends: Any, graph: Any) -> None:
    """Refuse presets, or their remoteness, that are not the given ones.

    Parameters
    ----------
    given : what `GameGraph.with_presets` takes
        A function is not asked again.
    array : (n,) int8
    ends : (n,) int32 or None
    graph : GameGraph
        Of classes nothing is compared: keys may be other positions of a class.
    """
    if _is_function(given) or graph._symmetry is not None:
        return
    array = np.asarray(array)
    far = np.zeros(graph.n, np.int32) if ends is None else np.asarray(ends)
    if isinstance(given, tuple) and len(given) == 2 and all(np.ndim(part) == 1 for part in given):
        _require_order(given[0], array, graph, _outcome, "the preset")
        late = np.array(list(map(_number, given[1])), dtype=np.int64)
        late = np.where(array == NO_PRESET, 0, late)
        _require_order(late, far, graph, _number, "the remoteness")
        return
    if not isinstance(given := _by_name(given), Mapping):
        _require_order(given, array, graph, _outcome, "the preset")
        _require_order(np.zeros(graph.n, np.int32), far, graph, _number, "the remoteness")
        return
    at = np.flatnonzero(array != NO_PRESET)
    names = position_names(graph)
    keys = list(map(names.__getitem__, at.tolist()))
    kinds, lengths = array[at].tolist(), far[at].tolist()
    if set(map(type, given.values())) <= {int, Outcome} and NO_PRESET not in given.values():
        # As users mostly give them: nothing is called for each preset.
        _require_same(given, dict(zip(keys, kinds, strict=True)), "the preset")
        _require_order(np.zeros(graph.n, np.int32), far, graph, _number, "the remoteness")
        return
    pairs = [x if isinstance(x, tuple) else (x, 0) for x in given.values()]
    numbers = zip(given, ((_outcome(kind), _number(end)) for kind, end in pairs), strict=True)
    wanted = {key: pair for key, pair in numbers if pair[0] != NO_PRESET}
    found = dict(zip(keys, zip(kinds, lengths, strict=True), strict=True))
    _require_same(wanted, found, "the preset")


def require_owner(given: Any, array: Any, graph: Any) -> None:
    """Refuse owners that are not the given ones; as `require_presets`."""
    if _is_function(given) or graph._symmetry is not None:
        return
    given = _by_name(given)
    if isinstance(given, Mapping):
        found = dict(zip(position_names(graph), np.asarray(array).tolist(), strict=True))
        _require_same(given, found, "the owner")
    else:
        _require_order(given, np.asarray(array), graph, _number, "the owner")


def require_sides(game: Any, by_right: Any, sides: Sequence[Any]) -> None:
    """Refuse a partizan game whose moves are not those of its two sides.

    Parameters
    ----------
    game : GameGraph
        Its edges are those of Left, then those of Right.
    by_right : (m,) bool
    sides : two GameGraphs
        The moves of Left, and those of Right.
    """
    by_right = np.asarray(by_right)
    joined, names = _pairs(game), position_names(game)
    owned = joined[~by_right], joined[by_right]
    for number, (side, edges) in enumerate(zip(sides, owned, strict=True)):
        own = _pairs(side)
        who, of_side = ("Left", "Right")[number], position_names(side)
        if own.shape != edges.shape:
            raise VerificationError(who, (), f"{len(own)} moves, as were given", str(len(edges)))
        place = np.zeros(side.n, dtype=np.int64)
        place[own.ravel()] = edges.ravel()
        touched = np.unique(own).tolist()
        given = list(map(of_side.__getitem__, touched))
        found = list(map(names.__getitem__, place[touched].tolist()))
        if given != found or (place[own] != edges).any():
            pairs = zip(given, found, strict=True)
            one = next((a for a, b in pairs if a != b), who)
            raise VerificationError(one, (), f"the moves of {who} that were given", "others")
        if not set(of_side) <= set(names):
            raise VerificationError(who, (), "all positions that were given", "less")


def _pairs(graph: Any) -> AnyArray:
    blocks = [np.column_stack(block) for block in graph.edge_blocks()]
    return np.concatenate([np.empty((0, 2), dtype=np.int32), *blocks])


def _is_function(given: Any) -> bool:
    return callable(given) and not isinstance(given, Mapping) and not hasattr(given, "__array__")


def _by_name(given: Any) -> Any:
    """Return a Series whose index names positions as a mapping, anything else as it is."""
    if isinstance(given, Mapping) or not callable(getattr(given, "to_dict", None)):
        return given
    names = list(given.index) if hasattr(given, "index") else []
    return given if names == list(range(len(names))) else dict(zip(names, given, strict=True))


def _require_order(
    given: Any, array: AnyArray, graph: Any, number: Callable[[Any], int], what: str
) -> None:
    """Refuse an array that differs from values in the order of the positions."""
    plain = type(given) is np.ndarray  # not masked
    if not (plain and given.dtype.kind in "biu"):
        given = given.to_pylist() if hasattr(given, "to_pylist") else given  # Arrow's scalars
        given = np.array(list(map(number, given)), dtype=np.int64)
    wrong = given != array
    if wrong.any():
        v = int(wrong.argmax())
        name = position_names(graph)[v]
        raise VerificationError(name, (), f"{what} {given[v]}, as was given", str(array[v]))


def _require_same(given: Mapping[Any, Any], found: dict[Any, Any], what: str) -> None:
    """Refuse a dict that differs from the mapping that was given."""
    if found == given:
        return
    keys = list(given)
    values, others = list(map(given.__getitem__, keys)), list(map(found.get, keys))
    wrong = compress(keys, map(ne, values, others))
    one = next(chain(wrong, (key for key in found if key not in given)))
    raise VerificationError(
        one, (), f"{what} {given.get(one)!r}, as was given", repr(found.get(one))
    )


def _number(value: Any) -> int:
    return int(value)


def _outcome(value: Any) -> int:
    """Return an outcome as its number, `NO_PRESET` for what stands for none."""
    if value is None or type(value).__name__ in ("MaskedConstant", "NAType"):
        return NO_PRESET
    if isinstance(value, str):
        return _OUTCOMES[value]
    return NO_PRESET if value != value else int(value)  # noqa: PLR0124
