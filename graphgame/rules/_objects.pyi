# Docstrings are in _objects.pyx.
from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import Any, Final, TypeAlias

from typing_extensions import disjoint_base

from graphgame._kernel.buffer import Buffer

_Watch: TypeAlias = Callable[[int, int, int], tuple[int, int]]

@disjoint_base
class ObjectExplorer:
    def __init__(
        self,
        rule: Callable[[Any], Iterable[Hashable]],
        outcome: Callable[[Any], int | tuple[int, int] | None] | None,
        judge: Callable[[Any], bool],
        canonical: Callable[[Any], Any] | None = None,
    ) -> None: ...
    @property
    def positions(self) -> list[Any]: ...
    @property
    def index(self) -> dict[Any, int]: ...
    @property
    def expanded(self) -> int: ...
    @property
    def m(self) -> int: ...
    def add(self, starts: Iterator[Hashable], limit: int, watch: _Watch) -> bool: ...
    def run(
        self, limit: int, watch: _Watch, report: Callable[[int, int, int], object] | None
    ) -> None: ...
    def finish(self) -> tuple[Buffer, Buffer, Buffer | None, Buffer | None]: ...

__test__: Final[dict[str, str]]
