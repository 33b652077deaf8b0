# Docstrings are in _grouping.pyx.
from typing import Final

__test__: Final[dict[str, str]]
