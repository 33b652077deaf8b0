# Docstrings are in _rounds.pyx.  All of it is for other kernels.
from typing import Final

__test__: Final[dict[str, str]]
