# Docstrings are in _borders.pyx.
from typing import Final

from graphgame._kernel.buffer import Buffer, _Array

def borders(word: _Array) -> Buffer: ...

__test__: Final[dict[str, str]]
