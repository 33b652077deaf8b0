# Docstrings are in _buchi.pyx.
from typing import Final

from graphgame._kernel.buffer import Buffer, _Array

def lose(
    pred_ptr: _Array,
    pred_idx: _Array,
    degrees: _Array,
    owner: _Array,
    targets: _Array,
    player: int,
) -> tuple[Buffer, Buffer]: ...

__test__: Final[dict[str, str]]
