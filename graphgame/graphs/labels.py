"""Labels of positions: what is checked of them, and those that need no list of objects.

`Labels` is what labels are that number themselves: an array of codes, a range, the tuples of a sum.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import (
    Callable,
    Collection,
    Hashable,
    Iterable,
    Iterator,
    KeysView,
    Mapping,
    Sequence,
    Set as AbstractSet,
)
from math import prod
from operator import index as as_int

from graphgame import checks
from graphgame.arrays import Later, read_only
from graphgame.errors import GraphGameError, UnknownPositionError
from graphgame.graphs.by_state import refuse_whole
from graphgame.graphs.given import mapped

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    import numpy.typing as npt

    from graphgame import types
    from graphgame.graphs import _names
    from graphgame.graphs._names import NameIndex
    from graphgame.graphs.graph import GameGraph
    from graphgame.types import Int32Array, P

    class Labels(Sequence[P]):
        """Labels that number themselves; see below."""

        __slots__ = ()

        @abstractmethod
        def numbering(self) -> types.Index:
            """Return the index of every label."""

    from collections.abc import Hashable

    from graphgame.types import AnyArray
else:
    from graphgame.arrays import types

    _names = Later("graphgame.graphs._names")  # arrays need no kernel

    class Labels(Sequence):
        """Labels that number themselves, in less memory than a list and a dict take.

        A subclass is a sequence of the labels, and `numbering` gives what finds them.  It is
        pickled, and its index is made again from it.

        See Also
        --------
        CodeLabels, CountedLabels, ProductLabels
        """

        __slots__ = ()

        def __class_getitem__(cls, parameters: object) -> type:
            return cls

        @abstractmethod
        def numbering(self) -> types.Index:
            """Return the index of every label: ``index[label]`` is an int, or a KeyError."""


# Codes entered into an index, or converted to Python's ints, at a time.
_BLOCK = 1 << 16


def numbering(labels: Sequence[Hashable]) -> types.Index:
    """Return the index of every label; of labels that number themselves, their own."""
    if isinstance(labels, Labels):
        return labels.numbering()
    return name_index(list(labels))


def name_index(names: list[Any]) -> NameIndex:
    """Return the index of names that are not `Labels`; of equal ones, that of the first."""
    index = _names.NameIndex()
    index.add(names)
    return index


def named(index: NameIndex) -> dict[str, Any]:
    """Return the arguments "labels" and "index" of a GameGraph whose positions have these names."""
    names = None if index.is_counted else unless_indices(index.names())
    return {} if names is None else {"labels": names, "index": index}


def checked(labels: Any, n: int | None) -> dict[str, Any]:
    """Check labels: one for every position (if n says how many), hashable, all different.

    Returns
    -------
    dict
        The arguments "labels" and "index" of a GameGraph; empty where `labels` is None.
    """
    if labels is None:
        return {}
    if isinstance(labels, memoryview):
        labels = labels.tolist()
    if isinstance(labels, Labels):
        taken: Any = labels
    elif isinstance(labels, AbstractSet) and not isinstance(labels, KeysView):
        raise GraphGameError(
            f"labels: expected a list, got {labels!r}, a set, which has no order; use "
            "sorted(labels), or a list in the order of the positions"
        )
    elif isinstance(labels, Iterable):
        taken = list(labels)
    else:
        found = f"{labels!r} of type {type(labels).__name__}"
        raise GraphGameError(f"labels: expected a list, got {found}")
    if n is not None and len(taken) != n:
        raise GraphGameError(f"labels: expected {n}, one for every position, got {len(taken)}")
    try:
        index = numbering(taken)
    except TypeError as error:
        raise GraphGameError(f"labels: expected hashable labels, got an {error}") from None
    if len(index) < len(taken):
        twice = next(taken[index[x]] for v, x in enumerate(taken) if index[x] != v)
        raise GraphGameError(f"labels: expected distinct labels, got {twice!r} twice")
    return {"labels": taken, "index": index}


def numbered(
    ends: list[Any], labels: Any, place: Callable[[int], tuple[str, str]]
) -> tuple[AnyArray, list[Any]]:
    """Return the edges of names by indices, (m, 2), and all names.

    Parameters
    ----------
    ends : list of hashable
        The position and the option of each edge, one after the other.
    labels : iterable of hashable or None
        All names; None for those of the ends, in their order.
    place : callable
        The words before and behind an error about an end, given by its number.
    """
    import numpy as np

    if labels is None:
        index = _names.NameIndex()
        return np.asarray(index.add(ends)).reshape(-1, 2), index.names()
    names = list(checked(labels, None)["labels"])
    places = np.asarray(name_index(names).look_up(ends))
    if (places < 0).any():
        k = int((places < 0).argmax())
        before, behind = place(k)
        raise GraphGameError(
            f"{before}: expected one of the {len(names)} labels, got {ends[k]!r}{behind}"
        )
    return places.reshape(-1, 2), names


def strangers(values: list[Any], types: Collection[type]) -> list[Any]:
    """Return the first value that is of none of the types of labels, in a list, or an empty one.

    Integers of NumPy are of the type of Python's, and so on; a subclass is of the type of its base.
    """
    strange = _names.kinds(values) - set(types)
    if not strange:
        return []
    import numpy as np

    def family(kind: type) -> type:
        if issubclass(kind, np.integer | np.bool_):
            return int
        return float if issubclass(kind, np.floating) else kind

    known = set(map(family, types))
    strange = {
        kind
        for kind in strange
        if not any(issubclass(family(kind), x) or issubclass(x, family(kind)) for x in known)
    }
    return [next(value for value in values if type(value) in strange)] if strange else []


def unless_indices(labels: list[Hashable]) -> list[Hashable] | None:
    """Return None for labels 0, 1, 2, …, which are the indices themselves, else the labels."""
    same = _names.kinds(labels) <= {int} and labels == list(range(len(labels)))
    return None if same else labels


# -- codes ----------------------------------------------------------------------------------------


def codes(values: npt.ArrayLike, what: str) -> types.Int64Array:
    """Return values as a contiguous (k,) array of int64."""
    import numpy as np

    array = checks.integers(values, what)
    if array.ndim != 1:
        raise GraphGameError(f"{what}: expected one dimension, got shape {array.shape}")
    if array.dtype == np.uint64 and array.size and array.max() > np.iinfo(np.int64).max:
        raise GraphGameError(f"{what}: expected codes below 2^63, got {array.max()}")
    return np.ascontiguousarray(array, dtype=np.int64)


class CodeLabels(Labels[int]):
    """The labels of positions that are int64 codes, kept as an array."""

    __slots__ = ("array",)

    def __init__(self, array: types.Int64Array) -> None:
        self.array: types.Int64Array = read_only(array)

    def __reduce__(self) -> Any:
        return CodeLabels, (self.array,)

    def numbering(self) -> types.Index:
        """Return the index of every code: a compiled table, 10.7 to 21.3 bytes a code besides them.

        Codes that stand twice make it shorter than the labels.
        """
        import numpy as np

        from graphgame.graphs._index import CodeIndex

        index = CodeIndex(0, len(self))
        for start in range(0, len(self), _BLOCK):
            block = np.ascontiguousarray(self.array[start : start + _BLOCK])
            index.add(block, np.empty(len(block), dtype=np.int32))
        return index

    def __len__(self) -> int:
        return len(self.array)

    def __getitem__(self, index: Any) -> Any:
        found = self.array[index]
        return CodeLabels(found) if isinstance(index, slice) else int(found)

    def __iter__(self) -> Iterator[int]:
        for start in range(0, len(self.array), _BLOCK):
            yield from self.array[start : start + _BLOCK].tolist()

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        import numpy as np

        return np.array(self.array, dtype=dtype, copy=bool(copy))

    def __repr__(self) -> str:
        return f"CodeLabels({self.array!r})"


# -- consecutive integers -------------------------------------------------------------------------


class CountedLabels(Labels[int]):
    """Labels that are consecutive integers, from `base` on; they take no memory.

    >>> labels = CountedLabels(1, 3)
    >>> list(labels), labels.numbering()[3]
    ([1, 2, 3], 2)
    """

    __slots__ = ("numbers",)

    def __init__(self, base: int, count: int) -> None:
        self.numbers: range = range(base, base + count)

    def __reduce__(self) -> Any:
        return CountedLabels, (self.numbers.start, len(self.numbers))

    def numbering(self) -> CountedIndex:
        """Return the index of every label, which is a subtraction."""
        return CountedIndex(self.numbers)

    def __len__(self) -> int:
        return len(self.numbers)

    def __getitem__(self, index: Any) -> Any:
        found = self.numbers[index]
        return list(found) if isinstance(index, slice) else found

    def __iter__(self) -> Iterator[int]:
        return iter(self.numbers)

    def __repr__(self) -> str:
        return f"CountedLabels({self.numbers.start}, {len(self.numbers)})"


class CountedIndex:
    """The index of labels that are a range: `range.index`, for whatever counts as an integer."""

    __slots__ = ("labels",)

    def __init__(self, labels: range) -> None:
        self.labels: range = labels

    def __len__(self) -> int:
        return len(self.labels)

    def __getitem__(self, label: Any) -> int:
        number = as_int(label)  # TypeError: it is no integer
        if isinstance(label, bool) or number not in self.labels:
            raise KeyError(label)
        return self.labels.index(number)


# -- tuples of positions --------------------------------------------------------------------------


class ProductLabels(Labels["tuple[Hashable, ...]"]):
    """The positions of a sum: tuples with a position of each component, the last changing first.

    They are made when they are asked for.

    Parameters
    ----------
    components : list of GameGraph
    parts : list of (k,) int32 arrays
        The indices of the positions that each component takes part with.
    """

    __slots__ = ("components", "parts", "sizes")
    components: list[GameGraph[Any]]
    parts: list[types.AnyArray]

    def __init__(
        self, components: Sequence[GameGraph[Any]], parts: Sequence[types.Int32Array]
    ) -> None:
        self.components, self.parts = list(components), [*map(read_only, parts)]
        self.sizes: list[int] = [len(part) for part in parts]

    def __reduce__(self) -> Any:
        return ProductLabels, (self.components, self.parts)

    def numbering(self) -> ProductIndex:
        """Return the mapping from labels to indices."""
        return ProductIndex(self)

    def __len__(self) -> int:
        return prod(self.sizes)

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        if not -len(self) <= index < len(self):
            raise IndexError(f"index {index} of {len(self)} positions")
        rest = index % len(self)
        places = []
        for size in reversed(self.sizes):
            rest, place = divmod(rest, size)
            places.append(place)
        triples = zip(self.components, self.parts, reversed(places), strict=True)
        return tuple(game.position(int(part[place])) for game, part, place in triples)

    def __iter__(self) -> Iterator[tuple[Hashable, ...]]:
        return map(self.__getitem__, range(len(self)))


class ProductIndex:
    """The index of a tuple of positions, worked out from the indices of its components.

    `places` has, for each component, where its positions stand among those that take part, or -1.
    """

    __slots__ = ("labels", "places")

    def __init__(self, labels: ProductLabels) -> None:
        import numpy as np

        self.labels: ProductLabels = labels
        self.places: list[Int32Array] = []
        for game, part in zip(labels.components, labels.parts, strict=True):
            place = np.full(game.n, -1, dtype=np.int32)
            place[part] = np.arange(len(part), dtype=np.int32)
            self.places.append(place)

    def __len__(self) -> int:
        return len(self.labels)

    def __getitem__(self, position: Any) -> int:
        components = self.labels.components
        if not isinstance(position, tuple) or len(position) != len(components):
            raise KeyError(position)
        index = 0
        rows = zip(components, self.places, self.labels.sizes, position, strict=True)
        for game, places, size, one in rows:
            place = int(places[game._find(one)]) if one in game else -1
            if place < 0:
                raise KeyError(position)
            index = index * size + place
        return index


# -- values beside labels -------------------------------------------------------------------------


def beside(values: Any, graph: GameGraph[Any], what: str, *, are_flags: bool = False) -> Any:
    """Return values that stand beside positions: a mapping by label, or an array in their order.

    Parameters
    ----------
    values : any
        A pandas.Series counts as the mapping from its index, unless that only counts its entries.
    graph : GameGraph
    what : str
        What error messages call the values.
    are_flags : bool
        Whether a list of positions can stand for the values, and not a mapping.

    Raises
    ------
    GraphGameError
        If a label has two values, or `values` is no mapping and may be by label as well as by the
        order of the positions: labels are integers from 0 to n - 1, in another order.

    Notes
    -----
    O(n) time where labels are integers.
    """
    refuse_whole(values, what)
    values = mapped(values, what)
    if not isinstance(values, Mapping) and _may_be_indices(graph.labels):
        by_label, by_order = f"dict(enumerate({what}))", f"dict(zip(graph.labels, {what}))"
        if are_flags:
            by_label = f"[v for v, flag in enumerate({what}) if flag]"
            by_order = f"[v for v, flag in zip(graph.labels, {what}) if flag]"
        raise GraphGameError(
            f"{what}: expected values that can be read in one way, got an array beside labels that "
            f"are integers in another order, {graph.position(0)!r} first; use {by_label} if "
            f"entry v is for label v, {by_order} if entries are in the order of the labels of the "
            "GameGraph"
        )
    return values


def _may_be_indices(labels: Sequence[Any] | None) -> bool:
    """Return whether labels that were given, or found one by one, are 0 to n - 1 in another order.

    Codes are none of these: arrays beside them are made for the order in which `explore_codes`
    found them.
    """
    if labels is None or len(labels) == 0 or isinstance(labels, Labels):
        return False
    if type(labels[0]) is not int:
        return False
    import numpy as np

    try:
        array = np.array(labels)
    except ValueError:  # tuples of different lengths
        return False
    if array.dtype.kind not in "iu" or array.ndim != 1:
        return False
    # Labels differ from each other.
    is_all = array.min() == 0 and array.max() == len(array) - 1
    return bool(is_all and (array[1:] < array[:-1]).any())


# -- many positions --------------------------------------------------------------------------------


def is_many(positions: Any) -> bool:
    """Return whether a value that cannot be hashed is a list or an array of positions."""
    return isinstance(positions, list) or (
        hasattr(positions, "__array__") and getattr(positions, "ndim", 0) > 0
    )


def indices(graph: GameGraph[Any], positions: Any, what: str = "positions") -> Int32Array:
    """Return the indices of a list or an array of positions, in the same shape.

    Error messages call them `what`.

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
        array = checks.integers(positions, what)
        values, shape = array.ravel(), array.shape
        found = _indices_of_integers(graph, values)
    unknown = found < 0
    if unknown.any():
        at = int(unknown.argmax())
        place = [int(i) for i in np.unravel_index(at, shape)]
        odd = getattr(values[at], "item", lambda: values[at])()
        raise UnknownPositionError(
            f"{what}{place}: expected a position of the {graph.n} that the game has, "
            f"got {odd!r}{_hint(graph, len(shape))}"
        )
    return found.reshape(shape)


