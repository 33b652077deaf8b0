# Docstrings are in _numbers.pyx.
from typing import Final

from graphgame._kernel.buffer import Buffer, _Array

def parts(
    ptr: _Array, idx: _Array, back_ptr: _Array, back_idx: _Array
) -> tuple[Buffer, Buffer, Buffer]: ...
def try_cops(
    ptr: _Array,
    idx: _Array,
    back_ptr: _Array,
    back_idx: _Array,
    part_ptr: _Array,
    members: _Array,
    local: _Array,
    numbers: _Array,
    most_vertices: int,
    k: int,
) -> int: ...
def dominate(
    ptr: _Array,
    idx: _Array,
    part_ptr: _Array,
    members: _Array,
    local: _Array,
    numbers: _Array,
    k: int,
) -> None: ...

__test__: Final[dict[str, str]]
