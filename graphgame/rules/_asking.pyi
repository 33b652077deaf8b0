# Docstrings are in _asking.pyx.
from typing import Final

from graphgame._kernel.buffer import Buffer, _Array

def ask(
    rule: int, rule_data: int, outcome: int, outcome_data: int, codes: _Array
) -> tuple[Buffer, Buffer, Buffer | None]: ...

__test__: Final[dict[str, str]]
