# Docstrings are in _codes.pyx.
from collections.abc import Callable
from typing import Final

from typing_extensions import disjoint_base

from graphgame._kernel.buffer import Buffer, _Array
from graphgame.graphs._index import CodeIndex

@disjoint_base
class CodeExplorer:
    def __init__(
        self, starts: _Array, size: int = 0, expect: int = 0, threads: int = 1
    ) -> None: ...
    @property
    def index(self) -> CodeIndex: ...
    @property
    def count(self) -> int: ...
    @property
    def expanded(self) -> int: ...
    @property
    def m(self) -> int: ...
    @property
    def threads(self) -> int: ...
    def frontier(self, most: int) -> Buffer: ...
    def append(
        self, size: int, sources: _Array, options: _Array, distinct: bool = False
    ) -> None: ...
    def expand_compiled(
        self,
        rule: int,
        rule_data: int,
        outcome: int,
        outcome_data: int,
        most: int,
        room: int,
        check: Callable[[], object],
        canonical: int = 0,
        canonical_data: int = 0,
        distinct: bool = False,
    ) -> None: ...
    def finish(self) -> tuple[Buffer, Buffer, Buffer, Buffer | None]: ...

__test__: Final[dict[str, str]]
