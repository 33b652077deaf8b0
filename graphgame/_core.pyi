# Docstrings are in _core.pyx.
from typing import Final

from graphgame._buffer import Buffer, _Array

def group_edges(edges: _Array, n: int, by_target: bool) -> tuple[Buffer, Buffer]: ...
def transpose(ptr: _Array, idx: _Array) -> tuple[Buffer, Buffer]: ...
def degrees_of_sources(edges: _Array, n: int) -> Buffer: ...
def degrees_of_rows(ptr: _Array) -> Buffer: ...
def propagate(
    pred_ptr: _Array,
    pred_idx: _Array,
    degrees: Buffer,
    presets: _Array | None,
    misere: bool,
) -> tuple[Buffer, Buffer]: ...

__test__: Final[dict[str, str]]
