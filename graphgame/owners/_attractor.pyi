# Docstrings are in _attractor.pyx.
from typing import Final

from graphgame._kernel.buffer import Buffer, _Array

def attract(
    pred_ptr: _Array,
    pred_idx: _Array,
    degrees: _Array,
    owner: _Array,
    entries: _Array,
    player: int,
    narrow: bool = True,
) -> Buffer: ...
def choose(
    pred_ptr: _Array,
    pred_idx: _Array,
    owner: _Array,
    ranks: _Array,
    player: int,
    again: bool,
) -> Buffer: ...

__test__: Final[dict[str, str]]
