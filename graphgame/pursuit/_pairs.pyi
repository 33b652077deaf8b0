# Docstrings are in _pairs.pyx.
from typing import Final, Self

from typing_extensions import disjoint_base

from graphgame._kernel.buffer import _Array

@disjoint_base
class Pairs:
    def __new__(cls, cells: _Array, columns: int, width: int, plain: bool) -> Self: ...

__test__: Final[dict[str, str]]
