# Docstrings are in _tier_explorer.pyx.
from typing import Final

from typing_extensions import disjoint_base

from graphgame._kernel.buffer import Buffer, _Array
from graphgame.big._pairs import Pairs
from graphgame.graphs._index import CodeIndex

@disjoint_base
class TierExplorer:
    index: Final[CodeIndex]
    tier: Final[int]
    within: Final[int]
    def __init__(self, tier: int, below: Pairs) -> None: ...
    def add(self, codes: _Array) -> None: ...
    def receive(self, options: _Array, tiers: _Array) -> int: ...

def drop_repeated(sources: _Array, options: _Array) -> tuple[Buffer, Buffer]: ...

__test__: Final[dict[str, str]]
