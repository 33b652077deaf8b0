# Docstrings are in _zielonka.pyx.
from typing import Final

from graphgame._kernel.buffer import _Array

def zielonka(*game: _Array, budget: int = -1) -> bool: ...

__test__: Final[dict[str, str]]
