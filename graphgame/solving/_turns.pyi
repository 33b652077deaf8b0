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
