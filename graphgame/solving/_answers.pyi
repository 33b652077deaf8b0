# Docstrings are in _answers.pyx.
from typing import Final

from graphgame._kernel.buffer import Buffer, _Array
from graphgame.rules._compact import CompactRows

def solve_rising(rows: CompactRows, presets: _Array | None, misere: bool) -> Buffer: ...
def take_predecessors(rows: CompactRows, parts: int) -> tuple[Buffer, Buffer, Buffer]: ...
def pack_labels(outcomes: _Array, remoteness: _Array) -> Buffer: ...

__test__: Final[dict[str, str]]
