# Docstrings are in _relay.pyx.
from typing import Final

from typing_extensions import disjoint_base

from graphgame.rules._codes import CodeExplorer

@disjoint_base
class Lane: ...

@disjoint_base
class Relay:
    def __init__(
        self, explorer: CodeExplorer, threads: int, functions: tuple[int, ...], distinct: bool
    ) -> None: ...
    @property
    def threads(self) -> int: ...
    def begin(self, most: int, options: int, block: int, least: int) -> None: ...
    def run(self, k: int) -> None: ...
    def stop(self) -> None: ...

__test__: Final[dict[str, str]]
