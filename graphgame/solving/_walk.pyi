# Docstrings are in _walk.pyx.
from typing import Final, Self

from typing_extensions import disjoint_base

@disjoint_base
class Walk:
    def __new__(cls) -> Self: ...

__test__: Final[dict[str, str]]
