# Docstrings are in _sums.pyx.
from typing import Final

from typing_extensions import disjoint_base

@disjoint_base
class SumTable:
    @property
    def count(self) -> int: ...
    def __init__(self, unit: int, limit: int) -> None: ...

__test__: Final[dict[str, str]]
