# Docstrings are in _turns.pyx.
from typing import Final

from graphgame._kernel.buffer import Buffer, _Array

def propagate(
    pred_ptr: _Array,
    pred_idx: _Array,
    degrees: Buffer,
    presets: _Array | None,
    ends: _Array | None,
    late: _Array | None,
    movers: _Array | None,
    misere: bool,
    turns: bool,
) -> tuple[Buffer, Buffer, Buffer | None]: ...

__test__: Final[dict[str, str]]
