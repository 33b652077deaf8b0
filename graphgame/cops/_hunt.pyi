# Docstrings are in _hunt.pyx.
from typing import Final, final

from graphgame.cops._board import Board

@final
class Hunt(Board):
    @property
    def start(self) -> int: ...
    @property
    def capture_time(self) -> int: ...
    def finish(self) -> None: ...

__test__: Final[dict[str, str]]
