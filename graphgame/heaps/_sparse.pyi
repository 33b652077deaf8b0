# Docstrings are in _sparse.pyx.
from typing import Final

from graphgame._kernel.buffer import Buffer, _Array

def probes() -> Buffer: ...

# `values`, `done`, `probe`, `rare_heap`, `rare_value` and `listed` are writable.
def sparse(
    values: _Array,
    done: _Array,
    upto: int,
    singles: _Array,
    pairs: _Array,
    unequal: bool,
    mask: int,
    parity: int,
    width: int,
    probe: _Array,
    rare_heap: _Array,
    rare_value: _Array,
    listed: _Array,
) -> None: ...

__test__: Final[dict[str, str]]
