# Docstrings are in _contract.pyx.
from typing import Final, TypeAlias

from graphgame._kernel.buffer import Buffer, _Array

_Rounds: TypeAlias = list[tuple[int, Buffer, Buffer]]

def contract_edges(
    edges: _Array, n: int, threads: int = 1, always: bool = False
) -> tuple[_Rounds, Buffer | None, int]: ...
def contract_rows(
    ptr: _Array, idx: _Array, threads: int = 1, always: bool = False
) -> tuple[_Rounds, Buffer | None, int]: ...
def expand(rounds: _Rounds, rest: _Array) -> tuple[Buffer, Buffer]: ...

__test__: Final[dict[str, str]]
