# Docstrings are in _owned.pyx.
from typing import Final

from graphgame._kernel.buffer import Buffer, _Array

def propagate(
    pred_ptr: _Array,
    pred_idx: _Array,
    degrees: _Array,
    presets: _Array | None,
    movers: _Array,
    misere: bool,
    narrow: bool = True,
) -> tuple[Buffer, Buffer]: ...

__test__: Final[dict[str, str]]
