# Docstrings are in _calling.pyx.
from typing import Final

from typing_extensions import disjoint_base

from graphgame._kernel.buffer import Buffer, _Array

@disjoint_base
class ReducedRule:
    def __init__(self, rule: int, rule_data: int, canonical: int, canonical_data: int) -> None: ...
    @property
    def address(self) -> int: ...
    @property
    def data(self) -> int: ...

def number_codes(function: int, data: int, codes: _Array, numbers: _Array) -> None: ...
def expand_codes(rule: int, data: int, codes: _Array) -> tuple[Buffer, Buffer]: ...

__test__: Final[dict[str, str]]
