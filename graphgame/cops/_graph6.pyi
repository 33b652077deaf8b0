# Docstrings are in _graph6.pyx.
from typing import Final

from graphgame._kernel.buffer import Buffer, _Array

class Graph6Error(ValueError):
    line: int
    column: int
    expected: str
    found: str
    def __init__(self, line: int, column: int, expected: str, found: str) -> None: ...

def read_graph6(text: _Array) -> tuple[Buffer, Buffer]: ...
def read_bit_rows(rows: _Array) -> Buffer: ...

__test__: Final[dict[str, str]]