def _indices_of_integers(graph: GameGraph[Any], values: AnyArray) -> Int32Array:
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


def _indices_of_objects(graph: GameGraph[Any], values: list[Hashable]) -> Int32Array:
    """Return the indices of positions of any kind, -1 where there is none."""
    import numpy as np

    index = graph._numbered()
    try:
        if isinstance(index, _names.NameIndex) and graph._symmetry is None:
            return np.asarray(index.look_up(values))
        find = graph._find if graph._symmetry is not None else index.__getitem__
        return np.fromiter(map(find, values), np.int32, len(values))
    except (LookupError, TypeError):  # one is unknown: say which
        return np.fromiter((0 if x in graph else -1 for x in values), np.int32, len(values))


def _objects(positions: Any) -> tuple[list[Hashable], tuple[int, ...]]:
    """Return the entries of a list or an array, and its shape."""
    if isinstance(positions, list):
        return positions, (len(positions),)
    array = checks.as_array(positions, "positions")
    return array.ravel().tolist(), array.shape


def _hint(graph: GameGraph[Any], dimensions: int) -> str:
    if dimensions > 1 and isinstance(graph.position(0) if graph.n else None, tuple):
        return ": each entry of an array is a position; give positions that are tuples in a list"
    return ""


# -- columns of tables ----------------------------------------------------------------------------


def label_column(labels: Any) -> types.AnyArray:
    """Return labels as a column: an array of integers where all of them are, else of objects."""
    import numpy as np

    if isinstance(labels, CodeLabels):
        return read_only(labels.array)
    if {*map(type, labels)} == {int}:
        try:
            return np.fromiter(labels, dtype=np.int64, count=len(labels))
        except OverflowError:
            pass
    # fromiter keeps each tuple whole, where np.array would make rows of them.
    return np.fromiter(labels, dtype=object, count=len(labels))


def position_column(game: GameGraph[Any]) -> types.AnyArray:
    """Return all positions, as `label_column`; their indices where there are no labels."""
    import numpy as np

    if game.labels is None:
        return np.arange(game.n, dtype=np.int32)
    return label_column(game.labels)


def move_column(game: GameGraph[Any], moves: types.AnyArray) -> types.AnyArray:
    """Return the positions that moves lead to, None for -1; the moves where there are no labels."""
    import numpy as np

    if game.labels is None or not game.n:
        return moves
    column: types.AnyArray = np.fromiter(game.labels, dtype=object, count=game.n)[moves]
    column[moves < 0] = None
    return column
