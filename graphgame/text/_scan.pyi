# Docstrings are in _scan.pyx.
from typing import Final, Self

from typing_extensions import disjoint_base

from graphgame._kernel.buffer import Buffer, _Array

class ScanError(ValueError):
    line: int
    column: int
    expected: str
    found: str
    def __init__(self, line: int, column: int, expected: str, found: str) -> None: ...

@disjoint_base
class GraphScanner:
    def __new__(cls, base: int = ...) -> Self: ...
    @property
    def n(self) -> int: ...
    @property
    def edges(self) -> Buffer: ...
    @property
    def presets(self) -> Buffer | None: ...
    @property
    def owners(self) -> Buffer | None: ...
    @property
    def progress(self) -> tuple[int, int]: ...
    def feed(self, chunk: _Array) -> int: ...
    def finish(self, rest: bytes | bytearray | memoryview = b"") -> None: ...

__test__: Final[dict[str, str]]
