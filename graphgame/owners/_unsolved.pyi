# Docstrings are in _unsolved.pyx.
from typing import Final, Self

from typing_extensions import disjoint_base

from graphgame._kernel.buffer import _Array

@disjoint_base
class Unsolved:
    def __new__(
        cls,
        ptr: _Array,
        idx: _Array,
        pred_ptr: _Array,
        pred_idx: _Array,
        owner: _Array,
        priority: _Array,
        winners: _Array,
        strategy: _Array,
        budget: int = -1,
    ) -> Self: ...

__test__: Final[dict[str, str]]
