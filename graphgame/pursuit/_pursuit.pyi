# Docstrings are in _pursuit.pyx.
from typing import Final

from graphgame._kernel.buffer import Buffer, _Array

def solve(
    cells: _Array, columns: int, width: int, plain: bool = False, most_passes: int = 100
) -> tuple[Buffer, Buffer, Buffer | None]: ...

__test__: Final[dict[str, str]]
