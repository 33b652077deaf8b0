# Docstrings are in _ranks.pyx.
from typing import Final

from graphgame._kernel.buffer import Buffer, _Array

def rank(
    ptr: _Array,
    idx: _Array,
    owner: _Array,
    priority: _Array,
    winners: _Array,
    strategy: _Array,
    level: int,
) -> tuple[Buffer, Buffer, int]: ...

__test__: Final[dict[str, str]]
