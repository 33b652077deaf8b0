# Docstrings are in _tangles.pyx.
from typing import Final

from graphgame._kernel.buffer import _Array

def tangles(*game: _Array, budget: int = -1) -> bool: ...

__test__: Final[dict[str, str]]
