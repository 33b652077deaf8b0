# Docstrings are in _asking.pyx.
from typing import Final

from graphgame._kernel.buffer import Buffer, _Array

class CallError(ValueError):
    kind: str
    position: int
    what: int
    def __init__(self, kind: str, position: object, what: object) -> None: ...

def ask(
    rule: int, rule_data: int, outcome: int, outcome_data: int, codes: _Array
) -> tuple[Buffer, Buffer, Buffer | None]: ...

__test__: Final[dict[str, str]]
