# Docstrings are in _stamps.pyx.
from typing import Final

from graphgame._kernel.buffer import Buffer, _Array

def grundy(
    ptr: _Array, idx: _Array, pred_ptr: _Array, pred_idx: _Array, degrees: Buffer
) -> tuple[Buffer, Buffer, int]: ...

__test__: Final[dict[str, str]]
