"""The positions of a game whose graph is not kept: codes in ascending order, or a list."""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from graphgame.errors import GraphGameError, UnknownPositionError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    import numpy.typing as npt

    from graphgame import types
    from graphgame.graphs.symmetry import Symmetry
    from graphgame.types import Int64Array

# Codes converted to Python's ints at a time.
_BLOCK = 1 << 16


def as_code(position: Any) -> Any:
    """Return a position as a NumPy int64, None if it is no code."""
    from operator import index as as_int

    import numpy as np

    from graphgame.checks import is_bool

    try:
        code = np.int64(as_int(position))
    except (TypeError, OverflowError):
        return None
    return None if is_bool(position) else code


class CodePositions:
    """Positions that are int64 codes: the index of a code is its place in ascending order.

    A look-up is a binary search in O(log n) time; no table is kept for it.
    """

    __slots__ = ("array",)
    are_codes = True

    def __init__(self, array: Int64Array) -> None:
        self.array: Int64Array = array.view()
        self.array.flags.writeable = False

    def __reduce__(self) -> Any:
        return CodePositions, (self.array,)

    def index(self, position: Any) -> int:
        """Return the index of a code; raise UnknownPositionError if it is unknown."""
        import numpy as np

        code = as_code(position)
        if code is not None:
            v = int(np.searchsorted(self.array, code))
            if v < len(self.array) and self.array[v] == code:
                return v
        raise UnknownPositionError(
            f"position {position!r} does not exist among the {len(self.array)} codes"
        )

    def codes(self) -> Int64Array:
        """Return all codes in ascending order."""
        return self.array

    def position(self, index: int) -> int:
        """Return the code of an index."""
        return int(self.array[index])

    def column(self) -> npt.NDArray[Any]:
        """Return all positions as an array."""
        return self.array

    def __len__(self) -> int:
        return len(self.array)

    def __iter__(self) -> Iterator[int]:
        for start in range(0, len(self.array), _BLOCK):
            yield from self.array[start : start + _BLOCK].tolist()


class ListedPositions:
    """Positions of any kind, in the order in which they were found."""

    __slots__ = ("labels", "numbers")
    are_codes = False

    def __init__(self, labels: list[Hashable], numbers: types.Index | None) -> None:
        self.labels: list[Hashable] = labels
        made = numbers is None
        self.numbers: Any = dict(zip(labels, range(len(labels)), strict=True)) if made else numbers

    def index(self, position: Any) -> int:
        """Return the index of a position; raise UnknownPositionError if it is unknown."""
        try:
            return int(self.numbers[position])
        except (KeyError, TypeError):
            raise UnknownPositionError(
                f"position {position!r} does not exist among the {len(self.labels)} labels"
            ) from None

    def codes(self) -> Int64Array:
        """Raise an error: these positions are no codes."""
        raise GraphGameError(
            "codes: expected a rule on codes, got one of single positions; list(s) has them all"
        )

    def position(self, index: int) -> Hashable:
        """Return the position of an index."""
        return self.labels[index]

    def column(self) -> npt.NDArray[Any]:
        """Return all positions as an array: of integers where all of them are, else of objects."""
        import numpy as np

        labels: Any = self.labels
        if {*map(type, labels)} == {int}:
            try:
                return np.fromiter(labels, dtype=np.int64, count=len(labels))
            except OverflowError:
                pass
        return np.fromiter(labels, dtype=object, count=len(labels))

    def __len__(self) -> int:
        return len(self.labels)

    def __iter__(self) -> Iterator[Hashable]:
        return iter(self.labels)


class ClassPositions:
    """Classes of positions, listed by their representatives.

    The index of any position is that of its class; of a file that was read without `canonical`,
    only representatives are known.
    """

    __slots__ = ("classes", "symmetry")
    classes: CodePositions | ListedPositions
    symmetry: Symmetry

    def __init__(self, classes: CodePositions | ListedPositions, symmetry: Symmetry) -> None:
        self.classes, self.symmetry = classes, symmetry

    @property
    def are_codes(self) -> bool:
        """Whether positions are int64 codes."""
        return self.classes.are_codes

    def __getitem__(self, representative: Any) -> int:
        try:
            return self.classes.index(representative)
        except UnknownPositionError:
            raise KeyError(representative) from None

    def index(self, position: Any) -> int:
        """Return the index of the class; raise UnknownPositionError if it is unknown."""
        try:
            return self.classes.index(position)
        except UnknownPositionError:
            return self.symmetry.find(self, position)

    def codes(self) -> Int64Array:
        """Return all representatives in ascending order."""
        return self.classes.codes()

    def position(self, index: int) -> Any:
        """Return the representative of an index."""
        return self.classes.position(index)

    def column(self) -> npt.NDArray[Any]:
        """Return all representatives as an array."""
        return self.classes.column()

    def __len__(self) -> int:
        return len(self.classes)

    def __iter__(self) -> Iterator[Any]:
        return iter(self.classes)
