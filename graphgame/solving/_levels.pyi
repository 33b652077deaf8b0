# Docstrings are in _levels.pyx.
from typing import Final

from graphgame._kernel.buffer import Buffer, _Array

def draw_levels(
    pred_ptr: _Array, pred_idx: _Array, degrees: Buffer, outcomes: _Array, plies: _Array
) -> tuple[Buffer, Buffer]: ...

__test__: Final[dict[str, str]]
