# Docstrings are in _tier_solver.pyx.
from typing import Final

from typing_extensions import disjoint_base

from graphgame._kernel.buffer import Buffer, _Array
from graphgame.big._pairs import Pairs

@disjoint_base
class TierSolver:
    tier: Final[int]
    count: Final[int]
    within: Final[int]
    greatest: Final[int]
    def __init__(self, tier: int, codes: _Array, below: Pairs) -> None: ...
    def receive(
        self, first: int, size: int, sources: _Array, options: _Array, tiers: _Array, ranks: _Array
    ) -> int: ...
    def preset(self, first: int, outcomes: _Array, ends: _Array | None = ...) -> None: ...
    def answer(self, codes: _Array, labels: _Array, begin: int, end: int) -> int: ...
    def solve(self, misere: bool) -> None: ...
    def labels(self, width: int) -> Buffer: ...

__test__: Final[dict[str, str]]
