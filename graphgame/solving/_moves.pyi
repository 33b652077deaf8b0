# Docstrings are in _moves.pyx.
from typing import Final

from graphgame._kernel.buffer import Buffer, _Array

def best_moves(
    option_ptr: _Array, option_idx: _Array, outcomes: _Array, remoteness: _Array
) -> Buffer: ...
def best_move(
    option_ptr: _Array, option_idx: _Array, outcomes: _Array, remoteness: _Array, v: int
) -> int: ...
def line(
    option_ptr: _Array, option_idx: _Array, outcomes: _Array, remoteness: _Array, start: int
) -> Buffer: ...
def tally(outcomes: _Array, remoteness: _Array) -> tuple[tuple[int, ...], tuple[int, ...]]: ...
def options_of_value(
    option_ptr: _Array, option_idx: _Array, values: _Array, v: int, wanted: int
) -> list[int]: ...
def option_values(option_ptr: _Array, option_idx: _Array, values: _Array, v: int) -> set[int]: ...

__test__: Final[dict[str, str]]
