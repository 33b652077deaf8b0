# Docstrings are in _sorting.pyx.
from typing import Final

from graphgame._kernel.buffer import Buffer, _Array

def sort_labels(codes: _Array, labels: Buffer) -> None: ...
def pack(codes: _Array) -> Buffer: ...
def unpack(packed: _Array, n: int) -> Buffer: ...

__test__: Final[dict[str, str]]
