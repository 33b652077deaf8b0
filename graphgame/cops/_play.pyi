# Docstrings are in _play.pyx.
from typing import Final

from graphgame._kernel.buffer import Buffer, _Array
from graphgame.cops._hunt import Hunt

def hunt(
    ptr: _Array,
    idx: _Array,
    back_ptr: _Array,
    back_idx: _Array,
    members: _Array,
    k: int,
    times_width: int,
    most_rounds: int,
) -> Hunt: ...
def restored(
    ptr: _Array,
    idx: _Array,
    members: _Array,
    k: int,
    start: int,
    capture_time: int,
    buffers: tuple[Buffer | None, Buffer | None, Buffer | None],
) -> Hunt: ...

__test__: Final[dict[str, str]]
