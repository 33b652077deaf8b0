"""Labels that are numbers: an array or a range instead of a list of objects."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import index as as_int

from graphgame.graphs._index import CodeIndex

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphgame.types import Int64Array

_BLOCK = 1 << 16


class CodeLabels(Sequence[int]):
    """The labels of positions that are int64 codes, kept as an array."""

    __slots__ = ("array",)

    def __init__(self, array: Int64Array) -> None:
        self.array = array.view()
        self.array.flags.writeable = False

    def __reduce__(self) -> Any:
        return CodeLabels, (self.array,)

    def numbering(self) -> CodeIndex:
        """Return the index of every code: a compiled table, 5.3 to 10.7 bytes a code besides them.

        Codes that stand twice make it shorter than the labels.
        """
        import numpy as np

        index = CodeIndex()
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


class CountedIndex:
    """The index of labels that are a range: `range.index`, for whatever counts as an integer."""

    __slots__ = ("labels",)

    def __init__(self, labels: range) -> None:
        self.labels = labels

    def __getitem__(self, label: Any) -> int:
        number = as_int(label)  # TypeError: it is no integer
        if isinstance(label, bool) or number not in self.labels:
            raise KeyError(label)
        return self.labels.index(number)
