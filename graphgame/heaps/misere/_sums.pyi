# Docstrings are in _sums.pyx.
from typing import Final

from typing_extensions import disjoint_base

from graphgame._kernel.buffer import _Array

@disjoint_base
class SumTable:
    @property
    def count(self) -> int: ...
    def __init__(self, unit: int, limit: int) -> None: ...
    def know(self, product: _Array, element: _Array, told: _Array) -> None: ...

__test__: Final[dict[str, str]]
