# Docstrings are in _core.pyx.
from typing import Final

from graphgame._kernel.buffer import Buffer, _Array

def propagate(
    pred_ptr: _Array,
    pred_idx: _Array,
    degrees: Buffer,
    presets: _Array | None,
    misere: bool,
    narrow: bool = True,
    late: _Array | None = None,
    late_codes: _Array | None = None,
) -> tuple[Buffer, Buffer]: ...
def packed_grundy(
    pred_ptr: _Array, pred_idx: _Array, degrees: Buffer
) -> tuple[Buffer, Buffer, int] | None: ...

__test__: Final[dict[str, str]]
