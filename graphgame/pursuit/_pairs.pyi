# Docstrings are in _pairs.pyx.
from typing import Final

from graphgame._kernel.buffer import _Array

class Pairs:
    def __init__(self, cells: _Array, columns: int, width: int, plain: bool) -> None: ...

__test__: Final[dict[str, str]]
