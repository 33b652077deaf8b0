# Docstrings are in _sum_rows.pyx.
from collections.abc import Callable
from typing import Final

from typing_extensions import disjoint_base

from graphgame._kernel.buffer import Buffer
from graphgame.rules._components import Components

@disjoint_base
class SumRows:
    @property
    def expanded(self) -> int: ...
    @property
    def options(self) -> int: ...
    @property
    def parts(self) -> int: ...
    @property
    def count(self) -> int: ...
    def __init__(self, components: Components) -> None: ...
    def run(
        self,
        limit: int,
        watch: Callable[[int, int], None],
        report: Callable[[int, int, int], None] | None,
    ) -> None: ...
    def finish(self) -> tuple[Buffer, Buffer, Buffer]: ...

__test__: Final[dict[str, str]]
