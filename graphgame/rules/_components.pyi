# Docstrings are in _components.pyx.
from collections.abc import Callable, Hashable
from typing import Any, Final

from typing_extensions import disjoint_base

from graphgame._kernel.buffer import _Array
from graphgame.graphs._index import CodeIndex

@disjoint_base
class Components:
    @property
    def options(self) -> int: ...
    @property
    def listed(self) -> int: ...

@disjoint_base
class CodeSums(Components):
    room: int
    @property
    def index(self) -> CodeIndex: ...
    def __init__(
        self,
        rule: int,
        rule_data: int,
        canonical: int,
        canonical_data: int,
        weigh: int,
        weigh_data: int,
        room: int,
    ) -> None: ...
    def add(self, codes: _Array, indices: _Array) -> None: ...
    def represent(self, code: int) -> int: ...

@disjoint_base
class ObjectSums(Components):
    @property
    def positions(self) -> list[Any]: ...
    @property
    def index(self) -> dict[Hashable, int]: ...
    def __init__(
        self,
        rule: Callable[[Any], Any],
        kind: type,
        read: Callable[[Any, Any], tuple[Any, ...]],
        judge: Callable[[Any], object],
        canonical: Callable[[Any], Any] | None = None,
        weigh: Callable[[Any], int] | None = None,
        keeps: bool = False,
    ) -> None: ...
    def add(self, position: object) -> int: ...

__test__: Final[dict[str, str]]
