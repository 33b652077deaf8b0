# Docstrings are in _codes.pyx.
from typing import Final

from typing_extensions import disjoint_base

from graphgame._kernel.buffer import Buffer, _Array
from graphgame.graphs._index import CodeIndex
from graphgame.rules._compact import CompactRows

@disjoint_base
class Block:
    @property
    def size(self) -> int: ...
    @property
    def options(self) -> int: ...
    def ask(
        self,
        rule: int,
        rule_data: int,
        outcome: int,
        outcome_data: int,
        room: int,
        canonical: int = 0,
        canonical_data: int = 0,
        remoteness: int = 0,
        remoteness_data: int = 0,
        merged: bool = False,
        size: int = 0,
        *,
        distinct: bool = False,
    ) -> None: ...

@disjoint_base
class CodeExplorer:
    def __init__(
        self, starts: _Array, size: int = 0, expect: int = 0, packed: bool = False
    ) -> None: ...
    @property
    def index(self) -> CodeIndex: ...
    @property
    def count(self) -> int: ...
    @property
    def expanded(self) -> int: ...
    @property
    def m(self) -> int: ...
    def frontier(self, most: int, skip: int = 0) -> Buffer: ...
    def take(self, block: Block, most: int, skip: int = 0) -> None: ...
    def watch(self, signals: bool) -> None: ...
    def stop(self) -> None: ...
    def append(
        self, size: int, sources: _Array, options: _Array, distinct: bool = False
    ) -> None: ...
    def add(self, block: Block) -> None: ...
    def drain(self, rows: CompactRows) -> None: ...
    def finish_drained(self) -> tuple[CodeIndex, Buffer | None]: ...
    def finish(self) -> tuple[Buffer, Buffer, Buffer, Buffer | None]: ...

__test__: Final[dict[str, str]]
