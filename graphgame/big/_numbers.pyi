# Docstrings are in _numbers.pyx.
from typing import Final

__test__: Final[dict[str, str]]
