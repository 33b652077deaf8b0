# Docstrings are in _scores.pyx.
from typing import Final

from graphgame._kernel.buffer import Buffer, _Array

def propagate(
    pred_ptr: _Array,
    pred_idx: _Array,
    degrees: _Array,
    terminals: _Array,
    given: _Array,
    movers: _Array | None,
    cycles: int,
    narrow: bool = ...,
) -> tuple[Buffer, Buffer]: ...

__test__: Final[dict[str, str]]
