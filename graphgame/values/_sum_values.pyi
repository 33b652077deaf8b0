# Docstrings are in _sum_values.pyx.
from typing import Final

from graphgame._kernel.buffer import Buffer, _Array

def sum_values(
    option_ptr: _Array, part_ptr: _Array, part_idx: _Array
) -> tuple[Buffer, Buffer, list[int]]: ...

__test__: Final[dict[str, str]]
