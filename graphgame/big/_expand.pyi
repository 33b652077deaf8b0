# Docstrings are in _expand.pyx.
from collections.abc import Callable
from typing import Final

from typing_extensions import disjoint_base

from graphgame._kernel.buffer import Buffer, _Array
from graphgame.big._outbox import Outbox
from graphgame.graphs._index import CodeIndex

def places(codes: _Array, parts: int) -> Buffer: ...

@disjoint_base
class Expander(Outbox):
    def __init__(self, parts: int, capacity: int) -> None: ...
    @property
    def stop(self) -> int: ...
    def expand(
        self,
        index: CodeIndex,
        start: int,
        stop: int,
        rule: tuple[int, int],
        preset: tuple[int, int],
        remoteness: tuple[int, int],
        canonical: tuple[int, int],
        room: int,
        check: Callable[[], None],
    ) -> None: ...
    def put(
        self,
        index: CodeIndex,
        start: int,
        ptr: _Array,
        options: _Array,
        presets: _Array | None,
        remote: _Array | None,
    ) -> None: ...
    def take_counters(self) -> bytes: ...
    def take_seeds(self) -> bytes: ...

__test__: Final[dict[str, str]]
