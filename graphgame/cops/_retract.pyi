# Docstrings are in _retract.pyx.
from typing import Final

from graphgame._kernel.buffer import Buffer, _Array

def retract(graph_ptr: _Array, edges: _Array) -> tuple[Buffer, Buffer]: ...

__test__: Final[dict[str, str]]
