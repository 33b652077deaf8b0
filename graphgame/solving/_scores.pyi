# Docstrings are in _scores.pyx.
from typing import Final

from graphgame._kernel.buffer import Buffer, _Array

def propagate(
    pred_ptr: _Array,
    pred_idx: _Array,
    degrees: _Array,
    terminals: _Array,
    given: _Array,
    movers: _Array | None,
    cycles: int,
    narrow: bool = ...,
) -> tuple[Buffer, Buffer]: ...
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
def line(moves: _Array, remoteness: int, start: int) -> memoryview: ...

__test__: Final[dict[str, str]]
