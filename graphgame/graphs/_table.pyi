# Docstrings are in _table.pyx.
from typing import Final

from typing_extensions import disjoint_base

@disjoint_base
class CodeTable:
    @property
    def count(self) -> int: ...

__test__: Final[dict[str, str]]
