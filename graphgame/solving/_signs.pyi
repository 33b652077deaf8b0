# Docstrings are in _signs.pyx.
from typing import Final

from graphgame._kernel.buffer import Buffer

def wrap_scores(score: int, data: int, refused: int) -> tuple[int, int, Buffer]: ...

__test__: Final[dict[str, str]]
