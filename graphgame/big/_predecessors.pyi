# Docstrings are in _predecessors.pyx.
from typing import Final

from typing_extensions import disjoint_base

@disjoint_base
class StoredPredecessors:
    def __init__(self, size: int) -> None: ...
    @property
    def size(self) -> int: ...

__test__: Final[dict[str, str]]
