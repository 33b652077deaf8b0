# Docstrings are in _buffer.pyx.
from typing import Any, Final, Never, TypeAlias

import numpy.typing as npt
from typing_extensions import Buffer as _SupportsBuffer, disjoint_base

# What kernels take.  NumPy's own annotations call an array a buffer from Python 3.12 on only.
_Array: TypeAlias = _SupportsBuffer | npt.NDArray[Any]  # noqa: PYI047 -- the other stubs use it

@disjoint_base
class Buffer:
    def __init__(self, *args: Never, **kwargs: Never) -> None: ...
    def __len__(self) -> int: ...
    @property
    def nbytes(self) -> int: ...
    def __buffer__(self, flags: int, /) -> memoryview: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

def restored(code: str, rows: int, columns: int, content: bytes) -> Buffer: ...

__test__: Final[dict[str, str]]
