# Docstrings are in _sparse.pyx.
from typing import Final

from graphgame._kernel.buffer import Buffer, _Array

def choose_mask(values: _Array, count: int, width: int) -> tuple[int, int]: ...
def probes() -> Buffer: ...

# `values`, `done` and `probe` are writable.
def sparse(
    values: _Array,
    done: _Array,
    upto: int,
    singles: _Array,
    pairs: _Array,
    unequal: bool,
    mask: int,
    rares: int,
    width: int,
    probe: _Array,
) -> None: ...

__test__: Final[dict[str, str]]
