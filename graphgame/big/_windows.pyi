# Docstrings are in _windows.pyx.
from typing import Final, Self

from typing_extensions import disjoint_base

@disjoint_base
class Windows:
    def __new__(cls, count: int, positions: int = 2048) -> Self: ...

__test__: Final[dict[str, str]]
