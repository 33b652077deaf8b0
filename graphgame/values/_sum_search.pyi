# Docstrings are in _sum_search.pyx.
from collections.abc import Callable
from typing import Final

from typing_extensions import disjoint_base

from graphgame._kernel.buffer import Buffer, _Array
from graphgame.graphs._index import CodeIndex
from graphgame.rules._components import Components

@disjoint_base
class NimSearch:
    @property
    def index(self) -> CodeIndex: ...
    @property
    def depth(self) -> int: ...
    @property
    def questions(self) -> int: ...
    @property
    def count(self) -> int: ...
    def __init__(self, components: Components) -> None: ...
    def known(self, name: int) -> int: ...
    def facts(self) -> tuple[Buffer, Buffer]: ...
    def restore(self, names: _Array, values: _Array) -> None: ...
    def run(
        self,
        name: int,
        limit: int,
        watch: Callable[[int, int], None],
        report: Callable[[int, int, int], None] | None,
    ) -> list[int] | None: ...

__test__: Final[dict[str, str]]
