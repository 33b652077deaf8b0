# Docstrings are in _settling.pyx.
from typing import Final

from graphgame._kernel.buffer import _Array

def settle(*game: _Array) -> int: ...

__test__: Final[dict[str, str]]
