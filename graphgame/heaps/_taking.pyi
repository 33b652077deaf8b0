# Docstrings are in _taking.pyx.
from typing import Final

from graphgame._kernel.buffer import Buffer, _Array

# `values` and `done` are writable.
def table(rows: int) -> Buffer: ...
def enlarge(table: Buffer, rows: int) -> None: ...
def take_below(
    values: _Array,
    done: _Array,
    upto: int,
    moves: _Array,
    tile: int = ...,
    plain: bool = ...,
) -> int: ...
def take_one_by_one(values: _Array, done: _Array, upto: int, moves: _Array) -> None: ...
def take_all_but(values: _Array, done: _Array, upto: int, kept: _Array) -> None: ...

__test__: Final[dict[str, str]]
