# Docstrings are in _ordered.pyx.
from typing import Final

from graphgame._kernel.buffer import Buffer, _Array

def direction_of_edges(edges: _Array) -> int: ...
def direction_of_rows(ptr: _Array, idx: _Array) -> int: ...
def ordered_grundy(
    ptr: _Array, idx: _Array, direction: int
) -> tuple[Buffer, Buffer, int] | None: ...

__test__: Final[dict[str, str]]
