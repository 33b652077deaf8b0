# Docstrings are in _loopy.pyx.
from typing import Final

from graphgame._kernel.buffer import Buffer, _Array

def loopy_grundy(
    pred_ptr: _Array, pred_idx: _Array, degrees: Buffer, never: int = ...
) -> tuple[Buffer, Buffer, Buffer, int]: ...
def infinite_sets(
    pred_ptr: _Array, pred_idx: _Array, values: _Array, order: _Array, valued: int
) -> tuple[Buffer, Buffer]: ...

__test__: Final[dict[str, str]]
