# Docstrings are in _explore.pyx.
from collections.abc import Callable, Hashable, Iterable
from typing import Any, Final, TypeVar

from typing_extensions import disjoint_base

from graphgame._kernel.buffer import Buffer, _Array
from graphgame.graphs._index import CodeIndex
from graphgame.rules._compact import CompactRows

_P = TypeVar("_P", bound=Hashable)

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
        self, rule: int, rule_data: int, outcome: int, outcome_data: int, most: int
    ) -> None: ...
    def drain(self, rows: CompactRows) -> None: ...
    def finish_drained(self) -> tuple[Buffer, Buffer | None]: ...
    def finish(self) -> tuple[Buffer, Buffer, Buffer, Buffer | None]: ...

def explore_objects(
    rule: Callable[[_P], Iterable[_P]],
    outcome: Callable[[_P], int | None] | None,
    positions: list[_P],
    index: dict[_P, int],
    judge: Callable[[_P], bool],
    report: Callable[[int, int, int], object] | None,
    limit: int,
    watch: Callable[[int, int, int], tuple[int, int]],
) -> tuple[Buffer, Buffer, Buffer | None]: ...

__test__: Final[dict[str, str]]
