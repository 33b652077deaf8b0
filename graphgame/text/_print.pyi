# Docstrings are in _print.pyx.
from typing import Final

from graphgame._kernel.buffer import _Array

# `out` is writable.
def put_rows(
    out: _Array,
    outcomes: _Array,
    remoteness: _Array | None,
    moves: _Array | None,
    base: int,
    start: int,
) -> tuple[int, int]: ...
def put_json_outcomes(out: _Array, outcomes: _Array, start: int) -> tuple[int, int]: ...
def put_json_ints(
    out: _Array, values: _Array, base: int, negative_is_null: bool, start: int
) -> tuple[int, int]: ...
def put_pairs(out: _Array, pairs: _Array, base: int, start: int) -> tuple[int, int]: ...
def put_presets(out: _Array, presets: _Array, base: int, start: int) -> tuple[int, int]: ...
def put_owners(out: _Array, owners: _Array, base: int, start: int) -> tuple[int, int]: ...
def put_values(
    out: _Array,
    values: _Array,
    set_ptr: _Array | None,
    set_idx: _Array | None,
    json: bool,
    start: int,
) -> tuple[int, int]: ...

__test__: Final[dict[str, str]]
