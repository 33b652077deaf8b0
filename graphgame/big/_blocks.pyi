from typing import Any, Final

from typing_extensions import disjoint_base

from graphgame._kernel.buffer import Buffer, _Array

class DamagedBlockError(ValueError): ...
class AscendingError(ValueError): ...

def encode(
    codes: _Array, labels: _Array, width: int, block: int
) -> tuple[Buffer, Buffer, Buffer]: ...

@disjoint_base
class BlockReader:
    def __init__(
        self,
        data: _Array,
        firsts: _Array,
        offsets: _Array,
        checked: _Array,
        positions: int,
        block: int,
        width: int,
    ) -> None: ...
    def __reduce__(self) -> tuple[Any, ...]: ...
    def find(self, codes: _Array, labels: _Array, start: int) -> tuple[int, int]: ...
    def find_one(self, code: int) -> int: ...
    def read(self, first: int, stop: int) -> tuple[Buffer, Buffer]: ...

__test__: Final[dict[str, str]]
