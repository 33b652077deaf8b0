# Docstrings are in _chunks.pyx.
from typing import Final

__test__: Final[dict[str, str]]
