# Docstrings are in _buckets.pyx.
from typing import Final

__test__: Final[dict[str, str]]
