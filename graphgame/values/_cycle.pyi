# Docstrings are in _cycle.pyx.
from typing import Final

from graphgame._kernel.buffer import _Array

def find_cycle(ptr: _Array, idx: _Array, values: _Array) -> list[int]: ...

__test__: Final[dict[str, str]]
