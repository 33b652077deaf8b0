# Docstrings are in _periods.pyx.
from typing import Final

from graphgame._kernel.buffer import Buffer, _Array

def differences(values: _Array) -> Buffer: ...
def least_period(values: _Array, parts: int, slack: int) -> tuple[int, int]: ...

# `values` and `done` are writable.
def foretell(values: _Array, done: _Array, upto: int, period: int, saltus: int) -> None: ...

__test__: Final[dict[str, str]]
