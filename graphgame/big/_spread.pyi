# Docstrings are in _spread.pyx.
from typing import Final

from typing_extensions import disjoint_base

from graphgame._kernel.buffer import _Array

@disjoint_base
class Spreader:
    def __init__(self, parts: int, capacity: int) -> None: ...
    def spread(self, frontier: _Array, ptr: _Array, pred: _Array, bits: int) -> int: ...
    def waiting(self) -> list[int]: ...
    def take(self, q: int) -> bytes: ...

def decide(
    told: _Array, labels: _Array, label: int, undecided: int, frontier: _Array, count: int
) -> int: ...
def count_down(
    told: _Array,
    labels: _Array,
    label: int,
    undecided: int,
    counters: _Array,
    frontier: _Array,
    count: int,
) -> int: ...
def labelled(labels: _Array, label: int, start: int, found: _Array) -> tuple[int, int]: ...

__test__: Final[dict[str, str]]
