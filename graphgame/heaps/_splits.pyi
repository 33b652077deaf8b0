# Docstrings are in _splits.pyx.
from typing import Final

from graphgame._kernel.buffer import _Array

# `values` and `done` are writable.
def split(
    values: _Array,
    done: _Array,
    upto: int,
    finals: _Array,
    singles: _Array,
    pairs: _Array,
    unequal: bool,
    frozen: int,
    tail: int,
    width: int,
) -> None: ...
def split_in_three(
    values: _Array,
    done: _Array,
    upto: int,
    finals: _Array,
    singles: _Array,
    pairs: _Array,
    triples: _Array,
    width: int,
) -> None: ...

__test__: Final[dict[str, str]]
