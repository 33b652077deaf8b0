# Docstrings are in _score_moves.pyx.
from typing import Final

from graphgame._kernel.buffer import Buffer, _Array

def best_moves(
    option_ptr: _Array,
    option_idx: _Array,
    scores: _Array,
    remoteness: _Array,
    movers: _Array | None,
    cycles: int,
) -> Buffer: ...
def best_move(
    option_ptr: _Array,
    option_idx: _Array,
    scores: _Array,
    remoteness: _Array,
    movers: _Array | None,
    cycles: int,
    v: int,
) -> int: ...
def options_after(
    option_ptr: _Array,
    option_idx: _Array,
    scores: _Array,
    movers: _Array | None,
    v: int,
    least: int,
) -> list[int]: ...
def line(
    option_ptr: _Array,
    option_idx: _Array,
    scores: _Array,
    remoteness: _Array,
    movers: _Array | None,
    cycles: int,
    start: int,
) -> Buffer: ...

__test__: Final[dict[str, str]]
