# Docstrings are in _receive.pyx.
from typing import Final

from typing_extensions import disjoint_base

from graphgame._kernel.buffer import _Array
from graphgame.graphs._index import CodeIndex

@disjoint_base
class Receiver:
    def receive(self, index: CodeIndex, mail: bytes) -> bytes: ...

def count_targets(log: _Array, counts: _Array) -> int: ...
def place_sources(
    log: _Array, cursors: _Array, first: int, pred: _Array, bits: int, sizes: _Array
) -> None: ...

__test__: Final[dict[str, str]]
