# Docstrings are in _calls.pyx.
from typing import Final

from graphgame._kernel.buffer import Buffer, _Array

def options_of(rule: int, data: int, codes: _Array, most: int) -> tuple[Buffer, Buffer]: ...
def numbers_of(number: int, data: int, codes: _Array) -> Buffer: ...

__test__: Final[dict[str, str]]
