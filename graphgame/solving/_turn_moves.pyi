# Docstrings are in _turn_moves.pyx.
from typing import Final

from graphgame._kernel.buffer import Buffer, _Array

def best_moves(
    option_ptr: _Array,
    option_idx: _Array,
    outcomes: _Array,
    remoteness: _Array,
    plies: _Array | None,
    presets: _Array | None,
    movers: _Array | None,
) -> Buffer: ...
def best_move(
    option_ptr: _Array,
    option_idx: _Array,
    outcomes: _Array,
    remoteness: _Array,
    plies: _Array | None,
    presets: _Array | None,
    movers: _Array | None,
    v: int,
) -> int: ...
def line(
    option_ptr: _Array,
    option_idx: _Array,
    outcomes: _Array,
    remoteness: _Array,
    plies: _Array | None,
    presets: _Array | None,
    movers: _Array | None,
    start: int,
) -> Buffer: ...

__test__: Final[dict[str, str]]
