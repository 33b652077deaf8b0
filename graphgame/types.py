"""The types that annotations name, in one place.

Modules that the command loads import these for type checkers only.  At run time they take `types`
from `graphgame.arrays`, which loads this module when somebody evaluates an annotation, as
``typing.get_type_hints`` does: so neither typing nor NumPy slows the command down.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from os import PathLike
from typing import IO, TYPE_CHECKING, Any, Literal, Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from graphgame._kernel.buffer import Buffer

# A position: the label of a vertex, or its index.  A `GameGraph` without it has any.
if TYPE_CHECKING:
    from typing_extensions import TypeVar

    P = TypeVar("P", bound=Hashable, default=Any)
else:
    from typing import TypeVar

    P = TypeVar("P", bound=Hashable)
# Positions of which only the user can say what they are, and objects of other libraries.
Anything: TypeAlias = Any
# Who cannot move loses, or wins.  A `Play` is a str of the same value.
PlayName: TypeAlias = Literal["normal", "misere"]
# An outcome as input: an `Outcome`, or its number.
OutcomeLike: TypeAlias = Literal[-1, 0, 1]
Presets: TypeAlias = Mapping[Any, int] | npt.ArrayLike
PresetRule: TypeAlias = Callable[[Any], int | None]
File: TypeAlias = str | PathLike[str] | IO[bytes]
Progress: TypeAlias = Callable[[int, int], object]

ArrayLike: TypeAlias = npt.ArrayLike
Array: TypeAlias = Buffer | npt.NDArray[Any]
AnyArray: TypeAlias = npt.NDArray[Any]
BoolArray: TypeAlias = npt.NDArray[np.bool_]
Int8Array: TypeAlias = npt.NDArray[np.int8]
Int32Array: TypeAlias = npt.NDArray[np.int32]
Int64Array: TypeAlias = npt.NDArray[np.int64]
IntArray: TypeAlias = npt.NDArray[np.integer[Any]]
Vertices: TypeAlias = Iterable[Hashable]


class Index(Protocol):
    """A dict of labels to indices, or what does the same in less memory."""

    def __getitem__(self, label: Any, /) -> int: ...
    def __len__(self) -> int: ...
