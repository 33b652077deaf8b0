# Docstrings are in _compact.pyx.
from typing import Final, final

from typing_extensions import disjoint_base

from graphgame._kernel.buffer import Buffer, _Array

@final
@disjoint_base
class CompactRows:
    def __init__(self) -> None: ...
    @property
    def n(self) -> int: ...
    @property
    def m(self) -> int: ...
    @property
    def rising(self) -> bool: ...
    def add(self, ptr: _Array, idx: _Array) -> None: ...
    def arrays(self) -> tuple[Buffer, Buffer]: ...

__test__: Final[dict[str, str]]
