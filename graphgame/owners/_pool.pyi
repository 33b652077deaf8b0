# Docstrings are in _pool.pyx.
from typing import Final, Self

from typing_extensions import disjoint_base

@disjoint_base
class Pool:
    def __new__(cls) -> Self: ...

__test__: Final[dict[str, str]]
