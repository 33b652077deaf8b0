# Docstrings are in _masks.pyx.
from typing import Final

from graphgame._kernel.buffer import _Array

def choose_mask(values: _Array, count: int, width: int, parity: int = ...) -> tuple[int, int]: ...
def census(values: _Array, count: int, mask: int, parity: int = ...) -> tuple[int, int, int]: ...

__test__: Final[dict[str, str]]
