# Docstrings are in _order.pyx.
from typing import Final

__test__: Final[dict[str, str]]
