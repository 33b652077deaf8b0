# Docstrings are in _improvement.pyx.
from typing import Final

from graphgame._kernel.buffer import _Array

def improvement(*game: _Array, budget: int = -1) -> bool: ...

__test__: Final[dict[str, str]]
