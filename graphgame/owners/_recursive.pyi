# Docstrings are in _recursive.pyx.
from typing import Final

from graphgame._kernel.buffer import _Array

def recursive(*game: _Array, budget: int = -1) -> bool: ...

__test__: Final[dict[str, str]]
