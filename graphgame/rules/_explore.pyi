# Docstrings are in _explore.pyx.
from collections.abc import Callable
from typing import Any, Final

from typing_extensions import disjoint_base

from graphgame._kernel.buffer import Buffer, _Array
from graphgame.graphs._index import CodeIndex

class RuleError(ValueError):
    kind: str
    position: Any
    what: Any
    def __init__(self, kind: str, position: object, what: object) -> None: ...

@disjoint_base
class CodeExplorer:
    def __init__(self, starts: _Array) -> None: ...
    @property
    def index(self) -> CodeIndex: ...
    @property
    def count(self) -> int: ...
    @property
    def expanded(self) -> int: ...
    @property
    def m(self) -> int: ...
    def frontier(self, most: int) -> Buffer: ...
    def append(self, size: int, sources: _Array, options: _Array) -> None: ...
    def expand_compiled(
        self,
        rule: int,
        rule_data: int,
        outcome: int,
        outcome_data: int,
        most: int,
        room: int,
        check: Callable[[], object],
    ) -> None: ...
    def finish(self) -> tuple[Buffer, Buffer, Buffer, Buffer | None]: ...

__test__: Final[dict[str, str]]
