# Docstrings are in _calls.pyx.
from typing import Final

from graphgame._kernel.buffer import Buffer, _Array

def call_options(rule: int, data: int, codes: _Array, most: int) -> tuple[Buffer, Buffer]: ...
def call_numbers(number: int, data: int, codes: _Array) -> Buffer: ...

__test__: Final[dict[str, str]]
