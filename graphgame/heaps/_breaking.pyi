# Docstrings are in _breaking.pyx.
from typing import Final

from graphgame._kernel.buffer import _Array

# `values` and `done` are writable.
def breaking(
    values: _Array,
    done: _Array,
    upto: int,
    ways: _Array,
    added: int,
    kinds: int,
    levels: int,
    more: bool,
    width: int,
) -> None: ...

__test__: Final[dict[str, str]]
