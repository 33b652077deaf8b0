# Docstrings are in _sol_text.pyx.
from typing import Final

from graphgame._kernel.buffer import _Array

class SolError(ValueError):
    line: int
    column: int
    expected: str
    found: str
    def __init__(self, line: int, column: int, expected: str, found: str) -> None: ...

# `out` and `place` are writable.
def put_vertices(
    out: _Array,
    ptr: _Array,
    idx: _Array,
    owner: _Array,
    priority: _Array,
    text: _Array,
    text_ptr: _Array,
    place: _Array,
) -> int: ...
def put_winners(out: _Array, winners: _Array, strategy: _Array, place: _Array) -> int: ...

# `winners` and `strategy` are writable.
def read_statements(text: _Array, winners: _Array, strategy: _Array) -> None: ...

__test__: Final[dict[str, str]]
